"""There are never more figures than the game has: what is one too many is doubted, what is missing is somewhere."""

from __future__ import annotations

import pytest

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.inventory.constraint import (
    TUNING,
    AreaFigure,
    apply_inventory,
    place_missing,
    rule_out_unmoved,
    settle_doubts,
    take_inventory,
)
from vision.inference.inventory.remaining import Remaining


def test_a_figure_too_many_makes_a_doubt_of_those_that_have_moved() -> None:
    belief = CellBeliefs({"A": "red", "B": "red", "C": "red", "D": "blue"}, {}, dict.fromkeys("ABCD", 1.0))
    apply_inventory(belief, {}, {"red": 2, "blue": 1}, still={"A"})
    assert belief.cells == {"A": "red", "D": "blue"}
    assert belief.doubts == {"B": ("red", EMPTY), "C": ("red", EMPTY)}


def test_a_figure_too_many_may_be_one_of_those_that_are_missing() -> None:
    belief = CellBeliefs({"A": "red", "B": "red"}, {}, dict.fromkeys("AB", 1.0))
    apply_inventory(belief, {}, {"red": 1, "blue": 1}, still={"A"})
    assert belief.doubts == {"B": ("red", EMPTY, "blue")}


def ruled_out(belief: CellBeliefs, most: dict[str, int], still: str) -> CellBeliefs:
    rule_out_unmoved(belief, {"jail": [AreaFigure("green", 2.0)]}, most, still, {"red"})
    return belief


def test_what_looks_like_a_figure_all_of_whose_kind_have_not_moved_is_none_where_nothing_is_missing() -> None:
    belief = ruled_out(
        CellBeliefs({"A": "red", "B": "red"}, {"C": ("red", EMPTY), "D": ("blue", EMPTY)}, dict.fromkeys("ABCD", 0.7)),
        {"red": 1, "green": 1},
        "A",
    )
    assert (belief.cells, belief.doubts) == ({"A": "red"}, {"D": ("blue", EMPTY)})
    certain = CellBeliefs({"A": "red", "B": "red"}, {}, {"A": 1.0, "B": 1.0})
    assert ruled_out(certain, {"red": 1, "green": 1}, "A").cells == {"A": "red", "B": "red"}, "one is asked about"


def test_it_is_the_one_that_is_missing_if_it_looks_a_little_like_it() -> None:
    def belief(**possible: tuple[str, ...]) -> CellBeliefs:
        made = CellBeliefs({"A": "red", "B": "red"}, {}, dict.fromkeys("AB", 1.0), possible=possible)
        return ruled_out(made, {"red": 1, "blue": 1, "green": 1}, "A")

    assert belief(B=("green", "blue")).doubts == {"B": ("blue",)}, "which settle_doubts believes"
    assert belief().doubts == {"B": ("blue", EMPTY)}


def test_no_cell_in_doubt_is_empty_because_none_of_a_kind_has_moved_while_another_figure_is_missing() -> None:
    belief = CellBeliefs({"A": "red"}, {"C": ("red", EMPTY)}, {"A": 1.0, "C": 0.3})
    assert ruled_out(belief, {"red": 1, "blue": 1}, "A").doubts == {"C": ("blue", EMPTY)}


def test_a_figure_that_may_have_left_a_cell_where_it_would_not_be_seen_may_stand_elsewhere() -> None:
    belief = CellBeliefs({"A": "red", "B": "red"}, {}, dict.fromkeys("AB", 1.0))
    take_inventory(belief, {}, Remaining({"red": 1}, {"red": 1}), {"A"}, None, {"A": ("red",)})
    assert belief.doubts == {"A": ("red", EMPTY), "B": ("red", EMPTY)}


def test_a_figure_that_lay_in_jail_and_does_still_has_not_moved() -> None:
    def belief(*lay: str) -> CellBeliefs:
        made, stood = CellBeliefs({"B": "red"}, {}, {"B": 0.7}), Observation(ObservationStatus.OK, areas={"jail": lay})
        take_inventory(made, {"jail": [AreaFigure("red", 1.2)]}, Remaining({"red": 1}, {"red": 1}), (), stood, {})
        return made

    assert (belief("red").cells, belief("red").doubts) == ({}, {})
    assert belief().doubts == {"B": ("red", EMPTY)}


def test_a_figure_too_many_beside_the_cells_is_struck_out() -> None:
    red = AreaFigure("red", 2.0)
    beside = {"corral": [red], "jail": [red]}
    belief = CellBeliefs({"A": "red"}, {}, {"A": 1.0})
    apply_inventory(belief, beside, {"red": 2}, still={"A"})
    assert (belief.cells, beside) == ({"A": "red"}, {"corral": [], "jail": [red]})


def test_what_is_faint_beside_the_cells_is_one_too_many_before_a_figure_that_has_moved() -> None:
    clear, shadow = AreaFigure("red", 2.0), AreaFigure("red", 1.1)
    beside = {"jail": [clear, shadow]}
    belief = CellBeliefs({"A": "red", "B": "red"}, {}, {"A": 1.0, "B": 1.0})
    apply_inventory(belief, beside, {"red": 3}, still={"A"})
    assert (belief.cells, belief.doubts) == ({"A": "red", "B": "red"}, {})
    assert beside == {"jail": [clear]}


