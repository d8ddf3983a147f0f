"""The reader of photos as a process of its own: started by the first photo, ended with the box."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO

from companion.app.photos.desk import ReaderGone, ReaderSlow
from companion.boards.photo_messages import PhotoAnswer, PhotoRequest
from companion.cli.camera.process import ONE_CORE
from companion.core.errors import BadRequest

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 25.0
"""from a request to its answer; learning takes a few seconds on a small machine"""
STOP_SECONDS = 2.0
COMMAND = (sys.executable, "-m", "vision.runtime.photo_process")


def can_read_photos() -> bool:
    """Return whether the libraries are there that it needs."""
    return all(importlib.util.find_spec(name) is not None for name in ("cv2", "numpy"))


class PhotoProcess:
    """A ``companion.app.photos.desk.Reader`` in a process of its own. One request at a time."""

    def __init__(self, command: Sequence[str] = COMMAND, seconds: float = ANSWER_SECONDS) -> None:
        self.command, self.seconds = command, seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.life = 0

    def wake(self) -> int:
        """Start the process unless it runs: see ``Reader``."""
        if self.process is None or self.process.poll() is not None:
            self.stop()
            try:
                # Its own process group: Ctrl+C goes to the box, which then ends it.
                self.process = subprocess.Popen(
                    self.command,
                    env={**os.environ, **ONE_CORE},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                raise ReaderGone from error
            self.life += 1
            logger.info("the program that reads photos started (%d)", self.process.pid)
        return self.life

    def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
        """Ask the process: see ``Reader``. A process that takes too long is killed."""
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise ReaderGone
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        over = threading.Timer(self.seconds, end)
        over.start()
        try:
            return _exchange(process.stdin, process.stdout, request, photo)
        except (OSError, ValueError, BadRequest) as error:
            self.stop()
            raise (ReaderSlow if late.is_set() else ReaderGone) from error
        finally:
            over.cancel()

    def stop(self) -> None:
        """End the process, if it runs."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait(STOP_SECONDS)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)


def _exchange(incoming: IO[bytes], outgoing: IO[bytes], request: PhotoRequest, photo: bytes) -> PhotoAnswer:
    head = {"bytes": len(photo), "request": request.plain()}
    incoming.write(json.dumps(head).encode() + b"\n" + photo)
    incoming.flush()
    return PhotoAnswer.understood(json.loads(outgoing.readline()))


def _close(pipe: IO[bytes]) -> None:
    """Close a pipe that may be broken."""
    try:
        pipe.close()
    except OSError:
        logger.debug("a pipe to the program that reads photos was broken", exc_info=True)
