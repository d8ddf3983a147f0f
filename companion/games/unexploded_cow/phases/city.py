"""A city is turned up at the start of a turn (rules §5.1), and what it says is done when it is won (§9)."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow.cards import typed
from companion.games.unexploded_cow.cards.builtin_deck import EFFECTS, ROLL_AGAIN
from companion.games.unexploded_cow.cards.deck import MAX_TEXT_LENGTH, is_typed
from companion.games.unexploded_cow.commands import CarryOut, RollDie, TurnUpCity
from companion.games.unexploded_cow.events import CityCarriedOut, CityTurnedUp
from companion.games.unexploded_cow.opening import city_drawn
from companion.games.unexploded_cow.phases.phase import Phase, Situation
from companion.games.unexploded_cow.phases.play import PlayPhase, seldom, what_cards_say
from companion.games.unexploded_cow.rulebook.cards import City
from companion.games.unexploded_cow.rulebook.cities import alphabetical
from companion.games.unexploded_cow.state import State


class CityPhase(Phase):
    """Phase in which no city lies face up: the active player says which one the pile shows."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        free = now.state.roll is None and now.state.blast is None
        return (now.active,) if now.state.city_wanted and free else ()

    @handles(TurnUpCity)
    def turn_up(self, now: Situation, command: TurnUpCity) -> tuple[Event, ...]:
        """Turn up the city that the pile shows. Raise BadRequest."""
        return (CityTurnedUp(_city(now, command)),)

    def instruction(self, now: Situation) -> Text:
        return say("Turn up a city")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s turns up a city", who=Who(now.active))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        options = tuple(Option(city.name, say("%(name)s", name=city.name), _words(city)) for city in cities_left(now))
        if options and now.alone:  # nobody has a real city to choose or to type
            return (Choice(kind_of(TurnUpCity), say("Let the box turn it up"), {"name": ""}, weight=Weight.PRIMARY),)
        pick = Field("name", say("Which city is it?"), FieldKind.PICK, options)
        typing = (
            Field("name", say("City"), FieldKind.WORDS, maximum=typed.MAX_NAME_LENGTH),
            Field("points", say("Points"), FieldKind.NUMBER, maximum=typed.HIGHEST, initial=0),
            Field("amount", say("Amount on the card"), FieldKind.AMOUNT, maximum=typed.HIGHEST, step=1, initial=0),
            Field("text", say("What else does it say?"), FieldKind.WORDS, maximum=MAX_TEXT_LENGTH, required=False),
        )
        other = Choice(
            kind_of(TurnUpCity), say("This city is face up"), fields=typing, title=say("A city that is not listed")
        )
        if not options:
            return (replace(other, weight=Weight.PRIMARY, title=None),)
        chosen = Choice(
            kind_of(TurnUpCity),
            say("This city is face up"),
            fields=(pick,),
            weight=Weight.PRIMARY,
            rule=RuleRef("2011", "5.1"),
            title=say("Tap the city that is face up"),
            at_once=True,
        )
        return (chosen, other)

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        left = cities_left(now)
        return TurnUpCity(city_drawn(now.table, left, chance)) if left else TurnUpCity(f"{now.state.cities_left}", 1, 0)


def cities_left(now: Situation) -> tuple[City, ...]:
    """Return the cities of the catalogue that nobody has won."""
    taken = {alphabetical(city.name) for won in now.state.won.values() for city in won}
    return tuple(city for city in now.deck.cities if alphabetical(city.name) not in taken)


def city_name(state: State, name: str) -> str:
    """Return the name of a city that nobody has won. Raise BadRequest for no name, and for one that is won."""
    called = typed.name(name)
    if not alphabetical(called):
        raise BadRequest(say("Please enter the name of the city."))
    if any(alphabetical(city.name) == alphabetical(called) for won in state.won.values() for city in won):
        raise BadRequest(say("%(city)s has been won already.", city=called))
    return called


def _city(now: Situation, command: TurnUpCity) -> City:
    """Return the city that is meant. Raise BadRequest."""
    if not command.name and now.alone and (left := cities_left(now)):
        return _city(now, replace(command, name=left[command.lot % len(left)].name))
    called, by_hand = city_name(now.state, command.name), is_typed(now.table.catalogue)
    if command.points is None and command.amount is None:
        found = now.deck.city(called)
        if found is None:
            raise BadRequest(say("The catalogue has no city called %(city)s: enter its points, too.", city=called))
        typed.amount(found.amount, now.waived)
        return replace(found, text=str(now.deck.effects.get(found.name, "")), typed=by_hand)
    text = typed.name(command.text, MAX_TEXT_LENGTH)
    return City(called, typed.points(command.points or 0), typed.amount(command.amount or 0, now.waived), text, by_hand)


def _rolled(now: Situation) -> int:
    """Return the number rolled since the city was won; 0 for none."""
    thrown = now.state.thrown
    return thrown.face if thrown and not thrown.city else 0


def _words(city: City) -> Text:
    if city.amount:
        return say("points: %(points)s, from the pot: %(amount)s", points=city.points, amount=Money(city.amount))
    return say("points: %(points)s", points=city.points)


class CityTextPhase(PlayPhase):
    """Phase from the city to the tap that says that it is done.

    Cards say what they say then, too; no roll is the last one.
    """

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return super().waited_for(now) if now.state.carrying else ()

    @handles(CarryOut)
    def carry_out(self, now: Situation, command: CarryOut) -> tuple[Event, ...]:
        """Say that the city's text is done."""
        assert now.state.carrying
        return (CityCarriedOut(now.seat, now.state.carrying.city),)

    def roll(self, now: Situation, command: RollDie) -> tuple[Event, ...]:
        return super().roll(now, replace(command, extra=True))

    def instruction(self, now: Situation) -> Text:
        return say("You have won %(city)s: do what it says", city=self._city(now))

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s has won %(city)s and does what it says", who=Who(now.active), city=self._city(now))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        assert now.state.carrying
        city = now.state.carrying.city
        rolled = (say("Rolled for it: %(face)s", face=face),) if (face := _rolled(now)) else ()
        if effect := now.deck.effect(city):
            words = effect if waited_for else say("The city says: %(what)s", what=effect)
            return (words, *rolled)
        unknown = say("The box does not know what else its card says. If it says nothing, go on.")
        return (unknown, *rolled) if waited_for else rolled

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        """Return what it asks for first: the roll, where that is known, until it is made; else that it is done."""
        done = Choice(kind_of(CarryOut), say("Done: go on"), weight=Weight.PRIMARY, rule=RuleRef("2011", "18.1"))
        typed, *other_choices = what_cards_say(now)
        typed = replace(typed, title=say("The city makes me roll"))
        roll = Choice(kind_of(RollDie), say("Let the box roll for it"), {"extra": True})
        effect = now.deck.effect(now.state.carrying.city) if now.state.carrying else None
        if effect == ROLL_AGAIN and not _rolled(now):
            first = replace(roll, weight=Weight.PRIMARY)
            return (typed, first, replace(done, weight=Weight.NORMAL), *map(seldom, other_choices))
        if effect in EFFECTS.values() or _rolled(now):
            return (done, *map(seldom, (typed, roll, *other_choices)))
        return (done, typed, roll, *other_choices)

    def parts(self, now: Situation) -> tuple[Part, ...]:
        return tuple(replace(part, place=Place.FOLDED, title=say("Play a card")) for part in super().parts(now))

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        return CarryOut()

    def _city(self, now: Situation) -> str:
        assert now.state.carrying
        return now.state.carrying.city.name
