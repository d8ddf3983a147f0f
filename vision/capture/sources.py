"""Sources of pictures: a camera, a video or a folder of pictures.

``open_source`` chooses by what was typed after ``--camera``. A source is asked again and again and never waits long;
when it has lost its camera it says so and looks for it again by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.boards.camera_messages import Orders, Stage
from companion.core.text import say
from vision.capture.devices import CSI, CaptureDevice, device_path, module_camera
from vision.capture.network import is_stream, stream
from vision.capture.scene_folder import pictures_in
from vision.errors import BadPicture, NoCamera
from vision.geometry.board_pose import Picture

PICTURE_SECONDS = 1.5
"""how long each picture of a folder is shown once the camera reads the game"""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 8.0
"""between two attempts to open a camera that is gone"""


class Source(Protocol):
    """Source of pictures, until it is closed."""

    def read(self) -> Picture | None:
        """Return a new picture, or None as long as there is none. Raise NoCamera or BadPicture."""

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """Hear what the box wants and how far the camera is: some sources are drawn, or wait for the set-up."""

    def close(self) -> None:
        """Let the camera go."""


def open_source(source: str) -> Source:
    """Return the source of this name.

    A number or path of a camera, its address in the network, ``csi``, a video file, a folder.

    Raise NoCamera when it can never be opened; a camera that is only unplugged is looked for later.
    """
    if source == CSI:
        return ReconnectingSource(module_camera)
    if source.isdecimal() or source.startswith("/dev/"):
        device = device_path(source)
        return ReconnectingSource(lambda: CaptureDevice(device))
    if is_stream(source):
        return ReconnectingSource(lambda: stream(source))
    path = Path(source).expanduser()
    if path.is_dir():
        return FolderSource(path)
    if not path.exists():
        raise NoCamera(say("There is no file or folder %(path)s, and no camera of that name.", path=source))
    return VideoSource(path)


class ReconnectingSource:
    """A camera that may be unplugged and plugged in again: opened again, with longer and longer pauses."""

    def __init__(self, opener: Callable[[], Source], clock: Callable[[], float] = time.monotonic) -> None:
        self.opener, self.clock = opener, clock
        self.source: Source | None = None
        self.trouble: NoCamera | None = None
        self.pause, self.again = FIRST_PAUSE_SECONDS, 0.0

    def read(self) -> Picture | None:
        """Return the next picture, as ``Source`` does; between two attempts the last trouble is told again."""
        try:
            if self.source is None:
                self._open()
            assert self.source is not None
            picture = self.source.read()
        except NoCamera as trouble:
            self._lost(trouble)
            raise
        if picture is not None:
            self.pause = FIRST_PAUSE_SECONDS
        return picture

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """See ``Source``."""
        if self.source:
            self.source.apply_orders(orders, stage)

    def close(self) -> None:
        """See ``Source``."""
        if self.source:
            self.source.close()
        self.source = None

    def _open(self) -> None:
        if self.trouble and self.clock() < self.again:
            raise self.trouble
        self.source = self.opener()

    def _lost(self, trouble: NoCamera) -> None:
        if trouble is self.trouble and self.source is None:
            return
        self.close()
        self.trouble, self.again = trouble, self.clock() + self.pause
        self.pause = min(2 * self.pause, LONGEST_PAUSE_SECONDS)


class VideoSource:
    """A film, at its own speed; its last picture stays."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.film = cv2.VideoCapture(str(path))
        if not self.film.isOpened():
            raise NoCamera(say("The file %(path)s is not a video that can be read here.", path=str(path)))
        self.clock = clock
        self.rate = self.film.get(cv2.CAP_PROP_FPS) or 25.0
        self.start: float | None = None
        self.shown = 0

    def read(self) -> Picture | None:
        """See ``Source``; pictures that are late are left out."""
        now = self.clock()
        if self.start is None:
            self.start = now
        due = int((now - self.start) * self.rate) + 1
        while self.shown < due - 1 and self.film.grab():
            self.shown += 1
        if self.shown >= due:
            return None
        good, picture = self.film.read()
        self.shown = due
        return np.asarray(picture, np.uint8) if good else None

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """Read on without waiting, as a film does."""

    def close(self) -> None:
        """See ``Source``."""
        self.film.release()


class FolderSource:
    """Pictures in the order of their names; one that is added later is shown as well.

    The first is the empty board and waits until it has been taken, the second is the start and waits until it has
    been learnt; the others follow one after the other, and the last one stays.
    """

    def __init__(
        self, path: Path, seconds: float = PICTURE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.path, self.seconds, self.clock = path, seconds, clock
        self.at = 0
        self.since: float | None = None
        self.stage = Stage.IDLE
        if not pictures_in(self.path):
            raise NoCamera(say("There are no pictures in the folder %(path)s.", path=str(path)))

    def read(self) -> Picture | None:
        """See ``Source``; the same picture comes again, as a camera's would."""
        now, files = self.clock(), pictures_in(self.path)
        if not files:
            raise NoCamera(say("There are no pictures in the folder %(path)s.", path=str(self.path)))
        since = self.since = now if self.since is None else self.since
        if self._may_go_on(now - since) and self.at + 1 < len(files):
            self.at, self.since = self.at + 1, now
        file = files[min(self.at, len(files) - 1)]
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            raise BadPicture(say("The picture %(name)s cannot be read.", name=file.name))
        return np.asarray(picture, np.uint8)

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """See ``Source``; a picture is shown for its time once the camera is so far."""
        if stage is not self.stage:
            self.stage, self.since = stage, None

    def close(self) -> None:
        """Close nothing: nothing is open."""

    def _may_go_on(self, shown: float) -> bool:
        watching = self.stage in (Stage.WATCHING, Stage.LOST)
        learnt = watching or self.stage in (Stage.READY, Stage.MISMATCH)
        return (learnt if self.at == 0 else watching) and shown >= self.seconds
