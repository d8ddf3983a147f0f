"""PostgreSQL behind the same protocol, for hosts of many tables. Needs the extra ``postgresql``."""
