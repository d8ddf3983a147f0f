"""The steps of a turn, everybody at the table as one reader may see them, the three corral cards."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.money.bank import debts
from companion.core.money.ledger import BANK
from companion.core.table.table import Level, Seat, Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import CardView
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.parts import SaleView, nets_of, payments, sign
from companion.games.abilene.common.state import herd_size
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.messages import CowSold
from companion.games.abilene.edition_1993.money.herds import STAKES, CorralCard
from companion.games.abilene.edition_1993.money.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.rules.sales import sticker_words
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993

SYMBOLS = {CorralCard.OWN: "own", CorralCard.NONE: "none", CorralCard.FOREIGN: "foreign"}
SHORT_NAME = 10
"""letters of a name that fit into a third of a small phone"""


def facts_of(layout: Layout, table: Table[State1993 | None], seat: Seat) -> tuple[Text, ...]:
    """Return cows, jail and debts (§5), and a brand that has not the letter of the ranch.

    Before the start it is the place.
    """
    state = table.play
    if state is None:
        return (seat_words(seat.picks),)
    if seat.id in state.out:
        return (say("bankrupt"),)
    facts = [say("cows: %(count)s", count=herd_size(layout, state, seat.id))]
    if (brand := seat.picks["brand"]) != seat.picks["ranch"]:
        facts.append(say("brand %(brand)s", brand=brand))
    if jailed := state.in_jail(seat.id):
        facts.append(say("%(count)s in jail", count=jailed))
    if owed := debts(table.loans, seat.id):
        facts.append(say("owes %(amount)s", amount=Money(owed)))
    return tuple(facts)


def seat_words(picks: Mapping[str, str]) -> Text:
    """Return whose brand it is *is* the game: it is named wherever it has not the letter of the ranch."""
    if picks["brand"] == picks["ranch"]:
        return say("ranch and brand %(ranch)s", ranch=picks["ranch"])
    return say("ranch %(ranch)s, brand %(brand)s", ranch=picks["ranch"], brand=picks["brand"])


def card_words() -> dict[CorralCard, Text]:
    """Return what each corral card claims."""
    return {
        CorralCard.OWN: say("the seller's own brand"),
        CorralCard.NONE: say("no brand"),
        CorralCard.FOREIGN: say("someone else's brand"),
    }


def cards_for(table: Table[State1993 | None, HouseRules], seat: str | None) -> tuple[CardView, ...]:
    """Return the three cards, the same for every voter, with what each wins or costs in each case (§12.5)."""
    state = table.play
    seller = state.sale.seller if state and state.sale else ""
    name = table.seat(seller).name if seller else ""
    outlook, labels, cases = sale_outlook(table.rules).cards, card_words(), _cases(seller, name)
    if seller:
        labels[CorralCard.OWN] = say("%(who)s's own brand", who=Who(seller))
    labels[CorralCard.FOREIGN] = say("rustled: someone else's brand")
    seller_card = {CorralCard.OWN: (seller, state.brands[seller])} if state and seller else {}
    return tuple(
        CardView(
            card.value,
            labels[card],
            SYMBOLS[card],
            outcomes=tuple(outlook[card][truth] for truth in CorralCard),
            cases=tuple(cases[truth] for truth in CorralCard),
            signs=tuple(sign(STAKES[truth][card]) for truth in CorralCard),
            seat=seller_card.get(card, ("", ""))[0],
            mark=seller_card.get(card, ("", ""))[1],
        )
        for card in CorralCard
    )


def _cases(seller: str, name: str) -> Mapping[CorralCard, Text]:
    """Return what a cow may turn out to be, in a word or two: a long name stands in full on the card above."""
    return {
        CorralCard.OWN: say("%(who)s's", who=Who(seller)) if 0 < len(name) <= SHORT_NAME else say("the seller's"),
        CorralCard.NONE: say("unbranded"),
        CorralCard.FOREIGN: say("rustled"),
    }


def sale_notices(table: Table[State1993, HouseRules]) -> tuple[Text, ...]:
    """Return how far off the end of a short game is (§13.2), where nothing else is asked."""
    state, limit = table.play, table.rules.cows_to_sell
    if not limit or state.sale or state.pending:
        return ()
    return (say("Cows sold: %(sold)s of %(wanted)s.", sold=len(state.sold), wanted=limit),)


def last_sale(state: State1993) -> SaleView | None:
    """Return the sale that was settled last, as everybody may see it now (§5.3)."""
    sold, words = state.last_sale, card_words()
    if sold is None:
        return None
    what, truth = sticker_words(sold.sticker), words[sold.state]
    refused = sold.state is CorralCard.FOREIGN and not any(posting.frm == BANK for posting in sold.postings)
    return SaleView(
        nets=nets_of(sold.seller, sold.votes, sold.postings),
        refused=_why_the_bank_pays_nothing(sold) if refused else None,
        title=say("%(who)s sold a cow", who=Who(sold.seller)),
        sticker=say("%(sticker)s: %(truth)s", sticker=what, truth=truth) if sold.sticker.brand else what,
        votes=tuple((seat, SYMBOLS[card], words[card]) for seat, card in sold.votes.items()),
        payments=payments(sold.postings, SENTENCES),
    )


def _why_the_bank_pays_nothing(sold: CowSold) -> Text:
    """Return who contested the cow (§12.4): those who called it rustled, or by a house rule all who doubted it."""
    loud = [seat for seat, card in sold.votes.items() if card is CorralCard.FOREIGN]
    doubters = loud or [seat for seat, card in sold.votes.items() if card is CorralCard.NONE]
    who, more = Who(doubters[0]) if doubters else "", len(doubters) - 1
    if more > 0:
        return say(
            "The bank pays nothing for a rustled cow, "
            "because %(who)s and %(count)s more did not take it for the seller's own.",
            who=who,
            count=more,
        )
    return say(
        "The bank pays nothing for a rustled cow, because %(who)s did not take it for the seller's own.", who=who
    )


STEPS = {
    Level.BOARD: {
        Step.DICE: say("Dice"),
        Step.JAIL: say("Jail"),
        Step.CATTLE: say("Cattle"),
        Step.COWBOYS: say("Cowboys"),
        Step.SALE: say("Sale"),
    },
    Level.BANK: {Step.JAIL: say("Jail"), Step.TABLE: say("Board"), Step.SALE: say("Sale")},
}
"""The steps of a turn, in their order."""
