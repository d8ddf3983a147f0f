"""Somebody knows better than the reader: a mistake is put right, and what has moved since teaches nothing."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.inference.test_recogniser import BARE, LAYOUT, RULES, START, seen
from vision.evidence.frame_evidence import Evidence
from vision.inference import posterior
from vision.inference.correction import LastLook
from vision.inference.reading import Reading
from vision.inference.recogniser import Recogniser

CELLS = ("a1", "a2", "b1", "b2")
NOTHING = np.zeros(0, np.float32)
EVIDENCE = Evidence(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
SEEN = {"a1": "cow", "a2": "red", "b1": "red"}


def look(cells: Mapping[str, str], **areas: tuple[str, ...]) -> Observation:
    return Observation(ObservationStatus.OK, cells, areas=areas)


def is_past(believed: Observation, first: Observation, texture: tuple[int, ...] = (0, 0, 0, 0)) -> bool:
    last = LastLook(CELLS, EVIDENCE, Reading(first), np.array(texture, np.int8), NOTHING)
    return last.is_past(believed, last.contradicted_by(believed.cells))


def test_two_figures_that_were_taken_for_each_other_are_put_right() -> None:
    """No turn exchanges two figures."""
    assert not is_past(look({**SEEN, "a1": "red", "a2": "cow"}), look(SEEN))


def test_a_figure_that_was_tapped_and_then_moved_teaches_nothing() -> None:
    moved = {"b2": "cow", "a2": "red", "b1": "red"}
    assert is_past(look(moved), look(SEEN))
    taken = {"a1": "red", "b1": "red", "b2": "cow"}
    assert is_past(look(taken), look(SEEN)), "a2 took the cow of a1, which came to b2"


def test_a_figure_that_goes_to_jail_or_comes_from_there_has_moved_and_a_wrong_kind_there_is_put_right() -> None:
    assert is_past(look({"a1": "cow", "b1": "red"}, jail=("red",)), look(SEEN))
    assert is_past(look({**SEEN, "b2": "red"}), look(SEEN, jail=("red",)))
    assert not is_past(look(SEEN, jail=("red",)), look(SEEN))
    assert not is_past(look(SEEN, jail=("red",)), look(SEEN, jail=("cow",)))
    assert not is_past(look({**SEEN, "a1": "red"}, jail=("red",)), look(SEEN, jail=("red", "red")))


def test_what_seems_hidden_and_looks_as_it_should_is_not() -> None:
    first = Observation(ObservationStatus.OK, SEEN, unknown=("b2",))

    def hides_nothing(under: Mapping[str, str]) -> bool:
        reading = Reading(first, covered=frozenset({"b2"}), under=under)
        return LastLook(CELLS, EVIDENCE, reading, np.zeros(4, np.int8), NOTHING).hides_nothing(SEEN)

    assert hides_nothing({"b2": EMPTY})
    assert not hides_nothing({"b2": "cow"})
    assert not hides_nothing({}), "a cup looks like nothing known"


def test_figures_that_are_seen_where_all_seems_to_be_hidden_are_covered_by_nothing() -> None:
    def shows(under: Mapping[str, str], cells: Mapping[str, str] = SEEN, unknown: tuple[str, ...] = ()) -> bool:
        rest = {cell: kind for cell, kind in SEEN.items() if cell != "b1"}
        first = Observation(ObservationStatus.COVERED, rest, ("b1", *unknown))
        reading = Reading(first, covered=frozenset({"b1"}), under=under)
        return LastLook(CELLS, EVIDENCE, reading, np.zeros(4, np.int8), NOTHING).shows_figures(cells)

    assert shows({"b1": SEEN["b1"]})
    assert not shows({"b1": "cow"})
    assert not shows({"b1": SEEN["b1"]}, unknown=("b2",)), "not all else is seen"
    bare = {cell: kind for cell, kind in SEEN.items() if cell != "b1"}
    assert not shows({"b1": EMPTY}, bare), "a cap on bare cells may look like them"


def test_a_reader_that_waits_for_a_thing_where_the_table_knows_figures_waits_no_more(learnt: Recogniser) -> None:
    reader, cell = deepcopy(learnt), "C5-1"
    reader.read(seen(START))
    look = reader._asked
    assert look is not None
    rest = {at: kind for at, kind in START.cells.items() if at != cell}
    covered = Observation(ObservationStatus.COVERED, rest, (cell,))
    hidden = np.ones_like(look.hidden)
    for under, waits in (("cowboy:C", True), (START.cells[cell], False)):
        reading = Reading(covered, covered=frozenset({cell}), under={cell: under})
        reader._asked = replace(look, reading=reading, hidden=hidden)
        reader.confirm(START)
        assert bool(reader.occlusion._clear.any()) is waits


@pytest.fixture(scope="module")
def learnt() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START), rules=RULES)


def test_a_reader_does_not_become_sure_of_what_it_has_seen_and_nobody_has_said(
    learnt: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posterior, "TUNING", replace(posterior.TUNING, certain=1.1))  # nothing is certain
    after = replace(START, cells={("A2-1" if at == "A6-0" else at): kind for at, kind in START.cells.items()})
    reader, picture = deepcopy(learnt), seen(after)
    first, again = reader.read(picture), reader.read(picture)
    assert first.confidence["A2-1"] == again.confidence["A2-1"] < 1
    reader.confirm(after)
    assert reader.read(picture).confidence["A2-1"] > first.confidence["A2-1"], "now somebody has"


def test_a_thing_that_the_table_says_is_none_hides_its_place_no_more_and_others_do(learnt: Recogniser) -> None:
    occlusion = deepcopy(learnt).occlusion
    rows, columns = learnt.classifier.model.coarse
    edges, nothing = learnt.occlusion.edge_template.edges, np.zeros(rows * columns, np.float32)

    def hidden(*corners: tuple[int, int]) -> list[bool]:
        foreground = np.zeros((rows, columns), np.float32)
        for y, x in corners:
            foreground[y : y + 20, x : x + 20] = 1
        found = occlusion.hidden(foreground.ravel(), edges, nothing, nothing).places.reshape(rows, columns)
        return [bool(found[y + 10, x + 10]) for y, x in corners]

    here, there = (rows // 2 - 30, columns // 2 - 30), (rows // 2 + 20, columns // 2 + 20)
    assert hidden(here, there) == [True, True]
    only_here = np.zeros((rows, columns), np.float32)
    only_here[here[0] : here[0] + 20, here[1] : here[1] + 20] = 1
    occlusion.confirm(only_here.ravel())
    assert hidden(here, there) == [False, True]
