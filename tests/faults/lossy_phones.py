"""A program for ``test_lossy_network``: phones behind a bad network that pay until each tap has been answered.

``HOST PORT PAYMENTS``, with ``{"code", "tokens"}`` on its input; prints the seconds of every tap as JSON.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from typing import Any

TRY_SECONDS = 5.0
"""a phone gives a request up after so long and sends it again, with the same id"""


class Phone(threading.Thread):
    """A seat that pays the next."""

    def __init__(self, place: tuple[str, int], table: Any, seat: str, to: str, payments: int) -> None:
        super().__init__()
        self.place, self.table, self.seat, self.to, self.payments = place, table, seat, to, payments
        self.seconds: list[float] = []
        self.tries = 0
        self._line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        for number in range(self.payments):
            start = time.perf_counter()
            while not self._sent(f"{self.seat}-{number}"):
                pass
            self.seconds.append(time.perf_counter() - start)

    def _sent(self, action_id: str) -> bool:
        """Return whether the answer came; a line that failed is opened anew for the next try."""
        self.tries += 1
        line = self._line = self._line or http.client.HTTPConnection(*self.place, timeout=TRY_SECONDS)
        body = json.dumps({"seat": self.seat, "kind": "pay", "data": {"to": self.to, "amount": 1}, "id": action_id})
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.table['tokens'][self.seat]}",
        }
        try:
            line.request("POST", f"/api/tables/{self.table['code']}/actions", body, headers)
            answer = line.getresponse()
            answer.read()
            return answer.status == 200
        except (OSError, http.client.HTTPException):
            line.close()
            self._line = None
            return False


def main(host: str, port: int, payments: int) -> None:
    table = json.load(sys.stdin)
    seats = sorted(table["tokens"])
    pairs = zip(seats, [*seats[1:], seats[0]], strict=True)
    phones = [Phone((host, port), table, seat, to, payments) for seat, to in pairs]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    seconds = [each for phone in phones for each in phone.seconds]
    print(json.dumps({"seconds": seconds, "tries": sum(phone.tries for phone in phones)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