def test_what_is_faint_beside_the_cells_may_be_the_one_that_an_uncertain_cell_was_taken_for() -> None:
    beside = {"jail": [AreaFigure("red", 1.1)]}
    belief = CellBeliefs({"A": "red", "B": "red"}, {}, {"A": 1.0, "B": 0.6})
    apply_inventory(belief, beside, {"red": 2}, still={"A"})
    assert belief.doubts == {"B": ("red", EMPTY)}
    assert beside == {"jail": [AreaFigure("red", 1.1)]}


@pytest.mark.parametrize(
    ("strength", "sure", "cells", "lie"),
    [
        (1.7, 1.0, {"A": "red", "B": "red"}, 0),  # a die: it looks less like one than what has moved to B
        (2.4, 1.0, {"A": "red"}, 1),  # B may be the die
        (1.7, 0.6, {"A": "red"}, 1),
    ],
)
def test_what_lies_on_the_way_off_the_board_goes_if_it_is_one_too_many_and_less_clear_than_who_has_moved(
    strength: float, sure: float, cells: dict[str, str], lie: int
) -> None:
    belief = CellBeliefs({"A": "red", "B": "red"}, {}, {"A": 1.0, "B": sure})
    beside = {"corral": [AreaFigure("red", strength)]}
    take_inventory(belief, beside, Remaining({"red": 2}, {"red": 2}, ("corral",)), {"A"}, None, {})
    assert (belief.cells, len(beside["corral"])) == (cells, lie)


def test_what_lies_on_the_way_off_the_board_and_is_not_too_many_stays() -> None:
    belief, beside = CellBeliefs({"A": "red"}, {}, {"A": 1.0}), {"corral": [AreaFigure("red", 1.1)]}
    take_inventory(belief, beside, Remaining({"red": 2}, {"red": 2}, ("corral",)), {"A"}, None, {})
    assert len(beside["corral"]) == 1


def test_of_those_that_have_moved_the_uncertain_are_one_too_many_if_there_are_enough_of_them() -> None:
    def doubted(**sure: float) -> set[str]:
        belief = CellBeliefs(dict.fromkeys("ABCD", "red"), {}, {"A": 1.0, **sure})
        apply_inventory(belief, {}, {"red": 3}, still={"A"})
        return {*belief.doubts}

    assert doubted(B=1.0, C=0.6, D=1.0) == {"C"}
    assert doubted(B=0.7, C=0.6, D=1.0) == {"B", "C"}, "either of them may be the one"
    assert doubted(B=1.0, C=1.0, D=1.0) == {"B", "C", "D"}


def test_what_the_counts_have_ruled_out_is_what_a_cell_may_bear_if_they_are_wrong() -> None:
    bare = CellBeliefs(dict.fromkeys("AB", "red"), {}, {"A": 1.0, "B": 0.6}, bare={"B"})
    apply_inventory(bare, {}, {"red": 1}, still={"A"})
    assert bare.alternatives(0.75) == {"B": ("red",)}
    settled = CellBeliefs({"A": "red"}, {"B": ("red", "blue")}, {"A": 1.0, "B": 0.3})
    settle_doubts(settled, {}, {"red": 1, "blue": 1})
    assert settled.cells["B"] == "blue"
    assert settled.alternatives(0.75) == {"B": ("red", EMPTY)}
    assert settled.alternatives(0.5) == {}, "it is believed with more confidence than that"


def test_who_never_leaves_the_board_and_is_missing_stands_where_alone_one_may_stand() -> None:
    def placed(staying: tuple[str, ...], **doubts: tuple[str, ...]) -> dict[str, str]:
        belief = CellBeliefs({"A": "red"}, dict(doubts), dict.fromkeys("ABCD", 0.3))
        place_missing(belief, {"jail": [AreaFigure("blue", 2.0)]}, {"red": 2, "blue": 2, "cow": 5}, staying)
        assert all(belief.confidence[cell] == 0.6 for cell in belief.cells if cell != "A")
        return {cell: kind for cell, kind in belief.cells.items() if cell != "A"}

    assert placed(("red", "blue"), B=("red", EMPTY), C=("cow", EMPTY)) == {"B": "red"}
    assert placed(("red", "blue"), B=("red", EMPTY), C=(EMPTY, "red")) == {}, "on one of two"
    assert placed(("red", "blue"), B=("red", "blue", EMPTY)) == {}, "one of two"
    assert placed(("red", "blue"), B=("red", EMPTY), C=("cow", "blue")) == {"B": "red", "C": "blue"}
    assert placed(("blue",), B=("blue", EMPTY)) == {"B": "blue"}
    assert placed(("cow",), B=("cow", EMPTY)) == {}, "four more are nowhere: what is wrong with this one?"
    assert placed((), B=("red", EMPTY)) == {}, "who leaves the board may be in the box"


