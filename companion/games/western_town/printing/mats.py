"""The town boards and the camp, each on one sheet: places for tiles and cubes, in millimetres (rules §2, §11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.core.text import say
from companion.core.ui.printable import PrintedMat, PrintedPlace
from companion.games.western_town.printed.deck import Deck
from companion.games.western_town.printing.aid import INDIANS
from companion.games.western_town.rulebook.buildings import (
    CARPENTER,
    CENTRE,
    GOLD_MINE,
    HOMESTEAD,
    MARSHAL,
    BuildingCell,
)
from companion.games.western_town.rulebook.camp import ATTACK, Indian, Side
from companion.games.western_town.rulebook.towns import NAMES, ROOM, Resource
from companion.games.western_town.words import CELL_EFFECTS, SIDES, words

EDGE, GAP = 3.0, 2.0
CELL_WIDTH, CELL_HEIGHT = 44.0, 40.0
"""a cell is wider than a tile, so that it lies there loosely"""
STEP_X, STEP_Y = CELL_WIDTH + GAP, CELL_HEIGHT + GAP
COLUMNS = ROWS = 4
WIDTH = 2 * EDGE + COLUMNS * STEP_X - GAP
NAME_HEIGHT = 10.0
"""the line at the top for the town's name"""
GRID = EDGE + NAME_HEIGHT + GAP
STORES = GRID + ROWS * STEP_Y
STORE_HEIGHT = 36.0
HEIGHT = STORES + STORE_HEIGHT + EDGE
STORE_GAP = 1.5
SHARES: Mapping[Resource, float] = {
    Resource.GOLD: 24,
    Resource.WOOD: 21,
    Resource.INHABITANTS: 30,
    Resource.COWBOYS: 28,
    Resource.PIPES: 27,
    Resource.LURE: 21,
    Resource.EXPORTED: 24,
}
"""how wide the boxes are, in parts of the room that there is"""
PRINTED_AT = {MARSHAL: (1, 0), CARPENTER: (1, 1), HOMESTEAD: (1, 2), GOLD_MINE: (1, 3)}
"""column and row of what is printed; zone 4 are the six places in the middle of the first three rows (2.2)"""
FOURS = ((2, 0), (2, 1), (2, 2))
OTHER_CELLS = ((0, 0), (3, 0), (0, 1), (3, 1), (0, 2), (3, 2), (0, 3), (3, 3))
STACK_AT = (2, 3)
CENTRE_GROUND, OUTER_GROUND, PRINTED_GROUND, LABEL_GROUND = "#f3e3bd", "#ffffff", "#ead9c0", "#f1ece2"
STORE_GROUND = "#6fa8dc"
DRAWN = {MARSHAL: "star", CARPENTER: "house", HOMESTEAD: "farm", GOLD_MINE: "mine"}
PALE = "#fffdf8"
INDIAN_PAINT = {Indian.RED: "#b3261e", Indian.ORANGE: "#e0782a"}


class Rectangle(NamedTuple):
    """Rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


FIELD = Rectangle(0.8, STORES - 0.6, WIDTH - 1.6, STORE_HEIGHT + 2.0)
"""the blue ground of all boxes, a little larger: cubes may lie over the lines"""


def at(place: tuple[int, int]) -> Rectangle:
    """Return the rectangle of a column and a row."""
    column, row = place
    return Rectangle(EDGE + column * STEP_X, GRID + row * STEP_Y, CELL_WIDTH, CELL_HEIGHT)


def spots(cells: tuple[BuildingCell, ...]) -> Iterator[tuple[BuildingCell, tuple[int, int]]]:
    """Yield the 4-cells in the middle, the others around, by column and row."""
    fours = [cell for cell in cells if cell.number == CENTRE]
    outer_cells = [cell for cell in cells if cell.number != CENTRE]
    yield from zip(fours, FOURS, strict=False)
    yield from zip(outer_cells, OTHER_CELLS, strict=False)


def stores_at() -> Iterator[tuple[Resource, Rectangle]]:
    """Yield the boxes for cubes, names included."""
    room = WIDTH - 2 * EDGE - (len(SHARES) - 1) * STORE_GAP
    x, whole = EDGE, sum(SHARES.values())
    for what, share in SHARES.items():
        width = room * share / whole
        yield what, Rectangle(x, STORES, width, STORE_HEIGHT)
        x += width + STORE_GAP


def town_board(deck: Deck) -> PrintedMat:
    """Return a player's board with the cells of our own set."""
    hint = say("One for each player. Tiles of 38 mm go on the spaces, cubes into the blue boxes.")
    places = (*_printed(), *_cells(deck.cells), _stack(), *_stores())
    return PrintedMat(say("town board"), WIDTH, HEIGHT, places, hint)


