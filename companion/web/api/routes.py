"""The JSON API: whatever a phone page can do, a script can do with a seat's token."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from flask import Blueprint, Flask, Response, current_app, request
from pydantic import WithJsonSchema
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from companion.core.messages import Message, kind_of
from companion.core.secrets.ballot import Opening
from companion.core.secrets.exchange import Past, Shown
from companion.core.table.table import Level
from companion.core.table.table_messages import ArrangeSeats, ChooseBoard, ChooseCatalogue
from companion.web.api.openapi import document
from companion.web.fragments.pushing import own_news
from companion.web.view.shelf import OnShelf, on_shelf
from companion.web.visit import seating
from companion.web.visit.json import answer, ready_answer, view_body
from companion.web.visit.operations import Key, operation
from companion.web.visit.services import check_open, check_seat, services, table_for, the_view

logger = logging.getLogger(__name__)

LARGEST_ACTION = 8 * 1024
"""four times what moves every figure of the largest board; only a board or a list of cards is larger"""
WITH_FILES = (kind_of(ChooseBoard), kind_of(ChooseCatalogue))

routes = Blueprint("api", __name__, url_prefix="/api")


@dataclass(frozen=True, slots=True)
class Acted:
    """Where the table stands now."""

    seq: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, and the token that speaks for it."""

    seat: str
    token: str


@routes.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return answer(document(app, services().tables.games))


@routes.get("/shelf")
@operation("shelf", "The games of this box", gives=list[Any])
def shelf() -> list[OnShelf]:
    return [on_shelf(tuple(editions.values())) for editions in services().tables.games.values()]


@dataclass(frozen=True, slots=True)
class NewTable:
    """What is to be played; without a level on the usual one. ``demo``: alone, with the box's own players."""

    game: str
    edition: str
    level: Level | None = None
    demo: bool = False


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """The code of a new table."""

    code: str


@routes.post("/tables")
@operation("openTable", "Open a table")
def open_table(sent: NewTable) -> OpenedTable:
    return OpenedTable(seating.new_table(services().tables, sent.game, sent.edition, sent.level, sent.demo))


@routes.get("/tables/<code>")
@operation("tableScreen", "What the table screen shows")
def screen(code: str) -> Response:
    return answer(view_body(the_view(code, None)))


@dataclass(frozen=True, slots=True)
class SitDown:
    """A name, and what the game lets one choose."""

    name: str
    picks: Mapping[str, str] = field(default_factory=dict)
    key: Key = None


@routes.post("/tables/<code>/seats")
@operation("sitDown", "Sit down")
def sit(code: str, sent: SitDown) -> Seated:
    return Seated(*seating.take_seat(table_for(code).code, sent.name, dict(sent.picks), sent.key or ""))


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """All seats, clockwise."""

    order: tuple[str, ...]


@routes.post("/tables/<code>/order")
@operation("arrangeSeats", "How everybody sits round the table")
def arrange(code: str, sent: SeatOrder) -> Acted:
    """Said on any screen of it: whoever may sit down may say that."""
    table = table_for(code)
    if not services().joins.allows(request.remote_addr or ""):
        raise TooManyRequests
    return Acted(services().tables.act(table.code, None, ArrangeSeats(sent.order)))


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """The seat's PIN; ``serving``: its own phone keeps it, too."""

    pin: str
    serving: bool = False
    key: Key = None


@routes.post("/tables/<code>/seats/<seat>/claim")
@operation("claimSeat", "Another phone for a seat, with its PIN")
def claim(code: str, seat: str, sent: SeatClaim) -> Seated:
    table = table_for(code)
    return Seated(seat, seating.claim_with_pin(table.code, table.seat(seat).id, sent.pin, sent.serving, sent.key or ""))


@routes.get("/tables/<code>/seats/<seat>")
@operation("seatPage", "What this seat's phone shows", seated=True)
def phone(code: str, seat: str) -> Response:
    check_open(code, seat)
    return answer(view_body(the_view(code, seat)))


@dataclass(frozen=True, slots=True)
class SentAction:
    """A command of a seat. The same ``id`` is done once; ``seen`` is the number of the page it was decided by."""

    seat: str
    kind: str
    data: Mapping[str, Any]
    id: Annotated[str | None, WithJsonSchema({"type": ["string", "null"], "minLength": 1, "maxLength": 64})] = None
    seen: int | None = None


@routes.post("/tables/<code>/actions")
@operation("act", "Give a command", gives=Acted, seated=True)
def act(code: str, sent: SentAction) -> Response:
    table = table_for(code)
    if len(request.get_data()) > LARGEST_ACTION and sent.kind not in WITH_FILES:
        raise RequestEntityTooLarge
    check_open(code, sent.seat)
    command = services().tables.live(table.code).codec.public(Message(sent.kind, sent.data))
    return _acted(table.code, sent.seat, services().tables.act(table.code, sent.seat, command, sent.seen, sent.id))


def _acted(code: str, seat: str, seq: int) -> Response:
    """The answer to an action; a page of the box gets along with it what it then shows."""
    try:
        news = own_news(code, seat)
    except Exception:  # the action counts, whatever becomes of the page: that can be fetched
        logger.exception("table %s: a page is not told what has become of its action", code)
        news = ""
    return ready_answer({"seq": str(seq), "news": news}) if news else answer({"seq": seq})


@dataclass(frozen=True, slots=True)
class VoteOpening:
    """What a phone sealed in this ballot."""

    seat: str
    ballot: int
    choice: str
    nonce: str


@routes.post("/tables/<code>/openings")
@operation("openVote", "Open a sealed vote", seated=True)
def open_vote(code: str, sent: VoteOpening) -> Acted:
    """Held in memory until the last one is in. A phone does so by itself, whoever has it."""
    table = table_for(code)
    check_seat(code, sent.seat)
    opening = Opening(sent.choice, sent.nonce)
    return Acted(services().tables.open_vote(table.code, sent.seat, sent.ballot, opening))


@dataclass(frozen=True, slots=True)
class Showing:
    """What a phone sealed to one other phone: see ``Shown``."""

    seat: str
    showdown: str
    laid: str
    nonce: str
    receipt: str = ""
    past: Mapping[str, Past] | None = None


@dataclass(frozen=True, slots=True)
class ShownByOther:
    """What the other phone showed, as soon as it has."""

    other: Mapping[str, str] | None


@routes.post("/tables/<code>/showings")
@operation("show", "Show a sealed lay-down", seated=True)
def show(code: str, sent: Showing) -> ShownByOther:
    table = table_for(code)
    check_seat(code, sent.seat)
    shown = Shown(sent.laid, sent.nonce, sent.receipt, sent.past)
    other = services().tables.show(table.code, sent.seat, sent.showdown, shown)
    return ShownByOther({"laid": other.laid, "nonce": other.nonce} if other else None)
