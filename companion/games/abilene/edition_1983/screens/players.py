"""Everybody at a table of 1983 as all may see them, the two ballot cards, and the last sale."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.money.bank import debts
from companion.core.table.table import Seat, Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import CardView
from companion.games.abilene.common.screens.sale import SaleView, payments
from companion.games.abilene.common.state import herd_size
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import OWN, RUSTLED, Belief, stake_of
from companion.games.abilene.edition_1983.reducer import in_play
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983

SYMBOLS = {Belief.BELIEVES: "believe", Belief.DOUBTS: "doubt"}


def facts_of(layout: Layout, table: Table, seat: Seat) -> tuple[Text, ...]:
    """Steers on the prairie, cowboys in play, debts (§3.2)."""
    state: State1983 | None = table.play
    if state is None:
        return (seat_words(seat.picks),)
    if seat.id in state.out:
        return (say("has left the game"),)
    facts = [
        say("steers: %(count)s", count=herd_size(layout, state, seat.id)),
        say("cowboys: %(count)s", count=in_play(state, seat.id)),
    ]
    if owed := debts(table.loans, seat.id):
        facts.append(say("owes %(amount)s", amount=Money(owed)))
    return tuple(facts)


def seat_words(picks: Mapping[str, str]) -> Text:
    """Whose prairie it is."""
    return say("prairie %(letter)s", letter=picks["ranch"])


def belief_words() -> dict[Belief, Text]:
    """What each card says."""
    return {Belief.BELIEVES: say("I believe it"), Belief.DOUBTS: say("I do not believe it")}


def health_words(fever: bool) -> Text:
    """The truth under a steer, in a word or two."""
    return say("Texas fever") if fever else say("healthy")


def cards_for(table: Table) -> tuple[CardView, ...]:
    """The two cards with what each wins or costs in each case (§7.4)."""
    sale = table.play.sale if table.play else None
    prices = (OWN, RUSTLED) if sale is None or not sale.owner else (OWN if sale.owner == sale.seller else RUSTLED,)
    words, rules = belief_words(), table.rules
    return tuple(
        CardView(
            card.value,
            words[card],
            SYMBOLS[card],
            tuple(
                say(
                    "%(case)s: %(outcome)s",
                    case=health_words(fever),
                    outcome=_outcome(card, fever, price.stake, rules),
                )
                for price in prices
                for fever in (False, True)
            ),
        )
        for card in Belief
    )


def _outcome(card: Belief, fever: bool, stake: int, rules: SteerRules) -> Text:
    match stake_of(not fever, card):
        case 0:
            return say("nothing")
        case 1 if rules.votes_total:
            return say("you get %(stake)s from the seller, shared by all who are right", stake=Money(stake))
        case _ if rules.votes_total:
            return say("you pay %(stake)s to the seller, shared by all who are wrong", stake=Money(stake))
        case 1:
            return say("you get %(stake)s from the seller", stake=Money(stake))
        case _:
            return say("you pay %(stake)s to the seller", stake=Money(stake))


def last_sale(state: State1983) -> SaleView | None:
    """The sale that was settled last, as everybody may see it now (§3.3)."""
    sold, words = state.last_sale, belief_words()
    if sold is None:
        return None
    return SaleView(
        title=say("%(who)s sold a steer", who=Who(sold.seller)),
        sticker=say("%(whose)s: %(truth)s", whose=whose_words(sold.seller, sold.owner), truth=health_words(sold.fever)),
        votes=tuple((seat, SYMBOLS[card], words[card]) for seat, card in sold.votes.items()),
        payments=payments(sold.postings, SENTENCES),
    )


def whose_words(seller: str, owner: str) -> Text:
    """Own or rustled: the colour decides (H11)."""
    if owner == seller:
        return say("A steer of the seller's own colour")
    return say("A rustled steer of %(who)s", who=Who(owner))
