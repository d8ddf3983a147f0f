"""Pages of a game of 1993, for a phone and the table screen."""
