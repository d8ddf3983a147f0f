"""Consent and undo: the seats that are asked, and the events that come back or stay."""

import pytest

from companion.core.errors import BadRequest, CannotAfford, NotNow, Stale
from companion.core.messages import Message
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.table.commands import (
    Agree,
    AllowAnyway,
    ChangeSeat,
    CorrectBooks,
    PlayAgain,
    Refuse,
    SetRule,
    StartGame,
    Undo,
)
from companion.core.table.events import Undone
from companion.core.table.table import REMEMBERED, Level, TablePhase
from companion.games.abilene.common.messages import MoveCow, RecordTheft, Step
from companion.games.abilene.edition_1993.messages import CowSold, RecordTown, RollDice, ShowSticker
from companion.testing.evening import seated
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN, FOREIGN = "OWN", "FOREIGN"


def asked(night: Night) -> set[str]:
    """Return who still has to answer the newest proposal."""
    motion = night.table.motions[-1]
    return set(motion.asked) - set(motion.agreed)


# --- correcting the books ---------------------------------------------------------------------


def test_correcting_the_books_needs_the_payers_consent_and_only_his() -> None:
    night = Night(4)
    night.act(ANN, CorrectBooks(BOB, CID, 500, "he forgot"))
    assert asked(night) == {BOB}
    assert night.cash(BOB, CID) == (10_000, 10_000)
    night.refused(CID, Agree(night.table.motions[0].id), NotNow)
    night.agree(BOB)
    assert night.cash(BOB, CID) == (9_500, 10_500)


def test_a_player_who_pays_himself_is_not_asked_and_for_the_bank_everybody_is() -> None:
    night = Night(4)
    night.act(ANN, CorrectBooks(ANN, BANK, 500))
    assert night.cash(ANN) == (9_500,)
    night.act(ANN, CorrectBooks(BANK, ANN, 500))
    assert asked(night) == {BOB, CID, DAN}
    night.agree(BOB, CID)
    assert night.cash(ANN) == (9_500,)
    night.agree(DAN)
    assert night.cash(ANN) == (10_000,)


def test_a_correction_that_makes_no_sense_or_that_one_cannot_afford_oneself_is_refused_at_once() -> None:
    night = Night(4)
    night.refused(ANN, CorrectBooks(ANN, CID, 10_001), CannotAfford)
    night.refused(ANN, CorrectBooks(BOB, BOB, 100), BadRequest)
    night.refused(ANN, CorrectBooks(BOB, CID, 0), BadRequest)
    night.refused(ANN, CorrectBooks(BOB, CID, -100), BadRequest)


def test_a_correction_that_has_become_impossible_is_dropped_with_the_reason() -> None:
    night = Night(4)
    night.act(ANN, CorrectBooks(BOB, CID, 10_000))
    night.act(BOB, Pay(DAN, 1))
    night.agree(BOB)
    assert night.cash(BOB, CID) == (9_999, 10_000)
    assert not night.table.motions
    assert any(line.startswith("No longer possible") for line in night.report())


def test_what_the_game_has_overtaken_is_dropped_in_the_very_words_of_the_refusal() -> None:
    night = Night(4)
    night.roll()
    night.act(ANN, AllowAnyway(Message("move_cow", {"frm": "A6-0", "to": "A3-0", "die": 0})))
    motion = night.table.motions[0]
    night.end(Step.CATTLE)
    for seat in motion.asked:
        night.act(seat, Agree(motion.id))
    assert night.report()[-1].endswith(". That is not what this step of the turn is about.")


def test_a_vote_typed_in_for_a_ballot_that_is_over_is_dropped_because_it_is_over() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.cards_on_the_table(BOB, OWN, OWN, OWN)
    motion = night.table.motions[0]
    night.vote(OWN, OWN, OWN)
    night.act(CID, Agree(motion.id))
    assert night.report()[-1].endswith(". That vote is over.")


def test_the_payer_may_refuse_and_the_proposer_may_take_it_back() -> None:
    night = Night(4)
    night.act(ANN, CorrectBooks(BOB, CID, 500))
    night.act(BOB, Refuse(night.table.motions[0].id))
    night.act(ANN, CorrectBooks(BOB, CID, 500))
    night.refused(DAN, Refuse(night.table.motions[0].id), NotNow)
    night.act(ANN, Refuse(night.table.motions[0].id))
    assert not night.table.motions
    assert night.cash() == (10_000,) * 4


def test_a_new_proposal_replaces_the_proposers_older_one() -> None:
    night = Night(4)
    night.act(ANN, CorrectBooks(BOB, CID, 500), CorrectBooks(BOB, CID, 600))
    assert len(night.table.motions) == 1
    night.agree(BOB)
    assert night.cash(CID) == (10_600,)


# --- house rules and allowing anyway ----------------------------------------------------------


