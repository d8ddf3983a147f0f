"""Figures too many on one photo: which of them are doubted, and which are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.inference.test_handheld import START, doubting, speaking, taught
from vision.evidence.reference_store import MatchedCells
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.expectation import settled
from vision.inference.photos.surplus import reopen, too_many

BEFORE = Observation(ObservationStatus.OK, {"A3-1": "cowboy:A", "A5-2": "cow", "A6-0": "cow"})
COW, BOTH = speaking(cow=1.0), speaking(cow=0.8, cowboy_A=0.9)
STAND = {"A3-1": speaking(cowboy_A=1.0), "A5-2": COW, "A6-0": COW}


def test_one_too_many_on_a_cell_that_was_bare_is_doubted_however_much_speaks_for_it() -> None:
    """As at the rim of a shadow: no turn brings a figure."""
    seen = doubting({**BEFORE.cells, "A7-1": "cow"}, {})
    parts = {**STAND, "A7-1": speaking(cow=1.4)}
    doubts, clear = too_many(seen, BEFORE, parts)
    assert (doubts, clear) == ({"A7-1": ("cow", EMPTY)}, {})


def test_a_figure_that_has_moved_is_none_too_many() -> None:
    seen = doubting({"A3-1": "cowboy:A", "A5-2": "cow", "A7-1": "cow"}, {})
    assert too_many(seen, BEFORE, {**STAND, "A7-1": COW}) == ({}, {})


def test_what_is_hidden_stands_where_it_is_expected() -> None:
    hidden = replace(doubting({"A3-1": "cowboy:A", "A5-2": "cow", "A7-1": "cow"}, {}), unknown=("A6-0",))
    assert too_many(hidden, BEFORE, {**STAND, "A7-1": COW})[0].keys() == {"A7-1"}


def test_where_something_else_is_in_doubt_what_was_expected_has_moved() -> None:
    """The cow has gone to A7-1, for another figure has thrown it out; which one is not clear."""
    seen = doubting({"A5-2": "cow", "A7-1": "cow"}, {"A6-0": ("cowboy:A", EMPTY)})
    assert too_many(seen, BEFORE, {**STAND, "A6-0": BOTH, "A7-1": COW}) == ({}, {})


def test_the_one_too_many_is_the_one_that_might_as_well_be_what_is_expected_there() -> None:
    """A cow has moved to A7-1, and the cowboy looks like another."""
    seen = doubting({"A3-1": "cow", "A5-2": "cow", "A7-1": "cow"}, {})
    doubts, clear = too_many(seen, BEFORE, {"A3-1": BOTH, "A5-2": COW, "A7-1": COW})
    assert (doubts, clear) == ({"A3-1": ("cowboy:A", "cow")}, {})


def test_a_bare_cell_may_bear_what_is_missing_if_it_looks_like_it() -> None:
    seen = doubting({"A5-2": "cow", "A6-0": "cow", "A7-1": "cow"}, {})
    doubts, _ = too_many(seen, BEFORE, {**STAND, "A7-1": BOTH})
    assert doubts == {"A7-1": ("cowboy:A", "cow", EMPTY)}


def test_what_is_clearly_another_than_expected_is_settled_by_nothing() -> None:
    seen = doubting({"A3-1": "cow", "A5-2": "cow", "A6-0": "cow"}, {})
    parts = {**STAND, "A3-1": speaking(cow=1.0, cowboy_A=0.3)}
    doubts, clear = too_many(seen, BEFORE, parts)
    assert doubts == clear == {"A3-1": ("cowboy:A", "cow")}
    assert settled(seen, BEFORE, {}, clear, parts).unknown == ("A3-1",), "two may have changed places"


def test_where_many_are_clearly_others_the_photo_shows_them_so() -> None:
    """White cowboys under a lamp: no turn makes so many of another kind."""
    cells = [f"B{row}-0" for row in range(3, 9)]
    before = replace(BEFORE, cells=dict.fromkeys(cells, "cow"))
    parts = dict.fromkeys(cells, speaking(cow=0.5, cowboy_A=1.2))
    doubts, clear = too_many(doubting(dict.fromkeys(cells, "cowboy:A"), {}), before, parts)
    assert (doubts, clear) == (dict.fromkeys(cells, ("cow", "cowboy:A")), {})


def test_a_figure_that_is_expected_is_not_named_where_nothing_of_it_is_seen() -> None:
    """Another has thrown it out: what is asked must not allow that it stands there still."""
    before = replace(BEFORE, cells={**BEFORE.cells, "A4-1": "cowboy:B"})
    seen = doubting({"A4-1": "cow", "A5-2": "cow", "A6-0": "cow"}, {})
    parts = {cell: {**its, "cowboy:B": 0.0} for cell, its in {**STAND, "A4-1": BOTH}.items()}
    assert too_many(seen, before, parts)[1] == {"A4-1": ("cowboy:A", "cow")}


def test_a_figure_that_can_be_nothing_else_is_no_doubt_and_leaves_those_open_that_may_have_gone() -> None:
    """The cow of A5-2 and the cowboy of A3-1 have changed places, and the cowboy may still be taken for the cow."""
    parts = {**STAND, "A3-1": speaking(cow=1.0, cowboy_A=-0.1), "A5-2": speaking(cow=0.5, cowboy_A=0.6)}
    seen = doubting({"A3-1": "cow", "A6-0": "cow"}, {"A5-2": ("cowboy:A", "cow")})
    doubts, clear = too_many(seen, BEFORE, parts)
    assert (doubts, clear) == ({}, {})
    assert settled(seen, BEFORE, {}, clear, parts).unknown == ("A5-2",)


def test_a_figure_as_expected_is_doubted_where_it_looks_more_like_one_that_is_missing() -> None:
    """The cow of A5-2 has gone to A7-1, the cowboy of A3-1 has taken its place and looks much like it."""
    seen = doubting({"A5-2": "cow", "A6-0": "cow", "A7-1": "cow"}, {})
    doubts, clear = too_many(seen, BEFORE, {**STAND, "A5-2": BOTH, "A7-1": COW})
    assert doubts == {"A7-1": ("cow", EMPTY)}
    assert clear == {"A5-2": ("cow", "cowboy:A")}


def test_counts_alone_settle_no_cell_against_what_is_expected_and_may_be() -> None:
    doubts: dict[str, tuple[str, ...]] = {
        "A3-1": ("cowboy:A", "cow"),
        "A5-2": ("cowboy:A", "cow"),
        "A7-1": ("cow", "cowboy:A"),
        "A7-2": ("cow", EMPTY),
    }
    belief = CellBeliefs({"A3-1": "cow", "A5-2": "cow", "A7-1": "cow"}, {}, dict.fromkeys(doubts, 0.6))
    assert reopen(belief, doubts, {"A7-1"}, BEFORE.cells) == {"A3-1": ("cowboy:A", "cow")}
    assert belief.cells == {"A5-2": "cow"}, "as it is expected"
    assert belief.doubts == {"A3-1": ("cowboy:A", "cow"), "A7-1": (EMPTY, "cow")}


def test_a_figure_where_it_is_expected_is_not_the_one_too_many_though_its_cell_looks_bare() -> None:
    """White on white in the light of a lamp, and another cell at the rim of a shadow looks like it."""
    recogniser = taught().recogniser
    assert recogniser is not None
    recogniser.expected = START
    own = min(cell for cell, kind in START.cells.items() if kind == "cowboy:A")
    cells = {**START.cells, "A2-0": "cowboy:A"}
    belief = CellBeliefs(dict(cells), {}, dict.fromkeys(cells, 1.0), bare={own})
    matched = MatchedCells({0: EMPTY}, np.zeros(1, np.float32), frozenset())
    recogniser._count(belief, {}, matched, hidden=False)
    assert own in belief.doubts
    assert "A2-0" in belief.doubts
