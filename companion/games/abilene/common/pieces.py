"""What lies in the box of Abilene: so many cows, cowboys and dice (rules 1993 §1; the figures of 1983 are as many)."""

from __future__ import annotations

COWS_EACH = 9
COWBOYS_EACH = 5
COW_DICE, COWBOY_DICE = 2, 3
COW_DIE, COWBOY_DIE = "cow", "cowboy"
"""what pages call the two kinds of dice: the light ones and the dark ones"""
COW_FACES = (0, 1, 2, 3, 4, 5)
COWBOY_FACES = (1, 1, 2, 2, 3, 4)
