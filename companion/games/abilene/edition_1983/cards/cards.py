"""Duels with cards instead of dice (rules 1983 §11): hands, what a lay-down is worth, what changes hands.

A card is written as its suit and its rank: ``C10``, ``HA``, ``SK``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.core.errors import BadRequest, RuleRef
from companion.core.text import say

SUITS = ("C", "H", "S")
"""Clubs, hearts, spades: one for each player in turn order."""
PICTURES = ("Q", "K")
"""Of the three pictures the knave stays in the box (§11.1)."""
RANKS = ("A", *map(str, range(2, 11)), *PICTURES)

Cards = frozenset[str]


def suit(number: int) -> Cards:
    """Return the twelve cards with which the player at this place of the turn order begins (§11.1)."""
    return frozenset(SUITS[number] + rank for rank in RANKS)


def value(card: str) -> int:
    """Return 1 for an ace, the number of a number card, 0 for a picture (§11.1)."""
    rank = card[1:]
    return 1 if rank == "A" else int(rank) if rank.isdigit() else 0


def total(cards: Iterable[str]) -> int:
    """Return what a lay-down is worth."""
    return sum(map(value, cards))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards as they are held: by suit, then by rank."""
    return tuple(sorted(cards, key=lambda card: (card[0], RANKS.index(card[1:]))))


def read(text: str) -> Cards:
    """Return the cards of a lay-down written with spaces between. Raise BadRequest for what is no set of cards."""
    cards = text.split(" ") if text else []
    known = all(card[:1] in SUITS and card[1:] in RANKS for card in cards)
    if not known or len(set(cards)) < len(cards):
        raise BadRequest(say("These are not cards you can lay."), RuleRef("1983", "11.1"))
    return frozenset(cards)


def written(cards: Iterable[str]) -> str:
    """Return the one way to write a lay-down, so that it has one seal; ``read`` backwards."""
    return " ".join(in_order(cards))


def changing_hands(laid: Collection[str]) -> Cards:
    """Return the laid cards that go to the other player: all but the pictures (§11.3)."""
    return frozenset(card for card in laid if card[1:] not in PICTURES)
