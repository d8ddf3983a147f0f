"""The JSON API: a script with a seat's token can do everything that a phone's page can."""

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
from companion.core.table.commands import ArrangeSeats, ChooseBoard, ChooseCatalogue
from companion.core.table.table import Level
from companion.web.api.openapi import document
from companion.web.api.screen import Screen, parts_of, screen_of
from companion.web.fragments.pushing import seat_news
from companion.web.view.shelf import OnShelf, on_shelf
from companion.web.visit import seating
from companion.web.visit.json import answer, plain, ready_answer
from companion.web.visit.operations import Key, operation
from companion.web.visit.services import services
from companion.web.visit.visit import Right, Visit, at_table

logger = logging.getLogger(__name__)

LARGEST_ACTION = 8 * 1024
"""four times a move of every figure of the largest board; only a board or a list of cards is larger"""
WITH_FILES = (kind_of(ChooseBoard), kind_of(ChooseCatalogue))

routes = Blueprint("api", __name__, url_prefix="/api")


@dataclass(frozen=True, slots=True)
class Acted:
    """The number of the table's present state."""

    seq: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, and the token that acts for it."""

    seat: str
    token: str


@routes.get("/openapi.json")
def openapi() -> Response:
    """Send the description of this API."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return answer(document(app, services().tables.games))


@routes.get("/shelf")
@operation("shelf", "The games of this box")
def shelf() -> list[OnShelf]:
    """Return the games of this box."""
    return [on_shelf(tuple(editions.values())) for editions in services().tables.games.values()]


@dataclass(frozen=True, slots=True)
class NewTable:
    """The game to be played; without a level on the usual one. ``demo``: alone, with the box's bots."""

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
    """Open a table and return its code."""
    return OpenedTable(seating.new_table(services().tables, sent.game, sent.edition, sent.level, sent.demo))


@routes.get("/tables/<code>")
@operation("tableScreen", "What the table screen shows", gives=Screen)
@at_table()
def screen(visit: Visit) -> Response:
    """Return the content of the table screen."""
    return _screen(visit)


@dataclass(frozen=True, slots=True)
class SitDown:
    """A name, and the seat's choices in this game."""

    name: str
    picks: Mapping[str, str] = field(default_factory=dict)
    key: Key = None


@routes.post("/tables/<code>/seats")
@operation("sitDown", "Sit down")
@at_table()
def sit(visit: Visit, sent: SitDown) -> Seated:
    """Seat a player, and return the seat and its token."""
    return Seated(*seating.take_seat(visit.code, sent.name, dict(sent.picks), sent.key or ""))


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """All seats, clockwise."""

    order: tuple[str, ...]


@routes.post("/tables/<code>/order")
@operation("arrangeSeats", "How everybody sits round the table")
@at_table()
def arrange(visit: Visit, sent: SeatOrder) -> Acted:
    """Set the order of the seats, from any screen of the table: all who may sit down may do it."""
    if not visit.box.joins.allows(request.remote_addr or ""):
        raise TooManyRequests
    return Acted(visit.box.tables.act(visit.code, None, ArrangeSeats(sent.order)))


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """The seat's PIN; ``serving``: its own phone keeps it, too."""

    pin: str
    serving: bool = False
    key: Key = None


@routes.post("/tables/<code>/seats/<seat>/claim")
@operation("claimSeat", "Another phone for a seat, with its PIN")
@at_table()
def claim(visit: Visit, sent: SeatClaim) -> Seated:
    """Return a token of the seat for another phone with its PIN."""
    seat = visit.table.seat(visit.acting).id
    return Seated(seat, seating.claim_with_pin(visit.code, seat, sent.pin, sent.serving, sent.key or ""))


@routes.get("/tables/<code>/seats/<seat>")
@operation("seatPage", "What this seat's phone shows", gives=Screen, seated=True)
@at_table(Right.ACT)
def phone(visit: Visit) -> Response:
    """Return the content of the seat's page."""
    return _screen(visit)


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
@at_table(Right.ACT)
def act(visit: Visit, sent: SentAction) -> Response:
    """Do the seat's command, and return the number of the table's new state."""
    if len(request.get_data()) > LARGEST_ACTION and sent.kind not in WITH_FILES:
        raise RequestEntityTooLarge
    command = visit.live.codec.public(Message(sent.kind, sent.data))
    return _acted(visit, visit.box.tables.act(visit.code, visit.acting, command, sent.seen, sent.id))


def _screen(visit: Visit) -> Response:
    reader = visit.reader()
    screen = plain(screen_of(reader))
    screen["page"] |= plain(parts_of(reader))
    return answer(screen)


def _acted(visit: Visit, seq: int) -> Response:
    """Return the answer to an action; a page of the box gets the fragments that it changed, too."""
    try:
        news = seat_news(visit)
    except Exception:  # the action is done even if the page fails: it can be fetched
        logger.exception("table %s: a page is not told what has become of its action", visit.code)
        news = ""
    return ready_answer({"seq": str(seq), "news": news}) if news else answer({"seq": seq})


@dataclass(frozen=True, slots=True)
class VoteOpening:
    """The vote that a phone sealed in this ballot."""

    seat: str
    ballot: int
    choice: str
    nonce: str


@routes.post("/tables/<code>/openings")
@operation("openVote", "Open a sealed vote", seated=True)
@at_table(Right.HOLD)
def open_vote(visit: Visit, sent: VoteOpening) -> Acted:
    """Hold the vote in memory until the last one is in.

    A phone reveals automatically, even while its seat is locked.
    """
    opening = Opening(sent.choice, sent.nonce)
    return Acted(visit.box.tables.open_vote(visit.code, visit.acting, sent.ballot, opening))


@dataclass(frozen=True, slots=True)
class Showing:
    """The cards that a phone sealed to one other phone: see ``Shown``."""

    seat: str
    showdown: str
    laid: str
    nonce: str
    receipt: str = ""
    past: Mapping[str, Past] | None = None


@dataclass(frozen=True, slots=True)
class ShownByOther:
    """The cards that the other phone showed, as soon as it has."""

    other: Mapping[str, str] | None


@routes.post("/tables/<code>/showings")
@operation("show", "Show a sealed lay-down", seated=True)
@at_table(Right.HOLD)
def show(visit: Visit, sent: Showing) -> ShownByOther:
    """Show the cards sealed to another phone, and return those that it has shown."""
    shown = Shown(sent.laid, sent.nonce, sent.receipt, sent.past)
    other = visit.box.tables.show(visit.code, visit.acting, sent.showdown, shown)
    return ShownByOther({"laid": other.laid, "nonce": other.nonce} if other else None)
