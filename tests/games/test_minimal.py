"""A game with nothing but the required members is played from the first page to the tally, through the pages alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.bots import play_once
from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.app.tables import Tables
from companion.core.members import Bots
from companion.core.messages import Command
from companion.core.plugin import Registry
from companion.core.table.table import Table, TablePhase
from companion.store.log import Log
from companion.web.app import create_app
from tests.games.minimal import NineCounters, TakeCounters
from tests.support.installed import installed
from tests.support.phones import SeatedPhone

SOURCE = Path(__file__).parent / "minimal"


def takes_one(table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
    return TakeCounters(1) if table.play.order[0] == seat else None


class NineCountersAlone(NineCounters):
    """The same with players of its own, who take one each."""

    bots = Bots(command=takes_one)


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Registry]:
    with installed(SOURCE, tmp_path) as games:
        yield games


def test_it_has_nothing_that_is_not_required(found: Registry) -> None:
    game = found["minimal"]["nine"]
    members = (game.bots, game.exchange, game.presets, game.catalogue, game.board, game.camera, game.markers)
    assert {*members} == {None}


def test_it_is_played_from_the_first_page_to_the_tally(found: Registry) -> None:
    tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(9))
    app = create_app(tables)
    host = app.test_client()
    assert "Nine counters" in host.get("/").text
    opened = host.post("/tables", data={"game": "minimal", "edition": "nine", "level": "bank", "demo": "0"})
    code = opened.headers["Location"].split("/")[2]
    ann, bob = (SeatedPhone.take_seat(app, code, name) for name in ("Ann", "Bob"))
    ann.press("start_game", first=ann.seat)
    assert not bob.offers("take_counters")
    for phone in (ann, bob, ann, bob, ann, bob, ann, bob, ann):
        phone.press("take_counters")
    for page in (ann.page, bob.page, host.get(f"/t/{code}/screen").text):
        assert "the last counter is taken" in page
    assert host.get(f"/t/{code}/s/{ann.seat}/account").status_code == 200
    assert "Ann" in host.get("/history").text
    assert problems(tables.log, found) == []
    table, head = replay_lines(found, export_lines(tables, code))
    assert (table.phase, head["edition"]) == (TablePhase.OVER, "nine")
    ann.press("play_again")
    assert tables.table(code).phase is TablePhase.LOBBY


def test_what_it_cannot_is_refused_and_not_an_error(found: Registry) -> None:
    tables = Tables(Log(":memory:"), found)
    app = create_app(tables)
    code = tables.open_table("minimal", "nine", found["minimal"]["nine"].edition.levels[0])
    ann, bob = (SeatedPhone.take_seat(app, code, name, colour="red") for name in ("Ann", "Bob"))
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("choose_board", {"name": "", "file": ""}),
        ("set_rule", {"name": "goal", "value": 1}),
        ("set_level", {"level": "board"}),
        ("set_pace", {"pace": "fast"}),
    ]
    for kind, data in wishes:
        body = {"seat": ann.seat, "kind": kind, "data": data}
        assert ann.client.post(f"/api/tables/{code}/actions", json=body).status_code == 422, kind
    ann.press("start_game", first=ann.seat)
    body = {"seat": bob.seat, "kind": "borrow_from_bank", "data": {"amount": 100}}
    assert bob.client.post(f"/api/tables/{code}/actions", json=body).status_code == 422
    for path in (f"/t/{code}/s/{ann.seat}/arrange", f"/t/{code}/camera", "/print", "/boards", f"/t/{code}/qr.svg"):
        assert ann.client.get(path).status_code in (200, 303), path
    assert ann.client.get("/print/all.pdf?edition=minimal/nine").status_code == 422


def test_it_is_not_offered_alone_without_players_of_its_own(found: Registry) -> None:
    client = create_app(Tables(Log(":memory:"), {"minimal": found["minimal"]})).test_client()
    assert "Try it alone" not in client.get("/").text
    assert client.post("/tables", data={"game": "minimal", "edition": "nine", "demo": "1"}).status_code == 422


def test_with_bots_it_is_tried_alone(found: Registry) -> None:
    games: Registry = {"minimal": {"nine": NineCountersAlone()}}
    tables = Tables(Log(":memory:"), games, clock=lambda: 0.0, chance=random.Random(9))
    app = create_app(tables)
    host = app.test_client()
    assert "Try it alone" in host.get("/games/minimal").text
    opened = host.post("/tables", data={"game": "minimal", "edition": "nine", "level": "board", "demo": "1"})
    assert opened.status_code == 303
    ann = SeatedPhone.take_seat(app, opened.headers["Location"].rpartition("/")[2], "Ann")
    ann.press("start_game", first=None)
    while tables.table(ann.code).phase is TablePhase.PLAYING:
        if not play_once(tables, ann.code):
            ann.press("take_counters")
    assert "the last counter is taken" in ann.page
