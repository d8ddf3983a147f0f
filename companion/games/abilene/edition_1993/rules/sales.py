"""Selling a cow: the vote, the sticker, the settlement, and being short of money (rules 1993 §12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.identity import identity_cache
from companion.core.messages import Event, Posting
from companion.core.money.bank_messages import LoanLapsed
from companion.core.money.ledger import BANK, nets
from companion.core.secrets.ballot import without
from companion.core.table.table import Table
from companion.core.text import Fact, Money, Text, Who, fact, worded
from companion.games.abilene.common.board.movement import release_cells
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.rules import lacking, vote_opened
from companion.games.abilene.common.state import Duel, from_the_left
from companion.games.abilene.edition_1993 import messages as m1993
from companion.games.abilene.edition_1993.house_rules import Bankrupt, HouseRules
from companion.games.abilene.edition_1993.money.herds import CorralCard, Sticker, still_possible, true_state
from companion.games.abilene.edition_1993.money.prices import jail_bill, settle_sale
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def open_sale(state: State1993) -> tuple[Event, ...]:
    """Open the sale of the animal in town: everybody else votes."""
    return (m1993.SaleOpened(state.turn.seat), vote_opened(state, "whose_cow", CorralCard))


def show_sticker(
    table: Table[State1993, HouseRules], state: State1993, seat: str, command: m1993.ShowSticker, waived: bool
) -> tuple[Event, ...]:
    """Settle the sale by the sticker. Raise IllegalMove when no cow with it can be left (§1.2)."""
    turned, sale = cow_to_turn(state), state.sale
    if turned is None:
        raise NotNow.saying(SENTENCES, fact("sticker_known" if sale and sale.known else "votes_first"))
    sticker = Sticker(command.brand, command.value)
    left = possible_stickers(state)
    if sticker.brand and sticker.brand not in state.brands.values() and not waived:
        raise IllegalMove.saying(SENTENCES, fact("brand_not_played", brand=sticker.brand), RuleRef("1993", "1.3"))
    if sticker not in left and not waived:
        raise IllegalMove.saying(SENTENCES, fact("all_sold", sticker=sticker_fact(sticker)), RuleRef("1993", "1.2"))
    truth = true_state(sticker, state.brands[turned.seller])
    if sale is None:
        return (m1993.StickerShown(turned.seller, sticker, truth, seat),)
    settled = settle_sale(truth, sticker.value, sale.seller, dict(sale.votes), table.rules)
    return (m1993.StickerShown(sale.seller, sticker, truth, seat, settled.payments),)


class CowToTurn(NamedTuple):
    """A cow whose sticker is to be shown by ``seat``; ``cow`` is its name, "" where the box does not know it."""

    seat: str
    seller: str
    cow: str


def cow_to_turn(state: State1993) -> CowToTurn | None:
    """Return the cow on sale once the votes lie open (§12.2).

    The left neighbour turns over a cow that its seller leaves unsold (§20.1).
    """
    sale, seller = state.sale, state.turn.seat
    if sale:
        return CowToTurn(seller, seller, sale.cow) if sale.votes and not sale.known else None
    return CowToTurn(from_the_left(state, seller)[0], seller, state.unshown[0]) if state.unshown else None


def possible_stickers(state: State1993) -> Mapping[Sticker, int]:
    """Return the stickers of cows that are still in the game, and how many."""
    return _possible(state.brands, state.sold, state.gone)


@identity_cache(most=32)
def _possible(
    brands: Mapping[str, str], sold: tuple[tuple[str, Sticker], ...], removed: tuple[Sticker, ...]
) -> Mapping[Sticker, int]:
    """Return the same, asked with what a sale changes, so that it is the same after every move."""
    return still_possible(brands.values(), [*(sticker for _, sticker in sold), *removed])


def sticker_words(sticker: Sticker) -> Text:
    """Return a sticker in words."""
    return worded(SENTENCES, sticker_fact(sticker))


def sticker_fact(sticker: Sticker) -> Fact:
    """Return a sticker, as it is kept."""
    if sticker.brand is None:
        return fact("sticker_unbranded", value=Money(sticker.value))
    return fact("sticker", brand=sticker.brand, value=Money(sticker.value))


# --- settlement -------------------------------------------------------------------------------


def debtors(table: Table, state: State1993) -> Mapping[str, int]:
    """Return the seats that cannot meet the settlement yet, and how much each lacks (§12.7)."""
    sale = state.sale
    if sale is None or sale.sticker is None:
        return {}
    lacks = lacking(table, state, _payable(table, state))
    return {seat: lack for seat, lack in lacks.items() if seat not in sale.bust}


def settle(table: Table, state: State1993) -> tuple[Event, ...]:
    """Return the sale's payments, as soon as everybody can meet them or has gone bankrupt."""
    sale = state.sale
    if sale is None or sale.sticker is None or sale.state is None or debtors(table, state):
        return ()
    posted = _payable(table, state)
    change = nets(posted)
    rest = tuple(
        Posting(seat, BANK, left, fact("bankrupt_rest"))
        for seat in sale.bust
        if (left := table.accounts[seat] + change.get(seat, 0)) > 0
    )
    sold = m1993.CowSold(sale.seller, sale.sticker, sale.state, sale.votes, postings=(*posted, *rest))
    return (sold,)


