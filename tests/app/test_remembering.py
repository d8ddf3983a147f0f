"""The records of a game that is over: written in the transaction that ends it, and as the table wishes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.hosting.places import keep_place
from companion.app.tables import Tables
from companion.core.referee.parting import StopGame
from companion.core.referee.replay import last_game
from companion.core.table.commands import Agree, SetRemembering, Undo
from companion.core.table.table import Level
from companion.games import registry
from companion.games.western_town.rulebook.lincoln import Half
from companion.store import tally
from companion.store.log import Log
from companion.store.results import remembered, results
from companion.testing import played
from tests.support.forked import forked
from tests.support.recordings import FOLDER, RECORDED, name_of
from tests.support.table import ANN, BOB, CID, CODE, Night

KILLED = 9


def over(path: Path | str = ":memory:") -> Night:
    night = Night(3, path=path)
    night.together(ANN, StopGame())
    assert night.is_over()
    return night


def names(log: Log) -> list[list[str]]:
    return [[line.name for line in each.standings] for each in results(log)]


def forget(night: Night, seat: str = ANN, again: bool = False) -> None:
    night.act(seat, SetRemembering(again))


def test_a_game_that_is_over_is_remembered_by_name_with_what_is_worth_a_record() -> None:
    night = over()
    (found,) = remembered(night.log)
    assert [(line.rank, line.name, line.score) for line in found.standings] == [
        (1, name, 10_000) for name in ("Ann", "Bob", "Cid")
    ]
    assert {feat.kind: (feat.amount, feat.name) for feat in found.feats} == {"end": (10_000, "Ann"), "turns": (1, "")}


@pytest.mark.logs("no record is made of it")
def test_a_game_whose_feats_have_a_mistake_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games come from outside, too."""
    night = Night(3)
    monkeypatch.setattr(type(night.tables.live(CODE).game), "feats", lambda *_: 1 / 0)
    night.together(ANN, StopGame())
    assert names(night.log) == [["Ann", "Bob", "Cid"]]


def test_a_table_that_is_not_to_be_remembered_leaves_nobodys_name_behind() -> None:
    night = Night(3)
    forget(night)
    night.together(BOB, StopGame())
    assert names(night.log) == [[]], "that it is over stays: `companion tidy` has to know"
    assert remembered(night.log) == []
    assert "Ann" not in str(night.log.rows("SELECT * FROM results"))
    night.sound()


def test_a_player_who_changes_his_mind_at_the_end_is_forgotten_or_remembered_after_all() -> None:
    night = over()
    before = results(night.log)
    forget(night, CID)
    assert names(night.log) == [[]]
    forget(night, BOB, again=True)
    assert results(night.log) == before
    night.sound()


def test_an_end_that_is_taken_back_leaves_nothing_and_the_choice_stays_as_it_is() -> None:
    night = Night(3)
    night.together(ANN, StopGame())
    forget(night)
    night.together(ANN, Undo(night.table.done[-1].before))
    assert not night.is_over()
    assert not night.table.remembered
    assert results(night.log) == []
    assert night.restarted().table.remembered is False


def test_asking_for_what_is_so_already_changes_nothing() -> None:
    night = Night(3)
    before = night.table.seq
    forget(night, again=True)
    assert night.table.seq == before


def test_guests_at_a_numbered_table_are_not_remembered_unasked() -> None:
    tables = Tables(Log(":memory:"), registry())
    at_home, at_seven = (tables.open_table("abilene", "1993", Level.BANK) for _ in range(2))
    keep_place(tables, at_seven, 7)
    assert tables.table(at_home).remembered
    assert not tables.table(at_seven).remembered


# --- a box that dies at the tally ----------------------------------------------------------------


def _dies_writing(path: str) -> None:
    tally.note = lambda *_: os._exit(KILLED)
    _agrees(path)


def _dies_unanswered(path: str) -> None:
    tables = _tables(path)
    tables.bell.notify = lambda *_: os._exit(KILLED)  # type: ignore[method-assign]
    _agrees(path, tables)


def _tables(path: str) -> Tables:
    return Tables(Log(path), registry())


def _agrees(path: str, tables: Tables | None = None) -> None:
    """Let the last one who has to agree do so, with the same id each time."""
    tables = tables or _tables(path)
    motions = tables.table(CODE).motions
    tables.act(CODE, CID, Agree(motions[0].id if motions else 0), action_id="the last word")


@pytest.mark.parametrize(("death", "ended"), [(_dies_writing, False), (_dies_unanswered, True)])
def test_a_box_that_is_killed_at_the_tally_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, death: Callable[[str], None], ended: bool
) -> None:
    path = tmp_path / "box.sqlite"
    night = Night(3, path=path)
    night.act(ANN, StopGame())
    night.agree(BOB)
    night.log.close()
    process = forked(death, str(path))
    process.join()
    assert process.exitcode == KILLED
    tables = _tables(str(path))
    assert (tables.table(CODE).ending is not None, len(results(tables.log))) == (ended, int(ended))
    _agrees(str(path), tables)
    _agrees(str(path), tables)
    assert names(tables.log) == [["Ann", "Bob", "Cid"]]
    tables.log.close()


# --- what games say of themselves ------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_every_recorded_game_says_feats_that_have_a_name_and_are_somebodys(path: Path) -> None:
    recorded = played(path)
    game = recorded.referee.game
    if not game.feat_kinds:
        return
    _, table = recorded.tables[-1]
    feats = game.feats([record.event for record in last_game(recorded.records)])
    assert {feat.kind for feat in feats} <= {*game.feat_kinds}
    assert all(feat.amount > 0 and feat.seat in {"", *table.ids} for feat in feats)
    assert len({feat.kind for feat in feats}) == len(feats)


@pytest.mark.parametrize("half", Half)
def test_most_points_are_a_record_where_whole_ones_are_counted(half: Half) -> None:
    """Half points of one table are no record beside whole ones of another."""
    recorded = played(FOLDER / "v1/western_town_counted_guided.jsonl")
    _, table = recorded.tables[-1]
    ending = table.ending
    assert ending
    table = replace(table, rules=replace(table.rules, half_rounding=half))
    summary = tally.summarise(recorded.referee.game, table, recorded.records[-1:], lambda: recorded.records[:-1])
    assert summary
    best = max(ending.standings, key=lambda line: line.score)
    points = [(feat["amount"], feat["name"]) for feat in json.loads(summary[1]) if feat["kind"] == "points"]
    assert points == ([] if half is Half.HALF else [(best.score, table.seat(best.seat).name)])
