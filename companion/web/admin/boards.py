"""Players' own boards: the shelf of board files, tracing one over a photograph, trying it out.

The photograph stays on the phone: only what was painted over it is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.boards.board_file import from_text, to_json, to_text
from companion.boards.layout import OUTER_EDGE, Layout
from companion.boards.members import BoardRules
from companion.boards.tracing import Sketch, traced
from companion.core.errors import BadRequest, RuleError
from companion.core.plugin import Game
from companion.core.text import Text, say
from companion.core.ui.board_page import BoardTerms, BoardView, Figure
from companion.store.named import Shelf, boards
from companion.web.drawing.board_svg import drawing
from companion.web.drawing.figures_svg import drawn_figures
from companion.web.visit.insiders import limit_uploads, require_uploader
from companion.web.visit.json import body
from companion.web.visit.operations import operation
from companion.web.visit.services import services
from companion.web.words.downloads import download as as_file
from companion.web.words.downloads import plain_name

logger = logging.getLogger(__name__)

routes = Blueprint("boards", __name__)

MAX_STEPS = 6


@dataclass(frozen=True, slots=True)
class Fit:
    """An edition's fit on a board: ``lacks`` names what is missing, None: nothing."""

    game: str
    edition: str
    title: Text
    lacks: Text | None


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board on the shelf: the editions it fits, or the reason why it cannot be read."""

    name: str
    fits: tuple[Fit, ...]
    broken: Text | None = None


@routes.get("/boards")
def shelf() -> str:
    """Show the boards of this box."""
    return render_template("boards.html", boards=[kept_board(name) for name in kept_boards().names()])


@routes.post("/boards")
def upload() -> BaseResponse:
    """Store a board file from elsewhere."""
    sent = request.files.get("file")
    try:
        text = sent.read().decode() if sent else ""
    except UnicodeDecodeError as error:
        raise BadRequest(say("This is not a board file: it is not text.")) from error
    return redirect(url_for("boards.look", name=keep(from_text(text))), 303)


@routes.get("/boards/new")
def trace() -> str:
    """Show the page to trace a board; ``?name=`` goes on with a board of this box."""
    name = request.args.get("name", "")
    started = to_json(layout(name)) if name else None
    return render_template("trace.html", started=started, regions=region_letters(), terms=all_terms())


@dataclass(frozen=True, slots=True)
class TracedBoard:
    """A stored board: its name, and for every game what it still lacks (null: nothing)."""

    name: str
    fits: tuple[Fit, ...]


@routes.post("/api/boards")
@operation("traceBoard", "Keep a board that was painted over a photograph", takes=Sketch)
def save() -> TracedBoard:
    """Store a traced board, and return the games it fits."""
    board = traced(body())
    return TracedBoard(keep(board), fits(board))


@routes.get("/api/boards")
@operation("boards", "Boards of one's own that this box keeps, by name")
def names() -> list[str]:
    """Return the names of the boards of this box."""
    return list(kept_boards().names())


@routes.get("/boards/look")
def look() -> str:
    """Show a board with a figure to try out: ``cell``, ``figure`` (game/edition/figure) and ``steps`` choose it."""
    name, cell = request.args.get("name", ""), request.args.get("cell", "")
    board = layout(name)
    steps = request.args.get("steps", 2, type=int)
    figures = dict(trial_figures())
    figure = request.args.get("figure", next(iter(figures), ""))
    ends: dict[str, Text] = {}
    if cell and figure in figures:
        edition, _, kind = figure.rpartition("/")
        ends = dict(_on_boards()[edition][1].try_move(board, kind, cell, steps))
    placed = {cell: (Figure(figure.rpartition("/")[2]),)} if cell in board.by_id else {}
    view = BoardView(board.name, placed, {}, lit=(*ends, *placed))
    return render_template(
        "board_look.html",
        name=name,
        board=board,
        lone_board=drawing(board, view.regions, {}, brief=True),
        lone_figures=drawn_figures(board, view, {}),
        fits=fits(board),
        figures=figures,
        chosen={"figure": figure, "cell": cell, "steps": steps},
        ends=ends,
        most_steps=MAX_STEPS,
        terms=all_terms(),
    )


@routes.get("/boards/file")
def download() -> Response:
    """Send the board as a file."""
    name = request.args.get("name", "")
    return as_file(kept_boards().text(name), f"{plain_name(name, '-')}.board.json", "application/json")


@routes.post("/boards/forget")
def forget() -> BaseResponse:
    """Delete this board; tables that play on it have a copy."""
    name = request.form.get("name", "")
    require_uploader(kept_boards().kind, name)
    kept_boards().forget(name)
    return redirect("/boards", 303)


def kept_boards() -> Shelf:
    """Return the boards of this box."""
    return boards(services().tables.log)


def layout(name: str) -> Layout:
    """Return a board of this box. Raise BadRequest."""
    return from_text(kept_boards().text(name))


def kept_board(name: str) -> KeptBoard:
    """Return a board of the shelf; one that cannot be read is named with the reason."""
    try:
        return KeptBoard(name, fits(layout(name)))
    except RuleError as error:
        logger.debug("a board that cannot be read", exc_info=True)
        return KeptBoard(name, (), error.text)


def keep(board: Layout) -> str:
    """Store the board and return its name. Raise NotSeated where it would replace another uploader's board."""
    kept = kept_boards()
    with limit_uploads(kept.kind, board.name, board.name in kept.names()):
        kept.keep(board.name, to_text(board), services().tables.clock())
    return board.name


def fits(board: Layout) -> tuple[Fit, ...]:
    """Return every edition that is played on a board, with what this board lacks for it."""
    return tuple(
        Fit(game.name, game.edition.id, say("%(game)s, %(edition)s", game=game.title, edition=game.edition.title), lack)
        for game, on_board in _on_boards().values()
        for lack in (_lack(on_board, board),)
    )


def _on_boards() -> dict[str, tuple[Game, BoardRules]]:
    """Return the editions that are played on a board, by game/edition."""
    every = (game for editions in services().tables.games.values() for game in editions.values())
    return {f"{game.name}/{game.edition.id}": (game, game.board) for game in every if game.board}


def _lack(on_board: BoardRules, board: Layout) -> Text | None:
    try:
        on_board.check(board)
    except RuleError as error:
        logger.debug("board %s is not for this edition", board.name, exc_info=True)
        return error.text
    return None


def trial_figures() -> Iterator[tuple[str, Text]]:
    """Yield every figure of every edition that can be tried out."""
    for name, (game, on_board) in _on_boards().items():
        for figure, words in on_board.figures().items():
            yield f"{name}/{figure}", say("%(figure)s (%(edition)s)", figure=words, edition=game.edition.title)


def region_letters() -> tuple[str, ...]:
    """Return the letters of regions in the games of this box."""
    layouts = (on_board.layout() for _, on_board in _on_boards().values())
    return tuple(sorted({letter for board in layouts for letter in board.regions}))


def all_terms() -> BoardTerms:
    """Return the terms of the games of this box for the things on a board."""
    found = [on_board.terms for _, on_board in _on_boards().values()]
    return BoardTerms(
        figures={kind: words for terms in found for kind, words in terms.figures.items()},
        places={name: words for terms in found for name, words in terms.places.items()},
        marks={mark: words for terms in found for mark, words in terms.marks.items()} | {OUTER_EDGE: say("Outer edge")},
        region=next((terms.region for terms in found), None),
    )
