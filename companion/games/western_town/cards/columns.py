"""What is typed of a tile, a card, a start card, a Lincoln card, a face of the die and a cell (rules §1-§4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from companion.core.catalogue import CardType
from companion.core.columns import NONE, Column, ColumnKind
from companion.core.text import Text, say
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.buildings import NUMBERS, Effect
from companion.games.western_town.rulebook.construction import PAYABLE
from companion.games.western_town.rulebook.lincoln import Expectation, expectation_words
from companion.games.western_town.rulebook.towns import STORED, Resource, name_of

TILE, CARD, START, LINCOLN, DIE, CELL = "tile", "card", "start", "lincoln", "die", "cell"
LONGEST_NAME, LONGEST_TEXT = 30, 240
EITHER = f"{Resource.WOOD}/{Resource.GOLD}"
"""a symbol that is Wood or Gold, as its owner likes"""
HOMES, PINK_HOMES = "homes", "pink_homes"
"""what a card may need besides resources"""


class Pile(StrEnum):
    """Where a card, and the tile of the same name, lies at the beginning (1.4)."""

    OTHER = "other"
    ORANGE = "orange"
    GREEN = "green"
    HOMESTEAD = "homestead"
    CACTUS = "cactus"


class Strip(StrEnum):
    """The colour of a card's strip (4.2)."""

    NONE = "none"
    PURPLE = "purple"
    BROWN = "brown"
    GREEN = "green"


def card_types() -> tuple[CardType, ...]:
    """The sections of a catalogue."""
    name = Column("name", say("Name"), longest=LONGEST_NAME)
    face = Column("name", say("Face"), longest=LONGEST_NAME)
    building = Column("building", say("Building"), longest=LONGEST_NAME)
    gains = _counted("gains", say("Brings"), resource_words(Resource), 5)
    shows = Column("shows", say("Shows"), ColumnKind.ONE, options={side.value: side_words(side) for side in Side})
    cell = (
        Column("name", say("Name"), longest=LONGEST_NAME),
        Column("number", say("Number"), ColumnKind.NUMBER, least=NUMBERS[0], most=NUMBERS[-1], usual=NUMBERS[-1]),
        Column("effect", say("Effect"), ColumnKind.ONE, options=_with_none(effect_words())),
    )
    expects = {each.value: expectation_words(each) for each in Expectation}
    return (
        CardType(TILE, say("Tiles"), (name, *_tile(gains))),
        CardType(CARD, say("Cards"), (name, building, *_card())),
        CardType(START, say("Start cards"), (name, building, gains)),
        CardType(LINCOLN, say("Lincoln cards"), (name, _counted("expects", say("Expects"), expects, 3))),
        CardType(DIE, say("Faces of the Indian die"), (face, shows)),
        CardType(CELL, say("Cells of the board"), cell),
    )


def _tile(gains: Column) -> tuple[Column, ...]:
    return (
        Column("pile", say("Begins"), ColumnKind.ONE, options=_piles(but=Pile.CACTUS)),
        _counted("cost", say("Cost"), {EITHER: say("Wood or Gold"), **resource_words(PAYABLE)}, 5),
        Column("homes_needed", say("Homes needed"), ColumnKind.NUMBER, most=20),
        Column("pink", say("Pink Homes"), ColumnKind.NUMBER, most=3),
        Column("black", say("Black Homes"), ColumnKind.NUMBER, most=3),
        Column("points", say("Points"), ColumnKind.NUMBER, most=30),
        Column("per", say("Further points for"), ColumnKind.ONE, options=_with_none(resource_words(Resource))),
        Column("each", say("So many of it"), ColumnKind.NUMBER, most=9),
        Column("per_points", say("Points for these"), ColumnKind.NUMBER, most=9),
        _counted("room", say("Room"), resource_words(STORED), 8),
        Column("pipes", say("Constant Peace pipes"), ColumnKind.NUMBER, most=3),
        Column("guards", say("Cowboys when attacked"), ColumnKind.NUMBER, most=5),
        gains,
        Column("exchange", say("May be exchanged"), ColumnKind.SEVERAL, options=resource_words(PAYABLE)),
        Column("exchange_for", say("in exchange for"), ColumnKind.ONE, options=_with_none(resource_words(Resource))),
    )


def _card() -> tuple[Column, ...]:
    strips = {
        Strip.NONE.value: say("none"),
        Strip.PURPLE.value: say("purple"),
        Strip.BROWN.value: say("brown"),
        Strip.GREEN.value: say("green"),
    }
    needs: Mapping[str, Text] = {
        **resource_words(Resource),
        HOMES: say("Homes"),
        PINK_HOMES: say("pink Homes"),
    }
    return (
        Column("pile", say("Begins"), ColumnKind.ONE, options=_piles()),
        Column("strip", say("Strip"), ColumnKind.ONE, options=strips),
        _counted("gain", say("Gain of phase 4"), {**resource_words(Resource), EITHER: say("Wood or Gold")}, 4),
        _counted("play_needs", say("Playing needs"), needs, 12),
        _counted("play", say("Playing brings"), resource_words(Resource), 5),
        Column("play_dice", say("Playing throws the Indian die, times"), ColumnKind.NUMBER, most=2),
        Column("play_back", say("Playing takes back inactive cards"), ColumnKind.NUMBER, most=3),
        Column("play_text", say("Playing, in words"), longest=LONGEST_TEXT),
        _counted("exploit_needs", say("Exploiting needs"), needs, 12),
        _counted("exploit_pays", say("Exploiting costs"), resource_words(PAYABLE), 5),
        _counted("exploit", say("Exploiting brings"), resource_words(Resource), 5),
        Column("exploit_back", say("Exploiting takes back inactive cards"), ColumnKind.NUMBER, most=3),
        Column("exploit_text", say("Exploiting, in words"), longest=LONGEST_TEXT),
    )


def resource_words(which: Iterable[Resource]) -> Mapping[str, Text]:
    """The resources by the words that files have for them."""
    return {what.value: name_of(what) for what in which}


def effect_words() -> Mapping[str, Text]:
    """What the cells of the board do."""
    return {
        Effect.GOLD.value: say("1 Gold"),
        Effect.INHABITANTS.value: say("2 Inhabitants"),
        Effect.SWAP.value: say("1 Wood for 2 Inhabitants, if you like"),
        Effect.DIE.value: say("throw the Indian die"),
        Effect.HOME.value: say("one Home more"),
    }


def pile_words() -> Mapping[Pile, Text]:
    """Where things lie at the beginning."""
    return {
        Pile.OTHER: say("above the board"),
        Pile.ORANGE: say("reserve, orange star"),
        Pile.GREEN: say("reserve, green star"),
        Pile.HOMESTEAD: say("homestead stack"),
        Pile.CACTUS: say("in the hand (cactus)"),
    }


def _piles(but: Pile | None = None) -> Mapping[str, Text]:
    return {pile.value: words for pile, words in pile_words().items() if pile is not but}


def _with_none(words: Mapping[str, Text]) -> Mapping[str, Text]:
    return {NONE: say("none"), **words}


def _counted(name: str, label: Text, options: Mapping[str, Text], most: int) -> Column:
    return Column(name, label, ColumnKind.COUNTED, most=most, options=options)


def side_words(side: Side) -> Text:
    """A side of the Indian die in words."""
    match side:
        case Side.RED:
            return say("one red")
        case Side.ORANGE_AGAIN:
            return say("one orange, and again")
        case Side.RED_ORANGE:
            return say("one red, then one orange")
