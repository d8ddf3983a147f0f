"""The turn: its phases one by one, each with what can be asked in it and what happens in it."""
