"""A seller who is out before all his cows in town are sold (rules 1993 §20.1, vector 47)."""

from __future__ import annotations

from typing import Any

from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.commands import SetLevel, Undo
from companion.core.table.table import Level
from companion.games.abilene.common.messages import MoveCow, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.messages import GoBankrupt, RollDice, ShowSticker
from companion.games.abilene.edition_1993.money.herds import Sticker
from companion.games.abilene.edition_1993.rules.sales import possible_stickers
from tests.support.abilene import ABILENE
from tests.support.table import ANN, BOB, CID, DAN, Night

GAME = ABILENE["1993"]


def two_in_town(**rules: Any) -> Night:
    """Return a game with thirty cows on the board, two of them Ann's at the town, into which she drives them."""
    night = Night(4, **rules)
    herd = ("A2-0", "A2-1", "A7-1")
    night.arrange(cows={"A": herd}, cowboys={ANN: ()})
    night.roll((2, 1))
    night.act(ANN, MoveCow("A2-0", TOWN, 0), MoveCow("A2-1", TOWN, 1))
    return night


def bankrupt_in_the_first_sale(**rules: Any) -> Night:
    """Return a sale that costs Ann 4000 when she has 500."""
    night = two_in_town(**rules)
    night.hand(ANN, 500)
    night.end(Step.COWBOYS)
    night.vote("FOREIGN", "FOREIGN", "FOREIGN")
    night.show("B", 1000)
    night.act(ANN, GoBankrupt())
    return night


def test_vector_47_the_cow_that_waited_leaves_unsold_and_its_sticker_is_gone_for_later_sales() -> None:
    night = bankrupt_in_the_first_sale()
    before = night.cash()
    assert (len(night.state.sold), len(night.board.cows), night.board.corral) == (1, 28, 0)
    assert night.turn[0] == ANN, "the next turn waits for the sticker"
    night.act(BOB, ShowSticker("C", 600))
    assert night.turn == (BOB, Step.DICE)
    assert (len(night.state.sold), len(night.board.cows)) == (1, 28)
    assert night.cash() == before, "nobody is paid"
    assert possible_stickers(night.state)[Sticker("C", 600)] == 2
    assert possible_stickers(night.state)[Sticker("B", 1000)] == 0


def test_everybody_is_told_of_the_cow_that_was_not_sold_and_of_its_sticker() -> None:
    night = bankrupt_in_the_first_sale()
    assert "s1 is bankrupt and out of the game; cows that waited in town leave it unsold: 1" in night.report()
    for seat in (BOB, CID, None):
        page = GAME.page(night.table, seat)
        assert "A cow of s1's leaves the game unsold: its sticker is shown to everyone." in map(str, page.prompt)
    assert [str(choice.label) for choice in GAME.page(night.table, BOB).choices] == ["Show the cow"]
    night.act(BOB, ShowSticker("C", 600))
    assert "s1's cow was turned over: brand C, $600 (someone else's brand)" in night.report()


def test_the_left_neighbour_turns_it_over_and_for_him_another_with_a_second_who_confirms() -> None:
    night = bankrupt_in_the_first_sale()
    assert GAME.page(night.table, BOB).choices
    night.refused(ANN, ShowSticker("C", 600))
    night.act(CID, ShowSticker("C", 600))
    assert len(night.table.motions) == 1
    night.agree(DAN)
    assert possible_stickers(night.state)[Sticker("C", 600)] == 2


def test_only_a_sticker_that_can_be_left_is_shown_and_nothing_else_happens_before() -> None:
    night = bankrupt_in_the_first_sale()
    night.refused(BOB, ShowSticker("B", 1000))
    night.refused(BOB, RollDice((1, 1), (1, 1, 1)))


def test_a_player_who_leaves_before_the_sale_leaves_both_cows_unsold() -> None:
    night = two_in_town()
    night.together(ANN, LeaveGame())
    for value in (600, 300):
        assert night.turn[0] == ANN
        night.act(BOB, ShowSticker("C", value))
    assert night.turn == (BOB, Step.DICE)
    assert (len(night.state.sold), sum(possible_stickers(night.state).values())) == (0, 34)


def test_a_player_who_leaves_in_the_first_sale_leaves_the_second_cow_unsold() -> None:
    night = two_in_town()
    night.end(Step.COWBOYS)
    night.together(ANN, LeaveGame())
    night.vote("OWN", "OWN", "OWN")
    night.act(CID, ShowSticker("A", 1000))
    night.agree(BOB)
    night.act(BOB, ShowSticker("C", 600))
    assert night.turn == (BOB, Step.DICE)
    assert (len(night.state.sold), sum(possible_stickers(night.state).values())) == (1, 34)


def test_a_bankrupt_who_plays_on_sells_his_second_cow() -> None:
    night = bankrupt_in_the_first_sale(bankrupt_player="stays")
    assert night.state.sale is not None
    night.vote("OWN", "OWN", "OWN")
    night.show("A", 600)
    assert len(night.state.sold) == 2


def test_where_one_player_is_left_or_all_stop_the_game_is_over_without_the_sticker() -> None:
    night = bankrupt_in_the_first_sale()
    night.together(BOB, StopGame())
    assert night.is_over()


def test_at_the_bank_the_sticker_is_still_to_be_shown() -> None:
    night = bankrupt_in_the_first_sale()
    night.together(BOB, SetLevel(Level.BANK))
    night.act(BOB, ShowSticker("C", 600))
    assert night.turn == (BOB, Step.TABLE)


def test_the_sticker_can_be_taken_back() -> None:
    night = bankrupt_in_the_first_sale()
    before = night.table.seq
    night.act(BOB, ShowSticker("C", 600))
    night.act(BOB, Undo(before))
    night.act(BOB, ShowSticker("D", 600))
    assert possible_stickers(night.state)[Sticker("D", 600)] == 2
