"""Pages in fragments: a screen fetches its fragments one by one, and only those that have changed."""
