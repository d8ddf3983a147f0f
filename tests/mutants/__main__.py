"""``make mutants``: plants every fault of ``faults.toml`` in a copy of the program and runs the tests that must notice.

``python -m tests.mutants [WORDS]`` plants only those whose name contains the words. Writes build/mutants.json.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter

from tests.mutants.faults import ROOT, Fault, faults

COPIES = os.cpu_count() or 1
SECONDS = 300
"""a fault that makes the tests wait for so long has been noticed"""
ALL_SECONDS = 1800
"""so long the tests of all faults may take without any"""


def main() -> int:
    """Print a line a fault; the exit code says whether all were caught."""
    words = " ".join(sys.argv[1:])
    chosen = [fault for fault in faults() if words in fault.name]
    with tempfile.TemporaryDirectory() as folder:
        first = copied(ROOT, Path(folder) / "0")
        if failed := run(first, sorted({test for fault in chosen for test in fault.tests}), ALL_SECONDS):
            print(f"Without any fault these tests fail already, and would catch everything:\n{failed}")
            return 1
        copies: SimpleQueue[Path] = SimpleQueue()
        for copy in (first, *(copied(first, first.with_name(str(number))) for number in range(1, COPIES))):
            copies.put(copy)
        with ThreadPoolExecutor(COPIES) as pool:
            found = list(pool.map(lambda fault: tried(copies, fault), chosen))
    caught = sum(bool(by) for _, by in found)
    print(f"{caught} of {len(found)} faults caught")
    report = {fault.name: {"caught by": by} for fault, by in found}
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    (build / "mutants.json").write_text(json.dumps(report, indent=1) + "\n")
    return int(caught < len(found))


def copied(tree: Path, folder: Path) -> Path:
    """Return a copy of the program and its tests, with what Python has compiled of them, that may be broken."""
    ignored = shutil.ignore_patterns(".git", ".venv", "build", ".*_cache")
    return Path(shutil.copytree(tree, folder, ignore=ignored))


def tried(copies: SimpleQueue[Path], fault: Fault) -> tuple[Fault, str]:
    """Return the fault and the test that caught it, "" if none did."""
    copy, start = copies.get(), perf_counter()
    file = copy / fault.file
    before, was = file.read_text(), file.stat()
    file.write_text(fault.planted(before))
    try:
        by = run(copy, fault.tests)
    finally:
        file.write_text(before)
        os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))  # so that nobody takes what was compiled of the fault
        copies.put(copy)
    print(f"{fault.name}: {by or 'NOT CAUGHT'} ({perf_counter() - start:.0f} s)", flush=True)
    return fault, by


def run(copy: Path, tests: Iterable[str], seconds: int = SECONDS) -> str:
    """Return the first test that fails in the copy, "" if none does."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # every fault would compile the whole program anew
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no end in {seconds} s"
    if done.returncode == 0:
        return ""
    marks = ("FAILED tests/", "ERROR tests/")  # without the folder it may be a line of a log
    lines = [line for line in done.stdout.splitlines() if line.startswith(marks)]
    return lines[0].split(" - ")[0] if lines else f"pytest ended with {done.returncode}: {done.stdout[-300:]}"


if __name__ == "__main__":
    raise SystemExit(main())
