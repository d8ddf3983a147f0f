"""The HTTP front: connections, the order of answers, and the open streams. It knows no table and no page."""
