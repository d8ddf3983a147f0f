"""Games played before: players and winners, statistics, and a file of them for export."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, Response, render_template

from companion.app.tables import Tables
from companion.core.money.currency import DOLLARS, POINTS, Currency, Points, Unit
from companion.core.plugin import Game, wins
from companion.core.text import Text, unturning
from companion.store.results import Result, remembered
from companion.web.admin.closing import closed
from companion.web.view.evenings import day_of, groups, records, rivals, subtitle_of, title_of
from companion.web.visit.services import services
from companion.web.words.downloads import download, plain_cell

routes = Blueprint("history", __name__)
COLUMNS = ("ended", "game", "edition", "rank", "name", "score", "unit", "won", "evening")


class Place(NamedTuple):
    """A player's place in the final standings."""

    rank: int
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game in the list."""

    code: str
    title: Text
    edition: Text
    """or the game, where the title is what its table called it"""
    day: datetime
    standings: tuple[Place, ...]
    unit: Unit
    """the unit of the scores"""
    kept: bool
    """whether its table is still there"""
    seq: int
    """number of the event at its end"""


@routes.get("/history")
def history() -> str:
    """Show the games played before."""
    tables = services().tables
    found = remembered(tables.log)
    return render_template(
        "history.html",
        played=played(tables, found),
        groups=groups(found, lambda each: game_of(tables, each)),
        rivals=rivals(found),
        records=records(found, lambda each: game_of(tables, each), lambda each: unit_of(tables, each)),
        closed=closed(tables),
    )


@routes.get("/history.json")
def as_json() -> Response:
    """Send every finished game that is remembered, the oldest first."""
    tables = services().tables
    found = [_plain(tables, each) for each in reversed(remembered(tables.log))]
    return download(json.dumps(found, indent=1), "evenings.json", "application/json")


def _plain(tables: Tables, result: Result) -> dict[str, object]:
    """Return the result as plain data, with the winners marked."""
    game = game_of(tables, result)
    lines = [{**asdict(line), "won": wins(game, line.rank, line.score)} for line in result.standings]
    return {**asdict(result), "standings": lines}


@routes.get("/history.csv")
def as_csv() -> Response:
    """Send every finished game that is remembered, with a line for each place."""
    tables = services().tables
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for each in reversed(remembered(tables.log)):
        unit = unit_of(tables, each)
        for line in each.standings:
            score = unit.written(line.score)
            played_at = (day_of(each).isoformat(timespec="minutes"), each.game, each.edition)
            won = int(wins(game_of(tables, each), line.rank, line.score))
            name, evening = plain_cell(unturning(line.name)), plain_cell(each.evening)
            writer.writerow([*played_at, line.rank, name, score, unit.name, won, evening])
    return download(out.getvalue(), "evenings.csv", "text/csv")


def game_of(tables: Tables, result: Result) -> Game | None:
    """Return the game that was played, if it is still installed."""
    return tables.games.get(result.game, {}).get(result.edition)


def unit_of(tables: Tables, result: Result) -> Unit:
    """Return the unit of a game's scores; dollars, where it is no longer installed."""
    if result.sign is not None:
        name = f"money {result.sign} {result.decimals}" if result.decimals else f"money {result.sign}"
        return Currency(name, result.sign, decimals=result.decimals)
    game = game_of(tables, result)
    unit = game.edition.score_unit if game else DOLLARS
    if game and game.edition_varies:
        unit = POINTS  # its tables' money has a sign
    return replace(unit, parts=10**result.decimals) if isinstance(unit, Points) else unit


def played(tables: Tables, found: Iterable[Result]) -> tuple[HistoryRow, ...]:
    """Return the games that are still installed, the newest first."""
    return tuple(
        HistoryRow(
            each.code,
            title_of(each, game),
            subtitle_of(each, game),
            day_of(each),
            tuple(Place(line.rank, line.name, line.score) for line in each.standings),
            unit_of(tables, each),
            each.kept,
            each.seq,
        )
        for each in found
        if (game := game_of(tables, each))
    )
