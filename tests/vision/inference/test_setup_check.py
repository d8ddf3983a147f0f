"""Which places of a start that is in doubt are asked about."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.observation import Observation, ObservationStatus
from tests.vision.fields import layout
from vision.inference.setup_check import TUNING, setup_mismatches

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


def taken_for_oxen(riders: Mapping[str, tuple[float, float]]) -> tuple[str, ...]:
    """Of a picture in which these riders were taken for oxen; what speaks for a rider and for an ox there. For an ox to
    be one speaks 1.0 elsewhere, and to be a rider 0.3; for the other riders nearly as much for one as for the other."""
    usual = {
        cell: {"rider": 0.3 + off, "ox": 1.0 + off} if kind == "ox" else {"rider": 1.0 + off, "ox": 0.98 + off}
        for (cell, kind), off in zip(KINDS.items(), [0.02, -0.03, 0.01, 0.04, -0.02, 0.0, 0.03, -0.01], strict=True)
    }
    parts = usual | {cell: {"rider": rider, "ox": ox} for cell, (rider, ox) in riders.items()}
    seen = Observation(ObservationStatus.OK, {**KINDS, **dict.fromkeys(riders, "ox")})
    return setup_mismatches(LAYOUT, seen, START, parts)


def test_a_figure_taken_for_another_kind_that_looks_like_all_others_of_its_own_is_one_of_them() -> None:
    assert taken_for_oxen({CELLS[0]: (0.97, 1.03)}) == ()


def test_a_figure_taken_for_another_kind_that_looks_like_that_is_asked_about() -> None:
    assert taken_for_oxen({CELLS[0]: (0.35, 0.97)}) == (CELLS[0],)


def test_figures_of_kinds_that_nobody_can_tell_from_each_other_are_asked_about_if_taken_for_another() -> None:
    alike = {cell: {"rider": 0.9, "ox": 0.92} for cell in CELLS}
    seen = Observation(ObservationStatus.OK, {**KINDS, CELLS[0]: "ox"})
    assert setup_mismatches(LAYOUT, seen, START, alike) == (CELLS[0],)


def test_a_figure_that_is_not_seen_is_asked_about_however_much_speaks_for_it() -> None:
    cells = {cell: kind for cell, kind in KINDS.items() if cell != CELLS[0]}
    assert setup_mismatches(LAYOUT, Observation(ObservationStatus.OK, cells), START, told(1.0, 1.0)) == (CELLS[0],)


def in_doubt(parts: Mapping[str, Mapping[str, float]], cells: tuple[str, ...]) -> tuple[str, ...]:
    """Of a picture in which these cells alone are in doubt; ``parts`` is what speaks there."""
    off = dict(zip(CELLS, [0.02, -0.03, 0.01, 0.04, -0.02, 0.0, 0.03, -0.01], strict=True))
    every = {cell: parts.get(cell, {kind: 1.0 + off[cell]}) for cell, kind in KINDS.items()}
    doubts = dict.fromkeys(cells, ("ox", "rider"))
    clear = {cell: kind for cell, kind in KINDS.items() if cell not in doubts}
    return setup_mismatches(LAYOUT, Observation(ObservationStatus.OK, clear, cells, doubts=doubts), START, every)


OX, RIDER = {"ox": 1.0, "rider": 0.1}, {"ox": 0.1, "rider": 1.0}


def test_two_among_few_doubts_that_look_like_the_other_kind_each_are_asked_about() -> None:
    assert in_doubt({CELLS[0]: OX, CELLS[1]: RIDER}, (CELLS[0], CELLS[1], CELLS[2])) == (CELLS[0], CELLS[1])


def test_a_single_doubt_is_no_exchange() -> None:
    assert in_doubt({CELLS[0]: OX}, (CELLS[0], CELLS[2])) == ()


def test_one_figure_too_many_is_asked_about_though_it_may_be_something_else() -> None:
    seen = Observation(
        ObservationStatus.OK, KINDS, unknown=("f5", "f6"), doubts=dict.fromkeys(("f5", "f6"), ("ox", "empty"))
    )
    parts = told(1.0, 1.0) | {"f5": {"ox": 0.95, "rider": 0.0}, "f6": {"ox": 0.5, "rider": 0.0}}
    assert setup_mismatches(LAYOUT, seen, START, parts) == ("f5",)


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
