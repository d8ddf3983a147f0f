"""The figures on the board, read from drawn pictures with known truth."""

from __future__ import annotations

import tracemalloc
from copy import copy
from dataclasses import replace
from functools import cache, lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.support.abilene import ABILENE
from tests.vision.drawing import renderer
from tests.vision.drawing.figures import forearm
from tests.vision.drawing.view import View
from vision.evidence.silhouettes import Silhouette
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import WEBCAM
from vision.inference.cell_classifier import margin, score
from vision.inference.recogniser import Recogniser
from vision.runtime.pipeline import learn_board
from vision.runtime.temporal_filter import TUNING, TemporalFilter
from vision.synthetic.table import COW

LAYOUT = reference_board("abilene-1993")
START = ABILENE["1993"].initial_observation("ABCDEF") or Observation(ObservationStatus.UNCLEAR)
BARE = Observation(ObservationStatus.OK)
RULES = ABILENE["1993"].camera.figures
VIEW = View((60.0, 200.0, 850.0), (0.0, 0.0), 1000.0, (1280, 720), roll=4.0)


@cache
def table() -> renderer.Renderer:
    return renderer.renderer_for(LAYOUT, VIEW)


@lru_cache(maxsize=4)
def grain(seed: int, shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 2, shape).astype(np.float32)


def noisy(picture: Picture, seed: int = 1) -> Picture:
    return np.asarray(np.clip(picture + grain(seed, picture.shape), 0, 255), np.uint8)


def seen(observation: Observation) -> Picture:
    return noisy(renderer.draw(renderer.Scene(LAYOUT, observation), table()), 1 + len(observation.cells))


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START), rules=RULES)


def later() -> Observation:
    cells = dict(START.cells)
    cells["A7-3"] = cells.pop("A6-3")
    cells["B3-2"] = cells.pop("C3-1")
    for gone in ("D6-0", "E3-1", "F4-1", "F4-2"):
        del cells[gone]
    areas = {"town": ("cowboy:E", "cowboy:F"), "jail": ("cowboy:F",), "corral": ("cow",)}
    return Observation(ObservationStatus.OK, cells, areas=areas)


def test_the_start_reads_back(reader: Recogniser) -> None:
    assert reader.read(seen(START)).observation == START


def test_frames_of_which_only_what_has_changed_is_looked_at_say_what_they_say_afresh(reader: Recogniser) -> None:
    moved = replace(later(), cells={"A4-3" if cell == "A5-1" else cell: kind for cell, kind in later().cells.items()})
    played = [seen(observation) for observation in (START, later(), moved, later())]
    partly, ages = [], []
    reader.read(played[0])
    for picture in played[1:]:
        partly.append(reader.read(picture).observation)
        ages.append(reader.cache.cached.age if reader.cache.cached else 0)
    afresh = [reader.infer(reader.extract(picture, afresh=True)).observation for picture in played[1:]]
    assert any(ages), "some of it was kept"
    assert partly == afresh == [later(), moved, later()]


def test_masks_are_made_in_hardly_more_memory_than_they_keep(reader: Recogniser) -> None:
    tracemalloc.start()
    try:
        masks = reader.classifier.model.masks(Silhouette(14.0, 6.0, 12.0))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1.6 * (masks.cover.nbytes + masks.places.nbytes)
    cropped = masks.cropped()
    assert 0 < cropped.cover.nbytes < 0.8 * masks.cover.nbytes
    assert np.isclose(cropped.cover.sum(), masks.cover.sum()), "nothing was left out that a figure covers"


def test_figures_on_cells_in_the_town_in_jail_and_on_the_corral_are_read(reader: Recogniser) -> None:
    reading = reader.read(seen(later()))
    assert reading.observation == later()
    assert min(reading.confidence.values()) > 0.4


def test_a_start_with_a_figure_missing_names_the_cell() -> None:
    cells = {cell: kind for cell, kind in START.cells.items() if cell not in ("B6-2", "D4-1")}
    learnt = Recogniser.learn(LAYOUT, START, seen(BARE), seen(replace(START, cells=cells)), rules=RULES)
    assert learnt.mismatches == ("B6-2", "D4-1")


