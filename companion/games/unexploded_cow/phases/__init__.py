"""The phases of the game: one object each, with what can be asked for in it and what is decided."""
