"""The assignment beside all that there are, and what counts and what stood there make of doubtful cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.geometry.board_pose import BoardPose, FoundBy
from vision.inference.assignment import Counts, Numbers, assign, max_marginal_costs
from vision.inference.posterior import SOMETHING, TUNING, AreaFigure, CellEvidence, Posterior, Prior, infer
from vision.inference.reading import as_reading
from vision.inference.remaining import Remaining

STATES = (EMPTY, "red", "blue", SOMETHING)


def sum_of(worth: Numbers, counts: Counts, chosen: tuple[int, ...]) -> float:
    have = np.bincount(chosen, minlength=worth.shape[1])
    many = counts.over * np.maximum(have - counts.most, 0) + counts.under * np.maximum(counts.least - have, 0)
    return float(worth[np.arange(len(worth)), list(chosen)].sum() - many.sum())


@pytest.mark.parametrize("seed", range(40))
def test_no_other_assignment_is_better_and_the_max_marginals_are_those_of_all(seed: int) -> None:
    chance = np.random.default_rng(seed)
    places, states = chance.integers(1, 6), chance.integers(2, 5)
    worth, most = chance.normal(0, 3, (places, states)), chance.integers(0, 3, states).astype(float)
    price = np.full(states, float(chance.choice([1, 50])))
    counts = Counts(np.minimum(most, chance.integers(0, 2, states)), most, price / 2, price)
    every = {chosen: sum_of(worth, counts, chosen) for chosen in product(range(states), repeat=int(places))}
    best = max(every.values())
    chosen = assign(worth, counts)
    assert sum_of(worth, counts, tuple(chosen.tolist())) == pytest.approx(best)
    for place, state in np.ndindex(*worth.shape):
        its = max(value for one, value in every.items() if one[place] == state)
        assert max_marginal_costs(worth, counts, chosen)[place, state] == pytest.approx(best - its)


def believed(
    cells: Mapping[str, Mapping[str, float]],
    there: Mapping[str, int],
    stood: Mapping[str, str] | None = None,
    beside: Mapping[str, list[AreaFigure]] | None = None,
    strict: bool = True,
    lay: Mapping[str, tuple[str, ...]] | None = None,
) -> Posterior:
    """Return the posterior of cells for which these states have so many nats, and all others lack 12."""
    likelihood = np.array([[its.get(state, -12.0) for state in STATES] for its in cells.values()])
    before = None if stood is None else Observation(ObservationStatus.OK, stood, areas=lay or {})
    return infer(CellEvidence((*cells,), STATES, likelihood), before, beside or {}, there, strict)


def doubts(found: Posterior) -> dict[str, set[str]]:
    credible = {cell: {*found.credible(cell, TUNING.sure)} for cell in found.cells}
    return {cell: states for cell, states in credible.items() if len(states) > 1}


def open_to(found: Posterior) -> set[str]:
    """Return what the cell ``a`` may bear where nobody is accused of a wrong move by it."""
    return {*found.credible("a", TUNING.certain)}


RED, BLUE, BARE = {"red": 0.0}, {"blue": 0.0}, {EMPTY: 0.0}


def test_one_too_many_makes_a_doubt_of_the_figures_for_which_least_speaks() -> None:
    weak = {"red": 0.0, EMPTY: -6.0}
    found = believed({"a": RED, "b": weak, "c": weak, "d": BLUE}, {"red": 2, "blue": 1})
    assert doubts(found) == {"b": {"red", EMPTY}, "c": {"red", EMPTY}}


def test_a_change_that_only_the_number_of_figures_asks_for_is_a_doubt() -> None:
    before = {"a": "blue", "b": "red"}
    unclear = {EMPTY: 0.0, "red": -0.7, "blue": -3.3}  # where the blue one stood; the red one is seen nowhere
    found = believed({"a": unclear, "b": BARE, "c": BLUE}, {"red": 1, "blue": 1}, before, strict=False)
    assert not doubts(found)
    assert found.best["a"][0] == "red"
    assert doubts(found.disputed()) == {"a": {"red", EMPTY}}


def test_what_stood_there_is_no_proof_against_what_is_seen() -> None:
    found = believed({"a": {"red": 0.0, EMPTY: -2.5}}, {"red": 0}, {}, strict=False)
    assert found.best["a"][0] == EMPTY
    assert doubts(found.disputed()) == {"a": {"red", EMPTY}}


def test_of_a_kind_that_nobody_has_learnt_nothing_is_known_beforehand() -> None:
    assert believed({"a": RED}, {"red": 1}, {"a": "green"}).best["a"][0] == "red"


def test_where_the_game_does_not_count_what_is_clearly_one_more_is_believed() -> None:
    clear = {"a": RED, "b": RED}
    assert not doubts(believed(clear, {"red": 1}, strict=False))
    assert {state for state, _ in believed(clear, {"red": 1}).best.values()} != {"red"}


def test_what_is_missing_stands_where_it_may() -> None:
    half = {"red": 0.0, EMPTY: 0.5}
    assert doubts(believed({"a": half, "b": BARE}, {"red": 0})) == {}
    assert believed({"a": half, "b": BARE}, {"red": 1}).best["a"][0] == "red"
    assert doubts(believed({"a": half, "b": half}, {"red": 1})) == {"a": {"red", EMPTY}, "b": {"red", EMPTY}}


def test_a_bare_cell_bears_nothing_however_many_are_missing() -> None:
    assert not doubts(believed({"a": BARE, "b": BARE}, {"red": 2, "blue": 3}))


@pytest.mark.parametrize(("nats", "sure"), [(4.0, False), (8.0, True)])
def test_in_a_deep_shadow_only_a_change_that_is_certain_is_believed(nats: float, sure: bool) -> None:
    """Ask otherwise, whatever the change: a figure that has come, has left, or is of another kind now."""
    before = Observation(ObservationStatus.OK, {"b": "red", "c": "red", "d": "red"})
    seen = np.full((4, len(STATES)), -nats - 1.5)
    seen[[0, 1, 2, 3], [1, 0, 2, 1]] = 0.0
    made = infer(CellEvidence(tuple("abcd"), STATES, seen), before, {}, {}, False, Prior(1.5, 0.0, 0.0))
    assert all(chance > TUNING.sure for _, chance in made.best.values())
    shaded = made.reserved(np.ones(4, bool))
    assert {cell for cell in "abc" if shaded.best[cell][1] > TUNING.sure} == ({*"abc"} if sure else set())
    assert shaded.best["d"] == made.best["d"]
    assert made.reserved(np.zeros(4, bool)).best == made.best


def test_two_that_may_be_exchanged_both_stay_doubts_and_one_that_is_clear_settles_the_other() -> None:
    either = {"red": 0.0, "blue": 0.0}
    assert doubts(believed({"a": either, "b": either}, {"red": 1, "blue": 1})).keys() == {"a", "b"}
    assert not doubts(believed({"a": either, "b": BLUE}, {"red": 1, "blue": 1}))


def test_a_cell_most_probably_bears_what_it_bore_unless_that_has_turned_up_elsewhere() -> None:
    before, evidence = {"a": "red"}, {"red": 0.0, EMPTY: 0.5}
    assert believed({"a": evidence, "b": BARE}, {"red": 1}, before).best["a"][0] == "red"
    assert believed({"a": evidence, "b": RED}, {"red": 1}, before).best["a"][0] == EMPTY


def test_a_figure_beside_the_cells_is_none_where_all_stand_on_cells() -> None:
    beside = {"jail": [AreaFigure("red", 1.2)]}
    assert believed({"a": RED}, {"red": 1}, beside=beside).areas == {"jail": []}
    assert believed({"a": BARE}, {"red": 1}, beside=beside).areas == beside


def test_a_figure_that_lay_beside_the_cells_lies_there_still_though_something_like_it_has_come() -> None:
    beside, something = {"jail": [AreaFigure("red", 1.2)]}, {"a": {"red": 0.0, SOMETHING: -6.0}}
    found = believed(something, {"red": 1}, {}, beside, lay={"jail": ("red",)})
    assert found.areas == beside
    assert found.best["a"][0] == SOMETHING
    assert believed(something, {"red": 1}, {}, beside).areas == {"jail": []}, "it may have come to the cell"


def test_of_which_kind_a_figure_beside_the_cells_is_what_lay_there_and_the_counts_tell_as_well() -> None:
    either = {"jail": [replace(AreaFigure.worth_nats("red", 6.0), others=(AreaFigure.worth_nats("blue", 4.0),))]}
    kinds = {"red": ["red"], "blue": ["blue"]}
    for lay, its in kinds.items():
        found = believed({"a": BARE}, {"red": 1, "blue": 1}, {}, either, lay={"jail": (lay,)})
        assert [one.kind for one in found.areas["jail"]] == its
        assert not found.unsure
    found = believed({"a": RED}, {"red": 1, "blue": 1}, {"a": "red"}, either)
    assert [one.kind for one in found.areas["jail"]] == ["blue"]
    assert believed({"a": BARE}, {"red": 1, "blue": 1}, {}, either).unsure == {"jail"}


def test_an_area_is_in_doubt_where_a_figure_in_it_is_as_likely_as_none() -> None:
    faint = {"jail": [AreaFigure.worth_nats("red", -3.0)]}
    assert not believed({"a": RED}, {"red": 1}, beside=faint).unsure
    assert believed({"a": BARE}, {"red": 1}, beside=faint).unsure == {"jail"}


def test_of_a_new_figure_beside_the_cells_and_one_on_a_cell_neither_is_sure_where_there_is_one() -> None:
    """A thing beside the board that looks like a cow was counted, and the cow in a shadow read as an empty space."""
    beside = {"jail": [AreaFigure("red", 1.2)]}
    assert open_to(believed({"a": RED}, {"red": 1}, {}, beside)) == {"red", EMPTY}
    assert open_to(believed({"a": RED}, {"red": 1}, {"a": "red"}, beside)) == {"red"}, "it has stood there"
    strong = {"jail": [AreaFigure("red", 30.0)]}
    found = believed({"a": {"red": 0.0, EMPTY: -1.0}}, {"red": 1}, {}, strong)
    assert (found.areas, found.best["a"][0], open_to(found)) == (strong, EMPTY, {"red", EMPTY})


def test_what_may_be_no_figure_may_leave_its_cell_empty() -> None:
    pose = BoardPose(np.eye(3), (640, 480), FoundBy.CORNERS)
    found = believed({"a": {"red": 0.0, SOMETHING: 1.0}, "b": {EMPTY: 0.0, SOMETHING: -3.0}}, {"red": 1})
    assert as_reading(pose, ObservationStatus.OK, found, frozenset(), found).observation.alternatives == {"a": (EMPTY,)}


def test_of_a_cell_that_is_not_seen_the_counts_and_what_stood_there_tell() -> None:
    seen = CellEvidence(("a", "b"), STATES, np.array([[0.0, -12, -12, -12], [-12, 0.0, -12, -12]])).without({"a"})
    before = Observation(ObservationStatus.OK, {"a": "red"})
    assert infer(seen, before, {}, {"red": 2}, strict=True).best["a"][0] == "red"
    assert infer(seen, before, {}, {"red": 1}, strict=True).best["a"][0] != "red"


def test_why_names_what_decided() -> None:
    found = believed({"a": {"red": 0.0, EMPTY: 7.5}}, {"red": 1}, {"a": "red"})
    assert found.why("a").startswith("a: red evidence +0.0 prior +0.0 posterior 0.6")
    assert "empty evidence +7.5 prior -4.0" in found.why("a")


def test_what_somebody_says_is_believed_though_it_is_more_than_at_the_start() -> None:
    believed = Observation(ObservationStatus.OK, {"a": "red"}, areas={"jail": ("red",)})
    remaining = Remaining.of({"red": 1, "blue": 2}, believed, (), FigureRules(counted=True))
    assert remaining == Remaining({"red": 2, "blue": 2}, {"red": 2, "blue": 2})
