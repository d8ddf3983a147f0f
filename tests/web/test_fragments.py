"""Fragments: a screen fetches those that it shows and that have changed; none tells a seat's secrets to another."""

from __future__ import annotations

import gzip
import random
import re
import weakref
import zlib

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level, Seat
from companion.games.abilene.common.messages import MoveCow
from companion.games.abilene.edition_1993.messages import RollDice
from companion.web.app import create_app
from companion.web.fragments import kept as keeping
from companion.web.fragments.common import CURRENCY, FIGURES
from companion.web.fragments.fragment import AnyFragment, Public, render
from companion.web.fragments.kept import KeptFragments
from companion.web.fragments.packing import compressed, gzipped, stored
from companion.web.phone.pages import FRAGMENTS
from companion.web.screen.pages import FRAGMENTS as SCREENS
from companion.web.words import i18n
from tests.support.table import ANN, BOB, CID, CODE, Night

ELEMENT = re.compile(r'<template data-fragment="(\w+)" data-version="([\w-]+)">(.*?)</template>', re.DOTALL)
SHARED = [each.name for each in FRAGMENTS if isinstance(each, Public)]


@pytest.fixture
def night() -> Night:
    return Night()


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def phone(app: Flask, seat: str) -> FlaskClient:
    client = app.test_client()
    token = app.extensions["companion"].tokens.admit(CODE, seat, 0.0)
    client.set_cookie(f"seat-{CODE}-{seat}", token)
    return client


def fetched(client: FlaskClient, seat: str, have: str | None = None) -> dict[str, tuple[str, str]]:
    """Return version and HTML of each fragment in the answer, by name. ``have``: what the phone holds."""
    address = f"/t/{CODE}/s/{seat}/part"
    text = client.get(address if have is None else f"{address}?have={have}").text
    return {name: (version, html) for name, version, html in ELEMENT.findall(text)}


def holding(found: dict[str, tuple[str, str]]) -> str:
    """Return the value of ``have`` of a phone that holds these fragments."""
    return ",".join(f"{name}.{version}" for name, (version, _) in found.items())


def test_a_phone_gets_the_fragments_that_it_shows_in_the_order_of_the_page(app: Flask) -> None:
    ann = phone(app, ANN)
    assert [*fetched(ann, ANN, "log,top")] == ["top", "log"]
    assert [*fetched(ann, ANN)] == [each.name for each in FRAGMENTS]


def test_what_a_phone_holds_is_not_sent_again(app: Flask, night: Night) -> None:
    ann = phone(app, ANN)
    night.act(BOB, Pay(CID, 300))
    held = fetched(ann, ANN, "top,now,money,log,rules")
    assert fetched(ann, ANN, holding(held)) == {}
    night.act(BOB, Pay(CID, 300, "a bet"))
    assert [*fetched(ann, ANN, holding(held))] == ["log"], "Ann's own money and question are as they were"
    assert {"money", "log"} <= {*fetched(phone(app, CID), CID, holding(held))}


def test_every_answer_says_where_the_table_stands(app: Flask, night: Night) -> None:
    ann = phone(app, ANN)
    for _ in range(2):
        text = ann.get(f"/t/{CODE}/s/{ANN}/part?have=").text
        assert f'data-seq="{night.table.seq}"' in text
        night.act(BOB, Pay(CID, 300))


@pytest.mark.parametrize("have", ["nothing", "..", "top.", "top.x.y,,", "<b>", "money" * 1_000])
def test_nonsense_about_what_a_phone_holds_is_ignored(app: Flask, have: str) -> None:
    answer = phone(app, ANN).get(f"/t/{CODE}/s/{ANN}/part", query_string={"have": have})
    assert answer.status_code == 200
    assert len(ELEMENT.findall(answer.text)) == ("top" in have)


