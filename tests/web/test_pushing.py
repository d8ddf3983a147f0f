"""The content that streams push: a move for all who wait, and nothing private."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.table.events import PhoneAdmitted
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.games.abilene.edition_1993.messages import RollDice
from companion.games.any_game.messages.play import EndTurn, RequestPayment
from companion.games.any_game.messages.votes import AskBids
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.fragments import pushing
from companion.web.fragments.fragment import render
from companion.web.fragments.open_pages import OpenPage
from companion.web.fragments.pieces import Pieces
from companion.web.fragments.shown import seen_now
from companion.web.phone.pages import FRAGMENTS
from companion.web.screen.pages import FRAGMENTS as SCREENS
from companion.web.visit.tokens import cookie_name
from companion.web.words.i18n import speak_of
from tests.bench.page import BEHIND_THE_BOARD, CHANGED, Page, attribute
from tests.browser.house import moments
from tests.faults.onlooker import page_of_stream
from tests.support.any_evening import AnyEvening
from tests.support.table import ANN, BOB, CID, DAN, Night

ROLL = RollDice((2, 0), (1, 1, 1))
MOVE = {"kind": "move_cow", "data": {"frm": "A6-0", "to": "A7-0", "die": 0}}


@dataclass
class Watched:
    """A page as its script keeps it, with the page as the box knows it."""

    client: FlaskClient
    seat: str | None
    page: Page
    known: OpenPage

    def fetch(self) -> None:
        self.page.take(self.client.get(self.page.wanted()).text)

    def is_current(self) -> bool:
        """Return whether it holds what it would be given if it asked for all it shows."""
        answer = self.client.get(f"{self.page.part}?have={','.join(self.page.held)}").text
        fetched = {name: (version, html.split("\n")) for name, version, html in CHANGED.findall(answer)}
        texts = {name: text for name, text in self.page.texts.items() if name in self.page.held}
        assert {name: text for name, text in texts.items() if text != fetched.get(name, text)} == {}
        held = {name: version for name, (version, _) in fetched.items()}
        return (attribute(answer, "state"), held) == (self.page.state, self.page.held)


def opened(
    app: Flask, code: str, seat: str | None, tab: str = "board", language: str = "en", texts: bool = True
) -> Watched:
    """Open a page with its stream and let it fetch; ``texts``: all it shows anew, or what has changed, as its script
    does.
    """
    client = app.test_client()
    if seat:
        client.set_cookie(cookie_name(code, seat), app.extensions["companion"].tokens.admit(code, seat, 0.0))
    client.set_cookie("lang", language)
    page = Page(client.get(f"/t/{code}/s/{seat}" if seat else f"/t/{code}/screen").text, tab)
    known = page_of_stream(client, f"/t/{code}/stream?seat={seat or ''}&page=p")
    assert known
    watched = Watched(client, seat, page, known)
    watched.page.take(client.get(f"{page.part}?have={','.join(page.sight)}&page=p" if texts else page.wanted()).text)
    return watched


def pushed_to(pages: list[Watched]) -> Mapping[str | None, dict[str, Any] | None]:
    """Return what each page is pushed, by its seat; None: it must fetch."""
    news = [*pages[0].known.news([each.known for each in pages])]
    return {each.seat: json.loads(pushed) if pushed else None for each, pushed in zip(pages, news, strict=True)}


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann has rolled."""
    night = Night(level=Level.BOARD, cowboy_dice_mandatory=False)
    night.act(ANN, ROLL)
    return night


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def all_of(app: Flask, night: Any, **how: Any) -> list[Watched]:
    return [opened(app, night.code, seat, **how) for seat in (*night.table.ids, None)]


def test_those_who_wait_and_the_table_screen_are_shown_a_move_without_asking(app: Flask, night: Night) -> None:
    pages = all_of(app, night)
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    news = pushed_to(pages)
    assert news[ANN] is None, "most of what she sees is hers"
    for each in pages[1:]:
        pushed = news[each.seat]
        assert pushed
        assert each.page.take_news(pushed)
        assert "figures" in pushed["changed"]
        assert each.is_current()


