"""The phases of a turn of 1983, one object each; ``order`` lists them."""
