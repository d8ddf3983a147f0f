"""The phases of a turn of 1993, one module each; ``order`` lists them."""
