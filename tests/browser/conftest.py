"""The Chromium of all tests, and the tools with which most of them look at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.cli.photo_process import PhotoProcess
from tests.browser.support import PHONE, SCREEN, Box, Watch, chromium, serving


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def reader() -> Iterator[PhotoProcess]:
    """Yield what reads photos, for all tests of a module."""
    process = PhotoProcess(seconds=600.0)
    yield process
    process.stop()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "box.sqlite") as box:
        yield box


@pytest.fixture
def watch(box: Box) -> Watch:
    return Watch(own=[f"{box.host}:{box.port}"])


@pytest.fixture
def screen(browser: Browser, box: Box, watch: Watch) -> Iterator[Page]:
    """Yield a table screen."""
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    watch.over(context)
    yield context.new_page()
    context.close()
