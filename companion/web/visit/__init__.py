"""A request: the box behind it, its phone or script, their rights, and JSON in and out."""
