"""The JSON API: whatever a phone page can do, a script can do with a seat's token."""

from __future__ import annotations

import logging
from typing import Any

from flask import Blueprint, Response, request
from pydantic import ValidationError
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from companion.core.errors import BadRequest
from companion.core.messages import Message, kind_of
from companion.core.secrets.ballot import Opening
from companion.core.secrets.exchange import Shown
from companion.core.table.table_messages import ArrangeSeats, ChooseBoard, ChooseCatalogue
from companion.core.text import say
from companion.store.codec import adapter
from companion.web.admin import home
from companion.web.api.openapi import document
from companion.web.json import answer, body, plain, ready_answer, view_body, want
from companion.web.phone import join
from companion.web.pushing import own_news
from companion.web.services import check_open, check_seat, services, table_for, the_view

logger = logging.getLogger(__name__)

LARGEST_ACTION = 8 * 1024
"""four times what moves every figure of the largest board; only a board or a list of cards is larger"""
WITH_FILES = (kind_of(ChooseBoard), kind_of(ChooseCatalogue))

routes = Blueprint("api", __name__, url_prefix="/api")


@routes.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return answer(document(services().tables.games))


@routes.get("/shelf")
def shelf() -> Response:
    """The games with their editions."""
    return answer(plain([home.on_shelf(tuple(editions.values())) for editions in services().tables.games.values()]))


@routes.post("/tables")
def open_table() -> Response:
    """A new table."""
    data = body()
    wishes: dict[str, str] = {name: want(data, name, str) for name in ("game", "edition", "level") if name in data}
    demo = want(data, "demo", bool) if "demo" in data else False
    code = home.new_table(services().tables, {**wishes, "demo": "1" if demo else "0"})
    return answer({"code": code})


@routes.get("/tables/<code>")
def screen(code: str) -> Response:
    """What the table screen shows."""
    return answer(view_body(the_view(code, None)))


@routes.post("/tables/<code>/seats")
def sit(code: str) -> Response:
    """Somebody sits down: the seat, and the token that speaks for it."""
    data, table = body(), table_for(code)
    picks = data.get("picks", {})
    if not isinstance(picks, dict) or not all(isinstance(value, str) for value in picks.values()):
        raise BadRequest(say("This request has a mistake at %(field)s.", field="picks"))
    seat, token = join.take_seat(table.code, want(data, "name", str), picks, _key(data))
    return answer({"seat": seat, "token": token})


@routes.post("/tables/<code>/order")
def arrange(code: str) -> Response:
    """How everybody sits round the table, said on any screen of it: whoever may sit down may say that."""
    order, table = want(body(), "order", list), table_for(code)
    if not services().joins.allows(request.remote_addr or ""):
        raise TooManyRequests
    return answer({"seq": services().tables.act(table.code, None, ArrangeSeats(tuple(map(str, order))))})


@routes.post("/tables/<code>/seats/<seat>/claim")
def claim(code: str, seat: str) -> Response:
    """Another phone for a seat, with its PIN."""
    data, table = body(), table_for(code)
    serving = want(data, "serving", bool) if "serving" in data else False
    token = join.claim_with_pin(table.code, table.seat(seat).id, want(data, "pin", str), serving, _key(data))
    return answer({"seat": seat, "token": token})


def _key(data: dict[str, Any]) -> str:
    """What makes the same request, sent again, the same request; raises BadRequest."""
    return want(data, "key", str) if data.get("key") is not None else ""


@routes.get("/tables/<code>/seats/<seat>")
def phone(code: str, seat: str) -> Response:
    """What the phone of this seat shows."""
    check_open(code, seat)
    return answer(view_body(the_view(code, seat)))


@routes.post("/tables/<code>/actions")
def act(code: str) -> Response:
    """A command of a seat."""
    data, table = body(), table_for(code)
    if len(request.get_data()) > LARGEST_ACTION and data.get("kind") not in WITH_FILES:
        raise RequestEntityTooLarge
    seat = want(data, "seat", str)
    check_open(code, seat)
    live = services().tables.live(table.code)
    command = live.codec.public(Message(want(data, "kind", str), want(data, "data", dict)))
    seen = want(data, "seen", int) if data.get("seen") is not None else None
    action_id = want(data, "id", str) if data.get("id") is not None else None
    return _acted(table.code, seat, services().tables.act(table.code, seat, command, seen, action_id))


def _acted(code: str, seat: str, seq: int) -> Response:
    """The answer to an action; a page of the box gets along with it what it then shows."""
    try:
        news = own_news(code, seat)
    except Exception:  # the action counts, whatever becomes of the page: that can be fetched
        logger.exception("table %s: a page is not told what has become of its action", code)
        news = ""
    return ready_answer({"seq": str(seq), "news": news}) if news else answer({"seq": seq})


@routes.post("/tables/<code>/openings")
def open_vote(code: str) -> Response:
    """A phone opens its sealed vote; held in memory until the last one is in. It does so by itself, whoever has it."""
    data, table = body(), table_for(code)
    seat = want(data, "seat", str)
    check_seat(code, seat)
    opening = Opening(want(data, "choice", str), want(data, "nonce", str))
    return answer({"seq": services().tables.open_vote(table.code, seat, want(data, "ballot", int), opening)})


@routes.post("/tables/<code>/showings")
def show(code: str) -> Response:
    """A phone shows what it sealed to one other phone; the answer is what that one showed, as soon as it has."""
    data, table = body(), table_for(code)
    seat = want(data, "seat", str)
    check_seat(code, seat)
    shown = _shown(data)
    other = services().tables.show(table.code, seat, want(data, "showdown", str), shown)
    return answer({"other": {"laid": other.laid, "nonce": other.nonce} if other else None})


def _shown(data: dict[str, Any]) -> Shown:
    """What the request shows; raises BadRequest."""
    parts = {name: data[name] for name in ("laid", "nonce", "receipt", "past") if name in data}
    try:
        return adapter(Shown).validate_python(parts, strict=False)  # type: ignore[no-any-return]
    except ValidationError as error:
        raise BadRequest(say("This request has a mistake at %(field)s.", field="past")) from error
