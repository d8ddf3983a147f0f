"""Finished games: a read model beside the log, written when a game ends."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from companion.store.codec import adapter
from companion.store.log import Log

LATEST = 10**11
"""Seconds since 1970; what is later no calendar can show."""

MOST_DECIMALS = 9
"""What more nobody counts in."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's place in a finished game; ``score`` in the edition's score unit."""

    rank: int
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. ``ended`` is seconds since 1970, ``ending`` the game's code for it."""

    code: str
    game: str
    edition: str
    ended: Annotated[float, Field(ge=0, le=LATEST)]
    ending: str
    standings: tuple[ResultLine, ...]
    demo: bool = False
    """whether it was tried alone, against the box's own players"""
    sign: str | None = None
    """of the money it was scored in, where the table chose it; None: the edition says what it was scored in"""
    decimals: Annotated[int, Field(ge=0, le=MOST_DECIMALS)] = 0
    """how many digits of its scores stand behind the decimal mark"""
    kept: bool = True
    """whether the table is still there, with its log"""


FIELDS = ("code", "game", "edition", "ended", "ending", "standings", "demo", "sign", "decimals", "kept")
QUERY = (
    "SELECT results.code, results.game, results.edition, ended, ending, standings, coalesce(demo, 0), sign, decimals,"
    " tables.code IS NOT NULL"
    " FROM results LEFT JOIN tables USING (code) ORDER BY ended DESC"
)


def results(log: Log) -> list[Result]:
    """Every finished game, the newest first."""
    return list(_sound(log.rows(QUERY)))


def _sound(rows: Sequence[tuple[Any, ...]]) -> Iterator[Result]:
    """The results that are as they were written; the log has the others, too."""
    for row in rows:
        try:
            told = dict(zip(FIELDS, row, strict=True))
            yield adapter(Result).validate_python(
                {
                    **told,
                    "demo": bool(told["demo"]),
                    "kept": bool(told["kept"]),
                    "standings": json.loads(told["standings"]),
                }
            )
        except (ValueError, TypeError, RecursionError):
            logger.warning("a result that cannot be read is left out", exc_info=True)
