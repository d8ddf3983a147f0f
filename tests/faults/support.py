"""Support of the fault tests: a table that is already playing, phones for its seats, a real server to kill."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.messages import Command
from companion.core.secrets.ballot import Opening, commitment
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.testing.secrecy import seeded
from companion.web.app import create_app
from companion.web.visit.services import Services
from tests.support.server_process import ServerProcess

NAMES = ("Ann", "Ben", "Cara", "Dan", "Eve", "Finn")
RANCHES = {3: "ACE", 4: "ABDE", 5: "ABCDE", 6: "ABCDEF"}


def figure(promise: str, trials: int, failures: int = 0) -> None:
    """Print the figure of a promise; no failure in N trials says at most 3/N (95 %)."""
    bound = f", so at most {min(1, 3 / trials):.2%} (95 %)" if not failures else ""
    print(f"{promise}: {failures} failures in {trials:,} trials{bound}")


def new_tables(path: Path | str = ":memory:", log: Log | None = None) -> Tables:
    """Return tables whose dice are known beforehand; the clock is the machine's."""
    return Tables(log or Log(path), registry(), chance=random.Random(1993))


def playing(tables: Tables, players: int = 3, level: Level = Level.BANK) -> str:
    """Return a table where the first seat is about to play; everybody has the starting money."""
    code = tables.open_table("abilene", "1993", level)
    for name, ranch in zip(NAMES[:players], RANCHES[players], strict=True):
        tables.act(code, None, TakeSeat(name, {"ranch": ranch}))
    tables.act(code, "s1", StartGame("s1"))
    return code


def sound(tables: Tables) -> None:
    """Check that the file is intact, every log replays, and money is in balance."""
    assert problems(tables.log, tables.games) == []


def purse(tables: Tables, code: str) -> dict[str, int]:
    """Return what everybody has, the bank included."""
    return dict(tables.table(code).accounts)


def logged(tables: Tables, code: str) -> list[tuple[str | None, str]]:
    """Return (action id, kind of event) of the whole log, from the file."""
    rows = tables.log.rows("SELECT action_id, kind FROM events WHERE code = ? ORDER BY seq", (code,))
    return [(action_id, kind) for action_id, kind in rows]


def lost(tables: Tables, code: str, acked: list[int]) -> list[int]:
    """Return the acknowledged actions that are not in the log exactly once."""
    times = Counter(action_id for action_id, _ in logged(tables, code) if action_id)
    return [number for number in acked if times[f"k{number}"] != 1]


def act_all(tables: Tables, code: str, commands: Sequence[tuple[str, Command]]) -> None:
    """Give the commands in order, each by its seat."""
    for seat, command in commands:
        tables.act(code, seat, command)


# --- phones -----------------------------------------------------------------------------------


def box_of(app: Flask) -> Services:
    """Return the box behind an application."""
    box: Services = app.extensions["companion"]
    return box


@dataclass(frozen=True)
class Phone:
    """A phone without a browser: it talks to the application in the same process."""

    client: FlaskClient
    code: str
    seat: str
    token: str

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def act(self, kind: str, data: Mapping[str, Any], **more: Any) -> TestResponse:
        body = {"seat": self.seat, "kind": kind, "data": dict(data), **more}
        return self.client.post(f"/api/tables/{self.code}/actions", json=body, headers=self.headers())

    def open(self, ballot: int, opening: Opening) -> TestResponse:
        body = {"seat": self.seat, "ballot": ballot, "choice": opening.choice, "nonce": opening.nonce}
        return self.client.post(f"/api/tables/{self.code}/openings", json=body, headers=self.headers())

    def view(self) -> Any:
        answer = self.client.get(f"/api/tables/{self.code}/seats/{self.seat}", headers=self.headers())
        assert answer.status_code == 200, answer.text
        return answer.json


def phones_of(app: Flask, code: str) -> dict[str, Phone]:
    """Return a phone with a valid token for every seat of the table."""
    box = box_of(app)
    seats = box.tables.table(code).ids
    return {seat: Phone(app.test_client(), code, seat, box.tokens.admit(code, seat, 0.0)) for seat in seats}


