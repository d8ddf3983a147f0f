"""``stateful_bank``: money is conserved after every event, and the bank does what a dictionary would do.

Hypothesis plays the bank of a table with a pot (payments, also into the pot, loans of both kinds, repaying, forgiving,
correcting the books, bankruptcy, undo) against a plain model that knows nothing of postings, events or motions.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.app.loaded_table import initial_table
from companion.core.errors import CannotAfford, RuleError
from companion.core.messages import Command, Message, Posting, kind_of
from companion.core.money import bank_messages as bank
from companion.core.money.ledger import BANK, Account
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.referee import Referee
from companion.core.referee.replay import fold, replayed
from companion.core.table.commands import Agree, AllowAnyway, CorrectBooks, SetRule, StartGame, TakeSeat, Undo
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import say
from companion.store.codec import Codec
from companion.store.rows import TableRow
from tests.faults.support import NAMES, RANCHES, figure
from tests.support.abilene import ABILENE

SEATS = ("s1", "s2", "s3", "s4")
POT = "pot"
seats = st.sampled_from(SEATS)
parties = st.sampled_from((*SEATS, *SEATS, BANK, POT))
amounts = st.one_of(st.sampled_from((-5, 0, 1, 100, 500, 2_000, 10_000_000, 10_000_001)), st.integers(1, 5_000))
hundreds = st.integers(-1, 30).map(lambda number: number * 100) | st.integers(1, 2_000)


def with_a_pot(game: Game) -> Game:
    """Return the same game with an account that is nobody's, into which everybody may pay."""
    other = copy.copy(game)
    other.edition = replace(game.edition, accounts={POT: Account(say("the pot"), payable=True)})
    return other


GAME = with_a_pot(ABILENE["1993"])


@dataclass
class Debt:
    """A loan as the model knows it."""

    lender: str
    borrower: str
    amount: int
    repay: int
    state: str


@dataclass
class Model:
    """The cash and debts of all seats, in dictionaries."""

    cash: dict[str, int]
    debts: dict[int, Debt] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)

    def move(self, frm: str, to: str, amount: int) -> None:
        self.cash[frm] -= amount
        self.cash[to] += amount

    def can_pay(self, seat: str, amount: int) -> bool:
        return seat == BANK or self.cash[seat] >= amount

    def deal(self, seat: str, other: str) -> bool:
        """Make a deal between two different players who are both in the game."""
        return other not in (BANK, POT, seat) and not self.out & {seat, other}

    def sensible(self, amount: int) -> bool:
        return 0 < amount <= 10_000_000


