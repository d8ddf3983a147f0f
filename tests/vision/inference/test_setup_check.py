"""Which places of a start that is in doubt are asked about."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.fields import layout
from vision.inference.posterior import SOMETHING, CellEvidence, infer
from vision.inference.reading import Reading
from vision.inference.setup_check import setup_mismatches

LAYOUT = layout()
CELLS = sorted(LAYOUT.by_id)
STATES = (EMPTY, "ox", "rider", SOMETHING)
START = Observation(ObservationStatus.OK, {CELLS[0]: "ox", CELLS[1]: "ox", CELLS[2]: "rider", CELLS[3]: "rider"})


def asked(seen: Mapping[str, Mapping[str, float]], covered: frozenset[str] = frozenset(), **areas: str) -> list[str]:
    """Return the cells that are asked about in a picture in which these states have so many nats on some cells; all
    else is clear, as it should stand.
    """
    clear: dict[str, Mapping[str, float]] = {cell: {START.cells.get(cell, EMPTY): 0.0} for cell in CELLS}
    clear.update(seen)
    likelihood = np.array([[clear[cell].get(state, -12.0) for state in STATES] for cell in CELLS])
    found = infer(CellEvidence((*CELLS,), STATES, likelihood), None, {}, {"ox": 2, "rider": 2}, strict=True)
    read = Observation(ObservationStatus.OK, areas={area: (kind,) for area, kind in areas.items()})
    return [*setup_mismatches(LAYOUT, Reading(read, covered=covered, believed=found), START)]


def test_figures_of_like_looks_are_taken_to_stand_as_they_should() -> None:
    assert asked({cell: {"ox": 0.0, "rider": 0.3} for cell in CELLS[:4]}) == []


def test_two_that_fit_better_exchanged_are_asked_about_and_no_others() -> None:
    assert asked({CELLS[0]: {"rider": 0.0, "ox": -3.0}, CELLS[2]: {"ox": 0.0, "rider": -3.0}}) == [CELLS[0], CELLS[2]]


def test_one_that_looks_like_another_kind_of_which_all_are_there_is_no_exchange() -> None:
    assert asked({CELLS[0]: {"rider": 0.0, "ox": -3.0}}) == []


def test_a_figure_beside_its_cell_is_asked_about() -> None:
    assert asked({CELLS[0]: {EMPTY: 0.0}, CELLS[5]: {"ox": 0.0}}) == [CELLS[0], CELLS[5]]


def test_a_thing_that_is_no_figure_and_a_cell_that_is_not_seen_are_asked_about() -> None:
    assert asked({CELLS[5]: {SOMETHING: 0.0}}, frozenset({CELLS[6]})) == [CELLS[5], CELLS[6]]


def test_a_figure_in_an_area_that_should_be_bare_is_asked_about() -> None:
    assert asked({}, jail="ox") == ["jail"]
