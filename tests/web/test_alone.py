"""A game that is tried alone: the introduction on the phone, and bots that wait for the person."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from companion.app.bots import BotRunner, play_once
from companion.app.guide import unread
from companion.app.tables import Tables
from companion.core.table.commands import StartGame
from companion.games import registry
from companion.games.abilene.edition_1993.messages import RollDice
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.phones import SeatedPhone

GAMES = [(game.name, edition) for editions in registry().values() for edition, game in editions.items()]


def alone(game: str, edition: str) -> tuple[Tables, Flask, SeatedPhone]:
    """Return a demo table, its application, and the phone of Zoe, who has taken a seat."""
    tables = Tables(Log(":memory:"), registry())
    app = create_app(tables)
    opened = app.test_client().post("/tables", data={"game": game, "edition": edition, "demo": "1"})
    return tables, app, SeatedPhone.take_seat(app, opened.location[-4:], "Zoe")


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_player_who_tries_a_game_alone_reads_what_it_is_who_the_others_are_and_what_to_do(
    game: str, edition: str
) -> None:
    """The page used to begin with the bots that had changed their seats."""
    tables, _, zoe = alone(game, edition)
    played = tables.game(game, edition)
    assert played.bots
    about, first = map(str, played.bots.first_words)
    beginning = unescape(zoe.page).partition('id="beginning"')[2].partition("</section>")[0]
    assert beginning.index(about) < beginning.index("Played by the box: ") < beginning.index(first)
    assert all(seat.name in beginning for seat in tables.table(zoe.code).seats if seat.box)
    zoe.press("start_game")
    assert tables.table(zoe.code).ids[0] == zoe.seat, "the player who tries it alone begins"
    after = unescape(zoe.page)
    assert (about in after) is not bool(played.lessons), "lessons begin where the introduction ends"


@pytest.fixture
def begun() -> tuple[Tables, SeatedPhone, BotRunner]:
    """Return a game in which the bot Annie goes first, with Zoe's phone and the runner of the bots."""
    tables, _, zoe = alone("abilene", "1993")
    tables.act(zoe.code, zoe.seat, StartGame("s1"))
    tables.presence.look(zoe.code)
    return tables, zoe, BotRunner(tables, pace=0.0)


def test_bots_wait_until_the_person_has_read_the_introduction(
    begun: tuple[Tables, SeatedPhone, BotRunner],
) -> None:
    """A bot used to steal a cow within eight seconds."""
    tables, zoe, players = begun
    seq = tables.table(zoe.code).seq
    players._round()
    assert tables.table(zoe.code).seq == seq
    assert "Let the others begin" in zoe.page
    zoe.press("go_on")
    players._round()
    assert tables.table(zoe.code).seq > seq + 1
    assert "Let the others begin" not in zoe.page


def test_acting_counts_as_having_read_the_introduction() -> None:
    tables, _, zoe = alone("abilene", "1993")
    zoe.press("start_game")
    assert unread(tables.live(zoe.code))
    tables.act(zoe.code, zoe.seat, RollDice((1, 2), (1, 2, 3)))
    assert not unread(tables.live(zoe.code))
    assert 'id="beginning"' not in zoe.page


def test_a_player_who_tries_cows_alone_needs_neither_a_pile_of_cities_nor_a_hand_of_cards() -> None:
    """The primary button used to be out of sight below twelve cities, and the page asked to draw cards."""
    tables, _, zoe = alone("unexploded_cow", "2011")
    zoe.press("start_game")
    assert zoe.offers("turn_up_city")[0] == {"name": ""}
    zoe.press("turn_up_city")
    state = tables.table(zoe.code).play
    assert state.city.name in {city.name for city in BUILTIN_DECK.cities}
    assert "Draw two cards" not in zoe.page
    dealt = [fixed for fixed in zoe.offers("play_card") if fixed]
    assert {fixed["card"] for fixed in dealt} == {"Duchess", "Stampy", "Goldhorn"}, "a hand, and no other card"
    zoe.press("play_card")
    [played] = [cow.name for herd in tables.table(zoe.code).play.herds.values() for cow in herd]
    assert played not in {fixed["card"] for fixed in zoe.offers("play_card") if fixed}
    zoe.press("roll_die")


def test_what_the_box_does_for_a_person_alone_at_the_start_waits_for_nothing() -> None:
    """The page used to ask which steers have the fever, without a way to answer."""
    tables, _, zoe = alone("abilene", "1983")
    zoe.press("start_game")
    tables.presence.look(zoe.code)
    assert "Let the others begin" not in zoe.page
    players = BotRunner(tables, pace=1_000.0)
    for _ in tables.table(zoe.code).seats:
        players._round()
    assert "Move your steers" in zoe.page


def test_a_person_alone_sees_the_own_money_uncovered() -> None:
    _, _, zoe = alone("abilene", "1993")
    zoe.press("start_game")
    assert 'data-open="yes"' in zoe.page
    assert "Cows sold: 0 of 8." in zoe.page


def test_a_table_of_people_waits_for_nobody_to_read() -> None:
    tables = Tables(Log(":memory:"), registry())
    app = create_app(tables)
    opened = app.test_client().post("/tables", data={"game": "any_game", "edition": "any"})
    phones = [SeatedPhone.take_seat(app, opened.location.split("/")[2], name) for name in ("Ann", "Bob")]
    phones[0].press("start_game")
    assert not unread(tables.live(phones[0].code))
    assert 'id="beginning"' not in phones[0].page


def test_nobody_alone_is_asked_for_what_only_the_box_can_know() -> None:
    tables, _, zoe = alone("western_town", "2012")
    zoe.press("start_game")
    assert not zoe.offers("take_start"), "the box is about to hand out the start card"
    assert "The box does this for you</h1>" in zoe.page, "nothing is asked that it does itself"
    while tables.table(zoe.code).play.card is None:
        assert play_once(tables, zoe.code)
        assert not zoe.offers("turn_up_card")
    assert zoe.offers("play_card")


def test_somebody_alone_needs_no_name_and_is_asked_for_no_camera() -> None:
    """A second page used to ask for a name, and for a ranch, a colour and a brand."""
    client = create_app(Tables(Log(":memory:"), registry())).test_client()
    wishes = {"game": "abilene", "edition": "1993", "demo": "1", "name": ""}
    assert "/j/" in client.post("/tables", data=wishes).location, "where somebody else may sit down"
    page = client.post("/tables", data={**wishes, "alone": "1"}, follow_redirects=True)
    assert "Guest" in page.text
    assert "Start the game" in page.text
    assert "Set up the camera" not in page.text


def test_somebody_who_comes_to_try_it_alone_is_not_asked_for_it_again() -> None:
    client = create_app(Tables(Log(":memory:"), registry())).test_client()
    assert "/games/abilene?alone=1" in client.get("/").text
    page = client.get("/games/abilene?alone=1").text
    assert "Try it alone" in page
    assert "Yes, I sit down" not in page
    assert "How much the box does" not in page
    assert "This phone is enough" in page
    assert "the figures and the dice" not in page, "nothing of it is needed"
    assert "Yes, I sit down" in client.get("/games/abilene").text
