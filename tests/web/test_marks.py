"""On the buttons at the foot of a phone no two pots are called alike: *Red line* and *Blue line* were both *lin*."""

from __future__ import annotations

import pytest

from companion.web.words.marks import short_marks


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (["Pot"], ["P"]),
        (["Red line", "Blue line"], ["R", "B"]),
        (["pot for flowers", "pot for trees"], ["F", "T"]),
        (["Coffee", "Colour"], ["Cof", "Col"]),
        (["Grand mile", "Grand mill"], ["1", "2"]),
        ([""], [""]),
        ([], []),
    ],
)
def test_each_pot_has_a_mark_of_its_own(names: list[str], marks: list[str]) -> None:
    assert list(short_marks(names).values()) == marks
