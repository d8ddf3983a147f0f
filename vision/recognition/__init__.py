"""What stands on every cell and in every area of a rectified picture."""
