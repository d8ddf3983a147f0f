"""The cards of each player, and the tiles above the boards (rules §1.4, §3.5, §3.6, §4.8, §5, §6.2, §7.3, §13.1).

The hand itself stays in the hand. The cards that a player owns follow from the town; those that the hand may hold
follow from the number kept and from the ones shown since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.western_town.guided_turn import Round
from companion.games.western_town.printed.deck import Deck, Pile
from companion.games.western_town.rulebook.buildings import HOMESTEAD
from companion.games.western_town.rulebook.construction import Source
from companion.games.western_town.rulebook.effects import HOMES, PINK_HOMES, PlayedCard, counted, playable
from companion.games.western_town.rulebook.rounds import pairs
from companion.games.western_town.rulebook.setup import GREEN, Star, StarsToDraw, Variant, drawings
from companion.games.western_town.state import Board, Circle


def owned(board: Board, deck: Deck) -> tuple[str, ...]:
    """Return the ids of all cards that this player has: those of the start, and one for every tile that he has laid.

    Of all homestead tiles only the first brings a card (4.8).
    """
    built = ((deck.card_of(name), name) for name in board.laid)
    cactus = (card.id for card in deck.piles[Pile.CACTUS])
    return tuple(dict.fromkeys((*cactus, *(card.id if card else name for card, name in built))))


@dataclass(frozen=True, slots=True)
class Hand:
    """Hand of a player.

    ``sure`` are cards that he certainly holds, ``perhaps`` those of which ``unseen`` are in his hand and the rest lies
    inactive.
    """

    sure: tuple[str, ...]
    perhaps: tuple[str, ...] = ()
    unseen: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """Return every card that he may hold."""
        return (*self.sure, *(self.perhaps if self.unseen else ()))

    def must_hold_one_of(self, cards: tuple[str, ...]) -> bool:
        """Return whether he certainly holds one of these."""
        among = sum(card in cards for card in self.perhaps)
        inactive = len(self.perhaps) - self.unseen
        return any(card in cards for card in self.sure) or among > inactive


def hand(turn: Round, seat: str, board: Board, deck: Deck) -> Hand:
    """Return what this player holds, as far as the table can know."""
    kept, here = turn.kept.get(seat), tuple(card for card in owned(board, deck) if not turn.is_on_table(seat, card))
    if kept is None:
        return Hand((), here, len(here))
    came_back = turn.shown.get(seat, ())
    seen = {each for each in kept.cards if turn.is_on_table(seat, each) or each in came_back}
    sure = tuple(card for card in here if card in came_back or card not in kept.cards)
    perhaps = tuple(card for card in here if card not in sure)
    return Hand(sure, perhaps, max(0, min(len(perhaps), kept.limit - len(seen))))


def can_play(card: str, board: Board, deck: Deck, green_playable: bool) -> bool:
    """Return whether it is a legal card to play: a usable building of its name, and its conditions met (7.3, 19.2)."""
    known = deck.card(card)
    value = PlayedCard(card, known.name, known.green, play_needs=deck.play(card).needs)
    return playable(value, board.buildings, counted(board.town, homes(board)), green_playable)


def homes(board: Board) -> Mapping[str, int]:
    """Return the Homes of a town by their names on cards."""
    return {HOMES: board.homes, PINK_HOMES: board.pink}


def step_seats(circle: Circle) -> tuple[str, ...]:
    """Return who lays a card in the step of phase 2 that has come (7.1)."""
    steps = pairs(circle.seats, circle.lead)
    return tuple(seat for seat, _ in steps[circle.round.step]) if circle.round else ()


def due(circle: Circle, variant: Variant, turn: int) -> StarsToDraw | None:
    """Return the drawing of star cards that has to be made now."""
    return next(iter(drawings(variant, turn)[len(circle.drawn) :]), None)


def reserve(circle: Circle, deck: Deck, colour: Star) -> tuple[str, ...]:
    """Return the star cards of a colour that have not been drawn."""
    drawn = {card for each in circle.drawn for card in (*each.added, *each.removed)}
    return tuple(card for card in deck.stars(colour) if card not in drawn)


def constructible(circle: Circle, board: Board, deck: Deck) -> tuple[str, ...]:
    """Return the tiles above this board."""
    added = tuple(card for each in circle.drawn for card in each.added)
    other_cards = (card.name for card in deck.piles[Pile.OTHER])
    return tuple(name for name in (*other_cards, *added) if name not in board.laid)


def source(circle: Circle, board: Board, deck: Deck, variant: Variant, name: str) -> Source | None:
    """Return where a tile that does not lie in this town can be taken from; None: nowhere, it is out of the game."""
    if name == HOMESTEAD:
        return Source.HOMESTEADS if homestead_tiles(circle, board, variant) else None
    if name in constructible(circle, board, deck):
        return Source.CONSTRUCTIBLE
    return Source.RESERVE if any(name in reserve(circle, deck, colour) for colour in Star) else None


def homestead_tiles(circle: Circle, board: Board, variant: Variant) -> int:
    """Return the tiles left on the homestead stack of this board: the backs of what was removed (3.5, 13.1)."""
    removed = sum(len(each.removed) for each in circle.drawn) + (GREEN if variant is Variant.SHORT else 0)
    return max(0, removed - board.laid.count(HOMESTEAD))
