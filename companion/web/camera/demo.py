"""The page of the demo board: without a camera its figures are moved here, and a simulated camera films them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.app.camera.demo_board import ASIDE
from companion.app.camera.session import CameraSession
from companion.boards.lookups import board_of, expected_at, owners_of
from companion.core.ui.board_page import BoardView, Figure
from companion.web.camera.page import NOBODY, Owner, owners_at
from companion.web.view.reader import everybody
from companion.web.view.values import Ground, Standing, ground, standing
from companion.web.visit.insiders import check_operator
from companion.web.visit.visit import Visit, at_table

routes = Blueprint("drawn", __name__)


@dataclass(frozen=True, slots=True)
class DemoPage:
    """The demo board on its page; ``places`` are those with a figure."""

    code: str
    game: str
    ground: Ground | None
    standing: Standing | None
    cells: tuple[str, ...]
    places: tuple[str, ...]
    aside: tuple[tuple[str, Owner], ...]
    """(place to lift from, owner) of the figures beside the board"""


@routes.get("/t/<code>/drawn")
@at_table()
def drawn(visit: Visit) -> str:
    """Show the demo board."""
    return render_template("drawn.html", drawn=demo_page(visit))


@routes.get("/t/<code>/drawn/part")
@at_table()
def drawn_part(visit: Visit) -> str:
    """Send the changing part of the demo board's page."""
    return render_template("parts/drawn_main.html", drawn=demo_page(visit))


@routes.post("/t/<code>/drawn")
@at_table()
def move(visit: Visit) -> BaseResponse:
    """Move a figure, or put all at the places in the box's state."""
    session = demo_session(visit)
    check_operator(visit)
    game, table = visit.live.game, visit.table
    layout, expected = board_of(game, table), expected_at(game, table)
    with session.lock:
        if request.form.get("do") == "put" and expected and session.demo_board:
            session.demo_board.put(expected)
        elif layout and session.demo_board:
            session.demo_board.move(layout, request.form.get("frm", ""), request.form.get("to", ""))
    return redirect(f"/t/{table.code}/drawn", 303)


def demo_session(visit: Visit) -> CameraSession:
    """Return the session of the camera that films this table's demo board; 404 otherwise."""
    session = visit.box.camera
    if session.demo_board is None or session.table != visit.code:
        abort(404)
    return session


def demo_page(visit: Visit) -> DemoPage:
    """Return the demo board for its page."""
    session = demo_session(visit)
    game, table = visit.live.game, visit.table
    moment = visit.reader().moment
    layout = board_of(game, table)
    assert session.demo_board
    assert layout
    figures = session.demo_board.figures
    owner_of, owners = owners_of(game, table), owners_at(game, table)
    here: dict[str, tuple[Figure, ...]] = {cell: (_figure(kind, owner_of),) for cell, kind in figures.cells.items()}
    here |= {area: tuple(_figure(kind, owner_of) for kind in kinds) for area, kinds in figures.areas.items()}
    believed = everybody(moment).page.board
    regions = believed.regions if believed else {}
    areas = [f"{area}/{kind}" for area, kinds in figures.areas.items() for kind in sorted(set(kinds))]
    aside = tuple((f"{ASIDE}/{kind}", owners.get(kind, NOBODY)) for kind in session.demo_board.aside)
    board = BoardView(layout.name, here, regions)
    return DemoPage(
        visit.code,
        moment.game,
        ground(moment, board),
        standing(moment, board),
        tuple(layout.by_id),
        (*sorted(figures.cells), *areas),
        aside,
    )


def _figure(kind: str, owners: Mapping[str, str]) -> Figure:
    """Return a figure of this kind on the board of the page."""
    return Figure(kind.partition(":")[0], owners.get(kind))
