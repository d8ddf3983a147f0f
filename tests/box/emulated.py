"""A whole machine of its own for a while: kernel, systemd and the packages in an emulated arm64 computer.

A shell waits at its serial line, because the kernel's command line says so; its port 80 is a port of this machine.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.box.plug import Disk
from tests.box.rooted import Debian, Machine
from tests.support.timing import soon

NETWORK = "[Match]\nType=ether\n\n[Network]\nDHCP=yes\n"
LINE = "ttyAMA0"
ARGUMENTS = f"root=/dev/vda rw quiet console={LINE} systemd.debug_shell={LINE} systemd.mask=serial-getty@{LINE}.service"
COMPUTER = (
    *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-m", "1024", "-display", "none"),
    *("-icount", "shift=0", "-rtc", "clock=vm"),
)
"""the processor of a Raspberry Pi 4 and the memory of the smallest; its clock goes on by a nanosecond an instruction,
so that what it measures does not depend on how busy this machine is"""
SIZE = "3G"
TERMINAL = re.compile(r"\x1b\[[?\d;]*[A-Za-z]|\r")
"""what a shell says to a screen, and the carriage of a printer"""
ENDED = re.compile(r"begun\n(.*)ended: (\d+)\n", re.DOTALL)
OFF_SECONDS = 900.0
COMMAND_SECONDS = 1800.0


def image(debian: Debian, kept: Path, packages: Sequence[Path]) -> Computer:
    """Return a computer with these packages, switched off."""
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
        """Return what was written to the serial line since the machine was switched on."""
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

    def shell(self) -> None:
        """Wait until the shell takes commands."""
        assert soon(lambda: self._wrote(0).endswith("# "), COMMAND_SECONDS), self._wrote(0)

    def unplug(self, chance: random.Random) -> int:
        """Cut the power without a warning; return how many writes are lost."""
        assert self.qemu
        self.qemu.kill()
        self.qemu.wait()
        return self.disk.unplugged(chance)

    def switch_off(self) -> None:
        assert self.qemu
        self._type("systemctl poweroff")
        self.qemu.wait(OFF_SECONDS)
        self.disk.switched_off()

    def close(self) -> None:
        """End all processes of the machine, whatever has failed."""
        if self.qemu:
            self.qemu.kill()
            self.qemu.wait()

    def run(self, command: str) -> str:
        """Return what the command printed in the machine; raise AssertionError with it if it fails."""
        before = self.console.stat().st_size
        self._type(f"echo beg''un; {command}; echo ended: $?")  # the line itself may be echoed twice
        assert soon(lambda: ENDED.search(self._wrote(before)), COMMAND_SECONDS), self._wrote(before)
        found = ENDED.search(self._wrote(before))
        assert found
        assert found[2] == "0", found[0]
        return found[1]

    def _wrote(self, since: int) -> str:
        return TERMINAL.sub("", self.console.read_bytes()[since:].decode(errors="replace"))

    def _type(self, line: str) -> None:
        assert self.qemu
        assert self.qemu.stdin
        self.qemu.stdin.write(f"{line}\n".encode())
        self.qemu.stdin.flush()
