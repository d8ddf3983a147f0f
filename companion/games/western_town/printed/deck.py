"""The material of a table by name: tiles, cards, start cards, Lincoln cards, the die, the cells of the board.

Cards are known by the ids of the catalogue. The player carries out the words of a card; those of our own set the box
understands, and it does most of what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from companion.games.western_town.guided_turn import Acting, How
from companion.games.western_town.printed.card_texts import BY_HAND, meaning
from companion.games.western_town.rulebook.buildings import BuildingCell, Tile
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.effects import Effect, after_another, after_building
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.setup import Star
from companion.games.western_town.rulebook.towns import Amounts, Resource

NO_EFFECT = Effect()


class Pile(StrEnum):
    """The place of a card, and the tile of the same name, at the beginning (1.4)."""

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


@dataclass(frozen=True, slots=True)
class TileData:
    """A tile, its Homes by colour, and where it lies at the beginning."""

    tile: Tile
    pink: int = 0
    black: int = 0
    pile: Pile = Pile.OTHER


@dataclass(frozen=True, slots=True)
class CardData:
    """A card. ``name`` is printed on it, ``id`` tells two of the same name apart.

    ``gains`` and one of ``choice`` come in phase 4; of ``play`` and ``exploit``, what playing and exploiting do, only
    what was typed: their words say the rest.
    """

    id: str
    name: str
    pile: Pile = Pile.OTHER
    strip: Strip = Strip.NONE
    gains: Amounts = field(default_factory=dict)
    choice: tuple[Resource, ...] = ()
    play: Effect = NO_EFFECT
    exploit: Effect = NO_EFFECT

    @property
    def green(self) -> bool:
        """Return whether it has a constant effect and can neither be played for one nor exploited with (4.3)."""
        return self.pile is Pile.GREEN


@dataclass(frozen=True, slots=True)
class StartCard:
    """A Western Town card: the building and the resources that it brings (3.7)."""

    name: str
    building: str
    gains: Amounts


@dataclass(frozen=True, slots=True)
class LincolnCard:
    """A Lincoln card with a visit, by the name that people gave it."""

    name: str
    expects: tuple[Expectation, ...]


@dataclass(frozen=True)
class Deck:
    """Everything that is printed, of one player's set, the board and the middle of the table."""

    tiles: Mapping[str, TileData]
    cards: Mapping[str, CardData]
    starts: tuple[StartCard, ...]
    lincoln: tuple[LincolnCard, ...]
    faces: tuple[Side, ...]
    cells: tuple[BuildingCell, ...]
    pink: int | None = None
    """pink Homes printed on every board; None: nobody has typed it (2.1)"""

    @cached_property
    def piles(self) -> Mapping[Pile, tuple[CardData, ...]]:
        """Return the cards that lie in each pile at the beginning, in the order of the catalogue."""
        return {pile: tuple(card for card in self.cards.values() if card.pile is pile) for pile in Pile}

    @cached_property
    def _of_tiles(self) -> Mapping[str, CardData]:
        return {card.name: card for card in reversed(tuple(self.cards.values())) if card.pile is not Pile.CACTUS}

    @cached_property
    def _which(self) -> Mapping[str, int]:
        names = Counter(card.name for card in self.piles[Pile.CACTUS])
        found, seen = {}, Counter[str]()
        for card in self.cards.values():
            seen[card.name] += 1
            found[card.id] = seen[card.name] if seen[card.name] > 1 or names[card.name] > 1 else 0
        return found

    @cached_property
    def _plays(self) -> Mapping[str, Effect]:
        return {card.id: _typed_effect(card, card.play) for card in self.cards.values()}

    @cached_property
    def _exploits(self) -> Mapping[str, Effect]:
        return {card.id: _typed_effect(card, card.exploit) for card in self.cards.values()}

    def stars(self, colour: Star) -> tuple[str, ...]:
        """Return the buildings whose cards have a star of this colour."""
        return tuple(card.name for card in self.piles[Pile(colour)])

    def tile(self, name: str) -> TileData:
        """Return the tile of this name; one of which nothing is known has only its name."""
        return self.tiles.get(name) or TileData(Tile(name))

    def card(self, card: str) -> CardData:
        """Return the card; one that the catalogue has not bears only its name."""
        return self.cards.get(card) or CardData(card, card)

    def card_of(self, building: str) -> CardData | None:
        """Return the card that comes into the hand with this tile."""
        return self._of_tiles.get(building)

    def which(self, card: str) -> int:
        """Return which of several cards of the same name it is, where that has to be said.

        Both begin in the hand, or it is a further one; 0 otherwise.
        """
        return self._which.get(card, 0)

    def play(self, card: str) -> Effect:
        """Return what playing this card does."""
        return self._plays.get(card, BY_HAND)

    def exploit(self, card: str) -> Effect:
        """Return what exploiting this card does."""
        return self._exploits.get(card, BY_HAND)

    def effect(self, acting: Acting) -> Effect:
        """Return what the card does that somebody carries out, or what is left of it once a part has been done."""
        effect = self.exploit(acting.card) if acting.how is How.EXPLOIT else self.play(acting.card)
        if acting.built:
            effect = after_building(effect)
        if acting.repeated or (acting.mended and effect.again):
            effect = after_another(effect)
        return replace(effect, dice=0) if acting.attacked else effect


def _typed_effect(card: CardData, typed: Effect) -> Effect:
    """Return what was typed, with what its words mean; by hand, if nothing but the card's name was typed."""
    if card == CardData(card.id, card.name, card.pile) and not card.green:
        return BY_HAND
    effect = meaning(typed.text)
    dice, back = typed.dice or effect.dice, typed.back or effect.back
    return replace(effect, gains=typed.gains, needs=typed.needs, pays=typed.pays, dice=dice, back=back)


def occupied(cells: Sequence[BuildingCell], laid: Sequence[tuple[str, int, str]]) -> tuple[BuildingCell, ...]:
    """Return the cells of a town with what lies on them: (cell, number, tile) of every tile laid.

    A tile of which only the number is known takes the first empty cell of that number, one without effect if it can.
    """
    found = {cell.id: cell for cell in cells}
    placed = [each for each in laid if each[0] in found]
    for where, _, tile in placed:
        found[where] = replace(found[where], tile=tile)
    for number, tile in (each[1:] for each in laid if each[0] not in found):
        empty = [cell for cell in found.values() if cell.number == number and not cell.tile]
        if empty:
            cell = min(empty, key=lambda each: each.effect is not None)
            found[cell.id] = replace(cell, tile=tile)
    return tuple(found.values())
