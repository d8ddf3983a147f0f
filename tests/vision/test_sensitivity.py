"""The bench of tuned numbers changes one number where it stands, and counts what has changed."""

from __future__ import annotations

import importlib
from importlib.util import module_from_spec
from typing import Any

from tests.vision.bench.sensitivity import LOST, Case, Changed, effect, printed, scaled
from tests.vision.numbers import tuned_numbers


def test_a_number_is_another_one_in_its_module_and_nowhere_else() -> None:
    number = next(each for each in tuned_numbers() if each.module.startswith("vision.localisation"))
    real = importlib.import_module(number.module)
    finder = Changed(number, 77)
    spec = finder.find_spec(number.module, None)
    assert finder.find_spec("vision.errors", None) is None
    module = module_from_spec(spec)
    finder.exec_module(module)
    assert str(77) in str(getattr(module.TUNING, number.name, None) or getattr(module, number.name, None))
    assert real.TUNING != module.TUNING or getattr(real, number.name, 0) != getattr(module, number.name, 0)


def test_whole_numbers_stay_whole() -> None:
    assert [scaled(value, 0.8) for value in (1, 3, 10, 0.5)] == [1, 2, 8, 0.4]
    assert [scaled(value, 1.25) for value in (1, 3, 10, 0.5)] == [2, 4, 13, 0.625]


def test_a_share_stays_one() -> None:
    assert scaled(0.9, 1.25) == 1 - (1 - 0.9) / 1.25
    assert scaled(0.9, 0.8) == 0.9 * 0.8


def test_boards_and_cells_that_read_otherwise_are_counted() -> None:
    nothing: Any = None
    files = ("0", "1", "2")
    truth = {file: {"a": "cow", "b": "ox"} for file in files}
    case = Case("set", nothing, None, None, None, dict.fromkeys(files), truth)
    before = {"set": {file: {"a": "cow", "b": "ox"} for file in files}}
    now = {
        "set": {"0": {LOST: "no-board"}, "1": {"a": "cow", "b": "cow", "c": "unknown"}, "2": {"a": "cow", "b": "ox"}}
    }
    found = effect([case], before, now, "vision.one = 2", 0.8)
    assert (found.lost, found.boards, found.cells, found.wrong, found.sets) == (1, 2, 2, 1, {"set": 2})
    assert printed(found).endswith("1      2      2      1  set 2")
