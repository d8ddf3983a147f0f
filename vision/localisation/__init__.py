"""Localisation of the board in a picture: detection, tracking, relocalisation after a bump."""
