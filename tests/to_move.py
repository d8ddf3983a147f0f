"""What a phone tells its owner to move on the real table, in English."""

from __future__ import annotations

from collections.abc import Mapping

from companion.testing import Evening
from companion.web.view import news


def to_move(evening: Evening, seat: str) -> list[str]:
    """The lines of one seat."""
    live = evening.tables.live(evening.code)
    return [str(line) for line in news.to_move(live, evening.tables.sentences(live), seat)]


def all_to_move(evening: Evening) -> Mapping[str, list[str]]:
    """The lines of every seat that has any."""
    return {seat: lines for seat in evening.table.ids if (lines := to_move(evening, seat))}
