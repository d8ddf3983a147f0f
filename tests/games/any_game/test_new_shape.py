"""The guide to a new shape (docs/add-a-shape.md), followed word for word: its entry is set up, shown and played."""

from __future__ import annotations

import random
import re
from dataclasses import fields
from pathlib import Path

from companion.core.members import Preset
from companion.core.table.table import TablePhase
from companion.games.any_game import shapes
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages.sheet import WriteRow
from tests.games.any_game.test_alone import set_up, step
from tests.support.any_evening import ANN, BEN

GUIDE = (Path(__file__).parents[3] / "docs" / "add-a-shape.md").read_text("utf-8")


def entry() -> Preset:
    """Return the entry as the guide writes it."""
    (code,) = re.findall(r"```python\n(.+?)```", GUIDE, re.DOTALL)
    made = eval(code, vars(shapes))
    assert isinstance(made, Preset)
    return made


def test_the_entry_of_the_guide_is_played_to_its_end() -> None:
    night = set_up(entry())
    night.act(ANN, WriteRow({ANN: 6, BEN: 0}), WriteRow({ANN: 0, BEN: 4}), WriteRow({ANN: 7, BEN: 0}))
    assert night.table.ending
    assert [(line.rank, line.score) for line in night.table.ending.standings] == [(1, 13), (1, 13), (3, 4), (3, 4)]


def test_the_box_plays_it_alone() -> None:
    night, chance = set_up(entry()), random.Random(3)
    while night.table.phase is TablePhase.PLAYING:
        assert step(night, chance)
    night.sound()


def test_its_picture_is_there_and_it_asks_for_two_rules_at_most() -> None:
    symbols = (Path(shapes.__file__).parent / "templates" / "symbols.svg").read_text("utf-8")
    assert f'id="g-{entry().picture}"' in symbols
    assert len(entry().main_rules) <= 2
    assert set(entry().rules) <= {field.name for field in fields(Rules)}


def test_every_house_rule_belongs_to_a_piece_or_to_the_table_itself() -> None:
    named = set(re.findall(r"`(\w+)`", GUIDE))
    money = {"sign", "step", "decimals", "start", "starts", "quick", "open_cash", "bank_limit", "carry"}
    assert {field.name for field in fields(Rules)} - named == money | {"evening", "seats"}
