"""The sheets that are printed for every edition of Abilene: cowboys in the colours of the box."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.text import Text, say
from companion.core.ui.printable import PrintedFigure
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.seats import colour_words

PAINTS: Mapping[str, str] = {
    "red": "#b3261e",
    "blue": "#1f5fa8",
    "yellow": "#f1c232",
    "green": "#2c6e38",
    "black": "#2a2623",
    "white": "#f7f2e8",
}


def turn_over() -> Text:
    """Return the words that say when a sticker is turned over."""
    return say(
        "When a cow is sold, turn it over on the corral: the camera reads the black square, or a phone reads the "
        "QR code."
    )


def cowboys(colours: tuple[str, ...]) -> tuple[PrintedFigure, ...]:
    """Return the cowboys of these colours."""
    words = colour_words()
    return tuple(PrintedFigure("cowboy", PAINTS[colour], words[colour], COWBOYS_EACH) for colour in colours)
