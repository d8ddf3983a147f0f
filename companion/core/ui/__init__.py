"""What a screen shows, as values: pages, boards, choices, sheets; no pictures."""
