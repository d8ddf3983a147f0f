"""What lies above the boards and in the reserve, after what was drawn and built (rules §3.5, §3.6, §13.1)."""

from __future__ import annotations

from companion.games.western_town.guided.deck import Deck
from companion.games.western_town.rulebook.buildings import HOMESTEAD
from companion.games.western_town.rulebook.construction import Source
from companion.games.western_town.rulebook.setup import GREEN, Drawing, Star, Variant, drawings
from companion.games.western_town.state import Board, Circle


def due(circle: Circle, variant: Variant, turn: int) -> Drawing | None:
    """The drawing of star cards that has to be made now."""
    return next(iter(drawings(variant, turn)[len(circle.drawn) :]), None)


def reserve(circle: Circle, deck: Deck, colour: Star) -> tuple[str, ...]:
    """The star cards of a colour that have not been drawn."""
    drawn = {card for each in circle.drawn for card in (*each.added, *each.removed)}
    return tuple(card for card in deck.stars(colour) if card not in drawn)


def constructible(circle: Circle, board: Board, deck: Deck) -> tuple[str, ...]:
    """The tiles above this board."""
    added = tuple(card for each in circle.drawn for card in each.added)
    built = [each.name for each in board.buildings if each.number]
    return tuple(name for name in (*deck.others, *added) if name not in built)


def source(circle: Circle, board: Board, deck: Deck, variant: Variant, name: str) -> Source | None:
    """Where a tile that does not lie in this town can be taken from; None: nowhere, it is out of the game."""
    if name == HOMESTEAD:
        return Source.HOMESTEADS if homestead_tiles(circle, board, variant) else None
    if name in constructible(circle, board, deck):
        return Source.CONSTRUCTIBLE
    return Source.RESERVE if any(name in reserve(circle, deck, colour) for colour in Star) else None


def homestead_tiles(circle: Circle, board: Board, variant: Variant) -> int:
    """The tiles left on the homestead stack of this board: the backs of what was removed (3.5, 13.1)."""
    removed = sum(len(each.removed) for each in circle.drawn) + (GREEN if variant is Variant.SHORT else 0)
    return max(0, removed - sum(each.name == HOMESTEAD and bool(each.number) for each in board.buildings))
