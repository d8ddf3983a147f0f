"""Herds as a camera sees them: cards with printed markers in rows that begin at a seat's marker."""
