"""The page that is asked for, in fragments; and what the box keeps of all its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from flask import current_app, request

from companion.app.tables import Tables
from companion.core.table.table import TablePhase
from companion.web.fragments.open_pages import OpenPage, OpenPages
from companion.web.fragments.pieces import Fetched, KeptFragments, Pieces, Sheet, Stamp
from companion.web.visit.services import join_url, served_besides, services, table_for, view_here
from companion.web.words.i18n import language


@dataclass
class Shown:
    """What the screens of this box show: the fragments that are kept, and the pages that are open."""

    kept: KeptFragments
    open_pages: OpenPages = field(default_factory=OpenPages)


def shown() -> Shown:
    """Return what this application shows."""
    found: Shown = current_app.extensions["companion.shown"]
    return found


def pieces(code: str, seat: str | None, sheet: Sheet) -> Pieces:
    """Return the page of this seat, or the table screen (None), in fragments."""
    code = table_for(code).code
    return pieces_here(code, seat, sheet, join_url(code), served_besides(code, seat))


def pieces_here(code: str, seat: str | None, sheet: Sheet, url: str, serving: tuple[str, ...]) -> Pieces:
    """Return the same for a page that is open: nothing is asked of the request."""
    tables, table = services().tables, table_for(code)
    around = (table.rules, tuple((seat.id, seat.name) for seat in table.seats))
    stamp = stamp_of(tables, code)  # before anything of the table is read
    kept = shown().kept.table((code, url, language()))
    public = partial(kept.public, stamp, partial(view_here, code, None, url))
    return Pieces(
        sheet,
        view=view_here(code, seat, url, serving) if seat or serving else public(),
        public=public,
        kept=kept,
        stamp=stamp,
        around=stamp if table.phase is TablePhase.LOBBY else around,  # there the map of the seats is read, too
    )


def stamp_of(tables: Tables, code: str) -> Stamp:
    """Return where the table stands for its screens."""
    return tables.bell.rings(code), tables.table(code).seq


def page_that_asks(code: str, seat: str | None) -> OpenPage | None:
    """Return the open page of this seat, or table screen, that the request comes from (``?page=``).

    None: it has no stream.
    """
    return shown().open_pages.get(code.upper(), seat, request.args.get("page", ""))


def told_to(code: str, seat: str | None) -> Fetched | None:
    """Return the function that notes what the page that asks is told."""
    page = page_that_asks(code, seat)
    return page.holds if page else None
