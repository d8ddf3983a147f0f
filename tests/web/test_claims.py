"""Evenings whose phones are gone: the asking phone answers for the seat, where its old phone is silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.app.notifier import SILENT_SECONDS
from companion.core.table.commands import Agree, Refuse, SetRemembering
from companion.core.table.events import PhoneAdmitted, ProposalAgreed
from companion.store import phones
from companion.web.app import create_app
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night
from tests.web.test_seats import seated


@dataclass
class Asker:
    """A new phone that asks for a seat."""

    app: Flask
    seat: str

    def __post_init__(self) -> None:
        self.client = self.app.test_client()
        self.key = self.seat * 16
        asked = {"seat": self.seat, "key": self.key}
        assert self.client.post(f"/t/{CODE}/claim", data=asked).status_code == 303

    @property
    def path(self) -> str:
        return f"/t/{CODE}/claims/{self.key}"

    @property
    def page(self) -> str:
        return as_read(self.client.get(self.path).text)

    def vouch(self, night: Night, *vouching: str) -> TestResponse:
        motions = [each.id for each in night.table.motions if each.message.data["seat"] in vouching]
        return self.client.post(f"{self.path}/vouch", data={"motion": motions})

    def comes(self) -> bool:
        answer = self.client.get(self.path)
        return answer.status_code == 303 and self.client.get(answer.headers["Location"]).status_code == 200


@pytest.fixture
def night() -> Night:
    return Night(3)


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def test_new_phones_for_every_seat_let_one_another_in(night: Night, app: Flask) -> None:
    """An old evening on other phones was locked: the others were asked, who held no phone, and one at a time."""
    ann, bob, cid = (Asker(app, seat) for seat in (ANN, BOB, CID))
    assert "They are here: Bob, Cid" in ann.page
    assert ann.vouch(night, BOB, CID).status_code == 303
    assert "The others are asked" in ann.page
    assert bob.vouch(night, ANN, CID).status_code == 303
    assert "They are here: Ann, Bob" in cid.page, "it is let in, and asked first"
    assert cid.vouch(night, ANN, BOB).status_code == 303
    assert all(each.comes() for each in (ann, bob, cid))
    assert [event.how for event in night.events(PhoneAdmitted)] == ["askers"] * 3
    assert night.table.vouched == (ANN, BOB, CID)
    assert not night.table.motions


def test_that_they_did_stays_on_every_screen_for_the_rest_of_the_game(night: Night, app: Flask) -> None:
    for asker in (askers := [Asker(app, seat) for seat in (ANN, BOB, CID)]):
        asker.vouch(night, *{ANN, BOB, CID} - {asker.seat})
    assert all(each.comes() for each in askers)
    app = create_app(night.restarted().tables)
    words = "New phones let one another in, since the old ones were gone: Ann, Bob, Cid"
    assert words in as_read(app.test_client().get(f"/t/{CODE}/screen").text)
    for _ in range(20):
        night.act(ANN, SetRemembering(not night.table.remembered))
    assert words in as_read(app.test_client().get(f"/t/{CODE}/screen").text)


def test_a_phone_that_is_there_is_asked_itself(night: Night, app: Flask) -> None:
    """A phone that asks for all seats while people play has no voice at all."""
    clock = 0.0
    night.tables.presence.clock = lambda: clock
    old = {seat: seated(app, CODE, seat) for seat in (ANN, BOB, CID)}
    ann, bob, cid = (Asker(app, seat) for seat in (ANN, BOB, CID))
    assert ann.vouch(night, BOB, CID).status_code == 422
    assert "The old phone of Ann was here a moment ago" in ann.page
    clock += SILENT_SECONDS + 1
    old[ANN].get(f"/t/{CODE}/s/{ANN}/part")
    assert ann.vouch(night, BOB, CID).status_code == 422
    assert bob.vouch(night, ANN, CID).status_code == 303
    assert cid.vouch(night, ANN, BOB).status_code == 303
    assert not bob.comes(), "Ann is asked herself"
    assert not cid.comes()
    (about_bob,) = (each for each in night.table.motions if each.message.data["seat"] == BOB)
    night.act(ANN, Agree(about_bob.id))
    assert bob.comes()


def test_two_phones_of_four_that_are_gone_answer_beside_those_that_are_there() -> None:
    night = Night(4)
    app = create_app(night.tables)
    for seat in (ANN, DAN):
        seated(app, CODE, seat)
    bob, cid = Asker(app, BOB), Asker(app, CID)
    assert bob.vouch(night, CID).status_code == 303
    assert cid.vouch(night, BOB).status_code == 303
    assert not bob.comes()
    for motion in night.table.motions:
        for seat in (ANN, DAN):
            night.act(seat, Agree(motion.id))
    assert bob.comes()
    assert cid.comes()


def test_nobody_lets_himself_in(app: Flask, night: Night) -> None:
    bob = Asker(app, BOB)
    assert bob.vouch(night, BOB).status_code == 422
    assert not bob.comes()
    for motion in ("", "x", "1" * 30, "0"):
        assert bob.client.post(f"{bob.path}/vouch", data={"motion": motion}).status_code == 422


@pytest.mark.parametrize("how", ["withdrawn", "replaced", "PIN"])
def test_what_a_new_phone_answered_for_a_seat_goes_with_it(app: Flask, night: Night, how: str) -> None:
    """Otherwise a stranger's voice would count beside the owner's."""
    ann, bob = Asker(app, ANN), Asker(app, BOB)
    bob.vouch(night, ANN)
    (about_ann,) = (each for each in night.table.motions if each.message.data["seat"] == ANN)
    assert (about_ann.agreed, about_ann.vouched) == ((BOB,), (BOB,))
    match how:
        case "withdrawn":
            assert bob.client.post(f"{bob.path}/withdraw").status_code == 303
            assert bob.client.post(f"{bob.path}/withdraw").status_code == 422
        case "replaced":
            app.test_client().post(f"/t/{CODE}/claim", data={"seat": BOB, "key": "n" * 32})
        case "PIN":
            phones.set_pin(night.log, CODE, BOB, "1234")
            body = {"pin": "1234"}
            assert app.test_client().post(f"/api/tables/{CODE}/seats/{BOB}/claim", json=body).status_code == 200
    (about_ann,) = (each for each in night.table.motions if each.message.data["seat"] == ANN)
    assert (about_ann.agreed, about_ann.vouched) == ((), ())
    assert "Not this time" in bob.page
    assert "Stop asking" in ann.page


def test_an_old_phone_that_wakes_up_refuses_what_was_answered_for_its_seat(app: Flask, night: Night) -> None:
    ann, bob = Asker(app, ANN), Asker(app, BOB)
    bob.vouch(night, ANN)
    night.act(BOB, Refuse(night.table.motions[0].id))
    assert "Not this time" in ann.page


def test_the_log_says_who_answered(app: Flask, night: Night) -> None:
    Asker(app, ANN)
    Asker(app, BOB).vouch(night, ANN)
    assert night.events(ProposalAgreed)[-1].asking
    assert night.report()[-1] == "The new phone of s2 agreed: A new phone asks for the seat of s1"


def test_where_nobody_answers_the_page_says_what_to_do(app: Flask, night: Night) -> None:
    page = Asker(app, ANN).page
    assert "Let each of them ask for the seat on the new one" in page
    assert "--host-page" in page


def test_several_phones_that_come_back_are_one_notice(app: Flask, night: Night) -> None:
    """Five notices stood above everything for a turn, and what was to be done below the fold."""
    for seat in (ANN, BOB, CID):
        phones.set_pin(night.log, CODE, seat, "1234")
        body = {"pin": "1234"}
        assert app.test_client().post(f"/api/tables/{CODE}/seats/{seat}/claim", json=body).status_code == 200
    shown: Any = app.test_client().get(f"/api/tables/{CODE}").json
    assert shown["notices"] == ["Ann, Bob, Cid moved to other phones"]


def test_the_table_screen_asks_for_all_new_phones_in_one_line(app: Flask, night: Night) -> None:
    """Six questions, one below the other, ended below the foot of a television."""
    for seat in (ANN, BOB):
        Asker(app, seat)
    page = as_read(app.test_client().get(f"/t/{CODE}/screen").text)
    assert page.count('class="asking"') == 1
    assert "New phones ask for the seats of Ann, Bob" in page
    assert "Still to answer: Bob, Cid, Ann" in page
