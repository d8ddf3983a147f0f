"""Closing a table and listing it again; the tables that were closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response as BaseResponse

from companion.app.tables import Tables
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.store.rows import TableRow
from companion.web.visit.insiders import check_closer
from companion.web.visit.open_tables import SHOWN_TABLES, moment_of
from companion.web.visit.services import services
from companion.web.visit.visit import Visit, at_table

routes = Blueprint("closing", __name__)


@dataclass(frozen=True, slots=True)
class ClosedTable:
    """A table that was closed, with the facts that need no reading of it."""

    code: str
    title: Text | None
    """None: its game is no longer installed"""
    edition: Text | None
    opened: datetime


def closed(tables: Tables) -> tuple[ClosedTable, ...]:
    """Return the tables that were closed, the newest first."""
    return tuple(_closed_table(tables, row) for row in tables.log.closed_tables(SHOWN_TABLES))


def _closed_table(tables: Tables, row: TableRow) -> ClosedTable:
    game = tables.games.get(row.game, {}).get(row.edition)
    title, edition = (game.title, game.edition.title) if game else (None, None)
    return ClosedTable(row.code, title, edition, moment_of(row.made))


@routes.get("/t/<code>/close")
@at_table()
def ask(visit: Visit) -> str:
    """Show the question before a table is closed. Raise NotSeated for a visitor who may not close it."""
    check_closer(visit.code)
    table = visit.table
    return render_template("close.html", code=table.code, seats=table.seats, playing=table.phase is TablePhase.PLAYING)


@routes.post("/t/<code>/close")
def close(code: str) -> BaseResponse:
    """Remove the table from the lists; its log stays in the file. Raise NotSeated."""
    check_closer(code.upper())
    services().tables.close(code.upper())
    return redirect("/", 303)


@routes.post("/t/<code>/reopen")
def reopen(code: str) -> BaseResponse:
    """List a closed table again."""
    services().tables.reopen(code.upper())
    return redirect("/", 303)
