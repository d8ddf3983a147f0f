"""Finished games: a read model beside the log, written when a game ends."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.store.log import Log


@dataclass(frozen=True, slots=True)
class Line:
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
    ended: float
    ending: str
    standings: tuple[Line, ...]


def results(log: Log) -> list[Result]:
    """Every finished game, the newest first."""
    rows = log.rows("SELECT code, game, edition, ended, ending, standings FROM results ORDER BY ended DESC")
    return [
        Result(
            code,
            game,
            edition,
            ended,
            ending,
            tuple(Line(line["rank"], line["name"], line["score"]) for line in json.loads(standings)),
        )
        for code, game, edition, ended, ending, standings in rows
    ]
