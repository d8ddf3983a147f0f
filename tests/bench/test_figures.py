"""The page of figures is made from its data, and the data from the files of the benches."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench.figures import DATA, PAGE, Figure, Figures, data, page, read, sensitive, updated

BEFORE = Figure(
    "The camera", "boards exact", "make bench-vision", "bench.json", "boards, held-out", measured="97 % of 10"
)
YESTERDAY = 1_764_000_000.0


def written_rows(folder: Path, rows: dict[str, dict[str, object]]) -> Path:
    file = folder / "bench.json"
    file.write_text(json.dumps(rows))
    os.utime(file, (YESTERDAY, YESTERDAY))
    return folder


def line(**given: object) -> dict[str, object]:
    return {"value": 98.0, "unit": "%", "ratio_to": None, "ratio": None, "target": None, **given}


def test_the_page_is_written_from_its_data() -> None:
    assert PAGE.read_text() == page(read(DATA)), "make figures"


def test_the_data_is_read_as_it_was_written(tmp_path: Path) -> None:
    copy = tmp_path / "figures.toml"
    copy.write_text(data(read(DATA)))
    assert read(copy) == read(DATA)


def test_every_row_stands_in_a_part_and_no_part_is_empty() -> None:
    figures = read(DATA)
    assert {each.part for each in figures.rows} == set(figures.parts)


def test_a_row_is_what_its_bench_has_written(tmp_path: Path) -> None:
    build = written_rows(
        tmp_path, {"boards, tuning (7)": line(value=1.0), "boards, held-out (2408)": line(target=">= 99")}
    )
    after = updated(BEFORE, build, "a machine")
    assert (after.measured, after.target) == ("98 % of 2,408", ">= 99: **missed**")
    assert (after.machine, after.date) == ("a machine", "2025-11-24")


@pytest.mark.parametrize(
    ("written", "measured", "ratio", "target"),
    [
        (line(value=11.94, unit="ms", ratio=2.012, target="<= 2"), "11.9 ms", "2.01", "<= 2x: **missed**"),
        (line(value=99.9634), "99.96 %", "", ""),
        (line(value=0.0, unit="errors", target="<= 0"), "0 errors", "", "<= 0: reached"),
    ],
)
def test_a_value_is_written_with_its_ratio_and_its_target(
    tmp_path: Path, written: dict[str, object], measured: str, ratio: str, target: str
) -> None:
    after = updated(BEFORE, written_rows(tmp_path, {BEFORE.row: written}), "a machine")
    assert (after.measured, after.ratio, after.target) == (measured, ratio, target)


def test_a_count_says_of_how_many(tmp_path: Path) -> None:
    build = written_rows(tmp_path, {"boards, held-out (40)": line(value=39, unit="boards")})
    assert updated(BEFORE, build, "a machine").measured == "39 of 40 boards"


def test_a_figure_may_have_another_goal_than_its_bench(tmp_path: Path) -> None:
    build = written_rows(tmp_path, {"boards, held-out: candles": line(target=">= 99")})
    after = updated(replace(BEFORE, goal=">= 92"), build, "a machine")
    assert (after.measured, after.target) == ("98 % (candles)", ">= 92: reached")


def test_a_row_that_was_not_measured_stays_unchanged(tmp_path: Path) -> None:
    assert updated(BEFORE, tmp_path, "a machine") == BEFORE
    build = written_rows(tmp_path, {"something else": line()})
    assert updated(BEFORE, build, "a machine") == BEFORE
    newer = replace(BEFORE, row="something else", date="2026-11-23")
    assert updated(newer, build, "a machine") == newer


def test_planted_faults_are_counted(tmp_path: Path) -> None:
    caught, missed = {"caught by": "a test"}, {"caught by": ""}
    (tmp_path / "mutants.json").write_text(json.dumps({"a": caught, "b": caught, "c": caught, "d": missed}))
    figure = replace(BEFORE, file="mutants.json", row="planted faults noticed", goal=">= 95")
    after = updated(figure, tmp_path, "a machine")
    assert (after.measured, after.target) == ("75 % of 4", ">= 95: **missed**")


def test_the_numbers_that_change_most_stand_on_the_page(tmp_path: Path) -> None:
    measured = {"lost": 1, "boards": 2, "cells": 7, "wrong": 0, "factor": 0.8, "sets": {"sight18": 2}}
    every = [{**measured, "number": f"room.tuning.n{number} = 3"} for number in range(20)]
    (tmp_path / "sensitivity.json").write_text(json.dumps(every))
    figures = Figures({"The camera": ""}, (BEFORE,), sensitive(tmp_path))
    written = tmp_path / "figures.toml"
    written.write_text(data(figures))
    assert read(written) == figures
    assert "| room.tuning.n9 = 3 | 0.8 | 1 | 2 | 7 | 0 |" in page(figures)
    assert "n10" not in page(figures)
