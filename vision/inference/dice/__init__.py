"""Dice that lie on the board: they have the colours of figures, but the form of a die."""
