"""What is to be moved on the real table stands on one phone, first of all, and only where something real lies."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table.table_messages import Undo
from companion.games.western_town.commands import ChangeTown, Reason, Side, StopGame, TurnUpCard
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.web.visit.tokens import cookie_name
from tests.faults.support import app_over, phones_of
from tests.phones import whole
from tests.to_move import all_to_move, to_move
from tests.western import ALEXANDRE, ROBIN, THEO, TownEvening

LOST = "Lay a destroyed marker on gold mine"


def attacked() -> TownEvening:
    """Robin has lost his gold mine."""
    evening = TownEvening().starts()
    evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS,)))
    evening.throws(ROBIN, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN)
    evening.strikes(THEO, Indian.ORANGE, "gold mine", ROBIN, defend=False)
    return evening


def test_the_page_of_its_owner_has_it_above_all_that_is_asked_and_no_other_page_has_it() -> None:
    evening = attacked()
    app = app_over(evening.tables)
    phones = phones_of(app, evening.code)
    for phone in phones.values():
        phone.client.set_cookie(cookie_name(evening.code, phone.seat), phone.token)
    assert phones[ROBIN].view()["to_move"][0] == LOST
    page = whole(phones[ROBIN].client, f"/t/{evening.code}/s/{ROBIN}")
    assert page.index(LOST) < page.index("throw_die")
    for seat in (ALEXANDRE, THEO):
        assert phones[seat].view()["to_move"] == []
        assert LOST not in whole(phones[seat].client, f"/t/{evening.code}/s/{seat}")
    assert LOST not in whole(app.test_client(), f"/t/{evening.code}/screen")


def test_it_comes_back_after_a_restart() -> None:
    evening = attacked()
    told = all_to_move(evening)
    assert told[ROBIN]
    assert all_to_move(evening.restarted()) == told


def test_an_undo_takes_away_what_was_to_be_moved_because_of_it() -> None:
    evening = attacked()
    evening.act(ROBIN, Undo(evening.table.done[-1].before))
    assert LOST not in to_move(evening, ROBIN)


def test_nothing_is_to_be_moved_where_a_game_is_tried_without_anything_real() -> None:
    evening = attacked()
    live = evening.tables.live(evening.code)
    live.row = replace(live.row, demo=True)
    assert all_to_move(evening) == {}


def test_it_ends_with_the_game() -> None:
    evening = attacked()
    evening.act(ALEXANDRE, ChangeTown({Resource.GOLD: 1}, Reason.CORRECTION))
    evening.together(ALEXANDRE, StopGame())
    assert all_to_move(evening) == {}
