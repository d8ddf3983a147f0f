"""An explosion roll, from whom a bomb asks to the city it wins (rules §7-§9, §17.1-§17.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from companion.core.errors import BadRequest
from companion.core.text import fact, say
from companion.games.unexploded_cow import explosion
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.calc.words import Amount, AskedCity, AskedCow, Asking, Decision, Name, Plain
from companion.games.unexploded_cow.reckoning import Played, batches, known, once, written
from companion.games.unexploded_cow.rulebook import bombs, cities, payments
from companion.games.unexploded_cow.rulebook.bombs import Blast, Bomb
from companion.games.unexploded_cow.state import Roll, Sudden


class Options(Asking):
    """A bomb lies on a cow: who may be asked what (§17.1-§17.4)."""

    herd_owner: Name
    asked_herd: Annotated[list[AskedCow], Field(alias="herd")]
    bomb_on: Name
    used: Sequence[Name] = ()
    took: Sequence[Name] = ()
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
    decisions: Sequence[Decision] = ()

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


class Exploding(Asking):
    """Something makes cows explode in the main game."""

    active: Name
    herds: dict[Name, list[AskedCow]]
    pot: Amount
    city: AskedCity | None = None
    used: Sequence[Name] = ()
    decisions: Sequence[Decision] = ()

    def played(self, roller: str = "") -> Played:
        """The table before anything explodes; ``roller`` has the die."""
        known(self.active, self.seats)
        state = self.state(self.all_herds(self.herds), self.active, self.used, city=self.city)
        roll = Roll(known(roller, self.seats)) if roller else None
        return Played(self.options, replace(state, roll=roll), self.pot, self.decisions)

    def told(self, played: Played) -> dict[str, object]:
        """What has exploded, who was paid, what is left; raises BadRequest for decisions that nobody asked for."""
        played.done()
        told = {
            "asked": [written(each) for each in played.asked],
            "exploded": batches(played.events),
            "defused": played.defused,
            "won": any(isinstance(event, m.CityWon) for event in played.events),
            "survivors": played.survivors(),
            "used": sorted(played.state.turn.used),
        }
        return {**told, **self.moved(played.postings, self.pot)}


class RollAsked(Exploding):
    """A whole explosion roll of the main game (§7-§9)."""

    roller: Name | None = None
    dice: list[Annotated[int, Field(ge=1, le=6)]]

    def answer(self) -> object:
        played = self.played(self.roller or self.active)
        throw(played, self.dice)
        rolled = played.rolled
        return {"roller": rolled.seat, "found": rolled.found.id if rolled.found else None, **self.told(played)}


def throw(played: Played, dice: Sequence[int]) -> None:
    """One whole roll; raises BadRequest."""
    *passes, last = dice or [0]
    if any(face != explosion.PASSES for face in passes) or last in (0, explosion.PASSES):
        raise BadRequest(say("The dice of one roll are sixes, and then one of 1 to 5."))
    played.throw(dice)


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
