"""``lossy_network``: every tap counts once on a Wi-Fi that loses up to a third of all packets each way.

The phones run in a network namespace of their own, behind a virtual cable on which iptables drops packets at random.
The test is skipped where the machine does not allow that.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.support import figure, logged, new_tables, purse, seated_over_http, sound
from tests.support.server_process import ServerProcess

pytestmark = [
    pytest.mark.torture,
    pytest.mark.skipif(
        not sys.platform.startswith("linux")
        or os.geteuid() != 0
        or not (shutil.which("ip") and shutil.which("iptables")),
        reason="a network of one's own needs Linux, root, ip and iptables",
    ),
]

PLAYERS, PAYMENTS = 4, 150
SPACE, OURS, THEIRS = "lossy-phones", "10.199.7.1", "10.199.7.2"


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"this machine does not allow {' '.join(command[:3])}: {done.stderr.strip()}")


@contextmanager
def lossy(share: float) -> Iterator[list[str]]:
    """Set up the network. Yield the prefix of a command that runs where this share of packets is lost each way."""
    inside = ["ip", "netns", "exec", SPACE]
    try:
        run("ip", "netns", "add", SPACE)
        run("ip", "link", "add", "lossy0", "type", "veth", "peer", "name", "lossy1", "netns", SPACE)
        run("ip", "addr", "add", f"{OURS}/24", "dev", "lossy0")
        run("ip", "link", "set", "lossy0", "up")
        run(*inside, "ip", "addr", "add", f"{THEIRS}/24", "dev", "lossy1")
        run(*inside, "ip", "link", "set", "lossy1", "up")
        chance = ["-m", "statistic", "--mode", "random", "--probability", str(share), "-j", "DROP"]
        for way in ("INPUT", "OUTPUT"):
            run(*inside, "iptables", "-A", way, *chance)
        yield inside
    finally:
        subprocess.run(["ip", "netns", "del", SPACE], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", "lossy0"], capture_output=True, check=False)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.2, 0.3])
def test_every_tap_counts_once_on_a_network_that_loses_packets(tmp_path: Path, share: float) -> None:
    server = ServerProcess(tmp_path / "box.sqlite", host=OURS)
    with lossy(share) as inside:
        try:
            server.start()
            code, tokens = seated_over_http(server, PLAYERS)
            command = [sys.executable, "-m", "tests.faults.lossy_phones", OURS, str(server.port), str(PAYMENTS)]
            done = subprocess.run(
                [*inside, *command],
                input=json.dumps({"code": code, "tokens": tokens}),
                capture_output=True,
                text=True,
                check=False,
                timeout=1_200,
            )
        finally:
            server.kill()
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    seconds = sorted(found["seconds"])
    tables = new_tables(tmp_path / "box.sqlite")
    actions = [action for action, kind in logged(tables, code) if kind == "paid"]
    assert len(actions) == len(set(actions)) == PLAYERS * PAYMENTS
    assert len({purse(tables, code)[seat] for seat in tokens}) == 1, "everybody paid as often as he was paid"
    sound(tables)
    print(
        f"{share:.0%} lost each way: p50 {seconds[len(seconds) // 2] * 1e3:.0f} ms, "
        f"p99 {seconds[int(len(seconds) * 0.99)]:.1f} s, worst {seconds[-1]:.1f} s, {found['tries']} requests"
    )
    figure(f"lossy_network {share:.0%}", len(seconds))
