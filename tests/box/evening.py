"""The evening at a box that came as a package: a payment and a vote, while the package is brought up to date."""

from __future__ import annotations

import time
from http.client import HTTPException
from pathlib import Path

from tests.faults.support import VotingPhone, seated_over_http
from tests.support.server_process import ServerProcess

VOTES = {"s2": "OWN", "s3": "FOREIGN", "s4": "NONE"}
PAID = 500
ONE_TRY_SECONDS = 120.0
"""an emulated network card may never answer what was asked before it was there"""


class Box(ServerProcess):
    """The service at this port of the machine, started by somebody else."""

    def __init__(self, port: int = 80) -> None:
        super().__init__(Path("box.sqlite"), port=port)

    def awaited(self, seconds: float) -> float:
        """Return how long it took until the first page came."""
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            try:
                if self.request("GET", "/", seconds=ONE_TRY_SECONDS)[0] == 200:
                    return time.monotonic() - began
            except (OSError, HTTPException):
                time.sleep(0.1)
        raise AssertionError(f"no page within {seconds:.0f} s")

    def is_there(self) -> bool:
        try:
            return self.request("GET", "/health")[0] == 200
        except (OSError, HTTPException):
            return False


class Sale:
    """A table that has begun to vote when the box is updated."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.code, self.tokens = seated_over_http(box, players=4)
        self.phones = [VotingPhone(box, self.code, seat, self.tokens[seat], choice) for seat, choice in VOTES.items()]
        self.kept = 0
        """what the first voter has when the vote begins"""

    def act(self, seat: str, kind: str, **data: object) -> None:
        body = {"seat": seat, "kind": kind, "data": data}
        status, answer = self.box.request("POST", f"/api/tables/{self.code}/actions", body, self.tokens[seat])
        assert status == 200, answer

    def cash(self) -> int:
        return int(self.phones[0].look()["cash"])

    def begins(self) -> None:
        before = self.cash()
        self.act("s1", "pay", to="s2", amount=PAID, words="my boots are bigger")
        assert self.cash() == before + PAID
        self.act("s1", "record_town")
        for phone in self.phones[:2]:
            assert phone.seal()[0] == 200
        self.kept = self.cash()

    def ends(self) -> None:
        assert self.cash() == self.kept
        assert [phone.ballot()["mine"] for phone in self.phones] == ["sealed", "sealed", "open"]
        assert self.phones[2].seal()[0] == 200
        for phone in self.phones:
            assert phone.open_if_asked() == 200
        assert self.phones[0].ballot()["votes"] == VOTES
        self.act("s1", "show_sticker", brand=None, value=500)
        assert self.phones[0].look()["page"]["ballot"] is None
