"""A database and exports that an earlier version wrote (``tests/recorded/v1/box``): they open, and the games go on.

The file was written by the version of 2026-11-22, commit dac6c48: lobbies and games of both editions, one waiting for
votes, one for consent, one for two phones, some over, with an undo, a changed house rule, an allow-anyway, a traced
board, and the snapshots of that version, without which everything is folded anew. ``answers.json`` is what that
version told each phone, and what those phones keep to themselves.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app.bots import play_once
from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.app.loaded_table import initial_table
from companion.app.tables import Tables
from companion.core.referee.replay import fold
from companion.core.secrets.ballot import Opening, commitment
from companion.core.table.commands import Undo
from companion.core.table.events import ProposalDropped
from companion.core.table.table import Table, TablePhase
from companion.games import registry
from companion.store.log import Log
from companion.store.named import boards
from companion.store.results import results
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.support import phones

BOX = Path(__file__).parents[1] / "recorded" / "v1" / "box"
EXPORTS = sorted(BOX.joinpath("exports").glob("*.jsonl"))


@cache
def answers() -> dict[str, Any]:
    """Return what the earlier version answered."""
    found: dict[str, Any] = json.loads(BOX.joinpath("answers.json").read_text())
    return found


CODES = sorted(answers()["tables"])
each_table = pytest.mark.parametrize("code", CODES)


@dataclass(frozen=True)
class OldBox:
    """The old file, opened by today's program."""

    tables: Tables
    app: Flask

    def then(self, code: str) -> Any:
        return answers()["tables"][code]

    def header(self, code: str, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.then(code)['tokens'][seat]}"}

    def get(self, path: str, code: str = "", seat: str = "") -> TestResponse:
        return self.app.test_client().get(path, headers=self.header(code, seat) if seat else {})

    def post(self, code: str, seat: str, path: str, **body: Any) -> Any:
        """Send a request with the token that the seat's phone was given then; the answer must be good."""
        sent = {"seat": seat, **body}
        answer = self.app.test_client().post(f"/api/tables/{code}/{path}", json=sent, headers=self.header(code, seat))
        assert answer.status_code == 200, answer.text
        return answer.json

    def act(self, code: str, seat: str, kind: str, **data: Any) -> None:
        self.post(code, seat, "actions", kind=kind, data=data)

    def open_votes(self, code: str) -> None:
        """Let every phone open what it has sealed."""
        phones = self.then(code)["phones"]
        for seat, opening in phones["openings"].items():
            self.post(code, seat, "openings", ballot=phones["ballot"], **opening)

    def seal(self, code: str, seat: str) -> None:
        """Seal what the phone meant to seal."""
        phones = self.then(code)["phones"]
        opening = Opening(**phones["openings"][seat])
        sealed = commitment(code, phones["ballot"], seat, opening)
        self.act(code, seat, "seal_vote", ballot=phones["ballot"], commitment=sealed)

    def events(self, code: str, after: int) -> list[Any]:
        return [stored.record.event for stored in self.tables.history(code, after)]


def opened(folder: Path, snapshots: bool = True) -> Iterator[OldBox]:
    """Yield a copy of the file in this folder, opened; snapshots only spare the reading of the log, and may be
    missing.
    """
    shutil.copy(BOX / "box.sqlite", folder)
    log = Log(folder / "box.sqlite")
    if not snapshots:
        log.rows("DELETE FROM snapshots")
    tables = Tables(log, registry(), clock=lambda: 2_000_000_000.0)
    yield OldBox(tables, create_app(tables))
    log.close()


@pytest.fixture(scope="module", params=[True, False], ids=["as it was left", "without its snapshots"])
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldBox]:
    """Yield a copy to look at."""
    yield from opened(tmp_path_factory.mktemp("old"), request.param)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[OldBox]:
    """Yield a copy to play with."""
    yield from opened(tmp_path)


