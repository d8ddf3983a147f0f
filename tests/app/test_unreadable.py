"""A table that cannot be read is named, exported and closed; the others play on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.app import loaded_tables, reading
from companion.app.check import problems
from companion.app.reading import Unreadable
from companion.app.tables import Tables
from companion.core.errors import NotNow
from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import SNAPSHOT_EVERY, Log
from tests.faults.support import app_over, new_tables, playing
from tests.support.phones import as_read


class Box:
    """Two tables that play, one of which is going to be spoiled."""

    def __init__(self) -> None:
        self.log = Log(":memory:")
        before = new_tables(log=self.log)
        self.bad, self.good = playing(before), playing(before)
        before.act(self.bad, "s1", Pay("s2", 5))

    def spoiled(self, sql: str, *parameters: object) -> FlaskClient:
        """Return what a phone sees after a restart with the log like this."""
        self.log.rows(sql, (*parameters, self.bad))
        self.tables = new_tables(log=self.log)
        return app_over(self.tables).test_client()


SPOILED: dict[str, tuple[str, ...]] = {
    "an event of no game": ("UPDATE events SET kind = 'rained' WHERE seq = 3 AND code = ?",),
    "no JSON": ("UPDATE events SET data = '{' WHERE seq = 3 AND code = ?",),
    "an event is gone": ("DELETE FROM events WHERE seq = 3 AND code = ?",),
    "money from nowhere": ('UPDATE events SET data = replace(data, \'"frm":"s1"\', \'"frm":"s7"\') WHERE code = ?',),
    "no such level": ("UPDATE tables SET level = 'cellar' WHERE code = ?",),
    "a game that left the shelf": ("UPDATE tables SET game = 'ludo' WHERE code = ?",),
    "an edition that left the shelf": ("UPDATE tables SET edition = '1900' WHERE code = ?",),
    "letters that are none": ("UPDATE events SET data = CAST(x'7b22ff' AS TEXT) WHERE seq = 3 AND code = ?",),
}


@pytest.mark.logs("cannot be read (")
@pytest.mark.parametrize("name", SPOILED)
def test_a_bad_table_is_named_and_exported_and_closed_and_the_others_play_on(name: str) -> None:
    box = Box()
    client = box.spoiled(*SPOILED[name])
    front = client.get("/")
    assert front.status_code == 200
    assert f"Table {box.bad} cannot be read" in as_read(front.text)
    assert f"/t/{box.good}/screen" in front.text
    assert client.get(f"/t/{box.good}/screen").status_code == 200
    assert box.tables.act(box.good, "s1", Pay("s2", 5)) > 0
    screen = client.get(f"/t/{box.bad}/screen")
    assert (screen.status_code, "cannot be read" in screen.text) == (422, True)
    head, *lines = client.get(f"/t/{box.bad}/export.jsonl").text.splitlines()
    assert json.loads(head)["unreadable"]
    assert len(lines) == box.log.rows("SELECT count(*) FROM events WHERE code = ?", (box.bad,))[0][0]
    assert all(json.loads(line)["seq"] for line in lines)
    assert client.post(f"/t/{box.bad}/close").status_code == 303
    assert box.bad not in client.get("/").text
    assert any(box.bad in problem for problem in problems(box.log, registry())), "closed is not forgotten"


@pytest.mark.logs("cannot be read (DamagedFile)")
def test_a_bad_table_is_read_once_and_not_at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box()
    client = box.spoiled(*SPOILED["no JSON"])
    reads: list[str] = []
    real: Callable[..., object] = reading.read_table

    def counted(log: Log, games: object, row: object) -> object:
        reads.append("")
        return real(log, games, row)

    monkeypatch.setattr(loaded_tables, "read_table", counted)
    for _ in range(3):
        client.get("/")
    assert len(reads) == 2, "one for each table"
    with pytest.raises(Unreadable, match="is damaged"):
        box.tables.live(box.bad)


def test_a_snapshot_in_which_a_bit_is_wrong_is_folded_anew() -> None:
    box = Box()
    tables = new_tables(log=box.log)
    for _ in range(SNAPSHOT_EVERY):
        tables.act(box.bad, "s1", Pay("s2", 1))
    before = tables.table(box.bad)
    (text,) = box.log.rows("SELECT data FROM snapshots WHERE code = ?", (box.bad,))[0]
    assert text.count("Ann")
    for wrong in (text.replace("Ann", "Amn"), text[:-40], text.replace('"seq": ', '"seq": 1', 1)):
        client = box.spoiled("UPDATE snapshots SET data = ? WHERE code = ?", wrong)
        assert client.get(f"/t/{box.bad}/screen").status_code == 200
        assert box.tables.table(box.bad) == before
        assert "damaged snapshot" in " ".join(problems(box.log, registry()))


@pytest.mark.logs("a result that cannot be read is left out")
def test_a_result_that_cannot_be_read_is_left_out_of_the_history() -> None:
    box = Box()
    client = box.spoiled("UPDATE tables SET made = made WHERE code = ?")
    good = (box.good, 9, "abilene", "1993", 1.0, "over", '[{"rank": 1, "name": "Ann", "score": 5}]')
    for number, bad in enumerate(
        (good, (*good[:4], 1e300, *good[5:]), (*good[:6], "{"), (*good[:6], '[{"rank": "x"}]'))
    ):
        box.log.rows(
            "INSERT INTO results (code, seq, game, edition, ended, ending, standings) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (f"TAB{number}", *bad[1:]),
        )
    for page in ("/", "/history"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "Ann" in answer.text


# --- how many tables there can be -------------------------------------------------------------


def test_so_many_tables_are_kept_in_memory_and_all_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded_tables, "MAX_LOADED", 5)
    tables = new_tables()
    codes = [tables.open_table("abilene", "1993", Level.BANK) for _ in range(20)]
    listens = tables.bell.listen(codes[0], lambda _: None)
    for code in codes:
        tables.table(code)
        tables.presence.look(code)
    assert len(tables._live) <= 7
    assert codes[0] in tables._live, "a screen listens to it"
    listens()
    assert all(tables.table(code).code == code for code in codes)


def test_a_box_that_is_full_says_so_and_one_address_opens_no_table_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = new_tables()
    client = app_over(tables).test_client()
    wish = {"game": "abilene", "edition": "1993", "level": "bank"}
    answers = [client.post("/tables", data=wish).status_code for _ in range(102)]
    assert (answers.count(303), answers[-1]) == (100, 429)
    assert len(Tables(tables.log, registry()).log.tables(12)) == 12
    monkeypatch.setattr("companion.store.log.MAX_TABLES", 100)
    with pytest.raises(NotNow, match="keeps 100 tables"):
        tables.open_table("abilene", "1993", Level.BANK)
