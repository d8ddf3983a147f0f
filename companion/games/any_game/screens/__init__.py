"""Screens of any game."""
