"""Dice at rest: where they lie, how their faces are seen, and what these show."""
