"""The whole machine: how long a cold start takes, and that a plug that is pulled takes no payment along."""

from __future__ import annotations

import random
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.bench.rows import Rows, row
from tests.box.emulated import Computer, image
from tests.box.evening import Box
from tests.box.rooted import Debian
from tests.faults.support import lost, new_tables, pay_until_killed, purse, seated_over_http, sound
from tests.support.timing import soon

SEED = 1993
PULLS = 20
PAGE_SECONDS = 1800.0
PAYING_SECONDS = (0.0, 3.0)
STATE = "/var/lib/private/companion"
STARTED = "systemctl show --value --property=UserspaceTimestampMonotonic"
SERVED = "systemctl show --value --property=ExecMainStartTimestampMonotonic companion"
FIRST_PAGE = (
    "until exec 3<>/dev/tcp/127.0.0.1/80; do sleep 0.1; done 2>/dev/null; "
    "printf 'GET / HTTP/1.0\\r\\nHost: 127.0.0.1\\r\\n\\r\\n' >&3; grep -q '200 OK' <&3 && cut -d' ' -f1 /proc/uptime"
)


def tried(debian: Debian, kept: Path, packages: Sequence[Path], rows: Rows) -> None:
    """Switch the box on, unplug it twenty times while somebody pays and switch it on again, at last switch it off."""
    with closing(image(debian, kept, packages)) as computer:
        box, chance = Box(computer.port), random.Random(SEED)
        cold_start(computer, box, rows)
        code, tokens = seated_over_http(box)
        start = cash(box, code, tokens["s1"])
        acked: list[int] = []
        forgotten, applied = 0, 0
        for _ in range(PULLS):
            more, gone = unplugged(computer, box, code, tokens["s1"], len(acked), chance)
            acked, forgotten = acked + more, forgotten + gone
            computer.switch_on()
            seconds = box.awaited(PAGE_SECONDS)
            applied = start - cash(box, code, tokens["s1"])
            assert len(acked) <= applied <= len(acked) + 1, f"{len(acked)} payments acknowledged, {applied} there"
            print(
                f"{len(acked)} payments acknowledged, {forgotten} writes lost; the next page after {seconds:.0f} s",
                flush=True,
            )
        computer.run(f"companion check --database {STATE}/companion.sqlite")
        computer.switch_off()
        tables = new_tables(copied(computer, kept))
        assert purse(tables, code)["s1"] == start - applied
        sound(tables)
        name = f"acknowledged payments lost, the plug of {debian} pulled {PULLS} times"
        rows[f"{name} (of {len(acked):,}; {forgotten:,} writes lost)"] = row(
            len(lost(tables, code, acked)), "payments", target="== 0"
        )


def unplugged(
    computer: Computer, box: Box, code: str, token: str, start: int, chance: random.Random
) -> tuple[list[int], int]:
    """Return the payments acknowledged until the plug was pulled, and how many writes the disk forgot."""
    acked: list[int] = []
    payer = threading.Thread(target=pay_until_killed, args=(box, code, token, start, acked))
    payer.start()
    assert soon(lambda: acked, PAGE_SECONDS), "no payment was acknowledged"
    time.sleep(chance.uniform(*PAYING_SECONDS))
    forgotten = computer.unplug(chance)
    payer.join()
    return acked, forgotten


def cold_start(computer: Computer, box: Box, rows: Rows) -> None:
    """Measure from the switch to the first page, by the machine's own clock, and fetch the QR code of ``/tv`` from
    outside.
    """
    computer.switch_on()
    computer.shell()
    page = float(computer.run(FIRST_PAGE))
    kernel, service = (int(computer.run(command)) / 1_000_000 for command in (STARTED, SERVED))
    rows["cold start: kernel"] = row(kernel, "s")
    rows["cold start: systemd, until it starts the service"] = row(service - kernel, "s")
    rows["cold start: service, until its first page"] = row(page - service, "s")
    box.awaited(PAGE_SECONDS)
    status, drawn = box.request("GET", "/tv/qr.svg")
    assert status == 200
    assert "<svg" in drawn
    print(*(f"{name} {line['value']}" for name, line in rows.items()), sep="\n", flush=True)


def cash(box: Box, code: str, token: str) -> int:
    status, view = box.request("GET", f"/api/tables/{code}/seats/s1", token=token)
    assert status == 200, view
    return int(view["cash"])


def copied(computer: Computer, folder: Path) -> Path:
    """Return the games of a computer that is switched off, as a file of this machine."""
    subprocess.run(["debugfs", "-R", f"rdump {STATE} {folder}", computer.disk.image], check=True, capture_output=True)
    return folder / "companion" / "companion.sqlite"
