"""A player's phone: sitting down, the pages of a seat, its account, figures set up by hand."""
