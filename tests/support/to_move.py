"""The figures that a phone tells its owner to move on the real table, in English."""

from __future__ import annotations

from collections.abc import Mapping

from companion.testing import Evening
from companion.web.view import to_move as moving
from companion.web.view.moment import moment_of


def to_move(evening: Evening, seat: str) -> list[str]:
    """Return the lines of one seat."""
    return [str(line) for line in moving.to_move(moment_of(evening.tables, evening.code), seat)]


def all_to_move(evening: Evening) -> Mapping[str, list[str]]:
    """Return the lines of every seat that has any."""
    return {seat: lines for seat in evening.table.ids if (lines := to_move(evening, seat))}
