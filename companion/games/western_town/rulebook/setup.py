"""Cards and tiles at the start, and what each turn adds (rules §3, §6.1, §13.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import HOMESTEAD, CellEffect
from companion.games.western_town.rulebook.towns import START, Amounts, Resource, Town, gained

ORANGE, GREEN = 8, 4
"""star cards of each colour in a player's reserve"""
OTHER_CARDS = 5
"""cards above the board that are neither stars nor have a cactus"""
ADDED = 2
"""cards that one drawing adds, and as many that it removes"""
CACTUS = 6
"""cards in hand at the start"""
LINCOLN = 4
"""Lincoln cards with a visit in a game"""
CARDS_EACH, TILES_EACH = 24, 17
LINCOLN_CARDS, START_CARDS, MAX_PLAYERS = 8, 4, 4
CELL_GIVES: dict[CellEffect | None, Amounts] = {
    CellEffect.GOLD: {Resource.GOLD: 1},
    CellEffect.INHABITANTS: {Resource.INHABITANTS: 2},
}
"""the cubes that a cell gives by itself when a tile is laid on it (2.3)"""


class Variant(StrEnum):
    """The length of the game (13.1)."""

    NORMAL = "normal"
    SHORT = "short"


class Star(StrEnum):
    """The colour of the star on a card that is drawn."""

    ORANGE = "orange"
    GREEN = "green"


@dataclass(frozen=True, slots=True)
class StarsToDraw:
    """Draw of Star cards of a colour: so many come to everybody's constructible ones, so many go (3.5)."""

    colour: Star
    added: int = ADDED
    removed: int = ADDED


@dataclass(frozen=True, slots=True)
class DrawnStars:
    """A drawing that has been made: the cards that all players added, and those that all removed."""

    colour: Star
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Supply:
    """The cards and tiles of every player alike, as if nothing had been built."""

    constructible: int
    homesteads: int
    orange: int
    green: int
    removed: int


@dataclass(frozen=True, slots=True)
class OpeningTown:
    """A player after his start card."""

    supply: Supply
    town: Town
    hand: int
    homestead_in_hand: bool


def turns(variant: Variant) -> int:
    """Return how many turns the game has: as many as there are Lincoln cards, the "5" included."""
    return LINCOLN if variant is Variant.SHORT else LINCOLN + 1


def drawings(variant: Variant, turn: int) -> tuple[StarsToDraw, ...]:
    """Return every drawing from the setup to this turn, in order (3.6, 13.1)."""
    if variant is Variant.SHORT:
        return (StarsToDraw(Star.ORANGE, removed=0),) if turn >= 2 else ()
    due = (StarsToDraw(Star.ORANGE), StarsToDraw(Star.ORANGE), StarsToDraw(Star.GREEN))
    return due[: max(turn, 1)]


def supply(variant: Variant, turn: int) -> Supply:
    """Return the cards and tiles once the buildings of this turn are added, 0: after the setup. Raise BadRequest."""
    if not 0 <= turn <= turns(variant):
        raise BadRequest(say("There is no turn %(turn)s.", turn=turn), rule("1.1"))
    made = drawings(variant, turn)
    drawn = {colour: sum(each.added + each.removed for each in made if each.colour is colour) for colour in Star}
    removed = sum(each.removed for each in made) + (GREEN if variant is Variant.SHORT else 0)
    green = 0 if variant is Variant.SHORT else GREEN - drawn[Star.GREEN]
    added = sum(each.added for each in made)
    return Supply(OTHER_CARDS + added, removed, ORANGE - drawn[Star.ORANGE], green, removed)


def opening(variant: Variant, building: str, gains: Amounts, cell: CellEffect | None, cell_counts: bool) -> OpeningTown:
    """Return a player after taking the building and the resources of his start card (3.7, 19.15)."""
    before, homestead = supply(variant, 0), building == HOMESTEAD
    after = (
        replace(before, homesteads=before.homesteads - 1)
        if homestead
        else replace(before, constructible=before.constructible - 1)
    )
    town = gained(START, gains)
    if cell_counts:
        town = gained(town, CELL_GIVES.get(cell, {}))
    return OpeningTown(after, town, CACTUS + 1, homestead)
