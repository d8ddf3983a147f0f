"""The order in which one's exploded cows are paid, where it matters (rules §17.6)."""

from __future__ import annotations

import random
from itertools import permutations

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice
from companion.core.ui.page import Part
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.event_text import cow_words
from companion.games.unexploded_cow.explosion import ordered
from companion.games.unexploded_cow.phases.phase import Phase, Situation
from companion.games.unexploded_cow.rulebook.bombs import Asked, Question
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.payments import payments
from companion.games.unexploded_cow.screens import order_part

LISTED = 3
"""So many cows have few enough orders to be offered all; of more, the two that differ most are, and any is tapped."""


class PaymentPhase(Phase):
    """Somebody has cows that win and cows that cost in one batch, and the pot is too small."""

    commands = (m.OrderCows,)

    def waited_for(self, now: Situation) -> str:
        question = _question(now)
        return question.seat if question else ""

    def decide(self, now: Situation, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        question = _question(now)
        assert question
        assert isinstance(command, m.OrderCows)
        return (ordered(now.state, now.pot, question, command.cows),)

    def asked(self, now: Situation) -> Text:
        return say("In which order are your cows paid?")

    def told(self, now: Situation, seat: str) -> Text:
        return say("%(who)s says in which order cows are paid", who=Who(seat))

    def prompt(self, now: Situation, mine: bool) -> tuple[Text, ...]:
        return (say("In the pot: %(pot)s. It pays only what it has.", pot=Money(now.pot)),)

    def choices(self, now: Situation, seat: str) -> tuple[Choice, ...]:
        rule = RuleRef("2011", "17.6")
        return tuple(
            Choice(
                "order_cows",
                _words(order),
                {"cows": [cow.id for cow in order]},
                details=(_gain(order, now.pot),),
                rule=rule,
            )
            for order in _orders(_cows(now))
        )

    def parts(self, now: Situation, seat: str) -> tuple[Part, ...]:
        cows = _cows(now)
        return (order_part(cows),) if len(cows) > LISTED else ()

    def bot(self, now: Situation, seat: str, chance: random.Random) -> Command | None:
        best = max(_orders(_cows(now)), key=lambda order: sum(paid.amount for paid in payments(order, now.pot)))
        return m.OrderCows(tuple(cow.id for cow in best))


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


def _gain(order: tuple[Cow, ...], pot: int) -> Text:
    brings = sum(paid.amount for paid in payments(order, pot))
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
    return found if found and found.ability is Asked.ORDER else None
