"""Photos taken by hand: from elsewhere every time, through the photographer's shadow, beside what the box believes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.boards import board_file
from companion.boards.camera_messages import STUMBLED
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.photo_messages import PhotoAnswer, PhotoKind, PhotoRequest
from companion.cli.camera.scene_board import board_of
from tests.vision.drawing.figures import Shape, forearm, lathe
from tests.vision.drawing.renderer import Renderer, Scene, renderer_for, solids_of
from tests.vision.drawing.view import Lamp, Light, View
from vision.capture.photo_file import read_photo
from vision.errors import BadPicture, BoardNotFound
from vision.evidence.background import Background, Grid, rectify
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.geometry.sheet import in_cell_units, sheet_corners
from vision.inference.learning import unlit
from vision.inference.photos import handheld
from vision.inference.photos.handheld import HandheldReader
from vision.localisation.by_artwork import Features
from vision.runtime.photo_process import PhotoTables

LAYOUT, START, GAME = board_of("abilene-1993", tuple("ABDE"))
BARE = Observation(ObservationStatus.OK)
LAMP = Light((0.25, 0.27, 0.28), (Lamp((-250.0, -300.0, 1000.0), 0.65, (0.75, 0.92, 1.05), soft=2.0),))
VIEWS = (
    View((-60.0, 420.0, 800.0), (0.0, 0.0), 620.0, (900, 1200)),
    View((330.0, 120.0, 860.0), (0.0, 0.0), 760.0, (1280, 960), roll=90.0),
    View((40.0, -300.0, 820.0), (0.0, 0.0), 640.0, (900, 1200), roll=180.0),
    View((0.0, 0.0, 900.0), (0.0, 0.0), 700.0, (1000, 1200)),
    View((0.0, 620.0, 700.0), (0.0, 0.0), 640.0, (1000, 1200)),
)


def stage(number: int, markers: bool = True) -> Renderer:
    return renderer_for(LAYOUT, VIEWS[number], LAMP, markers)


def taken(
    number: int,
    figures: Observation,
    unseen: tuple[Shape, ...] = (),
    markers: bool = True,
    above: tuple[Shape, ...] = (),
) -> Picture:
    """Return a photo, with things ``above`` the figures, and ``unseen`` ones that only throw a shadow."""
    light = stage(number, markers).picture(solids_of(Scene(LAYOUT, figures)), above, unseen)
    noise = np.random.default_rng(number).normal(0, 2, light.shape[:2])[:, :, None]
    return np.asarray(np.clip(light + noise, 0, 255), np.uint8)


def head() -> Shape:
    """Return a head between the lamp and a third of the board."""
    return lathe([(-75, 15), (-40, 65), (0, 75), (45, 60)], (0, 0, 0), 16).at(0.0, -60.0, 0.0, 420.0)


def taught() -> HandheldReader:
    """Teach it the empty board and the start, each from another side."""
    made = HandheldReader(LAYOUT, GAME.figures)
    made.take_empty(made.located(taken(0, BARE)))
    assert made.learn(made.located(taken(1, START)), START, answered=False) == ()
    return made


@pytest.fixture(scope="module")
def reader() -> HandheldReader:
    return taught()


def moved() -> Observation:
    cells = {cell: kind for cell, kind in START.cells.items() if cell != "A6-0"}
    return replace(START, cells=dict(sorted({**cells, "A7-1": "cow"}.items())))


def test_one_photo_of_the_start_is_enough_and_later_ones_show_what_is_under_the_figures() -> None:
    made = HandheldReader(LAYOUT, GAME.figures)
    assert made.learn(made.located(taken(3, START)), START, answered=False) == ()
    seen = made.read(made.located(taken(2, moved())), START)
    assert seen.cells["A7-1"] == "cow"
    assert seen.cells.get("A6-0", "unknown" if "A6-0" in seen.unknown else "empty") in ("empty", "unknown")
    assert made.start
    assert "A6-0" not in made.start.board.free
    seen = made.read(made.located(taken(0, moved())), moved())
    assert "A6-0" in made.start.board.free
    assert (seen.cells, seen.unknown) == (moved().cells, ())


@pytest.mark.parametrize("cell", ["A6-0", "B3-1"])
def test_one_photo_of_the_start_tells_that_a_figure_is_missing(cell: str) -> None:
    """The print under it is no colour of its kind, though the empty place was never seen."""
    made = HandheldReader(LAYOUT, GAME.figures)
    there = replace(START, cells={place: kind for place, kind in START.cells.items() if place != cell})
    photo = made.located(taken(3, there))
    assert made.learn(photo, START, answered=False) == (cell,)
    assert made.evening is None
    assert made.learn(photo, START, answered=True) == ()


def test_a_photo_from_another_side_is_read(reader: HandheldReader) -> None:
    seen = reader.read(reader.located(taken(2, moved())), START)
    assert (seen.cells, seen.unknown) == (moved().cells, ())


def test_a_player_who_takes_a_photo_is_asked_and_nothing_is_explained_away(reader: HandheldReader) -> None:
    assert reader.read(reader.located(taken(2, moved()))).alternatives == {}


def test_a_figure_of_which_less_is_seen_from_above_is_a_whole_one_all_the_same(reader: HandheldReader) -> None:
    """The start was photographed from aside, where tall figures cover much more of the board."""
    seen = reader.read(reader.located(taken(3, START)), START)
    assert (seen.cells, seen.unknown) == (START.cells, ())


def test_the_photographers_shadow_is_read_through(reader: HandheldReader) -> None:
    photo = reader.located(taken(2, moved(), (head(),)))
    seen = reader.read(photo, START)
    wrong = [cell for cell in seen.cells.keys() | START.cells.keys() if seen.cells.get(cell) != moved().cells.get(cell)]
    assert not {*wrong} - {*seen.unknown}
    assert len(seen.unknown) <= 4


PALE, BROWN, DARK = (150, 180, 230), (70, 100, 150), (40, 62, 100)
"""Tones of skin: blue, green, red."""
HANDS = {
    "a blue sleeve over a herd": forearm((-110.0, 60.0), (-700.0, 200.0), (95, 62, 45), PALE),
    "a white sleeve over the middle": forearm((20.0, -30.0), (300.0, 700.0), (225, 228, 230), BROWN),
    "a black sleeve over a herd": forearm((120.0, 40.0), (700.0, -60.0), (40, 40, 42), DARK),
    "a bare arm over the middle": forearm((-40.0, -90.0), (-200.0, -700.0), BROWN, BROWN),
    "a sleeve of the colour of cows": forearm((90.0, 100.0), (500.0, 600.0), (38, 58, 92), PALE),
}


@pytest.mark.parametrize(("hand", "number"), [*zip(HANDS, (2, 3, 2, 3, 2), strict=True)])
def test_what_a_hand_hides_is_asked_and_never_claimed(reader: HandheldReader, hand: str, number: int) -> None:
    seen = reader.read(reader.located(taken(number, moved(), above=(HANDS[hand],))), START)
    cells = LAYOUT.by_id.keys()
    wrong = [cell for cell in cells if seen.cells.get(cell) != moved().cells.get(cell)]
    assert {*wrong} <= {*seen.unknown}
    mask = stage(number).silhouette([HANDS[hand]]) > 0
    at = {cell: stage(number).view.on_sheet(np.array([LAYOUT.centre(cell)]))[0] for cell in cells}
    under = {cell for cell, (x, y) in at.items() if mask[round(y), round(x)]}
    assert under <= {*seen.unknown}
    assert len({*seen.unknown} - under) <= 30


def test_what_lies_in_jail_under_an_arm_is_asked(reader: HandheldReader) -> None:
    jail = next(area for area in LAYOUT.areas if area.name == "jail")
    arm = forearm((0.5 * jail.x, 0.5 * jail.y), (3 * jail.x, 3 * jail.y), (95, 62, 45), PALE)
    seen = reader.read(reader.located(taken(3, START, above=(arm,))), START)
    assert "jail" in seen.unknown
    assert not {"corral", "town"} & {*seen.unknown}


def test_a_player_who_has_a_hand_over_the_board_is_told_so(reader: HandheldReader) -> None:
    photo = reader.located(taken(2, START, above=(HANDS["a bare arm over the middle"],)))
    reader.read(photo, START)
    assert "lies over the board" in str(reader.hint(photo))
    assert reader.hint(reader.located(taken(2, START))) is None


@pytest.mark.parametrize("gain", [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0])
@pytest.mark.parametrize("number", [1, 2])
def test_of_an_overexposed_photo_nothing_is_claimed_that_is_not_so(
    reader: HandheldReader, gain: float, number: int
) -> None:
    """A burnt-out cell shows only white on white: it is asked, and the hint says why."""
    after = moved()
    picture = np.asarray(np.clip(taken(number, after) * gain, 0, 255), np.uint8)
    try:
        photo = reader.located(picture)
    except (BadPicture, BoardNotFound):
        assert gain > 1
        return
    answer = reader.read(photo, START)
    sure = [cell for cell in LAYOUT.by_id if cell not in answer.unknown]
    assert {cell: answer.cells[cell] for cell in sure if cell in answer.cells} == {
        cell: after.cells[cell] for cell in sure if cell in after.cells
    }
    hint, dazzled = reader.hint(photo), len(answer.unknown) > len(LAYOUT.by_id) // 2
    assert not dazzled or "bright" in str(hint)


def test_what_a_hand_hides_teaches_nothing() -> None:
    made = taught()
    photo = made.located(taken(2, START, above=(HANDS["a black sleeve over a herd"],)))
    made.read(photo, START)
    seen = made.read(made.located(taken(3, moved())), START)
    assert (seen.cells, seen.unknown) == (moved().cells, ())


def empty_board(reader: HandheldReader) -> tuple[Grid, Background]:
    """Return the empty board that was photographed, from straight above."""
    assert reader.empty
    grid = Grid.of(in_cell_units(LAYOUT))
    return grid, Background.of(rectify(grid, reader.empty.board_pose, reader.empty.picture))


def light_given_back(reader: HandheldReader, picture: Picture) -> tuple[Picture, Picture]:
    """Return a photo of the empty board from straight above: as it is, and as if lit like the empty board."""
    photo, (grid, background) = reader.located(picture), empty_board(reader)
    seen = rectify(grid, photo.board_pose, photo.picture)
    return seen, np.exp(unlit(background, seen)).clip(0, 255).astype(np.uint8)


def test_a_large_shadow_is_given_back(reader: HandheldReader) -> None:
    _, light = light_given_back(reader, taken(2, BARE))
    dark, seen = light_given_back(reader, taken(2, BARE, (head(),)))
    off, before = (np.abs(np.log(one + 10.0) - np.log(light + 10.0)).mean() for one in (seen, dark))
    assert off < before / 3


def in_the_sun(picture: Picture) -> Picture:
    """Return a photo in a dim room, with the sun on a stripe of the board and of the table beside it."""
    stripe = np.array([(-330.0, -330.0), (-185.0, -330.0), (-195.0, 330.0), (-330.0, 330.0)])
    lit = np.zeros(picture.shape[:2])
    cv2.fillPoly(lit, [VIEWS[2].on_sheet(stripe).round().astype(np.int32)], 1.0)
    return np.asarray(np.clip(picture * (0.5 + 0.6 * cv2.GaussianBlur(lit, (0, 0), 1.0)[..., None]), 0, 255), np.uint8)


def test_what_the_sun_lies_on_is_read(reader: HandheldReader) -> None:
    seen = reader.read(reader.located(in_the_sun(taken(2, moved()))), START)
    assert (seen.cells, seen.unknown) == (moved().cells, ())


def test_in_the_sun_the_whole_board_is_made_as_bright(reader: HandheldReader) -> None:
    dim, _ = light_given_back(reader, (taken(2, BARE) * 0.5).astype(np.uint8))
    sunny, even = light_given_back(reader, in_the_sun(taken(2, BARE)))
    before, now = (np.log((each + 2.0) / (dim + 2.0)).std() for each in (sunny, even))
    assert now < before / 3


def test_dark_fields_are_no_shadow_on_a_photo_of_more_contrast(reader: HandheldReader) -> None:
    """Another phone than that of the set-up: what is printed dark is darker there."""
    strong = (255 * (taken(2, moved()).astype(float) / 255) ** 1.35).astype(np.uint8)
    seen = reader.read(reader.located(strong), START)
    assert (seen.cells, seen.unknown) == (moved().cells, ())


@pytest.mark.parametrize("tilt", [2.0, 25.0])
def test_the_focal_length_of_a_phone_is_known_from_straight_above_as_well(tilt: float) -> None:
    """There a picture does not show it, and the webcam's, which is longer, would make figures lean too little."""
    place = (900 * float(np.sin(np.radians(tilt))), 0.0, 900 * float(np.cos(np.radians(tilt))))
    view = View(place, (0.0, 0.0), 0.78 * 1600, (1600, 1200))
    homography, _ = cv2.findHomography(sheet_corners(LAYOUT), view.on_sheet(sheet_corners(LAYOUT)))
    pose = BoardPose(np.asarray(homography, np.float64), view.size, FoundBy.MARKERS)
    assert CameraPose.of(pose, LAYOUT, PHONE).focal / 1600 == pytest.approx(0.78, rel=0.05)


