"""Pages, boards, choices and sheets of screens, as values; no pictures."""
