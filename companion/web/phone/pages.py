"""A seat's page on a phone, and the PIN that opens it on a screen that serves several people."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.text import say
from companion.web.fragments.pieces import FIGURES, Fragment, Main, Sheet, main_element
from companion.web.fragments.shown import pieces, told_to
from companion.web.view.view import View
from companion.web.visit.services import (
    check_open,
    check_seat,
    led_to_the_door,
    locked,
    pin_is_right,
    table_for,
    the_view,
)
from companion.web.visit.tokens import open_seat
from companion.web.words.i18n import edition

routes = Blueprint("phone", __name__)


FRAGMENTS = (
    Fragment("mine", "phone/mine.html"),
    Fragment("top", "phone/top.html"),
    Fragment("ended", "phone/ended.html"),
    Fragment("asked", "phone/asked.html"),
    Fragment("said", "phone/said.html"),
    Fragment("now", "phone/now.html"),
    Fragment("undo", "phone/undo.html"),
    Fragment("stage", "phone/stage.html"),
    Fragment("news", "phone/news.html"),
    Fragment("foot", "phone/foot.html"),
    Fragment("folded", "phone/folded.html", pushed=False),
    Fragment("more", "phone/more.html", fresh=True, pushed=False),
    Fragment("rules", "phone/rules.html", shared=True, pushed=False),
    Fragment("money", "phone/money.html", pushed=False),
    Fragment("board", "phone/board.html", shared=True, holds="figures"),
    FIGURES,
    Fragment("moves", "phone/moves.html"),
    Fragment("tools", "phone/tools.html"),
    Fragment("log", "phone/log.html", shared=True, pushed=False),
    Fragment("payees", "phone/payees.html"),
    Fragment("currency", "phone/currency.html", shared=True),
)
AT_ONCE = ("mine", "top", "ended", "asked", "said", "now", "undo", "stage", "news", "foot", "payees", "currency")
"""what a page brings along; the rest is fetched when it is opened"""


@routes.get("/t/<code>/s/<seat>")
def phone(code: str, seat: str) -> str | BaseResponse:
    """Somebody without a seat is shown where to sit down."""
    if away := led_to_the_door(code, seat):
        return away
    if locked(table_for(code).code, seat):
        return render_template("pin.html", view=the_view(code, seat), error=None)
    page = pieces(code, seat, SHEET)
    return render_template("phone.html", view=page.view, main=page.main, f=page.rendered(AT_ONCE))


@routes.post("/t/<code>/s/<seat>/open")
def unlock(code: str, seat: str) -> str | tuple[str, int] | BaseResponse:
    """A screen that serves several people shows a seat to whoever knows its PIN."""
    check_seat(code, seat)
    table = table_for(code)
    if not pin_is_right(table.code, seat, request.form.get("pin", "").strip()):
        error = say("That is not the PIN of this seat.")
        return render_template("pin.html", view=the_view(code, seat), error=error), 403
    return open_seat(redirect(f"/t/{table.code}/s/{seat}", 303), table.code, seat)


@routes.get("/t/<code>/s/<seat>/part")
def phone_part(code: str, seat: str) -> Response:
    """What has changed of the fragments in ``?have=``; of all, without it.

    As locked as the page itself: a page that is refused its part loads itself anew, and asks for the PIN.
    """
    check_open(code, seat)
    page = pieces(code, seat, SHEET)
    return page.answer(told_to(code, seat))


def main_of(view: View) -> Main:
    """The page's own element: where the table stands, and what this seat is asked."""
    here, page, asked = f"/t/{view.code}/s/{view.seat}", view.page, view.asked
    waits = None
    beginning = view.beginning
    told = [line.seq for line in view.told] + [each.seq for each in view.ended]
    if not asked and view.phase == "playing" and page.board and not beginning:
        waits = "below" if page.ballot or view.stage else ""
    return main_element(
        view.seq,
        now=view.now,
        code=view.code,
        seat=view.seat,
        part=f"{here}/part",
        stream=f"/t/{view.code}/stream",
        phase=view.phase,
        asked=asked,
        told=max(told, default=""),
        waits=waits,
        begins="" if beginning else None,
        cash="" if view.cash is None else view.cash,
        board="yes" if page.board else "no",
        open="yes" if view.open_money else None,
        money="yes" if edition().pays else "no",
        tap="yes" if page.board and (page.board.moves or page.board.targets) else "no",
        poll="" if view.opening else None,
    )


SHEET = Sheet(FRAGMENTS, main_of)
