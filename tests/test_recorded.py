"""Played games are the tests of record (``tests/recorded``, written by ``python -m tests.record``).

The first line of a recorded game says how it stood at the end. For every game on the shelf there is one for each of
its endings; each, however old, must lead to the same table for ever, with no dollar lost on the way.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.app.export import replay_lines
from companion.core.capabilities import WithCarryOver, edition_of
from companion.core.messages import Posting
from companion.core.money.ledger import BANK, Accounts, post
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table import Table
from companion.core.table.table_messages import GameEnded
from companion.games import registry
from tests.played import EVERY, FOLDER, KEPT, RECORDED, alike, message_of, played

each_game = pytest.mark.parametrize("path", EVERY, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
NOT_OFFERED = ("leave_count", "leave_building")
"""Commands of recorded games that no table takes any more; what came of them is read all the same."""
each_newest = pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)


@each_game
def test_a_recorded_game_leads_to_the_balances_that_its_first_line_says(path: Path) -> None:
    table, head = replay_lines(registry(), path.read_text().splitlines())
    assert dict(table.accounts) == head["accounts"]
    assert table.phase.value == head["phase"] == "over"


@each_game
def test_after_every_event_all_accounts_together_are_zero(path: Path) -> None:
    all_zero_after_every_event(played(path).tables)


def all_zero_after_every_event(tables: Iterable[tuple[StoredEvent, Table]]) -> None:
    for record, table in tables:
        assert sum(table.accounts.values()) == 0, f"event {record.seq}: {record.event}"


@each_game
def test_nobody_but_the_bank_is_below_zero_before_the_final_count(path: Path) -> None:
    for record, table in played(path).tables:
        if table.ending is None:
            assert min(table.accounts[seat] for seat in table.ids) >= 0, f"event {record.seq}"


@each_game
def test_the_final_balances_are_the_scores_of_the_ranking(path: Path) -> None:
    """Where money goes on to the next game the scores may be what this one has brought: what somebody won others lost.
    A table that counts points has no money."""
    game = played(path)
    _, table = game.tables[-1]
    assert table.ending is not None
    scores = {line.seat: line.score for line in table.ending.standings}
    if edition_of(game.referee.game, table.rules).points is not None:
        assert not any(table.accounts.values())
    elif scores != {seat: table.accounts[seat] for seat in scores}:
        assert isinstance(game.referee.game, WithCarryOver)
        assert sum(scores.values()) + sum(table.pots.values()) == 0


@each_game
def test_every_event_has_a_line_in_the_log_and_survives_the_codec(path: Path) -> None:
    game = played(path)
    sentences = game.sentences
    for line, record in zip(game.lines, game.records, strict=True):
        again = game.codec.event_from_json(line["kind"], game.codec.event_to_json(record.event))
        assert again == record.event, f"event {record.seq}"
        words = sentences.event(record.event)
        assert words is None or str(words), f"event {record.seq}"


@each_game
def test_every_state_of_the_game_survives_a_snapshot(path: Path) -> None:
    game = played(path)
    for record, table in game.tables[::7]:
        assert game.codec.table_from_json(game.codec.table_to_json(table)) == table, f"event {record.seq}"


@each_newest
def test_the_rules_of_today_decide_the_recorded_commands_as_they_did_then(path: Path) -> None:
    """A regression alarm, not a law: a rule that was wrong may be mended, and then this fails.

    Old logs stay valid all the same, because events carry their outcome and replay never asks today's rules. If the
    change was meant, ``python -m tests.record`` adds a newer recording; say why in the commit.
    """
    game = played(path)
    states = {0: game.beginning, **{record.seq: table for record, table in game.tables}}
    for line in game.lines:
        message = message_of(line)
        if message is None or message.kind in NOT_OFFERED:
            continue
        before = states[line["seq"] - 1]
        then = [record.event for record in game.records if record.action == line["action"]]
        decided, _ = game.referee.act(before, line["actor"], game.codec.read(message), line["at"])
        now = [record.event for record in decided]
        assert alike(then, now), (
            f"{path.name}, event {line['seq']}: {message.kind} by {line['actor']} is decided differently today.\n"
            "The log itself is still valid. If the rule was changed on purpose: python -m tests.record"
        )


# --- every game, every ending, everything that can happen -------------------------------------


@pytest.mark.parametrize("name", sorted(registry()))
def test_a_game_has_a_recorded_game_for_each_of_its_endings(name: str) -> None:
    recorded = set()
    for game in map(played, RECORDED):
        if game.head["game"] == name:
            ended = [record.event for record in game.records if isinstance(record.event, GameEnded)]
            recorded.add(ended[-1].ending.code)
    assert recorded == {ending for game in registry()[name].values() for ending in game.endings}


@pytest.mark.parametrize("name", sorted(registry()))
def test_recorded_games_hold_every_kind_of_event_of_the_game(name: str) -> None:
    kinds = {
        type(record.event) for game in map(played, RECORDED) if game.head["game"] == name for record in game.records
    }
    missing = {cls.__name__ for game in registry()[name].values() for cls in game.events if cls not in kinds}
    assert not missing


def test_no_recording_was_rewritten_and_none_is_gone() -> None:
    sums = {f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(FOLDER)}" for path in KEPT}
    assert sums == set(FOLDER.joinpath("SHA256SUMS").read_text().splitlines())


@pytest.mark.parametrize("name", sorted(registry()))
def test_the_recorded_games_of_a_game_are_small(name: str) -> None:
    assert sum(path.stat().st_size for path in RECORDED if played(path).head["game"] == name) < 1_000_000


# --- negative controls ------------------------------------------------------------------------


def test_a_ledger_that_drops_a_leg_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(accounts: Accounts, postings: Iterable[Posting]) -> Accounts:
        return {seat: money - (seat == BANK) for seat, money in post(accounts, postings).items()}

    game = next(path for path in RECORDED if "abilene" in path.stem)  # one with a bank
    monkeypatch.setattr("companion.core.referee.reducer.post", leaky)
    with pytest.raises(AssertionError, match="event"):
        all_zero_after_every_event(played(game).followed())


def _edition(path: Path) -> object:
    return played(path).head["edition"]


def test_another_price_of_a_loan_is_noticed_and_the_log_stays_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.abilene.edition_1993.rules.play.repayment", lambda amount: amount)
    lenders = [path for path in RECORDED if '"bank_loan_taken"' in path.read_text() and _edition(path) == "1993"]
    with pytest.raises(AssertionError, match="decided differently today"):
        test_the_rules_of_today_decide_the_recorded_commands_as_they_did_then(lenders[0])
    test_a_recorded_game_leads_to_the_balances_that_its_first_line_says(lenders[0])
