"""The cards of a table: what is typed of each, what a catalogue holds, and a deck of our own."""
