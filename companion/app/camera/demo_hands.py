"""A drawn table that plays itself: the set-up when nobody else does it, and the hands of the box's own players.

At such a table a player of the box moves its figure first, as people do. Only when the camera has seen the figure in
its new place does the player say so; the same observation goes to everybody else's phone as it would from a real table.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass

from companion.app.camera.session import CameraSession
from companion.app.loaded_table import LoadedTable
from companion.boards.camera_messages import Ask, Stage
from companion.boards.lookups import expected_at
from companion.boards.observation import Observation
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.table.table import TablePhase

logger = logging.getLogger(__name__)

UNATTENDED_SECONDS = 8.0
"""how long after a button was pressed a person is taken to set up the camera by hand"""
SET_UP_SECONDS = 30.0
"""nobody moves a figure while the camera is being set up, but not for ever"""
SEEN_SECONDS = 12.0
"""a camera that has not seen a move by then will not: the game goes on without it"""


def set_up(session: CameraSession) -> None:
    """Do the next step of the set-up, once the game has begun and if nobody is at it."""
    if session.demo_board is None or not session.table or session.busy or session.operated(UNATTENDED_SECONDS):
        return
    if session.tables.table(session.table).phase is not TablePhase.PLAYING:
        return
    match session.stage(session.table):
        case Stage.FOUND | Stage.MISMATCH:
            session.ask(Ask.EMPTY, by_hand=False)
        case Stage.READY:
            session.ask(Ask.START, by_hand=False)


@dataclass
class DemoHands:
    """The hands of the box's players over the table that ``session`` films."""

    session: CameraSession
    _move: tuple[str, int, str, bool] | None = None
    _until: float = 0.0

    def done(self, live: LoadedTable, seat: str, command: Command) -> bool:
        """Return whether the command may be given: its figures are where it leads to, or nobody films them."""
        session, code = self.session, live.table.code
        with session.lock:
            stage = session.stage(code)
            if session.demo_board is None or session.table != code or stage is Stage.NO_PICTURE:
                return True
            before, after = expected_at(live.game, live.table), outcome(live, seat, command)
            if before is None or after is None or after == before:
                return True
            watching = stage is Stage.WATCHING
            move = (code, live.table.seq, seat, watching)
            if move != self._move:
                self._move, self._until = move, session.clock() + (SEEN_SECONDS if watching else SET_UP_SECONDS)
                if watching and session.demo_board.figures == before:
                    session.demo_board.reach(after)
            return session.clock() > self._until or (watching and agrees(session.observation, after))


def outcome(live: LoadedTable, seat: str, command: Command) -> Observation | None:
    """Return what a camera would see after the command, or None where it is a matter of luck or refused."""
    if command.with_draws(random.Random(0)) != command:
        return None
    try:
        _, table = live.referee.act(live.table, seat, command, 0.0)
    except RuleError:
        logger.debug("table %s: refused in advance", live.table.code, exc_info=True)
        return None
    return expected_at(live.game, table)


def agrees(seen: Observation | None, expected: Observation) -> bool:
    """Return whether the observation is the expected one, apart from hidden cells."""
    if seen is None:
        return False
    hidden = set(seen.unknown)
    here, there = ({cell: kind for cell, kind in each.cells.items() if cell not in hidden} for each in (seen, expected))
    return here == there and seen.areas == expected.areas
