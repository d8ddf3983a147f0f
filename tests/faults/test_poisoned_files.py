"""``poisoned_files``: no file bricks anything, whichever door it comes in by.

Boards with one thing wrong go in by upload, sketch, command, command line and log; bits are flipped in the file of the
box. Every answer is a sentence: never a 500, and never for a table that has nothing to do with it.
"""

from __future__ import annotations

import io
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app.check import problems
from companion.app.tables import Tables
from companion.boards import board_file
from companion.boards.board_file import to_json, to_text
from companion.boards.tracing import traced
from companion.cli.camera.tools import board_named
from companion.core.errors import RuleError
from companion.core.messages import kind_of
from companion.core.table.commands import TakeSeat, Undo
from companion.core.table.events import BoardChosen
from companion.core.table.table import Level
from companion.store.log import SNAPSHOT_EVERY, Log
from companion.store.named import boards
from companion.store.rows import TableRow
from companion.testing.replay import played
from tests.faults.support import app_over, figure, new_tables, no_limits, phones_of
from tests.support.recordings import RECORDED
from tests.support.sketches import sketch

SEED = 1848
POISON: tuple[Any, ...] = (
    *(
        None,
        True,
        "",
        " ",
        "\ud800",
        "\x00",
        "\u202e",
        "x" * 200,
        "<b>",
        "town",
        "A1",
        "%(who)s",
        {},
        [],
        [[]],
        [0],
        {"a": 1},
    ),
    *(0, -1, 2.5, 10**6, 2**63, 10**400, -(10**400), 1e300, float("nan"), float("inf")),
)
"""values put in the place of one thing in a good file. The worst of them once bricked a table for ever."""

WORST: tuple[tuple[tuple[str | int, ...], Any], ...] = (
    (("town", "gates", 0, "across"), {}),
    (("town", "gates", 0, "across"), []),
    (("town", "places", 0, 0), 10**400),
    (("town", "places", 0, 0), 10**9),
    (("markers", "corners", 0, "id"), 10**400),
    (("markers", "corners", 0, "id"), -1),
    (("cells", 0, "id"), "\ud800"),
    (("cells", 0, "region"), "\ud800"),
    (("cells", 0, "flags"), ["\ud800"]),
    (("areas", 0, "name"), "\ud800"),
    (("name",), "\ud800"),
    (("size",), 10**400),
    (("cells", 0, "q"), 10**400),
    (("sheet",), [10**400, 1]),
)


