"""Dice of the colours of figures lie on the board and beside it: they are no figures, and figures are no dice."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.abilene import ABILENE
from tests.vision.drawing import renderer
from tests.vision.drawing.figures import Shape, box, cow, lathe, together
from tests.vision.drawing.view import View
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.camera_pose import CameraPose
from vision.inference.dice import detection
from vision.inference.dice.squares import find_square
from vision.inference.recogniser import Recogniser
from vision.synthetic.sheet import Colour
from vision.synthetic.table import COW, COWBOYS

LAYOUT = reference_board("abilene-1993")
START = ABILENE["1993"].initial_observation("ABCDEF") or Observation(ObservationStatus.UNCLEAR)
BARE = Observation(ObservationStatus.OK)
RULES = ABILENE["1993"].figure_rules()
VIEW = View((60.0, 200.0, 850.0), (0.0, 0.0), 1000.0, (1280, 720), roll=4.0)
WHITE: Colour = (235, 238, 240)


@cache
def table() -> renderer.Renderer:
    return renderer.renderer_for(LAYOUT, VIEW)


def seen(observation: Observation, lying: Sequence[Shape] = (), seed: int = 1) -> Picture:
    picture = table().picture([*renderer.standing(renderer.Scene(LAYOUT, observation)), *lying])
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START, seed=2), rules=RULES)


def moved(areas: dict[str, tuple[str, ...]] | None = None) -> Observation:
    """The start after a cow and two cowboys have moved."""
    cells = dict(START.cells)
    for before, after in (("A6-0", "A2-1"), ("A3-1", "A2-0"), ("E5-0", "E2-0")):
        cells[after] = cells.pop(before)
    for kind in (kind for kinds in (areas or {}).values() for kind in kinds):
        del cells[next(cell for cell in reversed(cells) if cells[cell] == kind)]
    return Observation(ObservationStatus.OK, cells, areas=areas or {})


THREE = ((-4.0, -4.0), (0.0, 0.0), (4.0, 4.0))
SIX = tuple((x, y) for x in (-4.0, 4.0) for y in (-4.0, 0.0, 4.0))


def die(colour: Colour, pips: Sequence[tuple[float, float]] = ()) -> Shape:
    return together([box(14, 14, 14, colour), *(lathe([(14.0, 1.3), (14.05, 1.3)], WHITE).at(x, y) for x, y in pips)])


def at(node: str, off: tuple[float, float] = (0.0, 0.0), turn: float = 25.0, colour: Colour = COW) -> Shape:
    x, y = LAYOUT.centre(node)
    return die(colour).at(x + off[0], y + off[1], turn)


LYING = {
    "brown on a cell": at("C4-0", (5.0, -4.0)),
    "brown at the rim of a cell": at("C2-0", (9.0, 4.0), 70.0),
    "brown in the corral": at("corral", (8.0, 12.0)),
    "black on a cell": at("C4-0", (3.0, 3.0), 50.0, COWBOYS["E"]),
    "black in jail": at("jail", (-10.0, 4.0), 10.0, COWBOYS["E"]),
    "white in jail": at("jail", (6.0, 12.0), 40.0, COWBOYS["F"]),
    "red with three pips on a cell": die(COWBOYS["A"], THREE).at(*LAYOUT.centre("C4-0"), 33.0),
    "red with six pips on a cell": die(COWBOYS["A"], SIX).at(*LAYOUT.centre("C4-0"), 33.0),
}


@pytest.mark.parametrize("where", LYING)
def test_a_die_of_the_colour_of_a_figure_is_no_figure_and_makes_nobody_doubt_those_that_have_moved(
    where: str, reader: Recogniser
) -> None:
    told = reader.read(seen(moved(), [LYING[where]])).observation
    assert (told.cells, told.areas) == (moved().cells, {})
    assert {*told.unknown} <= {"C2-0", "C4-0"}, "where it lies, at most"
    assert all(kinds[0] == EMPTY for kinds in told.doubts.values())


def test_a_die_is_no_figure_where_another_thing_lies_on_the_board_as_well(reader: Recogniser) -> None:
    tin = box(28, 28, 12, (60, 170, 60)).at(*LAYOUT.centre("F4-1"))
    hidden = deepcopy(reader).read(seen(moved(), [tin]))
    told = deepcopy(reader).read(seen(moved(), [tin, LYING["black on a cell"]]))
    assert hidden.covered, "it hides cells"
    assert told.observation.cells == hidden.observation.cells
    assert {*told.observation.unknown} == {*hidden.observation.unknown}


def test_a_die_is_no_figure_after_one_of_its_colour_has_left_the_game(reader: Recogniser) -> None:
    """No count of the game's figures tells then."""
    cells = {cell: kind for cell, kind in moved().cells.items() if cell != "A6-1"}
    reader = deepcopy(reader)
    reader.read(seen(replace(moved(), cells=cells)))
    reader.confirm(replace(moved(), cells=cells))
    lying = [LYING["brown on a cell"], LYING["brown in the corral"]]
    told = reader.read(seen(replace(moved(), cells=cells), lying)).observation
    assert (told.cells, told.areas) == (cells, {})


