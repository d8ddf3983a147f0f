"""Every game on the shelf, played by simple players: at no moment do the rules take a number that no page offers."""

from __future__ import annotations

from contextlib import suppress

import pytest

from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.testing import Recipe, Recording, accepted_numbers

LEVELS = [
    (name, edition, level)
    for name, editions in registry().items()
    for edition, game in editions.items()
    for level in game.edition.levels
    if game.bots
]
STEPS = 60


@pytest.mark.parametrize(("name", "edition", "level"), LEVELS)
def test_no_number_is_taken_that_no_page_offers(name: str, edition: str, level: Level) -> None:
    least, _ = registry()[name][edition].edition.players
    game = Recording(Recipe("", "", least, level, name, edition), 1)
    game.sit_down()
    with suppress(RuntimeError):  # at this level only people have something to do
        for _ in range(STEPS):
            assert accepted_numbers(game) == []
            game.step()
            if game.table.phase is not TablePhase.PLAYING:
                break
    game.sound()
