"""A cow in town comes up for sale: the others choose their cards (rules 1993 §12.1, §12.2)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.text import Text, say
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.edition_1993.money.corral import CorralCard
from companion.games.abilene.edition_1993.money.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.phases.step import StepPhase
from companion.games.abilene.edition_1993.rules import sales
from companion.games.abilene.edition_1993.screens.players import card_words
from companion.games.abilene.edition_1993.state import State1993


class VotePhase(StepPhase):
    """The cards are sealed on the phones."""

    step = Step.SALE

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        ballot = now.table.ballot
        if not now.state.sale or not ballot:
            return None
        return tuple(seat for seat in ballot.voters if seat not in ballot.sealed)

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        """The next cow, once the moves are over."""
        state = now.state
        selling = state.turn.step in (Step.SALE, Step.TABLE) and state.turn.seat not in state.out
        return sales.open_sale(now.table, state) if selling and state.waiting_cows and not state.sale else ()

    def asked(self) -> Text:
        return say("Whose cow is it? Choose a card")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("The others are choosing their cards.")

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        """Prices before choices: what the bank pays the seller in each of the three cases (§12.4)."""
        if mine:
            return (say("2× is twice the value of the cow, which nobody knows yet."),)
        if seat != (now.state.sale.seller if now.state.sale else None):
            return ()
        words, outlook = card_words(), sale_outlook(now.table.rules)
        return tuple(say("%(case)s: %(outcome)s", case=words[case], outcome=outlook.bank[case]) for case in CorralCard)
