"""The consent needed before a sealed vote is replaced, voided or undone: the table in docs/promises.md, row by row.

Told at a table of four at which Ann sells, so that the others vote, and at one whose game is careless.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Message
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import BallotRevealed, BallotVoided, EnterVotes, SealVote, VoidBallot, commitment
from companion.core.table.commands import (
    AdmitPhone,
    Agree,
    AllowAnyway,
    CorrectBooks,
    LeaveSeat,
    MoveSeat,
    Refuse,
    SetLevel,
    SetRule,
)
from companion.core.table.events import ProposalDropped, Undone
from companion.core.table.table import Level, TablePhase
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import ArrangeBoard
from companion.games.abilene.edition_1983.messages import RecordSteer
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.web.app import create_app
from companion.web.visit.tokens import Tokens, cookie_name
from tests.support.phones import as_read
from tests.support.prairie import PrairieNight
from tests.support.readers import reader_of
from tests.support.stakes import Evening, Finish, LayCards
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN, NONE, FOREIGN = "OWN", "NONE", "FOREIGN"
TYPED = {BOB: FOREIGN, CID: FOREIGN, DAN: FOREIGN}


def sale(**sealed: str) -> Night:
    """Return a game in which Ann sells; these have sealed."""
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal(sealed)
    return night


def type_votes(night: Night, seat: str) -> None:
    night.act(seat, EnterVotes(night.ballot.id, TYPED))


# --- typing votes in, and holding the vote again ----------------------------------------------


def test_the_seller_and_an_accomplice_cannot_replace_a_sealed_vote() -> None:
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    night.open({DAN: OWN})
    type_votes(night, BOB)
    assert night.table.motions[0].owners == (CID, DAN)
    night.refused(ANN, Agree(night.table.motions[0].id), NotNow)
    night.agree(CID)
    assert not night.ballot.votes, "Dan has not agreed"
    night.open({BOB: OWN, CID: OWN})
    assert set(night.ballot.votes.values()) == {OWN}
    assert "The cards were turned over" in night.report()


def test_when_all_who_have_sealed_agree_the_typed_votes_count_and_the_log_says_so() -> None:
    night = sale(s2=OWN, s3=OWN)
    type_votes(night, BOB)
    night.agree(CID)
    assert dict(night.ballot.votes) == TYPED
    assert night.events(BallotRevealed)[-1].entered
    assert "The cards were entered as they were on the table" in night.report()
    assert "The cards were turned over" not in night.report()


@pytest.mark.parametrize("command", [EnterVotes, VoidBallot])
def test_a_voter_who_has_not_sealed_does_not_hold_the_others_up(command: type) -> None:
    night = sale(s2=OWN, s3=OWN)
    night.act(BOB, EnterVotes(night.ballot.id, TYPED) if command is EnterVotes else VoidBallot(night.ballot.id))
    night.agree(CID)
    assert not night.table.motions, "Dan, whose phone is away, was not needed"


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_nobody_alone_and_no_seller_decides_what_lay_on_the_table(seat: str) -> None:
    night = sale()
    type_votes(night, seat)
    motion = night.table.motions[0]
    assert ANN not in motion.asked
    night.agree(CID)
    assert bool(night.ballot.votes) == (seat == BOB), "two voters, the one who typed included"
    if not night.ballot.votes:
        night.agree(DAN)
    assert dict(night.ballot.votes) == TYPED


@pytest.mark.parametrize("command", ["enter", "void"])
def test_a_player_who_seals_while_the_others_are_asked_is_asked_too(command: str) -> None:
    night = sale(s2=OWN)
    night.act(CID, EnterVotes(night.ballot.id, TYPED) if command == "enter" else VoidBallot(night.ballot.id))
    night.seal({DAN: NONE})
    night.agree(BOB)
    [motion] = night.table.motions
    assert (motion.owners, motion.agreed) == ((BOB, DAN), (BOB,))
    assert night.ballot.sealed.keys() == {BOB, DAN}
    night.agree(DAN)
    assert not night.table.motions


def test_one_who_has_sealed_keeps_the_vote_by_refusing() -> None:
    night = sale(s2=OWN, s3=OWN)
    night.act(CID, VoidBallot(night.ballot.id))
    night.act(BOB, Refuse(night.table.motions[0].id))
    assert not night.table.motions
    assert night.ballot.sealed.keys() == {BOB, CID}


def test_a_vote_that_is_held_again_takes_nothing_that_was_sealed_before() -> None:
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    first, seals = night.ballot.id, dict(night.ballot.sealed)
    before = {seat: night.opening(seat, OWN) for seat in seals}
    night.open({BOB: OWN})
    night.act(BOB, VoidBallot(first))
    night.agree(CID, DAN)
    assert night.ballot.id > first
    assert not night.tables.live(CODE).disclosed.openings, "what was opened for nothing is forgotten"
    night.refused(BOB, SealVote(first, seals[BOB]), NotNow)
    night.act(BOB, SealVote(night.ballot.id, seals[BOB]))
    night.seal({CID: NONE, DAN: NONE})
    with pytest.raises(BadRequest, match="not the vote that s2 sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, before[BOB])
    assert "The vote is held again" in night.report()


def test_an_only_voter_cannot_take_his_vote_back_unnoticed() -> None:
    night = PrairieNight(players=2, level=Level.BANK)
    night.act(ANN, RecordSteer(ANN))
    night.seal({BOB: "b"})
    night.act(BOB, VoidBallot(night.ballot.id))
    assert night.table.motions[0].asked == (ANN,)


# --- undo -------------------------------------------------------------------------------------


def test_the_seller_cannot_undo_the_sale_over_sealed_votes() -> None:
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    night.open({BOB: OWN, CID: OWN})
    night.undo(ANN)
    assert night.table.motions[0].owners == (BOB, CID, DAN)
    night.agree(BOB, CID)
    assert night.ballot.complete
    night.agree(DAN)
    assert night.table.ballot is None
    assert not night.tables.live(CODE).disclosed.openings


def test_what_nobody_has_sealed_is_undone_as_ever() -> None:
    night = sale()
    night.undo(ANN)
    assert night.table.ballot is None


def test_a_seal_that_comes_while_an_undo_is_asked_for_is_asked_too() -> None:
    night = sale()
    night.undo(BOB)
    assert night.table.motions[0].asked == (ANN,), "she was the last to do anything"
    night.seal({CID: OWN})
    night.agree(ANN)
    assert night.ballot.sealed.keys() == {CID}
    night.agree(CID)
    assert night.table.ballot is None


def test_what_happened_since_the_vote_began_is_undone_without_it() -> None:
    night = sale(s2=OWN)
    night.act(CID, Pay(DAN, 100))
    night.seal({CID: OWN})
    night.undo(CID)
    assert night.cash(DAN) == (10_000,)
    assert night.ballot.sealed.keys() == {BOB, CID}


@pytest.mark.parametrize("how", ["revealed", "typed in"])
def test_a_vote_that_an_undo_brings_back_begins_anew(how: str) -> None:
    """A revealed vote is no secret any more: neither its number nor its seals come back."""
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    first, seals = night.ballot.id, dict(night.ballot.sealed)
    openings = {seat: night.opening(seat, OWN) for seat in seals}
    if how == "revealed":
        night.open({BOB: OWN, CID: OWN, DAN: OWN})
    else:
        type_votes(night, BOB)
        night.agree(CID, DAN)
    night.undo(ANN)
    assert set(night.table.motions[0].asked) == {BOB, CID, DAN}, "everybody is asked past a revealed vote"
    night.agree()
    assert night.ballot.id > first
    assert (dict(night.ballot.sealed), dict(night.ballot.votes)) == ({}, {})
    for seat, opening in openings.items():
        night.act(seat, SealVote(night.ballot.id, commitment(CODE, night.ballot.id, seat, opening)))
        with pytest.raises(NotNow):
            night.tables.open_vote(CODE, seat, first, opening)
    night.open({})
    again = Night.restarted(night)
    assert again.ballot == night.ballot


def test_an_undo_past_a_vote_that_was_held_again_does_not_bring_the_old_seals_back() -> None:
    night = sale(s2=OWN, s3=OWN)
    first = night.ballot.id
    night.act(BOB, VoidBallot(first))
    night.agree(CID)
    second = night.ballot.id
    night.seal({DAN: OWN})
    night.undo(BOB)
    night.agree()
    assert night.events(Undone)
    assert night.ballot.id not in (first, second)
    assert not night.ballot.sealed


# --- whatever else may happen -----------------------------------------------------------------


def test_seals_outlast_everything_that_is_not_about_the_vote() -> None:
    night = sale(s2=OWN, s3=NONE)
    night.together(CID, SetRule("loan_anytime", True))
    night.together(ANN, CorrectBooks(BANK, DAN, 100, "miscounted"))
    night.together(BOB, SetLevel(Level.BOARD))
    figures = setup(reference_board("abilene-1993"), dict(night.state.ranches))
    night.together(DAN, ArrangeBoard(figures.cows[1:], dict(figures.cowboys), {}, {}))
    night.together(BOB, SetLevel(Level.BANK))
    night.act(BOB, Pay(CID, 100))
    night.act(None, AdmitPhone(BOB, "claim"))
    night.agree()
    night.restarted()
    assert night.ballot.sealed.keys() == {BOB, CID}
    night.seal({DAN: OWN})
    night.open({BOB: OWN, CID: NONE, DAN: OWN})
    assert dict(night.ballot.votes) == {BOB: OWN, CID: NONE, DAN: OWN}


def test_nobody_gets_up_while_a_vote_is_held() -> None:
    night = sale(s2=OWN)
    night.refused(BOB, LeaveSeat(), NotNow)


def test_a_player_who_has_sealed_and_went_bankrupt_takes_his_vote_along_and_the_others_keep_theirs() -> None:
    night = sale(s2=OWN, s3=OWN)
    night.act(BOB, AllowAnyway(Message("go_bankrupt", {})))
    assert night.table.motions[-1].owners == (CID,), "whose vote is on the table"
    night.agree()
    assert night.state.out == (BOB,)
    assert (night.ballot.voters, tuple(night.ballot.sealed)) == ((CID, DAN), (CID,))
    night.act(DAN, EnterVotes(night.ballot.id, dict.fromkeys(night.ballot.voters, FOREIGN)))
    assert night.table.motions[-1].owners == (CID,)


def test_an_undo_that_brings_a_voter_back_waits_for_the_player_who_has_sealed() -> None:
    """The seals go with it: one who comes back could otherwise vote twice."""
    night = sale(s3=OWN)
    night.act(BOB, AllowAnyway(Message("go_bankrupt", {})))
    night.agree(CID, ANN, DAN)
    assert night.state.out == (BOB,)
    night.undo(DAN)
    assert CID in night.table.motions[-1].asked
    assert night.ballot.sealed.keys() == {CID}
    night.agree()
    assert (night.ballot.voters, dict(night.ballot.sealed)) == ((BOB, CID, DAN), {})


def test_when_phones_may_have_opened_already_and_a_voter_goes_bankrupt_the_others_vote_anew() -> None:
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    number = night.ballot.id
    night.open({CID: OWN, DAN: OWN})
    night.together(BOB, AllowAnyway(Message("go_bankrupt", {})))
    assert (night.ballot.voters, dict(night.ballot.sealed)) == ((CID, DAN), {})
    assert night.ballot.id > number
    night.vote(OWN, OWN)
    assert night.state.sale is not None
    assert set(night.state.sale.votes) == {CID, DAN}


def test_a_player_who_has_sealed_and_lost_his_phone_answers_from_another_one() -> None:
    """The one way round a silent phone: everybody else lets another one in, and all can read that they did."""
    night = sale(s2=OWN, s3=OWN, s4=OWN)
    night.act(BOB, VoidBallot(night.ballot.id))
    night.agree(CID)
    night.act(None, AdmitPhone(DAN, "claim"))
    assert set(night.table.motions[-1].asked) == {ANN, BOB, CID}
    night.agree()
    assert night.table.permits[DAN].claim == "claim"
    night.act(None, MoveSeat(DAN, "claim", night.now))
    assert night.ballot.complete, "a new phone has no vote, but a voice"
    night.agree(DAN)
    assert not night.ballot.sealed
    assert "Dan moved to another phone (the others agreed)".replace("Dan", "s4") in night.report()


def careless() -> Evening:
    """Return a game that opens another vote, or ends, whenever anybody says so; Bob has sealed."""
    evening = Evening()
    evening.act(ANN, LayCards())
    assert evening.table.ballot
    evening.act(BOB, SealVote(evening.table.ballot.id, "0" * 64))
    return evening


@pytest.mark.parametrize("command", [LayCards(), Finish()])
def test_no_game_takes_a_sealed_vote_away(command: LayCards | Finish) -> None:
    evening = careless()
    first = evening.table.ballot
    evening.act(CID, command)
    [motion] = evening.table.motions
    assert (motion.asked, motion.owners) == ((BOB,), (BOB,))
    assert evening.table.ballot == first
    evening.act(BOB, Agree(motion.id))
    assert evening.table.ballot != first or evening.table.phase is TablePhase.OVER


def test_a_player_who_has_not_sealed_need_not_be_asked_by_a_game() -> None:
    evening = Evening()
    evening.act(ANN, LayCards(), LayCards())
    assert not evening.table.motions


def test_a_ballot_is_numbered_by_the_event_that_opened_it() -> None:
    evening = careless()
    assert evening.table.ballot
    assert evening.table.ballot.id == evening.table.seq - 1


# --- what players are told --------------------------------------------------------------------


def test_phones_and_the_table_screen_say_what_is_asked_and_for_whom_it_waits() -> None:
    evening = careless()
    evening.act(CID, Finish())
    screens = create_app(evening.tables)
    pages = {}
    for seat in (BOB, CID):
        client = screens.test_client()
        client.set_cookie(cookie_name(CODE, seat), Tokens.of(evening.log).admit(CODE, seat, 0.0))
        pages[seat] = as_read(client.get(f"/t/{CODE}/s/{seat}").text)
    for page in pages.values():
        assert "Cid asks for something that cancels the vote; sealed votes are lost" in page
    assert "You have sealed your vote: it stays as it is unless you agree." in pages[BOB]
    waits = "Sealed votes would be lost, so these must agree: Bob"
    assert waits in pages[CID]
    assert "Take the seat on another" in pages[CID]
    assert waits in as_read(screens.test_client().get(f"/t/{CODE}/screen").text)


def test_nobody_is_told_that_his_vote_would_be_lost_once_it_is_over() -> None:
    night = sale(s2=OWN)
    night.act(CID, VoidBallot(night.ballot.id))
    for over in (False, True):
        view = reader_of(night.tables, CODE, BOB)
        assert view.motions[0].owners == (() if over else (BOB,))
        if not over:
            night.seal({CID: OWN, DAN: OWN})
            night.open({BOB: OWN, CID: OWN, DAN: OWN})


def test_a_question_about_a_vote_that_is_over_goes_by_itself_when_it_is_answered() -> None:
    night = sale(s2=OWN)
    night.act(CID, VoidBallot(night.ballot.id))
    night.seal({CID: OWN, DAN: OWN})
    night.open({BOB: OWN, CID: OWN, DAN: OWN})
    night.agree(BOB)
    assert night.events(ProposalDropped)
    assert not night.events(BallotVoided)


# --- the table itself -------------------------------------------------------------------------


def test_every_row_of_the_table_names_tests_that_there_are() -> None:
    tests = Path(__file__).parents[2]
    promises = (tests.parent / "docs" / "promises.md").read_text(encoding="utf-8")
    rows = promises.split("| the log says | test |\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    assert len(rows) > 20
    for row in rows:
        file, named = Path(__file__), re.findall(r"`([^`]+)`", row.split("|")[-2])
        assert named, row
        for name in named:
            if name.endswith(".py"):
                [file] = tests.rglob(name)
            else:
                assert f"def test_{name}" in file.read_text(encoding="utf-8"), name
