"""Figures in the town and in jail: which kind they are, and what the table has said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Observation, ObservationStatus
from tests.vision.inference.test_recogniser import BARE, LAYOUT, RULES, START, noisy, seen
from vision.evidence.background import NoiseModel
from vision.inference.areas import detection
from vision.inference.areas.detection import AreaTemplate
from vision.inference.areas.memory import KnownArea, Standing
from vision.inference.posterior import AreaFigure
from vision.inference.recogniser import Recogniser
from vision.inference.remaining import Missing, Remaining

NOISE = NoiseModel(0.03, 1.5, 0.35)


@pytest.fixture(scope="module")
def learnt() -> Recogniser:
    return Recogniser.learn(LAYOUT, START, seen(BARE), seen(START), rules=RULES)


@pytest.fixture
def reader(learnt: Recogniser) -> Recogniser:
    return deepcopy(learnt)


def gone(*cells: str, **areas: tuple[str, ...]) -> Observation:
    left = {cell: kind for cell, kind in START.cells.items() if cell not in cells}
    return Observation(ObservationStatus.OK, left, areas=areas)


def test_the_more_typical_kind_is_believed_in_an_area_though_more_speaks_for_another(learnt: Recogniser) -> None:
    """A cow covers more than a cowboy; one that is brown says a little less for himself than for a cow."""
    kinds = learnt.classifier.figures.kinds
    cow, cowboy = kinds.index("cow"), kinds.index("cowboy:E")
    region, looks = learnt._areas._regions[0]
    ratios = np.full((len(kinds), *region.outlined.shape), -3.0, np.float32)
    row, across = (int(axis.mean()) for axis in np.nonzero(region.outlined))
    forms = {name: next(look for look in looks if look.name == name) for name in ("cow", "cowboy")}
    far = forms["cow"].cover.shape[0] // 2
    window = (slice(row - far, row + far + 1), slice(across - far, across + far + 1))
    ratios[(cow, *window)] = np.where(forms["cow"].cover > 0, 1.5, -3)
    ratios[(cowboy, *window)] = np.where(forms["cowboy"].cover > 0, 2.0, -3)
    speaks = {cow: 1.5 * forms["cow"].cover.sum(), cowboy: 2.0 * forms["cowboy"].cover.sum()}
    assert speaks[cow] > speaks[cowboy]
    typical = learnt.classifier.typical.copy()
    typical[cow], typical[cowboy] = 1.6 * speaks[cow], speaks[cowboy]
    classifier = replace(learnt.classifier, typical=typical, contrast_weight=0.4)
    covered = np.zeros(region.outlined.shape, np.float32)
    lacking = Missing(frozenset({"cow", "cowboy:E"}), Counter())
    asked = learnt._areas._asked(lacking)
    first, *_ = detection._greedy_match(classifier, region, looks, ratios, covered, lacking, asked)
    assert first.figure.kind == "cowboy:E"


def test_a_thing_at_the_edge_of_an_area_is_a_figure_only_if_one_is_missing(learnt: Recogniser) -> None:
    """A die beside the corral reaches into it."""
    kinds = learnt.classifier.figures.kinds
    cow = kinds.index("cow")
    region, looks = next(each for each in learnt._areas._regions if each[0].name == "corral")
    cover = looks[0].cover
    far = cover.shape[0] // 2
    rows, columns = np.nonzero(region.outlined)

    def found(row: int, *missing: str) -> list[str]:
        ratios = np.full((len(kinds), *region.outlined.shape), -3.0, np.float32)
        across = int(columns.mean())
        window = (slice(row - far, row + far + 1), slice(across - far, across + far + 1))
        ratios[(cow, *window)] = np.where(cover > 0, 6.0, -3)
        covered = np.zeros(region.outlined.shape, np.float32)
        lacking = Missing(frozenset(missing), Counter(missing))
        asked = learnt._areas._asked(lacking)
        seen_ = detection._greedy_match(learnt.classifier, region, looks, ratios, covered, lacking, asked)
        assert covered.any() == bool(seen_), "what is no figure is not explained"
        return [one.figure.kind for one in seen_]

    assert found(int(rows.mean())) == ["cow"]
    assert found(rows.max() + 2) == []
    assert found(rows.max() + 2, "cow") == ["cow"]


def test_less_is_asked_of_a_figure_that_is_missing_on_the_cells(
    learnt: Recogniser,
) -> None:
    def asked(on_cells: Iterable[str], anywhere: Iterable[str]) -> dict[str, float]:
        parts = learnt._areas._asked(Missing(frozenset(on_cells), Counter(anywhere)))
        return dict(zip(learnt.classifier.figures.kinds, parts.tolist(), strict=True))

    kinds = ("cow", "cowboy:E")
    in_doubt, nowhere = asked(kinds, ()), asked(kinds, kinds)
    assert nowhere["cowboy:E"] == in_doubt["cowboy:E"] < in_doubt["cowboy:F"]
    assert nowhere["cow"] == in_doubt["cow"] < asked((), ())["cow"]


@pytest.mark.parametrize(("missing", "seen_there"), [(1, 1), (2, 2)])
def test_less_is_asked_of_as_many_cowboys_as_are_on_no_cell(learnt: Recogniser, missing: int, seen_there: int) -> None:
    """A cowboy is in jail; something faint beside him is another one only if one more is missing."""
    classifier, column = learnt.classifier, learnt.classifier.figures.kinds.index("cowboy:E")
    region, looks = next(each for each in learnt._areas._regions if each[0].name == "jail")
    cover, far = looks[0].cover, looks[0].cover.shape[0] // 2
    rows, columns = np.nonzero(region.outlined)
    believed = classifier.thresholds * classifier.typical
    ratios = np.full((len(classifier.figures.kinds), *region.outlined.shape), -3.0, np.float32)
    for part, row in ((2.0, rows.min() + far), (0.75, rows.max() - far)):
        window = (slice(row - far, row + far + 1), slice(int(columns.mean()) - far, int(columns.mean()) + far + 1))
        here = np.where(cover > 0, part * believed[column] / np.square(cover).sum() * cover, -3)
        ratios[(column, *window)] = np.maximum(ratios[(column, *window)], here)
    lost = Missing(frozenset({"cowboy:E"}), Counter({"cowboy:E": missing}))
    covered = np.zeros(region.outlined.shape, np.float32)
    found = detection._greedy_match(classifier, region, looks, ratios, covered, lost, learnt._areas._asked(lost))
    assert [one.figure.kind for one in found] == ["cowboy:E"] * seen_there


def test_what_the_table_knows_of_the_town_is_believed_as_long_as_it_looks_so(reader: Recogniser) -> None:
    looks, expected = gone("E3-1", "F4-1", town=("cowboy:E",)), gone("E3-1", "F4-1", town=("cowboy:F",))
    assert reader.read(seen(looks)).observation == looks
    reader.confirm(expected)
    assert reader.read(noisy(seen(looks), 3)).observation == expected
    both = gone("E3-1", "F4-1", "F4-2", town=("cowboy:E", "cowboy:F"))
    assert reader.read(noisy(seen(both), 4)).observation.in_area("town") == ("cowboy:F", "cowboy:F")
    back = gone("E3-1", "F4-1")
    assert reader.read(noisy(seen(back), 5)).observation == back


def test_a_figure_that_moves_to_town_after_it_was_tapped_teaches_nothing(reader: Recogniser) -> None:
    """Somebody taps first and moves the figure afterwards."""
    reader.read(seen(START))
    reader.confirm(gone("E3-1", town=("cowboy:E",)))
    assert reader.read(noisy(seen(START), 3)).observation == START
    later = gone("E3-1", town=("cowboy:E",))
    assert reader.read(noisy(seen(later), 4)).observation == later


def known_figure(kind: str, x: int, strength: float = 1.0) -> Standing:
    cover = np.zeros((10, 30), np.float32)
    cover[3:7, x : x + 4] = 1
    return Standing(AreaFigure(kind, strength), cover)


def test_a_figure_taken_for_another_kind_is_put_right_and_one_that_was_none_is_forgotten() -> None:
    colour = np.full((10, 30, 3), 4.5, np.float32)
    seen_ = [known_figure("red", 2), known_figure("blue", 10, 2.0), known_figure("blue", 20, 0.5)]
    known = KnownArea.of(["red", "white"], seen_, colour, NOISE)
    assert [(one.figure.kind, int(one.cover.any(axis=0).argmax())) for one in known.standing] == [
        ("red", 2),
        ("white", 10),
    ]
    assert known.unseen == ()
    assert KnownArea.of(["red", "white", "red"], seen_[:2], colour, NOISE).unseen == ("white",)


def test_only_figures_where_something_has_changed_are_looked_for_again() -> None:
    colour = np.full((10, 30, 3), 4.5, np.float32)
    known = KnownArea.of(["red", "blue"], [known_figure("red", 2), known_figure("blue", 10)], colour, NOISE)
    grain = np.random.default_rng(1).normal(0, 0.02, colour.shape).astype(np.float32)
    assert not known.changed(colour + grain).any()
    now = colour + grain
    now[2:8, 9:15] -= 1.0
    changed = known.changed(now)
    assert changed[3:7, 10:14].all()
    assert [one.figure.kind for one in known.still(changed)] == ["red"]


def test_cattle_that_has_left_the_board_does_not_come_back_and_cowboys_may() -> None:
    rules = FigureRules(area_kinds={"corral": ("cow",), "jail": ("cowboy",)}, exits={"corral": "town"})
    counts = {"cow": 9, "cowboy:A": 5}
    believed = Observation(
        ObservationStatus.OK,
        {"a1": "cow", "a2": "cow", "a3": "cowboy:A"},
        areas={"corral": ("cow", "cow"), "jail": ("cowboy:A",), "town": ("cow",)},
    )
    left = Remaining.of(counts, believed, ["cow", "cow", "cow"], rules)
    assert left.on_board == {"cow": 3, "cowboy:A": 5}
    assert left.every == {"cow": 6, "cowboy:A": 5}
    assert Remaining.of(counts, believed, [], FigureRules()).on_board == counts


@pytest.mark.parametrize("place", [(8, 8), (2, 9), (14, 3)])
def test_what_speaks_for_a_figure_is_the_sum_over_all_that_it_covers(place: tuple[int, int]) -> None:
    """Also where it leans so far that nothing covers its foot."""
    cover = np.zeros((17, 17), np.float32)
    cover[place[0] - 2 : place[0] + 3, place[1] - 1 : place[1] + 3] = 0.75
    plane = np.random.default_rng(3).normal(size=(40, 30)).astype(np.float32)
    wide = np.pad(plane, 8)
    wanted = [[float((wide[y : y + 17, x : x + 17] * cover).sum()) for x in range(30)] for y in range(40)]
    assert np.allclose(AreaTemplate("cow", cover).scores(plane), wanted, atol=1e-4)
