"""Which cow stands where, as everybody sees it: a cow is named by the cell on which the box first knew it."""

from __future__ import annotations

from collections.abc import Mapping

Known = Mapping[str, str]
"""Cell -> what is known of the cow on it."""


def without(known: Known, cell: str) -> dict[str, str]:
    """Nothing is known of that cell any more."""
    return {at: cow for at, cow in known.items() if at != cell}


def moved(known: Known, frm: str, to: str) -> dict[str, str]:
    """What was known of one cell is known of the other."""
    return {**without(known, frm), **({to: known[frm]} if frm in known else {})}
