"""Observations of a game of 1993: explained, and judged by the rules."""
