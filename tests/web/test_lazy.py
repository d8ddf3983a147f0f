"""Properties that are computed when they are asked for first."""

from __future__ import annotations

import threading

from companion.web.view.lazy import lazy_property

PATIENCE_SECONDS = 30.0


class Page:
    """Waits for a disk where it has one."""

    def __init__(self, disk: threading.Event | None = None) -> None:
        self.disk, self.asked = disk, 0

    @lazy_property
    def content(self) -> int:
        """Return how often it was computed."""
        if self.disk:
            assert self.disk.wait(PATIENCE_SECONDS)
        self.asked += 1
        return self.asked


def test_it_is_computed_once() -> None:
    page = Page()
    assert (page.content, page.content, page.asked) == (1, 1, 1)
    assert Page.content.__doc__ == "Return how often it was computed."


def test_no_page_waits_for_the_disk_of_another() -> None:
    disk = threading.Event()
    slow = Page(disk)
    thread = threading.Thread(target=lambda: slow.content)
    thread.start()
    assert Page().content == 1
    disk.set()
    thread.join(PATIENCE_SECONDS)
    assert slow.content == 1
