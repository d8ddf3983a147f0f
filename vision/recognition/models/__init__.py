"""What is learnt of tonight: the empty board in its light, the colours of the figures, the room they take."""