def test_a_start_that_people_answer_for_is_believed_as_long_as_it_looks_so_and_the_rest_is_read() -> None:
    unseen = ("B6-2", "D4-1")
    cells = {cell: kind for cell, kind in START.cells.items() if cell not in unseen}
    watcher = learn_board(LAYOUT, START, seen(BARE), seen(replace(START, cells=cells)), None, RULES, WEBCAM)
    assert watcher.reader.mismatches == unseen
    steady = [watcher.see(seen(replace(START, cells=cells))) for _ in range(5)]
    assert steady[-1] == START
    cells["A7-3"] = cells.pop("A6-3")
    cells["B6-2"] = "cow"
    steady = [watcher.see(seen(replace(START, cells=cells))) for _ in range(5)]
    assert steady[-1]
    assert (steady[-1].cells, steady[-1].unknown) == ({**cells, "D4-1": START.cells["D4-1"]}, ())


def test_a_start_with_a_figure_too_many_names_the_cell() -> None:
    more = replace(START, cells={**START.cells, "A2-0": "cow"})
    learnt = Recogniser.learn(LAYOUT, START, seen(BARE), seen(more), rules=RULES)
    assert learnt.mismatches == ("A2-0",)


def test_what_a_hand_hides_is_unknown_and_never_empty(reader: Recogniser) -> None:
    arm = forearm((-60.0, -40.0), (-220.0, 420.0))
    scene = renderer.Scene(LAYOUT, START)
    reading = reader.read(noisy(renderer.draw(scene, table(), [arm])))
    assert reading.observation.status is ObservationStatus.COVERED
    mask = table().silhouette([arm])
    for cell in LAYOUT.by_id:
        x, y = VIEW.on_sheet(np.array([LAYOUT.centre(cell)]))[0].round().astype(int)
        patch = mask[y - 4 : y + 5, x - 4 : x + 5]
        if patch.all():
            assert cell in reading.observation.unknown or reading.observation.cells.get(cell) == START.cells.get(cell)


@pytest.mark.parametrize("elbow", [(420.0, -300.0), (330.0, -420.0)])
def test_a_hand_over_the_corral_is_no_herd_of_cows(reader: Recogniser, elbow: tuple[float, float]) -> None:
    """Beside the cells nothing but figures was looked for, and a brown hand was as many cows as fit into it."""
    gone = {cell: kind for cell, kind in START.cells.items() if cell != "A6-0"}
    arm = forearm((195.0, -185.0), elbow, COW, COW)
    reading = reader.read(noisy(renderer.draw(renderer.Scene(LAYOUT, replace(START, cells=gone)), table(), [arm])))
    assert reading.observation.status is ObservationStatus.COVERED


def test_what_looks_like_the_board_in_shadow_but_shows_no_print_hides_what_is_below(reader: Recogniser) -> None:
    bare = renderer.draw(renderer.Scene(LAYOUT, Observation(ObservationStatus.OK)), table())
    lying = np.array([(-150.0, -90.0), (-30.0, -90.0), (-30.0, 20.0), (-150.0, 20.0)])
    mask = np.zeros(bare.shape[:2], np.uint8)
    cv2.fillPoly(mask, [VIEW.on_sheet(lying).round().astype(np.int32)], 1)
    picture = seen(START).copy()
    picture[mask > 0] = noisy((0.8 * cv2.GaussianBlur(bare, (0, 0), 30)).astype(np.uint8))[mask > 0]
    edge = lying.astype(np.float32)
    under = [cell for cell in LAYOUT.by_id if cv2.pointPolygonTest(edge, LAYOUT.centre(cell), True) > 10]
    reading = reader.read(picture).observation
    assert reading.status is ObservationStatus.COVERED
    assert len(under) > 8
    assert set(under) <= set(reading.unknown)


def test_a_frame_reads_the_same_whether_all_is_looked_at_or_only_what_has_changed(reader: Recogniser) -> None:
    scene = renderer.Scene(LAYOUT, START)
    arm = forearm((-60.0, -40.0), (-220.0, 420.0))
    frames = [seen(START), noisy(renderer.draw(scene, table(), [arm])), seen(later()), seen(START), seen(later())]
    frames.append(np.asarray(np.clip(frames[-1] * 0.8, 0, 255), np.uint8))
    complete = []
    for number, frame in enumerate(frames):
        in_turn = reader.read(frame)
        complete.append(reader.extract(frame).fresh)
        reader.extract(frame, afresh=True)
        alone = reader.read(frame)
        assert in_turn.observation == alone.observation, number
        assert all(abs(sure - alone.confidence[cell]) < 0.1 for cell, sure in in_turn.confidence.items()), number
    assert complete.count(False) > 2


