"""Facts of a table for its camera: labels for the drawing of a reading, and metadata for a recording."""

from __future__ import annotations

from typing import Any

from companion.app.loaded_table import LoadedTable
from companion.boards.lookups import marked_words_of, owners_of


def figure_labels(live: LoadedTable) -> dict[str, str]:
    """Return labels by kind of figure: the letter of its seat, or words for a row or piece with a marker."""
    marks = {row.seat: row.mark for row in live.game.players(live.table, None)}
    letters = {kind: marks[seat] for kind, seat in owners_of(live.game, live.table).items()}
    return {**letters, **marked_words_of(live.game, live.table)}


def recording_metadata(live: LoadedTable) -> dict[str, Any]:
    """Return the metadata of a recording, as plain data.

    ``seat``: the region of the active player's board, or the seat at a game without a board; ``turn``: how many turns
    are over; ``dice``: as every screen shows them; ``seq``: the number of the last event.
    """
    page = live.game.page(live.table, None)
    active = next((row.seat for row in live.game.players(live.table, None) if row.active), None)
    if page.board:
        seat = next((region for region, owner in page.board.regions.items() if owner == active), "")
    else:
        seat = active or ""
    turn = sum(1 for record in live.records if live.game.turn_over(record.event))
    return {"seat": seat, "turn": turn, "dice": [list(die) for die in page.dice], "seq": live.table.seq}
