"""Tallies of finished games: the ranking, and what of it is worth a record.

They are written beside the log in the transaction that ends a game. A table that is not to be remembered leaves only
that it was played.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence

from companion.core.feats import Feat
from companion.core.money.currency import POINTS, Points, Unit
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import last_game
from companion.core.table.events import GameEnded, RememberingChanged, Undone
from companion.core.table.table import Ending, Table, everybody
from companion.store.storage import DamagedFile, Transaction

RESULT = (
    "INSERT INTO results (code, seq, game, edition, ended, ending, standings, sign, decimals, feats,"
    " evening) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (code, seq) DO UPDATE SET game = excluded.game, edition = excluded.edition, ended = excluded.ended,"
    " ending = excluded.ending, standings = excluded.standings, sign = excluded.sign,"
    " decimals = excluded.decimals, feats = excluded.feats, evening = excluded.evening"
)
FORGET = "UPDATE results SET standings = '[]', feats = '[]' WHERE code = ?"
RECALL = (
    "UPDATE results SET standings = ?, feats = ? WHERE code = ? AND seq = (SELECT max(seq) FROM results WHERE code = ?)"
)
NOBODY = ("[]", "[]")

logger = logging.getLogger(__name__)

Outcome = tuple[str, str]
"""Standings and feats, as JSON."""


def summarise(
    game: Game, table: Table, records: Sequence[StoredEvent], past: Callable[[], Sequence[StoredEvent]]
) -> Outcome | None:
    """Return what these records leave to be remembered of a game that is over, or None where they end and ask nothing.

    ``table`` is the table after them, ``past`` reads what happened before them.
    """
    if not any(isinstance(record.event, GameEnded | RememberingChanged) for record in records):
        return None
    if table.ending is None or not table.remembered:
        return NOBODY
    names = {seat.id: seat.name for seat in table.seats}
    feats = _feats(game, table, records, past)
    return (
        json.dumps(_standings(table, table.ending, names, game.edition_at(table.rules).score_unit)),
        json.dumps([{"kind": each.kind, "amount": each.amount, "name": names.get(each.seat, "")} for each in feats]),
    )


def _standings(table: Table, ending: Ending, names: dict[str, str], unit: Unit) -> list[dict[str, object]]:
    lines = everybody(table, ending)
    return [
        {"rank": line.rank, "name": names.get(line.seat, line.seat), "score": _decimal(line.score, unit)}
        for line in lines
    ]


def _decimal(score: int, unit: Unit) -> int:
    """Return the score in the last of its decimals: 425 for 85 half points."""
    return score * 10**unit.decimals // unit.parts if isinstance(unit, Points) else score


def _feats(
    game: Game, table: Table, records: Sequence[StoredEvent], past: Callable[[], Sequence[StoredEvent]]
) -> Sequence[Feat]:
    if not game.feat_kinds:
        return ()
    unit = game.edition_at(table.rules).score_unit
    try:
        feats = game.feats([record.event for record in last_game([*past(), *records])])
        return [each for each in feats if not _counts_otherwise(game.feat_kinds[each.kind].unit, unit)]
    except DamagedFile:  # damage before the snapshot keeps no game from ending
        logger.info("table %s: its log cannot be read, so no record is made of it", table.code, exc_info=True)
    except Exception:  # nor does a mistake in a game's package
        logger.exception("table %s: no record is made of it, as %s cannot tell its feats", table.code, table.game)
    return ()


def _counts_otherwise(kind: Unit | None, unit: Unit) -> bool:
    """Return whether the table counted its points in another unit than those of the record, such as half points."""
    return kind == POINTS and unit != POINTS


def note(database: Transaction, game: Game, table: Table, records: Sequence[StoredEvent], kept: Outcome | None) -> None:
    """Write, or take back, what these records say of finished games; ``kept`` as ``summarise`` made it of them."""
    for record in records:
        match record.event:
            case GameEnded(ending=ending):
                played = (table.code, record.seq, table.game, table.edition, record.at, ending.code)
                standings, feats = kept or NOBODY
                evening = game.presets.evening_name(table.rules) if game.presets else ""
                database.execute(RESULT, (*played, standings, *_money(game, table), feats, evening))
            case RememberingChanged(remembered=True):
                database.execute(RECALL, (*(kept or NOBODY), table.code, table.code))
            case RememberingChanged():
                database.execute(FORGET, (table.code,))
            case Undone(to=to):  # an end that was taken back is no result
                database.execute("DELETE FROM results WHERE code = ? AND seq > ?", (table.code, to))


def _money(game: Game, table: Table) -> tuple[str | None, int]:
    """Return sign and decimals of the money of a game's scores, where its table chose it; None: the edition's.

    Points may have decimals, too: a table may count halves.
    """
    edition = game.edition_at(table.rules)
    if edition.points is not None:
        return None, edition.points.decimals
    if not game.edition_varies:
        return None, 0
    return edition.currency.sign, edition.currency.decimals
