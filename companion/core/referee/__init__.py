"""What asks a game: what a command does, whose consent it needs, what an event makes of a table, what the log says."""
