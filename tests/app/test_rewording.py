"""State keeps facts, never sentences: a reworded sentence, or all of them, changes no stored data.

Every sentence of the program is said in other words here, or all of them in the same: that shows what is told apart
by its words. Sentences that a log of old keeps are not touched: they were written, not said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.camera.judgement import camera_view, observe
from companion.app.check import problems
from companion.core.messages import Message
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import BallotOpened, EnterVotes, VoidBallot
from companion.core.table.commands import AdmitPhone, AllowAnyway, CorrectBooks, SetLevel, SetRule
from companion.core.table.events import ProposalAgreed, ProposalDropped, ProposalMade, RuleChanged, RuleWaived, Undone
from companion.core.table.table import Level
from companion.core.text import Text, say
from companion.games import registry
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import ArrangeBoard, RecordTheft
from companion.games.abilene.edition_1993.messages import CowSold, RecordTown, ShowSticker
from companion.testing.replay import message_of, played
from companion.web.app import create_app
from tests.support.recordings import RECORDED
from tests.support.table import ANN, BOB, CID, CODE, Night

Wording = Callable[[str], str]

WORDINGS: dict[str, Wording] = {
    "in other words": lambda message: f"In other words: {message}",
    "all in the same words": lambda message: "Something is the case.",
}
each_wording = pytest.mark.parametrize("words", WORDINGS.values(), ids=WORDINGS)


@contextmanager
def reworded(words: Wording) -> Iterator[None]:
    """Change every sentence in the program."""
    first = Text.__init__

    def init(self: Text, message: str, *rest: Any, **named: Any) -> None:
        first(self, words(message), *rest, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "__init__", init)
        yield


def rows(night: Night) -> list[Any]:
    """Return all rows of the table in the file."""
    events = night.log.rows("SELECT seq, actor, action, kind, data, command FROM events ORDER BY seq")
    return [*events, *night.log.rows("SELECT seq, data FROM snapshots")]


def evening() -> Night:
    """Return a table of the bank with all that can wait, be asked, be undone and be paid for."""
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 500, "a favour"), Pay(CID, 300))
    night.undo(ANN)
    night.together(ANN, AllowAnyway(Message("borrow_from_bank", {"amount": 100})))
    night.together(ANN, SetRule("loan_anytime", True))
    night.act(ANN, BorrowFromBank(1_000))
    night.together(BOB, CorrectBooks(BANK, BOB, 200, "forgotten"))
    night.act(CID, CorrectBooks(BOB, CID, 10_000))
    night.act(BOB, Pay(CID, 2_000))
    night.agree(BOB)  # who has not so much any more: no longer possible
    night.act(ANN, RecordTown())
    night.vote("OWN", "NONE", "FOREIGN")
    night.act(BOB, ShowSticker("A", 600))
    night.agree()
    for number in range(100):
        night.act(ANN, Pay(BOB, number + 1))
    night.act(ANN, RecordTheft(BOB))
    night.undo(CID, 3)
    return night


# --- what is kept -----------------------------------------------------------------------------


def test_all_sentences_are_reworded() -> None:
    kinds = {type(event) for event in evening().events()}
    assert {
        ProposalMade,
        ProposalAgreed,
        ProposalDropped,
        RuleWaived,
        RuleChanged,
        Undone,
        BallotOpened,
        CowSold,
    } <= kinds
    with reworded(WORDINGS["in other words"]):
        assert str(say("%(who)s pays", who="Ann")) == "In other words: Ann pays"
        assert all(line.startswith("In other words: ") for line in evening().report())
    with reworded(WORDINGS["all in the same words"]):
        assert set(evening().report()) == {"Something is the case."}


@each_wording
def test_a_game_in_other_words_is_kept_to_the_letter_as_the_same(words: Wording) -> None:
    as_ever = rows(evening())
    with reworded(words):
        assert rows(evening()) == as_ever


@each_wording
def test_a_table_that_was_kept_reads_as_before_after_a_rewording(words: Wording) -> None:
    night = evening()
    before = night.table
    assert night.log.rows("SELECT 1 FROM snapshots")
    with reworded(words):
        assert problems(night.log, registry()) == []
        assert night.restarted().table == before


@each_wording
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_is_decided_and_followed_to_the_same_facts(path: Path, words: Wording) -> None:
    game = played(path)
    tables = game.tables
    states = {0: game.beginning, **{record.seq: table for record, table in tables}}
    with reworded(words):
        assert tuple(game.followed()) == tables
    for line in game.lines[::5]:
        message = message_of(line)
        if message is not None:
            command, before = game.codec.read(message), states[line["seq"] - 1]
            decided = game.referee.act(before, line["actor"], command, line["at"])
            with reworded(words):
                assert game.referee.act(before, line["actor"], command, line["at"]) == decided


def test_the_language_of_a_page_changes_nothing_that_is_kept() -> None:
    night = evening()
    before, phone = rows(night), create_app(night.tables).test_client()
    pages = {phone.get(f"/t/{CODE}/screen", headers={"Accept-Language": each}).text for each in ("en", "fr", "de")}
    assert len(pages) == 3
    assert rows(night) == before
    assert problems(night.log, registry()) == []


# --- what waits -------------------------------------------------------------------------------

Asking = Callable[[], Night]


def asking(seat: str, command: Any, level: Level = Level.BANK) -> Asking:
    """Return a night on which this is proposed and waits."""

    def ask() -> Night:
        night = Night(4, level)
        night.act(ANN, Pay(BOB, 500), Pay(BOB, 300))
        night.act(seat, command)
        return night

    return ask


def asks_to_undo(actions: int) -> Asking:
    def ask() -> Night:
        night = Night(4, Level.BANK)
        night.act(ANN, Pay(BOB, 500), Pay(BOB, 300))
        night.undo(CID, actions)
        return night

    return ask


def asks_about_a_sale(entered: bool) -> Asking:
    def ask() -> Night:
        night = Night(4, Level.BANK)
        night.act(ANN, RecordTown())
        if entered:
            night.act(BOB, EnterVotes(night.ballot.id, dict.fromkeys(night.ballot.voters, "OWN")))
        else:
            night.vote("OWN", "NONE", "FOREIGN")
            night.act(BOB, ShowSticker("A", 600))
        return night

    return ask


def asks_to_vote_again() -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.act(ANN, VoidBallot(night.ballot.id))
    return night


def asks_to_arrange() -> Night:
    night = Night()
    now = night.board.move_cow("A6-0", "A7-1")
    night.act(ANN, ArrangeBoard(now.cows, dict(now.cowboys), dict(now.town), dict(now.jail)))
    return night


WAITING: dict[str, Asking] = {
    "an undo": asks_to_undo(1),
    "an undo of two actions": asks_to_undo(2),
    "a house rule": asking(ANN, SetRule("loan_anytime", True)),
    "a level": asking(ANN, SetLevel(Level.BANK), Level.BOARD),
    "corrected books": asking(ANN, CorrectBooks(BOB, CID, 500, "he forgot")),
    "another phone": asking(ANN, AdmitPhone(BOB, "claim")),
    "what the rules refuse": asking(ANN, AllowAnyway(Message("borrow_from_bank", {"amount": 100}))),
    "cards on the table": asks_about_a_sale(entered=True),
    "a sticker": asks_about_a_sale(entered=False),
    "another vote": asks_to_vote_again,
    "arranged figures": asks_to_arrange,
}


@each_wording
@pytest.mark.parametrize("ask", WAITING.values(), ids=WAITING)
def test_what_waits_for_consent_is_carried_after_a_rewording(ask: Asking, words: Wording) -> None:
    night = ask()
    assert len(night.table.motions) == 1
    with reworded(words):
        night.restarted().agree()
    assert not night.table.motions
    assert not night.events(ProposalDropped), night.report()[-3:]


# --- what a camera sees -----------------------------------------------------------------------


@each_wording
def test_a_camera_offers_the_same_explanations_whatever_they_are_called(words: Wording) -> None:
    as_ever = offered()
    assert len(as_ever) == 2
    with reworded(words):
        assert offered() == as_ever


def offered() -> list[tuple[str, Any]]:
    """Return a table on which a cowboy of Ann's went to jail: he may have lost to either of two enemies, which is for
    her to say.
    """
    night = Night()
    night.arrange(
        cowboys={ANN: ("B2-0", "A4-1", "A4-2", "A5-0", "A3-1"), BOB: ("B3-0", "B3-1", "B4-1", "B4-2", "B5-4")}
    )
    night.roll((0, 0), (1, 1, 1))
    observe(night.tables, CODE, observation_of(night.board.to_jail(ANN, "B2-0"), colours_of(night.table)))
    view = camera_view(night.tables, night.tables.live(CODE), ANN)
    assert view is not None
    return [(choice.kind, choice.fixed) for choice in view.choices]
