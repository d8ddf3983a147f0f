"""The camp of the Indians: the die that fills it, and the attacks that come out of it."""
