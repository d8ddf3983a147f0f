"""What a camera observed of a game of 1983: explained, judged by the rules, told to the table."""
