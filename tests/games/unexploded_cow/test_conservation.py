"""No bank is in play: whatever is done, cash, pot and loans together stay what they were (rules §1.4, vector 38)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.money.bank import debts
from companion.core.money.bank_messages import BorrowFromBank, ConfirmRepayment, ForgiveLoan, OfferLoan, RepayLoan
from companion.core.referee.parting import StopGame
from companion.core.table.commands import ChooseCatalogue, PlayAgain, StartGame, TakeSeat
from companion.core.table.table import Level, Table, TablePhase
from tests.games.unexploded_cow.night import ANN, BOB, CID, POT, CowNight
from tests.games.unexploded_cow.recordings import SMALL_DECK, CowRecording, Pasture

STEPS = 40


def whole(table: Table) -> int:
    held = sum(table.accounts[seat] - debts(table.loans, seat) for seat in table.ids)
    return held + table.accounts["pot"]


@pytest.mark.parametrize("level", list(Level))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(3, 6))
def test_nothing_is_lost_in_random_games(level: Level, seed: int, players: int) -> None:
    game = CowRecording(Pasture("random", "", players, level=level), seed)
    for number in range(players):
        game.act(None, TakeSeat(f"Player {number}", {}))
    game.act("s1", ChooseCatalogue("a small deck", SMALL_DECK))
    game.act("s1", StartGame(None))
    start = whole(game.table)
    assert start == 5_000 * players
    for number in range(STEPS):
        game.something_else() if number % 3 else game.step()
        if game.table.phase is not TablePhase.PLAYING:  # over, or undone to before its start
            break
        assert whole(game.table) == start
        assert min(game.table.accounts[account] for account in (*game.table.ids, "pot")) >= 0


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_results_and_pot_add_up_to_zero_whatever_is_lent(data: st.DataObject) -> None:
    night = CowNight()
    for _ in range(data.draw(st.integers(1, 6), "loans")):
        lender, borrower = data.draw(st.permutations((ANN, BOB, CID)), "who lends whom")[:2]
        amount, interest = data.draw(st.tuples(st.integers(1, 9), st.integers(0, 5)), "hundreds")
        night.lend(lender, borrower, 100 * amount, 100 * interest)
    for loan in tuple(night.table.loans.values()):
        match data.draw(st.sampled_from(("open", "offered", "part", "forgiven", "repaying")), "what becomes of it"):
            case "part" | "repaying" as how if night.table.accounts[loan.borrower] >= 100:
                night.act(loan.borrower, RepayLoan(loan.id, 100))
                if how == "part":
                    night.act(loan.lender, ConfirmRepayment(loan.id))
            case "forgiven":
                night.act(loan.lender, ForgiveLoan(loan.id))
            case "offered":
                night.act(loan.lender, OfferLoan(loan.borrower, 100))
            case _:
                night.act(loan.borrower, BorrowFromBank(500))
    night.city(amount=200)
    night.cow(ANN, "One", data.draw(st.integers(-5, 20)) * 100, price=100)
    night.roll(1)
    night.act(ANN, StopGame())
    night.agree()
    ending = night.table.ending
    assert ending
    assert sum(line.score for line in ending.standings) + night.has(POT)[0] == 0
    assert all(line.cash - line.debts - 5_000 == line.score for line in ending.standings)
    night.act(ANN, PlayAgain())
    night.act(ANN, StartGame(ANN))
    began = night.state.began
    assert began == {line.seat: line.cash - line.debts for line in ending.standings}, "loans go on as money does"
    night.act(ANN, StopGame())
    night.agree()
    assert night.table.ending
    assert [line.score for line in night.table.ending.standings] == [-500] * 3  # nothing but the ante
