"""The home page, the page of a game, the choice of a language, the page on trust, and the health check."""

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
    """Show the home page. With ``?place=``, the code of a numbered table of the house, show the games only."""
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

    def plays_here(table: OpenTable) -> bool:
        return bool(table.phone_seats) and table.phase is not TablePhase.OVER

    def likelihood(table: OpenTable) -> tuple[bool, datetime]:
        return plays_here(table), table.played or table.opened

    candidates = (table for table in found if plays_here(table) or not table.demo)
    return max(candidates, key=likelihood, default=None)


@routes.get("/games/<name>")
def game(name: str) -> str:
    """Show the page of a game: what it is about, and the form that opens a table."""
    editions = services().tables.games.get(name)
    if not editions:
        abort(404)
    chosen = on_shelf(tuple(editions.values()))
    return render_template(
        "game.html",
        chosen=chosen,
        editions=[game.edition for game in editions.values()],
        place=place_number(request.args.get("place", "")),
        alone=bool(chosen.bots) and "alone" in request.args,
        key=phones.new_key(),
    )


@routes.get("/p/<place>")
@routes.get("/P/<place>")
def at_place(place: str) -> BaseResponse:
    """Redirect to the game at a numbered table of the house, or to the choice of one if there is none."""
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
    """Return whether the address is a path of this box, and no redirect to another site.

    Browsers read a backslash as a slash, and drop tabs and line ends.
    """
    return address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()


@routes.get("/trust")
def trust() -> str:
    """Show the page on what the box can see."""
    return render_template("trust.html")


@routes.get("/health")
def health() -> Response:
    """Send ``ok``, or status 503 with a sentence for each problem of the storage or of the background work."""
    box = services()
    problems = [
        *box.storing.trouble(),
        *(f"{work.name} has ended: start the box anew." for work in box.background if not work.alive),
        *(f"{work.name} is in trouble: the log says why." for work in box.background if work.alive and work.troubled),
    ]
    text = "".join(f"{line}\n" for line in problems or ["ok"])
    return Response(text, 503 if problems else 200, mimetype="text/plain")
