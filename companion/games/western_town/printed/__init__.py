"""The print on tiles and cards, how it is typed, and how it is read."""
