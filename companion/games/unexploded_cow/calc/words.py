"""What questions share: how cows, cities, options and decisions are written, and what every one has."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, model_validator

from companion.core.errors import BadRequest
from companion.core.messages import Posting
from companion.core.money.ledger import nets
from companion.core.text import say
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.reckoning import known, once
from companion.games.unexploded_cow.rulebook import cards
from companion.games.unexploded_cow.state import State, Sudden, Turn

LARGEST = 10_000_000
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Amount = Annotated[int, Field(ge=0, le=LARGEST)]
Decision = bool | Name | list[Name] | None


def _known(options: Any) -> Any:
    """A misspelt option must not pass for its default; null is the default."""
    if not isinstance(options, dict):
        return options
    if strange := options.keys() - {rule.name for rule in fields(HouseRules)}:
        raise ValueError(f"there is no option {min(strange)!r}")
    if options.get("mechanic_reward") not in (None, 100, 200):
        raise ValueError("mechanic_reward is 100 or 200")
    return {name: value for name, value in options.items() if value is not None}


class Plain(BaseModel):
    """Fields that are null have their default; what is not known is ignored."""

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, value: Any) -> Any:
        return {name: each for name, each in value.items() if each is not None} if isinstance(value, dict) else value


class AskedCow(Plain):
    """A cow as questions write it."""

    id: Name
    value: Whole
    abilities: Sequence[cards.Ability] = ()
    owner: Name | None = None

    def of(self, herd: str, seats: Sequence[str]) -> cards.Cow:
        """The cow in this herd; raises BadRequest."""
        owner = self.owner or herd
        known(owner, seats)
        if owner != herd and cards.Ability.SPY not in self.abilities:
            raise BadRequest(say("%(cow)s is no spy: it belongs to the owner of its herd.", cow=self.id))
        return cards.Cow(self.id, self.id, self.value, owner, tuple(self.abilities))


class AskedCity(Plain):
    """A city as questions write it."""

    name: Name
    points: Amount = 0
    amount: Amount = 0

    def of(self) -> cards.City:
        """The city."""
        return cards.City(self.name, self.points, self.amount)


class Asking(Plain):
    """What every question has: who plays, clockwise, and by which options."""

    seats: list[Name]
    options: Annotated[HouseRules, BeforeValidator(_known)] = HouseRules()

    def reply(self) -> object:
        """The answer; raises BadRequest for what cannot be on a table."""
        if not (2 if self.options.allow_two else 3) <= len(self.seats) <= 6 or POT in self.seats:
            raise BadRequest(say("3 to 6 players play, and none of them is called pot."))
        once(self.seats)
        return self.answer()

    @abstractmethod
    def answer(self) -> object:
        """The rules' answer as plain JSON values; raises RuleError for a refusal."""

    def herd(self, seat: str, asked: Sequence[AskedCow]) -> cards.Herd:
        """The cows of one herd."""
        known(seat, self.seats)
        once([cow.id for cow in asked])
        return tuple(cow.of(seat, self.seats) for cow in asked)

    def all_herds(self, asked: Mapping[str, Sequence[AskedCow]]) -> cards.Herds:
        """The herds of everybody."""
        once([cow.id for herd in asked.values() for cow in herd])
        placed = {seat: self.herd(seat, herd) for seat, herd in asked.items()}
        return {seat: placed.get(seat, ()) for seat in self.seats}

    def state(
        self,
        placed: cards.Herds,
        active: str,
        used: Sequence[str],
        sudden: Sudden | None = None,
        city: AskedCity | None = None,
    ) -> State:
        """A game that stands like this."""
        herds = {seat: placed.get(seat, ()) for seat in self.seats}
        return State(
            tuple(self.seats), Turn(active, used=tuple(used)), herds, 0, city=city.of() if city else None, sudden=sudden
        )

    def moved(self, postings: Sequence[Posting], pot: int) -> dict[str, object]:
        """What the postings do to everybody, and to the pot."""
        told = [
            {"from": each.frm, "to": each.to, "amount": each.amount, "why": getattr(each.reason, "code", "")}
            for each in postings
        ]
        change = nets(postings)
        cash = {seat: change.get(seat, 0) for seat in self.seats}
        return {"transfers": told, "cash": cash, "pot": pot + change.get(POT, 0)}
