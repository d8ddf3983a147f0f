"""How often somebody may ask the table: every question stands on every phone, and all of them stay in the log."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.errors import NotNow
from companion.core.referee.reducer import StoredEvent
from companion.core.table.table_messages import ProposalMade
from companion.core.text import say

MOST_PROPOSALS = 30
PER_SECONDS = 60.0


def check_pace(earlier: Iterable[StoredEvent], new: Iterable[StoredEvent], seat: str | None, now: float) -> None:
    """Passes for what proposes nothing, and for ``MOST_PROPOSALS`` of one seat a minute; raises NotNow."""
    if not any(isinstance(record.event, ProposalMade) for record in new):
        return
    since = now - PER_SECONDS
    recent = [each.event for each in earlier if each.at > since and isinstance(each.event, ProposalMade)]
    if sum(event.motion.by == seat for event in recent) >= MOST_PROPOSALS:
        raise NotNow(say("You have asked the table very often just now: please wait a minute."))
