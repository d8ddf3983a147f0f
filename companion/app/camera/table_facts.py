"""Facts of a table for its camera: the letters and words for its drawing, the metadata of a recording."""

from __future__ import annotations

from typing import Any

from companion.app.loaded_table import LoadedTable
from companion.boards.lookups import marked_words_of, owners_of


def figure_labels(live: LoadedTable) -> dict[str, str]:
    """Return the letters of the seats by the kinds of their figures, and the words for rows and pieces with markers."""
    marks = {row.seat: row.mark for row in live.game.players(live.table, None)}
    letters = {kind: marks[seat] for kind, seat in owners_of(live.game, live.table).items()}
    return {**letters, **marked_words_of(live.game, live.table)}


def recording_metadata(live: LoadedTable) -> dict[str, Any]:
    """Return the metadata of a recording: whose turn it is, the dice, and the number that the table is at.

    The turn is given by the region of the player's board (without a board by the seat), the dice as every screen shows
    them.
    """
    page = live.game.page(live.table, None)
    active = [row.seat for row in live.game.players(live.table, None) if row.active]
    regions = page.board.regions if page.board else {each: each for each in active}
    seat = next((region for region, owner in regions.items() if owner in active[:1]), "")
    turn = sum(1 for record in live.records if live.game.turn_over(record.event))
    return {"seat": seat, "turn": turn, "dice": [list(die) for die in page.dice], "seq": live.table.seq}
