"""The phases of a turn of 1993, one object each; ``order`` lists them."""
