"""What can be printed for Abilene: stickers with their marks, figures, and a turn on one page.

A sticker is known by its kind, brand and value; cows of one kind are alike. Its marker is number 10 + 4 x brand
+ value, brands A to F counted from 0 and values from the dearest (10 = A $1,000 ... 33 = F $100), 34 without a
brand; its code is the brand's letter and the value ("A1000"), ``N500`` without a brand.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import BadRequest
from companion.core.printable import Printables, PrintedFigure, PrintedSticker
from companion.core.text import Money, say
from companion.games.abilene.aid import schmidt_aid
from companion.games.abilene.editions import editions
from companion.games.abilene.herds import Brand, Sticker, all_stickers
from companion.games.abilene.seats import COLOURS, colour_words
from companion.games.abilene.state import COWBOYS_EACH

FIRST_MARKER = 10
"""Below are the corners of boards."""
UNBRANDED_CODE = "N"
PAINTS: Mapping[str, str] = {
    "red": "#b3261e",
    "blue": "#1f5fa8",
    "yellow": "#f1c232",
    "green": "#2c6e38",
    "black": "#2a2623",
    "white": "#f7f2e8",
}
COW_PAINT = "#8a5a34"


def kinds() -> tuple[Sticker, ...]:
    """Every kind of sticker in the order of its marker."""
    return tuple(sorted(all_stickers(Brand), key=lambda one: (one.brand or "~", -one.value)))


def marker_of(sticker: Sticker) -> int:
    """The number of the marker on this sticker."""
    return FIRST_MARKER + kinds().index(sticker)


def code_of(sticker: Sticker) -> str:
    """What its QR code ends with."""
    return f"{sticker.brand or UNBRANDED_CODE}{sticker.value}"


def sticker_of_marker(number: int) -> Sticker | None:
    """The sticker that bears this marker; None for another marker."""
    at = number - FIRST_MARKER
    return kinds()[at] if 0 <= at < len(kinds()) else None


def sticker_of_code(code: str) -> Sticker | None:
    """The sticker with this code, in small letters or capitals; None for anything else."""
    return {code_of(sticker): sticker for sticker in kinds()}.get(code.upper())


def printables(edition: str) -> Printables:
    """Everything of one edition; raises BadRequest for one that prints nothing."""
    aids = {"1993": schmidt_aid}
    if edition not in aids:
        raise BadRequest(say("There is nothing to print for this edition."))
    facts = editions()[edition]
    counts = all_stickers(Brand)
    stickers = tuple(_sticker(sticker, counts[sticker]) for sticker in kinds())
    words = colour_words()
    cowboys = tuple(PrintedFigure("cowboy", PAINTS[colour], words[colour], COWBOYS_EACH) for colour in COLOURS)
    cows = tuple(PrintedFigure("cow", COW_PAINT, None, sticker.count, sticker) for sticker in stickers)
    return Printables(stickers, (*cowboys, *cows), aids[edition](facts), facts.shelf.players[1])


def _sticker(sticker: Sticker, count: int) -> PrintedSticker:
    label = say("brand %(brand)s", brand=sticker.brand) if sticker.brand else say("no brand")
    value = say("%(value)s", value=Money(sticker.value))
    return PrintedSticker(code_of(sticker), marker_of(sticker), sticker.brand or "", label, value, count)