@pytest.mark.parametrize("tab", ["now", "board"])
def test_the_first_news_after_a_page_was_opened_is_shown_without_asking(app: Flask, night: Night, tab: str) -> None:
    """Lines to change are of no use to a page that was drawn with a text and never sent it: all six phones fetched."""
    pages = all_of(app, night, tab=tab, texts=False)
    acting = next(each for each in pages if each.seat == ANN)
    assert acting.page.take_news(acts(acting, MOVE, acting.page.asks(""))["news"])
    for each in pages[1:]:
        assert each.page.take_news(pushed_to([each])[each.seat] or {})
        assert each.is_current()


def test_of_a_long_fragment_only_the_lines_that_have_changed_are_pushed(app: Flask, night: Night) -> None:
    pages = all_of(app, night)
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    pushed = pushed_to(pages)[BOB]
    assert pushed
    assert len(json.dumps(pushed["changed"]["figures"])) < len("\n".join(pages[1].page.texts["figures"][1])) / 5


def test_a_player_who_is_paid_is_told_to_fetch_and_the_others_learn_nothing_of_his_money(
    app: Flask, night: Night
) -> None:
    pages = all_of(app, night, tab="now")
    night.act(ANN, Pay(BOB, 137, "a sombrero"))
    news = pushed_to(pages)
    assert news[ANN] is news[BOB] is None
    for seat in (CID, DAN):
        pushed = news[seat]
        assert pushed
        assert "sombrero" not in json.dumps(pushed)
    assert all(each.page.take_news(news[each.seat] or {}) for each in pages[2:])


def test_a_page_that_has_missed_something_notices_and_fetches(app: Flask, night: Night) -> None:
    pages = all_of(app, night)
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    pushed_to(pages)  # lost on the way
    night.act(ANN, EndStep(Step.CATTLE))
    pushed = pushed_to(pages)[BOB]
    assert pushed is None or not pages[1].page.take_news(pushed)
    pages[1].fetch()
    assert pages[1].is_current()


def test_a_page_that_fetched_meanwhile_is_told_from_there_on(app: Flask, night: Night) -> None:
    pages = all_of(app, night)
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    for each in pages:
        each.fetch()
    news = pushed_to(pages)
    assert set(news.values()) == {None}
    night.act(ANN, EndStep(Step.CATTLE))
    news = pushed_to(pages)
    assert pages[1].page.take_news(news[BOB] or {})
    assert pages[1].is_current()


def test_a_player_who_acts_is_told_what_is_his_with_the_answer(app: Flask, night: Night) -> None:
    ann, bob = opened(app, night.code, ANN), opened(app, night.code, BOB)
    answer = acts(ann, MOVE, ann.page.asks(""))
    assert "moves" in answer["news"]["changed"]
    assert ann.page.take_news(answer["news"])
    assert ann.is_current()
    assert next(ann.known.news([ann.known, bob.known])) is None, "the stream need not tell her again"


def test_a_player_who_moves_on_the_board_is_told_nothing_of_what_stands_behind_it(app: Flask, night: Night) -> None:
    """Half of the fragments rendered for the player who moved stood under another tab."""
    ann, bob = opened(app, night.code, ANN), opened(app, night.code, BOB)
    news = acts(ann, MOVE, ann.page.asks(""))["news"]
    assert {"asked", "moves"} <= set(news["versions"])
    assert not set(BEHIND_THE_BOARD) & (set(news["versions"]) | set(bob.page.held))
    night.act(ANN, EndStep(Step.CATTLE))
    night.act(ANN, EndStep(Step.COWBOYS))
    bob.fetch()
    assert set(bob.page.held) >= set(BEHIND_THE_BOARD), "he is asked for his dice, which are typed there"
    assert bob.is_current()


