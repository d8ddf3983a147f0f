"""Files that people bring: one way for boards and for the catalogues of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from companion.boards.data_file import LARGEST_FILE, Number, Whole, Word, at_most, between, read, some
from companion.core.errors import BadRequest
from companion.core.text import Text, say

Price = Annotated[Whole, between(0, 1_000)]


@dataclass(frozen=True)
class Card:
    """As a game would declare it: a plain dataclass."""

    name: Annotated[Word, at_most(8)]
    price: Price
    weight: Number = 1.0


@dataclass(frozen=True)
class Deck:
    cards: Annotated[tuple[Card, ...], some(2)]


def refused(why: Text) -> Text:
    return say("No deck: %(why)s.", why=why)


def test_a_catalogue_of_a_game_is_read_from_text_and_from_data() -> None:
    deck = Deck((Card("Bessie", 300),))
    assert read(Deck, '{"cards": [{"name": "Bessie", "price": 300}]}', refused) == deck
    assert read(Deck, {"cards": [{"name": "Bessie", "price": 300, "drawn_by": "Ann"}]}, refused) == deck


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("", "it is not JSON"),
        ("[" * 5_000, "it is not JSON"),
        ("9" * 5_000, "it is not JSON"),
        ('{"cards": [{"name": "\\ud800", "price": 1}]}', "it is not JSON"),
        (" " * (LARGEST_FILE + 1), "longer than"),
        ("[]", "“{}” is not what belongs there"),
        ({}, "there is no “cards”"),
        ({"cards": []}, "“cards” has no entries"),
        ({"cards": [{"name": "x", "price": 1}] * 3}, "“cards” has more than 2 entries"),
        ({"cards": [{"name": "x"}]}, "there is no “cards.0.price”"),
        ({"cards": [{"name": "x" * 9, "price": 1}]}, "“cards.0.name” has more than 8 letters"),
        ({"cards": [{"name": " ", "price": 1}]}, "“cards.0.name” is empty or cannot be printed"),
        ({"cards": [{"name": "\ud800", "price": 1}]}, "“cards.0.name” is empty or cannot be printed"),
        ({"cards": [{"name": "\u202egnol", "price": 1}]}, "“cards.0.name” is empty or cannot be printed"),
        ({"cards": [{"name": "x", "price": -1}]}, "must be at least 0"),
        ({"cards": [{"name": "x", "price": 10**400}]}, "must be at most 1000"),
        ({"cards": [{"name": "x", "price": "5"}]}, "“cards.0.price” is not what belongs there"),
        ({"cards": [{"name": "x", "price": True}]}, "“cards.0.price” is not what belongs there"),
        ({"cards": [{"name": "x", "price": 1, "weight": float("nan")}]}, "“cards.0.weight” is not a sensible number"),
        ({"cards": [{"name": "x", "price": 1, "weight": 10**400}]}, "“cards.0.weight” is not what belongs there"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_named_in_a_sentence(file: Any, words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        read(Deck, file, refused)
    assert words in str(caught.value.text)
    assert str(caught.value.text).startswith("No deck: ")
