"""How many figures of each kind there are, and what that says of those that are seen."""
