"""A camera on this machine: by USB through Video4Linux, or on the ribbon cable through Picamera2.

A thread takes the pictures, so that only the newest is ever looked at and nobody waits for a camera that hangs.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.boards.camera_messages import Orders, Stage
from companion.core.text import say
from vision.errors import NoCamera
from vision.geometry.board_pose import Picture

CSI = "csi"

logger = logging.getLogger(__name__)

SIZES = ((1920, 1080), (1280, 720))
RATE = 10
"""pictures a second"""
SILENT_SECONDS = 3.0
"""a camera that has given no picture for so long has been unplugged, or hangs"""
MANUAL_EXPOSURE, AUTOMATIC_EXPOSURE = 1, 3
"""``V4L2_EXPOSURE_MANUAL`` and ``V4L2_EXPOSURE_APERTURE_PRIORITY`` of the kernel's documentation"""


class CaptureBackend(Protocol):
    """A backend that takes pictures: ``read`` waits for the next one and says whether it is good."""

    def read(self) -> tuple[bool, Any]: ...

    def lock(self, locked: bool) -> None: ...

    def release(self) -> None: ...


class V4l2Backend:
    """A camera of Video4Linux, as large a picture as it has up to 1920 x 1080."""

    def __init__(self, path: str) -> None:
        self.capture = cv2.VideoCapture(path, cv2.CAP_V4L2)
        self.capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for width, height in SIZES:
            self.capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            self.capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            if self.capture.get(cv2.CAP_PROP_FRAME_WIDTH) == width:
                break
        self.capture.set(cv2.CAP_PROP_FPS, RATE)
        self.capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> tuple[bool, Any]:
        """See ``CaptureBackend``."""
        return self.capture.read()

    def lock(self, locked: bool) -> None:
        """Keep exposure and white balance as they are, where the driver can; a driver that cannot does nothing."""
        self.capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE if locked else AUTOMATIC_EXPOSURE)
        self.capture.set(cv2.CAP_PROP_AUTO_WB, 0 if locked else 1)

    def release(self) -> None:
        """See ``CaptureBackend``."""
        self.capture.release()


class Picamera2Backend:
    """The camera on the ribbon cable of a Raspberry Pi."""

    def __init__(self) -> None:
        try:
            from picamera2 import Picamera2  # comes with the system, not with our environment
        except ImportError as error:
            raise NoCamera(
                say("The camera on the ribbon cable needs Picamera2: sudo apt install python3-picamera2")
            ) from error
        try:
            self.camera = Picamera2()
            # "RGB888" is blue, green, red in memory, as OpenCV wants it (Picamera2 manual, appendix A)
            self.camera.configure(self.camera.create_video_configuration({"size": SIZES[1], "format": "RGB888"}))
            self.camera.start()
        except (RuntimeError, IndexError) as error:
            raise NoCamera(say("No camera answers on the ribbon cable. Look whether it is plugged in well.")) from error

    def read(self) -> tuple[bool, Any]:
        """See ``CaptureBackend``."""
        return True, self.camera.capture_array()

    def lock(self, locked: bool) -> None:
        """See ``V4l2Backend.lock``."""
        self.camera.set_controls({"AeEnable": not locked, "AwbEnable": not locked})

    def release(self) -> None:
        """See ``CaptureBackend``."""
        self.camera.close()


class CaptureDevice:
    """See ``vision.capture.sources.Source``. Light is locked as soon as the figures have been learnt."""

    def __init__(
        self,
        path: str,
        backend: Callable[[str], CaptureBackend] = V4l2Backend,
        clock: Callable[[], float] = time.monotonic,
        silent: float = SILENT_SECONDS,
    ) -> None:
        if backend is V4l2Backend:
            check(path)
        self.path, self.clock, self.silent = path, clock, silent
        self.trouble: NoCamera | None = None
        self.backend = backend(path)
        self.newest: Picture | None = None
        self.received_at = clock()
        self.closed = self.locked = False
        self.changed = threading.Lock()
        self.thread = threading.Thread(target=self._take, name="camera", daemon=True)
        self.thread.start()

    def read(self) -> Picture | None:
        """See ``Source``."""
        with self.changed:
            picture, self.newest = self.newest, None
        if self.closed or self.clock() - self.received_at > self.silent:
            raise self.trouble or NoCamera(
                say("The camera %(path)s gives no pictures. Is it plugged in?", path=self.path)
            )
        return picture

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """See ``Source``."""
        locked = stage in (Stage.WATCHING, Stage.LOST, Stage.READY)
        if locked != self.locked:
            self.locked = locked
            self.backend.lock(locked)

    def close(self) -> None:
        """See ``Source``; a camera that hangs is left to the system."""
        self.closed = True
        self.thread.join(1.0)
        if not self.thread.is_alive():
            self.backend.release()

    def _take(self) -> None:
        try:
            while not self.closed:
                good, picture = self.backend.read()
                if not good:
                    break
                with self.changed:
                    self.newest, self.received_at = np.asarray(picture, np.uint8), self.clock()
        except NoCamera as trouble:
            logger.debug("camera %s", self.path, exc_info=True)
            self.trouble = trouble
        except Exception as error:  # the reader learns that it is gone, and opens it anew
            logger.error("camera %s: an error (%s)", self.path, type(error).__name__, exc_info=True)
        self.closed = True


def module_camera() -> CaptureDevice:
    """Return the camera on the ribbon cable. Raise NoCamera."""
    return CaptureDevice(CSI, lambda _: Picamera2Backend())


def device_path(source: str) -> str:
    """Return the source that was named: ``0`` is ``/dev/video0``."""
    return f"/dev/video{int(source)}" if source.isdecimal() else source


def check(path: str) -> None:
    """Check that this camera exists and may be used. Raise NoCamera with what to do otherwise."""
    if not Path(path).exists():
        devices = ", ".join(sorted(map(str, Path("/dev").glob("video*"))))
        if devices:
            raise NoCamera(say("There is no camera %(path)s. These exist: %(others)s.", path=path, others=devices))
        raise NoCamera(say("There is no camera %(path)s, nor any other. Is it plugged in?", path=path))
    if not os.access(path, os.R_OK | os.W_OK):
        raise NoCamera(
            say(
                "This user may not use %(path)s. Enter: sudo usermod -aG video $USER, then log out and in again.",
                path=path,
            )
        )
