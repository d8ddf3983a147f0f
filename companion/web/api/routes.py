"""The JSON API: whatever a phone page can do, a script can do with a seat's token."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from flask import Blueprint, Response, request
from pydantic import ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from companion.core.errors import BadRequest, RuleError, RuleRef
from companion.core.messages import Message
from companion.core.secrets.ballot import Opening
from companion.core.secrets.exchange import Shown
from companion.core.text import Text, say
from companion.store.codec import adapter
from companion.web.admin import home
from companion.web.api.openapi import document
from companion.web.i18n import rule_words, told
from companion.web.phone import join
from companion.web.services import check_open, check_seat, services, table_for, the_view

routes = Blueprint("api", __name__, url_prefix="/api")

MOST_DIGITS = 16


def refusal(error: RuleError) -> Response:
    """A refusal: a code for programs, a sentence for people, the rule, and whether the table may allow it."""
    return problem(error.code, told(error.text), error.rule, error.waivable)


def problem(code: str, message: str, rule: RuleRef | None = None, waivable: bool = False) -> Response:
    """The JSON body of everything that was refused."""
    words = {"edition": rule.edition, "section": rule.section, "words": rule_words(rule)} if rule else None
    return answer({"code": code, "message": message, "rule": words, "waivable": waivable})


def answer(body: object) -> Response:
    """JSON without the surprises of a framework's encoder."""
    return Response(json.dumps(body), mimetype="application/json")


def body() -> dict[str, Any]:
    """The JSON object of the request; raises BadRequest or UnsupportedMediaType."""
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        found = json.loads(request.get_data(), parse_int=_whole, parse_float=_number, parse_constant=_nothing)
        json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair is no text: nothing could keep it
    except (ValueError, RecursionError) as error:
        raise BadRequest(say("This is not JSON.")) from error
    if not isinstance(found, dict):
        raise BadRequest(say("Please send a JSON object."))
    return found


def _whole(text: str) -> int:
    """Nothing here is counted in more digits; what is longer only costs time."""
    if len(text) > MOST_DIGITS:
        raise BadRequest(say("A number in this request is too large."))
    return int(text)


def _number(text: str) -> float | int:
    """JSON knows one kind of number: 500.0 is 500, as its schema says."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _nothing(name: str) -> None:
    raise ValueError(name)


def want(data: dict[str, Any], name: str, kind: type) -> Any:
    """A field of the right type (a truth value is no number); raises BadRequest."""
    value = data.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRequest(say("This request has a mistake at %(field)s.", field=name))
    return value


@routes.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return answer(document(services().tables.games))


@routes.get("/shelf")
def shelf() -> Response:
    """The games with their editions."""
    return answer(plain([home.on_shelf(game) for game in services().tables.games.values()]))


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
    return answer(plain(the_view(code, None)))


@routes.post("/tables/<code>/seats")
def sit(code: str) -> Response:
    """Somebody sits down: the seat, and the token that speaks for it."""
    data, table = body(), table_for(code)
    picks = data.get("picks", {})
    if not isinstance(picks, dict) or not all(isinstance(value, str) for value in picks.values()):
        raise BadRequest(say("This request has a mistake at %(field)s.", field="picks"))
    seat, token = join.take_seat(table.code, want(data, "name", str), picks)
    return answer({"seat": seat, "token": token})


@routes.post("/tables/<code>/seats/<seat>/claim")
def claim(code: str, seat: str) -> Response:
    """Another phone for a seat, with its PIN."""
    data, table = body(), table_for(code)
    serving = want(data, "serving", bool) if "serving" in data else False
    token = join.claim_with_pin(table.code, table.seat(seat).id, want(data, "pin", str), serving)
    return answer({"seat": seat, "token": token})


@routes.get("/tables/<code>/seats/<seat>")
def phone(code: str, seat: str) -> Response:
    """What the phone of this seat shows."""
    check_open(code, seat)
    return answer(plain(the_view(code, seat)))


@routes.post("/tables/<code>/actions")
def act(code: str) -> Response:
    """A command of a seat."""
    data, table = body(), table_for(code)
    seat = want(data, "seat", str)
    check_open(code, seat)
    live = services().tables.live(table.code)
    command = live.codec.public(Message(want(data, "kind", str), want(data, "data", dict)))
    seen = want(data, "seen", int) if data.get("seen") is not None else None
    action_id = want(data, "id", str) if data.get("id") is not None else None
    return answer({"seq": services().tables.act(table.code, seat, command, seen, action_id)})


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


def plain(value: object) -> Any:
    """Any value of a view as JSON, texts in the reader's language."""
    match value:
        case Text():
            return told(value)
        case Enum():
            return value.value
        case dict():
            return {str(name): plain(item) for name, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
        case _:
            return value
