"""The requested page, in fragments; and the box's cache of all its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from flask import current_app, request

from companion.web.fragments.fragment import Sheet
from companion.web.fragments.kept import KeptFragments, Seen
from companion.web.fragments.open_pages import OpenPage, OpenPages
from companion.web.fragments.pieces import Fetched, Pieces
from companion.web.view.moment import moment_of, stamp_of
from companion.web.view.reader import Reader
from companion.web.visit.services import services
from companion.web.visit.visit import Visit
from companion.web.words.i18n import language, page_translator, speak_of


@dataclass
class Shown:
    """The fragments that are cached of this box's pages, and the pages that are open."""

    kept: KeptFragments
    open_pages: OpenPages = field(default_factory=OpenPages)


def shown() -> Shown:
    """Return the cached fragments and open pages of this application."""
    found: Shown = current_app.extensions["companion.shown"]
    return found


def pieces(visit: Visit, sheet: Sheet) -> Pieces:
    """Return the page of the visited seat, or the table screen, in fragments, at the present state of the table."""
    return pieces_of(seen_now(visit.code, visit.url), sheet, visit.seat, visit.serving)


def seen_now(code: str, url: str) -> Seen:
    """Return the present public state of the table; ``url``: the address in its QR code."""
    box, here = services(), shown()
    surroundings = box.surroundings(box.tables.live(code), url, here.open_pages.learning(code))
    look = partial(moment_of, box.tables, code, surroundings)
    return here.kept.seen(code, stamp_of(box.tables, code), surroundings, look)


def pieces_of(seen: Seen, sheet: Sheet, seat: str | None, serving: tuple[str, ...]) -> Pieces:
    """Return a page at this moment, in the current language; nothing is asked of the request."""
    moment = seen.moment
    speak_of(moment.live)
    kept = shown().kept.table((moment.code, language()))
    kept.speak(page_translator())
    reader = Reader(moment, seat, serving) if seat or serving else seen.public_reader
    return Pieces(sheet, reader, seen, kept)


def requesting_page(visit: Visit) -> OpenPage | None:
    """Return the open page that the request comes from (``?page=``); None where it has no stream."""
    return shown().open_pages.get(visit.code, visit.seat, request.args.get("page", ""))


def sent_recorder(visit: Visit) -> Fetched | None:
    """Return the function that records what the requesting page is sent."""
    page = requesting_page(visit)
    return page.record_sent if page else None
