"""The look of each place: background, illumination, colours, silhouettes, what lies over the board."""
