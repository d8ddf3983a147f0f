"""Prints sheets, draws their pages as a printer would, and measures them in millimetres."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np

from companion.games import registry
from companion.printing.order import Order, order_for
from companion.printing.sheets import printed
from companion.printing.what import Paper, What

DPI = 300
PIXEL = 25.4 / DPI
"""A dot of the printer, in millimetres."""
TOLERANCE = 0.2
PAPERS = tuple(Paper)
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</word>')
POINT = 25.4 / 72

Picture = Any
"""A grey picture: rows of bytes."""


OF_CARDS = (What.CARDS, What.LIST, What.SCORES, What.MARKERS)
OF_TOWNS = (What.MATS, What.TILES)
NOT_OF_BOARDS = (*OF_CARDS, *OF_TOWNS)
"""what Abilene has not"""


def order(paper: Paper, language: str = "en", **more: Any) -> Order:
    return order_for(registry()["abilene"], "1993", paper, language, **more)


def order_of_cards(paper: Paper, language: str = "en") -> Order:
    """Return a game that has cards and a score sheet, and neither board nor figures."""
    return order_for(registry()["unexploded_cow"], "2011", paper, language)


def order_of_towns(paper: Paper, language: str = "en") -> Order:
    """Return a game with boards of one sheet, tiles and markers."""
    return order_for(registry()["western_town"], "2012", paper, language)


@cache
def pdf(paper: Paper, what: What, language: str = "en") -> bytes:
    given = order_of_towns if what in OF_TOWNS else order_of_cards if what in OF_CARDS else order
    return printed(given(paper, language), what)


def picture(
    document: bytes, page: int = 1, part: tuple[float, float, float, float] | None = None, dpi: int = DPI
) -> Picture:
    """Return a page, or of it the rectangle (left, top, width, height) in millimetres."""
    crop: list[str] = []
    if part:
        crop = [
            word
            for name, length in zip(("-x", "-y", "-W", "-H"), part, strict=True)
            for word in (name, str(round(length * dpi / 25.4)))
        ]
    command = ["pdftoppm", "-gray", "-r", str(dpi), "-f", str(page), "-l", str(page), "-singlefile", *crop, "-"]
    done = subprocess.run(command, input=document, capture_output=True, check=True)
    found = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert found is not None
    return found


@dataclass(frozen=True)
class Seen:
    """A marker as the camera's own detector finds it; corners in pixels, clockwise from its upper left."""

    number: int
    corners: Picture

    @property
    def sides(self) -> list[float]:
        """Return the four sides in millimetres at 300 dpi."""
        return [float(np.linalg.norm(self.corners[at] - self.corners[at - 1])) * PIXEL for at in range(4)]

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(axis=0) * PIXEL
        return float(x), float(y)


def markers(found: Picture, kind: str = "DICT_4X4_50") -> list[Seen]:
    """Return all markers of this dictionary in the picture."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, kind))
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(found)
    if numbers is None:
        return []
    # OpenCV counts from the middle of the first pixel
    return [Seen(int(number), np.asarray(four[0]) + 0.5) for number, four in zip(numbers.ravel(), corners, strict=True)]


def part_of(found: Picture, left: float, top: float, width: float, height: float, dpi: int = DPI) -> Picture:
    """Return a rectangle of a picture, in millimetres."""
    x, y, w, h = (round(length * dpi / 25.4) for length in (left, top, width, height))
    return found[y : y + h, x : x + w]


def qr_text(found: Picture) -> str:
    """Return what the QR code in the picture says; "" when it cannot be read. Enlarged, as a phone held close sees
    it.
    """
    large = cv2.resize(found, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    return str(cv2.QRCodeDetector().detectAndDecode(large)[0])


def black_box(found: Picture) -> tuple[float, float]:
    """Return width and height of the dark part of the picture, in millimetres."""
    dark = found < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return (columns[-1] - columns[0] + 1) * PIXEL, (rows[-1] - rows[0] + 1) * PIXEL


@dataclass(frozen=True)
class Word:
    """A printed word and its box in millimetres from the upper left corner of its page."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=64)
def words(document: bytes) -> list[Word]:
    """Return all words of the file, as the PDF itself places them."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=document, capture_output=True, check=True)
    found = []
    for page, body in enumerate(done.stdout.decode().split("<page ")[1:], 1):
        for *box, text in WORD.findall(body):
            left, top, right, bottom = (float(number) * POINT for number in box)
            found.append(Word(page, text, left, top, right, bottom))
    return found


def pages(document: bytes) -> tuple[int, tuple[float, float]]:
    """Return how many pages, and the size of the first in millimetres."""
    done = subprocess.run(["pdfinfo", "-"], input=document, capture_output=True, check=True)
    output = done.stdout.decode()
    count, size = re.search(r"Pages: +(\d+)", output), re.search(r"Page size: +([\d.]+) x ([\d.]+)", output)
    assert count
    assert size
    return int(count[1]), (float(size[1]) * POINT, float(size[2]) * POINT)
