"""The Lincoln card of the turn (rules §1.5, §6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.state import State
from companion.games.western_town.words import lincoln_words, printed_words


@dataclass(frozen=True, slots=True)
class TurnUpCard(Command):
    """Command to turn up the Lincoln card of this turn, with what it expects."""

    card: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class CardTurnedUp(TownEvent):
    """The record of the Lincoln card of the turn; without an expectation it is the last one, without a visit."""

    card: tuple[Expectation, ...]

    def on_state(self, state: State) -> State:
        return changed(state, card=self.card, cards=(*state.cards, self.card) if self.card else state.cards)

    def tell(self) -> Text:
        if not self.card:
            return say("The last Lincoln card is turned up: it brings no visit")
        return say("Lincoln expects: %(card)s", card=lincoln_words(self.card))


MAX_EXPECTED = 6


class CardPhase(Phase):
    """The phase in which the Lincoln card of the turn is turned up (6.1)."""

    question = say("What does Lincoln expect?")
    news = say("the Lincoln card is turned up")
    lines = (say("Turn up the top Lincoln card, and tap what it shows."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats if now.state.card is None and not now.state.counting else ()

    @handles(TurnUpCard)
    def turn_up(self, now: Situation, command: TurnUpCard) -> tuple[Event, ...]:
        """Turn up a card of Lincoln. Raise BadRequest for one with an impossible number of expectations."""
        if not 0 < len(command.card) <= MAX_EXPECTED:
            raise BadRequest(say("A Lincoln card has one expectation at least."), rule("1.5"))
        return (CardTurnedUp(command.card),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        kinds = (Expectation.INHABITANTS, Expectation.LURE, Expectation.EXPORTED)
        return tuple(
            Choice(
                kind_of(TurnUpCard),
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
        return tuple(TurnUpCard((each,)) for each in Expectation)
