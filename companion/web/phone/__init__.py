"""A player's phone: sitting down, the pages of a seat, its account, the figures set up by hand."""
