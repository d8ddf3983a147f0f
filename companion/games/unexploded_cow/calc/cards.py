"""The ante, the start of a turn, a card that is played (rules §4-§6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from companion.core.messages import Posting
from companion.core.text import fact
from companion.games.calc import Name, Plain, everybody, seated, unique
from companion.games.unexploded_cow.calc.words import Amount, CowQuestion, Herds, Whole
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.rulebook import cards, cities
from companion.games.unexploded_cow.rulebook.herds import End, played_cow, with_cow


def start(asked: CowQuestion, cash: dict[Name, Whole] | None = None) -> object:
    """The ante (§4.3)."""
    before = cash or dict.fromkeys(asked.seats, cities.STARTING_MONEY)
    everybody(asked.seats, before)
    after = {seat: before[seat] - cities.ANTE for seat in asked.seats}
    short = {seat: -amount for seat, amount in after.items() if amount < 0}
    return {"cash": after, "pot": cities.ANTE * len(asked.seats), "short": short}


def turn(asked: CowQuestion, city_up: bool, cities_left: Annotated[int, Field(ge=0, le=12)], pot: Amount) -> object:
    """The start of a turn (§17.11)."""
    begun = cities.start_of_turn(city_up, cities_left, pot, asked.options.reante_when_empty)
    paid = cities.ANTE if begun.ante else 0
    cash = dict.fromkeys(asked.seats, -paid)
    return {"phase": begun.part.value, "turn_up": begun.turn_up, "cash": cash, "pot": pot + paid * len(asked.seats)}


class AskedCard(Plain):
    """A card that is played."""

    type: Literal["cow", "event"]
    id: Name
    price: Amount
    abilities: Sequence[cards.Ability] = ()
    free: bool = False

    def paid(self, payer: str) -> tuple[Posting, ...]:
        """Its price, to the pot."""
        return (Posting(payer, POT, self.price, fact("price", card=self.id)),) if self.price else ()


def play(
    asked: CowQuestion,
    active: Name,
    pot: Amount,
    card: AskedCard,
    herds: Herds | None = None,
    into: Name | None = None,
    at: End | int | None = None,
) -> object:
    """One card is played (§6)."""
    seated(asked.seats, active)
    if card.type == "event":
        return {"payer": active, "owner": None, "herd": None, **asked.moved(card.paid(active), pot)}
    if herds is None or into is None or at is None:
        raise ValueError("a cow goes into a herd, at a place")
    placed = asked.placed(herds)
    seated(asked.seats, into)
    unique([card.id, *(cow.id for herd in placed.values() for cow in herd)])
    cow = played_cow(cards.Cow(card.id, card.id, 0, "", tuple(card.abilities)), active, into)
    herd = with_cow(placed[into], cow, at, anywhere=into == active)
    told = {"payer": into, "owner": cow.owner, "herd": [each.id for each in herd]}
    return {**told, **asked.moved(() if card.free else card.paid(into), pot)}
