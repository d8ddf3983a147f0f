"""Sales of 1993: the vote and the sticker (rules 1993 §5.4, §12.2).

They are played at the level *bank*, where a player reports that a cow is in town; the money is the same.
"""

from typing import Any

import pytest

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Message
from companion.core.secrets.ballot import AlreadySealed, Opening, SealVote, VoidBallot
from companion.core.table.commands import AllowAnyway, Refuse
from companion.core.table.table import Level
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.edition_1993.messages import CowSold, RecordTown, ShowSticker
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN, NONE, FOREIGN = "OWN", "NONE", "FOREIGN"


def sale(*cards: str, players: int = 4, **rules: Any) -> Night:
    """Return a game in which Ann has brought a cow to town, and the others have voted ``cards``, clockwise from Ann."""
    night = Night(players, Level.BANK, **rules)
    night.act(ANN, RecordTown())
    night.vote(*cards)
    return night


def test_everybody_but_the_seller_votes_the_left_neighbour_first_and_all_is_settled_at_once() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    assert night.ballot.voters == (BOB, CID, DAN)
    night.vote(OWN, NONE, FOREIGN)
    night.show("A", 600)
    assert night.cash() == (13_400, 10_000, 9_400, 8_800), "vector 11"


def test_the_sticker_waits_for_the_votes_and_the_votes_for_each_other() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.refused(ANN, ShowSticker("A", 600), NotNow)
    night.refused(ANN, EndStep(Step.TABLE), NotNow)
    night.seal({BOB: OWN, CID: OWN})
    with pytest.raises(NotNow, match="Not everyone has sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, night.opening(BOB, OWN))
    night.seal({DAN: OWN})
    night.open({BOB: OWN, CID: OWN})
    assert not night.ballot.votes, "nobody sees a vote before the last one is open"
    night.open({DAN: OWN})
    assert dict(night.ballot.votes) == {BOB: OWN, CID: OWN, DAN: OWN}


def test_a_sealed_vote_cannot_be_changed_and_only_the_sealed_vote_opens() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.refused(BOB, SealVote(night.ballot.id, "0" * 64), AlreadySealed)
    with pytest.raises(BadRequest, match="not the vote that s2 sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, night.opening(BOB, FOREIGN))
    with pytest.raises(BadRequest, match="not the vote that s2 sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, Opening(OWN, "00" * 32))


def test_the_seller_has_no_vote() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.refused(ANN, SealVote(night.ballot.id, "0" * 64), NotNow)


def test_a_sticker_that_no_cow_can_have_is_refused_and_one_that_is_used_up_only_by_the_rules() -> None:
    night = sale(OWN, OWN, OWN)
    night.refused(ANN, ShowSticker("A", 700), BadRequest)
    night.refused(ANN, ShowSticker(None, 600), BadRequest)
    night.refused(ANN, ShowSticker("F", 600), IllegalMove)  # nobody plays brand F
    night.show("A", 1000)
    night.act(ANN, RecordTown())
    night.vote(OWN, OWN, OWN)
    refusal = night.refused(ANN, ShowSticker("A", 1000), IllegalMove)
    assert refusal.waivable, "somebody may have mistyped the first one"
    night.together(ANN, AllowAnyway(Message("show_sticker", {"brand": "A", "value": 1000})))
    assert len(night.state.sold) == 2


def test_another_seat_types_the_sticker_for_a_silent_seller_and_a_second_seat_confirms_it() -> None:
    night = sale(OWN, OWN, OWN)
    night.act(CID, ShowSticker("A", 600))
    assert not night.events(CowSold)
    assert len(night.table.motions) == 1
    night.agree(DAN)
    assert night.cash(ANN) == (11_600,)


def test_a_sticker_typed_for_the_seller_can_be_refused_and_the_seller_still_types_his_own() -> None:
    night = sale(OWN, OWN, OWN)
    night.act(CID, ShowSticker("A", 600))
    night.act(ANN, Refuse(night.table.motions[0].id))
    night.show("A", 100)
    assert night.cash(ANN) == (11_100,)


def test_cards_on_the_table_are_typed_by_one_seat_and_confirmed_by_another() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: FOREIGN})
    night.cards_on_the_table(BOB, OWN, NONE, OWN)
    assert not night.ballot.votes
    night.agree(CID)
    assert dict(night.ballot.votes) == {BOB: OWN, CID: NONE, DAN: OWN}


def test_cards_with_a_hole_in_them_are_refused_before_anybody_is_asked() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    with pytest.raises(ValueError, match="zip"):
        night.cards_on_the_table(BOB, OWN, NONE)
    with pytest.raises(BadRequest, match="Every voter needs one of the cards"):
        night.cards_on_the_table(BOB, OWN, NONE, "JOKER")
    assert not night.table.motions


def test_a_vote_is_held_again_when_everybody_who_has_sealed_agrees() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN})
    first = night.ballot.id
    night.act(CID, VoidBallot(first))
    assert night.table.motions[0].asked == (BOB, DAN), "the seller has no voice"
    assert night.table.motions[0].owners == (BOB,)
    night.agree(DAN)
    assert night.ballot.id == first, "Dan, who has not sealed, cannot give up Bob's vote"
    night.agree(BOB)
    assert night.ballot.id != first
    assert not night.ballot.sealed
    night.refused(DAN, SealVote(first, "0" * 64), NotNow)
    night.vote(NONE, NONE, NONE)
    night.show("A", 100)
    assert night.cash() == (11_400, 9_900, 9_900, 9_900)


def test_a_phone_that_sealed_but_never_opens_is_asked_all_the_same() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.open({BOB: OWN, DAN: OWN})
    night.act(ANN, VoidBallot(night.ballot.id))
    night.agree(BOB, DAN)
    assert night.ballot.sealed, "the players who have sealed agree, or their votes stay"
    night.agree(CID)
    assert not night.ballot.sealed


def test_a_phone_that_lost_its_vote_asks_all_others_who_have_sealed() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.act(BOB, VoidBallot(night.ballot.id))
    assert night.table.motions[0].owners == (CID, DAN)


def test_when_nobody_has_voted_yet_everybody_is_asked() -> None:
    night = Night(3, Level.BANK)
    night.act(ANN, RecordTown())
    night.act(ANN, VoidBallot(night.ballot.id))
    assert night.table.motions[0].asked == (BOB, CID)


def test_one_refusal_keeps_the_vote() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.act(CID, VoidBallot(night.ballot.id))
    night.refused(ANN, Refuse(night.table.motions[0].id), NotNow)  # the seller is not asked
    night.act(BOB, Refuse(night.table.motions[0].id))
    assert not night.table.motions
    night.vote(OWN, OWN, OWN)


def test_vector_50_a_brand_that_nobody_plays_is_not_in_the_game_and_that_is_the_reason() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote("OWN", "OWN", "OWN")
    refused = night.refused(ANN, ShowSticker("F", 600), IllegalMove)
    assert str(refused) == "Nobody plays brand F: no cow with it is in the game."
    assert refused.rule == RuleRef("1993", "1.3")