def test_what_is_shared_is_the_same_for_all_and_rendered_once(
    app: Flask, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    first = render

    def counting(fragment: AnyFragment, value: object) -> object:
        rendered.append(fragment.name)
        return first(fragment, value)

    monkeypatch.setattr("companion.web.fragments.kept.render", counting)
    phones = {seat: phone(app, seat) for seat in night.table.ids}
    for number in (1, 2):
        pages = {seat: fetched(client, seat) for seat, client in phones.items()}
        for name in SHARED:
            assert len({pages[seat][name] for seat in phones}) == 1
            assert rendered.count(name) <= number
        assert rendered.count("log") == number
        night.act(BOB, Pay(CID, 300))
    assert rendered.count("rules") == 1, "a payment changes nothing of the house rules"


def test_a_fragment_is_rendered_in_the_language_of_its_reader(app: Flask) -> None:
    ann = phone(app, ANN)
    texts = [
        ann.get(f"/t/{CODE}/s/{ANN}/part?have=rules", headers={"Accept-Language": each}).text for each in ("en", "fr")
    ]
    assert "During the game" in texts[0]
    assert "During the game" not in texts[1]


def test_after_an_action_a_screen_is_not_shown_older_fragments(app: Flask, night: Night) -> None:
    screen = app.test_client()
    before = screen.get(f"/t/{CODE}/screen/part?have=side").text
    night.act(BOB, Pay(CID, 300, "a bet about the weather"))
    assert "a bet about the weather" not in before
    assert "a bet about the weather" in screen.get(f"/t/{CODE}/screen/part?have=side").text
    assert "a bet about the weather" in screen.get(f"/t/{CODE}/screen").text


def test_a_camera_that_comes_between_two_actions_is_found_on_the_table_screen(app: Flask, night: Night) -> None:
    part, link = f"/t/{CODE}/screen/part?have=here", f'href="/t/{CODE}/camera"'
    assert link not in app.test_client().get(part).text
    app.extensions["companion"].camera.source = "0"
    assert link in app.test_client().get(part).text


def test_an_action_in_the_middle_of_a_page_disturbs_nobody(app: Flask, night: Night) -> None:
    """A page that reads the log used to fail when a line was added meanwhile."""
    before = night.tables.live(CODE).records
    reading = iter(before)
    read = [next(reading)]
    night.act(BOB, Pay(CID, 300))
    assert (*read, *reading) == before


# --- nothing of a seat in another's ---


def test_a_shared_fragment_has_nothing_of_its_first_reader(app: Flask, night: Night) -> None:
    """A shared fragment is the same whichever seat asks first."""
    asked_first = []
    for seat in (ANN, BOB):
        night.tables.bell.notify(CODE, night.table.seq)
        asked_first.append({name: each for name, each in fetched(phone(app, seat), seat).items() if name in SHARED})
    assert asked_first[0] == asked_first[1]


def test_no_seat_finds_its_money_in_what_is_shared(app: Flask, night: Night) -> None:
    night.act(ANN, Pay(BOB, 137))
    night.act(ANN, Pay(BOB, 1_000))
    balance = f"{night.table.accounts[ANN]:,}"
    found = fetched(phone(app, ANN), ANN)
    assert balance in found["money"][1]
    assert not [name for name in SHARED if balance in found[name][1]]


def test_the_fragments_of_a_seat_are_that_seats_alone(app: Flask) -> None:
    bob = phone(app, BOB)
    assert bob.get(f"/t/{CODE}/s/{ANN}/part?have=money").status_code in (401, 403)
    assert app.test_client().get(f"/t/{CODE}/s/{ANN}/part?have=top").status_code == 401


def test_only_what_is_shared_is_compressed_and_each_by_itself(app: Flask, night: Night) -> None:
    """The size of a compressed body would reveal the secret beside a text that another person chose (CRIME, BREACH)."""
    ann = phone(app, ANN)
    packed = ann.get(f"/t/{CODE}/s/{ANN}/part", headers={"Accept-Encoding": "gzip"})
    plain = ann.get(f"/t/{CODE}/s/{ANN}/part")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.data) == plain.data
    assert "Content-Encoding" not in plain.headers
    for name, (_, html) in fetched(ann, ANN).items():
        assert (html.encode() in packed.data) is (name not in SHARED)


