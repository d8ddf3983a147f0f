"""One WebKitGTK and one Firefox for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.support import Box, serving
from tests.browsers.engines import ENGINES
from tests.browsers.page import ThinPage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browsers" in item.path.parts:
            item.add_marker(pytest.mark.browsers)


ONE_WORKER_EACH = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES]


@pytest.fixture(scope="session", params=ONE_WORKER_EACH)
def started(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThinPage]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp(request.param)
        yield ThinPage(stack.enter_context(ENGINES[request.param](folder)))


@pytest.fixture
def page(started: ThinPage) -> ThinPage:
    """The page of an engine that knows nothing of earlier tests."""
    started.engine.forget()
    return started


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "box.sqlite", "--pace", "0") as box:
        yield box