def facts(view: Any) -> dict[str, Any]:
    """Return what a view says that is no sentence."""
    page, ballot = view["page"], view["page"]["ballot"]
    return {
        "cash": view["cash"],
        "pin": view["pin"],
        "commands": sorted({choice["kind"] for part in ("choices", "money") for choice in page[part]}),
        "ballot": {name: ballot[name] for name in ("id", "voters", "sealed", "mine")} if ballot else None,
        "motions": [[each["id"], each["kind"], each["by"], each["can_answer"]] for each in view["motions"]],
        "loans": [loan["id"] for loan in view["loans"]],
        "players": {player["seat"]: player["cash"] for player in view["players"]},
    }


def whole(table: Table) -> bool:
    return sum(table.accounts.values()) == 0


# --- it opens ---------------------------------------------------------------------------------


def test_the_check_finds_nothing_wrong_with_an_old_file(old: OldBox) -> None:
    assert problems(old.tables.log, registry()) == []


@each_table
def test_an_old_table_stands_as_it_stood(old: OldBox, code: str) -> None:
    table, then = old.tables.table(code), old.then(code)
    assert (table.seq, table.phase.value, dict(table.accounts)) == (then["seq"], then["phase"], then["accounts"])
    assert whole(table)


@each_table
def test_every_page_of_an_old_table_is_shown(old: OldBox, code: str) -> None:
    for seat, token in old.then(code)["tokens"].items():
        client = old.app.test_client()
        client.set_cookie(cookie_name(code, seat), token)
        page = phones.whole(client, f"/t/{code}/s/{seat}")  # which is shown: the phone has kept its seat
        assert old.tables.table(code).seat(seat).name in page
    for path in ("/", f"/j/{code}", f"/t/{code}/screen"):
        assert old.get(path).status_code == 200, path


@each_table
def test_the_api_answers_what_it_answered_then(old: OldBox, code: str) -> None:
    then = old.then(code)
    screen = old.get(f"/api/tables/{code}").json
    assert screen is not None
    assert set(answers()["view"]) <= set(screen)
    assert facts(screen) == then["screen"]
    for seat in then["tokens"]:
        assert facts(old.get(f"/api/tables/{code}/seats/{seat}", code, seat).json) == then["seats"][seat]


def test_kept_boards_and_finished_games_are_still_there(old: OldBox) -> None:
    assert boards(old.tables.log).names() == ("Our barn",)
    assert {result.code for result in results(old.tables.log)} == {"OVER", "OVEB", "AGAI"}


# --- it goes on -------------------------------------------------------------------------------

PROPOSALS = [(code, motion[0]) for code in CODES for motion in answers()["tables"][code]["screen"]["motions"]]


@pytest.mark.parametrize(("code", "number"), PROPOSALS)
def test_a_proposal_that_waited_can_be_agreed_to(box: OldBox, code: str, number: int) -> None:
    waiting = next(each for each in box.tables.table(code).motions if each.id == number)
    before = box.tables.table(code).seq
    for seat in waiting.asked:
        if seat not in waiting.agreed and any(each.id == number for each in box.tables.table(code).motions):
            box.act(code, seat, "agree", motion=number)
    happened = box.events(code, before)
    assert all(each.id != number for each in box.tables.table(code).motions)
    assert not any(isinstance(event, ProposalDropped) and event.motion.id == number for event in happened)
    assert len(happened) > waiting.needs, "what was proposed happened, besides the agreement"
    assert whole(box.tables.table(code))


def test_a_vote_that_was_half_sealed_is_sealed_and_opened(box: OldBox) -> None:
    box.seal("BANK", "s4")
    box.open_votes("BANK")
    ballot = box.tables.table("BANK").ballot
    assert ballot
    assert dict(ballot.votes) == {"s2": "OWN", "s3": "NONE", "s4": "FOREIGN"}


