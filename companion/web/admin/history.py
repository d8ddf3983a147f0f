"""Games played before, and what they say about who plays here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import mean

from flask import Blueprint, render_template

from companion.app.tables import Tables
from companion.core.capabilities import WithTableEdition
from companion.core.money.currency import DOLLARS, POINTS, Currency, Unit
from companion.core.text import Text
from companion.store.results import Result, results
from companion.web.admin.open_tables import closed
from companion.web.services import services

routes = Blueprint("history", __name__)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game as the list shows it."""

    code: str
    title: Text
    edition: Text
    day: datetime
    standings: tuple[tuple[int, str, int], ...]
    """rank, name, score"""
    unit: Unit
    """what the scores are counted in"""
    demo: bool
    """tried alone: it counts for nobody"""
    kept: bool
    """whether its table is still there"""


@dataclass(frozen=True, slots=True)
class Record:
    """One name over all games here that are scored in ``unit``; people are told apart by their name alone."""

    name: str
    games: int
    wins: int
    average: int
    best: int
    unit: Unit = DOLLARS


@routes.get("/history")
def history() -> str:
    tables = services().tables
    found = results(tables.log)
    rows = records((each for each in found if not each.demo), lambda result: unit_of(tables, result))
    return render_template("history.html", played=played(tables, found), records=rows, closed=closed(tables))


def unit_of(tables: Tables, result: Result) -> Unit:
    """What a game was scored in; dollars, where it is no longer on the shelf."""
    if result.sign is not None:
        name = f"money {result.sign} {result.decimals}" if result.decimals else f"money {result.sign}"
        return Currency(name, result.sign, decimals=result.decimals)
    game = tables.games.get(result.game, {}).get(result.edition)
    if isinstance(game, WithTableEdition):
        return POINTS  # its tables' money has a sign
    return game.edition.score_unit if game else DOLLARS


def played(tables: Tables, found: Iterable[Result]) -> tuple[HistoryRow, ...]:
    """The games that are still on the shelf, the newest first."""
    return tuple(
        HistoryRow(
            each.code,
            game.title,
            game.edition.title,
            datetime.fromtimestamp(each.ended, UTC).astimezone(),
            tuple((line.rank, line.name, line.score) for line in each.standings),
            unit_of(tables, each),
            each.demo,
            each.kept,
        )
        for each in found
        if (game := tables.games.get(each.game, {}).get(each.edition))
    )


def records(found: Iterable[Result], unit: Callable[[Result], Unit] = lambda _: DOLLARS) -> tuple[Record, ...]:
    """Games, victories, average and best score of everybody, most victories first; money and points stay apart."""
    scores: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    names: dict[str, str] = {}
    units: dict[str, Unit] = {}
    for each in found:
        units[unit(each).name] = unit(each)
        for line in each.standings:
            names.setdefault(line.name.casefold(), line.name)
            scores[line.name.casefold(), unit(each).name].append((line.rank, line.score))
    rows = [
        Record(
            names[name],
            len(mine),
            sum(rank == 1 for rank, _ in mine),
            round(mean(score for _, score in mine)),
            max(score for _, score in mine),
            units[counted],
        )
        for (name, counted), mine in scores.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.wins, -row.average, row.name)))
