"""What a table makes of a catalogue: tiles, cards, start cards, Lincoln cards, the die, the cells of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.western_town.cards.columns import Pile, Strip
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.buildings import Cell, Tile
from companion.games.western_town.rulebook.exploits import Card, Have
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Amounts, Resource


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

    ``gains`` and one of ``choice`` come in phase 4. Of what playing and exploiting do, ``play`` and ``exploit`` are
    resources that simply come, ``exploit_pays`` what goes; ``play_dice`` are throws of the Indian die, ``play_back``
    and ``exploit_back`` cards taken out of the own inactive pile. The words say the rest.
    """

    id: str
    name: str
    pile: Pile = Pile.OTHER
    strip: Strip = Strip.NONE
    gains: Amounts = field(default_factory=dict)
    choice: tuple[Resource, ...] = ()
    play_needs: Have = field(default_factory=dict)
    play: Amounts = field(default_factory=dict)
    play_text: str = ""
    exploit_needs: Have = field(default_factory=dict)
    exploit: Amounts = field(default_factory=dict)
    exploit_text: str = ""
    play_dice: int = 0
    play_back: int = 0
    exploit_pays: Amounts = field(default_factory=dict)
    exploit_back: int = 0

    @property
    def green(self) -> bool:
        """Whether it can neither be played for an effect nor exploited with (4.3)."""
        return self.pile is Pile.GREEN

    @property
    def plays(self) -> bool:
        """Whether playing it can do anything."""
        return bool(self.play or self.play_dice or self.play_back or self.play_text)

    @property
    def exploits(self) -> bool:
        """Whether exploiting with it can do anything."""
        return bool(self.exploit or self.exploit_back or self.exploit_text)

    @property
    def as_rules_see_it(self) -> Card:
        """The card for ``rulebook.exploits``. One that says in words what it does has an effect (19.1)."""
        gains = None if self.exploit_text else self.exploit
        return Card(self.id, self.name, self.green, self.exploit_needs, gains, self.play_needs)


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


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that is printed, of one player's set, the board and the middle of the table."""

    tiles: Mapping[str, TileData]
    cards: Mapping[str, CardData]
    starts: tuple[StartCard, ...]
    lincoln: tuple[LincolnCard, ...]
    faces: tuple[Side, ...]
    cells: tuple[Cell, ...]

    def card_of(self, building: str) -> CardData | None:
        """The card that comes into the hand with this tile."""
        named = (card for card in self.cards.values() if card.name == building)
        return next((card for card in named if card.pile is not Pile.CACTUS), None)

    def pile(self, pile: Pile) -> tuple[CardData, ...]:
        """The cards that lie there at the beginning, in the order of the catalogue."""
        return tuple(card for card in self.cards.values() if card.pile is pile)


def occupied(cells: Sequence[Cell], laid: Iterable[tuple[str, int, str]]) -> tuple[Cell, ...]:
    """The cells of a town with what lies on them: (cell, number, tile) of every tile laid.

    A tile of which only the number is known takes the first empty cell of that number, one without effect if it can.
    """
    found = {cell.id: cell for cell in cells}
    unplaced = []
    for where, number, tile in laid:
        if where in found:
            found[where] = replace(found[where], tile=tile)
        else:
            unplaced.append((number, tile))
    for number, tile in unplaced:
        empty = sorted((cell for cell in found.values() if cell.number == number and not cell.tile), key=_has_effect)
        for cell in empty[:1]:
            found[cell.id] = replace(cell, tile=tile)
    return tuple(found.values())


def _has_effect(cell: Cell) -> bool:
    return cell.effect is not None
