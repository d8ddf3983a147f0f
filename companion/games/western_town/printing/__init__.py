"""What it gives to the printer: a player aid, a town board, a camp, tiles, markers and cards of our own."""