def refused(answer: TestResponse, *statuses: int) -> str:
    """Return the code of a refusal, after checking that it is one clear sentence and no traceback."""
    assert answer.status_code in statuses, (answer.status_code, answer.text[:400])
    body = answer.json
    assert body is not None
    assert set(body) == {"code", "message", "rule", "waivable"}
    sentence = str(body["message"])
    assert sentence[:1].isupper() or not sentence[:1].isascii() or sentence[:1] in "$−'<", sentence
    assert sentence.endswith((".", ")", "?"))
    assert "Traceback" not in sentence
    assert "Error" not in sentence
    assert len(sentence) < 400
    return str(body["code"])


def app_over(tables: Tables) -> Flask:
    """Return the application over these tables; a programming error comes out as what a phone would see: 500."""
    app = create_app(tables)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.testing = False
    return app


def no_limits(app: Flask) -> None:
    """Let tests sit down more often than people do."""
    box = box_of(app)
    box.joins.most = box.seat_requests.most = box.pins.most = box.opens.most = box.uploads.most = 1_000_000


def opening_of(choice: str, seat: str) -> Opening:
    """Return a vote with a nonce that is the same in every run."""
    return Opening(choice, random.Random(seat).randbytes(32).hex())


def sealed(code: str, ballot: int, seat: str, opening: Opening) -> dict[str, Any]:
    """Return the data of the command that seals this vote."""
    return {"ballot": ballot, "commitment": commitment(code, ballot, seat, opening)}


def predictable_secrets(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Take codes, keys, PINs and secrets from a seeded source, so that two runs can be compared byte by byte."""
    for name, made in seeded(seed).items():
        monkeypatch.setattr(secrets, name, made)


# --- a server in a process of its own ---------------------------------------------------------


def seated_over_http(server: ServerProcess, players: int = 3, level: str = "bank") -> tuple[str, dict[str, str]]:
    """Return a started game, opened by scripts as phones would: its code, and seat -> token."""
    status, answer = server.request("POST", "/api/tables", {"game": "abilene", "edition": "1993", "level": level})
    assert status == 200, answer
    code, tokens = answer["code"], {}
    for name, ranch in zip(NAMES[:players], RANCHES[players], strict=True):
        wishes = {"name": name, "picks": {"ranch": ranch}}
        status, answer = server.request("POST", f"/api/tables/{code}/seats", wishes)
        assert status == 200, answer
        tokens[answer["seat"]] = answer["token"]
    start = {"seat": "s1", "kind": "start_game", "data": {"first": "s1"}}
    status, answer = server.request("POST", f"/api/tables/{code}/actions", start, tokens["s1"])
    assert status == 200, answer
    return code, tokens


def pay_until_killed(server: ServerProcess, code: str, token: str, start: int, acked: list[int]) -> None:
    """Pay a dollar a time, with an id for each payment, until the server is gone."""
    number = start
    while True:
        body = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": f"k{number}"}
        try:
            status, answer = server.request("POST", f"/api/tables/{code}/actions", body, token)
        except (OSError, HTTPException):
            return
        assert status == 200, answer
        acked.append(number)
        number += 1


class VotingPhone:
    """The automatic part of a phone: it keeps vote and nonce, seals once, and opens whenever the box asks for it."""

    def __init__(self, server: ServerProcess, code: str, seat: str, token: str, choice: str) -> None:
        self.server, self.code, self.seat, self.token = server, code, seat, token
        self.opening: Opening = opening_of(choice, f"{code}/{seat}")

    def look(self) -> Any:
        status, view = self.server.request("GET", f"/api/tables/{self.code}/seats/{self.seat}", token=self.token)
        assert status == 200, view
        return view

    def ballot(self) -> Any:
        return self.look()["page"]["ballot"]

    def seal(self) -> tuple[int, Any]:
        data = sealed(self.code, self.ballot()["id"], self.seat, self.opening)
        body = {"seat": self.seat, "kind": "seal_vote", "data": data, "id": f"seal-{self.seat}"}
        return self.server.request("POST", f"/api/tables/{self.code}/actions", body, self.token)

    def open_if_asked(self) -> int:
        ballot = self.ballot()
        if ballot["stage"] != "opening" or self.seat in ballot["opened"]:
            return 0
        opening = {"choice": self.opening.choice, "nonce": self.opening.nonce}
        body = {"seat": self.seat, "ballot": ballot["id"], **opening}
        return self.server.request("POST", f"/api/tables/{self.code}/openings", body, self.token)[0]
