"""What the guided level asks of the catalogue: whose cards begin where, and what each does, as far as the box can tell.

Cards are known by the ids of the catalogue. What a card says in words is carried out by the player; the words of our
own set the box understands, and reckons most of what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.table.table import Table
from companion.games.western_town.cards.columns import Pile, Strip
from companion.games.western_town.cards.contents import CardData, Contents, StartCard, TileData
from companion.games.western_town.cards.reading import contents_of
from companion.games.western_town.guided.understood import UNDERSTOOD
from companion.games.western_town.round import Acting, How
from companion.games.western_town.rulebook.buildings import Tile
from companion.games.western_town.rulebook.effects import Effect, after_building
from companion.games.western_town.rulebook.setup import Star
from companion.games.western_town.rulebook.towns import Amounts, Resource

BY_HAND = Effect(by_hand=True, unread=True)
"""of a card that the catalogue has not, or of which it has only the name"""
PILE_OF: Mapping[Star, Pile] = {Star.ORANGE: Pile.ORANGE, Star.GREEN: Pile.GREEN}


@dataclass(frozen=True, slots=True)
class Deck:
    """The catalogue of a table, as its cards are asked for."""

    contents: Contents

    @property
    def cactus(self) -> tuple[str, ...]:
        """The cards that everybody has in his hand at the start (1.4)."""
        return tuple(card.id for card in self.contents.pile(Pile.CACTUS))

    @property
    def others(self) -> tuple[str, ...]:
        """The buildings above every board at the start."""
        return tuple(card.name for card in self.contents.pile(Pile.OTHER))

    @property
    def starts(self) -> tuple[StartCard, ...]:
        """The Western Town cards."""
        return self.contents.starts

    @property
    def cells(self) -> Mapping[int, int]:
        """How many cells of a town bear each number."""
        return Counter(cell.number for cell in self.contents.cells)

    def stars(self, colour: Star) -> tuple[str, ...]:
        """The buildings whose cards have a star of this colour."""
        return tuple(card.name for card in self.contents.pile(PILE_OF[colour]))

    def tile(self, name: str) -> TileData:
        """The tile of this name; one of which nothing is known has only its name."""
        return self.contents.tiles.get(name) or TileData(Tile(name))

    def card_of(self, building: str) -> str:
        """The card that comes into the hand with this tile."""
        card = self.contents.card_of(building)
        return card.id if card else building

    def name_on(self, card: str) -> str:
        """The name printed on a card."""
        return self._card(card).name

    def which(self, card: str) -> int:
        """Which of several cards of the same name it is, where that has to be said: both begin in the hand, or it is
        a further one; 0 otherwise."""
        same = [each for each in self.contents.cards.values() if each.name == self.name_on(card)]
        at = next((place for place, each in enumerate(same) if each.id == card), 0)
        together = sum(each.pile is Pile.CACTUS for each in same) > 1
        return at + 1 if at or together else 0

    def strip(self, card: str) -> Strip:
        """The colour of its strip."""
        return self._card(card).strip

    def green(self, card: str) -> bool:
        """Whether it has a constant effect instead of others (4.3)."""
        return self._card(card).green

    def gain(self, card: str) -> Amounts:
        """What it brings in phase 4."""
        return self._card(card).gains

    def choice(self, card: str) -> tuple[Resource, ...]:
        """One of these it brings besides."""
        return self._card(card).choice

    def play(self, card: str) -> Effect:
        """What playing it does."""
        known = self._typed(card)
        if known is None:
            return BY_HAND
        meant = _meant(known.play_text)
        dice, back = known.play_dice or meant.dice, known.play_back or meant.back
        return replace(meant, gains=known.play, needs=known.play_needs, dice=dice, back=back)

    def exploit(self, card: str) -> Effect:
        """What exploiting with it does."""
        known = self._typed(card)
        if known is None:
            return BY_HAND
        meant = _meant(known.exploit_text)
        back = known.exploit_back or meant.back
        return replace(meant, gains=known.exploit, needs=known.exploit_needs, pays=known.exploit_pays, back=back)

    def _card(self, card: str) -> CardData:
        """The card; one that the catalogue has not bears only its name."""
        return self.contents.cards.get(card) or CardData(card, card)

    def _typed(self, card: str) -> CardData | None:
        """The card, if anything but its name was typed of it."""
        known = self.contents.cards.get(card)
        bare = known and CardData(known.id, known.name, known.pile)
        return None if known == bare and not self.green(card) else known

    def effect(self, acting: Acting) -> Effect:
        """What the card does that somebody carries out, or what is left of it once he has built."""
        effect = self.exploit(acting.card) if acting.how is How.EXPLOIT else self.play(acting.card)
        return after_building(effect) if acting.built else effect


def _meant(text: str) -> Effect:
    """What the words of a card do, where they are ours; what others write is done by hand."""
    return replace(UNDERSTOOD.get(text, BY_HAND if text else Effect()), text=text)


def deck_of(table: Table) -> Deck:
    """The cards that this table plays with."""
    return Deck(contents_of(table.catalogue))
