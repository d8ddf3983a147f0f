"""Over at once when only six steers are left in play (rules 1983 §10.1)."""

from __future__ import annotations

from companion.core.messages import Event
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983.rules.endings import six_left
from companion.games.abilene.edition_1983.state import State1983


class EarlyEnd(Phase[State1983]):
    """Nobody is waited for."""

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        over = six_left(now.table, now.state)
        return (over,) if over else ()
