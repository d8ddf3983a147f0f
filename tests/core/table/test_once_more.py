"""Another game with the same people: the same one begins, the next one, or everybody sits elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.referee import rematch
from companion.core.referee.lobby_page import seatings, settings
from companion.core.referee.parting import StopGame
from companion.core.table.commands import PlayAgain, StartGame
from companion.core.table.events import TableCleared
from companion.core.table.table import Level, Rematch
from companion.testing import Evening
from companion.web.app import create_app
from tests.games.unexploded_cow.night import CowNight
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night


@pytest.fixture
def night() -> Night:
    """Return a game that Bob has begun and that is over."""
    night = Night(4, Level.BANK, start=False)
    night.act(ANN, StartGame(BOB))
    night.together(ANN, StopGame())
    return night


def first_chosen(night: Evening) -> object:
    """Return who is picked beforehand to go first."""
    start = next(each for each in settings(night.tables.live(CODE).game, night.table, ANN) if each.kind == "start_game")
    return next(option.value for option in start.fields[0].options if option.usual)


def test_before_the_first_game_the_box_draws_who_begins_afterwards_the_table_has_said_so(night: Night) -> None:
    assert first_chosen(Night(4, Level.BANK, start=False)) is None
    night.act(CID, PlayAgain())
    assert night.table.ids == (BOB, CID, DAN, ANN)
    assert first_chosen(night) == BOB


def test_the_next_one_begins(night: Night) -> None:
    places = {seat.id: seat.picks for seat in night.table.seats}
    night.act(CID, PlayAgain(Rematch.NEXT))
    assert first_chosen(night) == CID
    assert {seat.id: seat.picks for seat in night.table.seats} == places
    night.act(CID, StartGame(CID))
    assert night.turn[0] == CID


def test_where_places_say_who_sits_where_everybody_gets_the_place_of_somebody(night: Night) -> None:
    before = [seat.picks for seat in night.table.seats]
    night.chance.seed(3)
    night.act(ANN, PlayAgain(Rematch.SHUFFLED))
    after = [seat.picks for seat in night.table.seats]
    assert after != before
    assert sorted(map(str, after)) == sorted(map(str, before))
    night.act(ANN, StartGame(ANN))
    assert night.turn[0] == ANN


def test_where_the_order_says_who_sits_where_it_is_another_one() -> None:
    night = CowNight()
    night.act(ANN, StopGame())
    night.agree()
    before = {seat.id: seat.picks for seat in night.table.seats}
    night.tables.chance.seed(5)
    night.act(BOB, PlayAgain(Rematch.SHUFFLED))
    (cleared,) = night.events(TableCleared)
    assert sorted(cleared.order) == [ANN, BOB, CID]
    assert night.table.ids == cleared.order != (ANN, BOB, CID)
    assert {seat.id: seat.picks for seat in night.table.seats} == before
    night.sound()


def test_a_player_who_is_shuffled_can_come_to_any_place_and_not_everybody_stays() -> None:
    """Of two people every second time nobody sat elsewhere."""
    orders = {rematch._shuffled((ANN, BOB, CID), lot) for lot in range(6)}
    assert len(orders) == 5
    assert (ANN, BOB, CID) not in orders
    assert {rematch._shuffled((ANN, BOB), lot) for lot in range(4)} == {(BOB, ANN)}


def test_three_ways_are_offered_and_none_to_the_player_who_has_played_alone(night: Night) -> None:
    (again,) = settings(night.tables.live(CODE).game, night.table, ANN)
    assert [option.value for option in again.fields[0].options] == ["same", "next", "shuffled"]
    alone = replace(night.table, seats=tuple(replace(seat, box=seat.id != ANN) for seat in night.table.seats))
    (again,) = settings(night.tables.live(CODE).game, alone, ANN)
    assert again.fields == ()
    assert seatings(night.tables.live(CODE).game, alone) == ()


def test_a_phone_asks_once_more_before_the_result_is_gone_for_all(night: Night) -> None:
    (again,) = settings(night.tables.live(CODE).game, night.table, ANN)
    assert again.sure
    assert "disappears from every screen" in str(again.details)


def test_the_table_screen_plays_once_more(night: Night) -> None:
    """There was no way from the table screen."""
    screen = create_app(night.tables).test_client()
    assert screen.post(f"/t/{CODE}/again", data={"seating": "sideways"}).status_code == 422
    assert night.is_over()
    assert "Cid begins" in as_read(screen.get(f"/t/{CODE}/screen").text)
    assert screen.post(f"/t/{CODE}/again", data={"seating": "next"}).status_code == 204
    assert night.table.ids[0] == CID
    assert night.report()[-1] == "You play once more"
    assert screen.post(f"/t/{CODE}/again").status_code == 422, "it is not over yet"
    night.act(ANN, StartGame(BOB))
    night.together(ANN, StopGame())
    assert "Ann" not in screen.get("/").text, "strangers are not told who has played"
