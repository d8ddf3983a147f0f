"""A report of the camera's process reaches the table's screens, and is gone when the camera looks away."""

from __future__ import annotations

from typing import Any

from companion.app.camera.judgement import camera_view
from companion.boards.camera_messages import STUMBLED, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from tests.support.camera_house import House
from tests.support.phones import unbroken
from tests.support.table import ANN, CODE, AnyNight


def seen(night: AnyNight[Any], position: Position) -> Observation:
    return observation_of(position, colours_of(night.table))


def house() -> House:
    """Return a camera watches Ann's first turn."""
    house = House()
    house.night.roll((2, 1), (1, 1, 2))
    house.at(Stage.WATCHING)
    return house


def test_a_report_with_an_observation_is_told_on_the_table_screen() -> None:
    at = house()
    at.tell(stage=Stage.WATCHING, observation=seen(at.night, at.night.board.move_cow("A6-0", "A3-0")))
    assert unbroken("Too far: A3-0 is at a distance of 3") in at.page("screen")
    assert "camera-line illegal" in at.page("screen")
    assert unbroken("Put it back (A3-0 → A6-0)") in at.page("screen")
    at.tell(observation=seen(at.night, at.night.board))
    assert "Too far" not in at.page("screen")


def test_a_hand_a_lost_board_and_a_camera_that_starts_anew() -> None:
    at = house()
    board = seen(at.night, at.night.board)
    at.tell(observation=board, reading=board)
    at.tell(reading=Observation(ObservationStatus.COVERED))
    assert "A hand is over the board" in at.page("screen")
    at.tell(reading=board)
    assert "A hand is over the board" not in at.page("screen")
    at.tell(stage=Stage.LOST)
    assert "The camera does not see the board." in at.page("screen")
    at.tell(stage=Stage.WATCHING)
    assert camera_view(at.night.tables, at.night.tables.live(CODE), ANN) is not None
    at.tell(stage=Stage.SEARCHING)
    assert camera_view(at.night.tables, at.night.tables.live(CODE), ANN) is None


def test_a_program_that_fails_says_so_on_every_screen_until_it_reads_again() -> None:
    at = house()
    board = seen(at.night, at.night.board)
    at.tell(observation=board, reading=board)
    at.tell(trouble=STUMBLED, reading=Observation(ObservationStatus.UNCLEAR))
    for reader in (ANN, None):
        view = camera_view(at.night.tables, at.night.tables.live(CODE), reader)
        assert view
        assert view.sentence == STUMBLED
    at.tell(trouble=None, reading=board)
    view = camera_view(at.night.tables, at.night.tables.live(CODE), ANN)
    assert view
    assert view.state == "same"


def test_a_table_that_the_camera_leaves_hears_no_more_of_it() -> None:
    at = house()
    at.tell(observation=seen(at.night, at.night.board.move_cow("A6-0", "A3-0")))
    at.press("leave")
    assert camera_view(at.night.tables, at.night.tables.live(CODE), ANN) is None


def test_a_proposal_is_in_the_api_for_the_seat_that_is_asked() -> None:
    at = house()
    at.tell(observation=seen(at.night, at.night.board.move_cow("A6-0", "A7-1")))
    camera = at.client.get(f"/api/tables/{CODE}").get_json()["page"]["camera"]
    assert camera["state"] == "legal"
    assert camera["choices"] == [], "the table screen is not asked"
    view = camera_view(at.night.tables, at.night.tables.live(CODE), ANN)
    assert view is not None
    assert [choice.kind for choice in view.choices] == ["move_cow"]


def test_a_sticker_on_the_corral_reaches_the_table() -> None:
    at = house()
    at.tell(stickers=("11",))
    assert at.night.tables.live(CODE).seen.stickers == ("11",)
    at.tell(stage=Stage.SEARCHING)
    at.tell(stage=Stage.WATCHING, stickers=())
    assert at.night.tables.live(CODE).seen.stickers == ()
