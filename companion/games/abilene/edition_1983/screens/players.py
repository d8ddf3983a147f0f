"""The steps of a turn, everybody at the table as all may see them, the two ballot cards, the last sale."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.money.bank import debts
from companion.core.table.table import Level, Seat, Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import CardView
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_DIE
from companion.games.abilene.common.screens import parts
from companion.games.abilene.common.screens.parts import SaleView, nets_of, payments
from companion.games.abilene.common.state import herd_size
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import Belief, price, stake_of
from companion.games.abilene.edition_1983.reducer import in_play
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.rules.play import sales_left
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983

SYMBOLS = {Belief.BELIEVES: "believe", Belief.DOUBTS: "doubt"}


def facts_of(layout: Layout, table: Table[State1983 | None], seat: Seat) -> tuple[Text, ...]:
    """Return steers on the prairie, cowboys in play and debts (§3.2)."""
    state = table.play
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
    """Return whose prairie it is."""
    return say("prairie %(letter)s", letter=picks["ranch"])


def belief_words() -> dict[Belief, Text]:
    """Return what each card says."""
    return {Belief.BELIEVES: say("I believe it"), Belief.DOUBTS: say("I do not believe it")}


def health_words(fever: bool) -> Text:
    """Return the truth under a steer, in a word or two."""
    return say("Texas fever") if fever else say("healthy")


def cards_for(table: Table[State1983 | None, SteerRules], seat: str | None) -> tuple[CardView, ...]:
    """Return the two cards, the same for every voter, with what each wins or costs in each case (§7.4)."""
    sale = table.play.sale if table.play else None
    known = sale is not None and bool(sale.owner)
    rustled = (sale.owner != sale.seller,) if sale is not None and known else (False, True)
    cases = [(stolen, fever) for stolen in rustled for fever in (False, True)]
    words, rules = belief_words(), table.rules
    return tuple(
        CardView(
            card.value,
            words[card],
            SYMBOLS[card],
            outcomes=tuple(_outcome(card, fever, price(stolen).stake, rules) for stolen, fever in cases),
            cases=tuple(health_words(fever) if known else _case(stolen, fever) for stolen, fever in cases),
            signs=tuple(stake_of(not fever, card) for _, fever in cases),
        )
        for card in Belief
    )


def _case(stolen: bool, fever: bool) -> Text:
    """Return where the box does not know whose steer it is."""
    health = health_words(fever)
    return say("rustled, %(health)s", health=health) if stolen else say("own, %(health)s", health=health)


def _outcome(card: Belief, fever: bool, stake: int, rules: SteerRules) -> Text:
    amount = Money(stake)
    match stake_of(not fever, card):
        case 0:
            return say("%(amount)s", amount=Money(0))
        case 1:
            return say("+%(amount)s, shared", amount=amount) if rules.votes_total else say("+%(amount)s", amount=amount)
        case _:
            return say("−%(amount)s, shared", amount=amount) if rules.votes_total else say("−%(amount)s", amount=amount)


def last_sale(state: State1983) -> SaleView | None:
    """Return the sale that was settled last, as everybody may see it now (§3.3)."""
    sold, words = state.last_sale, belief_words()
    if sold is None:
        return None
    return SaleView(
        nets=nets_of(sold.seller, sold.votes, sold.postings),
        title=say("%(who)s sold a steer", who=Who(sold.seller)),
        sticker=say("%(whose)s: %(truth)s", whose=whose_words(sold.seller, sold.owner), truth=health_words(sold.fever)),
        votes=tuple((seat, SYMBOLS[card], words[card]) for seat, card in sold.votes.items()),
        payments=payments(sold.postings, SENTENCES),
    )


def whose_words(seller: str, owner: str) -> Text:
    """Return *own* or *rustled*: the colour decides (H11)."""
    if owner == seller:
        return say("A steer of the seller's own colour")
    return say("A rustled steer of %(who)s", who=Who(owner))


STEPS = {
    Level.BOARD: {
        Step.CATTLE: say("Steers"),
        Step.SALE: say("Sale"),
        Step.DICE: say("Dice"),
        Step.COWBOYS: say("Cowboys"),
    },
    Level.BANK: {Step.TABLE: say("Board"), Step.SALE: say("Sale")},
}
"""A sale may come after every step of a steer; it is shown where it belongs: after the steers."""


def steers_left(table: Table[State1983]) -> tuple[Text, ...]:
    """Return how far off the end is (§10.1), where nothing else is asked."""
    state = table.play
    if state.sale or state.pending or turn.asked(state):
        return ()
    return (say("Steers until the end: %(left)s.", left=sales_left(table, state)),)


def dice_of(state: State1983) -> tuple[tuple[str, int, bool], ...]:
    """Return the dice on the table: steps that are left for steers are no die."""
    return tuple(each for each in parts.dice_of(state) if each[0] != COW_DIE)