def test_who_has_left_the_game_counts_when_a_die_is_looked_for_among_figures_too_many(
    reader: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "TUNING", replace(detection.TUNING, clear=1000.0))  # no square alone tells
    reader = deepcopy(reader)
    reader.classifier = replace(reader.classifier, thresholds=reader.classifier.thresholds * np.float32(0.6))
    fewer, cells = ({at: kind for at, kind in one.cells.items() if at != "A6-1"} for one in (START, moved()))
    reader.confirm(replace(START, cells=fewer))
    told = reader.read(seen(replace(moved(), cells=cells), [at("C4-0", turn=45.0)])).observation
    dice = [reader.classifier.model.cells[number] for number in reader.dice.cells(reader.classifier.model)]
    assert (told.cells, dice) == (cells, ["C4-0"])


def test_a_die_that_is_picked_up_leaves_its_cell_empty_and_a_figure_that_comes_there_is_seen(
    reader: Recogniser,
) -> None:
    there = replace(START, cells={("C4-0" if cell == "A6-0" else cell): kind for cell, kind in START.cells.items()})
    told = [
        reader.read(seen(START, [LYING["brown on a cell"]])),
        reader.read(seen(START)),
        reader.read(seen(START, [LYING["brown on a cell"]])),
        reader.read(seen(there)),
    ]
    assert [one.observation.cells for one in told] == [START.cells, START.cells, START.cells, there.cells]
    assert [{*one.observation.unknown} <= {"C4-0"} for one in told] == [True] * 4
    assert (told[1].observation, told[3].observation) == (START, there)


@pytest.mark.parametrize("turn", range(0, 180, 20))
def test_a_cow_in_the_corral_is_no_die_however_it_stands(turn: int, reader: Recogniser) -> None:
    gone = replace(START, cells={cell: kind for cell, kind in START.cells.items() if cell != "A6-0"})
    x, y = LAYOUT.centre("corral")
    told = reader.read(seen(gone, [cow().at(x + 10, y - 8, turn)])).observation
    assert told == replace(gone, areas={"corral": ("cow",)})


def test_figures_that_have_come_to_cells_to_the_town_and_to_areas_are_no_dice(reader: Recogniser) -> None:
    areas = {"jail": ("cowboy:B", "cowboy:E"), "corral": ("cow", "cow"), "town": ("cowboy:F",)}
    assert reader.read(seen(moved(areas))).observation == moved(areas)


# --- squares ----------------------------------------------------------------------------------

FLAT = CameraPose(BoardPose(np.array([[2.0, 0, 200], [0, 2.0, 200], [0, 0, 1]]), (400, 400), FoundBy.CORNERS), 1e6)
"""Straight from above and from far away: two pixels to a millimetre."""


def drawn(points: Sequence[tuple[float, float]]) -> Picture:
    """A dark outline on light ground; ``points`` in millimetres from the middle of the picture."""
    picture = np.full((400, 400, 3), 190, np.uint8)
    cv2.fillPoly(picture, [np.round((np.array(points) * 2 + 200) * 16).astype(np.int32)], (40, 60, 90), cv2.LINE_AA, 4)
    return picture


def outline(long: float, wide: float, turn: float, x: float = 0.0, y: float = 0.0) -> list[tuple[float, float]]:
    corners = np.array([(-long, -wide), (long, -wide), (long, wide), (-long, wide)]) / 2
    cosine, sine = np.cos(turn), np.sin(turn)
    return [(float(x + a * cosine - b * sine), float(y + a * sine + b * cosine)) for a, b in corners]


@pytest.mark.parametrize("turn", np.radians([0, 11, 30, 45, 80]))
def test_a_square_is_found_where_it_lies(turn: float) -> None:
    found = find_square(FLAT, drawn(outline(15, 15, turn, 4.0, -6.0)), np.zeros(2), 15.0, 10.0)
    assert found.score > 4
    assert np.hypot(*(found.middle - [4.0, -6.0])) < 1
    off = (found.turn - turn) % (np.pi / 2)
    assert min(off, np.pi / 2 - off) < np.radians(12)


def test_a_disc_and_an_oblong_are_no_squares() -> None:
    disc = [(float(7.5 * np.cos(a)), float(7.5 * np.sin(a))) for a in np.linspace(0, 2 * np.pi, 40)]
    square, *others = (
        find_square(FLAT, drawn(points), np.zeros(2), 15.0, 10.0).score
        for points in (outline(15, 15, 0.3), disc, outline(28, 12, 0.3))
    )
    assert all(other < 0.75 * square for other in others)
