"""The parts that questions share: cows, cities, options and decisions as they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from companion.core.messages import Posting
from companion.core.money.ledger import nets
from companion.games.calc import Name, Plain, known_options, seated, unique
from companion.games.unexploded_cow.explosion import POT, SHORT
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.rulebook import cards
from companion.games.unexploded_cow.state import State, Sudden, Turn

LARGEST = 10_000_000
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Amount = Annotated[int, Field(ge=0, le=LARGEST)]
Dice = list[Annotated[int, Field(ge=1, le=6)]]
Decision = bool | Name | list[Name] | None
"""A decision: yes or no, the target of a general (None: none), an order of payment."""


def _possible(options: HouseRules) -> HouseRules:
    if options.mechanic_reward not in (100, 200):
        raise ValueError("mechanic_reward is 100 or 200")
    return options


class AskedCow(Plain):
    """A cow as questions write it."""

    id: Name
    value: Whole
    abilities: Sequence[cards.Ability] = ()
    owner: Name | None = None

    def of(self, herd: str, seats: Sequence[str]) -> cards.Cow:
        """Return the cow in this herd. Raise ValueError."""
        owner = self.owner or herd
        seated(seats, owner)
        if owner != herd and cards.Ability.SPY not in self.abilities:
            raise ValueError(f"{self.id} is no spy: it belongs to the owner of its herd")
        return cards.Cow(self.id, self.id, self.value, owner, tuple(self.abilities))


class AskedCity(Plain):
    """A city as questions write it."""

    name: Name
    points: Amount = 0
    amount: Amount = 0

    def of(self) -> cards.City:
        """Return the city that the question means."""
        return cards.City(self.name, self.points, self.amount)


Herds = dict[Name, list[AskedCow]]


class CowQuestion(Plain):
    """The fields of every question: who plays, clockwise, and by which options."""

    seats: Annotated[list[Name], AfterValidator(unique)]
    options: Annotated[HouseRules, known_options(HouseRules), AfterValidator(_possible)] = HouseRules()

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if not (2 if self.options.allow_two else 3) <= len(self.seats) <= 6 or POT in self.seats:
            raise ValueError("3 to 6 players play, and none of them is called pot")
        return self

    def herd_of(self, seat: str, herd: Sequence[AskedCow]) -> cards.Herd:
        """Return the cows of one herd. Raise ValueError."""
        seated(self.seats, seat)
        unique([cow.id for cow in herd])
        return tuple(cow.of(seat, self.seats) for cow in herd)

    def placed(self, herds: Mapping[str, Sequence[AskedCow]]) -> cards.Herds:
        """Return the herds of everybody. Raise ValueError."""
        unique([cow.id for herd in herds.values() for cow in herd])
        there = {seat: self.herd_of(seat, herd) for seat, herd in herds.items()}
        return {seat: there.get(seat, ()) for seat in self.seats}

    def state(
        self,
        placed: cards.Herds,
        active: str,
        used: Sequence[str] = (),
        sudden: Sudden | None = None,
        city: AskedCity | None = None,
    ) -> State:
        """Return a game that stands like this."""
        herds = {seat: placed.get(seat, ()) for seat in self.seats}
        turn = Turn(active, used=tuple(used))
        return State(tuple(self.seats), turn, herds, 0, city=city.of() if city else None, sudden=sudden)

    def moved(self, postings: Sequence[Posting], pot: int) -> dict[str, object]:
        """Return what the postings do to everybody, and to the pot."""
        transfers = [
            {
                "from": each.frm,
                "to": each.to,
                "amount": each.amount,
                "why": getattr(each.reason, "code", "").removesuffix(SHORT),
            }
            for each in postings
        ]
        change = nets(postings)
        cash = {seat: change.get(seat, 0) for seat in self.seats}
        return {"transfers": transfers, "cash": cash, "pot": pot + change.get(POT, 0)}
