"""Photos of the board, sent by phones: who may, how often, what is refused, and what the table is told."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.camera.judgement import forget, observe, set_visibility
from companion.app.camera.session import CameraSession
from companion.app.photos.desk import PhotoDesk, PhotoStage, ReaderGone, ReaderSlow
from companion.app.photos.judgement import photo_view
from companion.app.tables import Tables
from companion.boards.camera_messages import Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.photo_messages import LARGEST_PHOTO, BoardPhoto, PhotoAnswer, PhotoKind, PhotoRequest
from companion.cli.photo_process import PhotoProcess
from companion.core.table.commands import StartGame
from companion.core.text import say
from companion.core.ui.page import CameraState, CameraView
from companion.games import registry
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import MoveCow
from companion.store.log import PHOTOS, Log
from companion.store.named import KEEP
from companion.web.app import create_app
from companion.web.phone import photo as photo_pages
from companion.web.visit.tokens import cookie_name
from tests.support.camera_house import House
from tests.support.phones import SeatedPhone
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CODE, Night
from vision.runtime.photo_process import PhotoTables

JPEG = b"\xff\xd8 a photo"


@dataclass
class Oracle:
    """A reader that says what the test wants it to say."""

    says: PhotoAnswer = field(default_factory=PhotoAnswer)
    life: int = 1
    asked: list[PhotoRequest] = field(default_factory=list)
    photos: list[bytes] = field(default_factory=list)
    learns: PhotoAnswer = field(default_factory=PhotoAnswer)
    gone: type[ReaderGone] | None = None

    def wake(self) -> int:
        return self.life

    def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
        if self.gone:
            raise self.gone
        self.asked.append(request)
        self.photos.append(photo)
        return self.says if request.kind is PhotoKind.CHECK else self.learns


class Decoding(Oracle):
    """A reader that decodes what it is sent."""

    def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
        return PhotoTables().answer(request, photo)


class Phones:
    """Ann's first turn at a box that reads photos, and what phones send there."""

    def __init__(self, reader: Oracle | None = None, night: Night | None = None) -> None:
        self.night = night or Night()
        if night is None:
            self.night.roll((2, 1), (1, 1, 2))
        self.reader = reader or Oracle()
        self.desk = PhotoDesk(self.night.tables, self.reader)
        self.app = create_app(self.night.tables, photos=self.desk)

    @staticmethod
    def of(tables: Tables) -> PhotoDesk:
        """Return that of a box that has just started."""
        return PhotoDesk(tables, Oracle())

    def phone(self, seat: str = ANN) -> FlaskClient:
        client = self.app.test_client()
        token = self.app.extensions["companion"].tokens.admit(CODE, seat, 0.0)
        client.set_cookie(cookie_name(CODE, seat), token)
        return client

    def send(self, photo: bytes = JPEG, do: str = "check", seat: str = ANN, client: Any = None) -> TestResponse:
        form = {"do": do, "photo": (io.BytesIO(photo), "photo.jpg")}
        headers = {"Accept": "application/json"}
        answer = (client or self.phone(seat)).post(f"/t/{CODE}/s/{seat}/photo", data=form, headers=headers)
        assert isinstance(answer, TestResponse)
        return answer

    def shows(self, position: Position, **more: Any) -> None:
        """Let the next photo to be checked show this."""
        found = self.seen(position)
        self.reader.says = PhotoAnswer(observation=Observation(found.status, found.cells, areas=found.areas, **more))

    def seen(self, position: Position) -> Observation:
        return observation_of(position, colours_of(self.night.table))

    def watches(self, position: Position) -> None:
        """Show this to the camera above the table."""
        observe(self.night.tables, CODE, self.seen(position))

    def view(self, seat: str | None = ANN) -> CameraView:
        """Return the one answer of photo and camera on this seat's page (None: on the table screen)."""
        answer = reader_of(self.night.tables, CODE, seat).page.camera
        assert answer
        return answer


