"""The box's own certificate: a browser opens a camera on https pages only.

It is self-signed, so a browser warns once and then remembers it; it is made anew only where it is not valid any
more.
"""

from __future__ import annotations

import logging
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.app.background import BackgroundWork
from companion.web.server.secure import tls_context

VALID = timedelta(days=800)
"""phones refuse certificates that are valid for longer than 825 days"""
SPARE = timedelta(days=30)
LOOK_SECONDS = 30.0

logger = logging.getLogger(__name__)


def certificate_file(database: Path | str) -> Path:
    """Return the path of certificate and key: beside the games; in this folder, where these are in a database."""
    return database.with_name(f"{database.name}.https") if isinstance(database, Path) else Path("companion.https")


@dataclass
class OwnCertificate:
    """A certificate for ``names`` and the address where the box is ``reached``, with its key in one private file."""

    file: Path
    names: tuple[str, ...]
    reached: Callable[[], str]
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self.renew()
        try:
            self.context = tls_context(self.file)
        except ssl.SSLError:
            logger.warning("the certificate in %s cannot be used: another one is made", self.file.name, exc_info=True)
            self.file.unlink()
            self.renew()
            self.context = tls_context(self.file)
        self.background = BackgroundWork("certificate", self._look)

    def renew(self) -> bool:
        """Make another certificate if the one in the file is not valid; return whether it was made. Raise OSError."""
        required = {*self.names, self.reached()}
        kept = self._kept()
        if required <= kept:
            return False
        # The former names stay in it: a phone that has accepted it at one of them is not warned there again.
        names, until = sorted(required | kept), self.now() + VALID
        self._write(f"until {until:%Y-%m-%d} for {' '.join(names)}\n".encode() + _signed(names, self.now(), until))
        logger.info("a certificate for https was made, for %s", ", ".join(sorted(required)))
        return True

    def _look(self) -> float:
        if self.renew():
            self.context.load_cert_chain(self.file)  # for connections from now on
        return LOOK_SECONDS

    def _kept(self) -> set[str]:
        """Return the names and addresses of the certificate in the file; none where there is none, or it ends soon.

        They are read from the line before it: parsing the certificate takes half a second.
        """
        head = self.file.read_text(encoding="ascii", errors="replace") if self.file.exists() else ""
        found = re.match(r"until (\d{4}-\d\d-\d\d) for (.+)", head)
        if found is None or datetime.fromisoformat(f"{found[1]}T00:00Z") - SPARE < self.now():
            return set()
        return set(found[2].split())

    def _write(self, text: bytes) -> None:
        beside = self.file.with_name(f"{self.file.name}.new")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
        beside.replace(self.file)


def _signed(names: Sequence[str], now: datetime, until: datetime) -> bytes:
    """Return a certificate and its key as PEM, made by a process of its own. Raise OSError where it makes none.

    `cryptography` takes 10 MB, which this process would keep for good.
    """
    command = [sys.executable, "-m", "companion.web.server.signing", now.isoformat(), until.isoformat(), *names]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise ChildProcessError(f"no certificate was made: the process ended with {done.returncode}")
    return done.stdout
