"""The town boards and the camp, each on one sheet: places for tiles and cubes (rules §2, §11)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text, say
from companion.core.ui.printable import PrintedMat, PrintedPlace
from companion.games.western_town.cards.columns import effect_words, side_words
from companion.games.western_town.cards.contents import Contents
from companion.games.western_town.commands import Side
from companion.games.western_town.printing import town_board as town
from companion.games.western_town.rulebook.attack import KILLED, SCARED
from companion.games.western_town.rulebook.buildings import CARPENTER, CENTRE, GOLD_MINE, HOMESTEAD, MARSHAL, Cell
from companion.games.western_town.rulebook.camp import ATTACK, Indian
from companion.games.western_town.rulebook.towns import ROOM, name_of
from companion.games.western_town.tiles import words

EDGE = town.EDGE
WIDTH = town.WIDTH
CENTRE_GROUND, OUTER_GROUND, PRINTED_GROUND, LABEL_GROUND = "#f3e3bd", "#ffffff", "#ead9c0", "#f1ece2"
STORE_GROUND = "#6fa8dc"
DRAWN = {MARSHAL: "star", CARPENTER: "house", HOMESTEAD: "farm", GOLD_MINE: "mine"}
PALE = "#fffdf8"
INDIAN_PAINT = {Indian.RED: "#b3261e", Indian.ORANGE: "#e0782a"}


def town_board(contents: Contents) -> PrintedMat:
    """A player's board with the cells of our own set."""
    hint = say("One for each player. Tiles of 38 mm go on the cells, cubes into the blue boxes.")
    places = (*_printed(), *_cells(contents.cells), _stack(), *_stores())
    return PrintedMat(say("town board"), WIDTH, town.HEIGHT, places, hint)


def _printed() -> Iterator[PrintedPlace]:
    title = say("Name of the town:")
    yield PrintedPlace(EDGE, EDGE, WIDTH - 2 * EDGE, town.NAME_HEIGHT, title, ground="#fbf6ea", paint="#cdbd9c")
    for name, column_row in town.PRINTED_AT.items():
        place = town.at(column_row)
        yield PrintedPlace(
            place.x,
            place.y,
            place.width,
            place.height,
            words(name),
            _stored(name),
            None,
            PRINTED_GROUND,
            DRAWN[name],
            "#6b4a2b",
            letters=2.3,
        )


def _stored(name: str) -> tuple[Text, ...]:
    match name:
        case "homestead":
            return (say("Pink Homes: %(count)s", count=3),)
        case "gold mine":
            return (say("not in the middle of the town"),)
        case _:
            return ()


def _cells(cells: tuple[Cell, ...]) -> Iterator[PrintedPlace]:
    """Each with its number and what it does."""
    effects = effect_words()
    for cell, place in town.cells_at(cells):
        does = (effects[cell.effect.value],) if cell.effect else ()
        ground = CENTRE_GROUND if cell.number == CENTRE else OUTER_GROUND
        number = say("%(number)s", number=cell.number)
        yield PrintedPlace(
            place.x,
            place.y,
            place.width,
            place.height,
            say("%(name)s", name=cell.id),
            does,
            number,
            ground,
            dashed=True,
            letters=3.0,
        )


def _stack() -> PrintedPlace:
    place = town.at(town.STACK_AT)
    what = (say("Homestead tiles, and their card until the first one is laid."),)
    title = say("Homestead stack")
    return PrintedPlace(place.x, place.y, place.width, place.height, title, what, ground=LABEL_GROUND, drawing="farm")


def _stores() -> Iterator[PrintedPlace]:
    """One blue field, a box on it for everything that is counted, with what it holds without further buildings."""
    field = town.FIELD
    yield PrintedPlace(field.x, field.y, field.width, field.height, ground=STORE_GROUND, paint=STORE_GROUND)
    for what, place in town.stores_at():
        most = (say("at most %(most)s", most=ROOM[what]),) if what in ROOM else ()
        yield PrintedPlace(
            place.x,
            place.y,
            place.width,
            place.height,
            name_of(what),
            most,
            ground=STORE_GROUND,
            paint="#274d73",
            letters=2.0,
        )


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
