"""What it gives to the printer: a player aid, a score sheet, a deck of our own."""
