"""Shared work of the tests: templates compiled once, and files with the same costly set-up on one worker.

Beside each other (``make test``) each file goes to whichever worker is free, the longest first.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import logged
from tests.support.compiled import keep_compiled


def pytest_configure() -> None:
    """Use the same examples in every run, however slow the machine is just now."""
    settings.register_profile("suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("suite")
    logged.listen()


BUSY = "thread(s) still running"
"""what waitress says where a thread gets no processor for the second that a stop waits for it"""


@pytest.fixture(autouse=True)
def no_unexpected_line_in_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test for a warning or an error of the box that it came from, unless the test says that it provokes it:
    ``@pytest.mark.logs("words of the line", …)``.
    """
    yield
    expected = [BUSY, *(words for mark in request.node.iter_markers("logs") for words in mark.args)]
    unexpected = [line for line in logged.news() if not any(words in line for words in expected)]
    assert not unexpected, "the box has logged:\n" + "\n".join(unexpected)


@pytest.fixture(autouse=True, scope="session")
def compiled_templates() -> None:
    keep_compiled()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[object]:
    """Yield a PostgreSQL of these tests' own; started for the first test that asks for it."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: .ci/environment test brings it")
    from tests.support.postgresql import cluster

    with cluster() as running:
        yield running


LONGEST = (
    *("test_pages", "test_whole_game", "test_camera", "test_western_guided"),
    *("test_any_game", "test_under_the_thumb", "test_photo"),
)
"""Files in the folder ``browser`` that take longer than all others, in this order: begun first."""
DEAR = ("browser", "vision", "faults")
"""Folders whose files come next, so that no worker is left with a long one at the end."""


def dearness(item: pytest.Item) -> int:
    """Return where the file of a test stands among the dear ones."""
    if "browser" in item.path.parts and item.path.stem in LONGEST:
        return LONGEST.index(item.path.stem)
    folders = (at for at, folder in enumerate(DEAR) if folder in item.path.parts)
    return len(LONGEST) + min(folders, default=len(DEAR))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=dearness)
