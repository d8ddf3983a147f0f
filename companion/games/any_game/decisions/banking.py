"""The bank of any game: incomes by name and by round, money between pots, deals, units with owners and prices."""

from __future__ import annotations

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.messages import Event, Posting
from companion.core.money import bank
from companion.core.money.ledger import BANK, transfer
from companion.core.table.table import Table
from companion.core.text import Fact, fact, say, split_list
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages import bank as bank_messages
from companion.games.any_game.settings import edition_at, typed
from companion.games.any_game.state import State, now, unanswered

MAX_DEALS = 12
MAX_UNITS = 100


def round_income(table: Table[State, Rules]) -> tuple[Posting, ...]:
    """Return the payments of the bank to all players when a round begins."""
    state, rules = now(table)
    if rules.scores or not rules.round_income:
        return ()
    return tuple(Posting(BANK, seat, rules.round_income, fact("round_income")) for seat in state.players)


def move(table: Table[State, Rules], seat: str, command: bank_messages.MoveMoney) -> tuple[Event, ...]:
    """Move money between the bank and the pots. Raise CannotAfford for a pot, BadRequest for another account."""
    amount, words = typed(table.rules, command.amount), bank.short(command.words)
    declared = edition_at(table.rules).accounts
    for account in (command.frm, command.to):
        payable = account in declared and declared[account].payable
        if not payable and (account != BANK or not table.rules.bank):
            raise BadRequest(say("There is no such account in this game."))
    moved = transfer(table.accounts, command.frm, command.to, amount, fact("moved"))
    return (bank_messages.MoneyMoved(command.frm, command.to, amount, words, seat, postings=moved),)


# --- deals --------------------------------------------------------------------------------------


def offer(table: Table[State, Rules], seat: str, command: bank_messages.OfferDeal) -> tuple[Event, ...]:
    """Offer an exchange that the offering seat can pay now. Raise BadRequest, NotNow or CannotAfford."""
    state = table.play
    gives, gets = bank.short(command.gives), bank.short(command.gets)
    if command.of not in state.players or command.of == seat:
        raise BadRequest(say("A deal is made with another player."))
    for amount in (command.pays, command.earns):
        if amount:
            typed(table.rules, amount)
    if not (gives or gets or command.pays or command.earns):
        raise BadRequest(say("Please say what is exchanged."))
    if len(state.deals) >= MAX_DEALS:
        raise NotNow(say("There are %(count)s offers already: answer some first.", count=len(state.deals)))
    if command.pays > table.accounts[seat]:
        raise CannotAfford(seat, table.accounts[seat], command.pays)
    deal = bank_messages.Deal(table.seq + 1, seat, command.of, gives, gets, command.pays, command.earns)
    return (bank_messages.DealOffered(deal),)


def accept(table: Table[State, Rules], seat: str, number: int) -> tuple[Event, ...]:
    """Make the deal. Raise CannotAfford where the seat that pays the difference has less."""
    deal = _deal(table, number)
    if seat != deal.of:
        raise NotNow(say("You are not asked about that."))
    net = deal.pays - deal.earns
    payer, payee = (deal.by, deal.of) if net >= 0 else (deal.of, deal.by)
    paid = transfer(table.accounts, payer, payee, abs(net), _why(deal))
    return (bank_messages.DealMade(deal, postings=paid),)


def drop(table: Table[State, Rules], seat: str, number: int) -> tuple[Event, ...]:
    """Return the end of a deal that one of its two parties does not want. Raise BadRequest."""
    deal = _deal(table, number)
    if seat not in (deal.by, deal.of):
        raise NotNow(say("You are not asked about that."))
    return (bank_messages.DealDropped(deal, seat),)


def _why(deal: bank_messages.Deal) -> Fact:
    words = " / ".join(words for words in (deal.gives, deal.gets) if words)
    return fact("deal_for", words=words) if words else fact("deal")


def _deal(table: Table[State, Rules], number: int) -> bank_messages.Deal:
    return unanswered(table.play.deals, number, say("That offer has been answered already."))


# --- units --------------------------------------------------------------------------------------


def kinds(rules: Rules) -> tuple[str, ...]:
    """Return the kinds of units that this table counts: shares, goods."""
    return () if rules.scores else split_list(rules.units)


def free(state: State, rules: Rules, kind: str) -> int:
    """Return how many units of the kind the bank has."""
    return rules.unit_count - sum(state.held.get(kind, {}).values())


