"""The phases of a turn of 1983, one module each; ``order`` lists them."""
