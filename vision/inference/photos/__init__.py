"""Photos taken by hand: what makes them comparable with the photos that the reader has learnt from."""
