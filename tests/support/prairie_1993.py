"""Positions of the 1993 edition from which several tests start."""

from __future__ import annotations

from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import MoveCowboy, Step
from companion.games.abilene.common.pieces import Mark
from tests.support.table import ANN, BOB, CID, DAN, Night

BOARD = reference_board("abilene-1993")
FAR = {ANN: ("A7-0",), BOB: ("B7-3",), CID: ("D7-3",), DAN: ("E7-3",)}
"""seat -> the cell of its cowboy, far from all other figures"""


def theft() -> tuple[Night, str]:
    """Return a game in which Ann has stolen a cow of Bob's and not placed it yet, and the cell of that cow."""
    night = Night(4)
    cow = BOARD.select("B", Mark.COW_START)[0]
    near = next(node for _, node in BOARD.neighbours[cow] if night.board.free(node) and node != "town")
    night.arrange(cows={"A": ("A2-0",)}, cowboys={**FAR, ANN: (near,)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy(near, cow, 0))
    return night, cow
