"""Columns that are typed of tiles, cards (start and Lincoln cards, too), die, cells and the board (rules §1-§4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.catalogue import CardType
from companion.core.columns import NONE, Column, ColumnKind
from companion.core.text import Text, say
from companion.games.western_town.printed.card_words import PILES, STRIPS
from companion.games.western_town.printed.deck import Pile
from companion.games.western_town.rulebook.buildings import NUMBERS
from companion.games.western_town.rulebook.construction import PAYABLE
from companion.games.western_town.rulebook.towns import NAMES, STORED, Resource
from companion.games.western_town.words import CELL_EFFECTS, EXPECTATIONS, NEEDED_HOMES, SIDES

TILE, CARD, START, LINCOLN, DIE, CELL, BOARD = "tile", "card", "start", "lincoln", "die", "cell", "board"
MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 30, 240
EITHER = f"{Resource.WOOD}/{Resource.GOLD}"
"""a symbol that is Wood or Gold, as its owner likes"""


def card_types() -> tuple[CardType, ...]:
    """Return the sections of a catalogue."""
    name = Column("name", say("Name"), longest=MAX_NAME_LENGTH)
    face = Column("name", say("Face"), longest=MAX_NAME_LENGTH)
    building = Column("building", say("Building"), longest=MAX_NAME_LENGTH)
    gains = _counted("gains", say("Brings"), NAMES, 5)
    shows = Column("shows", say("Shows"), ColumnKind.ONE, options=SIDES)
    cell = (
        Column("name", say("Name"), longest=MAX_NAME_LENGTH),
        Column("number", say("Number"), ColumnKind.NUMBER, least=NUMBERS[0], most=NUMBERS[-1], usual=NUMBERS[-1]),
        Column("effect", say("Effect"), ColumnKind.ONE, options=_with_none(CELL_EFFECTS)),
    )
    return (
        CardType(TILE, say("Tiles"), (name, *_tile(gains))),
        CardType(CARD, say("Cards"), (name, building, *_card())),
        CardType(START, say("Start cards"), (name, building, gains)),
        CardType(LINCOLN, say("Lincoln cards"), (name, _counted("expects", say("Expects"), EXPECTATIONS, 3))),
        CardType(DIE, say("Faces of the Indian die"), (face, shows)),
        CardType(CELL, say("Spaces of the board"), cell),
        CardType(
            BOARD, say("Town board"), (name, Column("pink", say("Printed pink Homes"), ColumnKind.NUMBER, most=9))
        ),
    )


def _tile(gains: Column) -> tuple[Column, ...]:
    return (
        Column("pile", say("Begins"), ColumnKind.ONE, options=_piles(but=Pile.CACTUS)),
        _counted("cost", say("Cost"), {EITHER: say("Wood or Gold"), **resource_words(PAYABLE)}, 5),
        Column("homes_needed", say("Homes needed"), ColumnKind.NUMBER, most=20),
        Column("pink", say("Pink Homes"), ColumnKind.NUMBER, most=3),
        Column("black", say("Black Homes"), ColumnKind.NUMBER, most=3),
        Column("points", say("Points"), ColumnKind.NUMBER, most=30),
        Column("per", say("Further points for"), ColumnKind.ONE, options=_with_none(NAMES)),
        Column("each", say("So many of it"), ColumnKind.NUMBER, most=9),
        Column("per_points", say("Points for these"), ColumnKind.NUMBER, most=9),
        _counted("room", say("Room"), resource_words(STORED), 8),
        Column("pipes", say("Constant Peace pipes"), ColumnKind.NUMBER, most=3),
        Column("guards", say("Cowboys when attacked"), ColumnKind.NUMBER, most=5),
        gains,
        Column("exchange", say("May be exchanged"), ColumnKind.SEVERAL, options=resource_words(PAYABLE)),
        Column("exchange_for", say("in exchange for"), ColumnKind.ONE, options=_with_none(NAMES)),
    )


def _card() -> tuple[Column, ...]:
    needs = {**NAMES, **NEEDED_HOMES}
    return (
        Column("pile", say("Begins"), ColumnKind.ONE, options=_piles()),
        Column("strip", say("Strip"), ColumnKind.ONE, options=_with_none(STRIPS)),
        _counted("gain", say("Gain of phase 4"), {**NAMES, EITHER: say("Wood or Gold")}, 4),
        _counted("play_needs", say("Playing needs"), needs, 12),
        _counted("play", say("Playing brings"), NAMES, 5),
        Column("play_dice", say("Playing throws the Indian die, times"), ColumnKind.NUMBER, most=2),
        Column("play_back", say("Playing takes back inactive cards"), ColumnKind.NUMBER, most=3),
        Column("play_text", say("Playing, in words"), longest=MAX_TEXT_LENGTH),
        _counted("exploit_needs", say("Exploiting needs"), needs, 12),
        _counted("exploit_pays", say("Exploiting costs"), resource_words(PAYABLE), 5),
        _counted("exploit", say("Exploiting brings"), NAMES, 5),
        Column("exploit_back", say("Exploiting takes back inactive cards"), ColumnKind.NUMBER, most=3),
        Column("exploit_text", say("Exploiting, in words"), longest=MAX_TEXT_LENGTH),
    )


def resource_words(which: Iterable[Resource]) -> Mapping[str, Text]:
    """Return the resources by the words that files have for them."""
    return {what: NAMES[what] for what in which}


def _piles(but: Pile | None = None) -> Mapping[str, Text]:
    return {pile: words for pile, words in PILES.items() if pile is not but}


def _with_none(words: Mapping[str, Text]) -> Mapping[str, Text]:
    return {NONE: say("none"), **words}


def _counted(name: str, label: Text, options: Mapping[str, Text], most: int) -> Column:
    return Column(name, label, ColumnKind.COUNTED, most=most, options=options)
