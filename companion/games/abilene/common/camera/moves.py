"""What a player did in the cattle and cowboy steps, one figure at a time (rules 1993 §8-§11)."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.abilene.common.board.movement import MoveKind


class Move(NamedTuple):
    """One move with all that followed from it; ``die`` is the face. A tuple, because a search makes thousands.

    ``other`` is the seat of the enemy in a duel, ``winner`` the seat that won it, ``placed`` where the stolen cow or
    the loser of the duel was put (a cell or ``movement.JAIL``).
    """

    piece: str
    frm: str
    to: str
    die: int
    what: MoveKind
    other: str = ""
    winner: str = ""
    placed: str = ""


MoveSequence = tuple[Move, ...]
"""Deeds in an order in which they are all legal."""


def canonical_key(sequence: MoveSequence) -> frozenset[tuple[object, ...]]:
    """What a sequence comes to: whoever reads it cares neither for the order nor for which die was used for what."""
    return frozenset((d.piece, d.frm, d.to, d.what, d.other, d.winner, d.placed) for d in sequence)
