"""The camera above a table: its session, a phone as one, a drawn table, and what the rules make of that."""
