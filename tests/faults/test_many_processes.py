"""``many_processes``: over one PostgreSQL it is the same table whichever a phone reaches, and nothing is lost."""

from __future__ import annotations

import random
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, cast

import pytest

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.money.bank_messages import Pay
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table
from companion.store.codec import Codec
from companion.store.log import ConcurrencyConflict, Log
from companion.store.storage import StorageError
from tests.faults.support import VotingPhone, figure, logged, new_tables, playing, purse, seated_over_http, sound
from tests.faults.test_restart_midvote import VOTES
from tests.support.server_process import ServerProcess, kept_port, number_of, started
from tests.support.timing import slowdown

pytest.importorskip("psycopg", reason="psycopg is not installed: .ci/environment test brings it")

from tests.support.postgresql import REACHED_AT, STARVED, Cluster, cluster

pytestmark = STARVED

PATIENCE = 120.0
TAKE_OVER_SECONDS = 5.0
FROZEN_SECONDS = 7.0
"""four to five looks of about a second, on a busy machine"""
CUT_OFF_SECONDS = 15.0
"""five until the database gives up its end of the connection, and as much while the machine is busy"""
SEED = 15


class Proxy:
    """A front before the processes without any state: each request goes to the next one that answers.

    As a phone does, it sends again what was lost, with the same id, and what was answered with 503.
    """

    def __init__(self, *processes: ServerProcess) -> None:
        self.processes = processes
        self._next = 0
        self.slowest = 0.0
        """seconds that an answer took, attempts included; where the machine is busy, as on a quiet one"""

    def request(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        begun = time.monotonic()
        while True:
            self._next += 1
            process = self.processes[self._next % len(self.processes)]
            with suppress(OSError, HTTPException):
                status, answer = process.request(method, path, body, token)
                if status != 503:
                    took = time.monotonic() - begun
                    self.slowest = max(self.slowest, took if took < 1 else took / slowdown())
                    return status, answer
            assert time.monotonic() < begun + PATIENCE, "nobody answers"
            time.sleep(0.05)


Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture
def address(postgresql: Cluster) -> str:
    return postgresql.new_database()


@pytest.fixture(scope="module")
def two(postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Yield two processes over one database."""
    folder, address = tmp_path_factory.mktemp("two"), postgresql.new_database()
    with started(*(ServerProcess(folder / f"{name}.none", server=address) for name in ("first", "second"))) as running:
        first, second = running
        yield first, second


def on_disk(address: str) -> Tables:
    """Return what another look at the database finds."""
    return new_tables(log=Log(address))


def pay(proxy: Proxy, code: str, token: str, name: str, payer: str = "s1", payee: str = "s2") -> None:
    body = {"seat": payer, "kind": "pay", "data": {"to": payee, "amount": 1}, "id": name}
    status, answer = proxy.request("POST", f"/api/tables/{code}/actions", body, token)
    assert status == 200, answer


class Ear:
    """A screen's stream at one process: the numbers that it was told."""

    def __init__(self, process: ServerProcess, code: str) -> None:
        self.connection = HTTPConnection(process.host, process.port, timeout=PATIENCE)
        self.connection.request("GET", f"/t/{code}/stream?after=0")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200

    def hears(self, number: int) -> None:
        """Wait until it was told at least this number."""
        end = time.monotonic() + PATIENCE
        while True:
            line = self.answer.readline()
            assert line, "the stream ended"
            assert time.monotonic() < end, f"nobody told of {number}"
            if line.startswith(b"data: ") and int(line[6:]) >= number:
                return


def test_a_table_is_the_same_whichever_process_a_phone_reaches(two: Pair) -> None:
    first, second = two
    code, tokens = seated_over_http(first)
    ears = [Ear(process, code) for process in two]
    for number in range(6):
        pay(Proxy(second if number % 2 else first), code, tokens["s1"], f"tap {number}")
        seen = [process.request("GET", f"/api/tables/{code}/seats/s2", token=tokens["s2"]) for process in two]
        assert [answer.pop("join_url", None) for _, answer in seen], "each has an address of its own"
        assert seen[0] == seen[1]
        for ear in ears:
            ear.hears(seen[0][1]["seq"])
    assert second.request("GET", f"/t/{code}/screen")[0] == 200
    assert first.request("GET", "/api/tables/NONE")[0] == second.request("GET", "/api/tables/NONE")[0] == 404
    with closing(Log(first.server)) as log:
        assert [kept for (kept,) in log.rows("SELECT code FROM owners")] == [code]
        assert sum(kind == "paid" for _, kind in logged(new_tables(log=log), code)) == 6


def test_a_table_of_a_process_that_was_killed_goes_on_at_the_other_within_seconds(two: Pair) -> None:
    check_kills(two, 2)


@pytest.mark.torture
def test_processes_that_are_killed_three_hundred_times_lose_and_double_nothing(two: Pair) -> None:
    check_kills(two, 300)


def check_kills(two: Pair, kills: int) -> None:
    """Pay through a proxy while the processes are killed in turn, the owner of the table among them."""
    chance = random.Random(SEED)
    proxy, stop = Proxy(*two), threading.Event()
    code, tokens = seated_over_http(two[0])
    acked: list[str] = []

    def play() -> None:
        while not stop.is_set():
            name = f"tap {len(acked)}"
            payer, payee = ("s1", "s2") if len(acked) % 2 else ("s2", "s1")  # to and fro, so that nobody runs out
            pay(proxy, code, tokens[payer], name, payer, payee)
            acked.append(name)

    with ThreadPoolExecutor(1) as phones:
        playing_on = phones.submit(play)
        for kill in range(kills):
            time.sleep(chance.uniform(0.05, 0.3))
            two[kill % 2].kill()
            time.sleep(chance.uniform(0, 0.1))
            two[kill % 2].start()
        stop.set()
        playing_on.result(PATIENCE)
    with closing(Log(two[0].server)) as log:
        tables = new_tables(log=log)
        done = [name for name, kind in logged(tables, code) if kind == "paid"]
        assert done == acked
        sound(tables)
    assert proxy.slowest < TAKE_OVER_SECONDS
    for process in two:
        assert "Traceback" not in process.printed()
    figure(f"kill9 of one of two processes ({len(acked)} payments, slowest {proxy.slowest:.1f} s)", kills)


def test_a_vote_whose_owner_dies_between_seal_and_reveal_is_opened_again_at_the_other(two: Pair) -> None:
    """No vote can be read meanwhile, none is lost, and the phones send again what died with its memory."""
    proxy = cast(ServerProcess, Proxy(*two))
    code, tokens = seated_over_http(two[0], players=4)
    body = {"seat": "s1", "kind": "record_town", "data": {}, "id": "town"}
    assert proxy.request("POST", f"/api/tables/{code}/actions", body, tokens["s1"])[0] == 200
    phones = [VotingPhone(proxy, code, seat, tokens[seat], choice) for seat, choice in VOTES.items()]
    assert [phone.seal()[0] for phone in phones] == [200] * 3
    assert [phone.open_if_asked() for phone in phones[:2]] == [200] * 2
    assert len(phones[0].ballot()["opened"]) == 2, "whichever process was reached"
    owner = next(each for each in two if f"table {code} belongs to this process" in each.printed())
    owner.kill()
    kept = database_text(owner.server)
    for phone in phones:
        assert phone.ballot()["votes"] == {}
        assert phone.opening.nonce not in kept
    assert phones[0].ballot()["opened"] == []
    assert [phone.open_if_asked() for phone in phones] == [200] * 3
    assert phones[0].ballot()["votes"] == VOTES
    owner.start()


def owner_of(two: Pair, code: str, token: str, address: str = "") -> Pair:
    """Return the process to which the table belongs now, and the other one."""
    assert two[0].request("GET", f"/api/tables/{code}/seats/s1", token=token)[0] == 200
    with closing(Log(address or two[0].server)) as log:
        ((owner,),) = log.rows("SELECT address FROM owners WHERE code = ?", (code,))
    return two if owner.endswith(f":{two[0].port}") else (two[1], two[0])


def test_a_table_of_a_process_that_is_frozen_goes_on_at_the_other_and_the_frozen_one_learns_of_it(two: Pair) -> None:
    """It keeps its connections and its locks: only its silence tells. Requests sent to it meanwhile count once."""
    code, tokens = seated_over_http(two[0])
    frozen, other = owner_of(two, code, tokens["s1"])
    pay(Proxy(frozen), code, tokens["s1"], "tap 0")
    body = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": "tap 1"}
    frozen.freeze()
    try:
        with pytest.raises(TimeoutError):
            frozen.request("POST", f"/api/tables/{code}/actions", body, tokens["s1"], seconds=0.5)
        proxy = Proxy(other)
        for number in range(1, 4):
            pay(proxy, code, tokens["s1"], f"tap {number}")
        assert proxy.slowest < FROZEN_SECONDS
    finally:
        frozen.thaw()
    pay(Proxy(frozen), code, tokens["s1"], "tap 4")
    seen = [process.request("GET", f"/api/tables/{code}/seats/s2", token=tokens["s2"])[1] for process in two]
    assert [answer["seq"] for answer in seen] == [seen[0]["seq"]] * 2
    with closing(Log(other.server)) as log:
        tables = new_tables(log=log)
        assert [name for name, kind in logged(tables, code) if kind == "paid"] == [f"tap {n}" for n in range(5)]
        sound(tables)
    assert "Traceback" not in frozen.printed() + other.printed()
    figure(f"a process that is frozen (slowest {proxy.slowest:.1f} s)", 1)


def database_text(address: str) -> str:
    """Return all text that the database keeps."""
    with closing(Log(address)) as log:
        names = [name for (name,) in log.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'companion'")]
        return str([log.rows(f"SELECT * FROM {name}") for name in names])


# --- two processes that both believe that a table is theirs -----------------------------------


def hammered(address: str, rounds: int, kind: type[Log] = Log) -> tuple[int, int]:
    """Let two processes without any owner spend one purse; return how often both could, and how many payments were
    lost.
    """
    double = 0
    with closing(kind(address)) as one, closing(kind(address)) as other:
        boxes = [new_tables(log=one), new_tables(log=other)]
        code = playing(boxes[0])
        asked: list[str] = []
        for number in range(rounds):
            cash, _ = [purse(box, code)["s1"] for box in boxes]  # each has a picture of its own
            asked += [f"{number}/{box}" for box in range(2)]
            with ThreadPoolExecutor(2) as phones:
                paid = list(phones.map(spent, boxes, [code] * 2, [cash] * 2, asked[-2:]))
            double += all(paid)
            give_back(boxes[0], code, cash)
        done = [name for name, kind in logged(boxes[0], code) if kind == "paid" and name in asked]
        if kind is Log:
            sound(new_tables(log=one))
    return double, rounds - len(set(done))


def spent(box: Tables, code: str, cash: int, name: str) -> bool:
    """Return whether the whole purse could be spent; sent again as long as somebody else is writing."""
    while True:
        try:
            box.act(code, "s1", Pay("s2", cash), action_id=name)
        except StorageError:
            continue
        except RuleError as error:
            if error.code == "stale":
                continue
            return False
        return True


def give_back(box: Tables, code: str, cash: int) -> None:
    while True:
        with suppress(RuleError):
            box.act(code, "s2", Pay("s1", cash))
            return


@pytest.mark.logs("an action was not stored (stale)")
def test_two_processes_that_write_to_one_table_spend_no_dollar_twice(address: str) -> None:
    double, lost = hammered(address, 10)
    assert (double, lost) == (0, 0)
    figure("concurrent_spend in two processes", 10)


class Believer(Log):
    """Broken on purpose: writes of others meanwhile are no reason to look again."""

    def append(self, codec: Codec, table: Table, records: Sequence[StoredEvent], *rest: Any) -> None:
        while True:
            ahead = self.newest(table.code) + 1 - records[0].seq
            with suppress(ConcurrencyConflict):
                return super().append(codec, table, [replace(each, seq=each.seq + ahead) for each in records], *rest)


def test_processes_that_believe_their_own_picture_spend_it_twice(address: str) -> None:
    """Negative control."""
    assert hammered(address, 1, Believer)[0] == 1


@pytest.mark.logs("an action was not stored (stale)")
@pytest.mark.torture
def test_two_processes_that_write_to_one_table_a_thousand_times_spend_no_dollar_twice(address: str) -> None:
    assert hammered(address, 1_000) == (0, 0)
    figure("concurrent_spend in two processes", 1_000)


# --- the database dies ------------------------------------------------------------------------


DATABASE_DIES = pytest.mark.logs(
    "owners: an error",
    "discarding closed connection",
    "error connecting in",
    "the connection with the locks broke",
    "do not belong to this process any more",
    "reconnection attempt in pool",
    "couldn't get a connection",
)


@DATABASE_DIES
def test_a_database_that_is_killed_is_a_clear_refusal_and_loses_nothing(tmp_path: Path) -> None:
    check_database_kills(tmp_path, 1)


@DATABASE_DIES
@pytest.mark.torture
def test_a_database_that_is_killed_fifty_times_loses_nothing(tmp_path: Path) -> None:
    check_database_kills(tmp_path, 50)


def check_database_kills(folder: Path, kills: int) -> None:
    with cluster(durable=True) as mortal, closing_process(folder, mortal.address) as process:
        proxy = Proxy(process)
        code, tokens = seated_over_http(process)
        paid = 0
        for _ in range(kills):
            for _ in range(5):
                pay(proxy, code, tokens["s1"], f"tap {paid}")
                paid += 1
            mortal.kill()
            body = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": f"tap {paid}"}
            status, answer = process.request("POST", f"/api/tables/{code}/actions", body, tokens["s1"])
            assert status == 503
            assert "again" in str(answer)
            mortal.start()
            pay(proxy, code, tokens["s1"], f"tap {paid}")
            paid += 1
        with closing(Log(mortal.address)) as log:
            tables = new_tables(log=log)
            assert [name for name, kind in logged(tables, code) if kind == "paid"] == [f"tap {n}" for n in range(paid)]
            sound(tables)
        assert "Traceback" not in process.printed()
        figure(f"kill of the database ({paid} payments, slowest {proxy.slowest:.1f} s)", kills)


class closing_process:  # noqa: N801
    """A process over this database, gone afterwards."""

    def __init__(self, folder: Path, address: str) -> None:
        self.process = ServerProcess(folder / "box.none", server=address)

    def __enter__(self) -> ServerProcess:
        self.process.start()
        return self.process

    def __exit__(self, *error: object) -> None:
        self.process.kill()


# --- the network between them -----------------------------------------------------------------


@contextmanager
def cut(host: str, port: int) -> Iterator[None]:
    """Drop all packets from and to this address, without an error to either side."""
    rules = [["-d", host, "--dport", str(port)], ["-s", host, "--sport", str(port)]]
    for rule in rules:
        subprocess.run(["iptables", "-I", "INPUT", "-p", "tcp", *rule, "-j", "DROP"], check=True)
    try:
        yield
    finally:
        for rule in rules:
            subprocess.run(["iptables", "-D", "INPUT", "-p", "tcp", *rule, "-j", "DROP"], check=True)


def confirmed(process: ServerProcess, code: str, token: str, name: str) -> bool:
    """Return whether a payment is confirmed; the process may refuse it or say nothing."""
    body = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 1}, "id": name}
    with suppress(OSError, HTTPException):
        return process.request("POST", f"/api/tables/{code}/actions", body, token)[0] == 200
    return False


def cuts_cables() -> bool:
    """Return whether this machine lets the tests drop packets."""
    found = shutil.which("iptables")
    return bool(found) and not subprocess.run([str(found), "-S", "INPUT"], capture_output=True, check=False).returncode


@pytest.mark.torture
@pytest.mark.logs(
    *("discarding closed connection", "owners: an error", "bells: an error"),
    *("error connecting in", "reconnection attempt in pool", "couldn't get a connection"),
)
@pytest.mark.skipif(not cuts_cables(), reason="only root may drop packets, with iptables")
def test_a_process_that_is_cut_off_from_the_database_confirms_nothing_and_its_tables_go_on_elsewhere(
    tmp_path: Path,
) -> None:
    """Ten times: the owner loses the database without a word; the other one goes on; the cable is put back."""
    with closing(kept_port()) as kept, cluster(durable=True, port=(port := number_of(kept))) as behind:
        one, other = (ServerProcess(tmp_path / f"{at}.none", server=behind.at(at)) for at in REACHED_AT)
        with started(one, other):
            code, tokens = seated_over_http(one)
            paid, slowest = 0, 0.0
            for _ in range(10):
                owner, beside = owner_of((one, other), code, tokens["s1"], behind.address)
                pay(Proxy(owner), code, tokens["s1"], f"tap {paid}")
                with cut(REACHED_AT[0] if owner is one else REACHED_AT[1], port), ThreadPoolExecutor(1) as phone:
                    vain = phone.submit(confirmed, owner, code, tokens["s1"], f"tap {paid + 1}")
                    proxy = Proxy(beside)
                    for number in range(1, 4):
                        pay(proxy, code, tokens["s1"], f"tap {paid + number}")
                    slowest = max(slowest, proxy.slowest)
                    assert not vain.result()
                pay(Proxy(owner), code, tokens["s1"], f"tap {paid + 4}")
                paid += 5
        with closing(Log(behind.address)) as log:
            tables = new_tables(log=log)
            assert [name for name, kind in logged(tables, code) if kind == "paid"] == [f"tap {n}" for n in range(paid)]
            sound(tables)
        assert slowest < CUT_OFF_SECONDS
        assert "Traceback" not in one.printed() + other.printed()
        figure(f"a process cut off from its database ({paid} payments, slowest {slowest:.1f} s)", 10)
