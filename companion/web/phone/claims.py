"""A phone that asks for a seat: it waits for the others, answers for the seat if its old phone is gone, moves in."""

from __future__ import annotations

import logging

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import BadRequest, NotNow
from companion.core.referee import claims
from companion.core.table.commands import VouchFor, WithdrawClaim
from companion.core.table.table import Table
from companion.core.text import say
from companion.store import phones
from companion.web.visit.seating import registering
from companion.web.visit.services import services
from companion.web.visit.tokens import WrongSeat, give
from companion.web.visit.visit import Visit, at_table
from companion.web.words import isolation

logger = logging.getLogger(__name__)

routes = Blueprint("claims", __name__)


@routes.get("/t/<code>/claims/<key>")
@at_table()
def claimed(visit: Visit, key: str) -> str | BaseResponse:
    """Show the waiting page, which reloads until the others have agreed or refused; admit one phone.

    Where others ask for seats, too, it is asked about them first: their seats need its answer.
    """
    table, box = visit.table, visit.box
    claim = phones.hashed(key)
    seat = claims.seat_asked_for(table, claim)
    silent = box.tables.presence.is_silent(table.code, seat)
    other_questions = claims.to_vouch_for(table, claim) if silent else ()
    if "in" in request.args or not other_questions:
        own_seat = phones.seat_of(box.tables.log, table.code, key) or _moved(table, key)
        if own_seat:
            token = box.tokens.again(table.code, own_seat, key)  # also for a phone that lost the first answer
            if token is None:
                raise WrongSeat(say("This permission has been used already."))
            return give(redirect(f"/t/{table.code}/s/{own_seat}", 303), table.code, own_seat, token)
    question = next((motion for motion in claims.questions(table) if motion.message.data["claim"] == claim), None)
    permit = table.permits.get(seat)
    permitted = permit is not None and permit.is_valid(claim, box.tables.clock())
    names = {other.id: isolation.name(other.name) for other in table.seats}
    asking = {str(motion.message.data["seat"]) for motion in claims.questions(table)}
    return render_template(
        "claim.html",
        code=table.code,
        key=key,
        name=names.get(seat, ""),
        waiting=question is not None or permitted,
        permitted=permitted,
        alone=question is not None and question.asked == (seat,),
        missing=[(names[each], each in asking) for each in question.asked if each not in question.agreed]
        if question
        else [],
        other_questions=[(motion.id, names[str(motion.message.data["seat"])]) for motion in other_questions],
        silent=silent,
        to_answer=bool(claims.to_vouch_for(table, claim)),
    )


@routes.post("/t/<code>/claims/<key>/vouch")
@at_table()
def vouch(visit: Visit, key: str) -> BaseResponse:
    """Answer for the seat that this phone asks for: the phones named in the form are those of its players.

    Raise NotNow or BadRequest.
    """
    table, tables, claim = visit.table, visit.box.tables, phones.hashed(key)
    numbers = request.form.getlist("motion")
    if not numbers or not all(number.isascii() and number.isdigit() and len(number) < 16 for number in numbers):
        raise BadRequest(say("This request has a mistake at %(field)s.", field="motion"))
    silent = tables.presence.is_silent(table.code, claims.seat_asked_for(table, claim))
    tables.act(table.code, None, VouchFor(claim, tuple(map(int, numbers)), tables.clock(), silent))
    return redirect(f"/t/{table.code}/claims/{key}", 303)


@routes.post("/t/<code>/claims/<key>/withdraw")
@at_table()
def withdraw(visit: Visit, key: str) -> BaseResponse:
    """Withdraw the phone's request for the seat. Raise NotNow where there is none."""
    visit.box.tables.act(visit.code, None, WithdrawClaim(phones.hashed(key)))
    return redirect(f"/j/{visit.code}?another=1", 303)


def _moved(table: Table, key: str) -> str:
    """Move the seat that the others have let this phone have; return the seat, "" where there is none any more."""
    tables, claim = services().tables, phones.hashed(key)
    seat = next((seat for seat, permit in table.permits.items() if permit.claim == claim), "")
    if not seat:
        return ""
    try:
        tables.move_seat(table.code, seat, claim, registering(table.code, seat, key))
    except NotNow:
        logger.info("table %s: the consent to another phone for seat %s is over", table.code, seat, exc_info=True)
        return ""
    logger.info("table %s: seat %s has another phone", table.code, seat)
    return seat
