"""A reader of cells that learns on the evening itself: from the empty board, the start, and what is confirmed."""
