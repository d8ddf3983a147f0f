"""What lies over the board and is no figure: hands, sleeves, caps, and the cells that they hide."""
