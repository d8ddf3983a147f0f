"""What can be printed for the edition of 1993: stickers with their marks, figures, and a turn on one page.

A sticker is known by its kind, brand and value; cows of one kind are alike. Its marker is number 10 + 4 x brand
+ value, brands A to F counted from 0 and values from the dearest (10 = A $1,000 ... 33 = F $100), 34 without a
brand; its code is the brand's letter and the value ("A1000"), ``N500`` without a brand.
"""

from __future__ import annotations

from companion.core.text import Money, say
from companion.core.ui.printable import Printables, PrintedFigure, PrintedSticker
from companion.games.abilene.common.printables import cowboys, turn_over
from companion.games.abilene.common.seats import COLOURS
from companion.games.abilene.edition_1993.money.herds import Brand, Sticker, all_stickers
from companion.games.abilene.edition_1993.printing.aid import turn_aid
from companion.games.abilene.edition_1993.printing.sticker_codes import code_of, kinds, marker_of

COW_PAINT = "#8a5a34"


def printables(starting_cash: int, seats: int) -> Printables:
    """Everything of the edition, for so many seats."""
    counts = all_stickers(Brand)
    stickers = tuple(_sticker(sticker, counts[sticker]) for sticker in kinds())
    cows = tuple(PrintedFigure("cow", COW_PAINT, None, sticker.count, sticker) for sticker in stickers)
    return Printables(stickers, (*cowboys(COLOURS), *cows), turn_aid(starting_cash), seats, turn_over())


def _sticker(sticker: Sticker, count: int) -> PrintedSticker:
    label = say("brand %(brand)s", brand=sticker.brand) if sticker.brand else say("no brand")
    value = say("%(value)s", value=Money(sticker.value))
    return PrintedSticker(code_of(sticker), marker_of(sticker), sticker.brand or "", label, value, count)
