"""The consent to a seat's new phone: one use, by the phone that asked, while nothing about the seat has changed."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.core.errors import NotNow, RuleError
from companion.core.table.commands import (
    AdmitPhone,
    Agree,
    LeaveSeat,
    MoveSeat,
    PlayAgain,
    SetRemembering,
    StartGame,
    TakeSeat,
)
from companion.core.table.events import PhoneAdmitted, PinReplaced
from companion.core.table.table import PERMIT_SECONDS
from companion.store.codec import Codec
from tests.support.stakes import ANN, BOB, CID, CODE, Evening, Finish, stakes

CLAIM, OTHER = "a" * 64, "b" * 64
CHANGES = ("PIN", "new PIN", "get up", "sit down", "start", "end", "once more")
"""after which no consent counts any more"""


class Seats(Evening):
    """An evening at which Bob's seat is asked for."""

    def does(self, what: str) -> bool:
        """Return whether the table did it."""
        before = self.table.seq
        try:
            match what:
                case "ask":
                    self.act(None, AdmitPhone(BOB, CLAIM))
                case "Ann agrees" | "Cid agrees":
                    (motion,) = self.table.motions or [None]
                    if motion:
                        self.act(ANN if what == "Ann agrees" else CID, Agree(motion.id))
                case "PIN":
                    self.tables.note(CODE, PhoneAdmitted(self.table.seat(BOB).id, "", "pin"))
                case "new PIN":
                    self.tables.note(CODE, PinReplaced(self.table.seat(BOB).id))
                case "get up":
                    self.act(BOB, LeaveSeat())
                case "sit down" if BOB in self.table.ids:
                    pass  # anywhere else it is no change of his seat
                case "sit down":
                    self.act(None, TakeSeat("Dora", {}))
                case "start":
                    self.act(ANN, StartGame(ANN))
                case "end":
                    self.act(ANN, Finish())
                case "once more":
                    self.act(ANN, PlayAgain())
                case "nothing":
                    self.act(ANN, SetRemembering(not self.table.remembered))
        except RuleError:
            assert self.table.seq == before
        return self.table.seq > before

    def moves(self, claim: str = CLAIM, later: float = 1.0) -> bool:
        """Return whether the phone that asked has the seat now."""
        try:
            self.act(None, MoveSeat(BOB, claim, later))
        except NotNow:
            return False
        return True

    def consented(self) -> Seats:
        """Let the others agree."""
        self.act(None, AdmitPhone(BOB, CLAIM))
        for seat in (ANN, CID):
            self.act(seat, Agree(self.table.motions[0].id))
        return self


def test_one_consent_is_one_use_by_the_phone_that_asked() -> None:
    night = Seats().consented()
    assert not night.moves(OTHER)
    assert night.moves()
    assert not night.moves()


def test_the_consent_ends_after_two_minutes() -> None:
    assert Seats().consented().moves(later=PERMIT_SECONDS)
    for late in (PERMIT_SECONDS + 0.1, 1e9, -5.0):
        assert not Seats().consented().moves(later=late)


def test_a_newer_consent_ends_an_older_one() -> None:
    night = Seats().consented()
    night.act(None, AdmitPhone(BOB, OTHER))
    for seat in (ANN, CID):
        night.act(seat, Agree(night.table.motions[0].id))
    assert not night.moves(CLAIM)
    assert night.moves(OTHER)


def test_a_consent_and_its_end_outlast_a_restart() -> None:
    night = Seats().consented()
    night.tables = night.opened()
    codec = Codec(stakes()["stakes"]["home"])
    assert codec.table_from_json(codec.table_to_json(night.table)) == night.table
    assert night.moves()
    night.tables = night.opened()
    assert not night.moves()


@pytest.mark.thorough
@pytest.mark.parametrize("began", [False, True])
@pytest.mark.parametrize(
    ("consents", "changing"), [(("ask", "Ann agrees"), 2), (("ask", "Ann agrees", "Cid agrees"), 1)]
)
def test_in_every_order_any_change_of_phones_or_game_ends_question_and_consent(
    began: bool, consents: tuple[str, ...], changing: int
) -> None:
    """Two people at the table and two changes, or three and one, in every order: the phone gets in where question and
    consents came after the last change that happened.
    """
    let_in = 0
    for changes in permutations((*CHANGES, "nothing"), changing):
        for order in permutations((*consents, *changes)):
            if sorted(consents, key=order.index) != [*consents]:
                continue  # without a request nobody agrees
            night = Seats(players=len(consents), start=began)
            happened = [what for what in order if night.does(what)]
            last = max((at for at, what in enumerate(happened) if what in CHANGES), default=-1)
            since = [what for what in happened[last + 1 :] if what in consents]
            assert night.moves() is (since == [*consents]), order
            let_in += since == [*consents]
            night.log.close()
    assert let_in
