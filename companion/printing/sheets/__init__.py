"""All sheets that can be printed: the function that draws each, and its condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion import LANGUAGES
from companion.boards.board_file import from_text
from companion.boards.lookups import terms_of
from companion.core.catalogue import Cards, CardType, read_cards
from companion.core.errors import BadRequest
from companion.core.plugin import Game
from companion.core.text import Text, say
from companion.games import folder_of
from companion.i18n import Translator
from companion.printing.letters import DoesNotFit
from companion.printing.order import Drawer, Order, checked_address
from companion.printing.sheet import Sheet
from companion.printing.sheets.aid import aid
from companion.printing.sheets.board import poster
from companion.printing.sheets.card_list import card_list
from companion.printing.sheets.cards import cards
from companion.printing.sheets.figures import standups, stickers, toppers
from companion.printing.sheets.markers import corners, dice_tray, markers
from companion.printing.sheets.mats import mats
from companion.printing.sheets.seats import scores, seats
from companion.printing.sheets.tiles import tiles
from companion.printing.what import DEFAULT_ADDRESS, Paper, What

DRAWERS: Mapping[What, tuple[Drawer, Callable[[Order], object]]] = {
    What.BOARD: (poster, lambda order: order.layout),
    What.CORNERS: (corners, lambda order: order.layout),
    What.STICKERS: (stickers, lambda order: order.printables.stickers),
    What.SEATS: (seats, lambda order: order.printables.seats),
    What.AID: (aid, lambda order: order.printables.aid),
    What.STANDUPS: (standups, lambda order: order.printables.figures),
    What.TOPPERS: (toppers, lambda order: order.printables.figures),
    What.MATS: (mats, lambda order: order.printables.mats),
    What.TILES: (tiles, lambda order: order.printables.tiles),
    What.CARDS: (cards, lambda order: order.printables.cards),
    What.LIST: (card_list, lambda order: order.cards),
    What.SCORES: (scores, lambda order: order.printables.scores),
    What.MARKERS: (markers, lambda order: order.printables.markers),
    What.DICE: (dice_tray, lambda order: order.dice),
}
"""The function that draws each kind of sheet, and the condition on an order for it."""


def sheet_words() -> Mapping[What, tuple[Text, Text]]:
    """Return the name and the use of each kind of sheet."""
    return {
        What.BOARD: (say("The board"), say("at its true size, in pages to glue together, with the camera's markers")),
        What.CORNERS: (say("Corner markers"), say("to tape beside a board of your own, for the camera")),
        What.STICKERS: (say("Stickers"), say("for under the figures, for the camera and for phones")),
        What.SEATS: (say("Seat cards"), say("a code to scan for every place at the table")),
        What.AID: (say("Player aid"), say("a turn on one page, one for everyone")),
        What.STANDUPS: (say("Figures to fold"), say("of paper, for people without the game")),
        What.TOPPERS: (say("Discs"), say("figures to glue onto coins or corks")),
        What.MATS: (say("Boards and sheets"), say("boards of one page each, at their true size")),
        What.TILES: (say("Tiles and markers"), say("to cut out and lay on the boards, for people without the game")),
        What.CARDS: (say("Cards"), say("a deck of our own to cut out, for people without the game")),
        What.LIST: (say("List of the cards"), say("names and what is on them, for cards that you entered, too")),
        What.SCORES: (say("Score sheet"), say("results of an evening, to be written by hand")),
        What.MARKERS: (say("Markers for the camera"), say("to stick onto cards and to lay at the beginning of rows")),
        What.DICE: (say("The dice tray"), say("a sheet to roll on, from which a camera or a photo reads the dice")),
    }


def _edition(editions: Mapping[str, Game], edition: str) -> Game:
    """Return the edition with this name. Raise BadRequest for one that there is not."""
    if game := editions.get(edition):
        return game
    title = next(iter(editions.values())).title
    raise BadRequest(say("%(game)s has no edition %(edition)s.", game=title, edition=edition[:20]))


def _cards_of(game: Game, text: str) -> tuple[Sequence[CardType], Cards, Cards]:
    """Return the types of the game's cards, its own cards, and those of a catalogue's text. Raise BadRequest."""
    types, builtin = (game.catalogue.types, game.catalogue.builtin) if game.catalogue else ((), ())
    if text and not types:
        raise BadRequest(say("%(game)s is not played with cards of your own.", game=game.title))
    return types, builtin, read_cards(types, text) if text else ()


def order_for(
    editions: Mapping[str, Game],
    edition: str,
    paper: Paper,
    language: str,
    address: str = DEFAULT_ADDRESS,
    table: str = "",
    board: str = "",
    cards: str = "",
    numbered: bool = False,
) -> Order:
    """Return the order for one of a game's editions.

    It is of its own board or of the board file ``board`` (its text), of its own cards or of the catalogue ``cards``
    (its text), whose cards bear markers where they are ``numbered``. Raise BadRequest for an edition, a language, an
    address, a board or cards that cannot be printed.
    """
    game = _edition(editions, edition)
    if language not in LANGUAGES:
        raise BadRequest(
            say("Sheets are printed in one of these languages: %(languages)s.", languages=", ".join(LANGUAGES))
        )
    base = checked_address(address)
    builtin = game.board.layout() if game.board else None
    layout = from_text(board) if board else builtin
    drawings = (folder_of(game.name) or Path()) / "drawings"
    types, builtin_cards, typed = _cards_of(game, cards)
    printables = game.printables_with(typed) if typed else game.printables()
    if printables is None:
        raise BadRequest(say("%(game)s has nothing to print.", game=game.title))
    return Order(
        game.title,
        game.edition.title,
        layout,
        printables,
        paper,
        Translator(language, currency=game.edition.currency),
        base,
        table,
        terms_of(game),
        drawings,
        types,
        typed or builtin_cards,
        bool(typed),
        numbered,
        dice=bool(game.die_looks),
    )


def sheets_of(order: Order) -> tuple[What, ...]:
    """Return the kinds that there are of this game."""
    return tuple(what for what, (_, needed) in DRAWERS.items() if needed(order))


def drawers_of(order: Order, what: Sequence[What]) -> tuple[Drawer, ...]:
    """Return the functions that draw these sheets, all when none is named. Raise BadRequest for a kind there is not."""
    there = sheets_of(order)
    if missing := next((kind for kind in what if kind not in there), None):
        raise BadRequest(
            say(
                "%(game)s has nothing of this kind to print: %(what)s.",
                game=order.title,
                what=sheet_words()[missing][0],
            )
        )
    return tuple(DRAWERS[kind][0] for kind in what or there)


def printed(order: Order, *what: What) -> bytes:
    """Return a PDF with these sheets, all of them when none is named.

    Raise BadRequest for one that the game does not have, and when something does not fit.
    """
    drawers = drawers_of(order, what)
    title = f"{order.translator.translate(order.title)} {order.translator.translate(order.edition)}"
    sheet = Sheet(order.paper.size, title)
    for number, draw in enumerate(drawers):
        if number:
            sheet.next_page()
        try:
            draw(sheet, order)
        except DoesNotFit as words:
            raise BadRequest(say("This does not fit on the sheet: %(words)s", words=str(words)[:100])) from words
    return sheet.pdf()