def test_a_house_rule_is_changed_freely_before_the_game_and_with_everybodys_consent_during_it() -> None:
    night = Night(4, start=False)
    night.act(ANN, SetRule("loan_anytime", True))
    assert night.table.rules.loan_anytime
    night.act(ANN, StartGame(ANN), SetRule("loan_anytime", False))
    assert night.table.rules.loan_anytime
    assert asked(night) == {BOB, CID, DAN}
    night.agree()
    assert not night.table.rules.loan_anytime
    assert any(line.startswith("House rule changed") for line in night.report())


def test_a_house_rule_that_does_not_exist_is_refused_before_anybody_is_asked() -> None:
    night = Night(4)
    night.refused(ANN, SetRule("free_beer", True), BadRequest)
    night.refused(ANN, SetRule("loan_anytime", "perhaps"), BadRequest)
    night.refused(ANN, SetRule("max_turn_angle", 90), BadRequest)


def test_what_is_allowed_already_cannot_be_allowed_anyway_nor_can_the_arithmetic_of_money() -> None:
    night = Night(4)
    night.refused(ANN, AllowAnyway(Message("roll_dice", {"cow": [0, 0], "cowboy": [1, 1, 1]})), BadRequest)
    night.refused(ANN, AllowAnyway(Message("pay", {"to": BOB, "amount": 10_001})), CannotAfford)
    night.refused(BOB, AllowAnyway(Message("roll_dice", {})), NotNow)
    nested = {"message": {"kind": "roll_dice", "data": {}}}
    night.refused(ANN, AllowAnyway(Message("allow_anyway", nested)), BadRequest)


def test_what_the_box_alone_fills_in_nobody_fills_in_for_what_is_to_be_allowed() -> None:
    """A script could say what a die of the box shows; a face that no die has was an error page."""
    evening = seated("western_town", 3)
    evening.refused(ANN, AllowAnyway(Message("throw_die", {"face": 100})))
    evening.refused(ANN, AllowAnyway(Message("reveal_ballot", {"ballot": 1, "openings": {}})), BadRequest)


def test_ranches_that_do_not_fit_are_refused_at_the_start_unless_the_table_allows_it() -> None:
    night = Night(4, start=False)
    night.act(BOB, ChangeSeat("Bob", {"ranch": "C"}))
    assert night.refused(ANN, StartGame(ANN)).waivable
    night.together(ANN, AllowAnyway(Message("start_game", {"first": ANN})))
    assert night.table.phase is TablePhase.PLAYING


# --- undo -------------------------------------------------------------------------------------


def test_the_own_last_action_is_undone_freely() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.undo(ANN)
    assert night.cash() == (10_000,) * 4
    assert not night.table.motions
    assert "s1 undid: s1 paid s2 $500" in night.report()


def test_undo_leaves_both_the_deed_and_its_undoing_in_the_log() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.undo(ANN)
    assert night.report()[-2:] == ["s1 paid s2 $500", "s1 undid: s1 paid s2 $500"]


def test_undoing_somebody_elses_action_asks_the_seats_it_touches_and_nobody_else() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.undo(CID)
    assert asked(night) == {ANN, BOB}
    assert night.titles()[0] == "Undo: s1 paid s2 $500"
    night.agree(ANN)
    assert night.cash(ANN) == (9_500,)
    night.agree(BOB)
    assert night.cash(ANN) == (10_000,)


def test_an_own_action_on_which_others_have_built_asks_them() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.act(BOB, Pay(CID, 100))
    night.undo(ANN, actions=2)
    assert asked(night) == {BOB, CID}
    assert night.titles()[0] == "Undo: s1 paid s2 $500 (and 1 more)"
    night.agree()
    assert night.cash() == (10_000,) * 4


def test_undoing_a_die_that_the_box_rolled_needs_everybody_and_a_typed_one_nobody() -> None:
    night = Night(4)
    night.act(ANN, RollDice())
    night.undo(ANN)
    assert asked(night) == {BOB, CID, DAN}
    night.agree()
    assert night.turn == (ANN, Step.DICE)
    night.roll()
    night.undo(ANN)
    assert night.turn == (ANN, Step.DICE)


def test_a_revealed_vote_is_undone_only_when_everybody_agrees() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(OWN, OWN, OWN)
    night.undo(ANN)
    assert asked(night) == {BOB, CID, DAN}


def test_undo_of_a_sale_restores_money_cow_and_sticker() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A2-0", "A6-0")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0))
    night.end(Step.CATTLE)
    night.together(ANN, AllowAnyway(Message("end_step", {"step": "cowboys"})))
    night.vote(OWN, FOREIGN, OWN)
    before = night.table
    night.show("A", 300)
    assert night.events(CowSold)
    assert night.cash() == (11_900, 10_000, 9_400, 10_000)
    assert night.turn[0] == BOB
    night.undo(ANN)
    assert night.cash() == (10_000,) * 4
    assert night.table.play == before.play
    assert night.turn[0] == ANN
    night.refused(BOB, RollDice((0, 0), (1, 1, 1)), NotNow)
    night.show("A", 600)
    assert night.cash() == (12_800, 10_000, 8_800, 10_000)