def _payable(table: Table, state: State1993) -> tuple[Posting, ...]:
    """Return the payments as they can be made: in full, or what a bankrupt has, creditors in seat order."""
    sale = state.sale
    if sale is None:
        return ()
    voters_bust = set(sale.bust) - {sale.seller}  # what a bankrupt seller can pay includes what he receives
    incoming = [_capped(table, posting) if posting.frm in voters_bust else posting for posting in sale.payments]
    if sale.seller not in sale.bust:
        return tuple(posting for posting in incoming if posting.amount > 0)
    received = [posting for posting in incoming if posting.to == sale.seller]
    purse = table.accounts[sale.seller] + sum(posting.amount for posting in received)
    order = from_the_left(state, sale.seller)
    paid = []
    for posting in sorted((p for p in incoming if p.frm == sale.seller), key=lambda p: _place(order, p.to)):
        amount = min(purse, posting.amount)
        purse -= amount
        paid.append(_in_part(posting, amount))
    return tuple(posting for posting in (*received, *paid) if posting.amount > 0)


def _place(order: Sequence[str], seat: str) -> int:
    return order.index(seat) if seat in order else len(order)


def _capped(table: Table, posting: Posting) -> Posting:
    return _in_part(posting, min(posting.amount, max(0, table.accounts[posting.frm])))


def _in_part(posting: Posting, amount: int) -> Posting:
    """Return as much of a payment as there is; its reason says so where that is not all."""
    if amount == posting.amount:
        return posting
    return replace(posting, amount=amount, reason=fact("part_paid", reason=posting.reason, due=Money(posting.amount)))


# --- short of money ---------------------------------------------------------------------------


def shortfall(layout: Layout, table: Table, state: State1993, seat: str) -> int:
    """Return how much the seat lacks for a payment it has to make now (§12.9, A14); 0 when it is not short.

    In the jail step the dearest bill it may choose counts for borrowing, see ``must_pay`` for ruin.
    """
    lack = debtors(table, state).get(seat, 0)
    bills = jail_bills(layout, table, state, seat)
    return max(lack, max(bills.values(), default=0) - table.accounts[seat], 0)


def missing(layout: Layout, table: Table, state: State1993, seat: str) -> int:
    """Return how much the seat lacks for the least that it has to pay now and cannot; 0 when it is not short."""
    cash, bills = table.accounts[seat], jail_bills(layout, table, state, seat).values()
    return debtors(table, state).get(seat, 0) or min((bill - cash for bill in bills if bill > cash), default=0)