def test_what_is_kept_of_a_photo_is_the_board_alone_and_teaches_the_same() -> None:
    request = PhotoRequest("TEST", PhotoKind.EMPTY, board_file.to_json(LAYOUT), GAME.figures)
    figures = replace(request, kind=PhotoKind.FIGURES, expected=START)
    first, again = PhotoTables(), PhotoTables()
    for asked, picture in ((request, taken(0, BARE)), (figures, taken(1, START))):
        file = cv2.imencode(".png", picture)[1].tobytes()
        answer = first.answer(asked, file)
        assert (answer.trouble, answer.wrong) == (None, ())
        kept = PhotoAnswer.understood(json.loads(json.dumps(answer.plain()))).board
        assert kept
        alone = read_photo(kept.picture)
        assert not alone[:4].any()
        assert not alone[:, :4].any()
        assert again.answer(replace(asked, lies=kept.lies), kept.picture) == answer
    check = replace(request, kind=PhotoKind.CHECK, expected=START)
    file = cv2.imencode(".png", taken(2, moved()))[1].tobytes()
    reading = again.answer(check, file)
    assert reading == first.answer(check, file)
    assert reading.observation
    assert reading.observation.cells == moved().cells


def test_before_it_has_learnt_it_says_what_it_needs() -> None:
    made = HandheldReader(LAYOUT)
    photo = made.located(taken(1, START))
    with pytest.raises(BoardNotFound, match="figures"):
        made.read(photo)


