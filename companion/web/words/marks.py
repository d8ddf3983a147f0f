"""Short marks of accounts that have neither a colour nor a badge, for buttons as large as a thumb."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

LETTERS = (1, 3)
"""of a word, the fewest that will do"""
WORDS = (-1, 0)
"""of a name, the first to be tried: *pot for trees* is known by its last one, *Red line* by its first"""


def short_marks(names: Iterable[str]) -> dict[str, str]:
    """Return a letter for each name, three where one is not enough, or a number where no word tells them apart."""
    words = {name: name.split() or [name] for name in names}
    for letters, word in product(LETTERS, WORDS):
        marks = {name: each[word][:letters] for name, each in words.items()}
        if letters == 1:
            marks = {name: mark.upper() for name, mark in marks.items()}
        if len(set(marks.values())) == len(marks):
            return marks
    return {name: str(number) for number, name in enumerate(words, 1)}
