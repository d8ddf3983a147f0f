"""Every recorded game, wherever it lies: here, and in the folders of games that bring their own."""

from __future__ import annotations

from pathlib import Path

from companion.games import folder_of, registry
from companion.testing import Recordings

FOLDER = Path(__file__).parents[1] / "recorded"
SHELVES = [Recordings(FOLDER), *(Recordings(found / "recorded") for game in registry() if (found := folder_of(game)))]
EVERY = [path for shelf in SHELVES for path in shelf.every]
"""Every recording since the format of version 0.2 (``tests/recorded/README.md``)."""
RECORDED = [path for shelf in SHELVES for path in shelf.newest]
"""The newest recording of each game."""
KINDS = (
    *("western_town_counted_short", "western_town_counted_guided", "unexploded_cow_last_cow_ledger"),
    *("abilene_cows_sold_board", "abilene_last_solvent_bank", "any_game_rounds_over"),
)
OF_EACH_KIND = [path for path in RECORDED if path.stem in KINDS]
"""a game for each kind of phone page; ``make torture`` looks at the others"""


def name_of(path: Path) -> str:
    """Return version and name, for the name of a test."""
    return "/".join(path.with_suffix("").parts[-2:])
