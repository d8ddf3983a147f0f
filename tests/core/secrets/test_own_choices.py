"""A vote in which everybody has choices of his own: each lays a card of his hand, and no other."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from companion.app.bots import play_once
from companion.core.errors import BadRequest
from companion.core.secrets.ballot import (
    Ballot,
    BallotOpened,
    EnterVotes,
    Opening,
    RevealBallot,
    SealVote,
    VoidBallot,
    commitment,
)
from companion.core.secrets.opening import check_opening, enter, reveal
from companion.core.table.commands import Agree
from companion.core.text import fact
from tests.support.stakes import ANN, BOB, CID, CODE, HANDS, Evening, LayCards, Stakes

OWN = {ANN: ("1", "4"), BOB: ("2", "3", "6")}


def opening(card: str, seat: str) -> Opening:
    return Opening(card, random.Random(seat).randbytes(32).hex())


def sealed(cards: dict[str, str]) -> tuple[Ballot, dict[str, Opening]]:
    """Return a ballot of Ann and Bob in which these cards are sealed."""
    openings = {seat: opening(card, seat) for seat, card in cards.items()}
    seals = {seat: commitment(CODE, 7, seat, each) for seat, each in openings.items()}
    return Ballot(7, fact("lay_a_card"), (ANN, BOB), (), seals, choices_by_seat=OWN), openings


def test_a_card_of_ones_own_hand_can_be_opened() -> None:
    ballot, openings = sealed({ANN: "4", BOB: "6"})
    assert reveal(CODE, ballot, RevealBallot(7, openings)).votes == {ANN: "4", BOB: "6"}


def test_a_card_of_somebody_elses_hand_cannot_be_opened() -> None:
    ballot, openings = sealed({ANN: "6", BOB: "6"})
    with pytest.raises(BadRequest):
        check_opening(CODE, ballot, ANN, openings[ANN])
    check_opening(CODE, ballot, BOB, openings[BOB])


def test_nor_typed_in_after_it_lay_on_the_table() -> None:
    ballot, _ = sealed({})
    assert enter(ballot, EnterVotes(7, {ANN: "1", BOB: "3"})).votes == {ANN: "1", BOB: "3"}
    for votes in ({ANN: "3", BOB: "3"}, {ANN: "1"}, {ANN: "1", BOB: "3", CID: "5"}):
        with pytest.raises(BadRequest):
            enter(ballot, EnterVotes(7, votes))


def test_a_player_who_has_no_choices_of_his_own_has_those_of_all() -> None:
    ballot = Ballot(7, fact("lay_a_card"), (ANN, BOB), ("2", "5"), choices_by_seat={ANN: ("1",)})
    assert ballot.choices_of(ANN) == ("1",)
    assert ballot.choices_of(BOB) == ("2", "5")


def test_a_ballot_that_names_no_seat_has_the_same_choices_for_everybody() -> None:
    codec = Evening(start=False).tables.live(CODE).codec
    stored = '{"ballot": {"id": 7, "title": {"code": "sale"}, "voters": ["s1"], "choices": ["OWN", "NONE"]}}'
    event = codec.event_from_json("ballot_opened", stored)
    assert isinstance(event, BallotOpened)
    assert event.ballot.choices_of(ANN) == ("OWN", "NONE")
    assert "own" not in codec.event_to_json(event)


# --- at a table -------------------------------------------------------------------------------


def laying() -> tuple[Evening, Ballot]:
    """Return a game in which three players are to lay a card, and its ballot."""
    evening = Evening()
    evening.act(ANN, LayCards())
    ballot = evening.table.ballot
    assert ballot
    return evening, ballot


def shown_ballot(evening: Evening, seat: str | None = None) -> Any:
    if seat is None:
        return evening.shown().get_json()["page"]["ballot"]
    return evening.seated(seat).get(f"/api/tables/{CODE}/seats/{seat}").get_json()["page"]["ballot"]


def values(cards: Any) -> tuple[str, ...]:
    return tuple(card["value"] for card in cards)


def test_the_vote_goes_from_the_seals_to_the_points() -> None:
    evening, ballot = laying()
    cards = {ANN: "4", BOB: "6", CID: "5"}
    for seat, card in cards.items():
        evening.act(seat, SealVote(ballot.id, commitment(CODE, ballot.id, seat, opening(card, seat))))
    with pytest.raises(BadRequest):
        evening.tables.open_vote(CODE, ANN, ballot.id, opening("6", ANN))
    for seat, card in cards.items():
        evening.tables.open_vote(CODE, seat, ballot.id, opening(card, seat))
    assert evening.table.play.points == {ANN: 4, BOB: 6, CID: 5}
    page = evening.shown(path=f"/t/{CODE}/screen").text
    assert all(f"card {card}" in page for card in cards.values()), "a card that the reader has not is named too"


def test_each_phone_offers_its_own_cards_and_for_the_others_theirs() -> None:
    evening, _ = laying()
    for seat, hand in HANDS.items():
        ballot = shown_ballot(evening, seat)
        assert values(ballot["cards"]) == hand
        assert {other: values(cards) for other, cards in ballot["choices"].items()} == HANDS
    page = evening.seated(BOB).get(f"/t/{CODE}/s/{BOB}").text
    typed = page.split('data-kind="enter_votes"')[1].split("</form>")[0]
    lists = {seat: typed.split(f'data-key="{seat}"')[1].split("</select>")[0] for seat in HANDS}
    assert {seat: tuple(re.findall(r'value="(.)"', options)) for seat, options in lists.items()} == HANDS


def test_holding_the_vote_again_leaves_everybody_his_hand() -> None:
    evening, ballot = laying()
    evening.act(ANN, VoidBallot(ballot.id))
    while evening.table.motions:
        motion = evening.table.motions[0]
        evening.act(next(seat for seat in motion.asked if seat not in motion.agreed), Agree(motion.id))
    again = evening.table.ballot
    assert again
    assert again.id != ballot.id
    assert again.choices_by_seat == HANDS


def test_a_bot_lays_a_card_that_it_has() -> None:
    for seed in range(4):
        evening = Evening(boxes=True, seed=str(seed))
        evening.act(ANN, LayCards())
        while play_once(evening.tables, CODE):
            pass
        ballot = evening.table.ballot
        assert ballot
        assert ballot.votes, "the bots have laid their cards"
        assert all(card in HANDS[seat] for seat, card in ballot.votes.items())


def test_a_secret_hand_is_shown_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that knows hands nobody may see: every card can be chosen, and each phone offers its own alone."""
    decide, cards = Stakes.decide, Stakes.cards

    def all_cards(game: Any, table: Any, seat: str, command: Any, waived: bool) -> Any:
        events = decide(game, table, seat, command, waived)
        return tuple(
            BallotOpened(Ballot(each.ballot.id, each.ballot.title, each.ballot.voters, each.ballot.choices))
            for each in events
            if isinstance(each, BallotOpened)
        )

    def own_hand(game: Any, table: Any, seat: str | None) -> Any:
        every = cards(game, table, None)
        return every if seat is None else tuple(card for card in every if card.value in HANDS[seat])

    monkeypatch.setattr(Stakes, "decide", all_cards)
    monkeypatch.setattr(Stakes, "cards", own_hand)
    evening, _ = laying()
    everything = tuple(sorted({card for hand in HANDS.values() for card in hand}))
    seen = {seat: shown_ballot(evening, seat) for seat in HANDS}
    for seat, ballot in seen.items():
        assert values(ballot["cards"]) == HANDS[seat]
        assert {values(cards) for cards in ballot["choices"].values()} == {everything}
    assert values(shown_ballot(evening)["cards"]) == everything
    bots = Evening(boxes=True)
    bots.act(ANN, LayCards())
    while play_once(bots.tables, CODE):
        pass
    assert bots.table.ballot
    assert all(card in HANDS[seat] for seat, card in bots.table.ballot.votes.items())
    assert "own" not in evening.shown(path=f"/t/{CODE}/export.jsonl").text.split("ballot_opened")[1]
