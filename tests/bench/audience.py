"""Screens that act like the script of a page: they read the stream, and fetch the fragments that have changed."""

from __future__ import annotations

import json
import selectors
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from tests.bench.actions import Action
from tests.bench.crowd import PATIENCE, Failed, Screen, Seated
from tests.bench.link import Link
from tests.bench.page import Page


class Viewer:
    """An open page: its stream, and a connection that fetches. ``seat`` None stands for the table screen.

    ``device`` is a number from which the phone's own address is made, ``tab`` the open tab of the page.
    """

    def __init__(
        self,
        port: int,
        table: Seated,
        seat: str | None,
        device: int,
        selector: selectors.BaseSelector,
        tab: str = "now",
    ) -> None:
        self.code, self.seat, self.selector = table.code, seat, selector
        self.fetching = self.again = False
        self.due = 0
        self.shown_at = 0.0
        cookie = f"seat-{self.code}-{seat}={table.tokens[seat]}" if seat else ""
        self.link = Link(port, device, selector, self.take, cookie)
        self.page = Page(self.link.get(f"/t/{self.code}/s/{seat}" if seat else f"/t/{self.code}/screen"), tab)
        headers = f"Cookie: {cookie}\r\n" if cookie else ""
        self.stream = Screen.opened(port, self.code, device, self.page.seq, f"&seat={seat or ''}&page=p", headers)
        while self.stream.latest < 0:  # the script fetches once its stream is open (live.js)
            self.stream.read()
        selector.register(self.stream.sock, selectors.EVENT_READ, self.hear)
        self.refresh()

    @property
    def carried(self) -> int:
        """Return the bytes on both connections so far, headers included."""
        return self.link.sent + self.link.received + self.stream.received

    def refresh(self) -> None:
        """Fetch what the page lacks; calls during a fetch share one further fetch."""
        if self.fetching:
            self.again = True
            return
        self.fetching = True
        self.link.ask(self.page.wanted())

    def hear(self) -> None:
        """Read the stream. Show pushed fragments at once, or fetch if something is missing."""
        self.stream.read()
        news, self.stream.news = self.stream.news, []
        if news and not self.fetching and all(self.page.take_news(each) for each in news):
            self.shown_at = perf_counter()
        elif self.stream.latest > max(self.page.seq, self.due if self.fetching else 0):
            self.refresh()

    def catch_up(self, seq: int, news: dict[str, Any] | None) -> None:
        """Fetch until this number is shown, unless the ``news`` of the reply bring it, or a running fetch."""
        self.due = seq
        if news and not self.fetching and self.page.take_news(news):
            self.shown_at = perf_counter()
        elif not self.fetching and self.page.seq < seq:
            self.refresh()

    def take(self, answer: str) -> None:
        """Show the answer of a fetch, and fetch again if the page is still behind."""
        self.shown_at = perf_counter()
        self.page.take(answer)
        self.fetching = False
        if self.again or self.page.seq < self.due:
            self.again = False
            self.refresh()

    def close(self) -> None:
        """Close both connections."""
        self.link.close()
        self.selector.unregister(self.stream.sock)
        self.stream.sock.close()


class Poster:
    """A connection for actions, one at a time. After each the page of its seat catches up (``settle``, act.js)."""

    def __init__(self, port: int, device: int, selector: selectors.BaseSelector) -> None:
        self.link = Link(port, device, selector, self._answered)
        self.busy = False
        self._acting: Viewer | None = None

    def post(self, action: Action, viewers: Sequence[Viewer]) -> None:
        """Send an action for the viewer with its seat."""
        self.busy = True
        self._acting = next((viewer for viewer in viewers if viewer.seat == action.seat), None)
        path = self._acting.page.asks(action.path) if self._acting else action.path
        self.link.ask(path, action.body, action.headers)

    def _answered(self, answer: str) -> None:
        self.busy = False
        if self._acting:
            reply = json.loads(answer)
            self._acting.catch_up(int(reply["seq"]), reply.get("news"))


class Audience:
    """All screens of one table, usually six phones and a table screen, and a connection for actions."""

    def __init__(self, port: int, table: Seated, tab: str = "now") -> None:
        self.selector = selectors.DefaultSelector()
        seats = (*table.tokens, None)
        self.viewers = [Viewer(port, table, seat, device, self.selector, tab) for device, seat in enumerate(seats, 1)]
        self.poster = Poster(port, len(seats) + 1, self.selector)
        self.rest()

    @property
    def carried(self) -> int:
        """Return the bytes on all connections, headers included."""
        link = self.poster.link
        return link.sent + link.received + sum(viewer.carried for viewer in self.viewers)

    def act(self, action: Action) -> float:
        """Send an action. Return the seconds from the POST until the last screen shows it."""
        start = perf_counter()
        self.poster.post(action, self.viewers)
        self._until(lambda: all(viewer.page.seq >= action.seq for viewer in self.viewers), f"nobody shows {action.seq}")
        shown = max(viewer.shown_at for viewer in self.viewers)
        self.rest()
        return shown - start

    def rest(self) -> None:
        """Wait until no request is running."""
        self._until(lambda: not (self.poster.busy or any(viewer.fetching for viewer in self.viewers)), "no end of it")

    def _until(self, true: Callable[[], bool], otherwise: str) -> None:
        end = perf_counter() + PATIENCE
        while not true():
            for key, _ in self.selector.select(0.5):
                key.data()
            if perf_counter() > end:
                raise Failed(otherwise)

    def close(self) -> None:
        """Close all connections."""
        for viewer in self.viewers:
            viewer.close()
        self.poster.link.close()
