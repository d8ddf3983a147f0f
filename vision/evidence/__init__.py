"""What each place looks like: background, illumination, colours, silhouettes, what lies over the board."""
