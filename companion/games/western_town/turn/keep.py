"""The cards that everybody keeps for a turn (rules §6.2)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import KeptCards, Round, RoundStage
from companion.games.western_town.hands import due, owned
from companion.games.western_town.phase import Situation, preparing
from companion.games.western_town.rulebook.buildings import (
    hand_size,
)
from companion.games.western_town.state import Circle, State
from companion.games.western_town.town.construct import seat_site


@dataclass(frozen=True, slots=True)
class CardsKept(TownEvent):
    """The record of how many of the cards a player has kept."""

    seat: str
    limit: int
    cards: tuple[str, ...]

    def on_round(self, circle: Circle, turn: Round) -> Round:
        if turn.stage is not RoundStage.PREPARE:
            turn = Round()  # logs of boxes that began the turn anew when they guided again
        turn = changed(turn, kept={**turn.kept, self.seat: KeptCards(self.limit, self.cards)})
        ready = all(each in turn.kept for each in circle.seats)
        return changed(turn, stage=RoundStage.PLAY) if ready else turn

    def tell(self) -> Text:
        return say("%(who)s keeps cards: %(count)s", who=Who(self.seat), count=self.limit)


def cards_to_keep(now: Situation) -> tuple[int, int]:
    """Return how many cards this player keeps, and how many go to the inactive ones.

    It keeps as many as the smallest number to be seen (6.2).
    """
    cards = len(owned(now.board, now.deck))
    kept = min(hand_size(seat_site(now).cells), cards)
    return kept, cards - kept


def kept(table: Table[State]) -> tuple[Event, ...]:
    """Return the events by which everybody keeps cards, once all is prepared; the box does not ask which."""
    state = table.play
    for circle in state.circles:
        now, turn = Situation(table, state, circle.lead), circle.round
        starts = state.turn > 1 or all(seat in circle.starts for seat in circle.seats)
        if turn is None or not preparing(now) or state.card is None or not starts:
            continue
        if not due(circle, now.rules.variant, state.turn):
            found = (Situation(table, state, seat) for seat in circle.seats if seat not in turn.kept)
            return tuple(CardsKept(each.seat, cards_to_keep(each)[0], owned(each.board, each.deck)) for each in found)
    return ()
