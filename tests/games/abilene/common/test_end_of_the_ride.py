"""The end of the cowboy step, for a person who plays alone."""

from __future__ import annotations

import pytest

from companion.games.abilene.common.messages import Step
from tests.support.alone import Alone


@pytest.mark.parametrize(("edition", "votes"), [("1993", {}), ("1983", {0: "b", 1: "b"})])
def test_a_player_alone_is_not_offered_the_end_while_a_die_must_be_used(edition: str, votes: dict[int, str]) -> None:
    """The choice used to be refused, with nobody else there to allow it."""
    game = Alone("abilene", edition, votes)
    rides = 0
    for _ in game.steps():
        table, board = game.table, game.page.board
        if rides == 3:
            return
        if table.play.turn.seat == game.mia and table.play.turn.step is Step.COWBOYS and board and board.moves:
            rides += bool(board.moves.to)
            ends = any(choice.kind == "end_step" for choice in game.page.choices)
            assert ends is not bool(board.moves.to)
    raise AssertionError("Mia's cowboys never rode")
