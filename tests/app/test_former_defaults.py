"""A table keeps the defaults that it was opened with; a new one has those of today (rules 1993 §16 A5)."""

import json
from pathlib import Path

import pytest

from companion.app.export import export_lines, replay_lines
from companion.app.tables import Tables
from companion.core.errors import IllegalMove
from companion.core.table.commands import SetRule
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import MoveCowboy, Step
from companion.store.log import Log
from tests.support.table import ANN, CODE, Night

SHARP = MoveCowboy("A6-0", "A7-1", 0)
"""Two steps with a turn of 120 degrees, and no gentler way."""


def ready(night: Night) -> Night:
    night.arrange(cows={"A": ("A5-4",)}, cowboys={ANN: ("A6-0",)})
    night.roll(cowboy=(2, 1, 1))
    night.end(Step.CATTLE)
    return night


def test_a_new_table_turns_slightly_and_one_of_before_as_sharply_as_it_did() -> None:
    new, old = ready(Night()), ready(Night(defaults=0))
    assert (new.table.rules.max_turn_angle, old.table.rules.max_turn_angle) == (60, 120)
    assert "60" in str(new.refused(ANN, SHARP, IllegalMove))
    old.act(ANN, SHARP)


def test_the_box_opens_tables_with_the_defaults_of_today() -> None:
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BOARD)
    assert tables.table(code).rules == registry()["abilene"]["1993"].edition.rules


@pytest.mark.parametrize("defaults", [0, 1])
def test_an_export_and_a_restart_keep_them(defaults: int, tmp_path: Path) -> None:
    night = Night(defaults=defaults, path=tmp_path / "box.sqlite")
    rules = night.table.rules
    table, head = replay_lines(registry(), export_lines(night.tables, CODE))
    assert table.rules == rules
    assert head.get("defaults", 0) == defaults
    assert night.restarted().table.rules == rules


def test_what_the_table_chose_itself_outlasts_any_defaults() -> None:
    for angle in (60, 120):
        night = Night(start=False, defaults=0)
        night.act(ANN, SetRule("max_turn_angle", angle))
        table, _ = replay_lines(registry(), export_lines(night.tables, CODE))
        assert table.rules.max_turn_angle == angle


def test_the_first_line_of_an_export_from_before_is_as_it_was() -> None:
    first = json.loads(next(iter(export_lines(Night(defaults=0).tables, CODE))))
    assert set(first) == {"table", "game", "edition", "level", "accounts", "phase"}
