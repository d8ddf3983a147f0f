"""Lincoln: the card that is turned up, the visit that ends in a tie, the final count (rules §6.1, §10, §12)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.rulebook.lincoln import Expectation, expectation_words, visit

MOST_EXPECTED = 6


def card_words(card: tuple[Expectation, ...]) -> Text:
    """A Lincoln card in words."""
    if not card:
        return say("the last card: no visit")
    first, *others = (expectation_words(each) for each in card)
    for other in others:
        first = say("%(first)s + %(other)s", first=first, other=other)
    return first


class CardPhase(Phase):
    """The Lincoln card of the turn is turned up (6.1)."""

    commands = (c.TurnUpCard,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats if now.state.card is None and not now.state.counting else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, c.TurnUpCard):
            return super().decide(now, command)
        if not 0 < len(command.card) <= MOST_EXPECTED:
            raise BadRequest(say("A Lincoln card has one expectation at least."), RuleRef("2012", "1.5"))
        return (e.CardTurnedUp(command.card),)

    def asked(self, now: Situation) -> Text:
        return say("What does Lincoln expect?")

    def told(self, now: Situation) -> Text:
        return say("the Lincoln card is turned up")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Turn up the top Lincoln card, and tap what it shows."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        kinds = (Expectation.INHABITANTS, Expectation.LURE, Expectation.EXPORTED)
        cards = (card for number in (1, 2, 3) for card in combinations_with_replacement(kinds, number))
        return tuple(
            Choice(
                "turn_up_card",
                card_words(card),
                {"card": [each.value for each in card]},
                rule=RuleRef("2012", "1.5"),
                title=say("A card with the same twice") if card == kinds[:1] * 2 else None,
                folded=len({*card}) < len(card),
            )
            for card in cards
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(c.TurnUpCard((each,)) for each in Expectation)


class TiePhase(Phase):
    """Several towns please Lincoln equally: the lead marshal chooses (10.2)."""

    commands = (c.ChooseWinner,)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if now.circle.tied else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, c.ChooseWinner):
            return super().decide(now, command)
        circle, card = now.circle, now.state.card or ()
        towns = {seat: now.state.towns[seat].town for seat in circle.seats}
        if command.seat not in circle.tied:
            raise IllegalMove(say("%(who)s is not among the tied.", who=Who(command.seat)), RuleRef("2012", "10.2"))
        return (e.LincolnVisited(visit(towns, card).scores, circle.tied, command.seat, now.seat),)

    def asked(self, now: Situation) -> Text:
        return say("Who wins the Lincoln card?")

    def told(self, now: Situation) -> Text:
        return say("%(who)s chooses who wins the Lincoln card", who=Who(now.circle.lead))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Their towns please Lincoln equally; the lead marshal chooses, and may choose himself."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        rule = RuleRef("2012", "10.2")
        return tuple(
            Choice("choose_winner", say("%(who)s", who=Who(seat)), {"seat": seat}, rule=rule)
            for seat in now.circle.tied
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(c.ChooseWinner(seat) for seat in now.circle.tied)


class CountPhase(Phase):
    """All turns are over: the towns are looked over once more, then counted (12)."""

    commands = (c.CountUp,)
    town_first = True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats

    def asked(self, now: Situation) -> Text:
        return say("Look over your town, then count")

    def told(self, now: Situation) -> Text:
        return say("the towns are looked over before they are counted")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Are the points of every building right? Change them in your town if not."),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        asked = say("Everybody is asked.")
        return (
            Choice(
                "count_up", say("Count the points"), details=(asked,), rule=RuleRef("2012", "12"), weight=Weight.PRIMARY
            ),
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (c.CountUp(),)
