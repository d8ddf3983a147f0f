"""Observations of a game of 1983: explained, and judged by the rules."""
