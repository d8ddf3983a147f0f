"""What stands on each cell, learnt on the evening itself: from the empty board, the start, and what is confirmed."""