def test_a_photo_on_which_nothing_has_changed_says_so() -> None:
    at = Phones()
    at.shows(at.night.board)
    reply = at.send().get_json()
    assert reply["ok"]
    assert reply["same"]
    assert reply["message"] == "The photo matches the box."
    for seat, answer in ((ANN, True), (BOB, False)):
        assert ("camera-says same" in at.phone(seat).get(f"/t/{CODE}/s/{seat}").text) is answer
    assert at.view(None).state is CameraState.SAME


def test_cells_that_cannot_be_seen_are_named_where_nothing_has_changed() -> None:
    at = Phones()
    cells = observation_of(at.night.board, colours_of(at.night.table)).cells
    shown = {cell: kind for cell, kind in cells.items() if cell != "A6-0"}
    at.reader.says = PhotoAnswer(observation=Observation(ObservationStatus.OK, shown, ("A6-0",)))
    assert "A6-0" in at.send().get_json()["message"]


def test_a_photo_from_much_aside_says_how_to_take_the_next_one() -> None:
    at = Phones()
    at.shows(at.night.board)
    at.reader.says = replace(at.reader.says, hint=say("Hold the phone more upright."))
    at.send()
    assert at.view().hints[-1] == say("Hold the phone more upright.")


def test_a_move_on_a_photo_counts_with_the_tap_of_the_player_who_moved_and_not_before() -> None:
    at = Phones()
    before = at.night.board
    at.shows(before.move_cow("A6-0", "A7-1"))
    assert at.send(seat=BOB).get_json()["ok"]
    assert at.night.board == before
    ann, bob, screen = (photo_view(at.night.tables.live(CODE), seat) for seat in (ANN, BOB, None))
    assert ann
    assert bob
    assert screen
    assert [choice.kind for choice in ann.choices] == ["move_cow"]
    assert not bob.choices
    assert not screen.choices
    assert "The photo shows: cow A6-0 to A7-1" in str(ann.sentence)


def test_no_figure_is_accused_by_a_photo() -> None:
    """A move that the rules refuse is a question, with both cells lit and the photo's version to begin with."""
    at = Phones()
    at.shows(at.night.board.move_cow("A6-0", "A3-0"))
    at.send(seat=BOB)
    seen = photo_view(at.night.tables.live(CODE), BOB)
    assert seen
    assert seen.state is CameraState.UNCLEAR
    assert {"A6-0", "A3-0"} <= {*seen.cells}
    assert seen.arrange
    assert "from=photo" in at.phone(BOB).get(f"/t/{CODE}/s/{BOB}/part").text
    page = at.phone(BOB).get(f"/t/{CODE}/s/{BOB}/arrange?from=photo")
    assert page.status_code == 200
    assert "A3-0" in page.text