def test_a_doubt_between_two_kinds_is_settled_by_the_one_that_is_missing() -> None:
    belief = CellBeliefs({"A": "red"}, {"B": ("red", "blue"), "C": ("blue", EMPTY)}, {"A": 1.0, "B": 0.3, "C": 0.3})
    settle_doubts(belief, {"jail": []}, {"red": 1, "blue": 3})
    assert belief.cells == {"A": "red", "B": "blue"}
    assert belief.doubts == {"C": ("blue", EMPTY)}, "whether anything stands there no count can tell"


def test_where_more_cells_may_bear_a_kind_than_are_missing_none_is_believed_to() -> None:
    belief = CellBeliefs({"A": "red"}, {"B": ("red", "blue"), "C": ("blue", EMPTY)}, {"A": 1.0, "B": 0.3, "C": 0.3})
    settle_doubts(belief, {}, {"red": 1, "blue": 1})
    assert (belief.cells, belief.doubts) == ({"A": "red"}, {"B": ("blue",), "C": ("blue", EMPTY)})


def test_a_doubt_stays_where_both_kinds_are_missing_or_none_is() -> None:
    doubts = {"B": ("red", "blue"), "C": ("green", "white")}
    belief = CellBeliefs({}, dict(doubts), {"B": 0.3, "C": 0.3})
    settle_doubts(belief, {"jail": [AreaFigure("green", 2.0)]}, {"red": 1, "blue": 2, "green": 1, "white": 0})
    assert (belief.cells, belief.doubts) == ({}, doubts)


def test_a_cell_that_looks_bare_is_empty_when_no_figure_is_missing_that_could_hide_there() -> None:
    doubts = {"B": ("red", EMPTY), "C": ("red", EMPTY), "D": ("blue", EMPTY)}
    belief = CellBeliefs({"A": "red"}, dict(doubts), dict.fromkeys("ABCD", 0.3), bare={"B", "D"})
    settle_doubts(belief, {}, {"red": 1, "blue": 1})
    assert belief.cells == {"A": "red"}
    assert belief.doubts == {"C": ("red", EMPTY), "D": ("blue", EMPTY)}, (
        "something lies on C, and a blue one is missing"
    )


def test_of_figures_that_are_too_many_those_go_of_which_nothing_is_seen_but_the_board() -> None:
    cells = {"A": "red", "B": "red", "C": "red"}
    belief = CellBeliefs(dict(cells), {}, dict.fromkeys("ABC", 1.0), bare={"B"})
    apply_inventory(belief, {}, {"red": 2}, still={"A"})
    assert (belief.cells, belief.doubts) == ({"A": "red", "C": "red"}, {})
    belief = CellBeliefs(dict(cells), {}, dict.fromkeys("ABC", 1.0), bare={"B", "C"})
    apply_inventory(belief, {}, {"red": 2}, still={"A"})
    assert belief.doubts.keys() == {"B", "C"}, "either of them may be the one"


def test_where_all_may_be_too_many_nothing_is_doubted() -> None:
    cells = {str(number): "red" for number in range(TUNING.many + 1)}
    belief = CellBeliefs(dict(cells), {}, dict.fromkeys(cells, 1.0))
    apply_inventory(belief, {}, {"red": TUNING.many}, still=())
    assert belief.cells == cells


def test_a_figure_and_another_that_has_come_beside_it_may_be_exchanged_if_they_are_alike() -> None:
    def doubts(stood: str, **alike: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        belief = CellBeliefs({"A": "cow", "B": "red"}, {}, {"A": 1.0, "B": 1.0}, alike=alike)
        most = {"cow": 1, "red": 1}
        before = Observation(ObservationStatus.OK, {stood: "red", "C": "cow"})
        take_inventory(belief, {}, Remaining(most, most), (), before, {})
        return belief.doubts

    assert doubts("A", A=("red",), B=("cow",)) == {"A": ("cow", "red"), "B": ("red", "cow")}
    assert doubts("D", A=("red",), B=("cow",)) == {}, "both have moved, whichever is which"
    assert doubts("A", A=("red",)) == doubts("A", B=("cow",)) == {}, "one of them is seen clearly"


def test_where_the_game_does_not_count_its_figures_another_one_is_no_doubt() -> None:
    def seen(counted: bool) -> CellBeliefs:
        belief = CellBeliefs({"A": "red", "B": "red"}, {}, {"A": 1.0, "B": 1.0})
        take_inventory(belief, {}, Remaining({"red": 1}, {"red": 1}, (), counted), {"A"}, None, {})
        return belief

    assert seen(counted=True).doubts == {"B": ("red", EMPTY)}
    assert (seen(counted=False).cells, seen(counted=False).doubts) == ({"A": "red", "B": "red"}, {})


def test_somebody_who_has_put_more_figures_on_the_board_is_believed() -> None:
    believed = Observation(ObservationStatus.OK, {"A": "red", "B": "red"})
    remaining = Remaining.of({"red": 1, "blue": 2}, believed, (), FigureRules(counted=True))
    assert remaining == Remaining({"red": 2, "blue": 2}, {"red": 2, "blue": 2})