def _printed() -> Iterator[PrintedPlace]:
    title = say("Name of the town:")
    notes = {HOMESTEAD: (say("Pink Homes: %(count)s", count=3),), GOLD_MINE: (say("not in the middle of the town"),)}
    yield PrintedPlace(EDGE, EDGE, WIDTH - 2 * EDGE, NAME_HEIGHT, title, ground="#fbf6ea", paint="#cdbd9c")
    for name, column_row in PRINTED_AT.items():
        lines = notes.get(name, ())
        ground, drawing = PRINTED_GROUND, DRAWN[name]
        yield PrintedPlace(*at(column_row), words(name), lines, None, ground, drawing, "#6b4a2b", letters=2.3)


def _cells(cells: tuple[BuildingCell, ...]) -> Iterator[PrintedPlace]:
    """Yield each with its number and what it does."""
    for cell, place in spots(cells):
        does = (CELL_EFFECTS[cell.effect],) if cell.effect else ()
        ground = CENTRE_GROUND if cell.number == CENTRE else OUTER_GROUND
        number = say("%(number)s", number=cell.number)
        name = say("%(name)s", name=cell.id)
        yield PrintedPlace(*at(place), name, does, number, ground, dashed=True, letters=3.0)


def _stack() -> PrintedPlace:
    what = (say("Homestead tiles, and their card until the first one is laid."),)
    title = say("Homestead stack")
    return PrintedPlace(*at(STACK_AT), title, what, ground=LABEL_GROUND, drawing="farm")


def _stores() -> Iterator[PrintedPlace]:
    """Yield the blue field with a box for everything that is counted, and what it holds without buildings."""
    yield PrintedPlace(*FIELD, ground=STORE_GROUND, paint=STORE_GROUND)
    for what, place in stores_at():
        most = (say("at most %(most)s", most=ROOM[what]),) if what in ROOM else ()
        yield PrintedPlace(*place, NAMES[what], most, ground=STORE_GROUND, paint="#274d73", letters=2.0)


def camp(deck: Deck) -> PrintedMat:
    """Return the middle of the table: Indians, Peace pipes, the sides of the die, what an attack does."""
    hint = say("One for the table. Indians are laid one by one; the last free place sets off the attack.")
    places = (*_indians(), *_die(deck.faces), _rules())
    return PrintedMat(say("Indian camp"), WIDTH, 151.0, places, hint)


def _indians() -> Iterator[PrintedPlace]:
    names = {Indian.RED: say("Red Indians: the 3rd attacks"), Indian.ORANGE: say("Orange Indians: the 2nd attacks")}
    y = EDGE
    for colour, number in ATTACK.items():
        width = number * 26.0 + 6
        x = EDGE if colour is Indian.RED else WIDTH - EDGE - width
        paint = INDIAN_PAINT[colour]
        yield PrintedPlace(x, y, width, 40, names[colour], paint=paint, ground=PALE)
        for at in range(number):
            yield PrintedPlace(x + 4 + at * 26, y + 10, 24, 24, paint=paint, round=True)
    yield PrintedPlace(
        EDGE, 48, WIDTH - 2 * EDGE, 24, say("Peace pipes of the camp: one for every player"), dashed=True
    )


def _die(faces: tuple[Side, ...]) -> Iterator[PrintedPlace]:
    width = (WIDTH - 2 * EDGE - 5 * 2) / 6
    for at, side in enumerate(faces):
        x = EDGE + at * (width + 2)
        number = say("%(number)s", number=at + 1)
        yield PrintedPlace(x, 78, width, 26, None, (SIDES[side],), number, PALE, letters=3.2)


def _rules() -> PrintedPlace:
    """Return what an attack does, as the player aid says it."""
    lines = tuple(line.text for line in INDIANS.lines)
    return PrintedPlace(EDGE, 108, WIDTH - 2 * EDGE, 40, INDIANS.title, lines, ground=PALE, letters=3.3)
