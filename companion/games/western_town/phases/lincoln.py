"""Lincoln: the card that is turned up, the visit that ends in a tie, the final count (rules §6.1, §10, §12)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Command, Event, kind_of
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.lincoln import Expectation, visit
from companion.games.western_town.words import printed_words

MOST_EXPECTED = 6


class CardPhase(Phase):
    """The Lincoln card of the turn is turned up (6.1)."""

    commands = (c.TurnUpCard,)
    question = say("What does Lincoln expect?")
    news = say("the Lincoln card is turned up")
    lines = (say("Turn up the top Lincoln card, and tap what it shows."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats if now.state.card is None and not now.state.counting else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        assert isinstance(command, c.TurnUpCard)
        if not 0 < len(command.card) <= MOST_EXPECTED:
            raise BadRequest(say("A Lincoln card has one expectation at least."), rule("1.5"))
        return (e.CardTurnedUp(command.card),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        kinds = (Expectation.INHABITANTS, Expectation.LURE, Expectation.EXPORTED)
        return tuple(
            Choice(
                "turn_up_card",
                printed_words(card),
                {"card": [each.value for each in card]},
                rule=rule("1.5"),
                title=say("A card with the same twice") if card == kinds[:1] * 2 else None,
                folded=len({*card}) < len(card),
            )
            for number in (1, 2, 3)
            for card in combinations_with_replacement(kinds, number)
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return tuple(c.TurnUpCard((each,)) for each in Expectation)


class TiePhase(Phase):
    """Several towns please Lincoln equally: the lead marshal chooses (10.2)."""

    commands = (c.ChooseWinner,)
    question = say("Who wins the Lincoln card?")

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        if now.circle.lead in now.circle.tied:
            return (say("Their towns please Lincoln equally; the lead marshal chooses, and may choose himself."),)
        return (say("Their towns please Lincoln equally; the lead marshal chooses among them."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.lead,) if now.circle.tied else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        assert isinstance(command, c.ChooseWinner)
        tied, card = now.circle.tied, now.state.card or ()
        if command.seat not in tied:
            raise IllegalMove(say("%(who)s is not among the tied.", who=Who(command.seat)), rule("10.2"))
        towns = {seat: now.state.towns[seat].town for seat in now.circle.seats}
        return (e.LincolnVisited(visit(towns, card).scores, tied, command.seat, now.seat),)

    def told(self, now: Situation) -> Text:
        return say("%(who)s chooses who wins the Lincoln card", who=Who(now.circle.lead))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return tuple(
            Choice("choose_winner", say("%(who)s", who=Who(seat)), {"seat": seat}, rule=rule("10.2"))
            for seat in now.circle.tied
        )


class CountPhase(Phase):
    """All turns are over: the towns are looked over once more, then counted (12)."""

    commands = (c.CountUp,)
    question = say("Look over your town, then count")
    news = say("the towns are looked over before they are counted")
    lines = (say("Are the points of every building right? Change them in your town if not."),)

    def town_first(self, now: Situation) -> bool:
        return True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        if any(each.message.kind == kind_of(c.CountUp) for each in now.table.motions):
            return ()
        asked, label = say("Everybody is asked."), say("Count the points")
        return (Choice("count_up", label, details=(asked,), rule=rule("12"), weight=Weight.PRIMARY),)