def jail_bills(layout: Layout, table: Table[State1993, HouseRules], state: State1993, seat: str) -> Mapping[int, int]:
    """Return the bill by the number released, while this seat has a jail bill to pay; empty otherwise.

    No more are released than have a place (§7.5).
    """
    if not _bill_due(state, seat):
        return {}
    bills = {}
    for released in range(min(state.in_jail(seat), places_for_released(layout, state, seat)) + 1):
        try:
            bills[released] = jail_bill(state.in_jail(seat), released, table.rules)
        except IllegalMove:
            continue
    return bills


def places_for_released(layout: Layout, state: State1993, seat: str) -> int:
    """Return how many released cowboys find a place on the seat's ranch (§7.5), as far as the box knows the board."""
    return len(release_cells(layout, state.position, seat)) if state.position else COWBOYS_EACH


def _bill_due(state: State1993, seat: str) -> bool:
    turn = state.turn
    return turn.seat == seat and turn.step is Step.JAIL and not turn.releasing


def must_pay(table: Table[State1993, HouseRules], state: State1993, seat: str) -> int:
    """Return how much the seat lacks for the least it can get away with: in the jail step, for releasing nobody."""
    lack = debtors(table, state).get(seat, 0)
    bill = jail_bill(state.in_jail(seat), 0, table.rules) if _bill_due(state, seat) else 0
    return max(lack, bill - table.accounts[seat], 0)


def give(table: Table[State1993], seat: str, waived: bool) -> None:
    """Check that the seat can meet what is due now. Raise IllegalMove for a debtor, who gives nothing away."""
    if not waived and must_pay(table, table.play, seat):
        raise IllegalMove.saying(SENTENCES, fact("pays_first", who=Who(seat)), RuleRef("1993", "12.9"))


def go_bankrupt(table: Table[State1993, HouseRules], state: State1993, seat: str, waived: bool) -> tuple[Event, ...]:
    """Return a bankruptcy (§12.12).

    The cowboys leave, the cattle stays, the cash goes to creditors and bank, the debts lapse.
    """
    if seat in state.out:
        raise NotNow.saying(SENTENCES, fact("bankrupt_already", who=Who(seat)))
    if not waived and not must_pay(table, state, seat):
        raise IllegalMove.saying(SENTENCES, fact("can_pay"), RuleRef("1993", "12.9"))
    return _ruined(table, state, seat, out=table.rules.bankrupt_player is Bankrupt.OUT)


def leave(table: Table[State1993], seat: str) -> tuple[Event, ...]:
    """Return what happens when the seat leaves the game."""
    return _ruined(table, table.play, seat, out=True, left=True)


def _ruined(table: Table, state: State1993, seat: str, out: bool, left: bool = False) -> tuple[Event, ...]:
    settling = seat in debtors(table, state)
    cash = table.accounts[seat]
    reason = fact("bankrupt_cash")
    posted = (Posting(seat, BANK, cash, reason),) if cash > 0 and not settling else ()
    lapse = [loan for loan in table.loans.values() if loan.borrower == seat or (out and loan.lender == seat)]
    pending = state.pending
    lost: tuple[Event, ...] = ()
    if isinstance(pending, Duel) and pending.defender == seat:  # the attacker stands where he rode to
        lost = (m1993.DuelWon(pending.attacker, seat, pending.cell, jailed=True),)
    ends = pending is None or seat in pending.seats
    unsold = state.waiting_cows - bool(state.sale) if out and seat == state.turn.seat else 0
    return (
        *lost,
        m1993.WentBankrupt(seat, out, ends, left, unsold, postings=posted),
        *(LoanLapsed(loan) for loan in lapse),
        *(without(table.ballot, seat) if out else ()),
    )


def check_player(state: State1993, seat: str) -> None:
    """Check that the seat is still in the game. Raise BadRequest."""
    if seat not in state.solvent:
        raise BadRequest.saying(SENTENCES, fact("not_in_the_game"))