def places_in(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield all places in the data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inside:
        yield (*path, name)
        yield from places_in(value, (*path, name))


def poisoned(good: Any, path: tuple[str | int, ...], poison: Any) -> Any:
    """Return the data with something else in one place."""
    bad = json.loads(json.dumps(good))
    *way, last = path
    here = bad
    for name in way:
        here = here[name]
    here[last] = poison
    return bad


def mutations(good: Any, count: int, seed: int) -> Iterator[Any]:
    """Yield so many files with one error: a replaced, missing or doubled value; the worst of all first."""
    yield from (poisoned(good, path, poison) for path, poison in WORST if path in set(places_in(good)))
    chance, places = random.Random(seed), list(places_in(good))
    for _ in range(count):
        path = chance.choice(places)
        bad = poisoned(good, path, chance.choice(POISON))
        here = bad
        for name in path[:-1]:
            here = here[name]
        match chance.randrange(8):
            case 0:
                del here[path[-1]]
            case 1 if isinstance(here, list):
                here.append(json.loads(json.dumps(here[0])))
        yield bad


def calm(answer: TestResponse) -> bool:
    """Return whether it was accepted. Fail for a 500 and for a refusal without a sentence."""
    assert answer.status_code < 500, (answer.request.path, answer.status_code, answer.text[:300])
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        assert answer.text.strip()
    return answer.status_code < 400


class Box:
    """A box with a table in its lobby, and a phone there for everybody."""

    def __init__(self) -> None:
        self.tables = new_tables()
        self.app = app_over(self.tables)
        no_limits(self.app)
        self.client = self.app.test_client()
        self.code = self.lobby()
        self.phone = phones_of(self.app, self.code)["s1"]

    def lobby(self) -> str:
        code = self.tables.open_table("abilene", "1993", Level.BOARD)
        for name, ranch in zip(("Ann", "Ben", "Cara"), "ACE", strict=True):
            self.tables.act(code, None, TakeSeat(name, {"ranch": ranch}))
        return code

    def looked_at(self, code: str) -> None:
        """Fetch all pages about a table, and those that list tables and boards."""
        for path in (f"/t/{code}/screen", f"/j/{code}", f"/api/tables/{code}", f"/t/{code}/transfers.csv"):
            calm(self.client.get(path))
        assert self.client.get("/").status_code == 200
        assert self.client.get(f"/t/{code}/export.jsonl").status_code == 200


# --- boards, by every door --------------------------------------------------------------------


def by_upload(box: Box, bad: Any) -> bool:
    answer = box.client.post("/boards", data={"file": (io.BytesIO(json.dumps(bad).encode()), "x.json")})
    return calm(answer) and kept_is_shown(box)


def by_sketch(box: Box, bad: Any) -> bool:
    return calm(
        box.client.post("/api/boards", data=json.dumps(bad), content_type="application/json")
    ) and kept_is_shown(box)


def kept_is_shown(box: Box) -> bool:
    """Return the shelf and every board on it, which is empty again afterwards."""
    assert box.client.get("/boards").status_code == 200
    for name in boards(box.tables.log).names():
        for page in ("look", "file", "new"):
            assert box.client.get(f"/boards/{page}", query_string={"name": name}).status_code == 200
        boards(box.tables.log).forget(name)
    return True


def by_command(box: Box, bad: Any) -> bool:
    """Let a phone choose the board; where that is let through, look at the lobby and start the game. Return whether
    it was.
    """
    if not calm(box.phone.act("choose_board", {"file": json.dumps(bad)})):
        return False
    box.phone.view()
    box.looked_at(box.code)
    if calm(box.phone.act("start_game", {"first": "s1"})):
        box.phone.view()
        box.looked_at(box.code)
        box.code = box.lobby()
        box.phone = phones_of(box.app, box.code)["s1"]
    return True


def by_command_line(box: Box, bad: Any, folder: Path) -> bool:
    file = folder / "bad.json"
    file.write_text(json.dumps(bad))
    try:
        board_named(str(file))
    except click.ClickException:
        return False
    return True


def by_log(box: Box, bad: Any) -> bool:
    """Return whether the table's log has it, however it came there: the table is named, or its board will do."""
    code = box.lobby()
    spoil(box.tables, code, json.dumps(bad))
    box.looked_at(code)
    return box.client.get(f"/api/tables/{code}").status_code == 200


def spoil(tables: Tables, code: str, file: str) -> None:
    """Write behind the box's back that the table plays on this board, and make it read its log again."""
    seq = tables.table(code).seq + 1
    event = json.dumps({"name": "Bad", "file": file})
    tables.log.rows(
        "INSERT INTO events (code, seq, at, actor, action, kind, data) VALUES (?, ?, 0, 's1', ?, ?, ?)",
        (code, seq, seq, kind_of(BoardChosen("", "")), event),
    )
    del tables._live[code]


GOOD = to_json(traced(sketch()))


def poisoned_boards(count: int, folder: Path) -> tuple[int, int]:
    """Return (refused, accepted) of so many mutations, each by one door after the other."""
    box, outcomes = Box(), [0, 0]
    for number, bad in enumerate(mutations(GOOD, count, SEED)):
        worst = number < len(WORST)
        ways = [by_upload(box, bad), by_command(box, bad), by_command_line(box, bad, folder)]
        if worst or number % 10 == 0:
            ways.append(by_log(box, bad))
        assert len(set(ways[:1] + ways[2:3])) == 1, "one door lets in what another refuses"
        assert not (worst and any(ways)), bad
        for accepted in ways:
            outcomes[accepted] += 1
    for bad in mutations(sketch(), count, SEED + 1):
        outcomes[by_sketch(box, bad)] += 1
    return outcomes[0], outcomes[1]


@pytest.mark.logs("cannot be read (BadRequest)")
def test_a_hundred_poisoned_boards_are_refused_in_a_sentence_or_play(tmp_path: Path) -> None:
    refused, accepted = poisoned_boards(30, tmp_path)
    assert refused > 100
    assert accepted > 3, "mutations that harm nothing are let in"
    figure("poisoned_files (boards)", refused + accepted)


@pytest.mark.logs("cannot be read (BadRequest)")
@pytest.mark.torture
def test_two_thousand_poisoned_boards_are_refused_in_a_sentence_or_play(tmp_path: Path) -> None:
    refused, accepted = poisoned_boards(2_000, tmp_path)
    figure(f"poisoned_files (boards, all doors, {accepted} accepted)", refused + accepted)


@pytest.mark.logs("Exception on /")
def test_a_board_that_is_not_examined_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: the shape of the file is taken on trust, as it was once."""
    bad = poisoned(GOOD, ("town", "gates", 0, "across"), {})
    monkeypatch.setattr(board_file, "read", lambda model, file, refused: model.model_construct(**json.loads(file)))
    with pytest.raises(AssertionError, match="500"):
        by_upload(Box(), bad)


# --- flipped bits in the file of the box ------------------------------------------------------


@pytest.fixture(scope="module")
def good_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a box that has played: a game with a snapshot, a finished one, a board."""
    path = tmp_path_factory.mktemp("good") / "box.sqlite"
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        played_again(tables, "OVER")
        played_again(tables, "OPEN", 2 * SNAPSHOT_EVERY)
        boards(log).keep("Our barn", to_text(traced(sketch())), 0.0)
    return path


def played_again(tables: Tables, code: str, upto: int = 0) -> None:
    """Write a recorded game, or its beginning up to the end of an action, in this file, as the box stores it."""
    game = next(played(path) for path in RECORDED if path.stem == "abilene_no_cattle_board")
    head = game.head
    tables.log.add_table(
        TableRow(code, head["game"], head["edition"], head["level"], False, "", tables.clock(), head.get("defaults", 0))
    )
    steps = game.tables
    if upto:
        ends = (at for at in range(upto, len(steps)) if steps[at][0].action != steps[at - 1][0].action)
        steps = steps[: next(ends)]
    table = replace(steps[-1][1], code=code)
    tables.log.append(game.codec, table, [record for record, _ in steps], None, Undo(0))


def flipped(good: Path, bad: Path, seed: int) -> None:
    """Write a copy in which up to sixteen bits are wrong."""
    chance = random.Random(seed)
    data = bytearray(good.read_bytes())
    for _ in range(chance.choice((1, 4, 16))):
        data[chance.randrange(100, len(data))] ^= 1 << chance.randrange(8)
    bad.write_bytes(data)


def looked_everywhere(path: Path) -> str:
    """Open a damaged file and look at everything in it, and act at every table: what came of it."""
    try:
        log = Log(path)
    except sqlite3.Error:
        return "refused at the start"
    with closing(log):
        tables = new_tables(log=log)
        app = app_over(tables)
        no_limits(app)
        client, trouble = app.test_client(), set[int]()
        codes = [row.code for row in log.tables()]
        pages = ["/", "/boards", "/history", "/print", "/boards/look?name=Our+barn", "/api/shelf", "/api/boards"]
        pages += [f"/t/{code}/{page}" for code in codes for page in ("screen", "export.jsonl", "transfers.csv")]
        pages += [f"/j/{code}" for code in codes]
        for page in pages:
            trouble.add(without_500(client.get(page)))
        home, *television = (client.get(path).status_code for path in ("/", "/tv", "/tv/now"))
        assert television == [home, home]
        for code in codes:
            trouble |= seats_looked_at(app, tables, code)
        problems(log, tables.games)
        return "a sentence somewhere" if trouble - {200, 303, 404} else "nothing noticed"


def without_500(answer: TestResponse) -> int:
    """Return the status, which is none of a programming error; the disk's trouble is a 503 with a sentence."""
    assert answer.status_code in (200, 303, 404, 409, 422, 503), (answer.request.path, answer.status_code)
    return answer.status_code


def seats_looked_at(app: Flask, tables: Tables, code: str) -> set[int]:
    try:
        phones = phones_of(app, code)
    except RuleError:
        return set()
    if not {"s1", "s2"} <= phones.keys():
        return set()
    found = set()
    for phone in (phones["s1"], phones["s2"]):
        found.add(without_500(phone.client.get(f"/api/tables/{code}/seats/{phone.seat}", headers=phone.headers())))
        without_500(phone.act("pay", {"to": "bank", "amount": 1, "words": ""}))
        without_500(phone.act("undo", {"to": 1}))
    return found


def flipped_files(good: Path, folder: Path, seeds: Sequence[int]) -> None:
    counts: Counter[str] = Counter()
    for seed in seeds:
        bad = folder / "bad.sqlite"
        flipped(good, bad, seed)
        counts[looked_everywhere(bad)] += 1
        bad.unlink()
    assert counts["a sentence somewhere"], "nothing was noticed"
    figure(f"poisoned_files (flipped bits: {dict(counts)})", len(seeds))


@pytest.mark.logs("cannot be read (DamagedFile)")
def test_flipped_bits_in_the_file_are_a_sentence(good_file: Path, tmp_path: Path) -> None:
    assert looked_everywhere(good_file) == "nothing noticed"
    flipped_files(good_file, tmp_path, (3, 7, 10))  # each was an error page once


def overwritten(good: Path, bad: Path, name: str) -> None:
    """Write a copy in which the first page of a table, or of an index, is noise."""
    with closing(sqlite3.connect(good)) as file:
        (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    data = bytearray(good.read_bytes())
    data[(root - 1) * size : root * size] = b"\xa5" * size
    bad.write_bytes(data)


@pytest.mark.logs("cannot be read", "cannot read")
@pytest.mark.parametrize("name", ["events", "sqlite_autoindex_events_1", "snapshots", "closed"])
def test_the_television_shows_what_the_first_page_shows_of_a_damaged_file(
    good_file: Path, tmp_path: Path, name: str
) -> None:
    bad = tmp_path / "bad.sqlite"
    overwritten(good_file, bad, name)
    looked_everywhere(bad)


@pytest.mark.logs("cannot be read", "cannot read")
@pytest.mark.parametrize("at", ["'abc'", "NULL", "x'ff'"])
def test_a_time_that_is_none_keeps_no_television_from_its_tables(good_file: Path, tmp_path: Path, at: str) -> None:
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(good_file.read_bytes())
    with closing(sqlite3.connect(bad)) as file:
        file.execute(f"UPDATE events SET at = {at} WHERE seq = (SELECT max(seq) FROM events)")
        file.commit()
    looked_everywhere(bad)


@pytest.mark.logs("Exception on /")
def test_a_bad_table_that_is_not_named_is_caught(good_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: what reading a log makes of it goes through to the page."""

    def unnamed(*asked: object) -> None:
        raise KeyError("cow")

    monkeypatch.setattr("companion.app.loaded_tables.read_table", unnamed)
    with pytest.raises(AssertionError, match="500"):
        looked_everywhere(good_file)


@pytest.mark.logs("cannot be read", "cannot read", "an action was not stored (stale)")
@pytest.mark.torture
def test_flipped_bits_in_seventy_files_are_a_sentence(good_file: Path, tmp_path: Path) -> None:
    flipped_files(good_file, tmp_path, range(70))
