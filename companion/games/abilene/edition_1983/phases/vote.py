"""A steer in Abilene is sold: the others say whether they believe that it is healthy (rules 1983 §7.1)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.text import Money, Text, say
from companion.games.abilene.common.messages import (
    Step,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.phases.step import StepPhase
from companion.games.abilene.edition_1983.prices import OWN, RUSTLED
from companion.games.abilene.edition_1983.rules import fever, sales
from companion.games.abilene.edition_1983.screens.players import whose_words
from companion.games.abilene.edition_1983.state import State1983


class VotePhase(StepPhase):
    """The cards are sealed on the phones."""

    step = Step.SALE

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        ballot = now.table.ballot
        if not now.state.sale or not ballot:
            return None
        return tuple(seat for seat in ballot.voters if seat not in ballot.sealed)

    def asked(self) -> Text:
        return say("Is the steer healthy? Choose a card")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("The others are choosing their cards.")

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """The steer that has just come to town."""
        state = now.state
        held_up = state.sale or state.pending or fever.asked(state)
        return sales.open_sale(now.table, state) if state.waiting_cows and not held_up else ()

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        return on_sale(now.state, now.table.rules)


def on_sale(state: State1983, rules: SteerRules) -> tuple[Text, ...]:
    """Whose steer it is, and what the bank pays for it whatever lies underneath (§7.3)."""
    sale = state.sale
    if sale is None or not sale.owner:
        return ()
    price, whose = OWN if sale.owner == sale.seller else RUSTLED, whose_words(sale.seller, sale.owner)
    bank, stake = Money(price.bank), Money(price.stake)
    if rules.votes_total:
        together = say(
            "%(whose)s: the bank pays %(price)s, and %(stake)s is at stake with all other players together.",
            whose=whose,
            price=bank,
            stake=stake,
        )
        return (together,)
    each = say(
        "%(whose)s: the bank pays %(price)s, and %(stake)s is at stake with every other player.",
        whose=whose,
        price=bank,
        stake=stake,
    )
    return (each,)
