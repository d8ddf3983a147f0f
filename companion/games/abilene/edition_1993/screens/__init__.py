"""What a phone and the table screen show of a game of 1993."""
