"""Which of these tests are run over both databases."""

import pytest

from tests.support.both_stores import both
from tests.support.both_stores import both_stores as both_stores  # noqa: PLC0414


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    both(metafunc, ("test_log", "test_named", "test_people", "test_settings"))
