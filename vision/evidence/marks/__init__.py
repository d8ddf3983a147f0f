"""Tables without a board, read by printed markers: the marks in a picture, and what lies in rows."""
