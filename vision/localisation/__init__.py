"""Where the board is in a picture: detection, tracking, relocalisation after a bump."""
