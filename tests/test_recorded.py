"""Played games are the tests of record (``tests/recorded``, written by ``companion record-game``).

The first line of a recorded game says how it stood at the end. For every game on the shelf there is one for each of
its endings; each, however old, must lead to the same table for ever, with no dollar lost on the way.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.core.messages import Posting
from companion.core.money.ledger import BANK, Accounts, post
from companion.core.table.events import GameEnded
from companion.games import registry
from companion.testing import Recordings, played
from companion.testing.replay import assert_decided_alike, assert_end, assert_storable, assert_zero_sum
from tests.support.recordings import EVERY, RECORDED, SHELVES, name_of

each_game = pytest.mark.parametrize("path", EVERY, ids=name_of)
each_newest = pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)


@each_game
def test_a_recorded_game_leads_to_the_balances_that_its_first_line_says(path: Path) -> None:
    assert_end(path)


@each_game
def test_no_money_is_lost_and_nobody_but_the_bank_is_below_zero(path: Path) -> None:
    assert_zero_sum(played(path).tables)


@each_game
def test_the_final_balances_are_the_scores_of_the_ranking(path: Path) -> None:
    """Where money goes on to the next game the scores may be what this one has brought: what somebody won others lost.
    A table that counts points has no money.
    """
    game = played(path)
    _, table = game.tables[-1]
    assert table.ending is not None
    scores = {line.seat: line.score for line in table.ending.standings}
    if game.referee.game.edition_at(table.rules).points is not None:
        assert not any(table.accounts.values())
    elif scores != {seat: table.accounts[seat] for seat in scores}:
        assert sum(scores.values()) + sum(table.pots.values()) == 0


@each_game
def test_every_event_has_a_line_in_the_log_and_events_and_states_can_be_stored(path: Path) -> None:
    assert_storable(path)


@each_newest
def test_whatever_can_be_undone_has_a_name(path: Path) -> None:
    """*Undo: the last step* stood there after the end of a turn."""
    game = played(path)
    undoable = {done.before + 1 for _, table in game.tables for done in table.done}
    assert [number for number in sorted(undoable) if game.sentences.action(number).message == "the last step"] == []


@each_newest
def test_the_rules_of_today_decide_the_recorded_commands_as_they_did_then(path: Path) -> None:
    assert_decided_alike(path)


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


@pytest.mark.parametrize("shelf", [each for each in SHELVES if each.every], ids=lambda each: each.folder.parent.name)
def test_no_recording_was_rewritten_and_none_is_gone(shelf: Recordings) -> None:
    shelf.assert_intact()


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
        assert_zero_sum(played(game).followed())


def _edition(path: Path) -> object:
    return played(path).head["edition"]


def test_another_price_of_a_loan_is_noticed_and_the_log_stays_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.abilene.edition_1993.rules.play.repayment", lambda amount: amount)
    lenders = [path for path in RECORDED if '"bank_loan_taken"' in path.read_text() and _edition(path) == "1993"]
    with pytest.raises(AssertionError, match="decided differently today"):
        assert_decided_alike(lenders[0])
    assert_end(lenders[0])
