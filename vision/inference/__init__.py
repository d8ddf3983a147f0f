"""The inference of the position from the evidence, the beliefs and the number of figures."""
