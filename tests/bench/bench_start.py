"""(d) From the start of ``companion serve`` to its first page, and the memory it then takes."""

from __future__ import annotations

import http.client
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.bench.servers import serve_command
from tests.support.memory import resident_mb

SETTLED = 2.0
"""seconds after which everything that starts by and by has started"""


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return the median of some starts on an empty file, and the highest memory of any."""
    starts = [_start(folder) for _ in range(length.of(7, 3, 1))]
    return {
        "start to first page": row(median(seconds for seconds, _ in starts), "s", target="<= 1.5"),
        "memory after the first page": row(max(memory for _, memory in starts), "MB", target="<= 80"),
    }


def _start(folder: Path) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(dir=folder) as directory:
        start = perf_counter()
        process = subprocess.Popen(
            serve_command(Path(directory) / "start.sqlite"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if "http://127.0.0.1:" in line)
            _first_page(int(line.split("http://127.0.0.1:")[1].split()[0]))
            seconds = perf_counter() - start
            sleep(SETTLED)
            return seconds, resident_mb(process.pid)
        finally:
            process.terminate()
            process.wait(10)
            process.stdout.close()


def _first_page(port: int) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    asked.request("GET", "/")
    answer = asked.getresponse()
    assert answer.status == 200
    assert b"</html>" in answer.read()
    asked.close()
