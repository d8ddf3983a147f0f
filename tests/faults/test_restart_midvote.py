"""``restart_midvote``: the server may die at any moment of a vote; no vote is lost, none is revealed, play goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.messages import Command
from companion.core.referee.reducer import StoredEvent
from companion.core.secrets.ballot import SealVote
from companion.core.table.table import Table
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.store.log import Besides, Log
from tests.faults.support import (
    VotingPhone,
    act_all,
    figure,
    new_tables,
    playing,
    seated_over_http,
    sound,
)
from tests.support.server_process import ServerProcess

VOTES = {"s2": "OWN", "s3": "FOREIGN", "s4": "NONE"}


def restart(server: ServerProcess, how: str) -> None:
    if how == "killed":
        server.kill()
    else:
        server.stop()
    server.start()


def nothing_revealed(phones: Iterable[VotingPhone], folder: Path) -> None:
    """Check that no page and no file knows a vote or a nonce."""
    for phone in phones:
        ballot = phone.ballot()
        assert ballot["votes"] == {}
        assert phone.opening.nonce not in str(phone.look())
        for file in folder.iterdir():
            found = file.read_bytes()
            assert phone.opening.nonce.encode() not in found, file
            assert bytes.fromhex(phone.opening.nonce) not in found, file


def vote_through_restarts(
    server: ServerProcess, folder: Path, how: str, sealed_before: int, opened_before: int
) -> None:
    """Play one sale whose vote is interrupted twice: after so many seals, and after so many openings."""
    code, tokens = seated_over_http(server, players=4)
    body = {"seat": "s1", "kind": "record_town", "data": {}}
    assert server.request("POST", f"/api/tables/{code}/actions", body, tokens["s1"])[0] == 200
    phones = [VotingPhone(server, code, seat, tokens[seat], choice) for seat, choice in VOTES.items()]
    for phone in phones[:sealed_before]:
        assert phone.seal()[0] == 200
    restart(server, how)
    assert phones[0].ballot()["sealed"] == sealed_before
    for phone in phones[:sealed_before]:
        assert phone.ballot()["mine"] == "sealed"
        assert phone.seal()[0] == 200  # the phone never got its answer and sends the same again
    for phone in phones[sealed_before:]:
        assert phone.seal()[0] == 200
    for phone in phones[:opened_before]:
        assert phone.open_if_asked() == 200
    nothing_revealed(phones, folder)
    restart(server, how)
    nothing_revealed(phones, folder)
    assert phones[0].ballot()["opened"] == []  # they were in memory only: the phones are asked again
    for phone in phones:
        assert phone.open_if_asked() == 200
    assert phones[0].ballot()["votes"] == VOTES
    show = {"seat": "s1", "kind": "show_sticker", "data": {"brand": None, "value": 500}}
    assert server.request("POST", f"/api/tables/{code}/actions", show, tokens["s1"])[0] == 200
    assert phones[0].look()["page"]["ballot"] is None  # settled: play goes on


def check_restarts(folder: Path, how: str, moments: list[tuple[int, int]]) -> None:
    with ServerProcess.serving(folder / "box.sqlite") as server:
        for sealed_before, opened_before in moments:
            vote_through_restarts(server, folder, how, sealed_before, opened_before)
        assert "Traceback" not in server.printed()
    sound(new_tables(folder / "box.sqlite"))
    figure(f"restart_midvote ({how})", 2 * len(moments))


def test_a_box_killed_while_sealing_and_while_opening_loses_no_vote(tmp_path: Path) -> None:
    check_restarts(tmp_path, "killed", [(2, 1)])


@pytest.mark.torture
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_every_moment_of_a_vote_survives_a_restart(tmp_path: Path, how: str) -> None:
    check_restarts(tmp_path, how, [(sealing, opening) for sealing in (0, 1, 2, 3) for opening in (0, 1, 2)])


# --- negative control: a box that keeps sealed votes in memory only ---------------------------


class InMemory(Tables):
    """Broken on purpose: a sealed vote is acknowledged, but not written."""

    def _commit(
        self,
        live: LoadedTable,
        records: list[StoredEvent],
        table: Table,
        action_id: str | None,
        command: Command,
        besides: Besides | None = None,
    ) -> int:
        if not isinstance(command, SealVote):
            return super()._commit(live, records, table, action_id, command, besides)
        live.history = replace(live.history, table=table)
        return table.seq


def sealed_after_restart(tables: Tables, path: Path) -> int:
    """Return the number of votes that are still sealed when another process reads the file."""
    code = playing(tables)
    act_all(tables, code, [("s1", RecordTown())])
    ballot = tables.table(code).ballot
    assert ballot
    for seat in ballot.voters:
        tables.act(code, seat, SealVote(ballot.id, "ab" * 32))
    again = new_tables(path).table(code).ballot
    return len(again.sealed) if again else 0


def test_votes_kept_in_memory_only_would_be_lost(tmp_path: Path) -> None:
    """Negative control, beside the same check against the box as it is."""
    broken = InMemory(Log(tmp_path / "broken.sqlite"), new_tables().games)
    assert sealed_after_restart(broken, tmp_path / "broken.sqlite") == 0
    assert sealed_after_restart(new_tables(tmp_path / "box.sqlite"), tmp_path / "box.sqlite") == 2