def price(state: State, rules: Rules, kind: str) -> int:
    """Return the present price of one unit."""
    return state.prices.get(kind, rules.unit_price)


def buy(table: Table[State, Rules], seat: str, command: bank_messages.BuyUnits) -> tuple[Event, ...]:
    """Buy units from the bank. Raise CannotAfford or BadRequest."""
    state, rules = now(table)
    count = _count(table, command.kind, command.count, free(state, rules, command.kind))
    cost = count * price(state, rules, command.kind)
    paid = transfer(table.accounts, seat, BANK, cost, fact("bought", kind=command.kind, count=count))
    return (bank_messages.UnitsMoved(command.kind, BANK, seat, count, cost, postings=paid),)


def sell(table: Table[State, Rules], seat: str, command: bank_messages.SellUnits) -> tuple[Event, ...]:
    """Sell units to the bank. Raise BadRequest."""
    state, rules = now(table)
    count = _count(table, command.kind, command.count, owned(state, command.kind, seat))
    cost = count * price(state, rules, command.kind)
    paid = transfer(table.accounts, BANK, seat, cost, fact("sold", kind=command.kind, count=count))
    return (bank_messages.UnitsMoved(command.kind, seat, BANK, count, cost, postings=paid),)


def give(table: Table[State, Rules], seat: str, command: bank_messages.GiveUnits) -> tuple[Event, ...]:
    """Return the units that one player gives another. Raise BadRequest."""
    state = table.play
    if command.to not in state.players or command.to == seat:
        raise BadRequest(say("Units are given to another player."))
    count = _count(table, command.kind, command.count, owned(state, command.kind, seat))
    return (bank_messages.UnitsMoved(command.kind, seat, command.to, count),)


def set_price(table: Table[State, Rules], seat: str, command: bank_messages.SetPrice) -> tuple[Event, ...]:
    """Return the new price of a kind of unit. Raise BadRequest."""
    _count(table, command.kind, 1, 1)
    if command.price:
        typed(table.rules, command.price)
    return (bank_messages.PriceChanged(command.kind, command.price, seat),)


def dividend(table: Table[State, Rules], seat: str, command: bank_messages.PayDividend) -> tuple[Event, ...]:
    """Pay this amount for each unit to its owner. Raise NotNow where no player has any."""
    _count(table, command.kind, 1, 1)
    each = typed(table.rules, command.amount or table.play.dividends.get(command.kind, 0))
    why = fact("dividend", kind=command.kind)
    paid = tuple(Posting(BANK, owner, each * count, why) for owner, count in _owners(table, command.kind) if count)
    if not paid:
        raise NotNow(say("Nobody has any of them."))
    return (bank_messages.DividendPaid(command.kind, each, seat, postings=paid),)


def sold_at_the_end(table: Table[State, Rules]) -> tuple[Posting, ...]:
    """Return the payments by which the bank takes back all units at their prices when the game is counted."""
    state, rules = now(table)
    return tuple(
        Posting(BANK, owner, count * cost, fact("sold", kind=kind, count=count))
        for kind in kinds(rules)
        if (cost := price(state, rules, kind))
        for owner, count in _owners(table, kind)
        if count
    )


def owned(state: State, kind: str, seat: str) -> int:
    """Return how many units of a kind a seat has."""
    return state.held.get(kind, {}).get(seat, 0)


def _owners(table: Table[State, Rules], kind: str) -> tuple[tuple[str, int], ...]:
    state = table.play
    return tuple((seat, owned(state, kind, seat)) for seat in state.players)


def _count(table: Table[State, Rules], kind: str, count: int, most: int) -> int:
    """Return the count, at most ``most``. Raise BadRequest."""
    if kind not in kinds(table.rules):
        raise BadRequest(say("There is no such thing in this game."))
    if not 0 < count <= most:
        raise BadRequest(say("There are only %(count)s of them.", count=max(0, most)))
    return count


def in_pots_alone(table: Table[State | None, Rules]) -> bool:
    """Return whether what is played for lies in the pots alone: nobody began with anything, has or owes anything.

    A purse for all is such a pot: its money belongs to all.
    """
    state, rules = table.play, table.rules
    if state is None or rules.scores or rules.betting or rules.start or rules.starts or not table.pots:
        return False
    money = (table.accounts[seat] or bank.debts(table.loans, seat) for seat in state.players)
    units = (count for owners in state.held.values() for count in owners.values())
    return not any(money) and not any(units)
