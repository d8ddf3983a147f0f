"""What a camera observed of a game of 1993: explained, judged by the rules, told to the table."""