@pytest.mark.logs("cannot judge what a camera saw")
def test_a_photo_at_which_the_game_fails_accuses_nobody_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer was that some figures stand elsewhere, at places that are lit; none was."""

    def failing(*_: object) -> None:
        raise ValueError("a mistake")

    at = Phones()
    game = at.night.tables.live(CODE).game
    assert game.camera
    failing_camera = replace(game.camera, judge=failing)
    monkeypatch.setattr(type(game), "camera", property(lambda _: failing_camera))
    at.shows(at.night.board)
    assert at.send().get_json()["message"] == "The camera does not understand what happened."


def test_a_photo_is_a_thing_of_the_past_when_the_table_moves_on() -> None:
    at = Phones()
    at.shows(at.night.board.move_cow("A6-0", "A3-0"))
    at.send()
    at.night.act(ANN, MoveCow("A6-1", "A7-1", 1))
    assert photo_view(at.night.tables.live(CODE), ANN) is None


# --- beside a camera above the table ----------------------------------------------------------


def test_what_the_camera_sees_after_a_photo_takes_its_place_on_every_screen() -> None:
    at = Phones()
    at.watches(at.night.board)
    at.shows(at.night.board)
    at.send()
    assert at.view().photo
    for position, state in (
        (at.night.board.move_cow("A6-0", "A7-1"), CameraState.LEGAL),
        (at.night.board.move_cow("A6-0", "A3-0"), CameraState.ILLEGAL),
        (at.night.board, CameraState.SAME),
    ):
        at.watches(position)
        assert {(at.view(seat).state, at.view(seat).photo) for seat in (ANN, BOB, None)} == {(state, False)}


def test_a_photo_takes_the_place_of_what_the_camera_saw_before() -> None:
    at = Phones()
    at.watches(at.night.board.move_cow("A6-0", "A3-0"))
    at.shows(at.night.board)
    at.send()
    assert (at.view().state, at.view().photo) == (CameraState.SAME, True)


def test_a_photo_that_is_read_while_the_camera_sees_something_new_is_the_older_answer() -> None:
    moved = Night().board.move_cow("A6-0", "A7-1")

    class Slow(Oracle):
        def ask(self, request: PhotoRequest, photo: bytes) -> PhotoAnswer:
            at.watches(moved)
            return super().ask(request, photo)

    at = Phones(Slow())
    at.watches(at.night.board)
    at.shows(at.night.board)
    assert at.send().get_json()["ok"]
    assert (at.view().state, at.view().photo) == (CameraState.LEGAL, False)


def test_screens_are_rung_when_the_camera_repeats_itself_after_a_photo() -> None:
    at, rings = Phones(), list[int]()
    at.watches(at.night.board)
    at.shows(at.night.board.move_cow("A6-0", "A7-1"))
    at.send()
    at.night.tables.bell.listen(CODE, rings.append)
    at.watches(at.night.board)
    assert len(rings) == 1
    assert at.view().state is CameraState.SAME


def test_a_hand_that_comes_after_a_photo_is_told_while_it_is_there_and_a_lost_board_hinders_no_photo() -> None:
    at = Phones()
    at.watches(at.night.board)
    at.shows(at.night.board)
    at.send()
    set_visibility(at.night.tables, CODE, ObservationStatus.COVERED)
    assert at.view().state is CameraState.COVERED
    assert "A hand is over the board" in at.phone().get(f"/t/{CODE}/s/{ANN}/part?have=moves").text
    set_visibility(at.night.tables, CODE, ObservationStatus.OK)
    assert at.view().photo
    set_visibility(at.night.tables, CODE, ObservationStatus.NO_BOARD)
    assert at.view().state is CameraState.LOST
    at.send()
    assert at.view().photo


def test_a_photo_counts_on_when_the_camera_is_turned_away() -> None:
    at = Phones()
    at.watches(at.night.board)
    at.shows(at.night.board)
    at.send()
    forget(at.night.tables, CODE)
    assert at.view().photo


# --- the set-up -------------------------------------------------------------------------------


def test_the_lobby_offers_photos_and_asks_for_the_figures_after_the_empty_board() -> None:
    at = Phones(night=Night(start=False))

    def lobby() -> str:
        return at.phone().get(f"/t/{CODE}/s/{ANN}").text.partition('id="tab-money"')[0]

    assert f'href="/t/{CODE}/s/{ANN}/photo">Photograph the board' in lobby()
    assert at.send(do="empty").get_json()["stage"] == "figures"
    assert f'href="/t/{CODE}/s/{ANN}/photo">Photograph the figures' in lobby()
    assert "before the game has begun" in at.send().text
    assert at.send(do="figures").get_json()["stage"] == "ready"
    assert "photos of the board can be checked" in lobby()
    at.night.act(ANN, StartGame(ANN))
    assert not any(f"Photograph the {what}" in lobby() for what in ("board", "figures"))


def test_the_lobby_offers_photos_also_where_a_phone_could_be_the_camera() -> None:
    at = Phones(night=Night(start=False))
    box = at.app.extensions["companion"]
    box.secure, box.camera.start_reader = "https://box:8363", lambda: None

    def lobby() -> str:
        return at.phone().get(f"/t/{CODE}/s/{ANN}").text.partition('id="tab-money"')[0]

    assert "Set up the camera" in lobby()
    assert f'href="/t/{CODE}/s/{ANN}/photo">Photograph the board' in lobby()
    at.send(do="empty")
    assert f'href="/t/{CODE}/s/{ANN}/photo">Photograph the figures' in lobby()
    at.send(do="figures")
    assert "photos of the board can be checked" in lobby()
    assert "Set up the camera" not in lobby(), "the box has been set up by photos"


def test_nobody_who_tries_it_alone_is_offered_photos_of_a_board_that_is_not_there() -> None:
    """The page before said that the phone is enough."""
    tables = Tables(Log(":memory:"), registry())
    app = create_app(tables, photos=PhotoDesk(tables, Oracle()))
    opened = app.test_client().post("/tables", data={"game": "abilene", "edition": "1993", "demo": "1"})
    page = SeatedPhone.take_seat(app, opened.location[-4:], "Zoe").page
    assert "Photograph the board" not in page.partition('id="tab-money"')[0]


def test_the_lobby_of_a_table_with_a_camera_asks_for_it_to_be_set_up() -> None:
    night = Night(start=False)
    app = create_app(night.tables, camera=CameraSession(night.tables, "0"))
    client = app.test_client()
    client.set_cookie(cookie_name(CODE, ANN), app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    assert f'href="/t/{CODE}/camera">Set up the camera' in client.get(f"/t/{CODE}/s/{ANN}").text


def test_the_lobby_asks_for_no_set_up_of_a_camera_that_reads_the_board() -> None:
    house = House(night=Night(start=False))
    token = house.client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    house.client.set_cookie(cookie_name(CODE, ANN), token)
    house.at(Stage.READY)
    assert "Set up the camera" in house.page(f"s/{ANN}")
    house.at(Stage.WATCHING)
    assert "The camera reads the board." in house.page(f"s/{ANN}")
    assert "Set up the camera" not in house.page(f"s/{ANN}")


def test_one_photo_of_the_figures_sets_a_table_up_and_outlives_the_box() -> None:
    at = Phones()
    page = f"/t/{CODE}/s/{ANN}/photo"
    assert "Take a photo of the figures" in at.phone().get(page).text
    assert at.send(do="figures").get_json()["stage"] == "ready"
    assert Phones.of(at.night.tables).at(CODE).stage is PhotoStage.READY
    at.reader.life = 2
    at.shows(at.night.board)
    assert at.send().get_json()["same"]
    assert [request.kind for request in at.reader.asked[1:]] == [PhotoKind.FIGURES, PhotoKind.CHECK]


def test_a_table_may_be_set_up_with_an_empty_board_and_the_figures() -> None:
    at = Phones()
    page = f"/t/{CODE}/s/{ANN}/photo"
    assert "?of=empty" in at.phone().get(page).text
    assert "Take a photo of the empty board" in at.phone().get(f"{page}?of=empty").text
    at.send(do="empty")
    assert "Take a photo of the figures" in at.phone().get(page).text
    at.send(do="figures")
    assert "Check the board with a photo" in at.phone().get(page).text
    assert at.desk.at(CODE).stage is PhotoStage.READY
    at.phone().post(page, data={"do": "again"})
    assert at.desk.at(CODE).stage is PhotoStage.EMPTY


def test_a_program_that_died_is_taught_again_what_it_knew() -> None:
    at = Phones()
    for do in ("empty", "figures"):
        at.send(do=do)
    at.reader.asked, at.reader.life = [], 2
    at.shows(at.night.board)
    at.send()
    assert [request.kind for request in at.reader.asked] == [PhotoKind.EMPTY, PhotoKind.FIGURES, PhotoKind.CHECK]


BOARD = BoardPhoto(b"the board alone", {"size": [4, 3]})


def test_a_set_up_outlives_the_box_and_goes_with_its_table() -> None:
    at = Phones()
    at.reader.learns = PhotoAnswer(board=BOARD)
    for do in ("empty", "figures"):
        at.send(do=do)
    after = Phones(night=at.night)
    assert after.desk.at(CODE).stage is PhotoStage.READY
    after.shows(at.night.board)
    assert after.send().get_json()["same"]
    taught = [(request.kind, request.lies) for request in after.reader.asked[:2]]
    assert taught == [(PhotoKind.EMPTY, BOARD.lies), (PhotoKind.FIGURES, BOARD.lies)]
    assert after.reader.photos == [BOARD.picture, BOARD.picture, JPEG]
    assert at.night.log.remove_table(CODE, at.night.table.seq)
    assert Phones.of(at.night.tables).at(CODE).stage is PhotoStage.EMPTY


def test_between_the_two_photos_a_set_up_outlives_the_box_too() -> None:
    at = Phones()
    at.send(do="empty")
    assert Phones.of(at.night.tables).at(CODE).stage is PhotoStage.FIGURES
    at.phone().post(f"/t/{CODE}/s/{ANN}/photo", data={"do": "again"})
    assert Phones.of(at.night.tables).at(CODE).stage is PhotoStage.EMPTY


@pytest.mark.logs("it is set up again")
def test_what_another_version_has_kept_is_set_up_again() -> None:
    at = Phones()
    with at.night.log.writing(CODE) as database:
        database.execute(KEEP, (PHOTOS, CODE, '{"board": "1993", "lessons": [1]}', 0.0))
    assert Phones.of(at.night.tables).at(CODE).stage is PhotoStage.EMPTY


@pytest.mark.logs("the program that reads photos died of one")
def test_a_program_that_dies_of_a_photo_is_a_defect_and_no_advice() -> None:
    at = Phones()
    at.reader.gone = ReaderGone
    assert "not your fault" in at.send().get_json()["message"]


@pytest.mark.logs("a photo was not read")
def test_a_photo_that_took_too_long_can_be_taken_again() -> None:
    at = Phones()
    at.reader.gone = ReaderSlow
    assert "took too long" in at.send().get_json()["message"]


@pytest.mark.parametrize(
    ("command", "seconds", "how"),
    [
        ("import sys; sys.exit(1)", 60.0, ReaderGone),
        ("import time; time.sleep(600)", 0.2, ReaderSlow),
        ("print('no JSON')", 60.0, ReaderGone),
    ],
)
def test_a_program_that_ends_hangs_or_babbles_is_gone_and_starts_again(
    command: str, seconds: float, how: type[ReaderGone]
) -> None:
    process = PhotoProcess((sys.executable, "-c", command), seconds)
    request = PhotoRequest(CODE, PhotoKind.CHECK, {})
    for life in (1, 2):
        assert process.wake() == life
        with pytest.raises(ReaderGone) as refusal:
            process.ask(request, JPEG)
        assert refusal.type is how
    process.stop()


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("photo", "sentence"),
    [
        (bytes(LARGEST_PHOTO + 1), "15 megabytes"),
        (bytes(16 * 1024 * 1024), "15 megabytes"),
        (b"\0\0\0\x18ftypheic" + bytes(50), "HEIC"),
        (b"Dear box", "not a photo"),
        (b"\xff\xd8\xff\xe0 torn", "damaged"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x19\0\0\0\x19\x08\x08\x02\0\0\0", "40 megapixels"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(photo: bytes, sentence: str) -> None:
    at = Phones(Decoding())
    answer = at.send(photo)
    assert sentence in (answer.get_json(silent=True) or {"message": answer.text})["message"]
    assert at.night.tables.live(CODE).seen.photo is None


def test_only_who_sits_there_sends_photos() -> None:
    at = Phones()
    assert at.send(client=at.app.test_client()).status_code == 401
    assert at.send(client=at.phone(BOB)).status_code in (401, 403)
    assert not at.reader.asked


def test_so_many_photos_a_minute_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Phones()
    at.shows(at.night.board)
    phone = at.phone()
    with photo_pages.gate:
        busy = at.send(client=phone)
    assert busy.status_code == 503
    assert "busy" in busy.text
    answers = [at.send(client=phone).status_code for _ in range(12)]
    assert answers == [200] * 11 + [429]


@pytest.mark.parametrize("form", [{}, {"do": "check"}, {"do": "dance"}, {"do": "accept"}])
def test_a_message_without_a_photo_is_refused(form: dict[str, str]) -> None:
    at = Phones()
    assert at.phone().post(f"/t/{CODE}/s/{ANN}/photo", data=form).status_code == 422


def test_without_a_program_that_reads_photos_nobody_is_offered_one() -> None:
    at = Phones()
    at.app = create_app(at.night.tables)
    assert at.send().status_code == 404
    assert "form.photo" not in at.phone().get(f"/t/{CODE}/s/{ANN}").text


def test_a_board_that_is_not_found_asks_for_four_taps() -> None:
    at = Phones()
    at.reader.says = PhotoAnswer(say("No corner marker is to be seen."), tap=True)
    answer = at.send().get_json()
    assert (answer["ok"], answer["tap"]) == (False, True)


# --- scripts ----------------------------------------------------------------------------------


def test_a_script_with_a_seats_token_sets_up_and_checks_with_photos_as_the_box_describes_it() -> None:
    at = Phones()
    where = "/api/tables/{code}/seats/{seat}/photo"
    client = at.app.test_client()
    document = client.get("/api/openapi.json").get_json()
    described = document["paths"][where]["post"]
    form = described["requestBody"]["content"]["multipart/form-data"]["schema"]
    answer = described["responses"]["200"]["content"]["application/json"]["schema"]
    schema = document["components"]["schemas"][answer["$ref"].rpartition("/")[2]]
    token = at.app.extensions["companion"].tokens.admit(CODE, ANN, 0.0)

    def send(do: str, **bearer: str) -> TestResponse:
        body = {"do": do, "photo": (io.BytesIO(JPEG), "photo.jpg")}
        assert form["properties"].keys() >= body.keys()
        return client.post(where.format(code=CODE, seat=ANN), data=body, headers=bearer)

    assert send("check").status_code == 401
    at.shows(at.night.board.move_cow("A6-0", "A7-1"))
    stages = []
    for do in ("empty", "figures", "check"):
        reply = send(do, Authorization=f"Bearer {token}")
        assert reply.status_code == 200
        assert set(schema["required"]) == reply.get_json().keys()
        stages.append(reply.get_json()["stage"])
    assert stages == ["figures", "ready", "ready"]
    page = client.get(f"/api/tables/{CODE}/seats/{ANN}", headers={"Authorization": f"Bearer {token}"}).get_json()
    assert [choice["kind"] for choice in page["page"]["camera"]["choices"]] == ["move_cow"]


def test_whether_a_photo_may_come_is_known_before_a_byte_of_it_is_taken() -> None:
    at = Phones()
    box = at.app.extensions["companion"]
    cookie = {"COOKIE": f"{cookie_name(CODE, ANN)}={box.tokens.admit(CODE, ANN, 0.0)}"}
    script = {"AUTHORIZATION": f"Bearer {box.tokens.admit(CODE, BOB, 0.0)}"}
    page = f"/t/{CODE}/s/{ANN}/photo"
    assert photo_pages.takes_photo(box, page, cookie)
    assert photo_pages.takes_photo(box, f"/api/tables/{CODE}/seats/{BOB}/photo", script)
    for path, headers in (
        ("/nonsense/photo", cookie),
        (f"{page}/photo", cookie),
        (page, {}),
        (page, script),
        (page, {"COOKIE": f"{cookie_name(CODE, ANN)}=made-up"}),
        (f"/t/ZZZZ/s/{ANN}/photo", cookie),
    ):
        assert not photo_pages.takes_photo(box, path, headers), path
    for _ in range(12):
        at.send()
    assert not photo_pages.takes_photo(box, page, cookie), "twelve in a minute are enough"
