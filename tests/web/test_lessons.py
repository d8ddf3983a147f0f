"""The readers of a lesson: the seat that it is about, all before the television, or the player whose turn it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.table.table import Level
from companion.web.app import create_app
from companion.web.fragments.shown import pieces
from companion.web.phone.pages import SHEET
from companion.web.view.lessons import LessonView, lessons, public_lessons
from companion.web.view.moment import Learning, Moment, Surroundings, moment_of
from companion.web.view.reader import Reader
from companion.web.visit.tokens import cookie_name
from companion.web.visit.visit import visit_table
from tests.support.table import ANN, BOB, CID, CODE, Night

GOAL = "Drive your cows to town and sell them. The most money wins."


def seen(night: Night, seats: frozenset[str] = frozenset(), television: bool = False) -> Moment:
    return moment_of(night.tables, CODE, Surroundings(learning=Learning(seats, television)))


def lessons_shown(moment: Moment, seat: str) -> dict[str, LessonView]:
    return {each.id: each for each in lessons(moment, Reader(moment, seat)).lessons}


def test_nothing_is_explained_before_the_game_begins() -> None:
    night = Night(start=False)
    assert not lessons_shown(seen(night), ANN)
    assert not public_lessons(seen(night, frozenset({ANN}))).lessons


def test_what_is_asked_is_explained_to_the_one_who_is_asked() -> None:
    moment = seen(Night())
    assert "herd" in lessons_shown(moment, ANN)
    assert "herd" not in lessons_shown(moment, BOB)


def test_the_television_explains_what_everyone_may_know_while_somebody_learns() -> None:
    night = Night()
    assert [each.id for each in public_lessons(seen(night, frozenset({BOB}), True)).lessons] == ["goal", "dice"]
    assert not public_lessons(seen(night, television=True)).lessons


def test_a_phone_notes_what_the_television_explains() -> None:
    moment = seen(Night(), frozenset({ANN, BOB}), True)
    for seat in (ANN, BOB):
        goal = lessons_shown(moment, seat)["goal"]
        assert goal.elsewhere
        assert str(goal.text) == GOAL


def test_without_a_television_the_player_to_move_reads_out_what_is_for_everyone() -> None:
    moment = seen(Night(), frozenset({ANN, BOB}))
    goal = lessons_shown(moment, ANN)["goal"]
    assert goal.aloud
    assert not goal.elsewhere
    assert "goal" not in lessons_shown(moment, BOB)


def test_where_the_player_to_move_knows_the_game_the_first_who_learns_reads_it_out() -> None:
    moment = seen(Night(), frozenset({BOB, CID}))
    assert "goal" in lessons_shown(moment, BOB)
    assert "goal" not in lessons_shown(moment, CID)


def test_where_the_box_only_keeps_the_money_the_board_is_not_explained() -> None:
    names = lessons_shown(seen(Night(level=Level.BANK)), ANN)
    assert "goal" in names
    assert "herd" not in names


@pytest.mark.parametrize("asks", [True, False])
def test_a_phone_that_knows_the_game_is_sent_no_lessons(asks: bool) -> None:
    night = Night()
    with create_app(night.tables).test_request_context():
        visit = replace(visit_table(CODE), seat=ANN)
        drawn = pieces(visit, SHEET).rendered(["top", "lessons"] if asks else ["top"])
    assert ("lessons" in drawn) is asks
    assert (GOAL in "".join(each.html for each in drawn.values())) is asks


def test_a_table_is_being_read_at_until_the_lesson_is_closed() -> None:
    night = Night()
    client = create_app(night.tables).test_client()
    token = client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    client.set_cookie(cookie_name(CODE, ANN), token)
    for reads in (True, False):
        assert client.post(f"/t/{CODE}/s/{ANN}/lesson", json={"open": reads}).status_code == 204
        assert night.tables.presence.is_reading(CODE) is reads
