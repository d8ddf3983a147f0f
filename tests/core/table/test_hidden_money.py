"""The hidden cash of a seat cannot be asked out of the box: questions and refusals are alike for every amount."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.money.bank_messages import AcceptLoan, ConfirmRepayment, OfferLoan, Pay, RepayLoan
from companion.core.referee.parting import LeaveGame
from companion.core.table.commands import AllowAnyway, Batch, CorrectBooks
from companion.core.table.table import Level, Table, TablePhase
from companion.games import registry
from companion.games.any_game.messages.votes import AskVote
from companion.testing import Recipe, Recording
from companion.testing.evening import Evening, seated
from companion.web.view.moment import moment_of
from tests.support.every_command import answer as answer_to
from tests.support.every_command import commands
from tests.support.table import ANN, BOB, CID

GAMES = (("abilene", "1993"), ("abilene", "1983"), ("any_game", "any"), ("unexploded_cow", "2011"))
BALANCES = (0, 100, 1_000, 9_500)
AMOUNTS = (100, 500, 1_000, 5_000, 10_000, 1_000_000)


def questions(night: Evening, amount: int) -> Iterator[Command]:
    """Yield all commands that may ask about Bob's money, by themselves and wrapped."""
    write = night.tables.live(night.code).codec.write
    for to in (ANN, CID, "bank"):
        command = CorrectBooks(BOB, to, amount, "?")
        yield from (command, AllowAnyway(write(command)), Batch((write(command),)))
        yield AllowAnyway(write(AllowAnyway(write(command))))
    yield from (Pay(BOB, amount), OfferLoan(BOB, amount, 0), AllowAnyway(write(OfferLoan(BOB, amount, 0))))


def with_money(table: Table, left: int) -> Table:
    """Return the same table, at which Bob has just so much."""
    return replace(table, accounts={**table.accounts, BOB: left})


def answer(night: Evening, table: Table, command: Command) -> str:
    """Return what is told: the refusal, or the question with what it would make true for those who read it."""
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


# --- every command of every game --------------------------------------------------------------

HIDDEN: tuple[tuple[str, str, Level, dict[str, bool]], ...] = (
    ("abilene", "1993", Level.BANK, {}),
    ("abilene", "1993", Level.BOARD, {"loan_anytime": True}),
    ("abilene", "1983", Level.BANK, {}),
    ("any_game", "any", Level.BANK, {"open_cash": False}),
)
OWN_OFFER = (AcceptLoan, ConfirmRepayment)
"""commands in which the payer has said by himself that he can pay"""


def test_the_games_are_those_in_which_money_can_be_hidden() -> None:
    chosen: dict[tuple[str, str], dict[str, bool]] = {(game, edition): rules for game, edition, _, rules in HIDDEN}
    found = set()
    for game, edition in ((game, edition) for game, editions in registry().items() for edition in editions):
        evening = seated(game, 3, edition, **chosen.get((game, edition), {}))
        live = evening.tables.live(evening.code)
        if live.edition.pays and not moment_of(evening.tables, evening.code).open_money:
            found.add((game, edition))
    assert found == set(chosen)


def between_two(night: Evening, one: str, other: str) -> Iterator[Table]:
    """Yield the table as it stands, and with what may be open between two: an offer, a repayment, a question."""
    act = night.tables.live(night.code).referee.act
    yield night.table
    _, offered = act(night.table, other, OfferLoan(one, 100, 0))
    yield offered
    loan = max(offered.loans)
    yield act(night.table, other, CorrectBooks(one, other, 100, "?"))[1]
    _, owed = act(act(night.table, one, OfferLoan(other, 100, 0))[1], other, AcceptLoan(loan))
    yield act(owed, other, RepayLoan(loan))[1]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "edition", "level", "rules"), HIDDEN)
def test_no_command_of_any_game_is_answered_by_what_another_seat_has(
    game: str, edition: str, level: Level, rules: dict[str, bool]
) -> None:
    night, chance = Recording(Recipe("", "", 3, level, game, edition, rules=rules), 4), random.Random(4)
    night.sit_down()
    differing = set()
    for number in range(40):
        if number % 10 == 0:
            one, other = chance.sample(night.table.ids, 2)
            for table in between_two(night, one, other):
                for command in commands(night, table, chance):
                    answers = {
                        answer_to(night, replace(table, accounts={**table.accounts, other: left}), one, command)
                        for left in (0, 1_000_000)
                    }
                    if len(answers) > 1:
                        differing.add(command)
        night.step()
        if night.table.phase is not TablePhase.PLAYING:
            break
    assert [each for each in differing if not isinstance(each, OWN_OFFER)] == []
    assert differing, "an offer that cannot be kept is told to the player who takes it"


def test_the_table_is_asked_for_the_money_of_somebody_who_cannot_be_asked() -> None:
    """The box's own player, and one who has left, were paid out at once, or answered for what they have."""
    night = seated("unexploded_cow", 4, "2011")
    night.together(BOB, LeaveGame())
    before = night.money(ANN, BOB)
    night.act(ANN, CorrectBooks(BOB, ANN, 1_000, "?"))
    assert night.money(ANN, BOB) == before
    assert set(night.table.motions[-1].asked) == {CID, "s4"}


# --- what is sealed ---------------------------------------------------------------------------

SEALED = (
    ("abilene", "1993", Level.BANK),
    ("abilene", "1983", Level.BANK),
    ("western_town", "2012", Level.BOARD),
    ("any_game", "any", Level.BANK),
)


def with_a_vote(game: str, edition: str, level: Level) -> Recording:
    """Return a recording in which one seat has sealed a choice, and nobody else."""
    night = Recording(Recipe("", "", 3, level, game, edition), 5)
    night.sit_down()
    if game == "any_game":
        night.act(ANN, AskVote("Which?", "yes, no"))
    for _ in range(200):
        if night.table.ballot and not night.table.ballot.votes:
            break
        night.step()
    night.seal({night.ballot.voters[0]: night.ballot.choices_of(night.ballot.voters[0])[0]})
    return night


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "edition", "level"), SEALED)
def test_no_command_of_any_game_is_answered_by_what_another_seat_has_sealed(
    game: str, edition: str, level: Level
) -> None:
    night, chance = with_a_vote(game, edition, level), random.Random(6)
    table, [voter] = night.table, night.ballot.sealed
    one = next(seat for seat in table.ids if seat != voter)
    for command in commands(night, table, chance):
        answers = {
            answer_to(night, replace(table, ballot=replace(night.ballot, sealed={voter: seal})), one, command)
            for seal in ("00" * 32, "ff" * 32)
        }
        assert len(answers) == 1, command
