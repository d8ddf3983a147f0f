"""A set-up needs all figures that the box knows to be in the game, unless the table allows it without them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.errors import IllegalMove
from companion.core.table.commands import AllowAnyway, SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.messages import ArrangeBoard
from companion.games.abilene.edition_1983.messages import ArrangeSteers
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, BOB, CID, Night


def as_arranged(night: Night | PrairieNight) -> ArrangeBoard:
    """Return the command that arranges the figures as the box has them."""
    board = night.board
    return ArrangeBoard(board.cows, dict(board.cowboys), dict(board.town), dict(board.jail))


def steers(night: PrairieNight) -> ArrangeSteers:
    """Return that command for 1983, with the colour of every steer."""
    return ArrangeSteers(herds=dict(night.state.colours), cowboys=dict(night.board.cowboys))


def without_cowboy(command: ArrangeBoard, seat: str) -> ArrangeBoard:
    cell = next(cell for cell, owner in command.cowboys.items() if owner == seat)
    return replace(command, cowboys={at: owner for at, owner in command.cowboys.items() if at != cell})


def without_cow(command: ArrangeBoard) -> ArrangeBoard:
    return replace(command, cows=command.cows[1:])


def refusal(night: Night | PrairieNight, command: ArrangeBoard) -> str:
    return night.refusal(ANN, command, IllegalMove).partition("Still missing: ")[2]


@pytest.fixture(params=[Night, PrairieNight])
def night(request: pytest.FixtureRequest) -> Night | PrairieNight:
    """Return a game of each edition in its first turn."""
    found: Night | PrairieNight = request.param()
    return found


def test_missing_figures_are_named_and_nobody_is_asked(night: Night | PrairieNight) -> None:
    good = as_arranged(night)
    assert refusal(night, without_cow(good)) == "cattle: 1."
    assert refusal(night, without_cowboy(good, BOB)) == f"cowboys of {BOB}: 1."
    both = without_cowboy(without_cowboy(without_cow(good), BOB), CID)
    assert refusal(night, both) == f"cattle: 1, cowboys of {BOB}: 1, cowboys of {CID}: 1."
    assert refusal(night, replace(good, cows=(), cowboys={})).startswith(f"cattle: {len(good.cows)}, ")
    assert not night.table.motions
    night.together(ANN, good)


def test_missing_steers_are_named_by_colour() -> None:
    night = PrairieNight()
    good = steers(night)
    own_cell = next(cell for cell, owner in good.herds.items() if owner == BOB)
    fewer = replace(good, herds={cell: owner for cell, owner in good.herds.items() if cell != own_cell})
    assert refusal(night, fewer) == f"steers of {BOB}: 1."
    night.together(ANN, good)


def test_a_figure_in_jail_in_town_or_sold_is_not_missing(night: Night | PrairieNight) -> None:
    sold = without_cow(as_arranged(night))
    night.stand_like_that(ANN, sold)
    night.together(ANN, as_arranged(night))
    if isinstance(night, Night):
        night.arrange(cowboys={ANN: night.board.cowboys_of(ANN)[2:]}, jail={ANN: 1}, town={ANN: 1})
        night.together(ANN, as_arranged(night))


def test_the_table_may_allow_a_figure_that_is_lost(night: Night | PrairieNight) -> None:
    fewer = without_cowboy(as_arranged(night), ANN)
    night.together(ANN, AllowAnyway(night.tables.live(night.code).codec.write(fewer)))
    assert night.board.cowboys == fewer.cowboys


def test_a_table_that_goes_up_to_the_board_needs_all_figures(night: Night | PrairieNight) -> None:
    good = as_arranged(night)
    night.together(ANN, SetLevel(Level.BANK))
    night.together(ANN, SetLevel(Level.BOARD))
    assert refusal(night, without_cowboy(without_cow(good), ANN)) == f"cattle: 1, cowboys of {ANN}: 1."
    night.together(ANN, good)
    assert night.board.cows == good.cows
