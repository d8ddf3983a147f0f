"""The edition of 1983: what a command does, what follows by itself, whom it needs (rules 1983)."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.money.bank import open_loans
from companion.core.money.ledger import BANK
from companion.core.plugin import Consent
from companion.core.table.table import Level, Table
from companion.core.text import Who, fact, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.marks import Mark
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.state import Duel
from companion.games.abilene.common.turns import my_turn
from companion.games.abilene.edition_1983 import cardplay, fever, sales, turn
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.ending import six_left
from companion.games.abilene.edition_1983.prices import repayment
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983


def place(layout: Layout, table: Table) -> m.HerdsPlaced:
    """Steers and cowboys on their start cells (§2.2); of each colour as many cowboys as the table agreed (H10)."""
    ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
    position = _fewer_cowboys(layout, setup(layout, ranches), table.rules.cowboys)
    riders = {seat: len(position.cowboys_of(seat)) for seat in ranches}
    colours = {cow: seat for seat in ranches for cow in position.herd(layout, seat)}
    return m.HerdsPlaced({}, ranches, position if table.level is Level.BOARD else None, colours, riders)


def _fewer_cowboys(layout: Layout, position: Position, count: int) -> Position:
    kept = {cell for ranch in position.ranch_of.values() for cell in layout.select(ranch, Mark.COWBOY_START)[:count]}
    return replace(position, cowboys={cell: seat for cell, seat in position.cowboys.items() if cell in kept})


def check_player(state: State1983, seat: str) -> None:
    """Passes for a seat at the table; raises BadRequest."""
    if seat not in state.order:
        raise BadRequest(say("Nobody sits there."))


def decide(layout: Layout, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    """What the command does."""
    state: State1983 = table.play
    check_player(state, seat)
    match command:
        case h.SealFever(notes=notes):
            return fever.note(layout, state, seat, notes)
        case h.OpenFever():
            return sales.open_note(table, state, seat, command)
        case h.TurnSteer():
            return sales.turn_over(table, state, seat, command, waived)
        case h.ReturnCowboy(cell=cell):
            return turn.come_back(layout, state, seat, cell)
        case m.PlaceCow(cell=cell):
            return turn.place_steer(layout, table, state, seat, cell, waived)
        case h.RollShots():
            if cardplay.by_cards(table, state):
                raise NotNow(say("This duel is fought with cards."))
            return turn.shoot(layout, table, state, seat, command)
        case h.LayCards():
            return cardplay.lay(table, state, seat, command)
        case h.TellDuel():
            return cardplay.tell(layout, table, state, seat, command)
        case h.RecordSteer() | m.RecordTheft() | h.RecordKilled():
            return record(state, seat, command)
        case _:
            _nothing_first(layout, state)
            return _step(layout, table, state, seat, command, waived)


def _nothing_first(layout: Layout, state: State1983) -> None:
    """Raises NotNow while the turn waits for somebody else."""
    if missing := fever.asked(state):
        raise NotNow(say("First %(who)s notes which steers have the fever.", who=Who(missing[0])))
    if back := turn.returning(layout, state):
        raise NotNow(say("First %(who)s puts an escaped cowboy back.", who=Who(back[0])))


def _step(
    layout: Layout, table: Table, state: State1983, seat: str, command: Command, waived: bool
) -> tuple[Event, ...]:
    match command:
        case m.MoveCow():
            return turn.move_steer(layout, table, state, seat, command, waived)
        case h.RollTwoDice():
            return turn.roll(state, seat, command)
        case m.MoveCowboy():
            return turn.ride(layout, table, state, seat, command, waived)
        case m.EndStep(step=step):
            return turn.end_step(layout, table, state, seat, step, waived)
        case h.HireCowboy(cell=cell):
            return turn.hire(layout, table, state, seat, cell, waived)
        case _:
            raise BadRequest(say("This table does not know what you mean."))


def record(state: State1983, seat: str, command: h.RecordSteer | m.RecordTheft | h.RecordKilled) -> tuple[Event, ...]:
    """Level *bank*: what happened on the board, told by the active player."""
    my_turn(state, seat, Step.TABLE)
    match command:
        case h.RecordSteer(owner=owner):
            if owner not in sales.colours_left(state):
                raise BadRequest(say("No steer of that colour is left."))
            if not state.herd.get(seat):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(seat)))
            return (h.SteerBrought(seat, owner),)
        case m.RecordTheft(victim=victim):
            if victim == seat or not state.herd.get(victim):
                raise BadRequest(say("A cow is stolen from another player's ranch."))
            return (m.TheftRecorded(seat, victim),)
        case h.RecordKilled(seat=killed):
            if state.riders.get(killed, 0) < 1:
                raise BadRequest(say("That player has no cowboy in play."))
            return (h.KilledRecorded(killed, seat),)


def follow(layout: Layout, table: Table) -> tuple[Event, ...]:
    """A settlement that has become payable, the end, a sale, a cowboy who comes back, the next step or turn."""
    state: State1983 = table.play
    if sold := sales.settle(table, state):
        return sold
    if over := six_left(table, state):
        return (over,)
    if state.sale or state.pending or fever.asked(state):
        return ()
    if state.waiting_cows:
        return sales.open_sale(table, state)
    if back := turn.returning(layout, state):
        seat, cells = back
        return (h.CowboyReturned(seat, cells[0]),) if len(cells) == 1 else ()
    match state.turn.step:
        case Step.CATTLE if state.turn.cow_dice == (0,):
            return (m.StepEnded(state.turn.seat, Step.CATTLE),)
        case Step.SALE:
            at = state.order.index(state.turn.seat)
            return (m.TurnBegan(state.order[(at + 1) % len(state.order)], state.turn.number + 1),)
        case _:
            return ()


def consent(table: Table, seat: str, command: Command) -> Consent | None:
    """A second player confirms what somebody else than the seller found under a steer."""
    state: State1983 = table.play
    sale, others = state.sale, table.people(but=seat)
    match command:
        case h.TurnSteer() if sale and seat != sale.seller:
            sales.turn_over(table, state, seat, command, waived=False)
            return Consent(others, min(1, len(others)), fact("has_fever" if command.fever else "is_healthy"))
        case h.TellDuel(winner=winner) if duel := _duel_of(state, seat):
            other = tuple(one for one in others if one in (duel.attacker, duel.defender))
            told = fact("higher_cards", who=Who(winner)) if winner else fact("tied_cards")
            return Consent(other, len(other), told)
        case _:
            return None


def _duel_of(state: State1983, seat: str) -> Duel | None:
    duel = state.pending
    return duel if isinstance(duel, Duel) and seat in (duel.attacker, duel.defender) else None


def borrow(table: Table, seat: str, amount: int, waived: bool) -> int:
    """The bank lends to anybody at any time (§9.1): what this loan costs with the interest that it adds (§9.2)."""
    return repayment(amount, owed_to_the_bank(table, seat), table.rules)


def repay(table: Table, seat: str, waived: bool) -> None:
    """Bank loans are repaid at the end of the game (§9.2); raises IllegalMove before."""
    if not waived:
        raise IllegalMove.saying(SENTENCES, fact("repaid_at_the_end"), RuleRef("1983", "9.2"))


def owed_to_the_bank(table: Table, seat: str) -> int:
    """What the seat has borrowed from the bank and not repaid, without interest."""
    return sum(loan.amount for loan in open_loans(table.loans, (seat,)) if loan.lender == BANK)
