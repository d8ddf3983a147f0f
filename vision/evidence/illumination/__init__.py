"""How the light of a frame differs from that of the empty board: contrast, cast and fallen shadows."""
