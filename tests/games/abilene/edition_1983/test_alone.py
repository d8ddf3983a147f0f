"""A table of 1983 to try alone: the box plays its seats to the end, seals their notes and cards, and opens them."""

from __future__ import annotations

import random

import pytest

from companion.app.bots import demo_secrets, play_once
from companion.app.tables import Tables
from companion.core.table.commands import Agree, AllowAnyway, SetRule, StartGame, TakeSeat
from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, MoveCowboy, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1983.messages import RollTwoDice, SealFever, SteerTurned
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.support.abilene import ABILENE


@pytest.mark.parametrize(("duels", "seed"), [("cards", "two")])
def test_the_box_plays_a_whole_game_with_itself(duels: str, seed: str) -> None:
    log = Log(":memory:")
    log.add_table(TableRow("DEMO", "abilene", "1983", Level.BOARD.value, True, seed, 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(seed))
    for name in ("Annie", "Buck"):
        tables.act("DEMO", None, TakeSeat(name, {}, box=True))
    tables.act("DEMO", "s1", SetRule("duels", duels))
    tables.act("DEMO", "s1", StartGame("s1"))
    for _ in range(2_000):
        if not play_once(tables, "DEMO"):
            break
    table = tables.table("DEMO")
    assert table.phase is TablePhase.OVER
    assert table.ending is not None
    assert table.ending.code == "six_left"
    turned = [each.record.event for each in tables.history("DEMO") if isinstance(each.record.event, SteerTurned)]
    assert all(event.by == event.owner for event in turned), "every note was opened by the phone that wrote it"
    if duels == "cards":
        assert table.play.duels


def test_a_table_to_try_alone_leaves_a_seat_for_you() -> None:
    tables = Tables(Log(":memory:"), registry())
    wishes = {"game": "abilene", "edition": "1983", "demo": "1"}
    create_app(tables).test_client().post("/tables", data=wishes)
    [row] = tables.log.tables()
    assert [seat.box for seat in tables.table(row.code).seats] == [True, True]


def test_a_stolen_steer_of_the_box_shows_what_lies_underneath() -> None:
    """There are no real steers, so the box tells the captor what would be seen (rules 1983 §3.1)."""
    log = Log(":memory:")
    log.add_table(TableRow("DEMO", "abilene", "1983", Level.BOARD.value, True, "three", 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(3))
    tables.act("DEMO", None, TakeSeat("Ann", {"ranch": "A"}))
    tables.act("DEMO", None, TakeSeat("Buck", {"ranch": "B"}, box=True))
    tables.act("DEMO", "s1", StartGame("s1"))
    tables.act("DEMO", "s1", SealFever({}))
    assert play_once(tables, "DEMO"), "Buck seals his notes"
    layout = ABILENE["1983"].layout()
    assert layout is not None
    position = tables.table("DEMO").play.position
    cows = tuple(cow for cow in position.cows if cow != layout.select("A", Mark.COW_START)[0])
    figures = ArrangeBoard(cows, {"B4-2": "s1", "A3-3": "s1", "B3-1": "s2"}, {}, {})
    tables.act("DEMO", "s1", AllowAnyway(tables.live("DEMO").codec.write(figures)))
    while tables.table("DEMO").motions:
        tables.act("DEMO", "s2", Agree(tables.table("DEMO").motions[-1].id))
    for command in (EndStep(Step.CATTLE), RollTwoDice((1, 0)), MoveCowboy("B4-2", "B5-2", 0)):
        tables.act("DEMO", "s1", command)
    live = tables.live("DEMO")
    hidden = demo_secrets(tables, live)
    [line] = ABILENE["1983"].bots.notes(live.table, "s1", hidden)
    assert str(line) in ("Under the stolen steer: healthy.", "Under the stolen steer: Texas fever.")
    assert ABILENE["1983"].bots.notes(live.table, "s2", hidden) == ()


@pytest.mark.parametrize("demo", [True, False])
def test_nobody_is_told_to_look_under_steers_that_are_not_there(demo: bool) -> None:
    log = Log(":memory:")
    log.add_table(TableRow("DEMO", "abilene", "1983", Level.BOARD.value, demo, "four", 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(4))
    for name in ("Ann", "Ben"):
        tables.act("DEMO", None, TakeSeat(name, {}))
    tables.act("DEMO", "s1", StartGame("s1"))
    app = create_app(tables)
    phone = app.test_client()
    token = app.extensions["companion"].tokens.admit("DEMO", "s1", 0.0)
    phone.set_cookie(cookie_name("DEMO", "s1"), token, domain="localhost")
    page = phone.get("/t/DEMO/s/s1").text
    assert ("There are no real steers here" in page) == demo
    assert ("Look under your steers" in page) != demo
