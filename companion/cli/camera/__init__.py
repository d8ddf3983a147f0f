"""``companion camera``: commands for a camera, and for folders of pictures."""