def test_undo_during_a_vote_keeps_the_votes_that_are_sealed() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: FOREIGN})
    night.act(ANN, Pay(DAN, 100))
    night.undo(ANN)
    assert set(night.ballot.sealed) == {BOB, CID}
    night.seal({DAN: OWN})
    night.open({BOB: OWN, CID: FOREIGN, DAN: OWN})
    night.show("A", 100)
    assert night.cash() == (11_300, 10_000, 9_800, 10_000)


def test_undoing_the_sale_itself_ends_the_vote() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    number = night.ballot.id
    night.undo(ANN)
    assert night.table.ballot is None
    night.act(ANN, RecordTown())
    assert night.ballot.id != number, "an old commitment must never fit a new vote"


def test_undo_is_refused_past_what_the_table_remembers_and_for_numbers_that_never_were() -> None:
    night = Night(4)
    first = night.table.done[-1].before
    for _ in range(REMEMBERED):
        night.act(ANN, Pay(BOB, 1))
    night.refused(ANN, Undo(first), NotNow)
    night.refused(ANN, Undo(0), NotNow)
    night.refused(ANN, Undo(10**9), NotNow)
    night.refused(ANN, Undo(-1), NotNow)


def test_forty_actions_can_be_undone_one_after_the_other() -> None:
    night = Night(4)
    for _ in range(REMEMBERED):
        night.act(ANN, Pay(BOB, 1))
    for _ in range(REMEMBERED):
        night.undo(ANN)
    assert night.cash() == (10_000,) * 4
    assert len(night.events(Undone)) == REMEMBERED


def test_an_undo_that_waits_for_consent_takes_nothing_back_that_happened_meanwhile() -> None:
    """Ann and Bob agreed about their 500; Dan's payment to Cid is nobody's business but theirs."""
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.undo(CID)
    night.act(DAN, Pay(CID, 100))
    night.agree(ANN)
    night.agree(BOB)
    assert night.cash(ANN, BOB) == (9_500, 10_500)
    assert night.cash(DAN, CID) == (9_900, 10_100)
    assert not night.table.motions


def test_the_start_itself_can_be_undone_and_everybody_still_sits_there() -> None:
    night = Night(4)
    night.undo(ANN)
    if night.table.motions:
        night.agree()
    assert night.table.phase is TablePhase.LOBBY
    assert night.cash() == (0,) * 4
    night.act(ANN, StartGame(BOB))
    assert night.turn[0] == BOB


def test_the_end_of_the_game_can_be_undone_and_is_then_no_result_any_more() -> None:
    night = Night(4, Level.BANK)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    assert night.is_over()
    assert len(night.log.rows("SELECT * FROM results")) == 1
    night.undo(ANN)
    assert not night.is_over()
    assert not night.log.rows("SELECT * FROM results"), "the history must not show a game that was not over"
    night.end(Step.TABLE)
    assert night.is_over()
    assert len(night.log.rows("SELECT * FROM results")) == 1


def test_play_again_keeps_seats_and_rules_and_starts_from_nothing() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.refused(ANN, PlayAgain(), NotNow)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    night.act(BOB, PlayAgain())
    assert night.table.phase is TablePhase.LOBBY
    assert [seat.name for seat in night.table.seats] == ["Ann", "Bob", "Cid", "Dan"]
    assert night.table.rules.loan_anytime
    assert sum(night.table.accounts.values()) == 0
    night.act(ANN, StartGame(CID))
    assert night.turn[0] == CID
    assert night.cash() == (10_000,) * 4
    assert night.state.sold == ()


# --- stale pages ------------------------------------------------------------------------------


def test_a_move_from_an_old_page_is_refused_and_money_is_not_held_up_by_moves() -> None:
    night = Night(4)
    old = night.table.seq
    night.roll()
    with pytest.raises(Stale):
        night.tables.act(CODE, ANN, MoveCow("A5-1", "A4-0", 0), seen=old)
    night.tables.act(CODE, BOB, Pay(ANN, 100), seen=old)
    with pytest.raises(Stale):
        night.tables.act(CODE, BOB, Pay(ANN, 100), seen=old)
    night.tables.act(CODE, BOB, Pay(ANN, 100), seen=night.table.seq)
    assert night.cash(ANN, BOB) == (10_200, 9_800)


def test_a_sticker_typed_on_a_page_from_before_the_undo_is_stale() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(OWN, OWN, OWN)
    page = night.table.seq
    night.show("A", 600)
    night.undo(ANN)
    with pytest.raises(Stale):
        night.tables.act(CODE, ANN, ShowSticker("A", 600), seen=page)
