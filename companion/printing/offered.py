"""The kinds of sheets that an order can have, with their names. Nothing is drawn here: the box only offers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.errors import BadRequest
from companion.core.text import Text, say
from companion.printing.order import Order
from companion.printing.what import What

NEEDED: Mapping[What, Callable[[Order], object]] = {
    What.BOARD: lambda order: order.layout,
    What.CORNERS: lambda order: order.layout,
    What.STICKERS: lambda order: order.printables.stickers,
    What.SEATS: lambda order: order.printables.seats,
    What.AID: lambda order: order.printables.aid,
    What.STANDUPS: lambda order: order.printables.figures,
    What.TOPPERS: lambda order: order.printables.figures,
    What.MATS: lambda order: order.printables.mats,
    What.TILES: lambda order: order.printables.tiles,
    What.CARDS: lambda order: order.printables.cards,
    What.LIST: lambda order: order.cards,
    What.SCORES: lambda order: order.printables.scores,
    What.MARKERS: lambda order: order.printables.markers,
    What.DICE: lambda order: order.dice,
}
"""The part of an order that each kind of sheet shows; a kind is offered where there is one."""


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


def sheets_of(order: Order) -> tuple[What, ...]:
    """Return the kinds that there are of this game."""
    return tuple(what for what, needed in NEEDED.items() if needed(order))


def chosen(order: Order, kinds: Sequence[What]) -> tuple[What, ...]:
    """Return the kinds to draw, all when none is named. Raise BadRequest for a kind there is not."""
    offered = sheets_of(order)
    if missing := next((kind for kind in kinds if kind not in offered), None):
        raise BadRequest(
            say(
                "%(game)s has nothing of this kind to print: %(what)s.",
                game=order.title,
                what=sheet_words()[missing][0],
            )
        )
    return tuple(kinds or offered)
