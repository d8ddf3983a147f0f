"""What the screens of any game show."""
