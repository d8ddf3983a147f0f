"""Cameras that send their pictures over the network: a film (MJPEG, RTSP), or the phone that watches the board."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.boards.camera_messages import LARGEST_FRAME, Orders, Stage
from companion.core.text import say
from vision.capture.devices import CaptureDevice
from vision.capture.photo_file import claimed_size
from vision.errors import BadPicture, NoCamera
from vision.geometry.board_pose import Picture

SCHEMES = ("http", "https", "rtsp")
PORTS = {"http": 80, "https": 443, "rtsp": 554}
PATIENCE_SECONDS = 5
"""for an answer, and for each picture"""
SILENT_SECONDS = 3.0 * PATIENCE_SECONDS
MEGAPIXELS = 4
"""a phone sends 1920 x 1080 at most"""


def is_stream(source: str) -> bool:
    """Return whether the source is the address of a film."""
    return urlsplit(source).scheme in SCHEMES


def without_password(source: str) -> str:
    """Return the address as it may be shown and logged."""
    return re.sub(r"(?<=://)[^/@]*@", "", source)


class StreamBackend:
    """See ``vision.capture.devices.CaptureBackend``. Opened with the first picture: nobody waits for the network."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.capture: cv2.VideoCapture | None = None

    def read(self) -> tuple[bool, Any]:
        """Return the next picture, as ``CaptureBackend`` does. Raise NoCamera."""
        if self.capture is None:
            self.capture = opened(self.address)
        return self.capture.read()

    def lock(self, locked: bool) -> None:
        """Do nothing: such a camera controls its exposure itself."""

    def release(self) -> None:
        """See ``CaptureBackend``."""
        if self.capture is not None:
            self.capture.release()


def opened(address: str) -> cv2.VideoCapture:
    """Return the film at this address. Raise NoCamera with what is wrong."""
    shown, parts = without_password(address), urlsplit(address)
    try:
        where = (parts.hostname or "", parts.port or PORTS[parts.scheme])
        socket.create_connection(where, PATIENCE_SECONDS).close()
    except (OSError, ValueError) as error:
        raise NoCamera(
            say(
                "Nobody answers at %(address)s. Is the camera, or its app, switched on, and in this network?",
                address=shown,
            )
        ) from error
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")  # by UDP pictures arrive torn
    patience = PATIENCE_SECONDS * 1000
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience]
    film = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not film.isOpened():
        raise NoCamera(
            say(
                "%(address)s answers, but not with a film that can be read here. Look in the camera's app for the"
                " address of its video, with name and password if it wants them.",
                address=shown,
            )
        )
    return film


def stream(address: str) -> CaptureDevice:
    """Return the camera at this address."""
    return CaptureDevice(without_password(address), lambda _: StreamBackend(address), silent=SILENT_SECONDS)


class PhoneSource:
    """See ``vision.capture.sources.Source``: pictures that a phone has sent to the box, which ``fetch`` gets by number.

    The phone sends one whenever something has moved and lies still again; until the next one it comes again and again,
    as a camera's would.
    """

    def __init__(self, fetch: Callable[[int], bytes]) -> None:
        self.fetch = fetch
        self.requested: int | None = None
        self.shown: int | None = None
        self.picture: Picture | None = None

    def read(self) -> Picture | None:
        """See ``Source``."""
        if self.requested is None:
            asleep = say("The phone that watches the board is asleep or away. Wake it: it goes on automatically.")
            raise NoCamera(asleep)
        if self.requested != self.shown:
            self.shown, self.picture = self.requested, None
            self.picture = decoded(self.fetch(self.requested))
        return self.picture

    def apply_orders(self, orders: Orders, stage: Stage) -> None:
        """See ``Source``."""
        self.requested = orders.frame

    def close(self) -> None:
        """Close nothing: nothing is open."""


def decoded(jpeg: bytes) -> Picture | None:
    """Return the picture; None where there is none yet. Raise BadPicture for one that is too large or damaged."""
    if not jpeg:
        return None
    width, height = claimed_size(jpeg)
    if len(jpeg) > LARGEST_FRAME or width * height > MEGAPIXELS * 1_000_000:
        raise BadPicture(say("This picture is too large."))
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadPicture(say("This picture is damaged, or not all of it has arrived."))
    return np.asarray(picture, np.uint8)
