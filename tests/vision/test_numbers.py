"""Every tuned number of the camera says what it is."""

from __future__ import annotations

from tests.vision.numbers import numbers_in, tuned_numbers


def test_tuned_numbers_say_what_they_are() -> None:
    assert [f"{each.module}.{each.name}" for each in tuned_numbers() if not each.explained] == []


SOURCE = '''
PATCH = 24
REST_SECONDS = 3.0
FAR = (1.5, 2.5)
"""millimetres"""

class Tuning:
    dark: float = 2.0
    """grey levels"""
    name: str = "x"
    bright: int = 3
'''


def test_numbers_are_found_where_they_decide_something() -> None:
    found = {(each.name, each.value): each.explained for each in numbers_in("vision.evidence.colour", SOURCE)}
    assert found == {("FAR", 1.5): True, ("FAR", 2.5): True, ("dark", 2.0): True, ("bright", 3): False}
    assert {each.name for each in numbers_in("vision.capture.devices", SOURCE)} == {"dark", "bright"}
