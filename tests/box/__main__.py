"""``make box-test``: the packages of ``dist/`` in fresh roots of Debian, booted; writes ``build/box-test.json``.

In each root the packages are installed and photographs read. Where the processor is this machine's, the root is
switched on, a payment and a vote played while the packages are brought up to date; they are removed, installed again,
and purged. At last a whole arm64 machine is emulated, and its plug pulled (``power``). Wants to be root.

``make box-test ARGS="12 amd64"`` for the roots whose names contain the words, ``ARGS=machine`` for the machine; an
argument that is a folder has folders with pictures and their ``scene.json``, which ``companion camera read`` reads.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from tests.bench.rows import Rows, printed, row
from tests.box import power
from tests.box.evening import Box, Sale
from tests.box.rooted import Debian, Machine

ROOT = Path(__file__).resolve().parents[2]
DIST, BUILD = ROOT / "dist", ROOT / "build"
DEBIANS = tuple(
    Debian(number, suite, architecture)
    for architecture in ("amd64", "arm64")
    for number, suite in ((12, "bookworm"), (13, "trixie"))
)
MACHINE = Debian(13, "trixie", "arm64", ("linux-image-arm64", "zstd"))
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "systemd-nspawn": "systemd-container",
    "qemu-aarch64-static": "qemu-user-static binfmt-support",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-img": "qemu-utils",
    "mke2fs": "e2fsprogs",
}
EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
NAMES = ("table-companion", "table-companion-camera")
PAGE_SECONDS = 300.0
QUESTION = "table-companion table-companion/delete-games boolean"


@dataclass(frozen=True)
class Lines:
    """The readings of the photographs by a root: a line for every picture."""

    debian: Debian
    read: tuple[str, ...]

    def otherwise(self, first: Lines) -> int:
        assert len(self.read) == len(first.read)
        return sum(read_here != read_before for read_here, read_before in zip(self.read, first.read, strict=True))


def main(arguments: Sequence[str]) -> None:
    if os.geteuid():
        raise SystemExit("It makes and boots roots of Debian: sudo make box-test")
    if missing := [package for tool, package in TOOLS.items() if not shutil.which(tool)]:
        raise SystemExit(f"On Debian: apt install {' '.join(missing)}")
    if not EMULATED.exists():
        raise SystemExit("Programs for arm64 do not run here: apt install binfmt-support, update-binfmts --enable")
    words = [argument for argument in arguments if not Path(argument).is_dir()]
    photos = sorted(path.parent for folder in {*arguments} - {*words} for path in Path(folder).glob("*/scene.json"))
    rows: Rows = {}
    first: Lines | None = None
    for debian in DEBIANS:
        if all(word in str(debian) for word in words):
            lines = tried(debian, photos, rows)
            first = first or lines
            if lines.read:
                name = f"pictures read otherwise on {debian} than on {first.debian} ({len(lines.read)})"
                rows[name] = row(lines.otherwise(first), "pictures", target="== 0")
    if all(word in f"machine {MACHINE}" for word in words):
        power.tried(MACHINE, BUILD / "roots", packages(MACHINE)[:1], rows)
    for name, line in rows.items():
        print(printed(name, line))
    BUILD.mkdir(exist_ok=True)
    (BUILD / "box-test.json").write_text(json.dumps(rows, indent=1) + "\n")


def packages(debian: Debian) -> tuple[Path, Path]:
    """Return the program and the camera, as ``make deb`` leaves them; raise SystemExit where it was not called."""
    program, camera = (DIST / f"{name}_{__version__}_{debian.architecture}.deb" for name in NAMES)
    if not program.exists():
        raise SystemExit(f"There is no {program}: make deb")
    return program, camera


def tried(debian: Debian, photos: Sequence[Path], rows: Rows) -> Lines:
    """Return the outcome of every trial of the packages in one root."""
    program, camera = packages(debian)
    root = BUILD / "roots" / f"{debian.suite}-{debian.architecture}"
    debian.unpacked(BUILD / "roots", root)
    box, computer = Box(), Machine(root)
    assert not box.is_there(), "somebody serves port 80 of this machine"
    computer.install(program, camera)
    lines = Lines(debian, tuple(read(computer, photos)))
    if (
        debian.is_emulated
    ):  # by programs alone: the systemd of Debian 13 starts no service so, and the machine is booted
        return lines
    with computer.booted():
        rows[f"from switched on to the first page, {debian}"] = row(box.awaited(PAGE_SECONDS), "s")
        owner, mode = computer.run("stat", "--format=%u %a", "/var/lib/private/companion").split()
        assert owner != "0", "the games are root's"
        assert mode == "700"
        sale = Sale(box)
        sale.begins()
        computer.install(program, camera, again=True)
        rows[f"from updated to the next page, {debian}"] = row(box.awaited(PAGE_SECONDS), "s")
        sale.ends()
        cash = sale.cash()
        computer.run("apt-get", "remove", "--yes", "table-companion")
        assert not box.is_there(), "removed, and it serves"
        assert not list(root.glob("opt/table-companion/**/*.py*")), "removed, and its files are there"
        computer.install(program)
        box.awaited(PAGE_SECONDS)
        assert sale.cash() == cash, "removed and installed again, and the games are others"
    computer.run("companion", "check", "--database", "/var/lib/private/companion/companion.sqlite")
    purged(computer, program)
    return lines


def purged(computer: Machine, program: Path) -> None:
    """Check that a purge keeps the games without a question, and removes them after a yes."""
    kept = computer.state / "companion.sqlite"
    computer.run("apt-get", "purge", "--yes", "table-companion")
    assert kept.exists(), "nobody was asked, and the games are gone"
    computer.install(program)
    computer.run("sh", "-c", f"echo {QUESTION} true | debconf-set-selections")
    computer.run("apt-get", "purge", "--yes", "table-companion")
    assert not kept.exists(), "the answer was yes, and the games are there"


def read(computer: Machine, photos: Sequence[Path]) -> list[str]:
    """Return what the camera's reader says of the photographs, line by line."""
    return [
        line
        for folder in photos
        for line in computer.run("companion", "camera", "read", str(folder), bind=folder).splitlines()
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
