"""Recorded pictures of an evening of 1983 are judged without a table: steers without dice, two cowboy dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Displacement, Ruling, Umpire, Verdict
from companion.core.errors import BadRequest
from companion.games.abilene.common.board.movement import BESIDE, CORRAL, DEFAULTS, destinations
from companion.games.abilene.common.board.movement_facts import FACTS_1983
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.pieces import TOWN
from tests.support.abilene import ABILENE

BOARD = reference_board("abilene-hexagames")
START = ABILENE["1983"].initial_observation("ABC") or Observation(ObservationStatus.UNCLEAR)
FORMATION = setup(BOARD, {letter: letter for letter in "ABC"})
GONE = "gone"


def moved(before: Observation, *moves: tuple[str, str]) -> Observation:
    """Return what is seen after these figures went there, one after the other."""
    cells = dict(before.cells)
    for frm, to in moves:
        kind = cells.pop(frm)
        if to != GONE:
            cells[to] = kind
    return replace(before, cells=cells)


def put(before: Observation, kind: str, *cells: str) -> Observation:
    return replace(before, cells={**before.cells, **dict.fromkeys(cells, kind)})


def evening(start: Observation = START) -> Umpire:
    umpire = ABILENE["1983"].umpire("ABC")
    assert umpire is not None
    umpire.start(start)
    return umpire


def play(umpire: Umpire, seen: Observation, turn: int, seat: str, *dice: int) -> Verdict:
    return umpire.play(seen, turn, seat, {"cattle": (), "cowboys": dice})


def asked(before: Observation, after: Observation, *dice: int, seat: str = "A") -> Verdict:
    """Return the verdict on a picture of a first turn."""
    return play(evening(before), after, 1, seat, *dice)


def ends(frm: str, steps: int) -> Mapping[str, object]:
    """Return where Ann's figure may go at the start."""
    return destinations(BOARD, FORMATION, frm, steps, "A", DEFAULTS, FACTS_1983)


# --- legal ------------------------------------------------------------------------------------


def test_a_turn_in_several_pictures_steers_first() -> None:
    umpire = evening()
    driven = moved(START, ("A5-1", "A4-0"))
    found = play(umpire, driven, 1, "A")
    assert (found.ruling, found.moves) == (Ruling.LEGAL, (Displacement("cow:A", "A5-1", "A4-0"),))
    assert str(found.reason) == "steer A5-1 to A4-0"
    again = moved(driven, ("A5-2", "A6-2"), ("A5-9", "A6-10"))
    assert play(umpire, again, 1, "A").ruling is Ruling.LEGAL
    rode = moved(again, ("A3-1", "A3-0"))
    assert play(umpire, rode, 1, "A", 1).ruling is Ruling.LEGAL
    both = moved(rode, ("A3-3", "A4-4"))
    assert play(umpire, both, 1, "A", 1).ruling is Ruling.LEGAL
    assert play(umpire, moved(both, ("B3-1", "B3-0")), 2, "B", 1).ruling is Ruling.LEGAL


def test_what_is_believed_after_a_legal_move_are_all_figures_also_those_that_were_sold() -> None:
    umpire = evening()
    driven = moved(START, ("A5-1", "A4-0"))
    play(umpire, driven, 1, "A")
    assert umpire.believed == driven
    sold = evening(replace(moved(START, ("A5-1", GONE)), areas={CORRAL: ("cow:A",)}))
    rode = replace(moved(START, ("A5-1", GONE), ("A3-1", "A3-0")), areas={CORRAL: ("cow:A",)})
    assert play(sold, rode, 1, "A", 1).ruling is Ruling.LEGAL
    assert sold.believed == rode


def test_steers_and_cowboys_may_be_seen_moved_in_one_picture() -> None:
    after = moved(START, ("A5-1", "A4-0"), ("A5-2", "A6-2"), ("A3-1", "A3-0"), ("A3-3", "A4-4"))
    found = asked(START, after, 1, 1)
    assert found.ruling is Ruling.LEGAL
    assert {move.frm for move in found.moves} == {"A5-1", "A5-2", "A3-1", "A3-3"}
    assert {move.to for move in found.moves} == {"A4-0", "A6-2", "A3-0", "A4-4"}
    assert [move.piece for move in found.moves] == ["cow:A", "cow:A", "cowboy:A", "cowboy:A"]


