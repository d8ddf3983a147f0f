"""Boards as data: layout, board file, tracing, what a camera observed and the verdict on it."""
