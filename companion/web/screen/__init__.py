"""The table screen, and what can be taken home from a table."""
