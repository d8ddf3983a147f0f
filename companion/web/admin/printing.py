"""The page *Print* and its PDFs.

A sheet is drawn by a process of its own: the phones do not wait for it, and the box stays small.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response as BaseResponse

from companion.boards.lookups import marked_table_of, sticker_choice
from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.messages import Message
from companion.core.plugin import Game
from companion.core.text import Text, say
from companion.core.ui.choice import Choice
from companion.core.ui.printable import Printables
from companion.printing.offered import chosen, sheet_words, sheets_of
from companion.printing.order import order_for
from companion.printing.what import Paper, What
from companion.store.named import boards, catalogues
from companion.web.visit.guard import RETRY_SECONDS, OneAtATime
from companion.web.visit.services import services, wifi_here
from companion.web.visit.tokens import tables_of
from companion.web.visit.visit import Right, Visit, at_table, visit_table
from companion.web.words import i18n
from companion.web.words.downloads import download

routes = Blueprint("printing", __name__)
logger = logging.getLogger(__name__)

LOOPBACK = ("localhost", "127.", "[::1]")
SECONDS = 180
gate = OneAtATime()
"""Two cores, and a game may be going on."""


class PrintedDeck(NamedTuple):
    """The cards to print: a catalogue as text ("" is the game's own), and whether they bear markers."""

    file: str = ""
    numbered: bool = False


BUILTIN_CARDS = PrintedDeck()


class StickerShowing(NamedTuple):
    """The command that shows a sticker at a table, as this phone may give it."""

    table: str
    seat: str
    choice: Choice


@routes.get("/print")
def page() -> str:
    """Show the sheets of an edition: of the one that is asked for, that of the cards, else of the first."""
    found = {f"{game.name}/{game.edition.id}": game for game, _ in printing_games()}
    edition = request.args.get("edition", "")
    owner = request.args.get("cards", "").partition("/")[0]
    of_cards = next((each for each in found.values() if each.name == owner), next(iter(found.values())))
    game = found.get(edition, of_cards)
    table, board = request.args.get("table", "").upper(), request.args.get("board", "")
    tables = [row.code for row in services().tables.log.tables(12)]
    return render_template(
        "print.html",
        editions=[(id, each.title, each.edition.title) for id, each in found.items()],
        kinds=kinds(game, table if table in tables else ""),
        paper=request.args.get("paper", Paper.A4.value),
        language=request.args.get("language", i18n.language()),
        boards=boards(services().tables.log).names(),
        board=board,
        edition=f"{game.name}/{game.edition.id}",
        lists=lists(game),
        cards=request.args.get("cards", ""),
        numbered="numbered" in request.args,
        table=table,
        tables=tables,
    )


def kinds(game: Game, table: str) -> Mapping[str, tuple[Text, Text]]:
    """Return the sheets of the edition with the cards that are asked for, or with those of the table.

    A list of another game's cards is ignored.
    """
    name, chosen = game.name, BUILTIN_CARDS
    try:
        chosen = deck(name, table)
    except RuleError:  # cards of another game, or a table that cannot be read
        logger.debug("the page shows the sheets of the game's own cards", exc_info=True)
    editions = services().tables.games[name]
    order = order_for(editions, game.edition.id, Paper.A4, i18n.language(), cards=chosen.file, numbered=chosen.numbered)
    return {what.value: sheet_words()[what] for what in sheets_of(order)}


def lists(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the players' own lists of cards for the game: the value in a request, and the name."""
    if game.catalogue is None:
        return ()
    return tuple((f"{game.name}/{name}", name) for name in catalogues(services().tables.log, game.name).names())


def deck(game: str, table: str) -> PrintedDeck:
    """Return the cards that the request names, else those of the table, of this game. Raise BadRequest or NotFound.

    The named table, or else a tick, says whether they bear markers.
    """
    numbered, file = "numbered" in request.args, ""
    if table and (live := services().tables.live(table)).game.name == game:
        numbered = numbered or marked_table_of(live.game, live.table) is not None
        file = live.table.catalogue.file if live.table.catalogue else ""
    owner, _, name = request.args.get("cards", "").partition("/")
    if name and owner != game:
        raise BadRequest(say("%(name)s are cards of another game.", name=name[:40]))
    return PrintedDeck(catalogues(services().tables.log, game).text(name) if name else file, numbered)


def printing_games() -> Iterator[tuple[Game, Printables]]:
    """Yield every edition with something to print, with its sheets."""
    for game in (game for editions in services().tables.games.values() for game in editions.values()):
        if printables := game.printables():
            yield game, printables


@routes.get("/K/<code>")
def sticker(code: str) -> str:
    """Show the sticker with the QR code under a figure, and a button to show it to each table that waits for it."""
    stickers = {each.code: (game.name, each) for game, printed in printing_games() for each in printed.stickers}
    if code.upper() not in stickers:
        abort(404)
    name, found = stickers[code.upper()]
    return render_template(f"{name}/sticker.html", sticker=found, shows=shows(code.upper()))


@routes.post("/t/<code>/s/<seat>/sticker/<sticker>")
@at_table(Right.ACT)
def show(visit: Visit, sticker: str) -> BaseResponse:
    """Show the sticker that a phone has read to the table."""
    choice = sticker_choice(visit.live.game, visit.table, visit.acting, sticker)
    if choice is None:
        raise NotNow(say("The sticker is shown after the votes are revealed."))
    command = visit.live.codec.public(Message(choice.kind, choice.fixed))
    visit.box.tables.act(visit.code, visit.acting, command)
    return redirect(f"/t/{visit.code}/s/{visit.acting}", 303)


def shows(code: str) -> tuple[StickerShowing, ...]:
    """Return the tables that wait for this phone's sticker: one tap shows this one."""
    found = []
    for table in tables_of(request):
        try:
            visit = visit_table(table)
        except RuleError:  # a table of another evening, or one that cannot be read
            logger.debug("a table that shows no sticker", exc_info=True)
            continue
        for seat in visit.roles:
            if choice := sticker_choice(visit.live.game, visit.table, seat, code):
                found.append(StickerShowing(table, seat, choice))
    return tuple(found)


@routes.get("/print/<what>.pdf")
def sheet(what: str) -> Response:
    """Send the PDF; a request that cannot be printed is refused before anything is drawn."""
    if what != "all" and what not in list(What):
        abort(404)
    name, _, edition = request.args.get("edition", "").partition("/")
    paper, language = request.args.get("paper", Paper.A4.value), request.args.get("language", i18n.language())
    table = visit_table(code).code if (code := request.args.get("table", "")) else ""
    editions = services().tables.games.get(name)
    if editions is None or paper not in list(Paper):
        raise BadRequest(say("There is no such sheet."))
    name_of_board = request.args.get("board", "")
    board = boards(services().tables.log).text(name_of_board) if name_of_board else ""
    cards = deck(name, table)
    order = order_for(editions, edition, Paper(paper), language, address(), table, board, cards.file, cards.numbered)
    chosen(order, () if what == "all" else (What(what),))
    wishes = {"paper": paper, "game": name, "edition": edition, "language": language, "address": address()}
    wishes |= {"wifi": str(services().wifi.path)} if wifi_here() else {}
    pdf = drawn(what, {**wishes, "table": table, "output": "-"}, board, cards)
    # A download, not a page: viewers inside browsers scale it, and the box's content policy blocks them.
    return download(pdf, f"{name}-{what}-{paper}-{language}.pdf", "application/pdf")


def drawn(what: str, wishes: dict[str, str], board: str = "", cards: PrintedDeck = BUILTIN_CARDS) -> bytes:
    """Return the PDF of the other process, which reads a board file from its input, and cards from a file.

    Raise BadRequest when it could not be drawn, ServiceUnavailable while another one is being drawn, and where the
    box is too busy to draw it in time.
    """
    options = [f"--{name}={value}" for name, value in wishes.items()]
    command = [sys.executable, "-m", "companion.printing", what, *options]
    if board:
        command.append("--board=-")
    if cards.numbered:
        command.append("--numbered")
    with gate, NamedTemporaryFile("w", encoding="utf-8", suffix=".csv") as file:
        if cards.file:
            file.write(cards.file)
            file.flush()
            command.append(f"--cards={file.name}")
        try:
            done = subprocess.run(command, input=board.encode(), capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            raise ServiceUnavailable(retry_after=RETRY_SECONDS) from error
    if done.returncode:
        raise BadRequest(say("This sheet could not be drawn."))
    return done.stdout


def address() -> str:
    """Return the address for codes on paper: the one this page was opened at, unless that is this machine's own."""
    here = f"{request.scheme}://{request.host}"
    return (services().address or here) if request.host.startswith(LOOPBACK) else here
