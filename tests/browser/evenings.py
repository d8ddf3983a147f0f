"""Recorded games as pages: a phone looks at one as it stood after any of its events, without a server between."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route

from companion.app.history import KEPT_RECORDS, History
from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.table.commands import StartGame
from companion.core.table.table import Table
from companion.games import registry
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing.replay import RecordedGame, played
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name

BOX = "http://box.test"
FILL = """async () => {
  const fresh = await (await fetch(document.getElementById('main').dataset.part)).text();
  const parts = new DOMParser().parseFromString(fresh, 'text/html').querySelectorAll('template[data-fragment]');
  for (const { dataset, innerHTML } of parts) {
    const place = document.querySelector(`#main [data-fragment=${dataset.fragment}]`);
    if (place && !(place instanceof SVGElement)) place.innerHTML = innerHTML;
  }
  document.body.classList.add('tabbed');
  document.body.dataset.purse = 'hidden';
}"""
"""All that the page's script would fetch by and by."""


@dataclass
class RecordedEvening:
    """A recorded game, at the number to which it was wound."""

    path: Path
    language: str = "en"
    game: RecordedGame = field(init=False)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        self.game = played(self.path)
        self.tables = Tables(Log(":memory:"), registry())
        head = self.game.head
        self.row = TableRow(
            head["table"], head["game"], head["edition"], head["level"], False, "", 0.0, head.get("defaults", 0)
        )
        self.tables.log.add_table(self.row)
        self.tables.log.append(self.game.codec, self.game.tables[-1][1], self.game.records, None, StartGame())

    @cached_property
    def app(self) -> Flask:
        return create_app(self.tables)

    def numbers(self, most: int) -> list[int]:
        """Return so many moments after an action, spread over the evening; the last is its end."""
        last = {record.action: at for at, (record, _) in enumerate(self.game.tables)}
        ends = [at for at in last.values() if self.game.tables[at][1].ids]
        most = min(most, len(ends))
        return [ends[(at + 1) * len(ends) // most - 1] for at in range(most)]

    def stand_at(self, number: int) -> Table:
        """Set the table to what it was after this event, counted from 0."""
        table = self.game.tables[number][1]
        history = History(table, tuple(self.game.records[max(0, number + 1 - KEPT_RECORDS) : number + 1]))
        live = LoadedTable(self.row, self.game.referee.game, self.game.codec, self.game.referee, history)
        self.tables._live[self.row.code] = live
        return table

    def acting(self, table: Table) -> list[str]:
        """Return the seats that have something to do."""
        return [row.seat for row in self.game.referee.game.players(table, None) if row.active]

    def player(self, number: int, acts: bool) -> str:
        """Set the table to what it was after this event, and return the first seat that acts then, or that waits."""
        table = self.stand_at(number)
        active = self.acting(table)
        return next((seat for seat in table.ids if (seat in active) is acts), table.ids[-1])

    def forget_after(self, number: int) -> None:
        """Forget the events after this one, counted from 0, so that the game can go on otherwise; then only an earlier
        moment can come.
        """
        with self.tables.log.writing(self.row.code) as database:
            database.execute("DELETE FROM events WHERE code = ? AND seq > ?", (self.row.code, number + 1))
        self.stand_at(number)

    def text(self, seat: str) -> str:
        """Return the page of this seat as the box sends it, without what is fetched by and by."""
        return self.client(seat).get(self._path(seat)).text

    def show(self, page: Page, seat: str) -> None:
        """Show the whole page of this seat as it stands now, without its scripts."""
        self._open(page, seat, scripts=False)
        page.evaluate(FILL)

    def play(self, page: Page, seat: str) -> None:
        """Show the page of this seat with its scripts: what is tapped counts. Nobody else does anything."""
        self._open(page, seat, scripts=True)
        page.locator("body[data-ready]").wait_for()

    def watch(self, page: Page) -> None:
        """Show the table screen, with its scripts."""
        self._open(page, None, scripts=True)

    def visit(self, page: Page, path: str, seat: str | None) -> None:
        """Open any page of the box, in the browser of this seat or of a guest, with its scripts."""
        self.serve(page, path, self.client(seat))

    def _path(self, seat: str | None) -> str:
        return f"/t/{self.row.code}/" + (f"s/{seat}" if seat else "screen")

    def client(self, seat: str | None) -> FlaskClient:
        """Return a browser that has this seat, or a guest's."""
        client = self.app.test_client()
        client.set_cookie("lang", self.language)
        if seat:
            token = self.app.extensions["companion"].tokens.admit(self.row.code, seat, 0.0)
            client.set_cookie(cookie_name(self.row.code, seat), token)
        return client

    def _open(self, page: Page, seat: str | None, scripts: bool) -> None:
        self.serve(page, self._path(seat), self.client(seat), scripts)

    @staticmethod
    def serve(page: Page, path: str, client: FlaskClient, scripts: bool = True) -> None:
        """Open this page of the box in the browser, with what this client has kept."""

        def answer(route: Route) -> None:
            asked, address = route.request, urlsplit(route.request.url)
            if address.path.endswith(".js") and not scripts:
                route.abort()
                return
            kind = asked.headers.get("content-type")
            found = client.open(
                f"{address.path}?{address.query}",
                method=asked.method,
                data=asked.post_data_buffer,
                content_type=kind,
                follow_redirects=True,
            )
            route.fulfill(status=found.status_code, body=found.data, content_type=found.content_type)

        page.unroute_all()
        page.route("**/*", answer)
        page.goto(BOX + path)
