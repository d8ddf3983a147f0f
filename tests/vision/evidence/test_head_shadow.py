"""A head between lamp and board: the board is read through its shadow, and a hand is still a hand."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.cast import round_shadow
from tests.vision.drawing import renderer
from tests.vision.drawing.figures import forearm
from tests.vision.inference.test_recogniser import BARE, LAYOUT, RULES, START, VIEW, noisy, seen, table
from vision.evidence.illumination.fallen_shadow import FallenShadow
from vision.evidence.silhouettes import Silhouette
from vision.geometry.board_pose import Picture
from vision.inference import large_shadow
from vision.inference.large_shadow import LitBoard, ShadowedBoard, burnt_out, counted, odd, without_large_shadow
from vision.inference.reading import Reading
from vision.inference.recogniser import Recogniser

LEFT = 0.28
"""The part of the light that is left in the shadow: in those of figures it is more."""
MIDDLE, RADIUS = (-70.0, 40.0), 95.0
"""Where it falls, in millimetres on the board."""


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START), rules=RULES)


def shaded(picture: Picture, middle: tuple[float, float] = MIDDLE) -> Picture:
    """The picture with a round shadow, its edge a little soft."""
    inside = round_shadow(VIEW, middle, RADIUS, 2.5)
    return noisy(np.asarray(picture * (1 - inside[..., None] * (1 - LEFT)), np.uint8), 7)


def test_the_board_is_read_through_the_shadow_of_a_head(reader: Recogniser) -> None:
    reader.read(seen(START))
    picture = shaded(seen(START))
    alone = reader._inferred(reader.extract(picture)).observation  # as it would be read without all this
    assert alone.status is ObservationStatus.COVERED or len(alone.unknown) >= 3
    assert reader.read(picture).observation == START


def test_a_move_in_the_shadow_of_a_head_is_read(reader: Recogniser) -> None:
    cells = dict(START.cells)
    cells["F4-3"] = cells.pop("F5-1")
    moved = replace(START, cells=cells)
    reader.read(seen(START))
    assert reader.read(shaded(seen(moved))).observation == moved


def sunny(picture: Picture, middle: tuple[float, float] = MIDDLE) -> Picture:
    """The picture in a dim room, with the sun on a part of it."""
    inside = round_shadow(VIEW, middle, RADIUS, 1.5)
    return noisy(np.clip(picture * (0.55 + 0.9 * inside[..., None]), 0, 255).astype(np.uint8), 7)


def test_a_move_in_the_sun_is_read() -> None:
    """Twice as bright and more: nothing was learnt that looks so."""
    dim = (seen(BARE) * 0.55).astype(np.uint8), (seen(START) * 0.55).astype(np.uint8)
    reader = Recogniser.learn(LAYOUT, START, *dim, rules=RULES)
    reader.read(dim[1])
    cells = dict(START.cells)
    cells["F4-3"] = cells.pop("F5-1")
    moved = replace(START, cells=cells)
    alone = reader._inferred(reader.extract(sunny(seen(moved)))).observation  # as it would be read without all this
    assert alone.status is ObservationStatus.COVERED or len(alone.unknown) >= 3
    reader.read(dim[1])
    assert reader.read(sunny(seen(moved))).observation == moved


def test_where_the_sun_burns_the_board_out_a_figure_that_seems_to_have_come_or_gone_is_a_doubt(
    reader: Recogniser,
) -> None:
    """A white one is not seen there."""
    rectified = reader.extract(seen(START)).rectified.copy()
    for cell in ("F5-1", "F4-3", "E3-1"):
        window, mask = reader.classifier.model.window(cell, Silhouette(16.0, 16.0, 1.0, 1.0))
        rectified[window][mask > 0] = 255
    cells = dict(START.cells)
    cells["F4-3"] = cells.pop("F5-1")
    found = burnt_out(replace(START, cells=cells), START, rectified, reader.classifier)
    assert found == {"F5-1": ("cow", EMPTY), "F4-3": (EMPTY, "cow")}, "who stands where he stood is no doubt"


def test_a_bright_thing_over_the_board_is_no_sun(reader: Recogniser) -> None:
    """A sheet of white paper: nothing of the board is seen on it."""
    reader.read(seen(START))
    picture = seen(START).copy()
    picture[round_shadow(VIEW, MIDDLE, RADIUS, 0) > 0] = (245, 250, 250)
    assert reader.read(noisy(picture)).observation.status is ObservationStatus.COVERED


def test_a_cowboy_who_went_to_jail_in_the_shadow_of_a_head_is_read(reader: Recogniser) -> None:
    """He is missed on his cell, so the figure in jail is no play of light."""
    jail = next(area for area in LAYOUT.areas if area.name == "jail")
    cells = {cell: kind for cell, kind in START.cells.items() if cell != "E3-1"}
    arrested = replace(START, cells=cells, areas={"jail": ("cowboy:E",)})
    reader.read(seen(START))
    assert reader.read(shaded(seen(arrested), (jail.x - 40, jail.y - 40))).observation == arrested


def test_nothing_is_learnt_from_what_is_read_through_a_shadow(reader: Recogniser) -> None:
    reader.read(seen(START))
    reader.read(shaded(seen(START)))
    samples = reader.references._samples
    reader.confirm(START)
    assert reader.references._samples is samples
    assert reader.read(seen(START)).observation == START


def test_a_hand_and_its_shadow_are_no_head(reader: Recogniser) -> None:
    reader.read(seen(START))
    arm = forearm((-60.0, -40.0), (-220.0, 420.0))
    picture = noisy(renderer.draw(renderer.Scene(LAYOUT, START), table(), [arm]))
    assert reader.read(shaded(picture)).observation.status is ObservationStatus.COVERED


@pytest.mark.parametrize("elbow", [(-195.0, 420.0), (-420.0, 120.0)])
def test_a_hand_as_dark_as_a_shadow_at_the_rim_is_no_head(elbow: tuple[float, float], reader: Recogniser) -> None:
    """Made brighter it looks like the paper there, but for its edges."""
    reader.read(seen(START))
    arm = forearm((-150.0, 120.0), elbow, (60, 80, 120), (50, 60, 80))
    picture = noisy(renderer.draw(renderer.Scene(LAYOUT, START), table(), [arm]))
    assert reader.read(picture).observation.status is ObservationStatus.COVERED


def test_a_plain_thing_as_dark_as_a_shadow_is_no_shadow(reader: Recogniser) -> None:
    """A black place mat: nothing is printed on it."""
    reader.read(seen(START))
    bare = renderer.draw(renderer.Scene(LAYOUT, Observation(ObservationStatus.OK)), table())
    mask = round_shadow(VIEW, MIDDLE, RADIUS, 0)
    picture = seen(START).copy()
    picture[mask > 0] = noisy((LEFT * cv2.GaussianBlur(bare, (0, 0), 30)).astype(np.uint8))[mask > 0]
    assert reader.read(picture).observation.status is ObservationStatus.COVERED


def test_where_figures_have_become_more_or_fewer_in_the_shadow_a_few_are_asked_about(reader: Recogniser) -> None:
    everywhere = np.ones(int(np.prod(reader.classifier.model.coarse)), np.bool_)

    def told(cells: dict[str, str]) -> Observation | None:
        return counted(replace(START, cells=cells), START, everywhere, reader.classifier)

    moved = {"F4-3" if cell == "F5-1" else cell: kind for cell, kind in START.cells.items()}
    assert told(moved) == replace(START, cells=moved), "as many as before"
    one_more = told({**moved, "F2-0": "cow", "A2-0": "cowboy:A"})
    assert one_more is not None
    assert one_more.doubts == {"F2-0": ("cow", EMPTY), "F4-3": ("cow", EMPTY), "A2-0": ("cowboy:A", EMPTY)}
    one_less = told({cell: kind for cell, kind in START.cells.items() if cell != "E3-1"})
    assert one_less is not None
    assert one_less.doubts == {"E3-1": (EMPTY, "cowboy:E")}
    bare = [cell for cell in LAYOUT.by_id if cell not in START.cells]
    assert told({**START.cells, **dict.fromkeys(bare[:9], "cowboy:F")}) is None, "no turn does that: the light has"


def test_a_figure_that_may_stand_on_a_doubtful_cell_is_not_missed() -> None:
    stood = Observation(ObservationStatus.OK, {"A2-0": "cow", "B2-0": "red"})
    moved = Observation(ObservationStatus.OK, {"B2-0": "red"}, ("C2-0",), doubts={"C2-0": ("cow", EMPTY)})
    assert odd(moved, stood) == ({}, {})
    assert odd(replace(moved, doubts={"C2-0": ("red", EMPTY)}), stood) == ({}, {"cow": 1})
    assert odd(replace(moved, cells={"B2-0": "red", "B2-1": "red"}), stood) == ({"red": 1}, {})
    both = Observation(ObservationStatus.OK, {**moved.cells, "C2-0": "cow"}, ("A2-0",), doubts={"A2-0": ("cow", EMPTY)})
    assert odd(both, stood) == ({"cow": 1}, {}), "as it seems to stand there still"
    assert odd(replace(both, doubts={"A2-0": (EMPTY, "cow")}), stood) == ({}, {})
    hidden = Observation(ObservationStatus.OK, {"B2-0": "red"}, ("A2-0",))
    assert odd(hidden, stood) == ({}, {}), "nobody knows what is hidden"
    sold = replace(stood, areas={"corral": ("cow",)})
    assert odd(stood, sold) == ({}, {"cow": 1})
    assert odd(stood, sold, ["corral"]) == ({}, {}), "it was taken away"
    assert odd(sold, stood, ["corral"]) == ({"cow": 1}, {})


def test_a_frame_with_a_shadow_is_not_what_later_ones_are_compared_with(reader: Recogniser) -> None:
    moved = replace(START, cells={"F4-3" if cell == "F5-1" else cell: kind for cell, kind in START.cells.items()})
    lit, later, bare = LitBoard.of(seen(START), START), seen(moved), LitBoard.of(seen(BARE), BARE)
    assert lit.or_later(seen(START), START) is lit, "as long as nobody has moved"
    assert lit.or_later(shaded(later), moved) is lit
    assert (lit.or_later(later, moved).picture == later).all()
    shadow = LitBoard.of(shaded(seen(START)), START)
    assert (shadow.or_later(later, moved).picture == later).all(), "the shadow has gone"
    assert (bare.or_later(later, moved).picture == later).all(), "the figures have been set up"


def test_where_figures_stay_too_many_those_that_have_come_are_doubts(reader: Recogniser) -> None:
    """A shadow on pale paper that cannot be read through looked like four white cowboys."""
    bare = [cell for cell in LAYOUT.by_id if cell not in START.cells][:3]
    picture = seen(START)
    reader.read(picture)
    frame = reader.extract(picture)

    def told(*come: str) -> Observation:
        more = replace(START, cells={**START.cells, **dict.fromkeys(come, "cowboy:F")})
        board = ShadowedBoard(reader.classifier, reader.cache, reader._areas, frame.rectified, reader.texture)
        return without_large_shadow(frame, Reading(more), START, board, reader._inferred).observation

    assert told(*bare).doubts == dict.fromkeys(bare, ("cowboy:F", EMPTY))
    assert told(bare[0]).doubts == {}, "a thing, perhaps: the table is asked about the count"


def test_what_is_hardly_darker_anywhere_is_no_shadow(reader: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = seen(START)
    reader.read(picture)
    frame = reader.extract(picture)
    even = frame.rectified
    faint = FallenShadow(even, np.full(even.shape, 0.05, np.float32), np.ones(even.shape[:2], bool))
    monkeypatch.setattr(large_shadow, "find_fallen_shadow", lambda *_: faint)
    board = ShadowedBoard(reader.classifier, reader.cache, reader._areas, even, reader.texture)
    nobody = np.zeros(even.shape[:2], bool)
    assert large_shadow.read_through_shadow(frame, START, nobody, board, reader._inferred) is None
