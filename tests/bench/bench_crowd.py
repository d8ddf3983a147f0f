"""The number of phones that a room may have: they load their pages with six kept connections each, then play.

Each table has six phones; where these are, is measured twice: each at an address of its own, and all behind one. A
crowd counts when nobody is hung up on, nobody waits longer than five seconds for any answer, and every page that is
open is told of every payment. Larger ones are tried until one does not count.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from companion.web.visit.tokens import cookie_name
from tests.bench.crowd import Crowd, Failed, Phone, Screen, Seated, payment
from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.bench.servers import in_play
from tests.support.memory import resident_mb
from tests.support.room_of_phones import Phone as Visitor
from tests.support.room_of_phones import Room

PLAYERS = 6
AT_ONCE = 24
"""phones that load at the same time"""
MAX_SECONDS = 5.0
ONE = "127.0.99.1"
APART, BEHIND_ONE = "each at an address of its own", "behind one address"
CROWDS = {APART: (300, 600, 900, 1_200, 1_500, 1_800, 2_100), BEHIND_ONE: (48, 102, 150, 198, 252)}


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return the largest crowds that load and play, and what they took."""
    rows: Rows = {}
    for where, sizes in CROWDS.items():
        name = f"largest crowd that loads and plays, {where}"
        rows[name] = row(0, "phones")
        for phones in length.of(sizes, sizes[:2], (2 * PLAYERS,)):
            found = _tried(folder, phones, where == BEHIND_ONE)
            if isinstance(found, str):
                print(f"{phones} phones {where}: {found}", flush=True)
                break
            longest, memory, files = found
            rows |= {
                name: row(phones, "phones", target=">= 500" if where == APART else ">= 100"),
                f"{name}: longest wait": row(longest, "s", target=f"<= {MAX_SECONDS:g}"),
                f"{name}: resident memory, highest": row(memory, "MB"),
                f"{name}: open files": row(files, "files"),
            }
    return rows


def _tried(folder: Path, phones: int, behind_one: bool) -> tuple[float, float, int] | str:
    """Return the longest wait, memory and open files of so many phones; or what went wrong."""
    with in_play(folder, phones // PLAYERS) as (tables, port, box):
        room = Room(port)
        try:
            room.load(_visitors(tables, behind_one), AT_ONCE)
            if room.hung_up:
                return f"{len(room.hung_up)} were hung up on: {room.hung_up[0]}"
            if not all(phone.loaded for phone in room.phones):
                return "not all pages came"
            played = _played(port, tables, behind_one)
            files = len([*Path(f"/proc/{box}/fd").iterdir()])
        except (Failed, OSError) as error:
            return f"{type(error).__name__}: {error}"
        finally:
            room.close()
        longest = max(*room.waits, played)
        return (longest, resident_mb(box, "VmHWM"), files) if longest <= MAX_SECONDS else f"{longest:.1f} s to wait"


def _visitors(tables: Sequence[Seated], behind_one: bool) -> list[Visitor]:
    return [
        Visitor(
            ONE if behind_one else f"127.0.{device // 250}.{device % 250 + 1}",
            f"/t/{table.code}/s/{seat}",
            f"{cookie_name(table.code, seat)}={table.tokens[seat]}",
        )
        for device, (table, seat) in enumerate(_seats(tables))
    ]


def _seats(tables: Sequence[Seated]) -> list[tuple[Seated, str]]:
    return [(table, seat) for table in tables for seat in table.tokens]


def _played(port: int, tables: Sequence[Seated], behind_one: bool) -> float:
    """Return the longest that a payment took until every open page of its table was told; raise Failed."""
    device_of_one = 99 * 250
    screens = list[Screen]()
    for device, (table, seat) in enumerate(_seats(tables)):
        cookie = f"Cookie: {cookie_name(table.code, seat)}={table.tokens[seat]}\r\n"
        at = device_of_one if behind_one else device
        screens.append(Screen.opened(port, table.code, at, table.seq, f"&seat={seat}", cookie))
    crowd = Crowd(screens)
    phones = [Phone(port, device_of_one if behind_one else PLAYERS * number) for number in range(len(tables))]
    longest = 0.0
    try:
        for table in tables:
            crowd.wait(table.code, table.seq)
        for number, (table, phone) in enumerate(zip(tables, phones, strict=True)):
            start = perf_counter()
            phone.send(*payment(table, number))
            seq = json.loads(phone.receive())["seq"]
            longest = max(longest, crowd.wait(table.code, seq) - start)
    finally:
        crowd.close()
        for phone in phones:
            phone.sock.close()
    return longest
