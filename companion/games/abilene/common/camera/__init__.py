"""Camera observations, read as positions and put into words, in every edition."""
