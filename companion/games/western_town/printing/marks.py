"""Which marker means what on our own prints."""

from __future__ import annotations

from companion.boards.printed_markers import TILES, corners_of
from companion.games.western_town.cards.reading import own_contents

BARE, DESTROYED, *FOR_TILES = TILES
"""``BARE`` is on cells and printed buildings: nothing lies there"""


def corner_numbers(board: int) -> tuple[int, ...]:
    """Those of the corners of a player's board: top left, top right, bottom right, bottom left."""
    return corners_of(board)


def tile_numbers() -> dict[str, int]:
    """The marker on each tile of our own set, by its name."""
    return dict(zip(own_contents().tiles, FOR_TILES, strict=False))
