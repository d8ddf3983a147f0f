"""What another seat has cannot be asked out of the box: questions and refusals are alike, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money.bank_messages import OfferLoan, Pay
from companion.core.table.table import Table
from companion.core.table.table_messages import AllowAnyway, Batch, CorrectBooks
from companion.testing.evening import Evening, seated
from tests.table import ANN, BOB, CID

GAMES = (("abilene", "1993"), ("abilene", "1983"), ("any_game", "any"), ("unexploded_cow", "2011"))
BALANCES = (0, 100, 1_000, 9_500)
AMOUNTS = (100, 500, 1_000, 5_000, 10_000, 1_000_000)


def questions(night: Evening, amount: int) -> Iterator[Command]:
    """Everything with which somebody may ask about Bob's money, by itself and wrapped."""
    write = night.tables.live(night.code).codec.write
    for to in (ANN, CID, "bank"):
        command = CorrectBooks(BOB, to, amount, "?")
        yield from (command, AllowAnyway(write(command)), Batch((write(command),)))
        yield AllowAnyway(write(AllowAnyway(write(command))))
    yield from (Pay(BOB, amount), OfferLoan(BOB, amount, 0), AllowAnyway(write(OfferLoan(BOB, amount, 0))))


def with_money(table: Table, left: int) -> Table:
    """The same table, at which Bob has just so much."""
    return replace(table, accounts={**table.accounts, BOB: left})


def answer(night: Evening, table: Table, command: Command) -> str:
    """What is told: the refusal, or the question with what it would make true for those who read it."""
    live = night.tables.live(night.code)
    try:
        records, _ = live.referee.act(table, ANN, command)
        shown = live.referee.proposed(table, ANN, command) if isinstance(command, CorrectBooks) else ()
    except RuleError as refused:
        return f"{refused.code}: {refused} {refused.fact} {refused.rule}"
    return "\n".join(live.codec.event_to_json(event) for event in (*(record.event for record in records), *shown))


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_every_answer_to_a_question_about_anothers_money_is_the_same_whatever_he_has(game: str, edition: str) -> None:
    night = seated(game, 3, edition)
    for amount in AMOUNTS:
        for command in questions(night, amount):
            answers = {answer(night, with_money(night.table, left), command) for left in BALANCES}
            assert len(answers) == 1, command


def test_one_s_own_money_is_looked_at_when_one_asks() -> None:
    night = seated("abilene", 3, "1993")
    night.refused(ANN, CorrectBooks(ANN, BOB, 1_000_000))


def test_what_cannot_be_paid_is_dropped_when_it_is_carried_and_changes_nothing() -> None:
    night = seated("abilene", 3, "1993")
    before = night.money(ANN, BOB)
    night.act(ANN, CorrectBooks(BOB, ANN, 1_000_000, "?"))
    night.agree(BOB)
    assert (night.money(ANN, BOB), night.table.motions) == (before, ())
    night.act(ANN, CorrectBooks(BOB, ANN, 1_000, "?"))
    night.agree(BOB)
    assert night.money(ANN, BOB) == (before[0] + 1_000, before[1] - 1_000)
