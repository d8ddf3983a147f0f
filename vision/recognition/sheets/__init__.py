"""Reading printed sheets: where each lies, which marked things are on it, how many cubes are in its boxes."""
