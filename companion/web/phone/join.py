"""Sitting down: by QR code, again on another phone, and for a neighbour without one."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.app.hosting.places import keep_place
from companion.app.loaded_tables import NoSuchTable
from companion.core.errors import NotNow, RuleError
from companion.core.names import skeleton
from companion.core.table.events import PhoneAdmitted, SeatTaken
from companion.core.table.table import Seat, Table, TablePhase
from companion.core.text import Text, say
from companion.core.ui.choice import Field, FieldKind
from companion.printing.what import place_number
from companion.store import phones
from companion.store.people import key_of
from companion.store.results import remembered
from companion.web.view.evenings import people_of
from companion.web.view.parts import SeatView
from companion.web.visit.open_tables import joinable
from companion.web.visit.seating import ask_table, claim_with_pin, first_phone, new_table, take_seat
from companion.web.visit.services import forget_old_seats, services
from companion.web.visit.tokens import WrongSeat, give
from companion.web.visit.visit import Visit, at_table, visit_table
from companion.web.words.i18n import translate

logger = logging.getLogger(__name__)

routes = Blueprint("join", __name__)
routes.after_request(forget_old_seats)

NOTHING: Mapping[str, str] = MappingProxyType({})
MAX_KNOWN = 8
IN_APP = ("; wv)", "FBAN", "FBAV", "Instagram", "MicroMessenger", "Line/", "WhatsApp", "Telegram", "Snapchat")
"""parts of the user agents of browsers inside other programs"""


@routes.get("/j")
def which() -> str | BaseResponse:
    """Redirect a seat card to the table that waits, or at which this phone sits; show a choice where that is open."""
    code = "".join(request.args.get("code", "").split()).upper()
    found = joinable(services().tables)
    if not code and len(found) == 1 and request.args.get("ask") is None:
        return redirect(f"/j/{found[0].code}", 303)
    if not code:
        return render_template("code.html", tables=found, error=None)
    try:
        visit_table(code)
    except NoSuchTable as error:
        logger.info("nobody plays under the code that was typed", exc_info=True)
        return render_template("code.html", tables=found, error=error.text)
    return redirect(f"/j/{code}", 303)


@routes.get("/j/<code>")
@at_table()
def sit(visit: Visit) -> str | BaseResponse:
    """Show the form to sit down; a phone that has a seat is redirected to it."""
    if visit.roles and request.args.get("another") is None:
        return redirect(f"/t/{visit.code}/s/{next(iter(visit.roles))}", 303)
    return join_page(visit.table, None)


def join_page(table: Table, error: Text | None, typed: Mapping[str, str] = NOTHING) -> str:
    """Return the form to sit down, and the seats that are taken; each form has its own key.

    ``typed``: the form's values after a refusal; a value that was taken by another player meanwhile is left out.
    """
    seats = tuple(SeatView(seat.id, seat.name, seat.picks, seat.box, mine=False) for seat in table.seats)
    fields = [_again(field, typed.get(field.name)) for field in _fields(table)]
    rows = {row.seat: row for row in services().tables.live(table.code).game.players(table, None)}
    alike = skeleton(typed.get("name", "").strip())
    asked = next((seat for seat in table.seats if not seat.box and alike and skeleton(seat.name) == alike), None)
    moved = next((seat for seat in table.seats if seat.id == request.args.get("moved")), None)
    shown: dict[str, Any] = {
        "moved": moved,
        "why": _why(table, moved) if moved else None,
        "taken": asked,
        "in_app": _in_app(),
    }
    shown |= {"late": _late(table) if not fields else None}
    shown |= {"newcomers": tuple(seat for seat in table.seats if _is_newcomers(table, seat.id))}
    shown |= {"fields": fields, "seats": seats, "rows": rows, "error": error, "new_key": phones.new_key}
    known = _known(table) if fields else ()
    return render_template("join.html", code=table.code, game=table.game, known=known, **shown)


def _is_newcomers(table: Table, seat: str) -> bool:
    """Return whether the others have taken somebody in at this seat whose phone has not come yet."""
    return table.seat(seat).late and phones.is_awaited(services().tables.log, table.code, seat)


def _late(table: Table) -> Text:
    """Return why nobody else can sit down."""
    match table.phase:
        case TablePhase.LOBBY:
            return say("Every seat is taken.")
        case TablePhase.PLAYING if services().tables.live(table.code).game.takes_in(table):
            return say("The game has begun. Someone who plays can take you in: “More”, “Someone joins us”.")
        case TablePhase.PLAYING:
            return say("The game has begun: seats are fixed until it ends.")
        case TablePhase.OVER:
            return say("The game is over. As soon as someone taps “Once more”, you can sit down, too.")


def _why(table: Table, seat: Seat) -> Text | None:
    """Return how the seat moved to another phone, as the log says it."""
    tables = services().tables
    live = tables.live(table.code)
    for record in reversed(live.records):
        match record.event:
            case (PhoneAdmitted(seat=seat.id, serving=False)) | SeatTaken(seat=Seat(id=seat.id)):
                return tables.sentences(live).event(record.event)
    return None


def _in_app() -> bool:
    """Return whether the page is shown inside another program, such as a chat, that may forget the seat."""
    return any(sign in request.user_agent.string for sign in IN_APP)


def _fields(table: Table) -> Sequence[Field]:
    game = services().tables.live(table.code).game
    if table.phase is not TablePhase.LOBBY or len(table.seats) >= game.edition_at(table.rules).players[1]:
        return ()
    try:
        choices = game.seat_fields(table, None)
    except RuleError:
        logger.info("table %s: nobody else has a place here", table.code, exc_info=True)
        return ()
    return (Field("name", say("Your name"), FieldKind.WORDS, maximum=24), *choices)


def _known(table: Table) -> tuple[str, ...]:
    """Return names that sit down with one tap: recent players who do not sit yet. None where guests play."""
    if not table.remembered:
        return ()
    seated = {key_of(seat.name) for seat in table.seats}
    known = people_of(remembered(services().tables.log))
    return tuple(name for name in known if key_of(name) not in seated)[:MAX_KNOWN]


def _again(field: Field, typed: str | None) -> Field:
    """Return the field with the value that was entered, if it can still be chosen."""
    lost = typed is None or (field.options and typed not in [option.value for option in field.options])
    return field if lost else replace(field, initial=typed)


@routes.post("/j/<code>")
@at_table()
def sat(visit: Visit) -> str | tuple[str, int] | BaseResponse:
    """Seat a player; show the form again, with the reason, where that is refused."""
    wishes = request.form.to_dict()
    key = wishes.pop("key", "")
    try:
        seat, token = take_seat(visit.code, wishes.pop("name", ""), wishes, key)
    except RuleError as error:
        logger.info("table %s: no seat was taken (%s)", visit.code, error.code, exc_info=True)
        return join_page(visit.live.table, error.text, request.form), 422
    return give(redirect(f"/t/{visit.code}/s/{seat}", 303), visit.code, seat, token)


@routes.post("/tables")
def open_table() -> BaseResponse:
    """Open a table, and redirect to where one sits down at it."""
    asked, demo = request.form, request.form.get("demo") == "1"
    code = new_table(services().tables, asked.get("game", ""), asked.get("edition", ""), asked.get("level"), demo)
    place = place_number(asked.get("place", ""))
    if place and not demo:  # a demo game leaves the place free
        keep_place(services().tables, code, place)
    seated, name = demo or place or "phone" in asked, asked.get("name", "").strip()
    if not seated:
        return redirect(f"/t/{code}/screen", 303)
    if not name and demo and "alone" in asked:  # nobody else is there to call them by it
        name = translate(say("Guest"))
    if not name:
        return redirect(f"/j/{code}", 303)
    try:
        seat, token = take_seat(code, name, {}, asked.get("key", ""))
    except RuleError as error:
        logger.info("table %s: who opened it has no seat yet (%s)", code, error.code, exc_info=True)
        return redirect(f"/j/{code}", 303)
    return give(redirect(f"/t/{code}/s/{seat}", 303), code, seat, token)


@routes.post("/t/<code>/claim")
@at_table()
def claim(visit: Visit) -> str | tuple[str, int] | BaseResponse:
    """Give another phone the seat: with its PIN at once, without it when the others agree."""
    table = visit.table
    seat, key = table.seat(request.form.get("seat", "")).id, request.form.get("key", "")
    pin, serving = request.form.get("pin", "").strip(), "serve" in request.form.getlist("mode")
    try:
        if not pin and not serving and _is_newcomers(table, seat):
            token = first_phone(table.code, seat, key)
            return give(redirect(f"/t/{table.code}/s/{seat}", 303), table.code, seat, token)
        if not pin and not serving:
            return redirect(f"/t/{table.code}/claims/{ask_table(visit.box.tables, table, seat, key)}", 303)
        token = claim_with_pin(table.code, seat, pin, serving, key)
    except (WrongSeat, NotNow) as error:
        logger.info("table %s: seat %s stays where it is (%s)", table.code, seat, error.code, exc_info=True)
        server = request.form.get("by", "")
        if serving and isinstance(error, WrongSeat) and server in visit.roles:
            return redirect(f"/t/{table.code}/s/{server}?wrong_pin={seat}", 303)
        return join_page(table, error.text), 403 if isinstance(error, WrongSeat) else 422
    return give(redirect(f"/t/{table.code}/s/{seat}", 303), table.code, seat, token)
