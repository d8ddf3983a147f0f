"""The page that is asked for, in fragments; and what the box keeps of all its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from flask import current_app, request

from companion.app.tables import Tables
from companion.core.table.table import TablePhase
from companion.web.fragments.open_pages import OpenPage, OpenPages
from companion.web.fragments.pieces import Fetched, KeptFragments, Pieces, Sheet, Stamp
from companion.web.view.view import view_of
from companion.web.visit.services import services
from companion.web.visit.visit import Visit
from companion.web.words.i18n import language, speak_of


@dataclass
class Shown:
    """The fragments that are kept of this box's pages, and the pages that are open."""

    kept: KeptFragments
    open_pages: OpenPages = field(default_factory=OpenPages)


def shown() -> Shown:
    """Return what this application shows."""
    found: Shown = current_app.extensions["companion.shown"]
    return found


def pieces(visit: Visit, sheet: Sheet) -> Pieces:
    """Return the page of the visited seat, or the table screen, in fragments."""
    return pieces_of(visit.code, visit.seat, sheet, visit.url, visit.serving)


def pieces_of(code: str, seat: str | None, sheet: Sheet, url: str, serving: tuple[str, ...]) -> Pieces:
    """Return the same for a page that is open: nothing is asked of the request."""
    box = services()
    tables, live = box.tables, box.tables.live(code)
    table = live.table
    speak_of(live)
    around = (table.rules, tuple((seat.id, seat.name) for seat in table.seats))
    stamp = stamp_of(tables, code)  # before anything of the table is read
    kept = shown().kept.table((code, url, language()))
    public = partial(kept.public, stamp, partial(view_of, tables, code, None, url, (), box.aids))
    return Pieces(
        sheet,
        view=view_of(tables, code, seat, url, serving, box.aids) if seat or serving else public(),
        public=public,
        kept=kept,
        stamp=stamp,
        around=stamp if table.phase is TablePhase.LOBBY else around,  # there the map of the seats is read, too
    )


def stamp_of(tables: Tables, code: str) -> Stamp:
    """Return where the table stands for its screens."""
    return tables.bell.rings(code), tables.table(code).seq


def page_that_asks(visit: Visit) -> OpenPage | None:
    """Return the open page of this seat, or table screen, that the request comes from (``?page=``).

    None: it has no stream.
    """
    return shown().open_pages.get(visit.code, visit.seat, request.args.get("page", ""))


def told_to(visit: Visit) -> Fetched | None:
    """Return the function that notes what the page that asks is told."""
    page = page_that_asks(visit)
    return page.holds if page else None
