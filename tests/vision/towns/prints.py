"""The real prints as flat pictures: the pages of the PDF as a printer would draw them, cut out along their markers."""

from __future__ import annotations

import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.games.western_town.camera.table import printed_sheets
from companion.games.western_town.printing import marks
from companion.printing.paper import Paper
from companion.printing.sheets import printed
from companion.printing.what import What
from tests.printing.paper_trail import order_of_towns
from vision.geometry.board_pose import Picture
from vision.synthetic.prints import DISC, SCALE, TILE, TILE_MARK

TILE_CORNER, DISC_CORNER = (2.3, TILE - 5.23 - TILE_MARK), (0.24 * DISC, 0.14 * DISC)
"""where the marker of a tile and of a disc begins"""


@lru_cache(maxsize=1)
def real_prints() -> tuple[dict[str, Picture], dict[str, Picture]]:
    """Sheets by their names, tiles and discs by their kinds."""
    pages = [found for page in _pages() for found in [(page, _markers(page))]]
    table = printed_sheets(True)
    sheets = {}
    for sheet in table.sheets:
        corner = sheet.corners[0]
        page, (x, y) = next((page, seen[corner.id][0]) for page, seen in pages if corner.id in seen)
        upper = np.array([corner.x - sheet.side / 2 + sheet.width / 2, corner.y - sheet.side / 2 + sheet.height / 2])
        sheets[sheet.name] = _cut(page, (x, y), upper, (sheet.width, sheet.height))
    things = {}
    for number, kind in table.kinds.items():
        page, (x, y) = next((page, seen[number][0]) for page, seen in pages if number in seen)
        small = number == marks.DESTROYED
        side = DISC if small else TILE
        things[kind] = _cut(page, (x, y), np.array(DISC_CORNER if small else TILE_CORNER), (side, side))
    return sheets, things


def _cut(page: Picture, corner: tuple[float, float], before: np.ndarray, size: tuple[float, float]) -> Picture:
    x, y = np.round(np.array(corner) - before * SCALE).astype(int)
    wide, tall = round(size[0] * SCALE), round(size[1] * SCALE)
    return page[y : y + tall, x : x + wide].copy()


def _markers(page: Picture) -> dict[int, list[tuple[float, float]]]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250))
    quads, numbers, _ = detector.detectMarkers(page)
    found: dict[int, list[tuple[float, float]]] = {}
    for number, quad in zip([] if numbers is None else numbers.ravel().tolist(), quads, strict=True):
        found.setdefault(int(number), []).append((float(quad[0, 0, 0]), float(quad[0, 0, 1])))
    return found


def _pages() -> list[Picture]:
    """Every page with boards and tiles."""
    document = printed(order_of_towns(Paper.A4), What.MATS, What.TILES)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "towns.pdf"
        file.write_bytes(document)
        subprocess.run(["pdftoppm", "-r", f"{SCALE * 25.4}", file, Path(folder) / "page"], check=True, timeout=120)
        return [np.asarray(cv2.imread(str(each)), np.uint8) for each in sorted(Path(folder).glob("*.ppm"))]
