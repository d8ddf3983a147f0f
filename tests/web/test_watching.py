"""The phone that watches the board: permission, pictures sent, news received, and the end of the watch."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.camera.phone import SILENT_SECONDS
from companion.app.camera.session import CameraSession
from companion.boards.camera_messages import LARGEST_FRAME, PHONE, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.table.table import Level
from tests.support.camera_house import House
from tests.support.table import ANN, CODE

JPEG = b"\xff\xd8\xff a picture"
SECURE = "https://192.0.2.7:8443"


class PhoneHouse(House):
    """A box that has no camera but may be watched by a phone."""

    def __init__(self, secure: str = SECURE) -> None:
        super().__init__(source="", level=Level.BOARD)
        self.started = 0
        self.link.start_reader = self._start
        self.client.application.extensions["companion"].secure = secure
        self.last = type(self.last)(100.0, PHONE, Stage.IDLE)

    def _start(self) -> None:
        self.started += 1

    def says(self, who: str = "a", key: str | None = None, **more: Any) -> TestResponse:
        headers = {"X-Camera-Key": self.link.phone.key if key is None else key}
        return self.client.post(f"/api/tables/{CODE}/watching", json={"who": who, **more}, headers=headers)

    def sends(self, jpeg: bytes, who: str = "a", key: str | None = None) -> TestResponse:
        headers = {"X-Camera-Key": self.link.phone.key if key is None else key, "Content-Type": "image/jpeg"}
        return self.client.post(f"/api/tables/{CODE}/watching/{who}", data=jpeg, headers=headers)


@pytest.fixture
def house() -> PhoneHouse:
    return PhoneHouse()


def test_one_press_and_one_scan_make_a_phone_the_camera(house: PhoneHouse) -> None:
    assert "A phone watches the board" in house.page()
    assert house.client.get(f"/t/{CODE}/watch.svg").status_code == 404
    assert house.press("phone") == 303
    assert house.started == 1
    assert "Scan this code" in house.page()
    assert house.client.get(f"/t/{CODE}/watch.svg").mimetype == "image/svg+xml"
    house.tell()
    assert house.tell().frame is None
    answer = house.says(begins=True, battery=80).get_json()
    assert (answer["want"], answer["spots"], answer["whole"]) == (True, [], None)
    first = house.tell().frame
    assert first is not None
    assert house.sends(JPEG).get_json()["want"] is False
    assert house.tell().frame == first + 1
    assert house.client.get("/camera/frame", headers={"X-Camera-Key": "secret"}).data == JPEG
    assert "battery is at 80" in house.page()


def test_it_hears_what_is_seen_and_where(house: PhoneHouse) -> None:
    house.press("phone")
    house.says(begins=True)
    house.tell()
    start = house.link._expected()
    assert start
    cells = {**start.cells, "A1-0": "cow"}
    spots = dict.fromkeys((*cells, "C6-0"), (0.5, 0.25))
    house.tell(
        stage=Stage.WATCHING,
        reading=Observation(ObservationStatus.OK, cells, unknown=("C6-0",)),
        outline=((0.1, 0.1), (0.9, 0.1), (1.2, 0.9), (0.1, 0.9)),
        spots=spots,
        hangs=(24.0, 0.8),
    )
    answer = house.says().get_json()
    assert [0.5, 0.25, "", "wrong"] in answer["spots"]
    assert [0.5, 0.25, "", "unknown"] in answer["spots"]
    assert [0.5, 0.25, "A", "seen"] in answer["spots"]
    assert (answer["whole"], answer["hangs"]) == (False, "0.8 m above the board, 24° off the vertical")


def test_only_who_knows_the_key_may_send(house: PhoneHouse) -> None:
    assert house.says(key="").status_code == 403
    house.press("phone")
    for key in ("", "wrong", house.link.phone.key + "x"):
        assert house.says(key=key).status_code == house.sends(JPEG, key=key).status_code == 403
    assert house.link.phone.picture == b""
    assert house.link.phone.frame is None


def test_bad_pictures_are_refused_in_a_sentence(house: PhoneHouse) -> None:
    house.press("phone")
    house.says(begins=True)
    for bad, status in ((b"", 422), (b"GIF89a", 422), (JPEG + bytes(LARGEST_FRAME), 422)):
        answer = house.sends(bad)
        assert (answer.status_code, "." in answer.get_json()["message"]) == (status, True)
    answers = [house.sends(JPEG).status_code for _ in range(9)]
    assert (answers[0], answers[-1]) == (200, 429)
    assert house.says(who="").status_code == house.says(who="x" * 65).status_code == 422


def test_another_phone_takes_the_place_of_the_first_and_anybody_at_the_table_takes_it_away(house: PhoneHouse) -> None:
    house.press("phone")
    key = house.link.phone.key
    house.says("a", begins=True)
    house.sends(JPEG, "a")
    assert house.says("b").status_code == 403
    assert house.says("b", begins=True).get_json()["want"] is True
    refused = house.says("a")
    assert (refused.status_code, refused.get_json()["message"]) == (403, "Another phone watches the board now.")
    house.press("leave")
    assert house.says("b", key=key).status_code == 403
    assert house.link.table == ""
    house.press("phone")
    assert house.link.phone.key not in ("", key)


def test_a_phone_that_sleeps_and_a_box_that_was_started_again_go_on_by_themselves(house: PhoneHouse) -> None:
    house.press("phone")
    house.says(begins=True)
    house.sends(JPEG)
    house.now += SILENT_SECONDS + 1
    assert house.tell().frame is None
    assert "Scan this code" in house.page()
    house.says()
    assert house.tell().frame is not None
    again = CameraSession(house.night.tables, "", house.link.key)
    assert (again.table, again.phone.key, again.phone.there) == (CODE, house.link.phone.key, False)
    again.phone.hear(house.link.phone.key, "a")
    assert (again.phone.there, again.phone.picture) == (True, b"")


def test_the_page_on_http_leads_to_https_and_only_there_a_browser_is_asked_for_its_camera(house: PhoneHouse) -> None:
    client: FlaskClient = house.client
    shown = client.get(f"/t/{CODE}/watch")
    assert f'href="{SECURE}/t/{CODE}/watch"' in shown.text
    assert "watching.js" not in shown.text
    there = client.get(f"/t/{CODE}/watch", base_url="https://192.0.2.7:8443")
    assert "watching.js" in there.text
    assert "camera=(self)" in there.headers["Permissions-Policy"]
    assert "camera=()" in client.get(f"/t/{CODE}/camera").headers["Permissions-Policy"]


def test_where_there_is_no_https_no_phone_is_offered() -> None:
    house = PhoneHouse(secure="")
    assert "A phone watches the board" not in house.page()
    assert house.press("phone") == 422
    assert house.client.get(f"/t/{CODE}/watch").status_code == 404


def test_while_a_game_is_on_a_stranger_is_not_shown_the_code(house: PhoneHouse) -> None:
    house.press("phone")
    elsewhere = {"REMOTE_ADDR": "192.0.2.99"}
    assert house.night.table.seat(ANN)
    assert house.client.get(f"/t/{CODE}/watch.svg", environ_base=elsewhere).status_code == 401
