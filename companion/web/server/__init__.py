"""The HTTP front: connections, who is answered when, and the open streams. It knows no table and no page."""