def test_a_player_who_moved_last_is_pushed_that_it_cannot_be_taken_back_any_more(app: Flask, night: Night) -> None:
    """Private content in the same fragment made this phone fetch after every roll of the next player."""
    night.act(ANN, EndStep(Step.CATTLE))
    night.act(ANN, EndStep(Step.COWBOYS))
    ann = opened(app, night.code, ANN)
    assert 'data-kind="undo"' in "".join(ann.page.texts["moves"][1])
    night.act(BOB, ROLL)
    pushed = pushed_to([ann])[ANN]
    assert pushed
    assert ann.page.take_news(pushed)
    assert "".join(ann.page.texts["moves"][1]) == ""


def test_a_move_leaves_the_list_of_players_as_it_is(app: Flask, night: Night) -> None:
    screen = opened(app, night.code, None)
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    pushed = pushed_to([screen])[None]
    assert pushed
    assert set(pushed["changed"]) == {"head", "figures", "side"}


@pytest.mark.parametrize("query", ["", "?page=", "?page=another"])
def test_a_script_that_acts_is_told_the_number_alone(app: Flask, night: Night, query: str) -> None:
    assert acts(opened(app, night.code, ANN), MOVE, query) == {"seq": night.table.seq}


@pytest.mark.logs("is not told what has become of its action")
def test_an_action_counts_though_its_page_cannot_be_made(
    app: Flask, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    ann = opened(app, night.code, ANN)
    monkeypatch.setattr(pushing, "_news", broken)
    assert acts(ann, MOVE, "?page=p") == {"seq": night.table.seq}


def acts(watched: Watched, action: dict[str, Any], query: str) -> dict[str, Any]:
    """Return the answer to an action of this page's reader."""
    path = f"/api/tables/{watched.known.code}/actions{query}"
    found: dict[str, Any] = watched.client.post(path, json={"seat": watched.seat, **action}).get_json()
    return found


def test_a_stranger_and_another_seat_are_told_numbers(app: Flask, night: Night) -> None:
    address = f"/t/{night.code}/stream?seat={ANN}&page=p"
    assert page_of_stream(app.test_client(), address) is None
    assert page_of_stream(opened(app, night.code, BOB).client, address) is None
    assert page_of_stream(app.test_client(), f"/t/{night.code}/stream") is None


def test_a_tablet_that_goes_round_is_told_of_the_seat_that_is_open(app: Flask, night: Night) -> None:
    client, tokens = app.test_client(), app.extensions["companion"].tokens
    for seat in (ANN, BOB):
        client.set_cookie(cookie_name(night.code, seat), tokens.admit(night.code, seat, 0.0, serving=True))
    client.set_cookie(f"open-{night.code}", ANN)
    assert page_of_stream(client, f"/t/{night.code}/stream?seat={ANN}&page=p")
    assert page_of_stream(client, f"/t/{night.code}/stream?seat={BOB}&page=p") is None


def test_a_page_that_has_not_fetched_yet_is_told_to(app: Flask, night: Night) -> None:
    client = opened(app, night.code, BOB).client
    page = page_of_stream(client, f"/t/{night.code}/stream?seat={BOB}&page=another")
    assert page
    assert [*page.news([page])] == [""]


def test_a_phone_whose_seat_has_moved_to_another_one_is_told_to_ask(app: Flask, night: Night) -> None:
    """It finds out then; a notice alone would have been pushed to it, and it would have gone on."""
    pages = [opened(app, night.code, seat) for seat in (BOB, CID)]
    app.extensions["companion"].tokens.admit(night.code, BOB, 0.0)
    night.tables.note(night.code, PhoneAdmitted(BOB, "", "pin"))
    assert pushed_to(pages)[BOB] is None
    assert pages[0].client.get(pages[0].page.wanted()).status_code == 403


def test_every_page_is_told_in_its_own_language(app: Flask, night: Night) -> None:
    pages = [opened(app, night.code, seat, "now", each) for seat, each in ((BOB, "de"), (CID, "fr"), (DAN, "de"))]
    night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    news = pushed_to(pages)
    assert all(pushed and each.page.take_news(pushed) for each, pushed in zip(pages, news.values(), strict=True))
    assert all(each.is_current() for each in pages)
    assert len({"\n".join(each.page.texts["said"][1]) for each in pages}) == 2


@pytest.mark.parametrize("name", registry())
def test_a_lobby_is_pushed_when_somebody_sits_down(name: str) -> None:
    """Outside a request the picture of a game without a map of places had no address, and every page had to fetch."""
    app = create_app(Tables(Log(":memory:"), registry()))
    api = app.test_client()
    opening = api.post("/api/tables", json={"game": name, "edition": next(iter(registry()[name]))})
    code = opening.get_json()["code"]
    api.post(f"/api/tables/{code}/seats", json={"name": "Ann"})
    screen, phone = opened(app, code, None), opened(app, code, "s1", "now")
    assert api.post(f"/api/tables/{code}/seats", json={"name": "Bob"}).status_code == 200
    assert screen.page.take_news(pushed_to([screen, phone])[None] or {})
    assert screen.is_current()


# --- no stream carries a secret ---


def test_nobody_can_guess_from_a_version_what_is_in_a_fragment(app: Flask, night: Night) -> None:
    """It goes over streams, and a fragment with somebody's money has few forms that can be tried."""
    held = opened(app, night.code, BOB).known.held
    assert held
    unkeyed = {name: blake2b(each.html.encode(), digest_size=6).digest() for name, each in held.items()}
    assert not [name for name, each in held.items() if urlsafe_b64decode(each.version) == unkeyed[name]]


def _prairie() -> tuple[Any, Iterator[Any]]:
    night = Night(level=Level.BOARD, start=False, cowboy_dice_mandatory=False, cows_to_sell=8)
    return night, moments(night)


def _hidden_money() -> tuple[Any, Iterator[Any]]:
    night = Night(cash_visibility="own")
    return night, map(partial(_acts, night), ((payer, Pay(BANK, 100)) for payer in (ANN, BOB, CID, ANN)))


def _any_game() -> tuple[Any, Iterator[Any]]:
    bank = AnyEvening(3, turns=True)
    steps = ((ANN, EndTurn()), (BOB, RequestPayment(CID, 26, "rent")), (BOB, AskBids("the mill")))
    return bank, map(partial(_acts, bank), steps)


def _acts(evening: Any, step: tuple[str, Any]) -> None:
    evening.act(*step)


@pytest.mark.parametrize("played", [_prairie, _hidden_money, _any_game])
def test_only_what_the_table_screen_may_read_is_pushed(played: Callable[[], tuple[Any, Iterator[Any]]]) -> None:
    assert pushed_to_everybody(*played())


def test_a_box_that_takes_everything_for_public_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pieces, "is_public", lambda page, rendered: True)
    with pytest.raises(AssertionError, match="is not for everybody"):
        pushed_to_everybody(*_prairie())


def pushed_to_everybody(table: Any, goes_on: Iterator[Any]) -> int:
    """Return how many fragments were pushed. Raise AssertionError for one that not everybody may see as it is."""
    app, pushes = create_app(table.tables), 0
    pages: list[Watched] = []
    for _ in goes_on:
        pages = pages or all_of(app, table)
        news = pushed_to(pages)
        for each in pages:
            pushed = news[each.seat]
            if pushed and each.page.take_news(pushed):
                pushes += len(pushed["changed"])
                for name in pushed["changed"]:
                    fragment = "\n".join(each.page.texts[name][1])
                    assert fragment == for_everybody(app, table.code, each.seat, name), f"{name} is not for everybody"
            else:
                each.fetch()
            assert each.is_current()
    return pushes


def for_everybody(app: Flask, code: str, seat: str | None, name: str) -> str:
    """Return a fragment of this kind of page, made from what the table screen may see."""
    fragment = next(each for each in (FRAGMENTS if seat else SCREENS) if each.name == name)
    with app.test_request_context():
        seen = seen_now(code, f"http://localhost/j/{code}")
        speak_of(seen.moment.live)
        return render(fragment, seen.public_value(fragment)).html
