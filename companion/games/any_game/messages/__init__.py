"""Commands and events of any game, one module a topic."""
