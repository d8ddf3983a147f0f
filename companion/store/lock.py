"""Lock of a file: two boxes with their own copies of the same tables would answer the same phones differently."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

logger = logging.getLogger(__name__)

NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)


class InUse(Exception):
    """Refusal of a file that another process serves; ``holder`` is the number of that process, empty if unknown."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


def lock_file(database: Path) -> Path:
    """Return the file beside the database that is locked; it stays when the box ends, and unlocked it has no meaning.

    It is not the database itself: closing any descriptor of that would drop SQLite's own locks on it.
    """
    real = database.resolve()
    return real.with_name(f"{real.name}.lock")


@contextmanager
def served_alone(database: Path) -> Iterator[None]:
    """Keep every other process from serving the file meanwhile. The kernel releases the lock however this one ends.

    Raise InUse, or OSError where the lock's file cannot be made. A file system without locks is served without.
    """
    descriptor = os.open(lock_file(database), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _lock(descriptor)
        _write_process(descriptor)
        with _locked_by_inode(database):
            yield
    finally:
        os.close(descriptor)


@contextmanager
def _locked_by_inode(database: Path) -> Iterator[None]:
    """Lock the same file by device and inode: a hard link has a lock's file of its own. Raise InUse.

    The lock is a socket with a name and no file, which only Linux has. A lock on the database itself would not do:
    closing any descriptor of it drops SQLite's locks; nor a file in a temporary folder: services may have one each.
    """
    os.close(os.open(database, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))  # before SQLite opens it
    file = database.stat()
    with socket.socket(socket.AF_UNIX) as named_socket:
        if sys.platform == "linux":
            try:
                named_socket.bind(f"\0companion {file.st_dev}:{file.st_ino}")
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                raise InUse("") from error
        yield


def _lock(descriptor: int) -> None:
    """Lock the file; wait a moment for a process that only reads who holds it. Raise InUse."""
    for delay in (0.1, 0.2, 0.0):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            logger.debug("another process holds the lock", exc_info=True)
            if not delay:
                raise InUse(_read_process(descriptor)) from error
            time.sleep(delay)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            logger.warning("this file system has no locks: nothing keeps a second box away", exc_info=True)
            return
        else:
            return


def _write_process(descriptor: int) -> None:
    """Write the number of this process, which holds the lock; on a full disk it stays unknown."""
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        logger.debug("no room for the number of this process", exc_info=True)


def _read_process(descriptor: int) -> str:
    return os.pread(descriptor, 20, 0).decode(errors="replace").strip()


def holder(database: Path) -> str | None:
    """Return the number of the process that serves the file now (empty if unknown), or None."""
    try:
        descriptor = os.open(lock_file(database), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        logger.debug("no lock's file", exc_info=True)
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        logger.debug("the file is served", exc_info=True)
        return _read_process(descriptor)
    except OSError:
        logger.debug("this file system has no locks", exc_info=True)
        return None
    finally:
        os.close(descriptor)
    return None
