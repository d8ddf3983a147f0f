"""Cubes, tiles and markers on printed town boards, in small drawn pictures."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.marked_sheets import HIDDEN, STRANGE, TOUCHING
from companion.boards.observation import Observation, ObservationStatus
from tests.vision.recognition.sheets.drawn import ONE, PRINTED, TABLE, TWO_SIZES, cubes, shown, tile, view_of
from vision.geometry.board_pose import Picture, Points
from vision.localisation.sheet_detection import sheet_poses
from vision.recognition.marks.marked_recogniser import MarkedRecogniser
from vision.recognition.marks.marks import read_marks
from vision.runtime.marked_overlay import draw_marks
from vision.runtime.overlay import DOUBTFUL
from vision.synthetic.cubes import Cube, Hand, Lying
from vision.synthetic.view import Lamp, Light

HEAP = [(9.0 * (at % 3) - 9 + at % 2, 8.0 * (at // 3) - 8, 7.0 * at, 8.0) for at in range(8)]
CANDLE = Light((0.1, 0.16, 0.22), (Lamp((200.0, -300.0, 700.0), 0.6, (0.45, 0.75, 1.0), 6.0),))


def read(*pictures: Picture) -> Observation:
    reader = MarkedRecogniser(TABLE)
    return reader.infer([reader.extract(picture) for picture in pictures])


def on(seen: Observation, name: str) -> tuple[str, ...] | str:
    """What lies there, or why nobody can say."""
    spot = f"{ONE.name}/{name}"
    return seen.doubts[spot][0] if spot in seen.unknown else seen.in_area(spot)


@pytest.fixture(scope="module")
def table() -> Observation:
    """Loose cubes, three that touch, a tile, one destroyed, and a destroyed printed building."""
    things: tuple[Cube | Lying, ...] = (
        *cubes("gold", (-5, -4, 10, 8), (5, 6, 40, 8)),
        *cubes("wood", (0, 0, 70, 8)),
        *cubes("inhabitants", (-8.1, 0, 0, 8), (0, 0.1, 1, 8), (8.1, 0, 0, 8)),
        *cubes("cowboys", (-7, 3, 20, 8), (6, -3, 5, 8)),
        *cubes("pipes", (-6, 0, 30, 8), (7, 2, 60, 8)),
        tile("bank", "c3"),
        tile("saloon", "c9"),
        tile("destroyed", "c9"),
        tile("destroyed", "marshal"),
    )
    return read(shown(things))


@pytest.mark.parametrize(
    ("box", "kinds"),
    [
        ("gold", ("gold", "gold")),
        ("wood", ("wood",)),
        ("inhabitants", ("inhabitants",) * 3),
        ("cowboys", ("cowboys",) * 2),
        ("pipes", ("pipes", "pipes")),
        ("lure", ()),
        ("exported", ()),
    ],
)
def test_cubes_are_counted_box_by_box(table: Observation, box: str, kinds: tuple[str, ...]) -> None:
    assert on(table, box) == kinds


def test_tiles_and_destroyed_markers_are_read_and_bare_cells_are_bare(table: Observation) -> None:
    assert on(table, "c3") == ("bank",)
    assert "destroyed" in on(table, "c9")
    assert on(table, "marshal") == ("destroyed",)
    assert on(table, "c1") == ()
    assert "board2" in table.unknown, "it is not on the table"


def test_a_candle_and_its_shadows_change_no_count() -> None:
    things = (*cubes("gold", (-5, -4, 10, 8), (6, 4, 40, 8)), *cubes("lure", (0, 0, 45, 8)))
    seen = read(shown(things, light=CANDLE))
    assert (on(seen, "gold"), on(seen, "lure"), on(seen, "wood")) == (("gold", "gold"), ("lure",), ())


def test_a_heap_is_not_counted_and_says_why() -> None:
    seen = read(shown(cubes("inhabitants", *HEAP)))
    assert on(seen, "inhabitants") == TOUCHING
    assert on(seen, "gold") == ()


def test_large_cubes_are_told_from_small_ones_where_there_are_both() -> None:
    reader = MarkedRecogniser(TWO_SIZES)
    picture = shown(cubes("cowboys", (-7, -4, 10, 8), (6, 4, 40, 10)), size=(1280, 720), zoom=2.8)
    assert on(reader.infer([reader.extract(picture)]), "cowboys") == ("cowboys", "cowboys:large")


def test_cubes_of_another_colour_are_none_of_this_box() -> None:
    here, wrong = cubes("gold", (0, 0, 20, 8))[0], cubes("inhabitants", (0, 0, 20, 8))[0]
    moved = type(here)(here.x, here.y, here.side, here.turn, wrong.paint)
    assert on(read(shown((moved,))), "gold") == STRANGE


def test_what_a_hand_covers_is_unknown_never_nothing() -> None:
    things = (*cubes("gold", (0, 0, 20, 8)), *cubes("exported", (0, 0, 20, 8)))
    seen = read(shown(things, hands=(Hand(-40.0, 70.0, 60.0, 30.0),)))
    assert seen.status is ObservationStatus.UNCLEAR
    assert on(seen, "gold") != ()
    assert on(seen, "inhabitants") in (TOUCHING, STRANGE, HIDDEN)
    assert on(seen, "exported") == ("exported",)


def test_boards_are_told_apart_wherever_they_lie_and_however_they_are_turned() -> None:
    spots = {"board1": (-130.0, 10.0, 187.0), "board2": (120.0, -5.0, 94.0)}
    picture = shown(spots=spots, size=(1000, 560), zoom=1.8)
    poses = sheet_poses(corners(picture), PRINTED.sheets, (1000, 560))
    assert poses.keys() == spots.keys()
    for name, (x, y, _) in spots.items():
        middle = poses[name].pixels(np.zeros((1, 2)))[0]
        assert middle == pytest.approx(pixels_of(picture, x, y), abs=2.0)


def pixels_of(picture: Picture, x: float, y: float) -> Points:
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(view_of(size, 1.8).on_sheet(np.array([[x, y]]))[0])


def corners(picture: Picture) -> dict[int, list[Points]]:
    marks = read_marks(picture, frozenset(PRINTED.corners))
    return {number: [mark.points] for number, mark in marks.seen.items()}


def test_three_corners_will_do_two_will_not_and_a_twisted_one_is_refused() -> None:
    picture = shown()
    size = (picture.shape[1], picture.shape[0])
    seen = corners(picture)
    whole = sheet_poses(seen, PRINTED.sheets, size)[ONE.name]
    first, *rest = [each.id for each in ONE.corners]
    three = {number: seen[number] for number in rest}
    edge = np.array([[-ONE.width / 2, -ONE.height / 2], [ONE.width / 2, ONE.height / 2]])
    pose = sheet_poses(three, PRINTED.sheets, size)[ONE.name]
    assert pose.pixels(edge) == pytest.approx(whole.pixels(edge), abs=4)
    assert sheet_poses({number: seen[number] for number in rest[:2]}, PRINTED.sheets, size) == {}
    swapped = {**three, rest[0]: seen[rest[1]], rest[1]: seen[rest[0]]}
    assert sheet_poses(swapped, PRINTED.sheets, size) == {}
    assert first in seen


def test_what_looks_as_it_did_is_not_read_again_and_what_changed_is() -> None:
    reader = MarkedRecogniser(TABLE)
    bare, more = shown(), shown(cubes("gold", (0, 0, 20, 8)))
    first = reader.infer([reader.extract(bare)])
    kept = reader.on_sheets.areas
    again = reader.infer([reader.extract(bare)])
    assert (first, kept) == (again, reader.on_sheets.areas)
    assert on(reader.infer([reader.extract(more)]), "gold") == ("gold",)


def test_a_board_that_is_gone_is_unknown_as_a_whole() -> None:
    reader = MarkedRecogniser(TABLE)
    reader.infer([reader.extract(shown())])
    gone = reader.infer([reader.extract(shown(spots={"board2": (0.0, 0.0, 0.0)}))])
    assert "board1" in gone.unknown
    assert not [name for name in gone.areas if name.startswith("board1/")]


def test_the_overlay_draws_counts_and_doubts() -> None:
    reader = MarkedRecogniser(TABLE)
    picture = shown((*cubes("wood", (0, 0, 20, 8)), *cubes("gold", *HEAP)))
    reader.infer([reader.extract(picture)])
    drawn = draw_marks(picture, reader, {})
    amber = np.abs(drawn.astype(int) - np.array(DOUBTFUL)).max(axis=2) < 40
    assert amber.sum() > 20


def test_a_black_sleeve_over_a_box_is_no_empty_box() -> None:
    black = Hand(-30.0, 20.0, 90.0, 20.0, skin=(0.004, 0.004, 0.004), sleeve=(0.004, 0.004, 0.004))
    seen = read(shown(cubes("exported", (0, 0, 20, 8)), hands=(black,)))
    assert on(seen, "inhabitants") == HIDDEN
    assert on(seen, "exported") == ("exported",)
