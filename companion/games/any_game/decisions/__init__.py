"""The events that follow from each command of any game, one module a topic."""
