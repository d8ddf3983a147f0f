"""A game's verdict on an observation: which figures moved, and whether the rules allow it.

A ``Verdict`` is on a frame alone; a ``Judgement`` is what it means to a table, with what can be tapped there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from companion.boards.observation import Observation
from companion.core.errors import RuleRef
from companion.core.messages import Command
from companion.core.text import Text


class Ruling(StrEnum):
    """The ruling on a frame. ``NONE``: nothing has changed, or nothing can be said. ``UNCLEAR``: a player has to look.

    ``FAILED``: the game's own judge has failed; no verdict on a frame is that.
    """

    NONE = "none"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    FAILED = "failed"


SENSIBLE = frozenset({Ruling.NONE, Ruling.LEGAL})
"""The rulings with which no player has to be asked."""
PUZZLING = frozenset({Ruling.UNCLEAR, Ruling.ILLEGAL})
"""The rulings with which a player is asked, or gets an objection."""


@dataclass(frozen=True, slots=True)
class Displacement:
    """The move of a figure from ``frm`` to ``to``: cells, town, areas, or ``beside`` the board.

    ``piece`` is the word for its kind in observations. Figures of one kind cannot be told apart: where another pairing
    of the same cells is as good, it says the same.
    """

    piece: str
    frm: str
    to: str

    def plain(self) -> dict[str, str]:
        """Return it as ``camera check`` writes it."""
        return {"piece": self.piece, "from": self.frm, "to": self.to}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a frame: ``cells`` are lit (illegal) or asked about (unclear); ``reason`` includes its rule."""

    ruling: Ruling
    moves: tuple[Displacement, ...] = ()
    reason: Text | None = None
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return what ``camera check`` adds to the line of ``camera read``."""
        return {
            "moves": [move.plain() for move in self.moves],
            "verdict": self.ruling.value,
            "reason": "" if self.reason is None else str(self.reason),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation in words of what was seen, and the command that makes it count."""

    title: Text
    command: Command


@dataclass(frozen=True, slots=True)
class Judgement:
    """The meaning of an observation to a table. ``seat`` is asked; ``sentence`` is for everybody.

    ``proposals`` are the explanations of something legal, to pick from; ``allow`` are ways to let what is illegal
    stand, of which the first that the table takes is offered: a command that the rules refuse is to be allowed
    anyway. ``at_once``: the table wants a single legal explanation applied unasked. ``moves``: where figures went from
    and to, as far as it is known.
    """

    ruling: Ruling
    seat: str = ""
    sentence: Text | None = None
    rule: RuleRef | None = None
    cells: tuple[str, ...] = ()
    proposals: tuple[Explanation, ...] = ()
    allow: tuple[Command, ...] = ()
    at_once: bool = False
    moves: tuple[tuple[str, str], ...] = ()


class Umpire(Protocol):
    """A judge of an evening's pictures in their order, without a table: each is a change from the last one."""

    @property
    def believed(self) -> Observation | None:
        """Return what a faultless camera would see after the last picture, if what is believed explains it whole."""

    def start(self, observation: Observation) -> None:
        """Set the figures as they were seen, whatever came before."""

    def play(self, observation: Observation, turn: int, seat: str, dice: Mapping[str, Sequence[int]]) -> Verdict:
        """Return the verdict on a picture taken in a turn of the seat (its region's name), with the dice by their kind.

        Raise BadRequest for a seat that does not play.
        """
