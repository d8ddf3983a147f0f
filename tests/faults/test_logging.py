"""The log of a whole evening says what happened and no secret: no vote, no nonce, no PIN, no key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.secrets.ballot import Opening, commitment
from tests.faults.support import seated_over_http
from tests.support.server_process import ServerProcess

CARDS = {"s2": "FOREIGN", "s3": "OWN"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess.serving(tmp_path / "box.sqlite", "--log-level", "debug") as server:
        yield server


def evening(server: ServerProcess) -> tuple[str, list[str]]:
    """Return a sale with sealed votes, and everything that may be mistyped on the way: the code, and all secrets."""
    code, tokens = seated_over_http(server)
    secrets = list(tokens.values())
    actions, openings = f"/api/tables/{code}/actions", f"/api/tables/{code}/openings"

    def ask(method: str, path: str, body: object, seat: str, *statuses: int) -> object:
        status, answer = server.request(method, path, body, tokens.get(seat, ""))
        assert status in statuses, (path, body, status, answer)
        return answer

    def act(seat: str, kind: str, *statuses: int, **data: object) -> None:
        ask("POST", actions, {"seat": seat, "kind": kind, "data": data}, seat, *(statuses or (200,)))

    for seat in tokens:
        view = ask("GET", f"/api/tables/{code}/seats/{seat}", None, seat, 200)
        assert isinstance(view, dict)
        secrets.append(view["pin"])
        claim = f"/api/tables/{code}/seats/{seat}/claim"
        wrong = f"{(int(view['pin']) + 1) % 10_000:04d}"
        secrets.append(wrong)
        ask("POST", claim, {"pin": wrong}, "", 403)
        ask("GET", f"/api/tables/{code}/seats/{seat}", None, "s2" if seat == "s1" else "s1", 403)
    act("s1", "record_town")
    screen = ask("GET", f"/api/tables/{code}", None, "", 200)
    assert isinstance(screen, dict)
    ballot = screen["page"]["ballot"]["id"]
    votes = {seat: Opening(card, f"{number:064x}") for number, (seat, card) in enumerate(CARDS.items(), 0xABCDEF)}
    for seat, vote in votes.items():
        secrets += [vote.choice, vote.nonce]
        act(seat, "seal_vote", ballot=ballot, commitment=commitment(code, ballot, seat, vote))
        act(seat, "seal_vote", 422, ballot=ballot, commitment=[vote.choice, vote.nonce])
    for seat, vote in votes.items():
        whole = {"seat": seat, "ballot": ballot, "choice": vote.choice, "nonce": vote.nonce}
        for wrong_part in ({"nonce": "f" * 64}, {"choice": [vote.choice]}, {"ballot": vote.choice}, {"ballot": 0}):
            ask("POST", openings, {**whole, **wrong_part}, seat, 422)
        ask("POST", openings, whole, seat, 200)
    act("s1", "show_sticker", brand="A", value=600)
    act("s1", "end_step", 422, step="nonsense")
    return code, secrets


def test_the_log_of_an_evening_names_what_happened_and_no_secret(server: ServerProcess) -> None:
    code, secrets = evening(server)
    server.stop()
    log = server.printed()
    lines = log.splitlines()
    for expected in (
        f"table {code} opened: abilene 1993, bank",
        f"table {code}: seat s3 is taken",
        f"/api/tables/<code>/openings of table {code} refused: 422",
        "keeps its games in",
        "stopped",
    ):
        assert expected in log, expected
    assert all(re.match(r"\d{4}-\d\d-\d\d [\d:,]+ (DEBUG|INFO|WARNING) ", line) for line in lines), "a line a happening"
    assert any(" refused: 422 " in line and "routes.py:" in line for line in lines), "where a refusal came from"
    # times, ports, numbers of lines and of processes are no PINs
    cleaned = re.sub(r"(?m)^\S+ \S+ |:\d+|test-\d+-\w+", "", log.replace(str(server.database.parent), ""))
    assert [secret for secret in secrets if re.search(rf"\b{re.escape(secret)}\b", cleaned)] == []


def test_only_what_was_asked_for_is_logged(tmp_path: Path) -> None:
    with ServerProcess.serving(tmp_path / "box.sqlite", "--log-level", "error") as server:
        evening(server)
    assert server.printed() == ""
