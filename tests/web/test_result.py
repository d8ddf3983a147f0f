"""The result of a game is read from its log once, for any length of the game and any number of readers."""

from __future__ import annotations

import pytest

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.core.referee.parting import StopGame
from companion.core.referee.replay import last_game
from companion.core.table.commands import PlayAgain
from companion.core.table.events import PinReplaced
from companion.core.table.table import Rematch
from companion.games.any_game.messages.play import FinishGame
from companion.games.western_town.lincoln.visit import LincolnVisited, TurnEnded
from companion.store.rows import LogEntry
from companion.web.app import create_app
from companion.web.view.parts import ResultView
from tests.browser.evenings import RecordedEvening
from tests.support import any_evening
from tests.support.any_evening import AnyEvening
from tests.support.phones import as_read
from tests.support.readers import result_at
from tests.support.recordings import FOLDER
from tests.support.table import ANN, BOB, CODE, Night


@pytest.fixture
def night() -> Night:
    """End the night."""
    night = Night(4)
    night.act(ANN, Pay(BOB, 300))
    night.together(ANN, StopGame())
    assert night.is_over()
    return night


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the codes of the tables whose whole log was read."""
    found: list[str] = []
    history = Tables.history

    def counted(self: Tables, code: str) -> list[LogEntry]:
        found.append(code)
        return history(self, code)

    monkeypatch.setattr(Tables, "history", counted)
    return found


def test_a_result_is_read_from_the_log_once_for_all_who_look(night: Night, read: list[str]) -> None:
    """Pages with a result used to read the whole log, each for itself."""
    client = create_app(night.tables).test_client()
    assert "Bob wins" in as_read(client.get(f"/t/{CODE}/screen").text)
    assert read == [CODE]
    shown = [result_at(night.tables, CODE) for seat in (None, *night.table.ids)]
    assert client.get(f"/api/tables/{CODE}").get_json()["result"]["standings"][0]["score"] == 10_300
    assert len({id(each) for each in shown}) == 1
    assert read == [CODE]


def test_a_result_is_made_out_anew_where_something_has_happened(night: Night, read: list[str]) -> None:
    before = result_at(night.tables, CODE)
    night.tables.note(CODE, PinReplaced(BOB))
    assert result_at(night.tables, CODE) == before
    assert read == [CODE, CODE]
    night.undo(ANN)
    night.agree()
    assert not night.is_over()
    assert result_at(night.tables, CODE) is None
    night.act(BOB, Pay(ANN, 500))
    night.together(ANN, StopGame())
    after = result_at(night.tables, CODE)
    assert before is not None
    assert after is not None
    assert (before.standings[0].seat, after.standings[0].seat) == (BOB, ANN)


def test_the_picture_of_a_game_played_before_takes_one_reading_of_the_log(night: Night, read: list[str]) -> None:
    client = create_app(night.tables).test_client()
    night.act(ANN, PlayAgain(Rematch.NEXT))
    assert client.get(f"/t/{CODE}/result.png").status_code == 200
    assert read == [CODE]


def test_of_everybody_the_chart_marks_what_changed_his_line_most() -> None:
    """Nearly every turn of Abilene had a letter: 37 in 25 turns."""
    result = result_at_the_end("v1/abilene_cows_sold_board.jsonl")
    assert [(mark.seat, mark.symbol, mark.at) for mark in sorted(result.marks, key=lambda mark: mark.seat)] == [
        ("s1", "T", 14),
        ("s2", "S", 11),
        ("s3", "S", 12),
        ("s4", "S", 17),
    ]


def result_at_the_end(name: str) -> ResultView:
    """Return how a recorded game ended."""
    evening = RecordedEvening(FOLDER / name)
    evening.stand_at(len(evening.game.tables) - 1)
    found = result_at(evening.tables, evening.row.code)
    assert found is not None
    return found


def test_the_chart_of_a_game_that_ends_with_a_turn_has_its_start_and_every_end_once() -> None:
    """The end of the first turn was labelled 0, the last value stood there twice, marks were a turn early."""
    name = "v1/western_town_counted_guided.jsonl"
    events = [record.event for record in last_game(RecordedEvening(FOLDER / name).game.records)]
    ends = [at for at, event in enumerate(events) if isinstance(event, TurnEnded)]
    result = result_at_the_end(name)
    for seat, line in result.points.items():
        assert len(line) == 1 + len(ends), "the start, and the end of every turn"
        assert line[-1] == next(each.score for each in result.standings if each.seat == seat)
    visits = {
        (sum(end < at for end in ends) + 1, event.winner)
        for at, event in enumerate(events)
        if isinstance(event, LincolnVisited)
    }
    marked = {(mark.at, mark.seat) for mark in result.marks if mark.symbol == "L"}
    assert marked
    assert marked <= visits, "the mark stands at the end of its turn"


def test_a_chart_of_money_begins_with_what_everybody_had() -> None:
    evening = AnyEvening()
    evening.act(any_evening.ANN, Pay(any_evening.BEN, 300))
    evening.act(any_evening.BEN, Pay(any_evening.CID, 100))
    evening.together(any_evening.ANN, FinishGame())
    result = result_at(evening.tables, any_evening.CODE)
    assert result is not None
    assert result.wealth[any_evening.BEN] == (1_500, 1_800, 1_700)


@pytest.mark.parametrize("scores", [False, True])
def test_payments_are_offered_where_there_was_money(scores: bool) -> None:
    evening = AnyEvening(scores=scores)
    evening.together(any_evening.ANN, FinishGame())
    assert ("transfers.csv" in any_evening.pages(evening, any_evening.ANN)[any_evening.ANN]) is not scores
