"""Answers rule questions by taking the steps that the game itself takes; cash may go below zero (rules §17.14)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, model_validator

from companion.core.capabilities import Answer
from companion.core.errors import BadRequest
from companion.core.messages import Posting
from companion.core.money.ledger import nets
from companion.core.text import fact, say
from companion.games.unexploded_cow import explosion
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.reckoning import Played, batches, everybody, known, once, written
from companion.games.unexploded_cow.rulebook import bombs, cards, cities, herds, payments, results, turns
from companion.games.unexploded_cow.rulebook.bombs import Blast, Bomb
from companion.games.unexploded_cow.rulebook.herds import End, played_cow
from companion.games.unexploded_cow.state import Roll, State, Sudden, Turn

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
    abilities: list[cards.Ability] = []
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
        up = cards.City(city.name, city.points, city.amount) if city else None
        herds = {seat: placed.get(seat, ()) for seat in self.seats}
        return State(tuple(self.seats), Turn(active, used=tuple(used)), herds, 0, city=up, sudden=sudden)

    def moved(self, postings: Sequence[Posting], pot: int) -> dict[str, object]:
        """What the postings do to everybody, and to the pot."""
        told = [
            {"from": each.frm, "to": each.to, "amount": each.amount, "why": getattr(each.reason, "code", "")}
            for each in postings
        ]
        change = nets(postings)
        cash = {seat: change.get(seat, 0) for seat in self.seats}
        return {"transfers": told, "cash": cash, "pot": pot + change.get(POT, 0)}


class Start(Asking):
    """The ante (§4.3)."""

    cash: dict[Name, Whole] | None = None

    def answer(self) -> object:
        before = self.cash or dict.fromkeys(self.seats, turns.STARTING_MONEY)
        everybody(before, self.seats)
        after = {seat: before[seat] - turns.ANTE for seat in self.seats}
        short = {seat: -amount for seat, amount in after.items() if amount < 0}
        return {"cash": after, "pot": turns.ANTE * len(self.seats), "short": short}


class TurnStarts(Asking):
    """The start of a turn (§17.11)."""

    city_up: bool
    cities_left: Annotated[int, Field(ge=0, le=12)]
    pot: Amount

    def answer(self) -> object:
        start = turns.start_of_turn(self.city_up, self.cities_left, self.pot, self.options.reante_when_empty)
        paid = turns.ANTE if start.ante else 0
        cash = dict.fromkeys(self.seats, -paid)
        pot = self.pot + paid * len(self.seats)
        return {"phase": start.part.value, "turn_up": start.turn_up, "cash": cash, "pot": pot}


class AskedCard(Plain):
    """A card that is played."""

    type: Literal["cow", "event"]
    id: Name
    price: Amount
    abilities: list[cards.Ability] = []
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


class Options(Asking):
    """A bomb lies on a cow: who may be asked what (§17.1-§17.4)."""

    herd_owner: Name
    asked_herd: Annotated[list[AskedCow], Field(alias="herd")]
    bomb_on: Name
    used: list[Name] = []
    took: list[Name] = []
    sudden_death: bool = False

    def answer(self) -> object:
        herd = self.herd(self.herd_owner, self.asked_herd)
        if self.bomb_on not in [cow.id for cow in herd]:
            raise BadRequest(say("That cow is in no herd."))
        sudden = Sudden(tuple(self.seats)) if self.sudden_death else None
        state = self.state({self.herd_owner: herd}, self.seats[0], self.used, sudden)
        window = explosion.window_of(state, self.options, self.herd_owner)
        return [written(each) for each in bombs.questions(window, Bomb(self.bomb_on, tuple(self.took)))]


class Pay(Asking):
    """Cows of one herd explode together (§8.5, §17.6)."""

    herd_owner: Name
    cows: list[AskedCow]
    pot: Amount
    decisions: list[Decision] = []

    def answer(self) -> object:
        exploded = self.herd(self.herd_owner, self.cows)
        unpaid = payments.owners(self.seats, self.herd_owner, exploded)
        state = self.state({}, self.seats[0], ())
        state = replace(state, blast=Blast(self.herd_owner, exploded=exploded, unpaid=unpaid))
        played = Played(self.options, state, self.pot, self.decisions)
        played.settle()
        played.done()
        order = [cow.id for event in played.events if isinstance(event, m.CowsPaid) for cow in event.cows]
        told = {"order": order, "asked": [written(each) for each in played.asked]}
        return {**told, **self.moved(played.postings, self.pot)}


class RollAsked(Asking):
    """A whole explosion roll of the main game (§7-§9)."""

    active: Name
    roller: Name | None = None
    herds: dict[Name, list[AskedCow]]
    pot: Amount
    dice: list[Annotated[int, Field(ge=1, le=6)]]
    city: AskedCity | None = None
    used: list[Name] = []
    decisions: list[Decision] = []

    def answer(self) -> object:
        roller = known(self.roller or self.active, self.seats)
        known(self.active, self.seats)
        *passes, last = self.dice or [0]
        if any(face != explosion.PASSES for face in passes) or last in (0, explosion.PASSES):
            raise BadRequest(say("The dice of one roll are sixes, and then one of 1 to 5."))
        state = self.state(self.all_herds(self.herds), self.active, self.used, city=self.city)
        played = Played(self.options, replace(state, roll=Roll(roller)), self.pot, self.decisions)
        played.throw(self.dice)
        played.done()
        rolled = played.rolled
        told = {
            "roller": rolled.seat,
            "found": rolled.found.id if rolled.found else None,
            "asked": [written(each) for each in played.asked],
            "exploded": batches(played.events),
            "defused": played.defused,
            "won": any(isinstance(event, m.CityWon) for event in played.events),
            "survivors": played.survivors(),
            "used": sorted(played.state.turn.used),
        }
        return {**told, **self.moved(played.postings, self.pot)}


class Exploded(Plain):
    """A cow that has exploded."""

    id: Name
    owner: Name


class CityAsked(Asking):
    """Cows have exploded and are paid: is the city won? (§9)"""

    active: Name
    city: AskedCity | None = None
    exploded: list[Exploded]
    city_taken: bool = False
    sudden_death: bool = False
    pot: Amount

    def answer(self) -> object:
        known(self.active, self.seats)
        once([cow.id for cow in self.exploded])
        owners = [known(cow.owner, self.seats) for cow in self.exploded]
        won = cities.wins_city(self.active, owners, self.city is not None, self.city_taken, self.sudden_death)
        amount = self.city.amount if self.city and won else 0
        prize = explosion.from_pot(self.pot, self.active, amount, fact("city", city=""))
        return {"won": won, **self.moved(prize, self.pot)}


class SuddenOrder(Asking):
    """The order of sudden death (§10.2, §17.9)."""

    cities: dict[Name, list[AskedCity]]
    last: Name

    def answer(self) -> object:
        once([city.name for taken in self.cities.values() for city in taken])
        for seat in (*self.cities, self.last):
            known(seat, self.seats)
        if not self.cities.get(self.last):
            raise BadRequest(say("%(who)s has no city.", who=self.last))
        taken = {seat: [cards.City(city.name, city.points) for city in won] for seat, won in self.cities.items()}
        return list(cities.sudden_order(self.seats, taken, self.last))


class SuddenRun(Asking):
    """Sudden death (§10.3-§10.6, §17.7-§17.10)."""

    order: list[Name]
    herds: dict[Name, list[AskedCow]]
    pot: Amount
    dice: list[Annotated[int, Field(ge=1, le=6)]]
    decisions: list[Decision] = []
    last_exploded: Name | None = None

    def answer(self) -> object:
        everybody(dict.fromkeys(self.order, 0), self.seats)
        once(self.order)
        placed = self.all_herds(self.herds)
        if not any(placed.values()) and self.pot and self.last_exploded is None:
            raise BadRequest(say("With no cow in play it matters whose cow exploded last."))
        last = known(self.last_exploded, self.seats) if self.last_exploded else ""
        state = replace(self.state(placed, self.order[0], (), Sudden(tuple(self.order))), last_exploded=last)
        played = Played(self.options, state, self.pot, self.decisions)
        rolls = played.run(self.dice)
        played.done()
        state = played.state
        told = {
            "end": state.over or "open",
            "next": None if state.over or not state.roll else state.roll.roller,
            "rolls": rolls,
            "asked": [written(each) for each in played.asked],
            "defused": played.defused,
            "survivors": played.survivors(),
        }
        return {**told, **self.moved(played.postings, self.pot)}


class PlayedGame(Plain):
    """A game of the evening."""

    end: dict[Name, Whole]
    loans: dict[Name, Amount] | None = None


class Result(Asking):
    """The games of a session (§11)."""

    start: dict[Name, Whole] | None = None
    games: list[PlayedGame]

    def answer(self) -> object:
        start = self.start or dict.fromkeys(self.seats, turns.STARTING_MONEY)
        everybody(start, self.seats)
        totals = dict.fromkeys(self.seats, 0)
        told = []
        for game in self.games:
            loans = game.loans or dict.fromkeys(self.seats, 0)
            everybody(game.end, self.seats)
            everybody(loans, self.seats)
            won = {seat: results.result(start[seat], game.end[seat], loans[seat]) for seat in self.seats}
            ranked = results.ranking(self.seats, won)
            told.append({"start": start, "results": won, "ranking": ranked, "winners": results.winners(ranked)})
            totals = {seat: totals[seat] + won[seat] for seat in self.seats}
            start = game.end
        standing = results.ranking(self.seats, totals)
        return {"games": told, "next_start": start, "totals": totals, "standing": standing}


KINDS: Mapping[str, type[Asking]] = {
    "cow_start": Start,
    "cow_turn": TurnStarts,
    "cow_play": Play,
    "cow_options": Options,
    "cow_pay": Pay,
    "cow_roll": RollAsked,
    "cow_city": CityAsked,
    "cow_sudden": SuddenOrder,
    "cow_sudden_run": SuddenRun,
    "cow_result": Result,
}


def _answered(kind: type[Asking], question: str) -> object:
    return kind.model_validate_json(question, strict=True).reply()


ANSWERS: Mapping[str, Answer] = {kind: partial(_answered, question) for kind, question in KINDS.items()}
