"""Printables: a player aid, a town board, a camp, tiles, markers and built-in cards."""
