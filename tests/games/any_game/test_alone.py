"""The box plays every shape by itself: nothing is lost, nobody is stuck, and what can end ends."""

from __future__ import annotations

import random

import pytest

from companion.app.bots import choice_of
from companion.core.members import Preset
from companion.core.table.commands import SetRules, StartGame, TakeSeat
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.games.any_game.bots import bot_command
from companion.games.any_game.shapes import PRESETS
from tests.support.any_evening import ANN, CODE, NAMES, AnyEvening

STEPS = 60


def set_up(preset: Preset, players: int = 4) -> AnyEvening:
    """Return a table of this shape, which has begun; the box has all seats."""
    night = AnyEvening(0, started=False)
    for name in NAMES[:players]:
        night.act(None, TakeSeat(name, {}, box=True))
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
            night.together(seat, command.drawn(chance))
            return True
    return False


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_the_box_plays_every_shape_alone(preset: Preset) -> None:
    night, chance, done = set_up(preset), random.Random(11), 0
    while done < STEPS and night.table.phase is TablePhase.PLAYING and step(night, chance):
        done += 1
        night.sound()
    over = night.table.phase is TablePhase.OVER
    assert done == STEPS or over, "somebody always has something to do"
    rules = night.table.rules
    assert over or not (rules.rounds and rules.rounds < STEPS // 8)


@pytest.mark.parametrize("title", ["Stock exchange", "Dice sheet", "Fewest points win"])
def test_what_can_end_comes_to_its_end(title: str) -> None:
    night = set_up(next(each for each in PRESETS if str(each.title) == title), 2)
    chance = random.Random(5)
    for _ in range(1_500):
        if night.table.phase is TablePhase.OVER or not step(night, chance):
            break
    assert night.table.phase is TablePhase.OVER
    night.sound()
