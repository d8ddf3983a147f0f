"""A print order: what is printed, for which table, and on which paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion import LANGUAGES
from companion.app.hosting.wifi import Wifi
from companion.boards.board_file import from_text
from companion.boards.layout import Layout
from companion.boards.lookups import terms_of
from companion.core.catalogue import Cards, CardType, read_cards
from companion.core.errors import BadRequest
from companion.core.plugin import Game
from companion.core.text import Text, say
from companion.core.ui.board_page import BoardTerms
from companion.core.ui.printable import Printables
from companion.games import folder_of
from companion.i18n import Translator
from companion.printing.what import DEFAULT_ADDRESS, Paper

MAX_ADDRESS_LENGTH = 60


def checked_address(address: str) -> str:
    """Return the address for printing. Raise BadRequest for one that phones could not open."""
    base = address.rstrip("/")
    if not base.lower().startswith(("http://", "https://")) or len(base) > MAX_ADDRESS_LENGTH or not base.isprintable():
        raise BadRequest(say("The address %(address)s does not look like http://192.168.1.5:8000.", address=base[:80]))
    return base


@dataclass(frozen=True, slots=True)
class Order:
    """An edition of a game, a paper, a language, and the address that QR codes lead to.

    ``table`` is the code of the table that seat cards lead to; "" is the box itself.
    """

    title: Text
    edition: Text
    layout: Layout | None
    printables: Printables
    paper: Paper
    translator: Translator
    address: str
    table: str = ""
    terms: BoardTerms = field(default_factory=BoardTerms)
    drawings: Path = Path()
    """the folder with the drawings of figures, marks and town, by their names"""
    types: Sequence[CardType] = ()
    cards: Cards = ()
    """the cards of the table: its own, or the game's"""
    typed: bool = False
    """whether players have typed the cards"""
    numbered: bool = False
    """whether the cards bear printed markers"""
    wifi: Wifi | None = None
    """shown on seat cards before the table's code"""
    dice: bool = False
    """whether a camera can read the game's dice"""

    def drawing(self, name: str) -> Path:
        """Return the path of a drawing."""
        return self.drawings / f"{name}.svg"


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
