"""What can be printed for the edition of 1983: steers with their marks, cowboys, and a turn on one page.

Steers bear the marker 35 (``FEVER``) or 36 (``HEALTHY``), the two after the stickers of 1993.
"""

from __future__ import annotations

from companion.core.text import say
from companion.core.ui.printable import Printables, PrintedFigure, PrintedSticker
from companion.games.abilene.common.printables import PAINTS, cowboys, turn_over
from companion.games.abilene.common.seats import COLOURS, colour_words
from companion.games.abilene.edition_1983.printing.aid import turn_aid
from companion.games.abilene.edition_1983.rules.fever import FEVERED, HEALTHY
from companion.games.abilene.edition_1983.screens.players import health_words

FEVER_CODE, HEALTHY_CODE = "FEVER", "HEALTHY"
FEVER_MARKER, HEALTHY_MARKER = 35, 36


def printables(starting_cash: int, seats: int) -> Printables:
    """Everything of the edition, for so many seats: steers in their owner's colour, the fever underneath (§1.2)."""
    words = colour_words()
    fevered, healthy = seats * FEVERED, seats * HEALTHY
    fever = PrintedSticker(FEVER_CODE, FEVER_MARKER, "X", health_words(fever=True), say("fever"), fevered)
    none = PrintedSticker(HEALTHY_CODE, HEALTHY_MARKER, "", health_words(fever=False), say("healthy"), healthy)
    steers = tuple(
        PrintedFigure("cow", PAINTS[colour], words[colour], count, sticker)
        for colour in COLOURS[:seats]
        for sticker, count in ((fever, FEVERED), (none, HEALTHY))
    )
    return Printables((fever, none), (*cowboys(COLOURS[:seats]), *steers), turn_aid(starting_cash), seats, turn_over())
