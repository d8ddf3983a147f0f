"""Drawings as SVG: boards, their figures and places, what a camera saw, wealth over time."""
