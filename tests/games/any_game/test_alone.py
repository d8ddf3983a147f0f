"""The box plays every shape by itself: nothing is lost, nobody is stuck, and what can end ends."""

from __future__ import annotations

import random

import pytest

from companion.app.bots import choice_of
from companion.core.members import Preset
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import SetRules, StartGame, TakeSeat
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.games.any_game.bots import bot_command
from companion.games.any_game.decisions.stakes import has_everything
from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.shapes import PRESETS
from tests.support.any_evening import ANN, BEN, CID, CODE, NAMES, AnyEvening

STEPS = 60
"""of a shape that goes on until the players end it"""
MAX_STEPS = 3_000


def set_up(preset: Preset, players: int = 4, people: int = 0) -> AnyEvening:
    """Return a table of this shape, which has begun; the box has all seats but those of so many people."""
    night = AnyEvening(0, started=False)
    for place, name in enumerate(NAMES[:players]):
        night.act(None, TakeSeat(name, {}, box=place >= people))
    values = {name: str(value) if isinstance(value, Text) else value for name, value in preset.rules.items()}
    night.act(ANN, SetRules({"turns": True, **values}), StartGame(ANN))
    return night


def step(night: AnyEvening, chance: random.Random) -> bool:
    """Do the next thing that a player of the box would do; False: nobody has anything to do."""
    table, live = night.table, night.tables.live(CODE)
    if table.ballot and not table.ballot.over:
        night.vote(*(choice_of(live, table.ballot, seat, chance) for seat in table.ballot.voters))
        return True
    for seat in table.ids:
        command = bot_command(table, seat, chance, None)
        if command:
            night.together(seat, command.with_draws(chance))
            return True
    return False


def ends_by_itself(night: AnyEvening) -> bool:
    """Return whether the shape has an end that nobody asks for: rounds, points, a full sheet, or all the chips."""
    rules = night.table.rules
    return bool(rules.rounds or rules.target or rules.limit or rules.lines or rules.betting)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_the_box_plays_every_shape_alone_to_its_end(preset: Preset) -> None:
    """Chips went round for ever: nobody raised the blinds, and a bot that had all of them did not end the game."""
    night, chance = set_up(preset), random.Random(11)
    own_end = ends_by_itself(night)
    for done in range(MAX_STEPS if own_end else STEPS):
        if night.table.phase is TablePhase.OVER:
            break
        assert step(night, chance), "somebody always has something to do"
        if done < STEPS:
            night.sound()
    if not own_end:
        assert night.table.phase is TablePhase.PLAYING
        night.together(ANN, FinishGame())
    assert night.table.phase is TablePhase.OVER
    assert night.table.ending
    assert {line.seat for line in night.table.ending.standings} == set(night.table.ids)
    night.sound()


def test_no_bot_ends_the_chips_of_somebody_who_plays_with_it() -> None:
    night, chance = (
        set_up(next(each for each in PRESETS if str(each.title) == "Cards for chips"), 3, people=1),
        random.Random(3),
    )
    for seat in (BEN, CID):
        night.act(seat, Pay(ANN, 1_000))
    assert has_everything(night.table) == ANN
    assert [bot_command(night.table, seat, chance, None) for seat in (BEN, CID)] == [None, None]
