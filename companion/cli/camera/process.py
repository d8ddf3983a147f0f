"""The supervisor of the camera's process beside the box: it is restarted whenever it dies, and ends with the box."""

from __future__ import annotations

import importlib.util
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import click

from companion.app.background import BackgroundWork

logger = logging.getLogger(__name__)

KEY_VARIABLE = "COMPANION_CAMERA_KEY"
ONE_CORE = {"OPENBLAS_NUM_THREADS": "1"}
"""for the process that reads pictures: the other cores serve the phones, and NumPy's idle threads spin"""
FIRST_PAUSE, MAX_PAUSE = 0.5, 10.0
"""seconds before a camera that died is started again"""
STABLE_SECONDS = 20.0
"""a camera that ran so long was stable: the next pause is short again"""
ORPHAN_SECONDS = 60
STOP_SECONDS = 10.0
"""for its end, which waits for the picture at hand: that takes long on a busy machine"""
MISSING = (
    "The camera needs OpenCV, which is not installed. In the folder of the table companion type: make camera"
    " (it installs what is missing, then starts a demo; make camera CAMERA=0 starts the first camera)."
)


def check_installed() -> None:
    """Check that the camera's own libraries are there. Raise ClickException with the command that installs them."""
    if any(importlib.util.find_spec(name) is None for name in ("cv2", "numpy")):
        raise click.ClickException(MISSING)


def check_source(source: str) -> None:
    """Check that all is installed, and that the source is a camera (even if unplugged) or an existing file or folder.

    Raise ClickException.
    """
    check_installed()
    if (
        source in ("demo", "csi")
        or source.isdecimal()
        or source.startswith(("/dev/", "http://", "https://", "rtsp://"))
    ):
        return
    if not Path(source).expanduser().exists():
        raise click.ClickException(
            f"There is no file or folder {source}. A camera is named by its number: --camera 0; without one: demo."
        )


def camera_file(database: Path | str) -> Path:
    """Return the path of the camera's set-up: beside the games; in this folder, where these are in a database."""
    if not isinstance(database, Path):
        return Path("companion.camera")
    return database.with_name(f"{database.name}.camera")


def command(source: str, box: str, keep: Path, log_level: str = "info") -> list[str]:
    """Return the command line of the camera's process."""
    options = [f"--source={source}", f"--box={box}", f"--keep={keep}", f"--orphan={ORPHAN_SECONDS}"]
    options.append(f"--log-level={log_level}")
    return [sys.executable, "-m", "vision.runtime.process", *options]


class Supervisor:
    """A supervisor that keeps one process alive from ``start`` to ``stop``.

    The key is passed in the environment, not in the command.
    """

    def __init__(self, command: Sequence[str], key: str) -> None:
        self.command, self.key = command, key
        self.process: subprocess.Popen[bytes] | None = None
        self.background = BackgroundWork("camera-supervisor", self._run_once)
        self._pause = FIRST_PAUSE
        self._starting = threading.Lock()

    def start(self) -> None:
        """Start the process and the thread that supervises it, unless they run."""
        with self._starting:
            if not self.background.alive:
                self.background.start()

    def stop(self) -> None:
        """End both and wait for them."""
        self.background.stop(patience=0)
        self._end()
        self.background.stop(patience=STOP_SECONDS)

    def _run_once(self) -> float:
        """Run the process once, from its start to its end, and return the pause before the next run."""
        begun = time.monotonic()
        # Its own process group: Ctrl+C goes to the box, which then ends the camera.
        self.process = subprocess.Popen(
            self.command, env={**os.environ, **ONE_CORE, KEY_VARIABLE: self.key}, start_new_session=True
        )
        logger.info("the camera's process started (%d)", self.process.pid)
        if self.background.stopped:
            self._end()
        self.process.wait()
        if self.background.stopped:
            return 0
        pause = FIRST_PAUSE if time.monotonic() - begun > STABLE_SECONDS else self._pause
        logger.warning("the camera's process ended (%s); it is started again in %g s", self.process.returncode, pause)
        self._pause = min(2 * pause, MAX_PAUSE)
        return pause

    def _end(self) -> None:
        process = self.process
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            logger.warning("the camera's process did not end within %g s; it is killed", STOP_SECONDS, exc_info=True)
            process.kill()
