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
from companion.store.people import People

LATEST = 10**11
"""Seconds since 1970: the last moment that a calendar can show."""

MAX_DECIMALS = 9
"""More digits than any game needs."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's place in a finished game; ``name`` is "" once the player was taken out."""

    rank: int
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class FeatLine:
    """A feat of a game, worth a record, see ``companion.core.feats``; ``name`` is "" where it is no single player's."""

    kind: str
    amount: int
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game. ``ended`` is seconds since 1970, ``ending`` the game's code for it.

    Without ``standings`` the players are not remembered.
    """

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
    decimals: Annotated[int, Field(ge=0, le=MAX_DECIMALS)] = 0
    """how many digits of its scores stand behind the decimal mark"""
    kept: bool = True
    """whether the table is still there, with its log"""
    feats: tuple[FeatLine, ...] = ()
    seq: int = 0
    """number of the event that ended it"""
    evening: str = ""
    """the name that its table gave it, where people play many games as one"""


FIELDS = (
    "code",
    "game",
    "edition",
    "ended",
    "ending",
    "standings",
    "demo",
    "sign",
    "decimals",
    "kept",
    "feats",
    "seq",
    "evening",
)
QUERY = (
    "SELECT results.code, results.game, results.edition, ended, ending, standings, coalesce(demo, 0), sign, decimals,"
    " tables.code IS NOT NULL, feats, seq, evening"
    " FROM results LEFT JOIN tables USING (code) ORDER BY ended DESC"
)


def results(log: Log) -> list[Result]:
    """Return every finished game, the newest first, with the names that people are called by today."""
    people = People.of(log)
    return list(_readable(log.rows(QUERY), people))


def remembered(log: Log) -> list[Result]:
    """Return the games whose players are remembered, except those that were tried alone."""
    return [each for each in results(log) if each.standings and not each.demo]


def _readable(rows: Sequence[tuple[Any, ...]], people: People) -> Iterator[Result]:
    """Yield the results that can be read; the log has the others, too."""

    def named_lines(text: str) -> list[Any]:
        return [{**line, "name": people.called(line["name"])} for line in json.loads(text)]

    for row in rows:
        try:
            values = dict(zip(FIELDS, row, strict=True))
            yield adapter(Result).validate_python(
                {
                    **values,
                    "demo": bool(values["demo"]),
                    "kept": bool(values["kept"]),
                    "standings": named_lines(values["standings"]),
                    "feats": named_lines(values["feats"]),
                }
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            logger.warning("a result that cannot be read is left out", exc_info=True)
