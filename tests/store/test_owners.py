"""Which process a table belongs to, and what happens to what it believed when the database forgets it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import pytest

from companion.app.bots import BotRunner
from companion.app.loaded_tables import NoSuchTable
from companion.app.tables import Tables
from companion.core.errors import Stale
from companion.core.money.bank_messages import Pay
from companion.store.lock import InUse
from companion.store.log import Log
from companion.store.ownership import TakenOver
from companion.web.app import create_app
from companion.web.hosting import passing_on
from tests.faults.support import new_tables, playing
from tests.support.timing import soon

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: .ci/environment test brings it")

from companion.store.postgresql.database import PostgresqlDatabase, served_alone  # noqa: E402
from companion.store.postgresql.heartbeats import STOPPED_LOOKS  # noqa: E402
from companion.store.postgresql.owners import Owners  # noqa: E402
from tests.support.postgresql import Cluster  # noqa: E402


@dataclass
class Process:
    """The tables of one process, and what its screens were told by the others."""

    tables: Tables
    owners: Owners
    rings: list[tuple[str, int]] = field(default_factory=list)


@contextmanager
def process(address: str, here: str) -> Iterator[Process]:
    with closing(Log(address)) as log:
        assert isinstance(log.storage, PostgresqlDatabase)
        tables = new_tables(log=log)
        rings: list[tuple[str, int]] = []
        owners = Owners(
            log.storage, here, lambda code, seq: rings.append((code, seq)), tables.forget, tables.bell.codes
        )
        owners.begin()
        tables.ownership = owners
        yield Process(tables, owners, rings)
        owners.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.postgresql.owners.CHECK_SECONDS", 0.05)


@pytest.fixture
def address(postgresql: Cluster) -> str:
    return postgresql.new_database()


@pytest.fixture
def two(address: str) -> Iterator[tuple[Process, Process]]:
    with process(address, "http://one:1") as one, process(address, "http://other:2") as other:
        yield one, other


def break_locks(owners: Owners) -> None:
    """End the connection with the locks at the server, as it does when it starts anew."""
    assert owners._lock_connection
    with psycopg.connect(owners.database.address, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (owners._lock_connection.info.backend_pid,))


def test_a_table_belongs_to_the_player_who_opened_it_until_he_lets_go(two: tuple[Process, Process]) -> None:
    one, other = two
    code = playing(one.tables)
    assert one.tables.owner(code) == ""
    assert other.tables.owner(code) == "http://one:1"
    assert one.owners.owns(code)
    assert not other.owners.owns(code)
    one.owners.release(code)
    other.owners.invalidate(code)
    assert other.tables.owner(code) == ""
    assert one.tables.owner(code) == "http://other:2"


def test_a_table_that_there_is_not_belongs_to_nobody_and_leaves_no_trace(two: tuple[Process, Process]) -> None:
    assert two[0].tables.owner("NONE") == ""
    assert not two[0].owners.owns("NONE")
    assert two[0].tables.log.rows("SELECT * FROM owners") == []
    with pytest.raises(NoSuchTable):
        two[0].tables.newest("NONE")


def test_a_table_that_was_read_while_it_was_anothers_is_read_anew(two: tuple[Process, Process]) -> None:
    one, other = two
    code = playing(one.tables)
    assert other.tables.table(code).seq == other.tables.newest(code)
    one.tables.act(code, "s1", Pay("s2", 5))
    assert other.tables.table(code) == one.tables.table(code), "checked against its head"
    one.tables.act(code, "s1", Pay("s2", 5))
    one.owners.release(code)
    other.owners.invalidate(code)
    assert other.tables.owner(code) == ""
    assert other.tables.table(code) == one.tables.table(code)


@pytest.mark.logs("the connection with the locks broke", "do not belong to this process any more")
def test_a_process_that_loses_its_locks_owns_nothing_and_reads_anew_what_others_did_meanwhile(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    code = playing(one.tables)
    break_locks(one.owners)
    other.owners.invalidate(code)
    assert soon(lambda: other.tables.owner(code) == "")
    other.tables.act(code, "s1", Pay("s2", 5))
    one.owners.look()
    assert not one.owners.owns(code)
    assert one.tables.owner(code) == "http://other:2"
    assert one.tables.table(code) == other.tables.table(code)


@pytest.mark.logs("an action was not stored (stale)")
def test_a_process_that_does_not_know_yet_that_it_lost_its_locks_cannot_overwrite_anybody(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    code = playing(one.tables)
    one.tables.table(code)
    break_locks(one.owners)
    other.owners.invalidate(code)
    assert soon(lambda: other.owners.take(code) == "")
    other.tables.act(code, "s1", Pay("s2", 5))
    assert one.owners.owns(code), "he still believes it"
    with pytest.raises(Stale):
        one.tables.act(code, "s1", Pay("s2", 5))
    one.tables.act(code, "s1", Pay("s2", 5))
    assert one.tables.newest(code) == 8


def test_a_bell_rings_in_the_other_processes_and_not_twice_at_home(two: tuple[Process, Process]) -> None:
    one, other = two
    other.owners._receive()  # listens from now on
    code = playing(one.tables)
    one.owners.send_notifications()
    other.owners._receive()
    assert other.rings == [(code, one.tables.newest(code))], "each table once, with its newest number"
    one.owners._receive()
    assert one.rings == []


def test_a_process_that_is_alone_tells_nobody_until_another_one_begins(address: str) -> None:
    with process(address, "http://one:1") as one:
        one.owners.look()
        playing(one.tables)
        assert one.owners._outgoing.empty()
        with process(address, "http://other:2"):
            one.owners.look()
            playing(one.tables)
            assert not one.owners._outgoing.empty()


def test_what_no_bell_has_told_is_noticed_by_asking(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr("companion.store.postgresql.owners.POLL_SECONDS", 0.0)
    code = playing(one.tables)
    other.tables.bell.listen(code, lambda seq: None)
    other.owners._poll()
    assert other.rings == [(code, 6)], "what is listened to only now may have gone on since it was looked at"
    other.owners._poll()
    one.tables.act(code, "s1", Pay("s2", 5))  # and dies before it tells
    other.owners._poll()
    assert other.rings == [(code, 6), (code, 7)]


def test_the_box_plays_only_at_tables_of_its_own(two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    code = playing(one.tables)
    other.tables.presence.look(code)
    other.tables.table(code)
    asked: list[str] = []
    monkeypatch.setattr(other.tables, "live", asked.append)
    BotRunner(other.tables)._play_at(code)
    assert asked == []


def test_a_box_that_wants_a_database_alone_waits_until_nobody_serves_it(
    two: tuple[Process, Process], address: str
) -> None:
    with pytest.raises(InUse), served_alone(address):
        raise AssertionError("it is served")
    for each in two:
        each.owners.close()
    with served_alone(address):
        pass


def test_a_database_that_says_nothing_is_a_refusal(two: tuple[Process, Process]) -> None:
    one, other = two
    code = playing(one.tables)
    break_locks(other.owners)
    other.owners.database.address = "host=/nowhere"
    for _ in range(2):
        with pytest.raises(TakenOver):
            other.tables.owner(code)


@pytest.mark.logs(
    "has stopped: its tables are taken", "the connection with the locks broke", "do not belong to this process any more"
)
def test_the_tables_of_a_process_that_has_stopped_are_taken_from_it(two: tuple[Process, Process]) -> None:
    """Frozen with its machine, it keeps its locks; when it wakes up it knows within a look that they are gone."""
    one, other = two
    code = playing(one.tables)
    for _ in range(STOPPED_LOOKS + 1):
        one.owners.look()
        other.owners.look()
    assert other.tables.owner(code) == "http://one:1"
    for _ in range(STOPPED_LOOKS):
        other.owners.look()
    assert not other.owners.runs("http://one:1")
    other.owners.invalidate(code)
    assert other.tables.owner(code) == ""
    one.owners.look()
    assert not one.owners.owns(code)
    assert one.tables.owner(code) == "http://other:2"
    assert one.owners.runs("http://other:2")


def test_a_process_that_slept_itself_holds_nobody_for_stopped(two: tuple[Process, Process]) -> None:
    one, other = two
    for _ in range(2):
        one.owners.look()
        other.owners.look()
    for _ in range(10 * STOPPED_LOOKS):
        one.owners.look()
    other.owners.look()
    assert other.owners.runs("http://one:1")
    assert other.owners.runs("http://nobody:1"), "of whom nothing is known it is believed"


# --- requests that are passed on --------------------------------------------------------------


class Elsewhere:
    """Every table belongs to a process that there is not, until it is doubted often enough."""

    def __init__(self, doubts: int) -> None:
        self.doubts = doubts

    def take(self, code: str) -> str:
        return "http://127.0.0.1:9" if self.doubts else ""

    def owns(self, code: str) -> bool:
        return not self.doubts

    def invalidate(self, code: str) -> None:
        self.doubts -= 1

    def release(self, code: str) -> None:
        """Do nothing: there is no other process."""

    def runs(self, address: str) -> bool:
        return True

    def tell(self, code: str, seq: int) -> None:
        """Do nothing: there is no listener."""


@pytest.mark.logs("the owner of a table at")
@pytest.mark.parametrize(("doubts", "status"), [(1, 200), (3, 503)])
def test_an_owner_that_does_not_answer_is_asked_for_anew_and_then_refused(doubts: int, status: int) -> None:
    tables = new_tables()
    code = playing(tables)
    tables.ownership = Elsewhere(doubts)
    app = create_app(tables)
    passing_on.install(app, tables, "secret")
    answer = app.test_client().get(f"/api/tables/{code}")
    assert answer.status_code == status
    assert ("taken over" in answer.text) == (status == 503)


def test_a_request_that_was_passed_on_is_not_passed_on_again() -> None:
    tables = new_tables()
    code = playing(tables)
    tables.ownership = Elsewhere(1)
    app = create_app(tables)
    passing_on.install(app, tables, "secret")
    proof = {passing_on.PROOF: "secret"}
    assert app.test_client().get(f"/api/tables/{code}", headers=proof).status_code == 503
    assert app.test_client().get(f"/K/{code}").status_code == 404, "not about a table"
