"""What a game makes of a sighting: which figures moved, and whether the rules allow it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.errors import RuleRef
from companion.core.text import Text


class Ruling(StrEnum):
    """``NONE``: nothing has changed, or nothing can be said. ``UNCLEAR``: somebody has to look or to tell."""

    NONE = "none"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Shift:
    """A figure that stood on ``frm`` and stands on ``to`` now: cells, ``town`` or ``jail``.

    ``piece`` is the word for its kind in sightings. Figures of one kind cannot be told apart: where another pairing
    of the same cells is as good, it says the same.
    """

    piece: str
    frm: str
    to: str

    def plain(self) -> dict[str, str]:
        """As ``camera check`` writes it."""
        return {"piece": self.piece, "from": self.frm, "to": self.to}


@dataclass(frozen=True, slots=True)
class Verdict:
    """``cells`` are to be lit (illegal) or to be asked about (unclear); ``reason`` is a sentence, with its rule."""

    ruling: Ruling
    moves: tuple[Shift, ...] = ()
    reason: Text | None = None
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """What ``camera check`` adds to the line of ``camera read``."""
        return {
            "moves": [shift.plain() for shift in self.moves],
            "verdict": self.ruling.value,
            "reason": "" if self.reason is None else str(self.reason),
        }
