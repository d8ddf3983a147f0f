"""Rules that every edition asks for in the same way: turns, moves, settled sales, ranking."""
