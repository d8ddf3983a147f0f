"""Somebody who tries a game alone, and does what is suggested, comes to every moment that the game explains."""

from __future__ import annotations

import pytest

from companion.core.table.table import TablePhase
from companion.games import registry
from tests.lessons.moments import shown
from tests.support.alone import Alone

VOTES = {
    ("abilene", "1993"): ("OWN", "NONE", "FOREIGN"),
    ("abilene", "1983"): ("b", "n"),
    ("any_game", "any"): ("200", "400"),
}
"""the cards that a voter may choose in every vote of that game; nobody votes in the others"""
EVERY = [
    pytest.param(name, edition, vote, id=f"{name} {edition} {vote}", marks=[pytest.mark.torture] if number else [])
    for name, editions in registry().items()
    for edition in editions
    for number, vote in enumerate(VOTES.get((name, edition), ("",)))
]


@pytest.mark.parametrize(("name", "edition", "vote"), EVERY)
def test_every_moment_of_the_game_comes_however_one_votes(name: str, edition: str, vote: str) -> None:
    game, met = Alone(name, edition, dict.fromkeys(range(20), vote) if vote else None), set[str]()
    while game.table.phase is TablePhase.PLAYING:
        met |= met_now(game)
        game.step()
    assert met | met_now(game) == {lesson.id for lesson in game.game.lessons}


def met_now(game: Alone) -> set[str]:
    """Return what matters to the person now."""
    records = game.tables.live(game.code).records
    return {lesson.id for lesson in shown(game.game, game.table, records, game.mia)}
