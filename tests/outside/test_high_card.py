"""A card game in a package of its own: its folder is all there is, and nothing of the program was touched for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app.bots import play_once
from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.app.tables import Tables
from companion.core.plugin import Registry
from companion.core.secrets.ballot import Opening, SealVote, commitment
from companion.core.table.table import TablePhase
from companion.i18n import catalogue
from companion.store.log import Log
from companion.testing import Recordings, accepted_numbers, replays, seated, untranslated, visible_to_other_seats
from companion.web.app import create_app
from tests.outside.high_card.table_companion_high_card import OpenTrick, dealt, played, winner_of
from tests.support.installed import HIGH_CARD, installed
from tests.support.phones import SeatedPhone, as_read

POT, BANK = "pot", "bank"


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Registry]:
    with installed(HIGH_CARD, tmp_path, "high_card") as games:
        yield games


class Evening:
    """Two phones at a table of this game, three cards each."""

    def __init__(self, found: Registry) -> None:
        self.tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(3))
        self.app: Flask = create_app(self.tables)
        opened = self.app.test_client().post("/tables", data={"game": "high_card", "edition": "short", "level": "bank"})
        self.code = opened.headers["Location"].split("/")[2]
        self.ann, self.bob = (SeatedPhone.take_seat(self.app, self.code, name) for name in ("Ann", "Bob"))

    def starts(self) -> None:
        self.ann.press("start_game", first=self.ann.seat)

    def trick(self, ann: str, bob: str) -> None:
        """Play a trick: the leader asks, both seal and both open, as their phones do."""
        leader = self.ann if self.ann.offers("open_trick") else self.bob
        leader.press("open_trick")
        ballot = self.tables.table(self.code).ballot
        assert ballot is not None
        openings = ((self.ann, Opening(ann, "0a" * 32)), (self.bob, Opening(bob, "0b" * 32)))
        for phone, opening in openings:
            sealed = commitment(self.code, ballot.id, phone.seat, opening)
            self.tables.act(self.code, phone.seat, SealVote(ballot.id, sealed))
        for phone, opening in openings:
            data = {"seat": phone.seat, "ballot": ballot.id, "choice": opening.choice, "nonce": opening.nonce}
            answer = phone.client.post(f"/api/tables/{self.code}/openings", json=data)
            assert answer.status_code == 200, answer.text

    def has(self, *accounts: str) -> tuple[int, ...]:
        return tuple(self.tables.table(self.code).accounts[account] for account in accounts)


@pytest.fixture
def evening(found: Registry) -> Evening:
    return Evening(found)


def test_the_highest_card_that_nobody_else_laid_wins() -> None:
    assert winner_of({"s1": "3", "s2": "3", "s3": "2"}) == "s3"
    assert winner_of({"s1": "3", "s2": "3"}) == ""
    after = played(dealt(("s1", "s2"), 3), {"s1": "1", "s2": "2"})
    assert (after.leader, dict(after.points), dict(after.hands)) == (
        "s2",
        {"s1": 0, "s2": 1},
        {"s1": ("2", "3"), "s2": ("1", "3")},
    )


def test_it_is_played_from_the_first_page_to_the_tally(evening: Evening, found: Registry) -> None:
    evening.starts()
    assert evening.has("s1", "s2", POT, BANK) == (18, 18, 4, -40)
    evening.trick("3", "2")
    assert "Ann won the trick" in evening.ann.page
    assert "€18" in evening.ann.page
    evening.trick("1", "3")
    assert "Bob won the trick" in evening.bob.page
    evening.trick("2", "1")
    assert evening.has("s1", "s2", POT) == (22, 18, 0)
    screen = as_read(evening.app.test_client().get(f"/t/{evening.code}/screen").text)
    assert "Ann took the pot" in evening.ann.page
    for page in (evening.ann.page, screen):
        assert "Ann wins with 2 points" in page
        assert "$" not in page
    assert problems(evening.tables.log, found) == []
    table, head = replay_lines(found, export_lines(evening.tables, evening.code))
    assert dict(table.accounts) == head["accounts"]


def test_a_card_that_was_laid_is_gone(evening: Evening) -> None:
    evening.starts()
    evening.trick("3", "2")
    evening.ann.press("open_trick")
    ballot = evening.tables.table(evening.code).ballot
    assert ballot is not None
    assert [ballot.choices_of(seat) for seat in ("s1", "s2")] == [("1", "2"), ("1", "3")]
    for phone, hand in ((evening.ann, "12"), (evening.bob, "13")):
        assert [card for card in "123" if f'name="card" value="{card}"' in phone.page] == list(hand)


def test_a_shared_pot_and_all_purses_go_on_to_the_next_game(evening: Evening) -> None:
    evening.starts()
    for card in "123":
        evening.trick(card, card)
    assert evening.has("s1", "s2", POT) == (18, 18, 4)
    assert "the pot stays for the next game" in evening.bob.page
    evening.bob.press("play_again")
    evening.starts()
    assert evening.has("s1", "s2", POT) == (16, 16, 8)


def test_a_player_who_has_nothing_left_stakes_nothing(evening: Evening) -> None:
    evening.starts()
    evening.ann.press("pay", to="s2", amount=18)
    for card in "123":
        evening.trick(card, card)
    evening.bob.press("play_again")
    evening.starts()
    assert evening.has("s1", "s2", POT) == (0, 34, 6)


def test_its_house_rule_is_offered_and_kept(evening: Evening) -> None:
    evening.ann.press("set_rule", name="stake", value=5)
    evening.starts()
    assert evening.has("s1", POT) == (15, 10)


@pytest.mark.parametrize("edition", ["short", "long"])
def test_it_is_tried_alone(found: Registry, edition: str) -> None:
    tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(3))
    app = create_app(tables)
    opened = app.test_client().post("/tables", data={"game": "high_card", "edition": edition, "demo": "1"})
    code = opened.headers["Location"].rpartition("/")[2]
    ann = SeatedPhone.take_seat(app, code, "Ann")
    ann.press("start_game", first=None)
    while tables.table(code).phase is TablePhase.PLAYING:
        if play_once(tables, code):
            continue
        ballot = tables.table(code).ballot
        if ann.offers("open_trick"):
            ann.press("open_trick")
            continue
        assert ballot is not None
        opening = Opening(ballot.choices_of(ann.seat)[0], "0c" * 32)
        if ann.seat not in ballot.sealed:
            sealed = commitment(code, ballot.id, ann.seat, opening)
            tables.act(code, ann.seat, SealVote(ballot.id, sealed))
        else:
            tables.open_vote(code, ann.seat, ballot.id, opening)
    assert tables.table(code).play.tricks
    assert ann.client.get(f"/t/{code}/screen").status_code == 200


def test_without_its_folder_it_is_gone() -> None:
    """Negative control."""
    from companion.games import registry

    assert "high_card" not in registry()


# --- what must hold for every game ------------------------------------------------------------


@pytest.mark.parametrize("edition", ["short", "long"])
def test_every_page_offers_what_the_rules_take_and_other_numbers_are_refused(found: Registry, edition: str) -> None:
    assert accepted_numbers(seated("high_card", 3, edition)) == []


def test_a_sealed_card_is_seen_by_nobody_else(found: Registry) -> None:
    seen = []
    for card in ("1", "3"):
        evening = seated("high_card")
        evening.act("s1", OpenTrick())
        evening.seal({"s1": card})
        seen.append(visible_to_other_seats(evening, "s1"))
    assert seen[0] == seen[1]


def test_its_recorded_games_replay_and_have_each_ending(found: Registry) -> None:
    recordings = Recordings(HIGH_CARD / "recorded")
    recordings.assert_intact()
    for path in recordings.every:
        replays(path)
    assert {path.stem for path in recordings.newest} == {
        f"high_card_{edition}_{ending}" for edition, game in found["high_card"].items() for ending in game.endings
    }


@pytest.mark.parametrize("language", ["fr", "de"])
def test_it_brings_its_sentences_in_every_language(found: Registry, language: str) -> None:
    assert untranslated("high_card", language) == []
    assert catalogue(language).gettext("Lay a card") != "Lay a card"
