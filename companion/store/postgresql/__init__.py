"""PostgreSQL behind the same protocol, for whoever hosts many tables. Needs the extra ``postgresql``."""
