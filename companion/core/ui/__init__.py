"""What a screen shows, as values: pages, choices, event text; no pictures."""
