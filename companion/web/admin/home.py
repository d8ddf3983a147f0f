"""The first page: the last evening, a field for a code, the games as tiles; the page of one game; language; trust."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from companion import LANGUAGES
from companion.app.hosting.places import open_table_at
from companion.app.tables import Tables
from companion.core.capabilities import WithBots
from companion.core.errors import BadRequest
from companion.core.plugin import Game
from companion.core.referee.lobby_page import level_words
from companion.core.table.table import Level, TablePhase
from companion.core.table.table_messages import SetRemembering, TakeSeat
from companion.core.text import Text, say
from companion.printing.what import place_number
from companion.store import phones
from companion.store.storage import is_address
from companion.web.admin.captive import welcome
from companion.web.admin.open_tables import LostTable, OpenTable, listed
from companion.web.visit.services import forget_old_seats, services

routes = Blueprint("home", __name__)
routes.after_request(forget_old_seats)


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A game as the shelf shows it."""

    name: str
    title: Text
    editions: tuple[tuple[str, Text], ...]
    players: dict[str, int]
    minutes: int
    needs: Text
    levels: tuple[tuple[str, Text], ...]
    bots: bool
    """whether the box can play, so that it can be tried alone"""


@routes.get("/")
def home() -> str:
    """Return the first page; at a numbered table of the house the games alone, nothing of other tables."""
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
    """What one most likely goes on with: where this phone plays, else where something has happened last."""
    real = (table for table in found if not table.demo or (table.mine and table.phase is not TablePhase.OVER))

    def likely(table: OpenTable) -> tuple[bool, datetime]:
        return bool(table.mine) and table.phase is not TablePhase.OVER, table.played or table.opened

    return max(real, key=likely, default=None)


@routes.get("/games/<name>")
def game(name: str) -> str:
    """One game of the shelf: how it is played, and who opens a table for it."""
    editions = services().tables.games.get(name)
    if not editions:
        abort(404)
    chosen, each = on_shelf(tuple(editions.values())), [game.edition for game in editions.values()]
    place = place_number(request.args.get("place", ""))
    return render_template("game.html", chosen=chosen, editions=each, place=place, key=phones.new_key())


@routes.get("/p/<place>")
@routes.get("/P/<place>")
def at_place(place: str) -> BaseResponse:
    """Where the code on a numbered table of the house leads: to the game there, or to where one is chosen for it."""
    number = place_number(place)
    if number is None:
        abort(404)
    code = open_table_at(services().tables, number)
    return redirect(f"/j/{code}" if code else f"/?place={number}", 303)


def on_shelf(games: tuple[Game, ...]) -> OnShelf:
    """The editions of a game for the shelf; what they share is taken from the first."""
    editions = tuple(game.edition for game in games)
    words = level_words(games[0])
    return OnShelf(
        games[0].name,
        games[0].title,
        tuple((edition.id, edition.title) for edition in editions),
        {"min": min(each.players[0] for each in editions), "max": max(each.players[1] for each in editions)},
        editions[0].minutes,
        editions[0].needs,
        tuple((level.value, words[level]) for level in reversed(editions[0].levels)),
        any(isinstance(game, WithBots) for game in games),
    )


def new_table(tables: Tables, name: str, edition: str, level: str | None, demo: bool) -> str:
    """Opens a table as the form or the API asks; at a table to try alone the box's own players sit down beside one.

    The level, where none is wished for and at a table to try alone, is the edition's usual one. Raises BadRequest,
    NotNow where the box has no room for more, or TooManyRequests.
    """
    if not services().opens.allows(request.remote_addr or ""):
        raise TooManyRequests
    game = tables.game(name, edition)
    wanted = game.edition.levels[0] if demo or level is None else level
    if wanted not in list(Level) or (demo and not isinstance(game, WithBots)):
        raise BadRequest(say("This game cannot be played that way."))
    code = tables.open_table(game.name, game.edition.id, Level(wanted), demo)
    if is_address(tables.log.where):  # the box of a house with guests, who are not remembered unasked
        tables.act(code, None, SetRemembering(remembered=False))
    if demo and services().camera.demo_board:
        services().camera.serve(code)  # its camera films whatever table is tried out
    most = game.edition.players[1]
    for bot in game.bot_names[: most - 1] if demo and isinstance(game, WithBots) else ():
        tables.act(code, None, TakeSeat(bot, {}, box=True))
    return code


@routes.post("/language")
def language() -> BaseResponse:
    wanted, onwards = request.form.get("lang", ""), request.form.get("next", "/")
    response = redirect(onwards if of_this_box(onwards) else "/", 303)
    if wanted in LANGUAGES:
        response.set_cookie("lang", wanted, max_age=365 * 24 * 3600, samesite="Lax")
    return response


def of_this_box(address: str) -> bool:
    """Whether it is a path here. Browsers read a backslash as a slash and leave tabs and line ends out."""
    return address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()


@routes.get("/trust")
def trust() -> str:
    return render_template("trust.html")


@routes.get("/health")
def health() -> Response:
    """``ok``; 503 with a sentence for everything that does not work: storing, or work in the background."""
    box = services()
    ended = [f"{each.name} has ended: start the box anew." for each in box.background if not each.alive]
    troubled = [
        f"{each.name} is in trouble: the log says why." for each in box.background if each.alive and each.troubled
    ]
    said = [*box.storing.trouble(), *ended, *troubled]
    return Response("".join(f"{line}\n" for line in said or ["ok"]), 503 if said else 200, mimetype="text/plain")
