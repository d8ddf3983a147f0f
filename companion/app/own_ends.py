"""Turns that end by themselves, ``SECONDS`` after the last thing that happened at their table.

When that was stands in the log: a box that was restarted meanwhile ends the turn as well, and once.
"""

from __future__ import annotations

from companion.app.camera_judgement import camera_view
from companion.app.loaded_table import LoadedTable
from companion.app.photos.judgement import photo_view
from companion.app.tables import Tables
from companion.core.capabilities import OwnEnd, WithOwnEnds
from companion.core.table.table import TablePhase
from companion.core.table.table_messages import Undone
from companion.core.ui.page import CameraState, Timer

SECONDS = 5


def own_end(tables: Tables, live: LoadedTable) -> tuple[OwnEnd, Timer] | None:
    """How the turn ends by itself and when; None where it does not.

    Not where somebody has just taken something back, or the table is asked, or figures stand otherwise than the box
    believes; and the box's own players end their turns at their own pace.
    """
    table, game = live.table, live.game
    if not isinstance(game, WithOwnEnds) or table.phase is not TablePhase.PLAYING or table.motions:
        return None
    last, end = live.records[-1], game.own_end(table)
    if end is None or isinstance(last.event, Undone) or table.seat(end.seat).box:
        return None
    seen = photo_view(tables, table.code, end.seat) or camera_view(tables, table.code, end.seat)
    if seen and seen.state not in (CameraState.SAME, CameraState.LOST):
        return None
    return end, Timer(SECONDS, last.seq, last.at + SECONDS, end.told)


def end_in_time(tables: Tables, live: LoadedTable) -> float | None:
    """Ends the turn where its time is over; otherwise the seconds until then, None where it does not end by itself.

    Raises RuleError or StorageError where something has happened meanwhile.
    """
    found = own_end(tables, live)
    if found is None:
        return None
    end, timer = found
    if (left := timer.ends - tables.clock()) > 0:
        return left
    tables.act(live.table.code, end.seat, end.command, seen=timer.since)
    return None
