"""Figures beside the cells: in the town and in the areas that a game names."""
