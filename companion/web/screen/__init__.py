"""The table screen, and the exports of a table."""
