"""A camera above a table without a board: offered where the cards bear markers, told what lies there, confirmed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.app.camera.judgement import camera_view
from companion.boards.camera_messages import Show, Stage
from companion.boards.marked_table import LOOSE
from companion.boards.observation import Observation, ObservationStatus
from companion.core.messages import Message
from companion.core.table.commands import SetRule
from companion.core.ui.page import CameraState
from companion.games.unexploded_cow import commands as cow_commands
from tests.games.unexploded_cow.night import ANN, BOB, CODE, CowNight
from tests.support.camera_house import House
from tests.support.phones import as_read


def house(markers: bool = True) -> House:
    """Return a house in Ann's turn; Clover lies in her herd."""
    night = CowNight(rules={"card_markers": markers})
    night.city("Bramblewick")
    night.act(ANN, cow_commands.PlayCard("Clover", ANN))
    return House(night=cast(Any, night))


@pytest.fixture
def at() -> House:
    found = house()
    found.at(Stage.WATCHING)
    return found


def seen(cells: dict[str, str], **more: Any) -> Observation:
    return Observation(ObservationStatus.OK, cells, **more)


def test_the_camera_is_told_the_markers_once_and_no_board() -> None:
    at = house()
    at.press("serve")
    orders = at.tell()
    assert orders.table == CODE
    assert orders.board is None
    assert orders.marked
    assert list(orders.marked.rows) == ["s1", "s2", "s3"]
    assert orders.expected == seen({"s1-1": "Clover"})
    assert at.tell().marked is None


def test_a_herd_bears_the_name_of_its_owner_where_people_look_at_it(at: House) -> None:
    at.link.latest_picture(Show.DRAWN)
    assert at.tell().marks["s2"] == "Bob"


def test_it_is_offered_where_the_cards_bear_markers_and_nowhere_else() -> None:
    assert f'href="/t/{CODE}/camera"' in house().page("screen")
    assert f'href="/t/{CODE}/camera"' not in house(markers=False).page("screen")


def test_a_table_without_markers_has_nothing_for_the_camera() -> None:
    at = house(markers=False)
    at.press("serve")
    orders = at.tell()
    assert (orders.table, orders.marked) == ("", None)
    assert "play without printed markers" in at.page()


def test_the_set_up_asks_for_nothing_but_the_markers() -> None:
    at = house()
    at.at(Stage.SEARCHING)
    page = at.page()
    assert "The camera looks for the printed markers." in page
    assert 'value="empty"' not in page
    assert "tap-corners" not in page
    at.tell(stage=Stage.WATCHING)
    page = at.page()
    assert "The camera reads the markers." in page
    assert 'value="again"' in page


def test_what_it_sees_is_told_by_herds_and_names(at: House) -> None:
    reading = Observation(
        ObservationStatus.UNCLEAR, {"s1-1": "Clover"}, ("s1-2", "s3"), {LOOSE: ("Stampy",)}, {"s1-2": ("Duchess",)}
    )
    at.tell(reading=reading)
    page = as_read(at.page("camera/sees"))
    assert "<dt>Ann</dt><dd>Clover, Duchess (?) · not as the box has it</dd>" in page
    assert "<dt>Bob</dt><dd>–</dd>" in page
    assert "<dt>Cid</dt>" not in page
    assert "<dd>Stampy</dd>" in page


def test_what_was_laid_is_proposed_and_one_tap_makes_it_count(at: House) -> None:
    observation = seen({"s1-1": "Clover", "s2-1": "Grumble"})
    at.tell(observation=observation, reading=observation)
    assert "The camera saw: Ann plays Grumble into the herd of Bob, at the left end" in as_read(at.page("screen"))
    view = camera_view(at.night.tables, at.night.tables.live(CODE), ANN)
    assert view
    (yes,) = view.choices
    live = at.night.tables.live(CODE)
    at.night.tables.act(CODE, ANN, live.codec.public(Message(yes.kind, yes.fixed)), seen=live.table.seq)
    assert [cow.name for cow in at.night.table.play.herds[BOB]] == ["Grumble"]
    view = camera_view(at.night.tables, at.night.tables.live(CODE), ANN)
    assert view
    assert view.state is CameraState.SAME


def test_when_no_marker_is_to_be_seen_nothing_is_said_of_the_cards(at: House) -> None:
    observation = seen({"s1-1": "Clover"})
    at.tell(observation=observation, reading=observation)
    at.tell(stage=Stage.LOST)
    assert "The camera sees no marker of this table." in at.page("screen")


def test_another_deck_or_another_player_is_another_table_for_the_camera() -> None:
    night = CowNight(rules={"card_markers": True}, started=False)
    at = House(night=cast(Any, night))
    at.press("serve")
    first = at.tell()
    night.act(ANN, SetRule("card_markers", False))
    assert at.tell().table == ""
    night.act(ANN, SetRule("card_markers", True))
    again = at.tell()
    assert again.marked == first.marked
    assert again.revision > first.revision
