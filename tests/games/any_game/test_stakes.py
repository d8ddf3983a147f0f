"""An evening of chips: blinds, bets as payments into the stakes, side pots, the showdown, who begins again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.money.bank_messages import Pay
from companion.games.any_game.betting import to_act
from companion.games.any_game.house_rules import STAKES
from companion.games.any_game.messages.betting import (
    AwardPot,
    Call,
    DealHand,
    Fold,
    HandOver,
    RaiseBlinds,
    RaiseTo,
    Rebuy,
)
from companion.games.any_game.messages.play import EndTurn, FinishGame, Take
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.screens.hands import part
from tests.support.any_evening import ANN, BEN, CID, CODE, DOT, AnyEvening, pages
from tests.support.readers import reader_of


def chips(players: int = 3, **rules: Any) -> AnyEvening:
    """Return a game in which Ann deals first; everybody has 1,000, the blinds are 10 and 20."""
    usual = {"turns": True, "bank": False, "sign": "", "start": 1_000, "betting": True, "blind": 20}
    return AnyEvening(players, **{**usual, **rules})


def acts(evening: AnyEvening) -> str:
    hand = evening.state.hand
    return to_act(hand) if hand else ""


def test_a_hand_goes_round_until_one_is_left_who_gets_everything() -> None:
    evening = chips()
    evening.act(ANN, DealHand())
    assert evening.has(ANN, BEN, CID, STAKES) == (1_000, 990, 980, 30)
    evening.act(ANN, RaiseTo(60))
    evening.act(BEN, Fold())
    evening.act(CID, Fold())
    assert evening.has(ANN, BEN, CID, STAKES) == (1_030, 990, 980, 0)
    assert (evening.state.hand, evening.state.turn) == (None, BEN)
    assert "s1 wins a pot of" in " ".join(evening.report())


def test_rounds_of_bets_lead_to_the_showdown_and_odd_chips_go_left_of_the_dealer() -> None:
    evening = chips(streets=2, blind=5, step=1)
    evening.act(ANN, DealHand())
    assert evening.has(BEN, CID) == (997, 995)
    evening.act(ANN, Call())
    evening.act(BEN, Fold())
    evening.act(CID, Call())
    assert evening.state.hand is not None
    assert (evening.state.hand.street, acts(evening)) == (2, CID)
    evening.act(CID, Call())
    evening.act(ANN, Call())
    assert evening.state.hand.showdown
    evening.act(BEN, AwardPot((ANN, CID)))
    assert evening.has(ANN, BEN, CID) == (1_001, 997, 1_002), "13 are shared: 7 left of the dealer"


def test_three_all_ins_of_different_height_are_three_pots_shown_before_anybody_asks() -> None:
    evening = chips(4, starts="50, 120, 300, 500", start=1_000)
    evening.act(ANN, DealHand())
    evening.act(DOT, RaiseTo(500))
    evening.act(ANN, Call())
    evening.act(BEN, Call())
    shown = part(evening.table, None).data.pots  # type: ignore[attr-defined]
    pots = [(pot.amount, set(pot.seats)) for pot in shown]
    assert pots == [(170, {ANN, BEN, CID, DOT}), (140, {BEN, CID, DOT}), (380, {CID, DOT})], "Cid may still call"
    evening.act(CID, Call())
    assert evening.has(DOT) == (200,), "what nobody can call goes back"
    shown = part(evening.table, None).data.pots  # type: ignore[attr-defined]
    assert [(pot.amount, set(pot.seats)) for pot in shown] == [
        (200, {ANN, BEN, CID, DOT}),
        (210, {BEN, CID, DOT}),
        (360, {CID, DOT}),
    ]
    evening.refusal(ANN, AwardPot(("s9",)), BadRequest)
    evening.act(ANN, AwardPot((ANN,)))
    evening.refusal(ANN, AwardPot((ANN,)), BadRequest)
    evening.act(ANN, AwardPot((BEN,)))
    evening.act(ANN, AwardPot((CID, DOT)))
    assert evening.has(ANN, BEN, CID, DOT, STAKES) == (200, 210, 180, 380, 0)
    evening.sound()


def test_what_cannot_be_bet_is_refused_in_a_sentence() -> None:
    evening = chips(limit_of_bets="pot")
    assert "No hand is being played" in evening.refusal(ANN, Call(), NotNow)
    assert "when a hand is over" in evening.refusal(ANN, EndTurn(), NotNow)
    evening.act(ANN, DealHand())
    assert "A hand is being played" in evening.refusal(BEN, DealHand(), NotNow)
    assert "s1 bets now" in evening.refusal(BEN, Call(), NotNow)
    assert "goes from $40 to $70" in evening.refusal(ANN, RaiseTo(30), BadRequest)
    assert "goes from $40 to $70" in evening.refusal(ANN, RaiseTo(80), BadRequest)
    assert "no such account" in evening.refusal(ANN, Take(10, STAKES), BadRequest)
    evening.refusal(ANN, Pay(STAKES, 10))
    assert "nothing to give away" in evening.refusal(ANN, AwardPot((ANN,)), NotNow)


def test_blinds_are_doubled_and_somebody_begins_again_with_the_consent_of_one() -> None:
    evening = chips(2, start=20)
    evening.act(ANN, RaiseBlinds())
    assert evening.state.blind == 40
    evening.act(ANN, DealHand())
    assert evening.state.hand is not None
    assert evening.state.hand.showdown, "both are all in by their blinds"
    evening.act(BEN, AwardPot((BEN,)))
    assert evening.has(ANN, BEN) == (0, 40)
    assert "Two at least" in evening.refusal(ANN, DealHand(), NotNow)
    evening.act(ANN, Rebuy())
    assert evening.titles() == ["s1 begins again with the money of the start"]
    evening.agree(BEN)
    assert evening.has(ANN) == (20,)
    evening.act(ANN, DealHand())


def test_a_player_who_leaves_in_a_hand_has_folded_and_an_end_gives_back_what_was_bet() -> None:
    evening = chips()
    evening.act(ANN, DealHand())
    evening.act(ANN, RaiseTo(100))
    evening.act(BEN, GoBankrupt(CID))
    assert acts(evening) == CID
    evening.act(CID, FinishGame())
    evening.agree()
    assert evening.has(STAKES) == (0,)
    assert evening.has(ANN) == (1_000,)
    evening.sound()


def test_the_page_says_what_a_call_costs_and_whose_bet_it_is() -> None:
    evening = chips()
    heads = [str(reader_of(evening.tables, CODE, seat).page.headline) for seat in (ANN, BEN)]
    assert heads == ["You deal", "s1 deals"]
    evening.act(ANN, DealHand())
    heads = [str(reader_of(evening.tables, CODE, seat).page.headline) for seat in (ANN, BEN)]
    assert heads == ["$20 to call", "s1: $20 to call"]
    offered = [(choice.kind, str(choice.label)) for choice in reader_of(evening.tables, CODE, ANN).page.choices]
    assert offered[:4] == [
        ("call", "Call $20"),
        ("fold", "Fold"),
        ("raise_to", "Raise"),
        ("raise_to", "All in: $1,000"),
    ]
    for page in pages(evening).values():
        assert 'id="hand"' in page
        assert "Blinds 10 and 20" in page


@pytest.mark.parametrize("seed", range(6))
def test_the_box_plays_hands_and_no_chip_is_lost(seed: int) -> None:
    evening, chance = chips(4, start=200, ante=5, limit_of_bets=("none", "pot", "fixed")[seed % 3]), random.Random(seed)
    bots = evening.tables.live(CODE).game.bots
    assert bots
    for _ in range(200):
        commands = [(seat, bots.command(evening.table, seat, chance, None)) for seat in evening.table.ids]
        found = [(seat, command) for seat, command in commands if command]
        if not found or len(evening.events(HandOver)) > 8:
            break
        evening.act(*found[0])
        assert sum(evening.has(ANN, BEN, CID, DOT, STAKES)) == 800
    assert evening.events(HandOver)
    evening.sound()


def test_when_one_has_all_the_chips_the_end_is_proposed_and_the_player_who_is_broke_may_begin_again() -> None:
    evening = AnyEvening(2, betting=True, blind=20, turns=True, bank=False)
    evening.act(ANN, DealHand(), RaiseTo(1_500))
    evening.act(BEN, Call())
    evening.act(ANN, AwardPot((ANN,)))
    assert evening.has(ANN, BEN) == (3_000, 0)
    shown = pages(evening)
    assert "You have all the chips" in shown[ANN]
    assert "Ann has all the chips" in shown[BEN]
    assert all('data-kind="finish_game"' in shown[seat] for seat in (ANN, BEN))
    assert "End the game now" not in shown[ANN], "once is enough"
    assert 'data-kind="deal_hand"' not in shown[ANN]
    assert 'data-kind="rebuy"' in shown[BEN]
    evening.together(ANN, FinishGame())
    assert evening.is_over()
