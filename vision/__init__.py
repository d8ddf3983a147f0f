"""Reads the table from an overhead camera, in a process of its own."""
