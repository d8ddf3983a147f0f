"""The box's end of the camera: its door, its pages, the set-up from a phone, the drawn table."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

import pytest

from companion.app.camera.session import QUIET_SECONDS, CameraSession, camera_key
from companion.boards.camera_messages import Ask, Show, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.table.table import Level
from companion.core.text import say
from companion.games.abilene.common.messages import MoveCow
from companion.games.abilene.edition_1993.messages import RollDice
from companion.web.visit.tokens import cookie_name
from tests.support.camera_house import HELLO, JPEG, KEY, House
from tests.support.phones import as_read
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, CODE, Night
from vision.synthetic.demo import DemoCamera

# --- the door ---------------------------------------------------------------------------------


@pytest.mark.logs("a camera with a wrong key was refused")
@pytest.mark.parametrize("key", ["", "wrong", "ключ", KEY + "x"])
def test_nobody_comes_in_without_the_key(key: str) -> None:
    client = House().client
    headers = {"X-Camera-Key": key.encode().decode("latin-1")}
    assert client.post("/camera/report", json=HELLO.plain(), headers=headers).status_code == 403
    assert client.put("/camera/picture", data=JPEG, headers=headers).status_code == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"stage": 5}', b"\xff", b"[" * 10_000])
def test_nonsense_from_the_camera_is_refused(body: bytes) -> None:
    answer = House().client.post("/camera/report", data=body, headers={"X-Camera-Key": KEY})
    assert answer.status_code == 422


def test_a_picture_is_a_picture_and_not_too_large() -> None:
    house = House()
    headers = {"X-Camera-Key": KEY}
    assert house.client.put("/camera/picture", data=b"<svg>", headers=headers).status_code == 422
    assert house.client.put("/camera/picture", data=JPEG + bytes(3_000_000), headers=headers).status_code == 413
    assert house.client.put("/camera/picture", data=JPEG + bytes(300_000), headers=headers).status_code == 200


def test_the_key_outlives_the_box() -> None:
    log = Night().log
    assert camera_key(log) == camera_key(log)
    assert len(camera_key(log)) > 30


@pytest.mark.logs("a camera with a wrong key was refused")
def test_the_log_tells_what_becomes_of_the_camera_and_no_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "companion")
    house = House()
    house.client.post("/camera/report", json=HELLO.plain(), headers={"X-Camera-Key": "guessed"})
    house.at(Stage.WATCHING)
    house.tell(reading=Observation(ObservationStatus.COVERED))
    house.tell(reading=Observation(ObservationStatus.OK))
    house.tell(stage=Stage.LOST)
    house.tell(stage=Stage.LOST)
    assert [record.getMessage() for record in caplog.records if ".camera" in record.name] == [
        "a camera with a wrong key was refused",
        "camera demo reports, stage idle",
        f"camera demo at table {CODE}: watching",
        f"camera demo at table {CODE}: covered",
        f"camera demo at table {CODE}: lost",
    ]


# --- what the camera is told ------------------------------------------------------------------


def test_a_camera_that_no_table_wants_rests() -> None:
    orders = House().tell()
    assert (orders.table, orders.board, orders.ask, orders.show) == ("", None, Ask.NOTHING, Show.NOTHING)


def test_a_recording_hears_whose_turn_it_is_by_the_region_of_the_board_and_the_dice() -> None:
    house = House()
    house.press("serve")
    house.night.roll((2, 1), (1, 1, 2))
    house.link.record("/tmp/scene")
    moment = house.tell().moment
    assert (moment["seat"], moment["turn"]) == ("A", 1)
    assert moment["dice"][0] == ["cow", 2, False]


def test_whose_turn_it_is_is_found_out_only_while_somebody_records() -> None:
    house = House()
    house.press("serve")
    assert house.tell().moment == {}
    house.link.record("/tmp/scene")
    orders = house.tell()
    assert (orders.record, orders.moment["seat"]) == ("/tmp/scene", "A")
    house.now += 60
    assert house.tell().moment == {}


def test_the_board_comes_once_and_the_figures_as_they_are_believed_always() -> None:
    house = House()
    house.press("serve")
    first = house.tell()
    assert first.table == CODE
    assert first.board
    assert first.board["name"] == "abilene-1993"
    assert first.expected
    assert first.expected.cells["A6-0"] == "cow"
    again = house.tell()
    assert again.board is None
    house.night.act(ANN, RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    later = house.tell()
    assert later.expected
    assert "A6-0" not in later.expected.cells


def test_what_is_asked_is_asked_until_it_is_done() -> None:
    house = House()
    house.at(Stage.FOUND)
    assert house.press("empty") == 303
    asked = [house.tell().ask, house.tell().ask, house.tell(done=house.link.number).ask]
    assert asked == [Ask.EMPTY, Ask.EMPTY, Ask.NOTHING]


def test_a_box_that_was_restarted_asks_with_higher_numbers_than_before() -> None:
    house = House()
    house.at(Stage.FOUND, done=17)
    house.press("empty")
    assert house.tell().number == 18


def test_the_table_is_remembered_when_the_box_was_switched_off() -> None:
    house = House()
    house.press("serve")
    assert CameraSession(house.night.tables, "demo", KEY).table == CODE


def test_a_newer_camera_sends_the_older_home() -> None:
    house = House()
    house.tell(started=200.0)
    assert house.tell(started=100.0).retire
    assert not house.tell(started=200.0).retire
    house.now += 2 * QUIET_SECONDS
    assert not house.tell(started=100.0).retire  # the newer one is gone


def test_pictures_come_only_while_somebody_looks() -> None:
    house = House()
    house.at(Stage.FOUND)
    path = f"/t/{CODE}/camera/picture.jpg"
    assert house.client.get(path).status_code == 204
    assert house.tell().show is Show.DRAWN
    house.client.put("/camera/picture", data=JPEG, headers={"X-Camera-Key": KEY})
    answer = house.client.get(f"{path}?plain")
    assert (answer.status_code, answer.data, answer.headers["Cache-Control"]) == (200, JPEG, "no-store")
    assert house.tell().show is Show.PLAIN
    house.now += 60
    assert house.tell().show is Show.NOTHING


def test_the_picture_is_shown_at_its_own_table_only() -> None:
    house = House()
    assert house.client.get(f"/t/{CODE}/camera/picture.jpg").status_code == 404


# --- the pages --------------------------------------------------------------------------------


def test_a_box_without_a_camera_says_how_to_start_one() -> None:
    assert "companion serve --camera" in House("").page()


def test_a_table_that_keeps_only_the_money_has_nothing_for_the_camera() -> None:
    house = House(level=Level.BANK)
    house.at(Stage.SEARCHING)
    assert "keeps only the money" in house.page()


@pytest.mark.parametrize(
    ("stage", "words", "button"),
    [
        (Stage.SEARCHING, "looks for the board", 'id="tap-corners"'),
        (Stage.FOUND, "Set up the figures", 'value="start"'),
        (Stage.READY, "Now set up the figures", 'value="start"'),
        (Stage.MISMATCH, "Some places do not look as they should", 'value="start"'),
        (Stage.MISMATCH, "All is as it should be: go on", 'value="accept"'),
        (Stage.WATCHING, "The camera reads the board", 'value="again"'),
        (Stage.LOST, "has lost the board", 'value="again"'),
    ],
)
def test_the_page_says_one_thing_to_do(stage: Stage, words: str, button: str) -> None:
    house = House()
    house.at(stage)
    page = house.page()
    assert words in page
    assert button in page


def listed(page: str) -> list[str]:
    """Return what the page says belongs on the places that it cannot read."""
    rows = re.findall(r"<li>(<strong>.*?)</li>", page, re.DOTALL)
    return [read(row) for row in rows]


def read(page: str) -> str:
    """Return the words of a page."""
    return re.sub(r"\s+([,.])", r"\1", " ".join(re.sub(r"<[^>]*>", " ", page).split()))


def test_trouble_and_places_that_read_wrong_are_told_with_what_belongs_there() -> None:
    house = House()
    house.at(Stage.MISMATCH, trouble=say("It is dark."), wrong=("A6-0", "D4-1", "A2-0", "town"))
    page = house.page()
    assert "It is dark." in page
    assert listed(page) == ["A6-0 Cow", "D4-1 Cowboy D Cid", "A2-0 nothing", "the town nothing"]
    answer = house.client.get(f"/api/tables/{CODE}/camera").get_json()
    assert (answer["stage"], answer["wrong"]["D4-1"], answer["wrong"]["town"]) == ("misread", ["cowboy:C"], [])


def test_only_a_start_that_reads_wrong_can_be_answered_for_and_every_reader_sees_that_it_was() -> None:
    house = House()
    for stage in Stage:
        house.at(stage)
        assert ('value="accept"' in house.page()) is (stage is Stage.MISMATCH), stage
    house.tell(stage=Stage.MISMATCH, wrong=("A6-0", "town"))
    assert "Could not be read at the start: A6-0, the town." in read(house.page("camera/sees"))
    assert house.press("accept") == 303
    assert house.tell().ask is Ask.ACCEPT
    house.tell(stage=Stage.WATCHING, done=house.link.number)
    assert house.tell().ask is Ask.NOTHING
    sees = read(house.page("camera/sees"))
    assert "Could not be read at the start: A6-0, the town. Someone at the table said" in sees
    house.tell(wrong=())
    assert "Could not be read" not in house.page("camera/sees")


def test_cells_that_are_not_as_the_box_believes_are_named() -> None:
    house = House()
    house.at(Stage.WATCHING)
    expected = house.tell().expected
    assert expected
    moved = {cell: kind for cell, kind in expected.cells.items() if cell != "A6-0"} | {"A7-0": "cow"}
    house.tell(reading=replace(expected, cells=moved), confidence={"A7-0": 0.62, "A6-0": 1.0})
    assert "Not as the box has it: A6-0, A7-0" in read(house.page())
    sees = house.page("camera/sees")
    assert "62 %" in sees
    house.tell(reading=replace(expected, cells=moved, unknown=("A6-0",)))
    assert "Not as the box has it: A7-0" in read(house.page())
    house.tell(reading=expected)
    assert "Everything is" in house.page()


def test_what_cannot_be_read_is_named_with_the_reason_and_nothing_is_said_to_be_right() -> None:
    house = House()
    house.at(Stage.WATCHING)
    expected = house.tell().expected
    assert expected
    bright = say("The picture is too bright: some spaces are only white. Dim the lamp, or lower the exposure.")
    seen = {cell: kind for cell, kind in expected.cells.items() if cell != "A6-0"}
    house.tell(state=bright, reading=replace(expected, cells=seen, unknown=("A6-0", "A7-1")))
    page = read(house.page())
    assert "The picture is too bright" in page
    assert "Unclear spaces: A6-0, A7-1" in page
    assert "Everything is" not in page
    assert "The picture is too bright" in read(house.page("camera/sees"))
    house.tell(state=say("The board has been read."), reading=expected)
    assert "Unclear spaces" not in read(house.page())
    assert "The board has been read." not in read(house.page("camera/sees"))


def test_a_person_who_has_set_up_the_camera_finds_back_to_his_seat_or_to_the_table_screen() -> None:
    house = House()
    house.at(Stage.WATCHING)
    back = r'<a class="wide" href="([^"]*)" role="button">Back to the game'
    assert re.findall(back, house.page()) == [f"/t/{CODE}/screen"]
    token = house.client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    house.client.set_cookie(cookie_name(CODE, ANN), token, domain="localhost")
    assert re.findall(back, house.page()) == [f"/j/{CODE}"]


def test_figures_bear_the_mark_of_their_seat_wherever_people_look_at_them() -> None:
    """Cid plays ranch D with the yellow cowboys, which the camera calls C."""
    house = House()
    house.at(Stage.WATCHING)
    house.press("serve")
    assert house.tell().marks == {}, "nobody looks"
    house.link.latest_picture(Show.DRAWN)
    orders = house.tell()
    assert orders.marks == {"cowboy:A": "A", "cowboy:B": "B", "cowboy:C": "D", "cowboy:D": "E"}
    assert orders.expected
    house.tell(reading=orders.expected.with_area("jail", ("cowboy:C",)))
    sees = as_read(house.page("camera/sees"))
    assert 'D4-1: Cowboy <span class="badge c-yellow" aria-hidden="true"><span>D</span></span> Cid' in sees
    assert "cowboy:" not in sees
    assert house.client.get(f"/api/tables/{CODE}/camera").get_json()["owners"]["cowboy:C"]["mark"] == "D"


def test_steers_bear_the_mark_of_the_seat_that_has_their_colour() -> None:
    house = House(night=PrairieNight())
    house.at(Stage.WATCHING)
    house.link.latest_picture(Show.DRAWN)
    marks = house.tell().marks
    assert marks.keys() == {f"{what}:{letter}" for what in ("cow", "cowboy") for letter in "ABC"}
    assert marks["cow:B"] == marks["cowboy:B"] == "B"


def test_a_camera_that_says_nothing_any_more_is_said_to_be_gone() -> None:
    house = House()
    house.at(Stage.WATCHING)
    house.now += 2 * QUIET_SECONDS
    assert "There is no picture from the camera." in house.page()


def test_four_corners_arrive_as_they_were_tapped() -> None:
    house = House()
    house.at(Stage.SEARCHING)
    assert house.press("corners", corners="0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8") == 303
    assert house.tell().corners == ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8))


@pytest.mark.parametrize("corners", ["", "0.1,0.2", "1,2,3 4", "0.1,0.2 0.9,0.2 0.9,0.8 0.1,8", "a,b c,d e,f g,h"])
def test_corners_that_are_none_are_refused(corners: str) -> None:
    house = House()
    house.at(Stage.SEARCHING)
    assert house.press("corners", corners=corners) == 422


@pytest.mark.parametrize("what", ["", "dance", "nothing", "leave", "empty", "accept"])
def test_what_nobody_can_want_of_a_camera_that_looks_elsewhere_is_refused(what: str) -> None:
    assert House().press(what) == 422


def test_a_script_can_do_what_the_page_can() -> None:
    house = House()
    path = f"/api/tables/{CODE}/camera"
    assert house.client.get(path).get_json()["stage"] == "no-picture"
    house.client.post(path, json={"do": "serve"})
    house.tell()
    house.tell(stage=Stage.FOUND)
    answer = house.client.get(path).get_json()
    assert (answer["stage"], answer["serving"], answer["follows"]) == ("found", CODE, True)
    assert house.client.post(path, json={"do": "empty"}).get_json()["busy"]
    assert house.tell().ask is Ask.EMPTY
    house.tell(stage=Stage.MISMATCH, wrong=("A6-0",), done=house.link.number)
    assert house.client.post(path, json={"do": "accept"}).get_json()["busy"]
    assert house.tell().ask is Ask.ACCEPT
    corners = [[0.1, 0.2], [0.9, 0.2], [0.9, 0.8], [0.1, 0.8]]
    assert house.client.post(path, json={"do": "corners", "corners": corners}).status_code == 200
    assert house.tell().corners[2] == (0.9, 0.8)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": 5},
        {"do": "dance"},
        {"do": "corners"},
        {"do": "corners", "corners": [[1]]},
        {"do": "corners", "corners": 7},
    ],
)
def test_what_a_script_cannot_want_is_refused(body: dict[str, Any]) -> None:
    house = House()
    house.at(Stage.FOUND)
    assert house.client.post(f"/api/tables/{CODE}/camera", json=body).status_code == 422


# --- the drawn table --------------------------------------------------------------------------


def drawn(house: House) -> Observation:
    orders = house.tell()
    assert orders.drawn
    return orders.drawn.figures


def test_the_drawn_table_is_empty_for_its_picture_and_then_set_up() -> None:
    house = House("demo")
    house.at(Stage.FOUND)
    house.press("empty")
    assert drawn(house) == Observation(ObservationStatus.OK)
    house.press("start")
    assert drawn(house) == house.tell().expected


def test_the_drawn_table_is_set_up_by_itself_unless_somebody_has_moved_a_figure() -> None:
    house = House("demo")
    house.at(Stage.FOUND)
    house.press("empty")
    house.tell(stage=Stage.READY)
    house.client.post(f"/t/{CODE}/drawn", data={"do": "put"})
    house.client.post(f"/t/{CODE}/drawn", data={"frm": "A6-0", "to": "aside"})
    for what in ("start", "accept", "again"):
        house.press(what)
        assert "A6-0" not in drawn(house).cells, what
    house.client.post(f"/t/{CODE}/drawn", data={"frm": "aside", "to": "A6-0"})
    assert drawn(house) == house.tell().expected


def test_a_figure_goes_where_it_is_tapped_even_against_the_rules_and_the_struck_one_aside() -> None:
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    for frm, to in (("A4-1", "B6-0"), ("aside/cow", "jail"), ("jail/cow", "corral"), ("corral", "town")):
        answer = house.client.post(f"/t/{CODE}/drawn", data={"frm": frm, "to": to})
        assert answer.status_code == 303, (frm, to)
    assert drawn(house).cells["B6-0"] == "cowboy:A"
    assert drawn(house).areas == {"town": ("cow",)}
    assert house.link.demo_board
    assert house.link.demo_board.aside == ()
    house.client.post(f"/t/{CODE}/drawn", data={"do": "put"})
    assert drawn(house) == house.tell().expected


def test_the_camera_of_the_drawn_table_goes_on_when_a_figure_is_put_aside() -> None:
    """It looked for a cell of that name, and ended."""
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    house.client.post(f"/t/{CODE}/drawn", data={"frm": "A6-0", "to": "aside"})
    camera = DemoCamera()
    camera.apply_orders(house.tell(known=0), Stage.READY)
    assert camera.read() is not None


@pytest.mark.parametrize(
    ("frm", "to"), [("A7-0", "A7-1"), ("A6-0", "Z9"), ("jail", "A7-0"), ("", ""), ("aside", "A7-0")]
)
def test_there_is_no_moving_from_nowhere_or_to_nowhere(frm: str, to: str) -> None:
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    before = drawn(house)
    assert house.client.post(f"/t/{CODE}/drawn", data={"frm": frm, "to": to}).status_code == 422
    assert drawn(house) == before


def test_what_is_tapped_on_a_phone_is_done_on_the_drawn_table_as_well() -> None:
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    house.night.act(ANN, RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    assert drawn(house).cells["A7-0"] == "cow"


def test_a_figure_that_somebody_holds_elsewhere_stays_there() -> None:
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    house.client.post(f"/t/{CODE}/drawn", data={"frm": "B6-0", "to": "B7-0"})
    house.night.act(ANN, RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    assert drawn(house).cells["B7-0"] == "cow"
    assert "A7-0" not in drawn(house).cells


def test_the_drawn_page_shows_figures_and_exists_for_a_drawn_table_only() -> None:
    house = House("demo")
    house.at(Stage.READY)
    house.press("start")
    page = house.page("drawn")
    assert page.count('class="figure cow ') == 36
    real = House()
    real.press("serve")
    assert real.client.get(f"/t/{CODE}/drawn").status_code == 404
