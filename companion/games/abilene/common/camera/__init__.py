"""What a camera observed, read as positions and put into words, in every edition."""
