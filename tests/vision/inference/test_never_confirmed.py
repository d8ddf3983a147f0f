"""A cell that changed by a reading alone, and of which nobody has said anything since, stays open to doubt.

A reading that is wrong once, whatever made it so, must not repeat itself into a fact: the next look decides anew.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from companion.boards.observation import EMPTY, Observation
from tests.vision.inference.test_recogniser import BARE, LAYOUT, RULES, START, seen
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import CellClassifier
from vision.inference.posterior import TUNING
from vision.inference.recogniser import Recogniser

STANDS, BARE_CELL = "A6-0", "A2-1"
MOVED = replace(START, cells={(BARE_CELL if at == STANDS else at): kind for at, kind in START.cells.items()})
MISREADINGS = {
    "a figure that stands is overlooked": (START, STANDS, EMPTY),
    "… taken for another kind": (START, STANDS, "cowboy:C"),
    "a figure is imagined": (START, BARE_CELL, "cow"),
    "a figure that has come is overlooked": (MOVED, BARE_CELL, EMPTY),
    "… taken for another kind, too": (MOVED, BARE_CELL, "cowboy:C"),
    "one that has left is imagined": (MOVED, STANDS, START.cells[STANDS]),
}


@pytest.fixture(scope="module")
def learnt() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START), rules=RULES)


def misread(reader: Recogniser, true: Observation, cell: str, kind: str, times: int) -> None:
    """Let the reader see some times what is true, and take ``cell`` for bearing ``kind`` whatever it sees."""
    classify: Callable[..., Any] = CellClassifier.classify

    def wrongly(*given: Any) -> tuple[CellBeliefs, Any]:
        belief, explained = classify(*given)
        belief.doubts.pop(cell, None)
        belief.cells.pop(cell, None)
        if kind != EMPTY:
            belief.cells[cell] = kind
        belief.bare.add(cell)
        belief.confidence[cell] = 1.0
        return belief, explained

    def unmatched(*given: Any) -> Any:
        found = matched(*given)
        number = reader.classifier.model.cells.index(cell)
        return replace(found, kinds={at: its for at, its in found.kinds.items() if at != number})

    matched: Callable[..., Any] = Recogniser._matched
    with patch.object(CellClassifier, "classify", wrongly), patch.object(Recogniser, "_matched", unmatched):
        for _ in range(times):
            found = reader.read(seen(true)).observation
            assert cell in found.unknown or found.cells.get(cell, EMPTY) in (
                kind,
                START.cells.get(cell, EMPTY),
            )


@pytest.mark.parametrize("times", [1, 5])
@pytest.mark.parametrize("what", MISREADINGS)
def test_a_reading_that_was_wrong_does_not_repeat_itself(learnt: Recogniser, what: str, times: int) -> None:
    true, cell, kind = MISREADINGS[what]
    reader = deepcopy(learnt)
    misread(reader, true, cell, kind, times)
    found = reader.read(seen(true)).observation
    assert cell in found.unknown or found.cells.get(cell, EMPTY) == true.cells.get(cell, EMPTY)


@pytest.mark.parametrize("what", MISREADINGS)
def test_what_was_misread_is_no_reference_of_what_the_table_has_not_said(learnt: Recogniser, what: str) -> None:
    """The table says something of another cell, and nothing of this one."""
    true, cell, kind = MISREADINGS[what]
    reader = deepcopy(learnt)
    misread(reader, true, cell, kind, 3)
    reader.confirm(true)
    assert reader.read(seen(true)).observation.cells.get(cell, EMPTY) == true.cells.get(cell, EMPTY)


@pytest.mark.parametrize("what", MISREADINGS)
def test_a_misreading_that_the_table_corrects_when_it_has_moved_on_is_forgotten(learnt: Recogniser, what: str) -> None:
    true, cell, kind = MISREADINGS[what]
    reader = deepcopy(learnt)
    misread(reader, true, cell, kind, 3)
    moved = dict(true.cells)
    for at, to in (("A5-0", "C2-1"), ("B5-0", "C2-0"), ("C5-0", "D2-0"), ("D5-0", "D2-1")):
        if at in moved and at != cell and to not in moved:
            moved[to] = moved.pop(at)
    after = replace(START, cells=moved)
    reader.confirm(after)  # so much has moved that the last frame teaches nothing
    observation = reader.read(seen(after)).observation
    assert observation.cells.get(cell, EMPTY) == after.cells.get(cell, EMPTY)


def test_what_was_read_aright_is_sure_once_the_table_has_said_it(learnt: Recogniser) -> None:
    reader = deepcopy(learnt)
    moved = {(BARE_CELL if at == STANDS else at): kind for at, kind in START.cells.items()}
    after: Observation = replace(START, cells=moved)
    first = reader.read(seen(after))
    assert first.observation.cells == after.cells
    reader.confirm(after)
    again = reader.read(seen(after))
    assert again.observation.cells == after.cells
    assert min(again.confidence[cell] for cell in (STANDS, BARE_CELL)) >= min(
        first.confidence[cell] for cell in (STANDS, BARE_CELL)
    )


def test_what_is_read_again_and_again_grows_no_surer_before_the_table_says_it(learnt: Recogniser) -> None:
    """The prior speaks for what somebody has said last, however often something else was read since."""
    reader, picture = deepcopy(learnt), seen(MOVED)
    for _ in range(3):
        believed = reader.read(picture).believed
        assert believed is not None
        for cell in (STANDS, BARE_CELL):
            state = MOVED.cells.get(cell, EMPTY)
            prior = next(each.prior for each in believed.weighed(cell) if each.state == state)
            assert prior == -TUNING.changed
    reader.confirm(MOVED)
    believed = reader.read(picture).believed
    assert believed is not None
    assert next(believed.weighed(BARE_CELL)).prior == 0
