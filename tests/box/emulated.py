"""A whole machine of its own for a while: kernel, systemd and the packages in an emulated arm64 computer.

A shell waits at its serial line, because the kernel's command line says so; its port 80 is a port of this machine.
"""

from __future__ import annotations

import random
import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.box.plug import Disk
from tests.box.rooted import Debian, Machine

NETWORK = "[Match]\nType=ether\n\n[Network]\nDHCP=yes\n"
LINE = "ttyAMA0"
ARGUMENTS = f"root=/dev/vda rw quiet console={LINE} systemd.debug_shell={LINE} systemd.mask=serial-getty@{LINE}.service"
COMPUTER = ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "1024", "-display", "none")
"""the processor of a Raspberry Pi 4, and as much memory as the smallest of them"""
SIZE = "3G"
TERMINAL = re.compile(r"\x1b\[[?\d;]*[A-Za-z]|\r")
"""what a shell says to a screen, and the carriage of a printer"""
OFF_SECONDS = 300.0
COMMAND_SECONDS = 600.0


def image(debian: Debian, kept: Path, packages: Sequence[Path]) -> Computer:
    """A computer with these packages, switched off."""
    root = kept / "machine"
    debian.unpacked(kept, root)
    machine = Machine(root)
    (root / "etc/systemd/network/wired.network").write_text(NETWORK)
    machine.run("systemctl", "enable", "systemd-networkd")
    machine.install(*packages)
    kernel, initrd = (
        next((root / "boot").glob(name)).rename(kept / name[:-1]) for name in ("vmlinuz-*", "initrd.img-*")
    )
    disk = Disk(kept / "machine.raw")
    disk.made_of(root, SIZE)
    return Computer(disk, kernel, initrd)


@dataclass
class Computer:
    """Switched off; ``switch_on``, and then ``unplug`` or ``switch_off``."""

    disk: Disk
    kernel: Path
    initrd: Path
    port: int = 8080
    """of this machine, for its port 80"""
    qemu: subprocess.Popen[bytes] | None = None

    @property
    def console(self) -> Path:
        """What it wrote to its serial line since it was switched on."""
        return self.disk.image.with_suffix(".console")

    def switch_on(self) -> None:
        card = f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:80"
        command = [
            *COMPUTER,
            *("-kernel", str(self.kernel), "-initrd", str(self.initrd), "-append", ARGUMENTS),
            *("-netdev", card, "-device", "virtio-net-pci,netdev=net,romfile="),
            *("-serial", "stdio", "-monitor", "none"),
            *self.disk.switched_on(),
        ]
        with self.console.open("wb") as console:
            self.qemu = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=console)

    def unplug(self, chance: random.Random) -> int:
        """Nothing is said to anybody; how many writes are lost."""
        assert self.qemu
        self.qemu.kill()
        self.qemu.wait()
        return self.disk.unplugged(chance)

    def switch_off(self) -> None:
        assert self.qemu
        self._type("systemctl poweroff")
        self.qemu.wait(OFF_SECONDS)
        self.disk.switched_off()

    def run(self, command: str) -> str:
        """What the command printed in the machine; raises AssertionError with it if it fails."""
        before = self.console.stat().st_size
        self._type(f"{command}; echo ended: $?")
        until = time.monotonic() + COMMAND_SECONDS
        answer = ""
        while time.monotonic() < until:
            answer = TERMINAL.sub("", self.console.read_bytes()[before:].decode(errors="replace"))
            if found := re.search(r"\n(.*)ended: (\d+)\n", answer, re.DOTALL):
                assert found[2] == "0", answer
                return found[1]
            time.sleep(0.2)
        raise AssertionError(f"no end of {command}\n{answer}")

    def _type(self, line: str) -> None:
        assert self.qemu
        assert self.qemu.stdin
        self.qemu.stdin.write(f"{line}\n".encode())
        self.qemu.stdin.flush()
