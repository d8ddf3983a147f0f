"""An ending that waits for nothing: one solvent player left, or somebody without cattle (rules 1993 §13)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.rules import endings
from companion.games.abilene.edition_1993.state import State1993


class EarlyEnd(Phase[State1993]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        over = endings.at_once(now.layout, now.table, now.state)
        return (over,) if over else ()
