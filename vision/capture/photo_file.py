"""A photo as a phone sends it, decoded within limits: it comes from anybody in the network.

Its claimed format and size are read from its header before anything is decoded. Decoding is done by a child of this
process that may take so much memory and time and no more; its only way back is a piece of shared memory of a fixed
size.
"""

from __future__ import annotations

import logging
import mmap
import os
import resource
import select
import signal
import struct
from pathlib import Path

import cv2
import numpy as np

from companion.boards.photo_messages import LARGEST_PHOTO
from companion.core.text import say
from vision.errors import BadPicture
from vision.geometry.board_pose import Picture

logger = logging.getLogger(__name__)

MEGAPIXELS = 40
SIDE = 2048
"""Pixels of the longer side that are kept."""
MEMORY_BYTES = 600 * 1024 * 1024
"""the memory that decoding may take beyond what the process has"""
CPU_SECONDS, WALL_SECONDS = 6, 8.0
PIXELS = struct.Struct("<II")
NOT_READABLE = say("This file is not a photo that can be read here. Take a photo, and send it as it is (JPEG).")
APPLE = say(
    "This phone keeps its photos in a form (HEIC) that cannot be read here. In its camera settings choose the most"
    " compatible format (JPEG), or send a screenshot of the photo."
)
TORN = say("This photo is damaged, or not all of it has arrived. Take it again.")
HEIF = (b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1", b"avif", b"avis")
SIZES_OF_JPEG = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""the markers behind which the size of the picture stands (ITU T.81, table B.1)"""


def read_photo(data: bytes) -> Picture:
    """Return the photo the right way up (as EXIF says), its longer side no more than ``SIDE`` pixels.

    Raise BadPicture for whatever is no photo, is too large, or costs too much to decode.
    """
    if len(data) > LARGEST_PHOTO:
        raise BadPicture(say("This photo has more than 15 megabytes. Choose a smaller size in the phone's camera."))
    width, height = claimed_size(data)
    if width * height > MEGAPIXELS * 1_000_000:
        raise BadPicture(
            say(
                "This photo has %(wide)s x %(high)s pixels, more than 40 megapixels. Choose a smaller size in the"
                " phone's camera.",
                wide=width,
                high=height,
            )
        )
    return _decoded_apart(data, max(width, height))


def claimed_size(data: bytes) -> tuple[int, int]:
    """Return width and height by the header of a JPEG, PNG or WebP file. Raise BadPicture for anything else."""
    try:
        found = _size(data)
    except (struct.error, IndexError) as error:
        raise BadPicture(TORN) from error
    if found is None or min(found) < 1:
        raise BadPicture(TORN)
    return found


def _size(data: bytes) -> tuple[int, int] | None:
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        wide, high = struct.unpack_from(">II", data, 16)
        return (wide, high) if data[12:16] == b"IHDR" else None
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_size(data)
    raise BadPicture(APPLE if data[4:8] == b"ftyp" and data[8:12] in HEIF else NOT_READABLE)


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the largest of the sizes that the file names before its picture begins."""
    at, largest = 2, None
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill
            at += 1
            continue
        if marker == 0xDA:
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in SIZES_OF_JPEG:
            high, wide = struct.unpack_from(">HH", data, at + 5)
            largest = max(largest or (0, 0), (wide, high), key=lambda size: size[0] * size[1])
        at += 2 + length
    return largest


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the size of a WebP file (RFC 9649, sections 2.5 to 2.7)."""
    match data[12:16]:
        case b"VP8 ":
            wide, high = struct.unpack_from("<HH", data, 26)
            return wide & 0x3FFF, high & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None


def _decoded_apart(data: bytes, longest: int) -> Picture:
    """Decode the photo in a child process, which is killed when its time is over."""
    with mmap.mmap(-1, PIXELS.size + 3 * SIDE**2) as shared:
        done, tell = os.pipe()
        child = os.fork()
        if child == 0:
            _child(data, longest, shared)
        os.close(tell)
        try:
            ready, _, _ = select.select([done], [], [], WALL_SECONDS)  # closed by its end, whatever that is
            if not ready:
                logger.warning("a photo took too long to decode")
        finally:
            os.close(done)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        wide, high = PIXELS.unpack_from(shared, 0)
        if not wide or not high:
            raise BadPicture(TORN)
        flat = np.frombuffer(shared[PIXELS.size : PIXELS.size + 3 * wide * high], np.uint8)
        return flat.reshape(high, wide, 3).copy()


def _child(data: bytes, longest: int, shared: mmap.mmap) -> None:
    """Decode into ``shared``, its size last, and never return."""
    try:
        has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (has + MEMORY_BYTES,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS,) * 2)
        picture = _reduced(np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), _how(longest)), np.uint8))
        high, wide = picture.shape[:2]
        shared[PIXELS.size : PIXELS.size + picture.size] = picture.tobytes()
        shared[: PIXELS.size] = PIXELS.pack(wide, high)
    finally:
        os._exit(0)


def _how(longest: int) -> int:
    """Return how it is decoded: a JPEG at a half or a quarter at once where that is still large enough."""
    if longest >= 4 * SIDE:
        return cv2.IMREAD_REDUCED_COLOR_4
    return cv2.IMREAD_REDUCED_COLOR_2 if longest >= 1.9 * SIDE else cv2.IMREAD_COLOR


def _reduced(picture: Picture) -> Picture:
    by = SIDE / max(picture.shape[:2])
    if by >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
