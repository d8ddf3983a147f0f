"""The town board and the camp, each on one sheet: places for tiles and cubes (rules §2, §11)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text, say
from companion.core.ui.printable import PrintedMat, PrintedPlace
from companion.games.western_town.cards.columns import effect_words, side_words
from companion.games.western_town.cards.contents import Contents
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.attack import KILLED, SCARED
from companion.games.western_town.rulebook.buildings import CARPENTER, CENTRE, GOLD_MINE, HOMESTEAD, MARSHAL, Cell
from companion.games.western_town.rulebook.camp import ATTACK, Indian
from companion.games.western_town.rulebook.towns import ROOM, Resource, name_of
from companion.games.western_town.tiles import words

CELL, GAP, EDGE, HEAD = 42.0, 3.0, 4.5, 6.0
"""a cell is wider than a tile, so that it lies there loosely"""
STEP = CELL + GAP
WIDTH = 2 * EDGE + 4 * CELL + 3 * GAP
GRID = EDGE + HEAD
STORES = GRID + 4 * STEP + 1
STORE_HEIGHT = 27.0
CENTRE_GROUND, OUTER_GROUND, PRINTED_GROUND, STORE_GROUND = "#f3e3bd", "#ffffff", "#ead9c0", "#f1ece2"
PRINTED_AT = {MARSHAL: (1, 0), CARPENTER: (1, 1), HOMESTEAD: (1, 2), GOLD_MINE: (1, 3)}
"""column and row of what is printed; zone 4 are the six places in the middle of the first three rows (2.2)"""
DRAWN = {MARSHAL: "star", CARPENTER: "house", HOMESTEAD: "farm", GOLD_MINE: "mine"}
FOURS = ((2, 0), (2, 1), (2, 2))
OTHERS = ((0, 0), (3, 0), (0, 1), (3, 1), (0, 2), (3, 2), (0, 3), (3, 3))
STACK_AT = (2, 3)
PALE = "#fffdf8"
INDIAN_PAINT = {Indian.RED: "#b3261e", Indian.ORANGE: "#e0782a"}


def town_board(contents: Contents) -> PrintedMat:
    """One player's board with the cells of our own set."""
    places = (*_printed(), *_cells(contents.cells), _stack(), *_stores())
    hint = say("One for everybody. Tiles of 38 mm go on the cells, cubes into the boxes below.")
    return PrintedMat(say("town board"), WIDTH, STORES + STORE_HEIGHT + EDGE, places, hint)


def _at(place: tuple[int, int]) -> tuple[float, float]:
    column, row = place
    return EDGE + column * STEP, GRID + row * STEP


def _printed() -> Iterator[PrintedPlace]:
    yield PrintedPlace(
        EDGE, EDGE - 1.5, WIDTH - 2 * EDGE, HEAD, say("Name of the town:"), ground="#fbf6ea", paint="#cdbd9c"
    )
    for name, place in PRINTED_AT.items():
        x, y = _at(place)
        ground = PRINTED_GROUND
        yield PrintedPlace(x, y, CELL, CELL, words(name), _stored(name), None, ground, DRAWN[name], "#6b4a2b")


def _stored(name: str) -> tuple[Text, ...]:
    match name:
        case "homestead":
            return (say("Pink Homes: %(count)s", count=3),)
        case "gold mine":
            return (say("not in the middle of the town"),)
        case _:
            return ()


def _cells(cells: tuple[Cell, ...]) -> Iterator[PrintedPlace]:
    """The 4-cells in the middle, the others around, each with its number and what it does."""
    fours = [cell for cell in cells if cell.number == CENTRE]
    around = [cell for cell in cells if cell.number != CENTRE]
    effects = effect_words()
    for cell, place in (*zip(fours, FOURS, strict=False), *zip(around, OTHERS, strict=False)):
        x, y = _at(place)
        does = (effects[cell.effect.value],) if cell.effect else ()
        ground = CENTRE_GROUND if cell.number == CENTRE else OUTER_GROUND
        number = say("%(number)s", number=cell.number)
        yield PrintedPlace(
            x, y, CELL, CELL, say("%(name)s", name=cell.id), does, number, ground, dashed=True, letters=3.0
        )


def _stack() -> PrintedPlace:
    x, y = _at(STACK_AT)
    what = (say("Homestead tiles, and their card until the first one is laid."),)
    return PrintedPlace(x, y, CELL, CELL, say("Homestead stack"), what, ground=STORE_GROUND, drawing="farm")


def _stores() -> Iterator[PrintedPlace]:
    """A box for everything that is counted, with what it holds without further buildings."""
    width = (WIDTH - 2 * EDGE - (len(Resource) - 1) * 1.5) / len(Resource)
    for at, what in enumerate(Resource):
        most = (say("at most %(most)s", most=ROOM[what]),) if what in ROOM else ()
        x = EDGE + at * (width + 1.5)
        yield PrintedPlace(x, STORES, width, STORE_HEIGHT, name_of(what), most, ground=STORE_GROUND)


def camp(contents: Contents) -> PrintedMat:
    """The middle of the table: Indians, Peace pipes, the sides of the die, what an attack does."""
    hint = say("One for the table. Indians are laid one by one; the last free place sets off the attack.")
    places = (*_indians(), *_die(contents.faces), *_rules())
    return PrintedMat(say("Indian camp"), WIDTH, 188.5, places, hint)


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
        yield PrintedPlace(x, 78, width, 26, None, (side_words(side),), number, PALE, letters=3.2)


def _rules() -> Iterator[PrintedPlace]:
    """What an attack does, in the order in which it is asked."""
    whose = (
        say("Orange set it off: the town of whoever added that Indian."),
        say(
            "Red set it off: the town with the fewest Peace pipes, those of green buildings counted. "
            "In a tie the grand manitou chooses."
        ),
        say("First the town takes what helps it, as the blacksmith's Cowboys."),
    )
    targets = (
        say("The grand manitou gives each colour a target, a different one: a standing building, or the Inhabitants."),
        say("Defending a building in zone 4 takes half as many Cowboys as there are Indians, rounded up."),
        say(
            "Defending anything else, the gold mine and the Inhabitants too, takes as many Cowboys as there are "
            "Indians."
        ),
    )
    after = (
        say(
            "Not defended: the building gets a destroyed marker; "
            "of the Inhabitants %(people)s are lost, and %(lure)s Lure.",
            people=KILLED,
            lure=SCARED,
        ),
        say("All Indians of the camp go back. The attacked town takes one Peace pipe from the camp."),
    )
    width = (WIDTH - 2 * EDGE - 2 * 3) / 3
    for at, (title, lines) in enumerate(
        ((say("1. Whose town?"), whose), (say("2. What is attacked?"), targets), (say("3. What happens?"), after))
    ):
        yield PrintedPlace(EDGE + at * (width + 3), 108, width, 76, title, lines, ground=PALE, letters=3.3)
