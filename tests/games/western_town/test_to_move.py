"""The pieces that each player has to move on the real table: read on his own phone until his next act."""

from __future__ import annotations

import pytest

from companion.core.referee.parting import StopGame
from companion.core.table.commands import Agree, Undo
from companion.core.table.table import Level
from companion.games.western_town.camp.attack import ChooseTarget, DefendTarget
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import ChangeTown, MarkBuilding, Reason, StoreGoods
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.act import CarryOut, TakeBack
from companion.games.western_town.turn.gains import TakeGains
from companion.games.western_town.turn.go import ExploitCard, PassForGood
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.stars import DrawStars
from tests.support.to_move import all_to_move, to_move
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
MINE, MARSHAL, CARPENTER, HOMESTEAD = "gold mine", "marshal", "carpenter", "homestead"
PRIDE = "civic pride 1"


@pytest.fixture
def evening() -> TownEvening:
    """Return an evening on which the first cards are to be laid."""
    return TownEvening(3, Level.BOARD).start().play_phase_1()


@pytest.fixture
def counted() -> TownEvening:
    """Return a game whose towns are only counted; the first Lincoln card lies open."""
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS,)))
    return evening


def one(what: Resource, by: int = 1) -> ChangeTown:
    return ChangeTown({what: by}, Reason.CORRECTION)


def comes_to_the_exploits(evening: TownEvening, first: tuple[str, str], second: tuple[str, str]) -> None:
    """Play up to the exploits: Robin plays a homestead and Theo a gold mine; between them
    Robin and Alexandre, Alexandre and Theo lay these.
    """
    evening.play(ROBIN, HOMESTEAD)
    for seats, cards in (((ROBIN, ALEXANDRE), first), ((ALEXANDRE, THEO), second)):
        evening.lay_sealed(dict(zip(seats, cards, strict=True)))
        evening.carry_out_cards(*seats)
    evening.play(THEO, MINE)


# --- E3: the start card ---------------------------------------------------------------------------


def test_the_start_card_that_the_box_draws_stays_with_all_that_it_brings_until_the_next_act() -> None:
    evening = TownEvening(3, Level.BOARD).start()
    evening.act(ROBIN, DrawStars(), TakeStart("Parson Reed", place="c1"))
    expected = [
        "Your start card: Parson Reed. Lay barber on the upper 4, take its card into your hand: "
        "+1\N{NO-BREAK SPACE}Gold, +2\N{NO-BREAK SPACE}Wood, +2\N{NO-BREAK SPACE}Inhabitants"
    ]
    assert all_to_move(evening) == {ROBIN: expected}
    for seat in (ALEXANDRE, THEO):
        evening.act(seat, TakeStart(place="c1"))
        assert to_move(evening, seat)[0].startswith("Your start card: ")
    evening.act(ALEXANDRE, one(GOLD))
    assert to_move(evening, ROBIN) == expected, "the others act, and it stays"
    evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS,)))
    assert set(all_to_move(evening)) == {THEO}


def test_a_start_card_that_the_box_does_not_know_moves_nothing() -> None:
    evening = TownEvening(3, Level.BOARD).start()
    evening.act(ROBIN, DrawStars(), TakeStart(""), ChangeTown({GOLD: 2}, Reason.START))
    assert all_to_move(evening) == {}


# --- E4: cubes, tiles and cards -------------------------------------------------------------------


def test_a_player_who_plays_a_card_reads_which_cubes_it_moves_and_nobody_else_does(evening: TownEvening) -> None:
    evening.act(ROBIN, one(WOOD, 2))
    before = [to_move(evening, seat) for seat in (ALEXANDRE, THEO)]
    evening.act(ROBIN, PlayCard(HOMESTEAD))
    assert to_move(evening, ROBIN) == ["You: +4\N{NO-BREAK SPACE}Inhabitants"]
    assert [to_move(evening, seat) for seat in (ALEXANDRE, THEO)] == before


def test_a_card_that_is_carried_out_while_another_player_taps_is_told_its_owner(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: CARPENTER, ALEXANDRE: HOMESTEAD})
    assert all_to_move(evening).keys() <= {THEO}, "neither card has been carried out"
    evening.act(ROBIN, CarryOut(0))
    assert to_move(evening, ROBIN) == ["You: +2\N{NO-BREAK SPACE}Wood"]
    [line] = to_move(evening, ALEXANDRE)
    assert line.startswith("You: +")
    assert line.endswith("Inhabitants")


def test_a_player_who_builds_reads_tile_card_and_cubes(evening: TownEvening) -> None:
    evening.act(ROBIN, ChangeTown({WOOD: 2}, Reason.CORRECTION), PlayCard(CARPENTER))
    evening.act(ROBIN, BuildTile("barber", "c5", {WOOD: 1}))
    number = evening.board(ROBIN).buildings[-1].number
    assert to_move(evening, ROBIN)[0] == f"Lay barber on the {number}, take its card into your hand"
    assert "Wood" in to_move(evening, ROBIN)[-1]


def test_what_somebody_types_by_hand_lies_there_already(evening: TownEvening, counted: TownEvening) -> None:
    for table in (evening, counted):
        for reason in Reason:
            table.act(ROBIN, ChangeTown({GOLD: 1}, reason))
            assert to_move(table, ROBIN) == []
        table.act(ROBIN, MarkBuilding(MINE, True))
        assert to_move(table, ROBIN) == []


def test_an_exploit_turns_the_neighbours_card_face_down(evening: TownEvening) -> None:
    comes_to_the_exploits(evening, (CARPENTER, PRIDE), (CARPENTER, PRIDE))
    evening.act(ROBIN, ExploitCard(MINE, THEO, MINE))
    assert to_move(evening, ROBIN) == ["You: +1\N{NO-BREAK SPACE}Gold"]
    assert "Turn your card face down: gold mine" in to_move(evening, THEO)