def test_parts_in_which_nothing_has_changed_are_not_looked_at_again(reader: Recogniser) -> None:
    first = reader.extract(seen(START), afresh=True)
    again = reader.extract(seen(later()))
    moved = (first.evidence.log_ratios != again.evidence.log_ratios).any(axis=1).mean()
    assert first.fresh
    assert not again.fresh
    assert 0 < moved < 0.25


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_a_picture_of_nothing_is_no_board_and_no_crash(reader: Recogniser, grey: int) -> None:
    reading = reader.read(np.full((720, 1280, 3), grey, np.uint8))
    assert reading.observation.status in (ObservationStatus.NO_BOARD, ObservationStatus.UNCLEAR)
    assert set(reading.observation.unknown) == set(LAYOUT.by_id)


def test_one_frame_and_the_next_prove_nothing(reader: Recogniser) -> None:
    watch = TemporalFilter(reader)
    assert [watch.see(seen(START)) for _ in range(3)] == [None] * 3


def test_a_sighting_comes_when_nothing_has_moved_for_some_frames(reader: Recogniser) -> None:
    watch = TemporalFilter(reader)
    first, second = seen(START), seen(later())
    sightings = [watch.see(first) for _ in range(TUNING.steady + 1)] + [
        watch.see(second) for _ in range(TUNING.steady + 1)
    ]
    assert [one is not None for one in sightings] == [False] * TUNING.steady + [True] + [False] * TUNING.steady + [True]
    assert sightings[TUNING.steady] == START
    assert sightings[-1] == later()


def test_the_sticker_of_a_cow_turned_over_on_the_corral_is_read(reader: Recogniser) -> None:
    cells = {cell: kind for cell, kind in START.cells.items() if cell != "A6-0"}
    picture = seen(replace(START, cells=cells)).copy()
    middle = np.array(LAYOUT.centre("corral"))
    card = np.full((25 * 8, 29 * 8), 255, np.uint8)
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 17, 13 * 8)
    card[12 : 12 + 104, 12 : 12 + 104] = marker
    corners = middle + np.array([(-14.5, -12.5), (14.5, -12.5), (14.5, 12.5), (-14.5, 12.5)])
    onto = cv2.getPerspectiveTransform(
        np.array([(0, 0), (232, 0), (232, 200), (0, 200)], np.float32), VIEW.on_sheet(corners).astype(np.float32)
    )
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(card, onto, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.ones_like(card), onto, size) > 0
    picture[there] = (0.8 * laid[there, None] + 20).astype(np.uint8)
    reading = reader.read(picture)
    assert reading.stickers == (17,)
    assert reading.observation.in_area("corral") == ("cow",)
    assert reading.observation.cells == cells


def test_a_cow_that_was_sold_counts_as_long_as_it_is_seen_in_the_corral(reader: Recogniser) -> None:
    """It lies there for a while after the table has sold it; taken away, it can stand nowhere else."""
    reader = copy(reader)
    herd = {cell: kind for cell, kind in START.cells.items() if cell != "A6-0"}
    there = Observation(ObservationStatus.OK, herd, areas={"corral": ("cow",)})
    sold = replace(there, areas={})
    reader.confirm(there)
    reader.read(seen(there))
    reader.confirm(sold)
    assert reader.left.every["cow"] == START.count()["cow"]
    reader.read(seen(sold))
    assert reader.left.every["cow"] == START.count()["cow"] - 1


def test_which_kinds_are_looked_for_in_an_area_is_for_the_game_to_say(reader: Recogniser) -> None:
    gone = ("A6-0", next(cell for cell, kind in START.cells.items() if kind == "cowboy:F"))
    cells = {cell: kind for cell, kind in START.cells.items() if cell not in gone}
    picture = seen(replace(START, cells=cells, areas={"jail": ("cow", "cowboy:F")}))
    assert "cow" not in reader.read(picture).observation.in_area("jail")
    anywhere = copy(reader)
    anywhere.rules = FigureRules()
    anywhere.__dict__.pop("_areas")
    assert anywhere.read(picture).observation.areas == {"jail": ("cow", "cowboy:F")}


def test_how_much_loudness_counts_is_what_tells_the_likest_figures_apart() -> None:
    usual = np.array([200, 100], np.float32)
    dark_cow = np.array([[170, 100]], np.float32)
    same_kind = np.array([[True, False]])
    typical, loud = (margin(score(dark_cow, usual, share), same_kind) for share in (0.0, 0.75))
    assert typical < 0 < loud
