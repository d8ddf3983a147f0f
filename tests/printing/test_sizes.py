"""True millimetres: pages drawn at 300 dpi and measured, on both papers."""

from __future__ import annotations

import numpy as np
import pytest

from companion.printing import sheet as pen
from companion.printing.frame import RULER
from companion.printing.sheets import printed
from companion.printing.sheets.board import OVERLAP, tiles
from companion.printing.sheets.figures import CODE, EDGE, HEIGHT, MARKER, WIDTH
from companion.printing.what import MARGIN, Paper, What
from tests.printing.paper_trail import (
    PAPERS,
    PIXEL,
    TOLERANCE,
    Seen,
    black_box,
    markers,
    order,
    pages,
    part_of,
    pdf,
    picture,
)
from tests.support.abilene import ABILENE

LAYOUT = ABILENE["1993"].layout()
assert LAYOUT is not None


def off(found: float, wanted: float) -> bool:
    return abs(found - wanted) > TOLERANCE


def wrong_sides(found: list[Seen], wanted: float) -> list[str]:
    return [f"marker {one.number}: {side:.2f} mm" for one in found for side in one.sides if off(side, wanted)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("what", What)
def test_every_sheet_has_the_size_of_its_paper_and_asks_not_to_be_scaled(paper: Paper, what: What) -> None:
    document = pdf(paper, what)
    _, (width, height) = pages(document)
    assert (width, height) == pytest.approx(paper.size, abs=0.01)
    assert b"/PrintScaling /None" in document


@pytest.mark.parametrize("paper", PAPERS)
def test_the_corner_cards_measure_30_mm(paper: Paper) -> None:
    found = markers(picture(pdf(paper, What.CORNERS)))
    assert sorted(one.number for one in found) == [0, 1, 2, 3]
    assert wrong_sides(found, 30) == []


def test_a_printer_that_scales_to_fit_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: 98.5 % is what "fit to page" makes of it."""
    monkeypatch.setattr(pen, "MM", pen.MM * 0.985)
    found = markers(picture(printed(order(Paper.A4), What.CORNERS)))
    assert len(wrong_sides(found, 30)) == 16


@pytest.mark.parametrize("paper", PAPERS)
def test_the_white_around_a_corner_marker_is_6_mm(paper: Paper) -> None:
    found = picture(pdf(paper, What.CORNERS))
    for one in markers(found):
        x, y = one.middle
        for left, top in ((x - 21, y - 21), (x - 21, y + 15.2), (x - 21, y - 20), (x + 15.2, y - 20)):
            across = top in (y - 21, y + 15.2)
            strip = part_of(found, left + 0.3, top + 0.3, *((41.4, 5.2) if across else (5.2, 35)))
            assert strip.min() > 200, (one.number, left, top)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_markers_of_the_poster_are_where_the_board_says(paper: Paper) -> None:
    """A marker is 30 mm wide, its middle within 0.2 mm of its place, on one tile."""
    assert LAYOUT is not None
    numbers = []
    for page, tile in enumerate(tiles(LAYOUT, paper), 2):
        here = [
            (corner, corner.x + LAYOUT.sheet[0] / 2 - tile.x, corner.y + LAYOUT.sheet[1] / 2 - tile.y)
            for corner in LAYOUT.markers
        ]
        for corner, x, y in here:
            if not (21 <= x <= tile.width - 21 and 21 <= y <= tile.height - 21):
                continue
            left, top = MARGIN + x - 25, MARGIN + y - 25
            pixels = round(left / PIXEL), round(top / PIXEL)
            (seen,) = markers(picture(pdf(paper, What.BOARD), page, (left, top, 50, 50)))
            numbers.append(seen.number)
            assert seen.number == corner.id
            assert wrong_sides([seen], 30) == []
            middle = seen.middle[0] + pixels[0] * PIXEL - MARGIN, seen.middle[1] + pixels[1] * PIXEL - MARGIN
            assert not off(middle[0], x)
            assert not off(middle[1], y)
    assert sorted(numbers) == [0, 1, 2, 3]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_line_at_the_foot_is_50_mm(paper: Paper) -> None:
    height = paper.size[1]
    foot = picture(pdf(paper, What.AID), part=(MARGIN - 3, height - MARGIN - 4, RULER + 5, 4.5))
    width, _ = black_box(foot)
    assert not off(width, RULER + 0.3)  # from outer edge to outer edge of two lines of 0.3 mm


@pytest.mark.parametrize("paper", PAPERS)
def test_stickers_their_markers_and_their_codes_have_the_sizes_of_the_guide(paper: Paper) -> None:
    found = picture(pdf(paper, What.STICKERS))
    seen = sorted(markers(found), key=lambda one: (round(one.middle[1]), one.middle[0]))
    assert wrong_sides(seen, MARKER) == []
    first, second = seen[0], seen[1]
    assert not off(second.middle[0] - first.middle[0], WIDTH + 2)
    below = next(one for one in seen if one.middle[1] > first.middle[1] + 5)
    assert not off(below.middle[1] - first.middle[1], HEIGHT + 2)
    left, top = (value - MARKER / 2 - EDGE for value in first.middle)
    width, height = black_box(part_of(found, left + WIDTH - EDGE - CODE - 0.6, top + 0.6, CODE + 1.2, CODE + 1.4))
    assert not off(width, CODE)
    assert not off(height, CODE)


def joined(paper: Paper, dpi: int) -> np.ndarray:
    """Return the tiles cut at their marks and glued over each other, as the plan says."""
    assert LAYOUT is not None
    dots = dpi / 25.4
    size = (round(LAYOUT.sheet[1] * dots), round(LAYOUT.sheet[0] * dots))
    whole = np.zeros(size, np.uint8)
    for page, tile in enumerate(tiles(LAYOUT, paper), 2):
        found = picture(pdf(paper, What.BOARD), page, (MARGIN, MARGIN, tile.width, tile.height), dpi)
        y, x = round(tile.y * dots), round(tile.x * dots)
        part = found[: size[0] - y, : size[1] - x]
        whole[y : y + part.shape[0], x : x + part.shape[1]] = part
    return whole


@pytest.mark.parametrize("paper", PAPERS)
def test_the_tiles_glued_together_are_the_board(paper: Paper) -> None:
    """The tiles show the same as the board drawn in one piece, without a gap or a shift."""
    assert LAYOUT is not None
    one_piece = pen.Sheet(LAYOUT.sheet, "board")
    from companion.printing.sheets.board import drawn_board

    drawn_board(one_piece, LAYOUT, order(paper))
    dpi = 40
    expected, found = picture(one_piece.pdf(), dpi=dpi), joined(paper, dpi)
    assert (found == 0).mean() < 0.02  # black is what no tile covers, but for the markers
    height, width = min(expected.shape[0], found.shape[0]), min(expected.shape[1], found.shape[1])
    difference = np.abs(expected[:height, :width].astype(int) - found[:height, :width].astype(int))
    assert (difference > 90).mean() < 0.01
    assert difference.mean() < 4
    shifted = np.roll(found, round(2 * dpi / 25.4), axis=1)[:height, :width].astype(int)  # negative control: 2 mm
    assert np.abs(expected[:height, :width].astype(int) - shifted).mean() > 4


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_cover_the_sheet_with_overlap_and_fit_the_paper(paper: Paper) -> None:
    assert LAYOUT is not None
    found = tiles(LAYOUT, paper)
    assert len(found) == 6
    assert max(tile.x + tile.width for tile in found) == pytest.approx(LAYOUT.sheet[0])
    assert max(tile.y + tile.height for tile in found) == pytest.approx(LAYOUT.sheet[1])
    for tile in found:
        assert tile.width <= paper.inside[0]
        assert tile.height <= paper.inside[1]
        neighbours = [other for other in found if (other.row, other.column) == (tile.row, tile.column + 1)]
        assert all(tile.x + tile.width - other.x == pytest.approx(OVERLAP) for other in neighbours)
