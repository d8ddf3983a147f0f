"""The ante, the start of a turn, a card that is played (rules §4-§6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from companion.core.errors import BadRequest
from companion.core.messages import Posting
from companion.core.text import fact, say
from companion.games.unexploded_cow.calc.words import Amount, AskedCow, Asking, Name, Plain, Whole
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.reckoning import everybody, known, once
from companion.games.unexploded_cow.rulebook import cards, cities, herds
from companion.games.unexploded_cow.rulebook.herds import End, played_cow


class Start(Asking):
    """The ante (§4.3)."""

    cash: dict[Name, Whole] | None = None

    def answer(self) -> object:
        before = self.cash or dict.fromkeys(self.seats, cities.STARTING_MONEY)
        everybody(before, self.seats)
        after = {seat: before[seat] - cities.ANTE for seat in self.seats}
        short = {seat: -amount for seat, amount in after.items() if amount < 0}
        return {"cash": after, "pot": cities.ANTE * len(self.seats), "short": short}


class TurnStarts(Asking):
    """The start of a turn (§17.11)."""

    city_up: bool
    cities_left: Annotated[int, Field(ge=0, le=12)]
    pot: Amount

    def answer(self) -> object:
        start = cities.start_of_turn(self.city_up, self.cities_left, self.pot, self.options.reante_when_empty)
        paid = cities.ANTE if start.ante else 0
        cash = dict.fromkeys(self.seats, -paid)
        pot = self.pot + paid * len(self.seats)
        return {"phase": start.part.value, "turn_up": start.turn_up, "cash": cash, "pot": pot}


class AskedCard(Plain):
    """A card that is played."""

    type: Literal["cow", "event"]
    id: Name
    price: Amount
    abilities: Sequence[cards.Ability] = ()
    free: bool = False


class Play(Asking):
    """One card is played (§6)."""

    active: Name
    pot: Amount
    card: AskedCard
    herds: dict[Name, list[AskedCow]] | None = None
    into: Name | None = None
    at: End | int | None = None

    def answer(self) -> object:
        known(self.active, self.seats)
        card = self.card
        if card.type == "event":
            paid = self._price(self.active, card.price)
            return {"payer": self.active, "owner": None, "herd": None, **self.moved(paid, self.pot)}
        if self.herds is None or self.into is None or self.at is None:
            raise BadRequest(say("A cow goes into a herd, at a place."))
        placed = self.all_herds(self.herds)
        known(self.into, self.seats)
        once([card.id, *(cow.id for herd in placed.values() for cow in herd)])
        cow = played_cow(cards.Cow(card.id, card.id, 0, "", tuple(card.abilities)), self.active, self.into)
        herd = herds.with_cow(placed[self.into], cow, self.at, anywhere=self.into == self.active)
        paid = () if card.free else self._price(self.into, card.price)
        told = {"payer": self.into, "owner": cow.owner, "herd": [each.id for each in herd]}
        return {**told, **self.moved(paid, self.pot)}

    def _price(self, payer: str, price: int) -> tuple[Posting, ...]:
        return (Posting(payer, POT, price, fact("price", card=self.card.id)),) if price else ()
