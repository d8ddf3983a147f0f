"""The output of the server, for the tests that read it."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from tests.support.both_stores import both
from tests.support.both_stores import both_stores as both_stores  # noqa: PLC0414


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests that need a database over both."""
    both(metafunc, ("test_clock_jump",))


@pytest.fixture
def spoken(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Return what was printed or logged since the last time somebody asked."""
    caplog.set_level(logging.INFO, "markdown_it")  # talks while it reads the rules, once a process
    caplog.set_level(logging.DEBUG, "companion")  # a test that started the box's command has set its level
    caplog.set_level(logging.DEBUG)  # last: each sets the level of what listens, too

    def since() -> str:
        out, err = capfd.readouterr()
        text = out + err + "\n".join(f"{record.name} {record.getMessage()}" for record in caplog.records)
        caplog.clear()
        return text

    return since
