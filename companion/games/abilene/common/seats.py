"""Who takes which ranch, colour and brand (rules 1993 §3.1, §3.2, §19.10; 1983 §2.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.errors import BadRequest
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.core.ui.choice import Field, FieldKind, Option
from companion.games.abilene.common.board.ranches import RANCHES

COLOURS = ("red", "blue", "yellow", "green", "black", "white")
"""Colours of the cowboys in the box, in the order of the ranches A to F."""

LIKELY_PLAYERS = (4, 3, 5, 6)


@dataclass(frozen=True, slots=True)
class Seating:
    """What somebody who sits down chooses. ``fits`` raises IllegalMove for ranches that are not played together;

    ``open`` tells which ranches so many players could still take beside those taken.
    """

    choices: Mapping[str, tuple[str, ...]]
    fits: Callable[[Sequence[str]], None]
    open: Callable[[int, Collection[str]], tuple[str, ...]]


def any_ranches(ranches: Sequence[str]) -> None:
    """Where every ranch goes with every other, nothing is refused."""


def on_board(seating: Seating, layout: Layout) -> Seating:
    """The same on a board of one's own, which may have fewer ranches: then every one goes with every other."""
    ranches = tuple(letter for letter in seating.choices["ranch"] if letter in layout.regions)
    if ranches == seating.choices["ranch"]:
        return seating
    return Seating(
        {**seating.choices, "ranch": ranches},
        any_ranches,
        lambda _, taken: tuple(letter for letter in ranches if letter not in taken),
    )


def fields(seating: Seating, table: Table, seat: str | None) -> tuple[Field, ...]:
    """Ranch, colour and brand, without what others have taken."""
    mine = table.seat(seat).picks if seat else {}
    return tuple(
        _field(name, seating.choices[name], suggested(seating, table, seat, name), mine.get(name))
        for name in seating.choices
    )


def free(seating: Seating, table: Table, seat: str | None, name: str) -> tuple[str, ...]:
    """What nobody else has taken yet."""
    taken = {other.picks.get(name) for other in table.seats if other.id != seat}
    return tuple(value for value in seating.choices[name] if value not in taken)


def check(seating: Seating, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
    """The picks; what was left open gets the first that is free. Raises BadRequest for one that is taken."""
    unknown = set(picks) - set(seating.choices)
    if unknown:
        raise BadRequest(say("A seat has a ranch, a colour and, where the game has brands, a brand."))
    return {
        name: _checked(name, picks.get(name) or "", suggested(seating, table, seat, name)) for name in seating.choices
    }


def suggested(seating: Seating, table: Table, seat: str | None, name: str) -> tuple[str, ...]:
    """What is free, the best first: ranches that will do for four players, else for three, five or six (§3.1)."""
    left = free(seating, table, seat, name)
    if name != "ranch":
        return left
    taken = [other.picks["ranch"] for other in table.seats if other.id != seat]
    fitting = (set(seating.open(size, taken)) for size in LIKELY_PLAYERS if size > len(taken))
    best: set[str] = next((ranches for ranches in fitting if ranches), set())
    return tuple(sorted(left, key=lambda ranch: (ranch not in best, ranch)))


def clockwise(table: Table, first: str) -> tuple[str, ...]:
    """The seats in turn order (§3.5): everybody sits at his ranch, and ranches go clockwise by letter (§2.1)."""
    seats = [seat.id for seat in sorted(table.seats, key=lambda seat: RANCHES.index(seat.picks["ranch"]))]
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def _checked(name: str, value: str, choices: Iterable[str]) -> str:
    left = tuple(choices)
    if not value and left:
        return left[0]
    if value not in left:
        raise BadRequest(say("%(what)s %(value)s is taken or does not exist.", what=_words()[name], value=value[:20]))
    return value


def _words() -> Mapping[str, Text]:
    return {"ranch": say("Ranch"), "colour": say("Colour"), "brand": say("Brand")}


def colour_words() -> Mapping[str, Text]:
    """The colours, to be translated."""
    return {
        "red": say("red"),
        "blue": say("blue"),
        "yellow": say("yellow"),
        "green": say("green"),
        "black": say("black"),
        "white": say("white"),
    }


def _field(name: str, order: tuple[str, ...], left: tuple[str, ...], mine: str | None) -> Field:
    words = colour_words()
    options = tuple(
        Option(value, words.get(value) or say("%(letter)s", letter=value), mark=value)
        for value in sorted(left, key=order.index)
    )
    labels = {
        "ranch": say("Your ranch on the board"),
        "colour": say("Colour of your cowboys"),
        "brand": say("Brand under your cows"),
    }
    return Field(name, labels[name], FieldKind.PICK, options, initial=mine or (left[0] if left else None))
