"""What makes every test faster: templates compiled once, and files that share what is dear on one worker.

Beside each other (``make test``) run the browser, whose tests all share one worker, so that no two of them fight for
the machine, and the other files on the other worker and, when the browser is done, on both.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.compiled import keep_compiled


def pytest_configure() -> None:
    """The same examples in every run, however slow the machine is just now."""
    settings.register_profile("suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def compiled_templates() -> None:
    keep_compiled()


DEAR = ("browser", "vision", "faults")
"""Folders whose files take longest: begun first, so that no worker is left with one at the end."""


def dearness(item: pytest.Item) -> int:
    """Where the folder of a test stands among the dear ones."""
    return min((at for at, folder in enumerate(DEAR) if folder in item.path.parts), default=len(DEAR))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=dearness)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One worker takes all that drives a browser, each other file goes to whichever is free.

    By the file's name and not by xdist's groups, which pytest 9.2 does not hand on.
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneBrowser(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return "browser" if file.startswith("tests/browser/") else file

    return OneBrowser(config, log)
