"""One Chromium for every file of tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.support import chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started
