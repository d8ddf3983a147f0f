"""The Indian die: its throws, and the Indians that they bring to the camp (rules §1.6, §11.1)."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option
from companion.core.values import changed
from companion.games.western_town.camp.attack import attack_events
from companion.games.western_town.event import TownEvent
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.camp import DIE, DIE_SIDES, FACES, Indian, Side, added
from companion.games.western_town.state import Circle
from companion.games.western_town.words import SIDES


@dataclass(frozen=True, slots=True)
class ThrowDie(Command):
    """Command to throw the Indian die.

    ``side`` is what a real die shows; None lets the box throw. ``face``, 1 to 6, is what the box has drawn.
    """

    side: Side | None = None
    by_box: bool = False
    face: int = 0

    def with_draws(self, chance: random.Random) -> ThrowDie:
        return ThrowDie(self.side) if self.side else ThrowDie(by_box=True, face=chance.randint(1, DIE_SIDES))


@dataclass(frozen=True, slots=True)
class IndiansAdded(TownEvent):
    """The record of a throw of the Indian die.

    ``added`` are the Indians that joined the camp before an attack began; ``again`` tells a side that is thrown again.
    """

    seat: str
    side: Side
    added: tuple[Indian, ...]
    again: bool = False
    by_box: bool = False

    def on_circle(self, circle: Circle) -> Circle:
        camp = circle.camp
        for colour in self.added:
            camp = camp.with_one(colour)
        due = circle.throws if self.again else max(0, circle.throws - 1)
        throwing = self.seat if self.again or due else ""
        return changed(circle, camp=camp, throwing=throwing, throws=due, shown=self.side)

    def tell(self) -> Text:
        who, shown = Who(self.seat), SIDES[self.side]
        if self.by_box:
            return say("The box throws for %(who)s: %(shown)s", who=who, shown=shown)
        return say("%(who)s throws the Indian die: %(shown)s", who=who, shown=shown)


@dataclass(frozen=True, slots=True)
class DieDue(TownEvent):
    """The record that this seat owes so many more ``throws`` of the Indian die."""

    seat: str
    throws: int = 1

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, throwing=self.seat, throws=circle.throws + self.throws, shown=None)


def throw_events(now: Situation, command: ThrowDie) -> tuple[Event, ...]:
    """Return the events of a throw: the Indians that it adds, and the attack that it may set off (11.1).

    Raise BadRequest for a command without a side.
    """
    side, by_box, circle = command.side, command.by_box, now.circle
    if side is None:
        raise BadRequest(say("The box does not know what you mean."))
    face = FACES[side]
    camp, attackers = added(circle.camp, face.add)
    arrivals = camp.red + camp.orange - circle.camp.red - circle.camp.orange
    again = face.again and attackers is None
    event = IndiansAdded(now.seat, side, face.add[:arrivals], again, by_box)
    if attackers is None:
        return (event,)
    return (event, *attack_events(now.state, replace(circle, camp=camp), now.seat, attackers))


def die_choices(label: Text) -> tuple[Choice, ...]:
    """Return two choices: enter the side that the die shows, or let the box throw it."""
    sides = tuple(Option(side, SIDES[side]) for side in Side)
    shown = Field("side", say("What does the Indian die show?"), FieldKind.PICK, sides, die=DIE)
    return (
        Choice(kind_of(ThrowDie), label, {}, (shown,), (), rule("11.1"), title=label, at_once=True),
        Choice(kind_of(ThrowDie), say("Let the box throw the Indian die"), rule=rule("11.1")),
    )


class ThrowAgainPhase(Phase):
    """The phase of an Indian die that is due: thrown again, or because of a card or a cell (1.6, 11.1)."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        circle = now.circle
        return (circle.throwing,) if circle.throwing and not circle.attack else ()

    @handles(ThrowDie)
    def throw(self, now: Situation, command: ThrowDie) -> tuple[Event, ...]:
        """Throw the Indian die."""
        return throw_events(now, command)

    def instruction(self, now: Situation) -> Text:
        return say("Throw the Indian die again") if now.circle.shown else say("Throw the Indian die")

    def waiting_text(self, now: Situation) -> Text:
        who = Who(now.circle.throwing)
        if now.circle.shown:
            return say("%(who)s throws the Indian die again", who=who)
        return say("%(who)s throws the Indian die", who=who)

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        shown = now.circle.shown
        return (say("It has shown: %(side)s.", side=SIDES[shown]),) if shown else ()

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return die_choices(say("That is what it shows"))

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (ThrowDie(),)