class BankOfATable(RuleBasedStateMachine):
    """A table at the level *bank* and its model; both are given the same commands."""

    done: ClassVar[Counter[str]] = Counter()
    """kinds of commands that were accepted, over all games"""

    def __init__(self) -> None:
        super().__init__()
        codec = Codec(GAME)
        self.referee = Referee(GAME, codec.read, codec.write)
        self.row = TableRow("TEST", "abilene", "1993", Level.BANK.value, False, "", 0.0)
        self.start = initial_table(self.row, GAME)
        self.table: Table = self.start
        self.states: dict[int, Table] = {0: self.start}
        self.records: list[StoredEvent] = []
        self.history: list[tuple[int, Model]] = []

    @initialize(loan_anytime=st.booleans())
    def sit_down_and_start(self, loan_anytime: bool) -> None:
        for name, ranch in zip(NAMES, RANCHES[4], strict=False):
            self.give(None, TakeSeat(name, {"ranch": ranch}))
        if loan_anytime:
            self.give("s1", SetRule("loan_anytime", True))
        self.give("s1", StartGame("s1"))
        self.loan_anytime = loan_anytime
        self.model = Model(dict(self.table.accounts))

    # --- the table ----------------------------------------------------------------------------

    def give(self, seat: str | None, command: Command) -> bool:
        """Return whether the table accepted the command; all who are asked for consent agree."""
        try:
            records, table = self.referee.act(self.table, seat, command)
        except RuleError:
            return False
        self.keep(records, table)
        motion = self.table.motions[-1] if self.table.motions else None
        for asked in motion.asked if motion else ():
            assert motion
            records, table = self.referee.act(self.table, asked, Agree(motion.id))
            self.keep(records, table)
            if not self.table.motions:
                break
        return True

    def keep(self, records: list[StoredEvent], table: Table) -> None:
        """Check each event on its own: the sum over all accounts is the same after it."""
        for record in records:
            last = self.states[record.seq - 1]
            after = replayed(GAME, last, record, self.states.__getitem__)
            assert sum(after.accounts.values()) == 0, record
            self.states[record.seq] = after
            self.records.append(record)
        self.table = self.states[table.seq]

    @property
    def playing(self) -> bool:
        return self.table.phase is TablePhase.PLAYING

    def expect(self, accepted: bool, seat: str, command: Command) -> bool:
        """Return the table accepts exactly what the model accepts."""
        before, seq = copy.deepcopy(self.model), self.table.seq
        assert self.give(seat, command) == accepted, (seat, command, self.model)
        if accepted:
            self.done[kind_of(command)] += 1
            self.history.append((seq, before))
        else:
            assert self.table.seq == seq
        return accepted

    # --- what people do -----------------------------------------------------------------------

    @precondition(lambda self: self.playing)
    @rule(seat=seats, to=parties, amount=amounts)
    def pay(self, seat: str, to: str, amount: int) -> None:
        between = self.model.deal(seat, to) or (to in (POT, BANK) and seat not in self.model.out)
        good = between and self.model.sensible(amount) and self.model.can_pay(seat, amount)
        if self.expect(good, seat, bank.Pay(to, amount, "here")):
            self.model.move(seat, to, amount)
            self.done["into the pot"] += to == POT

    @precondition(lambda self: self.playing)
    @rule(seat=seats, amount=hundreds)
    def borrow_from_the_bank(self, seat: str, amount: int) -> None:
        now = self.loan_anytime and self.table.play.turn.seat == seat and seat not in self.model.out
        good = now and amount > 0 and amount % 100 == 0
        if self.expect(good, seat, bank.BorrowFromBank(amount)):
            interest = -(-amount // 4 // 100) * 100
            self.add_debt(Debt(BANK, seat, amount, amount + interest, "open"))
            self.model.move(BANK, seat, amount)

    @precondition(lambda self: self.playing)
    @rule(seat=seats, borrower=parties, amount=amounts, interest=st.sampled_from((0, 0, 10, 100, -1)))
    def offer_a_loan(self, seat: str, borrower: str, amount: int, interest: int) -> None:
        good = self.model.deal(seat, borrower) and self.model.sensible(amount) and interest >= 0
        if self.expect(good and self.model.can_pay(seat, amount), seat, bank.OfferLoan(borrower, amount, interest)):
            self.add_debt(Debt(seat, borrower, amount, amount + interest, "offered"))

    def add_debt(self, debt: Debt) -> None:
        [number] = set(self.table.loans) - set(self.model.debts)
        self.model.debts[number] = debt

    def any_debt(self, data: Any, state: str, side: str, seat: str) -> tuple[int, str]:
        """Return a loan and who acts on it: mostly one in the right state and the one it waits for."""
        fitting = [number for number, debt in self.model.debts.items() if debt.state == state]
        unfitting = not fitting or data.draw(st.sampled_from((False, False, False, True)))
        number = int(data.draw(st.sampled_from([*sorted(self.model.debts), 0] if unfitting else sorted(fitting))))
        waited_for = BANK if unfitting else getattr(self.model.debts[number], side)
        return number, seat if waited_for == BANK else waited_for

    @precondition(lambda self: self.playing)
    @rule(seat=seats, data=st.data())
    def accept_a_loan(self, seat: str, data: Any) -> None:
        number, seat = self.any_debt(data, "offered", "borrower", seat)
        debt = self.model.debts.get(number)
        good = (
            debt and debt.borrower == seat and debt.state == "offered" and self.model.can_pay(debt.lender, debt.amount)
        )
        if self.expect(bool(good), seat, bank.AcceptLoan(number)) and debt:
            self.model.debts[number].state = "open"
            self.model.move(debt.lender, seat, debt.amount)
            match data.draw(st.sampled_from(("keep", "keep", "repay", "forgive"))):
                case "repay":  # left to itself something else mostly happens first
                    self._repay(number, seat, data)
                case "forgive":
                    self._forgive(number, debt.lender)

    @precondition(lambda self: self.playing)
    @rule(seat=seats, data=st.data())
    def decline_a_loan(self, seat: str, data: Any) -> None:
        number, seat = self.any_debt(data, "offered", "lender", seat)
        debt = self.model.debts.get(number)
        good = debt and seat in (debt.lender, debt.borrower) and debt.state == "offered"
        if self.expect(bool(good), seat, bank.DeclineLoan(number)):
            del self.model.debts[number]

    @precondition(lambda self: self.playing)
    @rule(seat=seats, data=st.data())
    def repay(self, seat: str, data: Any) -> None:
        self._repay(*self.any_debt(data, "open", "borrower", seat), data)

    def _repay(self, number: int, seat: str, data: Any) -> None:
        debt = self.model.debts.get(number)
        good = debt and debt.borrower == seat and debt.state == "open" and self.model.can_pay(seat, debt.repay)
        now = debt and (debt.lender != BANK or self.table.play.turn.seat == seat)  # the bank waits for his turn
        if self.expect(bool(good and now), seat, bank.RepayLoan(number)) and debt:
            if debt.lender == BANK:
                del self.model.debts[number]
                self.model.move(seat, BANK, debt.repay)
            else:
                self.model.debts[number].state = "repaying"
                if data.draw(st.booleans()):
                    self._confirm(number, debt.lender)

    @precondition(lambda self: self.playing)
    @rule(seat=seats, data=st.data())
    def confirm_a_repayment(self, seat: str, data: Any) -> None:
        self._confirm(*self.any_debt(data, "repaying", "lender", seat))

    def _confirm(self, number: int, seat: str) -> None:
        debt = self.model.debts.get(number)
        good = (
            debt and debt.lender == seat and debt.state == "repaying" and self.model.can_pay(debt.borrower, debt.repay)
        )
        if self.expect(bool(good), seat, bank.ConfirmRepayment(number)) and debt:
            del self.model.debts[number]
            self.model.move(debt.borrower, seat, debt.repay)

    @precondition(lambda self: self.playing)
    @rule(seat=seats, data=st.data())
    def forgive(self, seat: str, data: Any) -> None:
        self._forgive(*self.any_debt(data, "open", "lender", seat))

    def _forgive(self, number: int, seat: str) -> None:
        debt = self.model.debts.get(number)
        good = debt and debt.lender == seat and debt.state != "offered"
        if self.expect(bool(good), seat, bank.ForgiveLoan(number)):
            del self.model.debts[number]

    @precondition(lambda self: self.playing)
    @rule(seat=seats, frm=parties, to=parties, amount=amounts)
    def correct_the_books(self, seat: str, frm: str, to: str, amount: int) -> None:
        good, command = frm != to and self.model.sensible(amount), CorrectBooks(frm, to, amount, "miscounted")
        if good and frm in set(SEATS) - {seat} and not self.model.can_pay(frm, amount):
            assert self.give(seat, command), "the question tells nothing of what another seat has; it moves nothing"
            return
        if self.expect(good and self.model.can_pay(frm, amount), seat, command):
            self.model.move(frm, to, amount)
            self.done["out of the pot"] += frm == POT

    @precondition(lambda self: self.playing and len(self.model.out) < 2)
    @rule(seat=seats)
    def go_bankrupt_with_the_tables_consent(self, seat: str) -> None:
        """Go bankrupt; as the player is not short of money, all the others have to allow it."""
        good = seat not in self.model.out
        if self.expect(good, seat, AllowAnyway(Message("go_bankrupt", {}))):
            self.model.out.add(seat)
            self.model.move(seat, BANK, self.model.cash[seat])
            concerned = {n for n, debt in self.model.debts.items() if seat in (debt.lender, debt.borrower)}
            for number in concerned:
                del self.model.debts[number]

    @precondition(lambda self: self.playing and self.history)
    @rule(seat=seats, back=st.integers(0, 3))
    def undo(self, seat: str, back: int) -> None:
        at = max(0, len(self.history) - 1 - back)
        before, model = self.history[at]
        begun = [done.before for done in self.table.done if done.before >= before]
        if not begun or not self.give(seat, Undo(begun[0])):
            return
        self.done["undo"] += 1
        if begun[0] != before and at + 1 < len(self.history):
            model = self.history[at][1]
        self.model = model
        del self.history[at:]

    # --- what always holds --------------------------------------------------------------------

    @invariant()
    def the_table_has_what_the_model_has(self) -> None:
        if not self.records or not self.playing:
            return
        assert dict(self.table.accounts) == self.model.cash
        known = {n: (d.lender, d.borrower, d.amount, d.repay, d.state) for n, d in self.model.debts.items()}
        loans = self.table.loans
        assert {
            n: (one.lender, one.borrower, one.amount, one.repay, one.state.value) for n, one in loans.items()
        } == known

    @invariant()
    def money_is_conserved_and_nobody_is_below_zero(self) -> None:
        assert sum(self.table.accounts.values()) == 0
        assert all(cash >= 0 for seat, cash in self.table.accounts.items() if seat != BANK)

    def teardown(self) -> None:
        """Check that the log alone leads to the same table."""
        assert fold(GAME, self.start, self.records) == self.table


def games(machine: type[BankOfATable], number: int, steps: int, seeds: int = 1, shrink: bool = True) -> None:
    """Play ``number`` games in all. Several seeds, because one seed can leave a kind of command out of every game."""
    for each in range(1, seeds + 1):
        some_games(seed(each)(machine), number // seeds, steps, shrink)


def some_games(machine: type[BankOfATable], number: int, steps: int, shrink: bool) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=number,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            print_blob=False,
            report_multiple_bugs=False,
            phases=[HypothesisPhase.generate, *([HypothesisPhase.shrink] if shrink else [])],
            suppress_health_check=list(HealthCheck),
        ),
    )


