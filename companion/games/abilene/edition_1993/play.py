"""The edition of 1993: what a command does, what follows by itself, whom it needs (rules 1993)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Command, Event
from companion.core.plugin import Consent
from companion.core.table.table import Level, Table
from companion.core.text import fact, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993 import endings, moves, sales, turns
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.herds import Sticker
from companion.games.abilene.edition_1993.prices import repayment
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def place(layout: Layout, table: Table) -> m.HerdsPlaced:
    """Every cow and cowboy on its start cell (§3.3)."""
    ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
    brands = {seat.id: seat.picks["brand"] for seat in table.seats}
    return m.HerdsPlaced(brands, ranches, setup(layout, ranches) if table.level is Level.BOARD else None)


def decide(layout: Layout, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    """What the command does."""
    state: State1993 = table.play
    sales.check_known(state, seat)
    match command:
        case own.ShowSticker():
            return sales.show_sticker(table, state, seat, command, waived)
        case own.GoBankrupt():
            return sales.go_bankrupt(table, state, seat, waived)
        case own.RollDice():
            return turns.roll(state, seat, command)
        case own.PayJail(released=released):
            return turns.pay_jail(table, state, seat, released, waived)
        case m.EndStep(step=step):
            return turns.end_step(layout, table, state, seat, step, waived)
        case m.RecordTheft() | own.RecordJailed() | own.RecordTown():
            return turns.record(table, state, seat, command)
        case _:
            return _on_board(layout, table, state, seat, command, waived)


def _on_board(
    layout: Layout, table: Table, state: State1993, seat: str, command: Command, waived: bool
) -> tuple[Event, ...]:
    match command:
        case own.PlaceReleased(cell=cell):
            return turns.place_released(layout, state, seat, cell, waived)
        case m.MoveCow():
            return moves.move_cow(layout, table, state, seat, command, waived)
        case m.MoveCowboy():
            return moves.move_cowboy(layout, table, state, seat, command, waived)
        case m.PlaceCow(cell=cell):
            return moves.place_cow(layout, state, seat, cell, waived)
        case own.RollDuel():
            return moves.roll_duel(layout, state, seat, command)
        case own.PlaceLoser(cell=cell):
            return moves.place_loser(layout, state, seat, cell, waived)
        case _:
            raise BadRequest(say("This table does not know what you mean."))


def follow(layout: Layout, table: Table) -> tuple[Event, ...]:
    """A settlement that has become payable, the next sale, the next turn, the end."""
    state: State1993 = table.play
    if sold := sales.settle(table, state):
        return sold
    if over := endings.at_once(layout, table, state):
        return (over,)
    if state.sale:
        return ()
    turn = state.turn
    gone = turn.seat in state.out
    selling = turn.step in (Step.SALE, Step.TABLE)
    if selling and state.waiting_cows and not gone:
        return sales.open_sale(table, state)
    if gone or turn.step is Step.SALE:
        return _next_turn(layout, table, state)
    return ()


def _next_turn(layout: Layout, table: Table, state: State1993) -> tuple[Event, ...]:
    at = state.order.index(state.turn.seat)
    following = [seat for seat in (*state.order[at + 1 :], *state.order[: at + 1]) if seat in state.solvent]
    round_over = state.order.index(following[0]) <= at
    over = endings.at_turn_end(layout, table, state, round_over)
    return (over or m.TurnBegan(following[0], state.turn.number + 1),)


def consent(table: Table, seat: str, command: Command) -> Consent | None:
    """A second player confirms a sticker that somebody else than the seller typed."""
    state: State1993 = table.play
    others = tuple(other for other in table.people(but=seat) if other in state.solvent)
    match command:
        case own.ShowSticker() if state.sale and seat != state.sale.seller:
            sales.show_sticker(table, state, seat, command, waived=False)
            words = sales.sticker_fact(Sticker(command.brand, command.value))
            return Consent(others, min(1, len(others)), fact("sticker_says", words=words))
        case _:
            return None


def borrow(table: Table, seat: str, amount: int, waived: bool) -> int:
    """What a loan costs to repay (§12.10); raises IllegalMove for somebody who can pay."""
    state: State1993 = table.play
    repay = repayment(amount)
    sales.check_known(state, seat)
    may = sales.shortfall(table, state, seat) or (table.rules.loan_anytime and state.turn.seat == seat)
    if not may and not waived:
        raise IllegalMove.saying(SENTENCES, fact("lends_in_need"), RuleRef("1993", "12.10"))
    return repay


def repay(table: Table, seat: str, waived: bool) -> None:
    """In the borrower's own turn (§12.10); raises IllegalMove at any other time."""
    state: State1993 = table.play
    if state.turn.seat != seat and not waived:
        raise IllegalMove.saying(SENTENCES, fact("repaid_in_turn"), RuleRef("1993", "12.10"))