def test_a_steer_that_came_to_town_is_sold_and_the_rest_may_still_move() -> None:
    near = moved(START, ("A5-1", "A2-0"))
    sold = moved(near, ("A2-0", GONE))
    umpire = evening(near)
    found = play(umpire, sold.with_area(CORRAL, ("cow:A",)), 1, "A")
    assert (found.ruling, found.moves) == (Ruling.LEGAL, (Displacement("cow:A", "A2-0", TOWN),))
    assert play(umpire, moved(sold, ("A5-2", "A6-2")), 1, "A").ruling is Ruling.LEGAL


def test_a_rustled_steer_keeps_its_colour_and_belongs_to_the_captor_s_herd() -> None:
    before = moved(START, ("A3-1", "B6-4"), ("A5-1", "A6-0"))
    umpire = evening(before)
    assert "B6-4" not in START.cells
    stolen = moved(before, ("B5-4", "A5-1"), ("B6-4", "B5-4"))
    found = play(umpire, stolen, 1, "A", 1)
    assert found.moves == (Displacement("cowboy:A", "B6-4", "B5-4"), Displacement("cow:B", "B5-4", "A5-1"))
    home = moved(stolen, ("A5-1", "A4-0"))
    assert play(umpire, home, 2, "A").moves == (Displacement("cow:B", "A5-1", "A4-0"),)


@pytest.mark.parametrize("won", [True, False])
def test_a_cowboy_who_loses_a_duel_away_from_home_is_beside_the_board(won: bool) -> None:
    before = moved(START, ("A3-1", "C4-4"), ("B3-1", "C4-5"))
    after = moved(before, *([("C4-4", "C4-5")] if won else [("C4-4", GONE)]))
    found = asked(before, after, 1)
    assert found.ruling is Ruling.LEGAL
    lost = Displacement("cowboy:B", "C4-5", BESIDE) if won else Displacement("cowboy:A", "C4-4", BESIDE)
    assert lost in found.moves


def test_a_cowboy_who_loses_at_home_comes_back_at_once_or_when_a_start_cell_is_vacant() -> None:
    duel = moved(START, ("A3-1", "B4-3"), ("B3-1", "B4-4"))
    at_once = moved(duel, ("B4-4", "B3-1"), ("B4-3", "B4-4"))
    found = asked(duel, at_once, 1)
    assert found.moves == (Displacement("cowboy:A", "B4-3", "B4-4"), Displacement("cowboy:B", "B4-4", "B3-1"))
    full = put(moved(duel, ("A3-3", "B3-1")), "cowboy:B")
    umpire = evening(full)
    assert play(umpire, moved(full, ("B4-4", GONE), ("B4-3", "B4-4")), 1, "A", 1).ruling is Ruling.LEGAL
    later = put(moved(full, ("B4-4", GONE), ("B4-3", "B4-4"), ("B3-1", "B2-0")), "cowboy:B", "B3-1")
    found = play(umpire, later, 1, "A", 1)
    assert found.moves == (Displacement("cowboy:A", "B3-1", "B2-0"), Displacement("cowboy:B", BESIDE, "B3-1"))


def test_an_escaped_cowboy_who_comes_back_alone_has_moved_nobody_else() -> None:
    full = moved(START, ("A3-1", "B4-3"), ("B3-1", "B4-4"), ("A3-3", "B3-1"))
    umpire = evening(full)
    beaten = moved(full, ("B4-4", GONE), ("B4-3", "B4-4"))
    play(umpire, beaten, 1, "A", 1)
    away = moved(beaten, ("B3-1", "B2-0"))
    assert play(umpire, away, 1, "A", 1).ruling is Ruling.LEGAL
    found = play(umpire, put(away, "cowboy:B", "B3-1"), 2, "B")
    assert (found.ruling, found.moves) == (Ruling.LEGAL, (Displacement("cowboy:B", BESIDE, "B3-1"),))


def test_with_fewer_than_two_cowboys_another_may_be_hired_at_the_start_of_a_turn() -> None:
    alone = moved(START, ("A3-1", GONE), ("A3-3", GONE))
    found = asked(alone, put(alone, "cowboy:A", "A3-1"))
    assert (found.ruling, found.moves) == (Ruling.LEGAL, (Displacement("cowboy:A", BESIDE, "A3-1"),))
    two = moved(START, ("A3-1", GONE))
    assert asked(two, put(two, "cowboy:A", "A3-1")).ruling is Ruling.UNCLEAR, "two are enough"


def test_a_zero_moves_nobody_and_a_single_cowboy_uses_one_die() -> None:
    assert asked(START, moved(START, ("A3-1", "A3-0")), 1, 0).ruling is Ruling.LEGAL
    alone = moved(START, ("A3-3", GONE), ("A3-4", GONE))
    assert asked(alone, moved(alone, ("A3-1", "A3-0")), 1, 4).ruling is Ruling.LEGAL