def test_the_table_screen_and_phones_share_what_says_the_same_to_everybody() -> None:
    shared = {*FRAGMENTS} & {*SCREENS}
    assert {FIGURES, CURRENCY} <= shared
    assert all(isinstance(each, Public) for each in shared)


def test_the_figures_come_along_with_a_board_and_a_move_changes_nothing_else_of_it() -> None:
    night = Night(level=Level.BOARD, cowboy_dice_mandatory=False)
    ann = phone(create_app(night.tables), ANN)
    first = fetched(ann, ANN, "board")
    assert [*first] == ["board", "figures"]
    assert 'class="figure' in first["figures"][1]
    assert 'class="figure' not in first["board"][1]
    night.act(ANN, RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    moved = fetched(ann, ANN, holding(first))
    assert [*moved] == ["figures"]
    assert 'class="lit"' in moved["figures"][1]


# --- packing ---


def test_segments_make_one_body_that_every_gzip_reads() -> None:
    chance = random.Random(11)
    for _ in range(50):
        parts = [chance.randbytes(chance.choice([0, 1, 300, 65_535, 65_536, 140_000])) for _ in range(4)]
        segments = [chance.choice([compressed, stored])(part) for part in parts]
        body = gzipped(parts, segments)
        assert gzip.decompress(body) == zlib.decompress(body, wbits=31) == b"".join(parts)


def test_the_least_recently_used_table_is_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MAX_KEPT", 3)
    kept = KeptFragments(shown=lambda code: True)
    first = {key: kept.table((key,)) for key in "ABC"}
    kept.table(("A",)), kept.table(("D",)), kept.table(("A",))
    assert [key for key in "AC" if kept.table((key,)) is first[key]] == ["A", "C"]
    assert kept.table(("B",)) is not first["B"]


def test_nothing_is_kept_of_a_table_that_no_screen_shows_any_more() -> None:
    """A finished game left a megabyte behind, until three hundred others had been shown."""
    screens = {"A", "B"}
    kept = KeptFragments(shown=screens.__contains__)
    left, stays = weakref.ref(kept.table(("A", "en"))), kept.table(("B", "en"))
    screens.remove("A")
    kept.table(("C", "en"))
    assert left() is None
    assert kept.table(("B", "en")) is stays


def test_a_reader_who_chooses_another_language_under_more_comes_back_to_the_page(app: Flask) -> None:
    """The form used to lead back to the bare fragment."""
    assert f'name="next" value="/t/{CODE}/s/{ANN}"' in fetched(phone(app, ANN), ANN, "more")["more"][1]


def test_the_payees_are_rendered_anew_for_another_seat_or_language(app: Flask, night: Night) -> None:
    ann, bob = phone(app, ANN), phone(app, BOB)
    first = fetched(ann, ANN, "payees")["payees"]
    assert fetched(bob, BOB, "payees")["payees"] != first, "nobody pays himself"
    night.act(BOB, Pay(CID, 300))
    assert fetched(ann, ANN, "payees")["payees"] == first
    french = ann.get(f"/t/{CODE}/s/{ANN}/part?have=payees", headers={"Accept-Language": "fr"}).text
    assert {name: html for name, _, html in ELEMENT.findall(french)}["payees"] != first[1]


def test_every_table_of_which_fragments_are_kept_keeps_its_translators_too(app: Flask) -> None:
    seated = [(Seat("s1", f"Ann {number}", {}),) for number in range(keeping.MAX_KEPT)]

    def translators() -> list[object]:
        return [i18n._translator("en", None, seats, page) for seats in seated for page in (False, True)]

    with app.app_context():
        assert [*map(id, translators())] == [*map(id, translators())], "another translator, and all is drawn anew"
