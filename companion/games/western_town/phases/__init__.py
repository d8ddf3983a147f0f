"""The phases of a turn, one object each."""