# --- illegal ----------------------------------------------------------------------------------

BESIDE_A_STEER = moved(START, ("A3-1", "B6-4"), ("A5-1", "A6-0"))
BESIDE_AN_ENEMY = moved(START, ("A3-1", "C4-4"), ("B3-1", "C4-5"))


@pytest.mark.parametrize(
    ("before", "moves", "dice", "section"),
    [
        pytest.param(START, [("A5-1", "A2-1")], (), "4.6", id="a steer jumps"),
        pytest.param(START, [("A5-1", "A6-5")], (), "4.1", id="a steer goes too far"),
        pytest.param(START, [("A5-1", "A4-0"), ("A5-4", "A2-1")], (), "4.1", id="steers share more than three steps"),
        pytest.param(START, [("B5-1", "B4-0")], (), "4.2", id="a steer of another herd"),
        pytest.param(START, [("A5-9", "B6-0")], (), "4.2", id="a steer leaves its prairie"),
        pytest.param(START, [("A3-1", "A3-0")], (), "4.1", id="a cowboy rides before the dice"),
        pytest.param(START, [("A3-1", "A3-0")], (3,), "4.4", id="another distance than the die"),
        pytest.param(START, [("B3-1", "B3-0")], (1,), "4.6", id="the cowboy of another player"),
        pytest.param(START, [("A3-1", "A3-0")], (1, 2), "4.4", id="a die is not used"),
        pytest.param(START, [("A3-1", "A3-0"), ("A3-3", "A4-4")], (1,), "4.4", id="two cowboys with one die"),
        pytest.param(BESIDE_A_STEER, [("B5-4", "A4-0"), ("B6-4", "B5-4")], (1,), "5.1", id="a rustled steer misplaced"),
        pytest.param(BESIDE_AN_ENEMY, [("C4-5", "B3-1"), ("C4-4", "C4-5")], (1,), "6.3", id="a killed cowboy is back"),
    ],
)
def test_what_the_rules_forbid_is_noticed_with_its_rule(
    before: Observation, moves: list[tuple[str, str]], dice: tuple[int, ...], section: str
) -> None:
    found = asked(before, moved(before, *moves), *dice)
    assert (found.ruling, found.rule and found.rule.section) == (Ruling.ILLEGAL, section), str(found.reason)
    assert found.cells


def test_a_steer_that_came_to_town_from_far_away_is_noticed_where_it_lies() -> None:
    taken = moved(START, ("A5-4", GONE))
    found = asked(START, taken.with_area(CORRAL, ("cow:A",)))
    assert (found.ruling, found.moves) == (Ruling.ILLEGAL, (Displacement("cow:A", "A5-4", TOWN),))
    assert asked(START, taken).ruling is Ruling.UNCLEAR, "it is nowhere to be seen"
    observation = START.with_area(CORRAL, ("cow:A",))
    assert asked(observation, taken.with_area(CORRAL, ("cow:A",))).ruling is Ruling.UNCLEAR, (
        "that one has long been there"
    )


def test_steers_do_not_move_once_the_dice_are_rolled() -> None:
    umpire = evening()
    rode = moved(START, ("A3-1", "A3-0"))
    assert play(umpire, rode, 1, "A", 1).ruling is Ruling.LEGAL
    found = play(umpire, moved(rode, ("A5-1", "A4-0")), 1, "A", 1)
    assert (found.ruling, found.rule and found.rule.section) == (Ruling.ILLEGAL, "4.1")


def test_nobody_moves_twice_in_a_turn_and_play_goes_on_from_where_he_stands() -> None:
    umpire = evening()
    rode = moved(START, ("A3-1", "A3-0"))
    assert play(umpire, rode, 1, "A", 1).ruling is Ruling.LEGAL
    further = moved(rode, ("A3-0", "A2-0"))
    found = play(umpire, further, 1, "A", 1)
    assert (found.ruling, found.rule and found.rule.section) == (Ruling.ILLEGAL, "16.1")
    assert play(umpire, moved(further, ("B3-1", "B3-0")), 2, "B", 1).ruling is Ruling.LEGAL


def test_steps_that_were_used_in_an_earlier_picture_are_gone() -> None:
    umpire = evening()
    driven = moved(START, ("A5-1", "A2-0"))
    assert play(umpire, driven, 1, "A").ruling is Ruling.LEGAL
    assert play(umpire, moved(driven, ("A5-2", "A6-2")), 1, "A").ruling is Ruling.ILLEGAL


