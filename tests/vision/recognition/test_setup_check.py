"""Which places of a start that is in doubt are asked about."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.observation import Observation, ObservationStatus
from tests.vision.fields import layout
from vision.recognition.setup_check import TUNING, setup_mismatches

LAYOUT = layout()
CELLS = sorted(LAYOUT.by_id)[: TUNING.few_doubts + 3]
KINDS = dict(zip(CELLS, ["rider", "ox"] * len(CELLS), strict=False))
START = Observation(ObservationStatus.OK, KINDS)


def asked(parts: Mapping[str, Mapping[str, float]], start: Observation = START) -> tuple[str, ...]:
    """Of a picture in which nobody can tell riders from oxen."""
    doubts = dict.fromkeys(start.cells, ("rider", "ox"))
    seen = Observation(ObservationStatus.OK, unknown=tuple(doubts), doubts=doubts)
    return setup_mismatches(LAYOUT, seen, start, parts)


def told(ox: float, rider: float) -> dict[str, Mapping[str, float]]:
    """So much speaks for either kind on every cell where it should stand; 0.9 for the other."""
    return {cell: {"ox": 0.9, "rider": 0.9} | {kind: ox if kind == "ox" else rider} for cell, kind in KINDS.items()}


def test_figures_of_like_looks_are_taken_to_stand_as_they_should_if_none_fit_better_exchanged() -> None:
    assert asked(told(0.92, 0.92)) == ()


def test_a_kind_that_looks_like_another_everywhere_is_no_sign_that_two_were_exchanged() -> None:
    assert asked(told(0.8, 1.05)) == ()


def test_two_that_fit_better_exchanged_are_asked_about_and_no_others() -> None:
    one, other = CELLS[0], CELLS[1]
    parts = told(1.0, 1.0) | {one: {"ox": 1.0, "rider": 0.8}, other: {"ox": 0.8, "rider": 1.0}}
    assert asked(parts) == (one, other)


def test_a_figure_beside_its_cell_is_asked_about() -> None:
    start = Observation(ObservationStatus.OK, dict.fromkeys(CELLS, "ox"))
    doubts = {**dict.fromkeys(CELLS, ("ox", "empty")), "f6": ("ox", "empty")}
    seen = Observation(ObservationStatus.OK, unknown=tuple(doubts), doubts=doubts)
    parts = {**{cell: {"ox": 0.4} for cell in CELLS}, CELLS[2]: {"ox": 0.2}, "f6": {"ox": 0.4}}
    assert setup_mismatches(LAYOUT, seen, start, parts) == (CELLS[2], "f6")


def test_where_most_of_the_start_is_in_doubt_all_of_it_is_asked_about() -> None:
    cells = dict.fromkeys(sorted(LAYOUT.by_id)[: TUNING.many_doubts + 1], "ox")
    start = Observation(ObservationStatus.OK, cells)
    assert asked({cell: {"ox": 1.0, "rider": 0.9} for cell in cells}, start) == tuple(cells)
