"""A seat's page on a phone, and the PIN that opens it on a screen that serves several players."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.table.table import TablePhase
from companion.core.text import say
from companion.core.ui.board_page import BoardView
from companion.core.ui.page import Place
from companion.web.fragments.common import CURRENCY, FIGURES
from companion.web.fragments.fragment import Main, Private, Public, Sheet, main_element
from companion.web.fragments.open_pages import LESSONS
from companion.web.fragments.shown import pieces, sent_recorder
from companion.web.phone import asking, board, purse, values
from companion.web.view import values as shared
from companion.web.view.lessons import lessons
from companion.web.view.lobby import presets_of
from companion.web.view.reader import ASKED_UNDER_NOW, Reader
from companion.web.visit.services import pin_is_right
from companion.web.visit.tokens import open_seat
from companion.web.visit.visit import Right, Visit, at_seat, at_table

routes = Blueprint("phone", __name__)


FRAGMENTS = (
    Private("mine", "phone/mine.html", values.mine),
    Private("top", "phone/top.html", values.top),
    Private("ended", "parts/ended.html", shared.ended),
    Private("asked", "phone/asked.html", asking.asked),
    Private("said", "phone/said.html", asking.said),
    Private("now", "phone/now.html", asking.now),
    Private("undo", "phone/undo.html", values.undo),
    Private("stage", "phone/stage.html", values.stage),
    Private("news", "phone/news.html", purse.news),
    Private("foot", "phone/foot.html", values.foot),
    Private("folded", "phone/folded.html", values.folded, pushed=False),
    Private("more", "phone/more.html", values.more, pushed=False),
    Public("rules", "phone/rules.html", values.rules, pushed=False),
    Private("money", "phone/money.html", purse.money, pushed=False),
    Public("board", "phone/board.html", board.board, contains="figures"),
    FIGURES,
    Private("moves", "phone/moves.html", board.moves),
    Private("tools", "phone/tools.html", board.tools),
    Public("log", "phone/log.html", shared.log, pushed=False),
    Private("payees", "phone/payees.html", purse.payees),
    Private("lending", "phone/lending.html", purse.lending, pushed=False),
    CURRENCY,
    Private(LESSONS, "parts/lessons.html", lessons),
)
AT_ONCE = (
    "mine",
    "top",
    "ended",
    "asked",
    "said",
    "now",
    "undo",
    "stage",
    "news",
    "foot",
    "payees",
    "currency",
    LESSONS,
)
"""the fragments in a page; the others are fetched when they are opened"""


@routes.get("/t/<code>/s/<seat>")
@at_seat
def phone(visit: Visit) -> str:
    """Show the seat's page; a phone without a seat is redirected to the join page."""
    if visit.locked:
        return render_template("pin.html", view=visit.reader(), error=None)
    page = pieces(visit, SHEET)
    shown = {"view": page.reader, "main": page.main, "f": page.rendered(AT_ONCE)}
    return render_template("phone.html", **shown, kept=_kept(visit), refused=_refused(visit))


def _kept(visit: Visit) -> str:
    """Return the name under which the house rules have just been stored (``?kept=``)."""
    name = request.args.get("kept", "")
    return name if name and any(each.stored_name == name for each in presets_of(visit.box.tables, visit.live)) else ""


def _refused(visit: Visit) -> str:
    """Return the name of the seat whose PIN was entered wrong (``?wrong_pin=``)."""
    return next((each.name for each in visit.table.seats if each.id == request.args.get("wrong_pin")), "")


@routes.post("/t/<code>/s/<seat>/open")
@at_table(Right.HOLD)
def unlock(visit: Visit) -> str | tuple[str, int] | BaseResponse:
    """Open a seat by its PIN on a screen that serves several players."""
    seat = visit.acting
    if not pin_is_right(visit.code, seat, request.form.get("pin", "").strip()):
        error = say("That is not the PIN of this seat.")
        return render_template("pin.html", view=visit.reader(), error=error), 403
    return open_seat(redirect(f"/t/{visit.code}/s/{seat}", 303), visit.code, seat)


@routes.get("/t/<code>/s/<seat>/part")
@at_table(Right.ACT)
def phone_part(visit: Visit) -> Response:
    """Send the changed fragments of those in ``?have=``; all, without it.

    As locked as the page itself: a page that is refused its part loads itself anew, and asks for the PIN.
    """
    return pieces(visit, SHEET).answer(sent_recorder(visit))


@routes.post("/t/<code>/s/<seat>/lesson")
@at_table(Right.ACT)
def lesson(visit: Visit) -> Response:
    """Note whether a lesson stands on this phone: where the box's own players play, they wait for it."""
    reads = request.get_json(silent=True) == {"open": True}
    visit.box.tables.presence.read(visit.code, visit.acting, reads)
    return Response(status=204)


def _place(reader: Reader) -> str:
    """Return the tab with which the page begins: where the reader answers what is asked; "" where nothing is.

    That is the board where a figure is to be moved by a tap. What a photo or a camera has seen is said under *Now*.
    """
    seen, board = reader.page.camera, reader.page.board
    if seen and seen.confirms(reader.seat):
        return "now"
    if not reader.asked:
        return ""
    under_now = (seen and seen.stands_out) or reader.asked.partition(" ")[0] in ASKED_UNDER_NOW
    return "board" if _is_tapped(board) and not under_now else "now"


def _is_tapped(board: BoardView | None) -> bool:
    """Return whether a figure is to be moved by a tap on the board."""
    return board is not None and bool(board.moves or board.targets)


def main_of(reader: Reader) -> Main:
    """Return the page's own element, with the state of the table and the questions to this seat."""
    moment, page, asked, cash = reader.moment, reader.page, reader.asked, reader.cash
    here, drawn, staged = f"/t/{moment.code}/s/{reader.seat}", page.board, reader.parts(Place.STAGE)
    waits = None
    news_numbers = [line.seq for line in reader.private_news] + [each.seq for each in reader.ended]
    if not asked and moment.phase is TablePhase.PLAYING and drawn and not reader.begins:
        waits = "below" if page.ballot or staged else ""
    return main_element(
        moment.seq,
        now=reader.clock,
        code=moment.code,
        seat=reader.seat,
        part=f"{here}/part",
        stream=f"/t/{moment.code}/stream",
        phase=moment.phase.value,
        asked=asked,
        place=_place(reader),
        news=max(news_numbers, default=""),
        waits=waits,
        parts=" ".join(part.name for part in staged) or None,
        begins="" if reader.begins else None,
        cash="" if cash is None else cash,
        board="yes" if drawn else "no",
        open="yes" if moment.uncovered else None,
        money="yes" if moment.live.edition.pays else "no",
        last="" if page.last else None,
        tap="yes" if _is_tapped(drawn) else "no",
        poll="" if reader.opens_votes else None,
    )


SHEET = Sheet(FRAGMENTS, main_of)
