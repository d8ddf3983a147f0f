"""What a camera reads on the town boards, for whoever wants to know why it says what it says."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.observation import Observation
from companion.core.table.table import Table
from companion.core.text import Text, listed, say
from companion.games.western_town.camera.table import DESTROYED, boards_of, counted
from companion.games.western_town.cards.reading import own_contents
from companion.games.western_town.rulebook.buildings import PRINTED
from companion.games.western_town.rulebook.towns import Resource, name_of
from companion.games.western_town.tiles import place_words, words


def read_on_sheets(table: Table, observation: Observation) -> tuple[tuple[str, Text], ...]:
    """The owner of each board that is seen, and what lies there."""
    return tuple(
        (table.seat(seat).name, listed((*_cubes(name, observation), *_things(name, observation))))
        for seat, name in boards_of(table).items()
        if name not in observation.unknown
    )


def _cubes(name: str, seen: Observation) -> Iterator[Text]:
    for what in Resource:
        box = f"{name}/{what}"
        number = "?" if box in seen.unknown else str(counted(seen.in_area(box)))
        yield say("%(number)s %(what)s", number=number, what=name_of(what))


def _things(name: str, seen: Observation) -> Iterator[Text]:
    for place in (*PRINTED, *(cell.id for cell in own_contents().cells)):
        spot = f"{name}/{place}"
        for kind in ("?",) if spot in seen.unknown else seen.in_area(spot):
            thing = say("destroyed") if kind == DESTROYED else words(kind)
            yield say("%(cell)s: %(name)s", cell=place_words(place), name=thing)
