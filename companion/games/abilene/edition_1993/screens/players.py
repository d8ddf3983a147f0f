"""Everybody at the table as one reader may see them, and the three corral cards."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.layout import Layout
from companion.core.money.bank import debts
from companion.core.table.table import Seat, Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import CardView
from companion.games.abilene.common.screens.sale import SaleView, payments
from companion.games.abilene.common.state import herd_size
from companion.games.abilene.edition_1993.money.corral import CorralCard
from companion.games.abilene.edition_1993.money.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.rules.sales import sticker_words
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993

SYMBOLS = {CorralCard.OWN: "own", CorralCard.NONE: "none", CorralCard.FOREIGN: "foreign"}


def facts_of(layout: Layout, table: Table, seat: Seat) -> tuple[Text, ...]:
    """Rules 1993 §5: cows, jail and debts; a brand that has not the letter of the ranch; before the start the place."""
    state: State1993 | None = table.play
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
    """Whose brand it is *is* the game: it is named wherever it has not the letter of the ranch."""
    if picks["brand"] == picks["ranch"]:
        return say("ranch and brand %(ranch)s", ranch=picks["ranch"])
    return say("ranch %(ranch)s, brand %(brand)s", ranch=picks["ranch"], brand=picks["brand"])


def card_words() -> dict[CorralCard, Text]:
    """What each corral card claims."""
    return {
        CorralCard.OWN: say("the seller's own brand"),
        CorralCard.NONE: say("no brand"),
        CorralCard.FOREIGN: say("somebody else's brand"),
    }


def cards_for(table: Table) -> tuple[CardView, ...]:
    """The three cards with what each wins or costs in each case (§12.5)."""
    outlook, words = sale_outlook(table.rules), card_words()
    return tuple(
        CardView(
            card.value,
            words[card],
            SYMBOLS[card],
            tuple(
                say("%(case)s: %(outcome)s", case=words[truth], outcome=outlook.cards[card][truth])
                for truth in CorralCard
            ),
        )
        for card in CorralCard
    )


def last_sale(state: State1993) -> SaleView | None:
    """The sale that was settled last, as everybody may see it now (§5.3)."""
    sold, words = state.last_sale, card_words()
    if sold is None:
        return None
    return SaleView(
        title=say("%(who)s sold a cow", who=Who(sold.seller)),
        sticker=say("%(sticker)s: %(truth)s", sticker=sticker_words(sold.sticker), truth=words[sold.state]),
        votes=tuple((seat, SYMBOLS[card], words[card]) for seat, card in sold.votes.items()),
        payments=payments(sold.postings, SENTENCES),
    )
