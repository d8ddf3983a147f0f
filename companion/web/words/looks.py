"""The style sheets of a page, joined in one file.

A look is named after the pages that wear it: ``phone.css`` for a player's page, ``screen.css`` for the table screen,
``paper.css`` for one that is printed, ``page.css`` for all others. The pages of one game wear ``phone-GAME.css`` and so
on: the same, then what lies in the game's own ``static`` folder: ``world.css`` (its sky, spark, trim and scene),
``pieces.css`` (figures, dice, cubes), and ``screen.css`` on the table screen, ``game.css`` on all other pages. A game
without a world has that of the house.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

EVERYWHERE = ("tokens", "base", "badges", "buttons", "folds", "fields", "money", "dice", "notices", "choices", "ballot")
ON_A_PHONE = (
    "board",
    "players",
    "result",
    "dialogs",
    "hat",
    "lessons",
    "dock",
    "tabs",
    "join",
    "setup",
    "photos",
    "moments",
)
ON_A_SCREEN = ("tokens", "base", "badges", "buttons", "dice", "notices", "board", "dialogs", "lessons", "moments")
TELEVISION = ("frame", "standings", "board", "votes", "gathering", "result", "moments")
"""the sheets of the table screen alone, which wears none of a phone's"""
GAME_SHEETS = {"screen": "screen"}
"""look -> the sheet of a game that it wears besides its world and pieces; the others wear its ``game.css``"""
LOOKS: Mapping[str, tuple[str, ...]] = {
    "phone": (*EVERYWHERE, *ON_A_PHONE),
    "screen": (*ON_A_SCREEN, *(f"television/{sheet}" for sheet in TELEVISION)),
    "paper": ("paper",),
    "page": (*EVERYWHERE, *ON_A_PHONE, "home", "records", "camera", "drawing"),
}
"""Look -> its sheets of ``companion/static/look``, in the order in which they count."""
ASIDE = re.compile(rb"/\*(?!!).*?\*/\s*", re.DOTALL)
"""a comment, but for one of a licence"""
ROOM = re.compile(rb"\s*([{};])\s+|([:,]) (?! )")
"""the room round a rule and in its declarations, which only a reader needs"""
ADDRESS = re.compile(rb'url\("(?!data:)')


def looks(found: Mapping[str, bytes], games: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the text of each look; ``found``: file -> what it holds."""
    worlds = [f"games/{game}/world.css" for game in games]
    for look, sheets in LOOKS.items():
        shared = [f"look/{sheet}.css" for sheet in sheets]
        yield f"{look}.css", _joined(found, [*shared, *worlds])
        for game in games:
            game_sheets = (f"games/{game}/{sheet}.css" for sheet in ("world", "pieces", GAME_SHEETS.get(look, "game")))
            yield f"{look}-{game}.css", _joined(found, [*shared, *game_sheets])


def _joined(found: Mapping[str, bytes], names: Iterable[str]) -> bytes:
    sheets = (_moved(found[name], name.rpartition("/")[0]) for name in names if name in found)
    return b"\n".join(ROOM.sub(rb"\1\2", ASIDE.sub(b"", sheet)).replace(b";}", b"}") for sheet in sheets)


def _moved(sheet: bytes, folder: str) -> bytes:
    """Return the sheet with the addresses in it taken from the folder above its own."""
    return ADDRESS.sub(b'url("' + folder.encode() + b"/", sheet)
