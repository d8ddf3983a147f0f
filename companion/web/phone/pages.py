"""A seat's page on a phone, and the PIN that opens it on a screen that serves several people."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.text import say
from companion.web.fragments.pieces import FIGURES, Fragment, Main, Sheet, main_element
from companion.web.fragments.shown import pieces, told_to
from companion.web.view.view import View
from companion.web.visit.services import pin_is_right
from companion.web.visit.tokens import open_seat
from companion.web.visit.visit import Right, Visit, at_seat, at_table
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
@at_seat
def phone(visit: Visit) -> str:
    """Somebody without a seat is shown where to sit down."""
    if visit.locked:
        return render_template("pin.html", view=visit.view(), error=None)
    page = pieces(visit, SHEET)
    return render_template("phone.html", view=page.view, main=page.main, f=page.rendered(AT_ONCE))


@routes.post("/t/<code>/s/<seat>/open")
@at_table(Right.HOLD)
def unlock(visit: Visit) -> str | tuple[str, int] | BaseResponse:
    """A screen that serves several people shows a seat to whoever knows its PIN."""
    seat = visit.acting
    if not pin_is_right(visit.code, seat, request.form.get("pin", "").strip()):
        error = say("That is not the PIN of this seat.")
        return render_template("pin.html", view=visit.view(), error=error), 403
    return open_seat(redirect(f"/t/{visit.code}/s/{seat}", 303), visit.code, seat)


@routes.get("/t/<code>/s/<seat>/part")
@at_table(Right.ACT)
def phone_part(visit: Visit) -> Response:
    """What has changed of the fragments in ``?have=``; of all, without it.

    As locked as the page itself: a page that is refused its part loads itself anew, and asks for the PIN.
    """
    return pieces(visit, SHEET).answer(told_to(visit))


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
