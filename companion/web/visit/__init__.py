"""A request: the box behind it, who asks, what he may do, and JSON in and out."""
