"""What is printed on tiles, cards, die and board: what a catalogue asks, what a table makes of it, a set of our own."""
