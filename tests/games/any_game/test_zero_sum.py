"""Random evenings, also with cents: whatever is tried, all accounts are zero together, only the bank owes, and the log
replays.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money.bank_messages import AcceptLoan, BorrowFromBank, OfferLoan, Pay, RepayLoan
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.table.commands import Agree, Undo
from companion.core.table.table import TablePhase
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import votes as vote_messages
from tests.support.any_evening import AnyEvening

STEPS = 80


def any_command(evening: AnyEvening, chance: random.Random, step: int) -> Command:
    """Return any command that somebody might try, sensible or not; mostly with an amount that ``step`` divides."""
    seats, table = evening.state.order, evening.table
    account = chance.choice((*seats, BANK, "pot1", "pot2", EVERYBODY, "s9"))
    amount = chance.choice((-5, 0, 1, 7, 50, 400, 2_000, 10**8))
    amount *= step if step > 1 and chance.random() < 0.9 else 1
    number = chance.choice((0, *table.loans, *(each.id for each in evening.state.requests)))
    found: tuple[Command, ...] = (
        Pay(account, amount),
        play_messages.Take(amount, chance.choice((BANK, "pot1", account)), chance.choice(("", *seats))),
        play_messages.RequestPayment(account, amount),
        play_messages.PayRequest(number),
        play_messages.DropRequest(number),
        vote_messages.AskBids("a thing", chance.choice([*vote_messages.Price]), account),
        vote_messages.OpenAuction("a thing", amount, account),
        vote_messages.Bid(amount),
        vote_messages.Pass(),
        play_messages.EndTurn(),
        vote_messages.PutAway(),
        OfferLoan(account, amount, 5),
        AcceptLoan(number),
        RepayLoan(number),
        BorrowFromBank(amount),
        *((Undo(table.done[-1].before),) if len(table.done) > 1 else ()),
        *((seat_messages.GoBankrupt(account),) if chance.random() < 0.03 else ()),
    )
    return chance.choice(found)


def play(seed: int, steps: int) -> Counter[str]:
    """Play an evening. Return how many of the commands were "done", and how many "refused"."""
    chance, outcomes = random.Random(seed), Counter[str]()
    step, decimals = ((1, 0), (5, 2), (1, 1))[seed % 3]
    money: dict[str, Any] = {"step": step, "decimals": decimals, "bank_limit": 8_000 * (seed % 3), "interest": 10}
    evening = AnyEvening(4, seed=seed, pots="A, B", turns=seed % 2 == 0, **money)
    for _ in range(steps):
        if evening.table.phase is not TablePhase.PLAYING:  # over, or undone to before its start
            break
        try:
            evening.act(chance.choice(evening.state.order), any_command(evening, chance, step))
            while evening.table.motions and (motion := evening.table.motions[0]):
                evening.act(next(seat for seat in motion.asked if seat not in motion.agreed), Agree(motion.id))
            ballot = evening.table.ballot
            if ballot and not ballot.votes:
                evening.vote(*(chance.choice((0, 5, 80, 5_000)) for _ in ballot.voters))
            outcomes["done"] += 1
        except RuleError:
            outcomes["refused"] += 1
        accounts = evening.table.accounts
        assert sum(accounts.values()) == 0
        assert all(amount % step == 0 for amount in accounts.values())
        assert evening.is_over() or min(amount for name, amount in accounts.items() if name != BANK) >= 0
    evening.sound()
    return outcomes


@pytest.mark.parametrize("seed", range(3))
def test_money_is_neither_made_nor_lost_whatever_is_tried(seed: int) -> None:
    outcomes = play(seed, STEPS)
    assert outcomes["done"] > STEPS // 10, "too much was refused for the test to mean anything"
    assert outcomes["refused"], "nothing senseless was tried"


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(100, 200))
def test_nor_in_a_hundred_long_evenings(seed: int) -> None:
    play(seed, 10 * STEPS)
