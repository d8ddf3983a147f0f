"""Smallest game: its rules, and what must hold for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import BadRequest
from companion.games import folder_of
from companion.testing import Recordings, accepted_numbers, check_translations, replays, seated, visible_to_other_seats
from companion.testing.smallest import POT, ThrowDie

GAME = "smallest"
ANN, BOB = "s1", "s2"
RECORDINGS = Recordings((folder_of(GAME) or Path()) / "recorded")


def test_a_six_takes_the_pot() -> None:
    evening = seated(GAME)
    evening.act(ANN, ThrowDie(3))
    assert evening.money(ANN, BOB, POT) == (7, 8, 5)
    evening.act(BOB, ThrowDie(6))
    assert evening.money(ANN, BOB, POT) == (7, 13, 0)
    assert evening.is_over()
    evening.sound()


def test_numbers_that_no_page_offers_are_refused() -> None:
    evening = seated(GAME)
    evening.refused(ANN, ThrowDie(99), BadRequest)
    assert accepted_numbers(evening) == []


def test_the_box_throws_what_is_left_to_it() -> None:
    evening = seated(GAME)
    evening.act(ANN, ThrowDie())
    assert evening.table.play.face in range(1, 7)


def test_every_page_can_be_seen() -> None:
    evening = seated(GAME)
    evening.act(ANN, ThrowDie(3))
    seen = visible_to_other_seats(evening, ANN)
    assert all(page.startswith((b"2", b"3", b"4")) for where, page in seen.items() if " /" in where)
    assert b"threw a 3" in seen[f"table /t/{evening.code}/screen/part"]


@pytest.mark.parametrize("path", RECORDINGS.newest, ids=lambda path: path.stem)
def test_a_recorded_game_replays(path: Path) -> None:
    replays(path)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_translations_can_be_shown(language: str) -> None:
    check_translations(GAME, language)
