"""What can be printed for Abilene: stickers with their marks, figures, and a turn on one page.

A sticker is known by its kind, brand and value; cows of one kind are alike. Its marker is number 10 + 4 x brand
+ value, brands A to F counted from 0 and values from the dearest (10 = A $1,000 ... 33 = F $100), 34 without a
brand; its code is the brand's letter and the value ("A1000"), ``N500`` without a brand. Steers of 1983 bear 35
(``FEVER``) or 36 (``HEALTHY``).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import BadRequest
from companion.core.text import Money, say
from companion.core.ui.printable import Printables, PrintedFigure, PrintedSticker
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.seats import COLOURS, colour_words
from companion.games.abilene.edition_1983.aid import hexagames_aid
from companion.games.abilene.edition_1983.fever import FEVERED, HEALTHY
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1993.aid import schmidt_aid
from companion.games.abilene.edition_1993.herds import Brand, Sticker, all_stickers
from companion.games.abilene.edition_1993.sticker_codes import FIRST_MARKER, code_of, kinds, marker_of
from companion.games.abilene.editions import AbileneEdition, editions

FEVER_CODE, HEALTHY_CODE = "FEVER", "HEALTHY"
PAINTS: Mapping[str, str] = {
    "red": "#b3261e",
    "blue": "#1f5fa8",
    "yellow": "#f1c232",
    "green": "#2c6e38",
    "black": "#2a2623",
    "white": "#f7f2e8",
}
COW_PAINT = "#8a5a34"


def printables(edition: str) -> Printables:
    """Everything of one edition; raises BadRequest for one that prints nothing."""
    printed = {"1993": _branded_cows, "1983": _coloured_steers}
    if edition not in printed:
        raise BadRequest(say("There is nothing to print for this edition."))
    return printed[edition](editions()[edition])


def _branded_cows(edition: AbileneEdition) -> Printables:
    counts = all_stickers(Brand)
    stickers = tuple(_sticker(sticker, counts[sticker]) for sticker in kinds())
    cows = tuple(PrintedFigure("cow", COW_PAINT, None, sticker.count, sticker) for sticker in stickers)
    return Printables(stickers, (*_cowboys(COLOURS), *cows), schmidt_aid(edition), edition.shelf.players[1])


def _coloured_steers(edition: AbileneEdition) -> Printables:
    """Steers in the colour of their owner, the fever marked underneath (1983 §1.2)."""
    seats, words = edition.shelf.players[1], colour_words()
    first = FIRST_MARKER + len(kinds())
    fevered, healthy = seats * FEVERED, seats * HEALTHY
    fever = PrintedSticker(FEVER_CODE, first, "X", health_words(fever=True), say("fever"), fevered)
    none = PrintedSticker(HEALTHY_CODE, first + 1, "", health_words(fever=False), say("healthy"), healthy)
    steers = tuple(
        PrintedFigure("cow", PAINTS[colour], words[colour], count, sticker)
        for colour in COLOURS[:seats]
        for sticker, count in ((fever, FEVERED), (none, HEALTHY))
    )
    cowboys = _cowboys(COLOURS[:seats])
    return Printables((fever, none), (*cowboys, *steers), hexagames_aid(edition.starting_cash), seats)


def _cowboys(colours: tuple[str, ...]) -> tuple[PrintedFigure, ...]:
    words = colour_words()
    return tuple(PrintedFigure("cowboy", PAINTS[colour], words[colour], COWBOYS_EACH) for colour in colours)


def _sticker(sticker: Sticker, count: int) -> PrintedSticker:
    label = say("brand %(brand)s", brand=sticker.brand) if sticker.brand else say("no brand")
    value = say("%(value)s", value=Money(sticker.value))
    return PrintedSticker(code_of(sticker), marker_of(sticker), sticker.brand or "", label, value, count)
