"""Photos come from anybody: what is none, is too large or costs too much is refused, and costs nothing."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.boards.photo_messages import LARGEST_PHOTO
from vision.capture import photo_file
from vision.capture.photo_file import claimed_size, read_photo
from vision.errors import BadPicture
from vision.geometry.board_pose import Picture


def picture(wide: int = 640, high: int = 480) -> Picture:
    """Return a red corner at the upper left."""
    made = np.full((high, wide, 3), 90, np.uint8)
    made[: high // 4, : wide // 4] = (0, 0, 250)
    return made


def encoded(kind: str = ".jpg", made: Picture | None = None) -> bytes:
    return cv2.imencode(kind, picture() if made is None else made)[1].tobytes()


def turned(jpeg: bytes, orientation: int) -> bytes:
    """Return the same with an EXIF tag that says how the phone was held."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_of(wide: int, high: int, rows: bytes = b"") -> bytes:
    """Return a file that claims to be so large, whatever it holds."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def refused(data: bytes) -> str:
    with pytest.raises(BadPicture) as caught:
        read_photo(data)
    return str(caught.value.text)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_what_phones_and_browsers_send_is_read(kind: str) -> None:
    assert claimed_size(encoded(kind)) == (640, 480)
    assert read_photo(encoded(kind)).shape == (480, 640, 3)


def test_a_photo_is_turned_as_the_phone_was_held() -> None:
    upright = read_photo(turned(encoded(), 6))
    assert upright.shape == (640, 480, 3)
    red, other = upright[40, 440], upright[40, 40]
    assert red[2] > 200
    assert other[2] < 150


def test_a_large_photo_is_read_smaller() -> None:
    assert read_photo(encoded(made=picture(4032, 3024))).shape == (1512, 2016, 3)


def test_what_is_no_photo_is_refused_with_what_to_do() -> None:
    assert "HEIC" in refused(b"\0\0\0\x18ftypheic" + bytes(100))
    assert "not a photo" in refused(b"Dear box,\nhere is my board.")
    assert "not a photo" in refused(b"")
    assert "damaged" in refused(b"\xff\xd8\xff")
    assert "damaged" in refused(encoded()[:200])
    assert "damaged" in refused(encoded()[:60] + bytes(4000))
    assert "damaged" in refused(png_of(0, 5))


def test_a_photo_may_have_so_many_bytes_and_pixels_and_no_more() -> None:
    assert "15 megabytes" in refused(encoded() + bytes(LARGEST_PHOTO))
    assert "6400 x 6407 pixels" in refused(png_of(6400, 6407))
    assert "40 megapixels" in refused(png_of(2**31 - 1, 2**31 - 1))


def test_a_bomb_costs_neither_memory_nor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Black paper of 39 megapixels in few bytes: decoded in a child that may take so much memory and no more."""
    bomb = png_of(6000, 6500, zlib.compress(bytes((6000 * 3 + 1) * 6500), 1))
    monkeypatch.setattr(photo_file, "MEMORY_BYTES", 32 * 1024 * 1024)
    assert "damaged" in refused(bomb)  # and not because it took too long, which would be logged
    assert read_photo(encoded()).shape == (480, 640, 3)


@pytest.mark.logs("took too long to decode")
def test_a_decoder_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_file, "WALL_SECONDS", 0.2)
    monkeypatch.setattr(photo_file, "_how", lambda longest: [None for _ in iter(int, 1)])
    assert "damaged" in refused(encoded())
