"""The open tables, as the first page, a scanned card and the television list them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import request

from companion.app.loaded_table import LoadedTable
from companion.app.loaded_tables import NoSuchTable
from companion.app.reading import Unreadable
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.store.rows import TableRow
from companion.store.storage import StorageError
from companion.web.visit.services import services
from companion.web.visit.tokens import cookie_name, seats_of

logger = logging.getLogger(__name__)

SHOWN_TABLES = 12


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in a list. ``phone_seats`` are the seats of the phone that asks, with their names.

    Of a game that is over ``names`` are for its players alone: remembered names are listed under *Played before*.
    """

    code: str
    game: str
    title: Text
    """of the game, after the name of the evening if it has one"""
    edition: Text
    names: tuple[str, ...]
    phase: TablePhase
    demo: bool
    phone_seats: tuple[tuple[str, str], ...]
    played: datetime | None
    """time of its last event; None: there was none"""
    opened: datetime


@dataclass(frozen=True, slots=True)
class LostTable:
    """A table that cannot be read, and the reason."""

    code: str
    why: Text


def listed(tables: Tables, rows: Iterable[TableRow] | None = None) -> Iterator[OpenTable | LostTable]:
    """Yield these tables, or the newest; one that cannot be read is named, and the others are listed all the same."""
    for row in tables.log.tables(SHOWN_TABLES) if rows is None else rows:
        try:
            yield _open_table(tables.live(row.code))
        except NoSuchTable:
            logger.warning("a table's code is damaged", exc_info=True)
        except (Unreadable, StorageError) as error:
            logger.debug("table %s is named as lost", row.code, exc_info=True)
            yield LostTable(row.code, error.text)


def joinable(tables: Tables) -> tuple[OpenTable, ...]:
    """Return the tables at which the visitor sits, or can still sit down, the visitor's own first."""
    found = [each for each in listed(tables) if isinstance(each, OpenTable) and each.phase is not TablePhase.OVER]
    joined = [each for each in found if each.phone_seats]
    return tuple(
        joined + [each for each in found if not each.phone_seats and each.phase is TablePhase.LOBBY and not each.demo]
    )


def _open_table(live: LoadedTable) -> OpenTable:
    table, code = live.table, live.table.code
    seats = tuple(
        (seat.id, seat.name) for seat in table.seats if seat.id in seats_of(request, code) and _acts(code, seat.id)
    )
    shown = table.phase is not TablePhase.OVER or seats
    return OpenTable(
        code,
        table.game,
        _title(live),
        live.game.edition.title,
        tuple(seat.name for seat in table.seats) if shown else (),
        table.phase,
        live.row.demo,
        seats,
        moment_of(live.records[-1].at) if live.records else None,
        moment_of(live.row.made),
    )


def _title(live: LoadedTable) -> Text:
    game, evening = live.game.title, live.evening
    return say("%(name)s · %(game)s", name=evening, game=game) if evening else game


def _acts(code: str, seat: str) -> bool:
    """Return whether this phone acts for the seat, without counting as a look at the table."""
    try:
        services().tokens.check(request.cookies.get(cookie_name(code, seat)), code, seat)
    except RuleError:
        logger.debug("this phone does not act for the seat any more", exc_info=True)
        return False
    return True


def moment_of(seconds: float) -> datetime:
    """Return the local time of these seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).astimezone()