def test_a_vote_that_was_sealed_is_opened_and_the_cow_sold(box: OldBox) -> None:
    box.open_votes("SALE")
    box.act("SALE", "s1", "show_sticker", brand="A", value=600)
    assert dict(box.tables.table("SALE").accounts) != box.then("SALE")["accounts"]
    assert whole(box.tables.table("SALE"))


def test_a_fever_note_that_was_sealed_is_opened_and_the_steer_sold(box: OldBox) -> None:
    phones = box.then("FEVR")["phones"]
    box.seal("FEVR", "s3")
    box.open_votes("FEVR")
    owner, steer = phones["owner"], phones["steer"]
    fever, nonce = phones["notes"][owner][steer]
    box.act("FEVR", owner, "open_fever", steer=steer, fever=fever, nonce=nonce)
    assert dict(box.tables.table("FEVR").accounts) != box.then("FEVR")["accounts"]
    assert whole(box.tables.table("FEVR"))


def test_a_duel_with_cards_that_were_laid_is_decided(box: OldBox) -> None:
    phones = box.then("DUEL")["phones"]
    (one, first), (two, second) = phones["shown"].items()
    box.post("DUEL", one, "showings", showdown=phones["showdown"], **first)
    other = box.post("DUEL", two, "showings", showdown=phones["showdown"], **second)["other"]
    assert other == {"laid": first["laid"], "nonce": first["nonce"]}
    box.post("DUEL", one, "showings", showdown=phones["showdown"], **{**first, "receipt": second["nonce"]})
    box.post("DUEL", two, "showings", showdown=phones["showdown"], **{**second, "receipt": first["nonce"]})
    assert box.tables.table("DUEL").play.pending is None


@pytest.mark.parametrize("code", ["DEMO", "MIDA", "MIDB", "TRAC"])
def test_an_old_game_is_played_on(box: OldBox, code: str) -> None:
    """By the box's own players, who take every seat over."""
    live = box.tables.live(code)
    seats = tuple(replace(seat, box=True) for seat in live.table.seats)
    live.history = replace(live.history, table=replace(live.table, seats=seats))
    for _ in range(40):
        assert play_once(box.tables, code) or box.tables.table(code).phase is TablePhase.OVER
        assert whole(box.tables.table(code))
    table = box.tables.table(code)
    assert table.seq > box.then(code)["seq"]
    again = fold(live.game, initial_table(live.row, live.game), [stored.record for stored in box.tables.history(code)])
    assert again.accounts == table.accounts


@pytest.mark.parametrize("code", ["MIDA", "MIDB", "PLAY"])
def test_what_was_done_before_is_undone(box: OldBox, code: str) -> None:
    """Far enough back that the table has to be folded from its log."""
    done = box.tables.table(code).done[-3]
    seat = box.tables.table(code).ids[0]
    box.tables.act(code, seat, Undo(done.before))
    for waiting in [each for each in box.tables.table(code).motions if each.by == seat]:
        for other in waiting.asked:
            if any(each.id == waiting.id for each in box.tables.table(code).motions):
                box.act(code, other, "agree", motion=waiting.id)
    assert whole(box.tables.table(code))
    then = box.tables.table_at(box.tables.live(code), done.before)
    assert box.tables.table(code).accounts == then.accounts
    assert problems(box.tables.log, registry()) == []


# --- exports ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_export_replays_to_the_table_it_was_made_of(path: Path) -> None:
    table, head = replay_lines(dict(registry()), path.read_text().splitlines())
    then = answers()["tables"][path.stem]
    assert dict(table.accounts) == head["accounts"] == then["accounts"]
    assert (table.phase.value, table.seq) == (head["phase"], then["seq"])


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_table_is_exported_as_it_was_then(old: OldBox, path: Path) -> None:
    lines = export_lines(old.tables, path.stem)
    for now, then in zip(map(json.loads, lines), map(json.loads, path.read_text().splitlines()), strict=True):
        assert now.items() >= {name: then[name] for name in then if name not in ("data", "command")}.items()
