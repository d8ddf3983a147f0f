"""A disk that forgets, like a card, what was not flushed when the plug was pulled; for the emulator."""

from __future__ import annotations

import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

SECTOR = 512
LOG_BYTES = 1 << 34
"""of a sparse file: more than is written between two plugs"""
ENTRY = struct.Struct("<QQQQ")
"""sector, number of sectors, flags and something else, as the kernel's dm-log-writes has it"""
FLUSH, DISCARD = 1, 4


@dataclass(frozen=True)
class Write:
    """So many bytes at a place; a flush has none."""

    at: int
    data: bytes
    flush: bool = False


@dataclass(frozen=True)
class Disk:
    """An image, what the emulator writes meanwhile (``.over``), and every write in its order (``.log``)."""

    image: Path

    @property
    def over(self) -> Path:
        return self.image.with_suffix(".over")

    @property
    def log(self) -> Path:
        return self.image.with_suffix(".log")

    def made_of(self, root: Path, size: str) -> None:
        """Write the image of a file system with everything below ``root``."""
        self.image.write_bytes(b"")
        subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", root, self.image, size], check=True)

    def switched_on(self) -> list[str]:
        """Return the emulator's options for it: flushes are honoured, the image itself is not written to."""
        backing = ["-b", self.image.name, "-F", "raw"]
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", *backing, self.over], check=True)
        with self.log.open("wb") as log:
            log.truncate(LOG_BYTES)
        over = f"file.driver=qcow2,file.file.driver=file,file.file.filename={self.over}"
        log_of = f"log.driver=file,log.filename={self.log}"
        return [
            "-blockdev",
            f"driver=blklogwrites,node-name=disk,{over},{log_of}",
            "-device",
            "virtio-blk-pci,drive=disk,write-cache=on",
        ]

    def switched_off(self) -> None:
        """Write everything to the image."""
        self._keep([*self.written()])

    def unplugged(self, chance: random.Random) -> int:
        """Write what was flushed into the image, and half of what was written since; how many writes are lost."""
        written = [*self.written()]
        last = max((number for number, write in enumerate(written) if write.flush), default=-1)
        since = [write for write in written[last + 1 :] if chance.random() < 0.5]
        self._keep([*written[: last + 1], *since])
        return len(written) - last - 1 - len(since)

    def written(self) -> Iterator[Write]:
        """Yield the writes since it was switched on, in order."""
        with self.log.open("rb") as log:
            log.seek(SECTOR)  # the head, which says less than the rest after a kill
            while (entry := _entry(log)) != (0, 0, 0):
                sector, sectors, flags = entry
                if not flags & DISCARD:
                    yield Write(sector * SECTOR, log.read(sectors * SECTOR), bool(flags & FLUSH))

    def _keep(self, writes: list[Write]) -> None:
        with self.image.open("r+b") as image:
            for write in writes:
                image.seek(write.at)
                image.write(write.data)
        self.over.unlink()
        self.log.unlink()


def _entry(log: BinaryIO) -> tuple[int, int, int]:
    sector, sectors, flags, _ = ENTRY.unpack_from(log.read(SECTOR))
    return sector, sectors, flags