@pytest.mark.logs("a photo at which the reader stumbled")
def test_a_defect_on_a_photo_is_told_as_one_and_not_as_a_bad_photo(
    reader: HandheldReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise np.linalg.LinAlgError("Singular matrix")

    monkeypatch.setattr(handheld, "read_cells", stumble)
    request = PhotoRequest("ABCD", PhotoKind.CHECK, board_file.to_json(LAYOUT), GAME.figures, START)
    tables = PhotoTables(lambda _: taken(2, START))
    monkeypatch.setattr(tables, "_reader", lambda _: reader)
    answer = tables.answer(request, b"")
    assert (answer.trouble, answer.observation) == (STUMBLED, None)


def test_a_photo_of_nothing_much_is_refused(reader: HandheldReader) -> None:
    with pytest.raises(BoardNotFound):
        reader.located(taken(1, START, markers=False))
    with pytest.raises(BadPicture):
        reader.located(np.zeros((600, 800, 3), np.uint8))


def test_a_board_without_markers_is_found_by_its_print_once_it_was_tapped() -> None:
    made = HandheldReader(LAYOUT)
    corners = [tuple(at) for at in ((stage(0).view.on_sheet(sheet_corners(LAYOUT)) + 0.5) / VIEWS[0].size).tolist()]
    made.take_empty(made.located(taken(0, BARE, markers=False), corners))
    found = made.located(taken(2, START, markers=False))
    off = found.board_pose.pixels(sheet_corners(LAYOUT)) / found.board_pose.size
    true = VIEWS[2].on_sheet(sheet_corners(LAYOUT)) / VIEWS[2].size
    assert np.abs(off - true).max() < 0.004


# --- a board without markers -------------------------------------------------------------------


def looking(looks: np.ndarray[Any, Any]) -> Features:
    """Return features that look so, in a row."""
    points = np.column_stack([np.arange(len(looks)), np.zeros(len(looks))]).astype(np.float64)
    return Features(points, np.asarray(looks / np.linalg.norm(looks, axis=1, keepdims=True), np.float32))


def test_a_figure_that_looks_like_much_of_the_print_is_matched_with_one_part_of_it() -> None:
    """A plain print has the same mark on all cells: 300 are like one figure, only 30 features are its own."""
    chance = np.random.default_rng(5)
    pixels, mark = chance.random((30, 128)), chance.random((1, 128))
    print_ = looking(np.concatenate([pixels, mark + chance.normal(0, 0.01, (300, 128))]))
    photo = looking(np.concatenate([pixels, mark, chance.random((20, 128))]))
    here, there = print_.matched(photo)
    assert (here[:30] == there[:30]).all()
    assert len(here) <= 30 + 1


@pytest.mark.parametrize(("number", "asked"), [(2, False), (4, True)])
def test_a_photo_from_much_aside_asks_for_one_from_above(number: int, asked: bool, reader: HandheldReader) -> None:
    assert (reader.hint(reader.located(taken(number, START))) is not None) is asked


def test_from_much_aside_nothing_is_claimed_that_is_not_so(reader: HandheldReader) -> None:
    seen = reader.read(reader.located(taken(4, moved())), START)
    wrong = [cell for cell in seen.cells.keys() | START.cells.keys() if seen.cells.get(cell) != moved().cells.get(cell)]
    assert {*wrong} <= {*seen.unknown}


def test_figures_that_have_changed_places_are_not_read_from_aside_as_they_stood(reader: HandheldReader) -> None:
    cells = {**START.cells, "A6-0": START.cells["A3-1"], "A3-1": "cow"}
    seen = reader.read(reader.located(taken(4, replace(START, cells=cells))), START)
    assert all(cell in seen.unknown or seen.cells.get(cell) == cells[cell] for cell in cells)
