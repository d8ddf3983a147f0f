"""A machine of its own for a while: a fresh root of Debian that systemd-nspawn boots, on this kernel and network."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
INCLUDED = ("systemd-sysv", "dbus", "python3")
NSPAWN = ("systemd-nspawn", "--quiet", "--register=no", "--keep-unit")
"""without the help of a systemd on this machine, which may have none"""
PROCESSOR = "QEMU_CPU=cortex-a72"
"""a Raspberry Pi 4, where the machine is emulated"""
ENVIRONMENT = os.environ | {"QEMU_CPU": "cortex-a72", "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
"""newer systemds know the unified control groups only"""
BOOT_SECONDS = 600.0


@dataclass(frozen=True)
class Debian:
    number: int
    suite: str
    architecture: str
    more: tuple[str, ...] = ()
    """packages that are installed from the beginning"""

    def __str__(self) -> str:
        return f"Debian {self.number} {self.architecture}"

    @property
    def is_emulated(self) -> bool:
        return self.architecture != {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]

    def unpacked(self, kept: Path, folder: Path) -> None:
        """Unpack into the folder, from the archive in ``kept``, which is made the first time."""
        archive = kept / f"{'-'.join((self.suite, self.architecture, *self.more))}.tar"
        if not archive.exists():
            kept.mkdir(parents=True, exist_ok=True)
            half = archive.with_suffix(".half.tar")
            included = ",".join((*INCLUDED, *self.more))
            options = ("--variant=apt", f"--architectures={self.architecture}", f"--include={included}")
            subprocess.run(["mmdebstrap", *options, self.suite, half, MIRROR], check=True, env=ENVIRONMENT)
            half.rename(archive)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder], check=True)
        services = folder / "etc/systemd/system.conf.d/processor.conf"
        services.parent.mkdir(parents=True)
        services.write_text(f"[Manager]\nDefaultEnvironment={PROCESSOR}\n")


@dataclass
class Machine:
    """Switched off; ``with machine.booted():`` it is on."""

    root: Path
    leader: int = 0
    """the process that is the first one inside"""

    @property
    def state(self) -> Path:
        """Return what the service keeps, as files of the root."""
        return self.root / "var/lib/private/companion"

    def run(self, *command: str, bind: Path | None = None) -> str:
        """Return what the command printed; raise CalledProcessError with what it said if it fails."""
        if self.leader:
            inside = ["nsenter", f"--target={self.leader}", "--mount", "--uts", "--ipc", "--pid", "--root", "--wd"]
        else:
            inside = [*NSPAWN, f"--directory={self.root}", "--pipe", *([f"--bind-ro={bind}"] if bind else [])]
        calm = ["/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", PROCESSOR]
        found = subprocess.run([*inside, *calm, *command], check=False, capture_output=True, text=True, env=ENVIRONMENT)
        if found.returncode:
            raise AssertionError(f"{' '.join(command)}: {found.returncode}\n{found.stdout}{found.stderr}")
        return found.stdout

    def install(self, *packages: Path, again: bool = False) -> None:
        for package in packages:
            shutil.copy(package, self.root / "root" / package.name)
        names = [f"/root/{package.name}" for package in packages]
        self.run("apt-get", "install", "--yes", *(["--reinstall"] if again else []), *names)

    @contextmanager
    def booted(self) -> Iterator[None]:
        command = [
            *NSPAWN,
            f"--directory={self.root}",
            "--boot",
            f"--setenv={PROCESSOR}",
            "--console=pipe",
            "--link-journal=no",
        ]
        log = self.root.with_suffix(".log").open("w", encoding="utf-8")
        nspawn = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT)
        try:
            self.leader = self._child_of(nspawn)
            yield
        finally:
            self.leader = 0
            nspawn.terminate()  # an orderly power-off
            try:
                nspawn.wait(60)
            except subprocess.TimeoutExpired:
                nspawn.kill()
                nspawn.wait()
            log.close()

    def _child_of(self, nspawn: subprocess.Popen[bytes]) -> int:
        children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
        until = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < until and nspawn.poll() is None:
            for child in children.read_text().split():
                if (Path("/proc") / child / "root/run/systemd/system").exists():
                    return int(child)
            time.sleep(0.05)
        raise AssertionError(f"{self.root} does not boot: {self.root.with_suffix('.log').read_text()}")
