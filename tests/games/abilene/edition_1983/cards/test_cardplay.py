"""Card duels at the table (rules 1983 §11): laid under a seal, shown to one phone, proved by what was sealed before."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError
from companion.core.secrets.exchange import Past, Shown
from companion.games.abilene.common.messages import EndStep, MoveCowboy, Step
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.messages import LayCards, ReturnCowboy, RollShots, TellDuel
from tests.support.prairie import ANN, BOB, CID, PrairieNight
from tests.support.table import CODE


class Cards(PrairieNight):
    """Phones that remember their lay-downs."""

    def __init__(self) -> None:
        super().__init__(duels="cards")
        self.laid: dict[tuple[str, str], str] = {}

    def attack(self) -> None:
        """Attack Bob on his prairie with Ann's cowboy."""
        self.put(s1=("B4-1", "A3-3"), s2=("B4-2", "B3-3"))
        self.two_dice(1, 0)
        self.act(ANN, MoveCowboy("B4-1", "B4-2", 0))

    @property
    def duel(self) -> str:
        return cardplay.number_of(self.state)

    def nonce(self, seat: str, duel: str = "") -> str:
        return random.Random(f"{seat} {duel}").randbytes(32).hex()

    def lay(self, seat: str, cards: str, count: int | None = None) -> None:
        duel = self.duel
        self.laid[seat, duel] = cards
        seal = cardplay.seal_of(CODE, duel, seat, cards, self.nonce(seat, duel))
        self.act(seat, LayCards(duel, len(cards.split()) if count is None else count, seal))

    def shown(self, seat: str, receipt: str = "") -> Shown:
        """Return what this phone shows now, with all it remembers."""
        past = {}
        for each in cardplay.duels_of(self.state, seat):
            other = each.defender if seat == each.attacker else each.attacker
            past[each.id] = Past(
                self.laid[seat, each.id],
                self.nonce(seat, each.id),
                self.laid[other, each.id],
                self.nonce(other, each.id),
            )
        return Shown(self.laid[seat, self.duel], self.nonce(seat, self.duel), receipt, past)

    def hold_up(self, seat: str, shown: Shown, duel: str = "") -> Shown | None:
        return self.tables.show(CODE, seat, duel or self.duel, shown)

    def compare(self) -> None:
        """Check that the two phones show and store the result."""
        duel, one, two = self.duel, self.shown(ANN), self.shown(BOB)
        self.hold_up(ANN, one)
        assert self.hold_up(BOB, two) == one
        assert self.hold_up(ANN, replace(one, receipt=two.nonce), duel) == two
        self.hold_up(BOB, replace(two, receipt=one.nonce), duel)
        assert not self.tables.live(CODE).disclosed.shown

    def cards_refused(self, seat: str, shown: Shown, kind: type[RuleError]) -> None:
        before = self.table
        with pytest.raises(kind):
            self.hold_up(seat, shown)
        assert self.table == before


@pytest.fixture
def night() -> Cards:
    night = Cards()
    night.attack()
    return night


def test_the_attacker_lays_first_and_only_the_two_lay(night: Cards) -> None:
    night.refused(BOB, LayCards("1", 0, "00" * 32), NotNow)
    night.refused(CID, LayCards("1", 0, "00" * 32), NotNow)
    night.refused(ANN, LayCards("1", 0, "seal"), BadRequest)
    night.refused(ANN, LayCards("2", 0, "00" * 32), NotNow)
    night.refused(ANN, RollShots(5, 1), NotNow)
    night.lay(ANN, "C10 CK")
    night.refused(ANN, LayCards("1", 0, "00" * 32), NotNow)
    night.lay(BOB, "")
    assert night.state.laid[ANN].count == 2


def test_the_higher_sum_wins_as_soon_as_both_phones_have_shown(night: Cards) -> None:
    """The loser sees first that he loses, and says nothing any more: it does not help him."""
    night.lay(ANN, "C9 C10 CK")
    night.lay(BOB, "H7 H8")
    night.hold_up(ANN, night.shown(ANN))
    assert isinstance(night.state.pending, Duel), "Bob's phone has shown nothing yet"
    night.hold_up(BOB, night.shown(BOB))
    assert night.board.cowboys["B4-2"] == ANN
    assert night.board.waiting == {BOB: 1}


