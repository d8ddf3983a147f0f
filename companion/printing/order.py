"""A print order: what is printed, for which table, and on which paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.hosting.wifi import Wifi
from companion.boards.layout import Layout
from companion.core.catalogue import Cards, CardType
from companion.core.errors import BadRequest
from companion.core.text import Text, say
from companion.core.ui.board_page import BoardTerms
from companion.core.ui.printable import Printables
from companion.i18n import Translator
from companion.printing.sheet import Sheet
from companion.printing.what import Paper

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


Drawer = Callable[[Sheet, Order], None]
"""A function that draws one kind of sheet, from the current page to the last of that kind."""
