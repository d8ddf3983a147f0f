"""The roll, and the order in which one's exploded cows are paid, where it matters (rules §7, §17.6)."""

from __future__ import annotations

import random
from itertools import permutations

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option
from companion.core.ui.page import Part
from companion.games.unexploded_cow.commands import OrderCows, RollDie
from companion.games.unexploded_cow.event_text import cow_words
from companion.games.unexploded_cow.events import DieRolled
from companion.games.unexploded_cow.explosion import ends_with_pot, payment_event, roll_event
from companion.games.unexploded_cow.phases.phase import Phase, Situation
from companion.games.unexploded_cow.rulebook.bombs import Question, QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.herds import payments
from companion.games.unexploded_cow.screens import order_part

LISTED = 3
"""The most cows whose orders are all offered; of more, the two that differ most are, and any can be tapped."""


class PaymentPhase(Phase):
    """The phase in which the pot is too small for a player's batch of cows that win and cows that cost."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        question = _question(now)
        return (question.seat,) if question else ()

    @handles(OrderCows)
    def order_cows(self, now: Situation, command: OrderCows) -> tuple[Event, ...]:
        """Settle the order in which the cows are paid. Raise RuleError."""
        question = _question(now)
        assert question
        return (payment_event(now.state, now.rules, now.pot, question, command.cows),)

    def instruction(self, now: Situation) -> Text:
        return say("In which order are your cows paid?")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s says in which order cows are paid", who=Who(self.waited_for(now)[0]))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        return (say("In the pot: %(pot)s. It pays only what it has.", pot=Money(now.pot)),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        rule = RuleRef("2011", "17.6")
        return tuple(
            Choice(
                kind_of(OrderCows),
                _words(order),
                {"cows": [cow.id for cow in order]},
                details=(_gain(now, order),),
                rule=rule,
            )
            for order in _orders(_cows(now))
        )

    def parts(self, now: Situation) -> tuple[Part, ...]:
        cows = _cows(now)
        return (order_part(cows),) if len(cows) > LISTED else ()

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        best = max(_orders(_cows(now)), key=lambda order: _brought(now, order))
        return OrderCows(tuple(cow.id for cow in best))


def _orders(cows: tuple[Cow, ...]) -> tuple[tuple[Cow, ...], ...]:
    if len(cows) <= LISTED:
        return tuple(permutations(cows))
    losses_first = tuple(sorted(cows, key=lambda cow: cow.value > 0))
    return (losses_first, tuple(sorted(cows, key=lambda cow: cow.value <= 0)))


def _words(order: tuple[Cow, ...]) -> Text:
    first, *rest = order
    if not rest:
        return cow_words(first)
    return say("%(first)s, then %(rest)s", first=cow_words(first), rest=_words(tuple(rest)))


def _brought(now: Situation, order: tuple[Cow, ...]) -> int:
    return sum(payments(order, now.pot, ends_with_pot(now.state, now.rules)))


def _gain(now: Situation, order: tuple[Cow, ...]) -> Text:
    brings = _brought(now, order)
    return (
        say("That costs you %(amount)s.", amount=Money(-brings))
        if brings < 0
        else say("That brings you %(amount)s.", amount=Money(brings))
    )


def _cows(now: Situation) -> tuple[Cow, ...]:
    question, blast = _question(now), now.state.blast
    assert question
    assert blast
    return tuple(cow for cow in blast.exploded if cow.id in question.cows)


def _question(now: Situation) -> Question | None:
    found = now.question
    return found if found and found.ability is QuestionKind.ORDER else None


class RollPhase(Phase):
    """Phase of a roll that is not over: the player with the die throws it."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.state.roll.roller,) if now.state.roll and now.state.blast is None else ()

    @handles(RollDie)
    def roll(self, now: Situation, command: RollDie) -> tuple[Event, ...]:
        """Roll the die. Raise BadRequest."""
        return (rolled(now, command),)

    def instruction(self, now: Situation) -> Text:
        return say("Roll the die")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s rolls the die", who=Who(self.waited_for(now)[0]))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        if now.state.sudden:
            return (say("Sudden death: everyone rolls in turn until the pot is empty."),)
        return (say("A 6 hands the die to the left. It is still the turn of %(who)s.", who=Who(now.active)),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        typed = Choice(
            kind_of(RollDie),
            say("I rolled this"),
            fields=(die_field(),),
            title=say("Tap what you rolled"),
            rule=RuleRef("2011", "7.1"),
            at_once=True,
        )
        return (typed, Choice(kind_of(RollDie), say("Let the box roll")))

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        return RollDie()


def die_field() -> Field:
    """Return the face of the real die."""
    faces = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in range(1, 7))
    return Field("face", say("Die"), FieldKind.PICK, faces)


def rolled(now: Situation, command: RollDie) -> DieRolled:
    """Return what the throw does. Raise BadRequest."""
    extra = command.extra and now.state.roll is None
    return roll_event(now.state, now.rules, now.seat, face_of(command), extra, by_box=not command.face)


def face_of(command: RollDie) -> int:
    """Return what the die shows, typed or thrown by the box. Raise BadRequest."""
    face = command.face or command.lot
    if not 1 <= face <= 6:
        raise BadRequest(say("A die shows 1 to 6, not %(face)s.", face=face), RuleRef("2011", "1.1"))
    return face
