"""What has not changed is believed as it stood, also where nobody could read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.recognition.test_recogniser import LAYOUT, RULES, START, VIEW, noisy, seen, table
from vision.geometry.board_pose import Picture
from vision.recognition.cell_beliefs import CellBeliefs
from vision.recognition.inventory import TUNING as INVENTORY_TUNING
from vision.recognition.inventory import AreaFigure, apply_inventory, rule_out_unmoved, settle_doubts, take_inventory
from vision.recognition.models.background import NoiseModel
from vision.recognition.models.templates import SilhouetteMasks
from vision.recognition.recogniser import Recogniser
from vision.recognition.reference_store import FigurePose, ReferenceStore
from vision.synthetic import renderer

BARE = seen(Observation(ObservationStatus.OK))
OPEN = np.zeros(4, np.int8)
"""texture that says nothing"""
ROWS, COLUMNS = 12, 40
RED, BLUE, BOARD = (4.0, 3.0, 5.0), (5.0, 4.0, 3.0), (4.5, 4.6, 4.7)


def patched(picture: Picture, cell: str, colour: tuple[int, int, int]) -> Picture:
    """The picture with something flat and round on a cell."""
    turns = np.linspace(0, 2 * np.pi, 40)
    rim = LAYOUT.centre(cell) + 10 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    painted = picture.copy()
    cv2.fillPoly(painted, [VIEW.on_sheet(rim).round().astype(np.int32)], colour)
    return noisy(painted)


def test_what_has_not_moved_is_believed_though_nobody_could_read_it() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    reader.classifier = replace(
        reader.classifier, thresholds=np.full_like(reader.classifier.thresholds, 1.6)
    )  # no figure is ever clear enough
    reader.texture = replace(reader.texture, half_way=np.full_like(reader.texture.half_way, np.inf))
    assert reader.read(seen(START)).observation == START
    moved = {"A7-3" if cell == "A6-3" else cell: kind for cell, kind in START.cells.items()}
    observation = reader.read(seen(replace(START, cells=moved))).observation
    assert observation.cells == {cell: kind for cell, kind in moved.items() if cell != "A7-3"}
    assert observation.unknown == ("A7-3",)


def test_a_doubt_that_the_table_has_settled_is_not_doubted_again() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    strange = patched(seen(START), "A2-0", (150, 90, 120))
    assert "A2-0" in reader.read(strange).observation.unknown
    reader.confirm(replace(START, cells={}))  # nobody can mean this picture
    assert "A2-0" in reader.read(noisy(strange, 3)).observation.unknown
    reader.confirm(START)
    assert reader.read(noisy(strange, 4)).observation == START


def test_a_cell_whose_print_is_seen_is_empty_in_the_deepest_shadow() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    left = replace(START, cells={cell: kind for cell, kind in START.cells.items() if cell != "B6-2"})
    picture = renderer.draw(renderer.Scene(LAYOUT, left), table())
    shadow = np.ones(picture.shape[:2], np.float32)
    outline = VIEW.on_sheet(np.array(LAYOUT.corners("B6-2"))).round().astype(np.int32)
    cv2.fillPoly(shadow, [outline], 0.35)
    dim = np.asarray(picture * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None], np.uint8)
    assert "B6-2" not in reader.read(noisy(dim)).observation.cells
    assert "B6-2" not in reader.read(noisy(dim)).observation.unknown


def test_a_die_beside_the_board_hides_nothing() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    picture = seen(START).copy()
    for x in (-272.0, -250.0):
        corners = np.array([(x, 40.0), (x + 18, 40.0), (x + 18, 58.0), (x, 58.0)])
        cv2.fillPoly(picture, [VIEW.on_sheet(corners).round().astype(np.int32)], (30, 30, 200))
    assert reader.read(picture).observation == START


# --- the album alone --------------------------------------------------------------------------


def plane(cells: Mapping[int, tuple[float, float, float]]) -> np.ndarray:
    """Coarse pixels of a board of four cells in a row, each a square of one colour."""
    colour = np.tile(np.array(BOARD, np.float32), (ROWS, COLUMNS, 1))
    for cell, its in cells.items():
        colour[:, 10 * cell : 10 * cell + 10] = its
    return colour.reshape(-1, 3)


def square(cell: int) -> FigurePose:
    y, x = np.mgrid[2:10, 10 * cell + 1 : 10 * cell + 9]
    places = (y * COLUMNS + x).ravel()
    return FigurePose(places, np.ones(len(places), np.float32), np.ones(len(places), np.float32))


def references() -> ReferenceStore:
    """Red stands on 0, blue on 1; 2 and 3 are empty."""
    places = np.stack([square(cell).places for cell in range(4)])
    masks = SilhouetteMasks(places, np.ones((4, 1, places.shape[1]), np.float32))
    made = ReferenceStore(NoiseModel(0.02, 1.0, 0.4), (ROWS, COLUMNS), plane({}))
    kinds = ["red", "blue", EMPTY, EMPTY]
    made.start(
        plane({0: RED, 1: BLUE}),
        OPEN,
        kinds,
        [square(cell) for cell in range(4)],
        dict.fromkeys(("red", "blue", EMPTY), masks),
    )
    return made


def test_what_looks_as_it_did_is_settled() -> None:
    assert references().match(plane({0: RED, 1: BLUE}), OPEN).kinds == {0: "red", 1: "blue", 2: EMPTY, 3: EMPTY}


@pytest.mark.parametrize("darker", [-0.4, 0.1])
def test_a_cell_in_a_shadow_as_a_whole_looks_as_it_did(darker: float) -> None:
    shaded = (RED[0] + darker, RED[1] + darker, RED[2] + darker)
    assert references().match(plane({0: shaded, 1: BLUE}), OPEN).kinds[0] == "red"


def test_a_cell_that_bears_something_else_is_open() -> None:
    assert 0 not in references().match(plane({0: BLUE, 1: BLUE}), OPEN).kinds
    assert 3 not in references().match(plane({0: RED, 1: BLUE, 3: RED}), OPEN).kinds


def test_a_cell_that_was_left_looks_as_it_did_on_the_empty_board() -> None:
    assert references().match(plane({1: BLUE}), OPEN).kinds[0] == EMPTY


def test_figures_claim_their_pixels_and_empty_cells_only_what_they_were_seen_with() -> None:
    matched = references().match(plane({0: RED, 1: BLUE}), OPEN)
    assert matched.explained[square(0).places].min() == 1
    assert matched.seen == {0, 1}


# --- more figures than there are --------------------------------------------------------------


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
    take_inventory(belief, {}, {"red": 1}, {"A"}, (), {"A": ("red",)})
    assert belief.doubts == {"A": ("red", EMPTY), "B": ("red", EMPTY)}


def test_a_figure_that_lay_in_jail_and_does_still_has_not_moved() -> None:
    def belief(lay: tuple[str, ...]) -> CellBeliefs:
        made = CellBeliefs({"B": "red"}, {}, {"B": 0.7})
        take_inventory(made, {"jail": [AreaFigure("red", 1.2)]}, {"red": 1}, (), lay, {})
        return made

    assert (belief(("red",)).cells, belief(("red",)).doubts) == ({}, {})
    assert belief(()).doubts == {"B": ("red", EMPTY)}


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
    cells = {str(number): "red" for number in range(INVENTORY_TUNING.many + 1)}
    belief = CellBeliefs(dict(cells), {}, dict.fromkeys(cells, 1.0))
    apply_inventory(belief, {}, {"red": INVENTORY_TUNING.many}, still=())
    assert belief.cells == cells