def test_the_first_phone_to_show_learns_afterwards_what_the_other_one_laid(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.lay(BOB, "H7")
    one, two = night.shown(ANN), night.shown(BOB)
    night.hold_up(ANN, one)
    night.hold_up(BOB, two)
    for again in range(2):
        assert night.hold_up(ANN, one, "1") == two, f"asked {again} times before"
    for wrong in (replace(one, laid="C10"), replace(one, nonce="00" * 32)):
        with pytest.raises(NotNow):
            night.hold_up(ANN, wrong, "1")
    with pytest.raises(NotNow):
        night.hold_up(CID, one, "1")
    with pytest.raises(NotNow):
        night.hold_up(ANN, one, "2")


def test_what_was_shown_leaves_the_memory_with_the_next_showdown(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.lay(BOB, "H7")
    for seat in (ANN, BOB):
        night.hold_up(seat, night.shown(seat))
    live = night.tables.live(CODE)
    assert live.disclosed.shown
    assert not live.irreplaceable, "a phone that never comes back does not keep the table in memory"
    next_duel(night)
    night.lay(ANN, "")
    night.lay(BOB, "")
    assert not live.disclosed.shown


def test_after_an_undo_both_phones_show_again(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.lay(BOB, "H7")
    for seat in (ANN, BOB):
        night.hold_up(seat, night.shown(seat))
    night.undo(ANN)
    night.agree()
    assert not night.tables.live(CODE).disclosed.shown
    night.hold_up(ANN, night.shown(ANN))
    assert isinstance(night.state.pending, Duel)


def test_after_a_restart_the_phones_show_again(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.lay(BOB, "H7")
    night.hold_up(ANN, night.shown(ANN))
    night.restarted()
    night.compare()
    assert night.board.cowboys["B4-2"] == ANN


def test_only_what_was_sealed_can_be_shown(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.cards_refused(ANN, night.shown(ANN), NotNow)
    night.lay(BOB, "H7")
    true = night.shown(ANN)
    night.cards_refused(ANN, replace(true, laid="C10"), BadRequest)
    night.cards_refused(ANN, replace(true, nonce="00" * 32), BadRequest)
    night.cards_refused(ANN, replace(true, nonce="x"), BadRequest)
    night.cards_refused(CID, true, NotNow)


def test_the_count_that_all_have_seen_must_be_true(night: Cards) -> None:
    night.lay(ANN, "C9 C10", count=1)
    night.lay(BOB, "H7")
    night.cards_refused(ANN, night.shown(ANN), BadRequest)


@pytest.mark.parametrize("cards", ["H2", "S10", "C2 H3"])
def test_nobody_lays_a_card_of_another_hand(night: Cards, cards: str) -> None:
    night.lay(ANN, cards)
    night.lay(BOB, "H7")
    night.cards_refused(ANN, night.shown(ANN), IllegalMove)


def next_duel(night: Cards) -> None:
    """End the first one and let Ann attack again."""
    night.act(BOB, ReturnCowboy("B3-1"))
    night.act(ANN, EndStep(Step.COWBOYS))
    night.next_turn()
    night.next_turn()
    night.attack()


def test_cards_change_hands_and_pictures_stay(night: Cards) -> None:
    night.lay(ANN, "C10 CK")
    night.lay(BOB, "H9")
    night.compare()
    next_duel(night)
    night.lay(ANN, "CK H9")
    night.lay(BOB, "C10")
    night.compare()
    assert night.board.waiting == {}
    assert len(night.state.duels) == 2


def test_a_card_that_was_given_away_cannot_be_laid_again_whatever_a_phone_claims(night: Cards) -> None:
    night.lay(ANN, "C10")
    night.lay(BOB, "H9")
    night.compare()
    next_duel(night)
    night.lay(ANN, "C10")
    night.lay(BOB, "")
    true = night.shown(ANN)
    night.cards_refused(ANN, true, IllegalMove)
    night.cards_refused(ANN, replace(true, past={}), BadRequest)
    forged = Past("", night.nonce(ANN, "1"), "H9", night.nonce(BOB, "1"))
    night.cards_refused(ANN, replace(true, past={"1": forged}), BadRequest)


def test_a_phone_that_forgot_everything_may_still_lay_nothing(night: Cards) -> None:
    night.lay(ANN, "C10")
    night.lay(BOB, "H9")
    night.compare()
    next_duel(night)
    night.lay(ANN, "")
    night.lay(BOB, "C10")
    night.hold_up(ANN, replace(night.shown(ANN), past=None))


def test_equal_sums_change_hands_and_go_to_the_dice(night: Cards) -> None:
    night.lay(ANN, "C2 C3")
    night.lay(BOB, "H5")
    night.compare()
    assert isinstance(night.state.pending, Duel)
    assert night.state.pending.tied
    assert len(night.state.duels) == 1
    night.act(BOB, RollShots(1, 4))
    assert night.board.cowboys["B4-2"] == BOB


def test_with_real_cards_one_tells_the_result_and_the_other_confirms(night: Cards) -> None:
    night.refused(CID, TellDuel(ANN), NotNow)
    night.refused(ANN, TellDuel(CID), BadRequest)
    night.act(ANN, TellDuel(ANN))
    assert isinstance(night.state.pending, Duel)
    night.agree(BOB)
    assert night.board.cowboys["B4-2"] == ANN
    assert night.state.duels[0].seals == {}, "no hand on a phone has changed"


def test_an_undo_past_a_compared_duel_asks_everybody(night: Cards) -> None:
    night.lay(ANN, "C9")
    night.lay(BOB, "H7")
    night.compare()
    night.undo(ANN)
    assert set(night.table.motions[-1].asked) == {BOB, CID}
