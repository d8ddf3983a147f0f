"""The first page: the last evening, a field for a code, the games as tiles; the page of one game; language; trust."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion import LANGUAGES
from companion.app.hosting.places import open_table_at
from companion.core.table.table import TablePhase
from companion.printing.what import place_number
from companion.store import phones
from companion.web.admin.captive import welcome
from companion.web.view.shelf import on_shelf
from companion.web.visit.open_tables import LostTable, OpenTable, listed
from companion.web.visit.services import forget_old_seats, services

routes = Blueprint("home", __name__)
routes.after_request(forget_old_seats)


@routes.get("/")
def home() -> str:
    """Show the first page; at a numbered table of the house the games alone, nothing of other tables."""
    welcome()
    tables = services().tables
    place = place_number(request.args.get("place", ""))
    found = () if place else tuple(listed(tables))
    seen = [table for table in found if isinstance(table, OpenTable)]
    return render_template(
        "home.html",
        shelf=[on_shelf(tuple(editions.values())) for editions in tables.games.values()],
        last=last_evening(seen),
        tables=[table for table in seen if table.phase is not TablePhase.OVER],
        lost=[table for table in found if isinstance(table, LostTable)],
        place=place,
    )


def last_evening(found: Iterable[OpenTable]) -> OpenTable | None:
    """Return the table most likely to be continued: one where this phone plays, else the last active one."""
    real = (table for table in found if not table.demo or (table.phone_seats and table.phase is not TablePhase.OVER))

    def likely(table: OpenTable) -> tuple[bool, datetime]:
        return bool(table.phone_seats) and table.phase is not TablePhase.OVER, table.played or table.opened

    return max(real, key=likely, default=None)


@routes.get("/games/<name>")
def game(name: str) -> str:
    """Show one game of the shelf: how it is played, and how to open a table for it."""
    editions = services().tables.games.get(name)
    if not editions:
        abort(404)
    chosen, each = on_shelf(tuple(editions.values())), [game.edition for game in editions.values()]
    place = place_number(request.args.get("place", ""))
    alone = bool(chosen.bots) and "alone" in request.args
    return render_template("game.html", chosen=chosen, editions=each, place=place, alone=alone, key=phones.new_key())


@routes.get("/p/<place>")
@routes.get("/P/<place>")
def at_place(place: str) -> BaseResponse:
    """Redirect the code of a numbered table of the house to the game there, or to the choice of one."""
    number = place_number(place)
    if number is None:
        abort(404)
    code = open_table_at(services().tables, number)
    return redirect(f"/j/{code}" if code else f"/?place={number}", 303)


@routes.post("/language")
def language() -> BaseResponse:
    """Set the language of this browser, and redirect to the page it came from."""
    chosen, onwards = request.form.get("lang", ""), request.form.get("next", "/")
    response = redirect(onwards if of_this_box(onwards) else "/", 303)
    if chosen in LANGUAGES:
        response.set_cookie("lang", chosen, max_age=365 * 24 * 3600, samesite="Lax")
    return response


def of_this_box(address: str) -> bool:
    """Return whether it is a path here. Browsers read a backslash as a slash and leave tabs and line ends out."""
    return address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()


@routes.get("/trust")
def trust() -> str:
    """Show the page on what the box can see."""
    return render_template("trust.html")


@routes.get("/health")
def health() -> Response:
    """Send ``ok``; 503 with a sentence for everything that does not work: storing, or work in the background."""
    box = services()
    ended = [f"{each.name} has ended: start the box anew." for each in box.background if not each.alive]
    troubled = [
        f"{each.name} is in trouble: the log says why." for each in box.background if each.alive and each.troubled
    ]
    problems = [*box.storing.trouble(), *ended, *troubled]
    return Response(
        "".join(f"{line}\n" for line in problems or ["ok"]), 503 if problems else 200, mimetype="text/plain"
    )
