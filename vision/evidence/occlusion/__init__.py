"""Things over the board that are no figures: hands, sleeves, caps, and the cells that they hide."""