def test_an_exploit_that_is_taken_back_leaves_the_neighbours_card_as_it_lies(evening: TownEvening) -> None:
    comes_to_the_exploits(evening, (MARSHAL, PRIDE), (MINE, HOMESTEAD))
    evening.act(ROBIN, ChangeTown({GOLD: 1 - evening.has(ROBIN, GOLD)}, Reason.CORRECTION))
    evening.act(ROBIN, ExploitCard(PRIDE, ALEXANDRE, PRIDE))
    turned = "Turn your card face down: civic pride (1)"
    assert turned in to_move(evening, ALEXANDRE)
    evening.act(ROBIN, TakeBack())
    assert turned not in to_move(evening, ALEXANDRE)


def test_gains_are_told_to_the_player_who_takes_them_and_cards_come_back_with_the_next_turn(
    evening: TownEvening,
) -> None:
    comes_to_the_exploits(evening, (MINE, PRIDE), (CARPENTER, PRIDE))
    evening.third_cards({ROBIN: CARPENTER, ALEXANDRE: HOMESTEAD, THEO: HOMESTEAD})
    for seat in (ROBIN, ALEXANDRE, THEO):
        evening.act(seat, PassForGood())
    evening.act(THEO, TakeGains())
    assert "+3\N{NO-BREAK SPACE}Lure" in to_move(evening, THEO)[-1]
    for seat in (ROBIN, ALEXANDRE):
        evening.act(seat, TakeGains())
    for seat in (ROBIN, ALEXANDRE, THEO):
        evening.act(seat, *((StoreGoods(),) if evening.board(seat).overflow else ()))
    evening.hold_visit()
    assert evening.state.turn == 2
    for seat in (ROBIN, ALEXANDRE, THEO):
        assert "Take all your cards back into your hand" in to_move(evening, seat)


# --- E5: an attack --------------------------------------------------------------------------------


def attacked(counted: TownEvening) -> TownEvening:
    """Return a game in which two orange Indians of Robin's own throws attack his town: Theo chooses."""
    counted.throw(ROBIN, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN)
    return counted


def test_a_player_who_threw_the_die_puts_the_indians_in_the_camp(counted: TownEvening) -> None:
    counted.throw(ROBIN, Side.RED)
    assert all_to_move(counted) == {ROBIN: ["Into the camp: one red cube"]}
    counted.throw(THEO, Side.RED_ORANGE)
    assert to_move(counted, THEO) == ["Into the camp: one red cube, one orange cube"]


def test_the_victim_reads_what_is_lost_and_that_the_camp_is_empty_until_the_next_act(counted: TownEvening) -> None:
    attacked(counted)
    counted.act(THEO, ChooseTarget(Indian.ORANGE, MINE))
    counted.act(ROBIN, DefendTarget(False))
    expected = [
        "Lay a destroyed marker on gold mine",
        "The camp is empty: take all Indians out",
        "You: +1\N{NO-BREAK SPACE}Peace pipe",
    ]
    assert all_to_move(counted) == {ROBIN: expected}
    counted.act(THEO, one(GOLD))
    assert all_to_move(counted) == {ROBIN: expected}
    counted.act(ROBIN, one(GOLD))
    assert all_to_move(counted) == {}


def test_inhabitants_who_are_lost_are_told_with_the_lure(counted: TownEvening) -> None:
    counted.give(ROBIN, {PEOPLE: 2, Resource.LURE: 1})
    attacked(counted)
    counted.strike(THEO, Indian.ORANGE, "inhabitants", ROBIN, defend=False)
    lost = "You: −2\N{NO-BREAK SPACE}Inhabitants, +2\N{NO-BREAK SPACE}Peace pipes, −1\N{NO-BREAK SPACE}Lure"
    assert to_move(counted, ROBIN) == ["The camp is empty: take all Indians out", lost]


def test_cowboys_who_defend_are_told(counted: TownEvening) -> None:
    attacked(counted)
    counted.strike(THEO, Indian.ORANGE, MARSHAL, ROBIN, defend=True)
    assert to_move(counted, ROBIN)[-1] == "You: −1\N{NO-BREAK SPACE}Cowboy, +1\N{NO-BREAK SPACE}Peace pipe"


def test_the_player_lincoln_likes_best_takes_card_and_marker(counted: TownEvening) -> None:
    counted.give(ROBIN, {PEOPLE: 4})
    counted.act(ALEXANDRE, one(GOLD))
    counted.hold_visit()
    assert to_move(counted, ROBIN) == ["Take the Lincoln card and a Home marker"]
    assert to_move(counted, ALEXANDRE) == []


# --- until when -----------------------------------------------------------------------------------


def test_what_was_undone_is_moved_back(counted: TownEvening) -> None:
    counted.throw(ROBIN, Side.RED)
    counted.act(ROBIN, Undo(counted.table.done[-1].before))
    assert to_move(counted, ROBIN) == [
        f"Undone: {ROBIN} throws the Indian die: one red. Put back what you moved for it.",
        "No longer: Into the camp: one red cube",
    ]
    assert set(all_to_move(counted)) == {ROBIN}
    counted.throw(ROBIN, Side.RED)
    assert to_move(counted, ROBIN) == ["Into the camp: one red cube"]


def test_an_answer_to_a_question_of_the_table_is_no_next_act(counted: TownEvening) -> None:
    counted.throw(ROBIN, Side.RED)
    counted.act(THEO, StopGame())
    [motion] = counted.table.motions
    counted.act(ROBIN, Agree(motion.id))
    assert to_move(counted, ROBIN) == ["Into the camp: one red cube"]