# --- not to be seen ---------------------------------------------------------------------------


def under_a_hand() -> Umpire:
    umpire = evening()
    assert umpire.play(Observation(ObservationStatus.COVERED), 1, "A", {"cowboys": (1,)}).ruling is Ruling.NONE
    return umpire


def test_a_picture_under_a_hand_says_nothing_and_its_dice_are_those_of_the_next_one() -> None:
    one = moved(START, ("A3-1", "A3-0"))
    assert play(under_a_hand(), one, 1, "A", 1).ruling is Ruling.LEGAL
    assert play(under_a_hand(), moved(one, ("A3-3", "A4-4")), 1, "A", 1).ruling is Ruling.ILLEGAL, "it is one die"


def test_dice_of_a_picture_that_could_not_be_read_belong_to_the_next_one() -> None:
    near = ends("A3-3", 1)
    two = next(cell for cell in ends("A3-3", 2) if cell not in START.cells and cell not in near)
    both = moved(START, ("A3-1", "A3-0"), ("A3-3", two))
    assert play(under_a_hand(), both, 1, "A", 2).ruling is Ruling.LEGAL
    assert play(evening(), both, 1, "A", 2).ruling is Ruling.ILLEGAL


def test_nobody_answers_for_a_turn_whose_last_picture_could_not_be_read() -> None:
    umpire = evening()
    umpire.play(Observation(ObservationStatus.NO_BOARD), 1, "A", {"cowboys": (1,)})
    both = moved(START, ("A3-1", "A3-0"), ("B3-1", "B3-0"))
    assert play(umpire, both, 2, "B", 1).ruling is Ruling.UNCLEAR
    assert play(umpire, moved(both, ("C3-1", "C2-0")), 3, "C", 4).ruling is Ruling.ILLEGAL, "seen well again"


@pytest.mark.parametrize(
    "strange",
    [
        moved(START, ("A5-1", GONE), ("A5-2", "A6-2")),
        replace(START, cells={**START.cells, "A5-1": "cow:B"}),
        put(START, "cowboy:A", "A2-0"),
    ],
    ids=["a steer is missing", "a steer has another colour", "a cowboy too many"],
)
def test_what_cannot_be_is_asked_about(strange: Observation) -> None:
    found = asked(START, strange)
    assert found.ruling is Ruling.UNCLEAR
    assert found.cells


def test_nobody_is_accused_while_a_cell_is_hidden() -> None:
    seen = moved(START, ("B5-1", "B4-0"), ("A5-1", GONE))
    assert asked(START, replace(seen, unknown=("A5-1",))).ruling is Ruling.UNCLEAR


def test_a_steer_that_may_stand_on_a_hidden_cell_has_not_been_sold() -> None:
    near = moved(START, ("A5-1", "A2-0"))
    gone = replace(moved(near, ("A2-0", GONE)), unknown=("A2-1",))
    assert asked(near, gone).ruling is Ruling.UNCLEAR
    assert asked(near, gone.with_area(CORRAL, ("cow:A",))).ruling is Ruling.LEGAL, "it lies there"
    assert asked(near, replace(gone, unknown=())).ruling is Ruling.LEGAL, "it stands nowhere"


def test_a_steer_that_may_stand_on_a_doubtful_cell_is_asked_for() -> None:
    near = moved(START, ("A5-1", "A2-0"))
    gone = moved(near, ("A2-0", GONE))
    found = asked(near, replace(gone, unknown=("A2-1",), doubts={"A2-1": ("empty", "cow:A")}))
    assert (found.ruling, found.cells) == (Ruling.UNCLEAR, ("A2-1",))


@pytest.mark.parametrize("alternatives", [("empty", "cow:A"), ("cow:A", "empty")])
def test_a_steer_that_may_stand_where_it_may_not_go_is_not_silently_sold(alternatives: tuple[str, str]) -> None:
    near = moved(START, ("A5-1", "A2-0"))
    gone = replace(moved(near, ("A2-0", GONE)), unknown=("B4-0",), doubts={"B4-0": alternatives})
    found = asked(near, gone)
    assert (found.ruling, found.cells) == (Ruling.UNCLEAR, ("B4-0",))
    assert asked(near, gone.with_area(CORRAL, ("cow:A",))).ruling is Ruling.LEGAL, "it lies there"


def test_a_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadRequest):
        play(evening(), START, 1, "F")
