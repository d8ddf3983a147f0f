"""A duel stands in the headline of everyone, and not whose turn it is."""

from __future__ import annotations

import pytest

from companion.games.abilene.common.state import Duel
from tests.support.alone import Alone


@pytest.mark.parametrize(("edition", "one", "two"), [("1993", "Cole", "Mia"), ("1983", "Annie", "Mia")])
def test_a_duel_is_the_headline_of_the_television_and_of_those_who_look_on(edition: str, one: str, two: str) -> None:
    game = Alone("abilene", edition)
    game.until(lambda table: isinstance(table.play.pending, Duel))
    sentence = f"Duel: {game.seat(one)} against {game.seat(two)}"
    assert str(game.game.page(game.table, None).headline) == sentence
    assert str(game.game.page(game.table, game.seat("Buck")).headline) == sentence
