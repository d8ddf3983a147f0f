"""Hexagames 1983: three prairies, steers with a fever, belief, and two dice after the drive."""
