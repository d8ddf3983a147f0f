"""What lies over the board and is no figure: hands, sleeves, things, and the cells that they hide."""
