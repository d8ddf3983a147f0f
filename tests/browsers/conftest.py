"""A WebKitGTK and a Firefox for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.browser.support import Box, serving
from tests.browsers.engines import ENGINES, Engine, EngineCrashed
from tests.browsers.page import ThinPage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browsers" in item.path.parts:
            item.add_marker(pytest.mark.browsers)


ONE_WORKER_EACH = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES]


class Browser:
    """An engine that is started anew when it has crashed."""

    def __init__(self, name: str, folders: pytest.TempPathFactory) -> None:
        self.name, self.folders, self.stack = name, folders, ExitStack()
        self.page = ThinPage(self._started())

    def _started(self) -> Engine:
        return self.stack.enter_context(ENGINES[self.name](self.folders.mktemp(self.name)))

    def start_anew(self) -> None:
        self.close()
        self.page.engine = self._started()

    def close(self) -> None:
        with suppress(EngineCrashed):
            self.stack.close()


@pytest.fixture(scope="session", params=ONE_WORKER_EACH)
def started(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(request.param, tmp_path_factory)
    yield browser
    browser.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run the test once more where WebKitGTK has crashed, as it does now and then by itself while a video plays."""
    browser = pyfuncitem.funcargs.get("started")
    if not isinstance(browser, Browser):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    try:
        pyfuncitem.obj(**arguments)
    except EngineCrashed:
        print(f"{browser.name} has crashed and is started anew.")
        browser.start_anew()
        pyfuncitem.obj(**arguments)
    return True


@pytest.fixture
def page(started: Browser) -> ThinPage:
    """Return the page of an engine that knows nothing of earlier tests."""
    try:
        started.page.engine.forget()
    except EngineCrashed:
        started.start_anew()
    return started.page


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "box.sqlite", "--pace", "0") as box:
        yield box
