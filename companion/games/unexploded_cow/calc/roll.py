"""An explosion roll, from whom a bomb asks to the city it wins (rules §7-§9, §17.1-§17.6); sudden death (§10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.text import fact
from companion.games.calc import Name, Plain, everybody, seated, unique
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow import explosion
from companion.games.unexploded_cow.calc.reckoning import Simulation, batches, written
from companion.games.unexploded_cow.calc.words import Amount, AskedCity, AskedCow, CowQuestion, Decision, Dice, Herds
from companion.games.unexploded_cow.rulebook import bombs, cards, cities, herds
from companion.games.unexploded_cow.rulebook.bombs import Blast, Bomb
from companion.games.unexploded_cow.rulebook.cities import sudden_order
from companion.games.unexploded_cow.state import Roll, Sudden


def options(
    asked: CowQuestion,
    herd_owner: Name,
    herd: list[AskedCow],
    bomb_on: Name,
    used: Sequence[Name] = (),
    took: Sequence[Name] = (),
    sudden_death: bool = False,
) -> object:
    """Answer a question about who may be asked what about a bomb on a cow (§17.1-§17.4)."""
    cows = asked.herd_of(herd_owner, herd)
    if bomb_on not in [cow.id for cow in cows]:
        raise ValueError("that cow is in no herd")
    sudden = Sudden(tuple(asked.seats)) if sudden_death else None
    state = asked.state({herd_owner: cows}, asked.seats[0], used, sudden)
    window = explosion.window_of(state, asked.options, herd_owner)
    return [written(each) for each in bombs.questions(window, Bomb(bomb_on, tuple(took)))]


def pay(
    asked: CowQuestion, herd_owner: Name, cows: list[AskedCow], pot: Amount, decisions: Sequence[Decision] = ()
) -> object:
    """Return what is paid when cows of one herd explode together (§8.5, §17.6)."""
    exploded = asked.herd_of(herd_owner, cows)
    unpaid = herds.owners(asked.seats, herd_owner, exploded)
    state = replace(asked.state({}, asked.seats[0]), blast=Blast(herd_owner, exploded=exploded, unpaid=unpaid))
    simulation = Simulation(asked.options, state, pot, decisions)
    simulation.settle()
    simulation.done()
    order = [cow.id for event in simulation.events if isinstance(event, cow_events.CowsPaid) for cow in event.cows]
    payment = {"order": order, "asked": [written(each) for each in simulation.asked]}
    return {**payment, **asked.moved(simulation.postings, pot)}


class Exploding(CowQuestion):
    """A question about a roll, or a card, that makes cows explode in the main game."""

    active: Name
    herds: Herds
    pot: Amount
    city: AskedCity | None = None
    used: Sequence[Name] = ()
    decisions: Sequence[Decision] = ()

    def simulation(self, roller: str = "") -> Simulation:
        """Return the table before anything explodes; ``roller`` has the die."""
        seated(self.seats, self.active, *[roller] * bool(roller))
        state = self.state(self.placed(self.herds), self.active, self.used, city=self.city)
        return Simulation(self.options, replace(state, roll=Roll(roller) if roller else None), self.pot, self.decisions)

    def answer(self, simulation: Simulation) -> dict[str, object]:
        """Return what has exploded, who was paid, what is left.

        Raise BadRequest for decisions that nobody asked for.
        """
        simulation.done()
        explosion = {
            "asked": [written(each) for each in simulation.asked],
            "exploded": batches(simulation.events),
            "defused": simulation.defused,
            "won": any(isinstance(event, cow_events.CityWon) for event in simulation.events),
            "survivors": simulation.survivors(),
            "used": sorted(simulation.state.turn.used),
        }
        return {**explosion, **self.moved(simulation.postings, self.pot)}


def roll(asked: Exploding, dice: Dice, roller: Name | None = None) -> object:
    """Answer a question about a whole explosion roll of the main game (§7-§9)."""
    simulation = asked.simulation(roller or asked.active)
    throw(simulation, dice)
    rolled = simulation.rolled
    return {"roller": rolled.seat, "found": rolled.found.id if rolled.found else None, **asked.answer(simulation)}


def throw(simulation: Simulation, dice: Sequence[int]) -> None:
    """Carry out one whole roll. Raise ValueError."""
    *passes, last = dice or [0]
    if any(face != explosion.PASSES for face in passes) or last in (0, explosion.PASSES):
        raise ValueError("the dice of one roll are sixes, and then one of 1 to 5")
    simulation.throw(dice)


class Exploded(Plain):
    """A cow that has exploded."""

    id: Name
    owner: Name


def city(
    asked: CowQuestion,
    active: Name,
    exploded: list[Exploded],
    pot: Amount,
    city: AskedCity | None = None,
    city_taken: bool = False,
    sudden_death: bool = False,
) -> object:
    """Return whether the city is won, once cows have exploded and are paid (§9)."""
    owners = [cow.owner for cow in exploded]
    seated(asked.seats, active, *owners)
    unique([cow.id for cow in exploded])
    won = cities.wins_city(active, owners, city is not None, city_taken, sudden_death)
    prize = explosion.from_pot(pot, active, city.amount if city and won else 0, fact("city", city=""))
    return {"won": won, **asked.moved(prize, pot)}


# --- sudden death ---------------------------------------------------------------------------------


def order(asked: CowQuestion, cities: dict[Name, list[AskedCity]], last: Name) -> object:
    """Answer a question about the order of sudden death (§10.2, §17.9)."""
    unique([city.name for taken in cities.values() for city in taken])
    seated(asked.seats, *cities, last)
    if not cities.get(last):
        raise ValueError(f"{last} has no city")
    taken = {seat: [cards.City(city.name, city.points) for city in won] for seat, won in cities.items()}
    return list(sudden_order(asked.seats, taken, last))


def run(
    asked: CowQuestion,
    order: list[Name],
    herds: Herds,
    pot: Amount,
    dice: Dice,
    decisions: Sequence[Decision] = (),
    last_exploded: Name | None = None,
) -> object:
    """Return how sudden death goes (§10.3-§10.6, §17.7-§17.10)."""
    everybody(asked.seats, dict.fromkeys(order, 0))
    unique(order)
    placed = asked.placed(herds)
    if not any(placed.values()) and pot and last_exploded is None:
        raise ValueError("with no cow in play it matters whose cow exploded last")
    if last_exploded:
        seated(asked.seats, last_exploded)
    state = asked.state(placed, order[0], sudden=Sudden(tuple(order)))
    simulation = Simulation(asked.options, replace(state, last_exploded=last_exploded or ""), pot, decisions)
    rolls = simulation.run(dice)
    simulation.done()
    state = simulation.state
    ending = {
        "end": state.over or "open",
        "next": None if state.over or not state.roll else state.roll.roller,
        "rolls": rolls,
        "asked": [written(each) for each in simulation.asked],
        "defused": simulation.defused,
        "survivors": simulation.survivors(),
    }
    return {**ending, **asked.moved(simulation.postings, pot)}
