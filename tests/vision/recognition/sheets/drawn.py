"""Small drawn tables with one or two town boards, for tests that need to know exactly what lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.boards.marked_sheets import CubeBox, MarkedSheet, PrintedSheets
from companion.boards.marked_table import MarkedTable
from companion.games.western_town.camera.table import printed_sheets
from vision.geometry.board_pose import Picture
from vision.synthetic import prints
from vision.synthetic.cubes import Cube, Develop, Hand, Lying, Scene, paint, rendered
from vision.synthetic.view import Lamp, Light, View

PRINTED: PrintedSheets = printed_sheets(False, 2)
TWO_SIZES = MarkedTable(sheets=printed_sheets(True, 2))
TABLE = MarkedTable(sheets=PRINTED)
ONE = PRINTED.sheets[0]
NUMBERS = {kind: number for number, kind in PRINTED.kinds.items()}
EVENING = Light((0.3, 0.3, 0.3), (Lamp((250.0, -350.0, 1100.0), 0.6, (0.8, 0.95, 1.0), 5.0),))
Spot = tuple[float, float, float]


def box(name: str, sheet: MarkedSheet = ONE) -> CubeBox:
    return next(each for each in sheet.boxes if each.name == f"{sheet.name}/{name}")


def cubes(what: str, *spots: tuple[float, float, float, float], above: float = 0.0) -> tuple[Cube, ...]:
    """Cubes in a box of the first board: x and y from its middle, turn, side."""
    here = box(what)
    return tuple(
        Cube(here.place.x + x, here.place.y + 4 + y, side, turn, paint(here.paint), above) for x, y, turn, side in spots
    )


def tile(kind: str, place: str) -> Lying:
    """A tile, or a destroyed marker, on a place of the first board."""
    here = next(each.place for each in ONE.places if each.name == f"{ONE.name}/{place}")
    small = kind == "destroyed"
    picture = prints.disc(NUMBERS[kind]) if small else prints.tile(NUMBERS[kind])
    return Lying(picture, prints.SCALE, here.x, here.y, 2.0, round=small)


def view_of(size: tuple[int, int], zoom: float) -> View:
    """An ordinary camera above the middle, with about ``zoom`` pixels to the millimetre."""
    focal = 1.1 * size[0]
    return View((20.0, 30.0, focal / zoom), (0.0, 0.0), focal, size, 1.0)


def shown(
    things: Sequence[Cube | Lying] = (),
    hands: tuple[Hand, ...] = (),
    spots: Mapping[str, Spot] | None = None,
    light: Light = EVENING,
    size: tuple[int, int] = (900, 520),
    zoom: float = 2.0,
) -> Picture:
    """One picture of the first board, or of those at ``spots``."""
    where = spots or {ONE.name: (0.0, 0.0, 0.0)}
    lying = tuple(
        Lying(prints.sheet(each, PRINTED.ground), prints.SCALE, *where[each.name])
        for each in PRINTED.sheets
        if each.name in where
    )
    tops = tuple(each for each in things if isinstance(each, Lying))
    made = Scene(
        view_of(size, zoom),
        light,
        (*lying, *tops),
        tuple(each for each in things if isinstance(each, Cube)),
        hands,
        develop=Develop(blur=0.6, noise=0.003),
    )
    return rendered(made, np.random.default_rng(5))