SEEDS = 10


def check_games(number: int, steps: int) -> None:
    BankOfATable.done.clear()
    games(BankOfATable, number, steps, seeds=SEEDS)
    expected = {kind_of(cls) for cls in bank.COMMANDS} | {"correct_books", "allow_anyway", "undo"}
    expected |= {"into the pot", "out of the pot"}
    assert expected <= (+BankOfATable.done).keys(), "something was never tried with success"
    print(f"accepted: {dict(BankOfATable.done)}")
    figure("stateful_bank", number)


def test_the_bank_does_what_a_dictionary_would_do() -> None:
    check_games(120, 60)


@pytest.mark.torture
def test_the_bank_does_what_a_dictionary_would_do_in_a_thousand_games() -> None:
    check_games(1_000, 50)


# --- negative controls ------------------------------------------------------------------------


@contextmanager
def broken(what: str) -> Iterator[None]:
    """Yield the bank with one thing wrong."""
    with pytest.MonkeyPatch.context() as patch:
        match what:
            case "a payment arrives short":
                patch.setattr("companion.core.referee.reducer.post", lossy_post)
            case "nobody looks into the purse":
                patch.setattr("companion.core.money.bank.transfer", careless_transfer)
            case "anybody may confirm":
                patch.setattr("companion.core.money.bank.loan_in_state", anybodys)
        yield


def lossy_post(accounts: Any, postings: Any) -> dict[str, int]:
    after = dict(accounts)
    for posting in postings:
        after[posting.frm] -= posting.amount
        after[posting.to] += posting.amount - (posting.amount == 100)
    return after


def careless_transfer(accounts: Any, frm: str, to: str, amount: int, reason: Any, rule: Any = None) -> Any:
    return (Posting(frm, to, amount, reason),) if frm != to else ()


def anybodys(loans: Any, number: int, **_: Any) -> Any:
    if number not in loans:
        raise CannotAfford("s1", 0, 0)
    return replace(loans[number])


@pytest.mark.parametrize("what", ["a payment arrives short", "nobody looks into the purse", "anybody may confirm"])
def test_a_broken_bank_is_caught(what: str) -> None:
    """Negative control."""
    with broken(what), pytest.raises(AssertionError):
        games(BankOfATable, 200, 30, shrink=False)
