"""The board to tap, and the private list of one's herd (rules 1993 §5.1, §17), which the phone keeps to itself.

The box tells which cow stands where, as everybody sees, and which stickers are not sold yet. The sticker under a cow is
known only to the phone on which it was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.layout import Layout, Point
from companion.core.identity import identity_cache
from companion.core.messages import kind_of
from companion.core.text import Text, say
from companion.core.ui.page import Part, Place
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1993.messages import ShowSticker
from companion.games.abilene.edition_1993.money.herds import Sticker
from companion.games.abilene.edition_1993.rules.sales import possible_stickers, sticker_words
from companion.games.abilene.edition_1993.state import State1993

TITLE = say("My herd, for your eyes only")


@dataclass(frozen=True, slots=True)
class PossibleSticker:
    """A sticker of which ``left`` have not been sold, in words and as the seller's command names it."""

    brand: str | None
    value: int
    words: Text
    left: int


@dataclass(frozen=True, slots=True)
class Ranch:
    """The spaces of a ranch as the board is drawn: their centres, the radius of a dot, the frame around all."""

    spaces: Mapping[str, Point]
    dot: float
    frame: tuple[float, float, float, float]
    """left, top, width and height"""


@dataclass(frozen=True, slots=True)
class Herd:
    """The cows that a phone may note: those of its seat's ranch, the one just stolen, the one it sells."""

    cows: Mapping[str, str]
    """cell -> name of the cow on it"""
    ranch: Ranch
    stickers: tuple[PossibleSticker, ...]
    answer_kind: str
    """the command whose form the note of the cow on sale fills in"""
    stolen: str = ""
    """the cow in the thief's hand"""
    selling: str = ""
    """the seller's cow whose sticker is asked for"""


def herd_parts(now: Situation[State1993], seat: str) -> tuple[Part, ...]:
    """Return the list on the phone of its seat.

    There is none in memory mode, nor where the box does not follow the board, nor without a ranch, nor where nobody
    else plays: the box itself says there what lies under cows that are not real.
    """
    state = now.state
    if now.table.rules.memory_mode or now.table.alone == seat:
        return ()
    if state.position is None or seat not in state.position.ranch_of:
        return ()
    cows = _herds(now.layout, state).get(seat, {})
    book = Herd(
        cows,
        _ranch(now.layout, state.position.ranch_of[seat]),
        _stickers(possible_stickers(state)),
        kind_of(ShowSticker),
        stolen=_stolen(state, seat),
        selling=_selling(state, seat),
    )
    if book.stolen or book.selling:
        return (Part("herd", Place.PRIVATE, book),)
    return (Part("herd", Place.FOLDED, book, TITLE),) if cows else ()


@identity_cache(most=32)
def _herds(layout: Layout, state: State1993) -> Mapping[str, Mapping[str, str]]:
    """Return by seat and cell the name of the cow on it, for every herd."""
    herds = state.position.herds(layout) if state.position else {}
    return {seat: {cell: state.cattle[cell] for cell in herd if cell in state.cattle} for seat, herd in herds.items()}


@identity_cache(most=32)
def _ranch(layout: Layout, name: str) -> Ranch:
    """Return the ranch with this name: no board has the names of its spaces printed, so a cow is shown on a drawing."""
    spaces = {cell: layout.centre(cell) for cell in layout.select(name)}
    across, down = zip(*spaces.values(), strict=True)
    left, top = min(across) - layout.size, min(down) - layout.size
    frame = (left, top, max(across) + layout.size - left, max(down) + layout.size - top)
    return Ranch(spaces, layout.size * 0.62, frame)


@identity_cache(most=32)
def _stickers(possible: Mapping[Sticker, int]) -> tuple[PossibleSticker, ...]:
    return tuple(
        PossibleSticker(sticker.brand, sticker.value, sticker_words(sticker), left)
        for sticker, left in possible.items()
    )


def _stolen(state: State1993, seat: str) -> str:
    match state.pending:
        case Theft(thief=thief, cell=cell) if thief == seat:
            return state.cattle.get(cell, "")
        case _:
            return ""


def _selling(state: State1993, seat: str) -> str:
    sale = state.sale
    return sale.cow if sale and sale.seller == seat and sale.votes and sale.sticker is None else ""
