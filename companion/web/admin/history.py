"""Games played before, and what they say about who plays here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import mean

from flask import Blueprint, render_template

from companion.app.tables import Tables
from companion.core.text import Text
from companion.store.results import Result, results
from companion.web.services import services

routes = Blueprint("history", __name__)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game as the list shows it."""

    code: str
    title: Text
    edition: Text
    day: datetime
    standings: tuple[tuple[int, str, int], ...]
    """rank, name, score"""


@dataclass(frozen=True, slots=True)
class Record:
    """One name over all games here; people are told apart by their name alone. Money in dollars."""

    name: str
    games: int
    wins: int
    average: int
    best: int


@routes.get("/history")
def history() -> str:
    found = results(services().tables.log)
    return render_template("history.html", played=played(services().tables, found), records=records(found))


def played(tables: Tables, found: Iterable[Result]) -> tuple[Played, ...]:
    """The games that are still on the shelf, the newest first."""
    return tuple(
        Played(
            each.code,
            game.title,
            game.edition.title,
            datetime.fromtimestamp(each.ended, UTC).astimezone(),
            tuple((line.rank, line.name, line.score) for line in each.standings),
        )
        for each in found
        if (game := tables.games.get(each.game, {}).get(each.edition))
    )


def records(found: Iterable[Result]) -> tuple[Record, ...]:
    """Games, victories, average and best score of everybody, most victories first."""
    scores: dict[str, list[tuple[int, int]]] = defaultdict(list)
    names: dict[str, str] = {}
    for each in found:
        for line in each.standings:
            names.setdefault(line.name.casefold(), line.name)
            scores[line.name.casefold()].append((line.rank, line.score))
    rows = [
        Record(
            names[key],
            len(mine),
            sum(rank == 1 for rank, _ in mine),
            round(mean(score for _, score in mine)),
            max(score for _, score in mine),
        )
        for key, mine in scores.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.wins, -row.average, row.name)))
