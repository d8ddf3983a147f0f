"""Pages in pieces: what a screen shows is fetched piece by piece, and only what has changed."""
