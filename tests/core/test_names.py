"""Names that look alike are one name at a table."""

import pytest

from companion.core.errors import BadRequest
from companion.core.names import LOOKALIKES, skeleton
from companion.core.table.commands import TakeSeat
from tests.support.stakes import Evening

SEATED = "Anna"
ALIKE = ("ANNA", "\u0410nna", "Ann\u0430", "\uff21\uff2e\uff2e\uff21", "An\u200bna", "\u0391nn\u03b1")
"""Cyrillic, full width, with a space of no width, Greek"""
OTHER = ("Anne", "Annä", "Hanna", "Ann", "Анна")


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_looks_like_another_is_not_taken_beside_it(name: str) -> None:
    night = Evening(players=0, start=False)
    night.act(None, TakeSeat(SEATED, {}))
    with pytest.raises(BadRequest):
        night.act(None, TakeSeat(name, {}))
    assert len(night.table.seats) == 1


@pytest.mark.parametrize("name", OTHER)
def test_other_names_are(name: str) -> None:
    night = Evening(players=0, start=False)
    night.act(None, TakeSeat(SEATED, {}))
    night.act(None, TakeSeat(name, {}))
    assert len(night.table.seats) == 2


def test_what_looks_alike_is_a_letter_that_stays() -> None:
    assert all(skeleton(chr(letter)) == skeleton(chr(letter)) for letter in LOOKALIKES.values())
