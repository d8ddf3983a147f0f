"""Poses of the board and of the camera, and how points of a picture determine them."""
