"""The card game of the guide is one folder: put beside the others it is played, and nothing else was touched."""

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
from companion.store.log import Log
from companion.web.app import create_app
from tests.games.high_card import dealt, played, winner_of
from tests.installed import installed
from tests.phones import SeatedPhone

SOURCE = Path(__file__).parent / "high_card"
GUIDE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
POT, BANK = "pot", "bank"


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Registry]:
    with installed(SOURCE, tmp_path) as games:
        yield games


class Evening:
    """Two phones at a table of this game, three cards each."""

    def __init__(self, found: Registry) -> None:
        self.tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(3))
        self.app: Flask = create_app(self.tables)
        opened = self.app.test_client().post("/tables", data={"game": "high_card", "edition": "short", "level": "bank"})
        self.code = opened.headers["Location"].split("/")[2]
        self.ann, self.bob = (SeatedPhone.sits_down(self.app, self.code, name) for name in ("Ann", "Bob"))

    def starts(self) -> None:
        self.ann.press("start_game", first=self.ann.seat)

    def trick(self, ann: str, bob: str) -> None:
        """Whoever leads asks, both seal and both open, as their phones do."""
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
    for page in (evening.ann.page, evening.app.test_client().get(f"/t/{evening.code}/screen").text):
        assert "Ann took the pot" in page
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


def test_whoever_has_nothing_left_stakes_nothing(evening: Evening) -> None:
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
    ann = SeatedPhone.sits_down(app, code, "Ann")
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


# --- the guide --------------------------------------------------------------------------------


def blocks(language: str) -> str:
    """Everything in this language that the guide shows of the game."""
    game = GUIDE.read_text(encoding="utf-8").split("## A whole small game", 1)[1].split("\n## ", 1)[0]
    return "\n".join(part.split("```", 1)[0] for part in game.split(f"```{language}\n")[1:])


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("language", "file"),
    [
        ("python", "__init__.py"),
        ("html", "templates/parts/trick.html"),
        ("svg", "templates/symbols.svg"),
        ("css", "static/game.css"),
    ],
)
def test_the_guide_shows_the_whole_game(language: str, file: str) -> None:
    assert lines(blocks(language)) == lines((SOURCE / file).read_text(encoding="utf-8"))


def test_the_guide_shows_every_file_of_the_game() -> None:
    assert len([path for path in SOURCE.rglob("*.*") if "__pycache__" not in path.parts]) == 4
