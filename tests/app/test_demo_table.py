"""A drawn table sets itself up, and the box's players move their figures before they say so."""

from __future__ import annotations

from dataclasses import replace

from companion.app.camera.demo_hands import SEEN_SECONDS, SET_UP_SECONDS, UNATTENDED_SECONDS, DemoHands, agrees
from companion.boards.camera_messages import Ask, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.table.commands import StartGame
from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.games.abilene.edition_1993.messages import RollDice
from tests.support.camera_house import House
from tests.support.table import ANN, CODE, Night


def asked(house: House) -> Ask:
    return house.tell().ask


def test_the_drawn_table_is_set_up_by_itself_when_nobody_is_at_it() -> None:
    house = House("demo")
    house.at(Stage.FOUND)
    assert asked(house) is Ask.EMPTY
    assert house.link.demo_board
    assert house.link.demo_board.figures == Observation(ObservationStatus.OK)
    house.tell(done=house.link.number, stage=Stage.READY)
    assert asked(house) is Ask.START
    assert house.link.demo_board.figures == house.tell().expected
    house.tell(done=house.link.number, stage=Stage.WATCHING)
    assert asked(house) is Ask.NOTHING


def test_the_board_stays_empty_for_its_picture_whatever_happens_at_the_table_meanwhile() -> None:
    house = House("demo", night=Night(start=False))
    assert house.link.demo_board
    house.link.demo_board.follow(Observation(ObservationStatus.OK))  # nobody had sat down when the camera came
    house.at(Stage.FOUND)
    house.press("empty")
    house.night.act(ANN, StartGame(ANN))
    house.tell()
    assert house.link.demo_board.figures == Observation(ObservationStatus.OK)


def test_a_drawn_start_that_reads_wrong_is_set_up_anew() -> None:
    house = House("demo")
    house.at(Stage.MISMATCH)
    assert asked(house) is Ask.EMPTY


def test_a_player_who_has_pressed_a_button_goes_on_without_another_tap() -> None:
    house = House("demo")
    house.press("serve")
    house.tell()
    house.press("find")
    house.tell(stage=Stage.FOUND, done=house.link.number)
    assert asked(house) is Ask.NOTHING
    house.now += UNATTENDED_SECONDS + 1
    house.tell()
    assert asked(house) is Ask.EMPTY


def test_before_the_game_begins_and_with_a_real_camera_people_do_it() -> None:
    lobby = House("demo", night=Night(start=False))
    lobby.at(Stage.FOUND)
    assert asked(lobby) is Ask.NOTHING
    lobby.night.act(ANN, StartGame(ANN))
    lobby.tell()
    assert asked(lobby) is Ask.EMPTY
    real = House()
    real.at(Stage.FOUND)
    assert asked(real) is Ask.NOTHING


# --- the hands of the box's players -----------------------------------------------------------

COW = MoveCow("A6-0", "A7-0", 0)


def watching() -> tuple[House, DemoHands]:
    """Return a table that is filmed, with the dice rolled."""
    house = House("demo")
    house.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    house.at(Stage.READY)
    house.press("start")
    house.tell(stage=Stage.WATCHING, done=house.link.number)
    return house, DemoHands(house.link)


def may(house: House, hands: DemoHands, command: object = COW) -> bool:
    return hands.done(house.night.tables.live(CODE), ANN, command)  # type: ignore[arg-type]


def test_the_figure_goes_first_and_the_player_speaks_when_the_camera_has_seen_it() -> None:
    house, hands = watching()
    assert not may(house, hands)
    assert house.link.demo_board
    there = house.link.demo_board.figures
    assert there.cells["A7-0"] == "cow"
    house.tell()
    assert house.link.demo_board.figures == there
    house.tell(observation=Observation(ObservationStatus.OK))
    assert not may(house, hands)
    house.tell(observation=replace(there, cells={**there.cells}))
    assert may(house, hands)
    house.night.act(ANN, COW)
    house.tell()
    assert house.link.demo_board.figures == there


def test_a_camera_that_never_sees_it_does_not_hold_the_game_up() -> None:
    house, hands = watching()
    assert not may(house, hands)
    house.now += SEEN_SECONDS + 1
    house.tell()
    assert may(house, hands)


def test_nobody_moves_a_figure_while_the_camera_is_being_set_up() -> None:
    house, hands = watching()
    house.tell(stage=Stage.READY)
    assert not may(house, hands)
    assert may(house, hands, EndStep(Step.CATTLE))
    house.tell(stage=Stage.WATCHING, observation=house.tell().expected)
    assert not may(house, hands)
    assert house.link.demo_board
    assert house.link.demo_board.figures.cells["A7-0"] == "cow"
    house.now += SET_UP_SECONDS + 1
    assert may(house, hands)  # the camera has said nothing for so long that it is gone


def test_what_moves_no_figure_and_what_nobody_films_waits_for_nothing() -> None:
    house, hands = watching()
    assert may(house, hands, EndStep(Step.CATTLE))
    assert may(house, hands, MoveCow("A6-0", "B7-0", 0))  # the rules will say why not
    house.press("leave")
    assert may(house, hands)


def test_what_the_camera_could_not_see_is_not_held_against_a_move() -> None:
    expected = Observation(ObservationStatus.OK, {"A6-0": "cow"})
    assert agrees(Observation(ObservationStatus.OK, {}, ("A6-0",)), expected)
    assert not agrees(Observation(ObservationStatus.OK, {}), expected)
    assert not agrees(Observation(ObservationStatus.OK, expected.cells, areas={"town": ("cow",)}), expected)
    assert not agrees(None, expected)
