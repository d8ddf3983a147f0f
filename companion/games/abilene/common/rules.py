"""Checks of a turn in both editions, and settlement of sales, debts and the end (rules 1993 §6-§14, 1983 §4-§10)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Posting
from companion.core.money.bank_messages import Loan
from companion.core.money.ledger import BANK, nets
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened
from companion.core.table.events import GameEnded
from companion.core.table.table import Ending, Standing, Table, ranking
from companion.core.text import Fact, Who, fact, say
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.sentences import SENTENCES
from companion.games.abilene.common.state import State, from_the_left


def on_board(state: State) -> Position:
    """Return the position; raises NotNow at the level *bank*."""
    if state.position is None:
        raise NotNow.saying(SENTENCES, fact("no_board"))
    return state.position


def face_of(dice: tuple[int, ...], used: tuple[int, ...], die: int) -> int:
    """Return what this die shows. Raise BadRequest for one that is not there, NotNow for one that has been used."""
    if not 0 <= die < len(dice):
        raise BadRequest.saying(SENTENCES, fact("no_such_die"))
    if die in used:
        raise NotNow.saying(SENTENCES, fact("die_used"))
    return dice[die]


def my_turn(state: State, seat: str, *steps: Step) -> None:
    """Check that it is this seat's turn, in one of the steps, and nothing else comes first. Raise NotNow."""
    if state.turn.seat != seat:
        raise NotNow.saying(SENTENCES, fact("other_turn", who=Who(state.turn.seat)))
    if state.turn.step not in steps:
        raise NotNow.saying(SENTENCES, fact("other_step"))
    if state.pending:
        raise NotNow.saying(SENTENCES, fact("move_unfinished"))
    if state.sale:
        raise NotNow.saying(SENTENCES, fact("sale_unfinished"))


def more_driven(state: State, most: int, rule: RuleRef) -> IllegalMove | None:
    """Return why this turn cannot have brought further cattle to town (level *bank*); None where it can."""
    if state.turn.driven < most:
        return None
    return IllegalMove.saying(SENTENCES, fact("driven_in_a_turn", count=most), rule)


def more_ridden(state: State, riders: int, dice: int, rule: RuleRef) -> IllegalMove | None:
    """Return why this turn cannot have brought a further theft or duel (level *bank*); None where it can.

    Each comes of one die and one of the ``riders``, the cowboys that the active player has left to ride with.
    """
    turn = state.turn
    most = min(riders + turn.lost, dice)
    if turn.ridden < most:
        return None
    code = fact("ridden_in_a_turn", count=most) if most else fact("nobody_rides", who=Who(turn.seat))
    return IllegalMove.saying(SENTENCES, code, rule)


def on_free_cell(layout: Layout, state: State, cell: str) -> None:
    """Check that the cell is free and on the board. Raise BadRequest.

    Not even the table's consent puts two figures on one.
    """
    if cell not in layout.by_id or state.position is None or not state.position.free(cell):
        raise BadRequest.saying(SENTENCES, fact("no_free_cell", cell=cell))


# --- money ------------------------------------------------------------------------------------


def vote_opened(state: State, title: str, choices: Iterable[str]) -> BallotOpened:
    """Return everybody but the seller votes, his left neighbour first (1993 §5.4, 1983 §7.1)."""
    seller = state.turn.seat
    voters = from_the_left(state, seller)
    return BallotOpened(Ballot(UNNUMBERED, fact(title, who=Who(seller)), voters, tuple(choices)))


def lacking(table: Table, state: State, payments: Sequence[Posting]) -> dict[str, int]:
    """Return the seats that cannot meet these payments, and how much each lacks."""
    change = nets(payments)
    lacks = {seat: -(table.accounts[seat] + change.get(seat, 0)) for seat in state.order}
    return {seat: lack for seat, lack in lacks.items() if lack > 0}


@dataclass(frozen=True, slots=True)
class Settlement:
    """A sale: what the bank pays, and every payment with its reason, the bank's first.

    All payments fall due together, so only what is left of them for each seat must be affordable (1993 §12.7).
    """

    bank: int
    payments: tuple[Posting, ...]
    parties: tuple[str, ...]
    """The seller, then the voters."""

    @property
    def deltas(self) -> Mapping[str, int]:
        """Return how the cash of the seller and of every voter changes; in sum what the bank paid."""
        change = nets(self.payments)
        return {seat: change.get(seat, 0) for seat in self.parties}


def check_parties(seller: str, voters: Collection[str], some_rule: RuleRef, seller_rule: RuleRef) -> None:
    """Check that there are voters, none of them the seller or the bank. Raise BadRequest."""
    if not voters:
        raise BadRequest(say("A sale needs at least one other player's vote."), some_rule)
    if seller in voters:
        raise BadRequest(say("%(seller)s is selling and has no vote.", seller=Who(seller)), seller_rule)
    if BANK in (seller, *voters):
        raise BadRequest(say("The bank neither sells cows nor votes."))


def counted(
    table: Table, reason: Fact, loans: Sequence[Loan], scores: Mapping[str, int], paid: Iterable[tuple[str, str, int]]
) -> GameEnded:
    """Return the end of a game; ``paid``: borrower, lender and what is paid back."""
    owed = {seat: sum(loan.repay for loan in loans if loan.borrower == seat) for seat in table.ids}
    standings = (Standing(rank, seat, score + owed[seat], owed[seat], score) for rank, seat, score in ranking(scores))
    settled = (Posting(one, to, amount, fact("debts_settled")) for one, to, amount in paid if amount > 0)
    return GameEnded(Ending(reason.code, reason, tuple(standings)), postings=tuple(settled))
