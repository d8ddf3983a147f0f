"""Everybody at the table as one reader may see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boards.layout import Layout
from companion.core.identity import once
from companion.core.table.table import Seat, Table, TablePhase
from companion.core.text import Text
from companion.core.ui.page import PlayerRow
from companion.games.abilene.common.house_rules import CashVisibility
from companion.games.abilene.common.state import State

Facts = Callable[[Layout, Table, Seat], tuple[Text, ...]]
"""What everybody may know of a seat, in a few words each; in the lobby, too."""


@once(most=64)
def players_for(layout: Layout, table: Table, reader: str | None, facts: Facts) -> tuple[PlayerRow, ...]:
    """One row a seat, clockwise; cash only where the reader may know it (1993 §5.5)."""
    state: State | None = table.play
    told = _all_facts(layout, table, facts)
    return tuple(_row(table, state, seat, reader, told[seat.id]) for seat in table.seats)


@once(most=32)
def _all_facts(layout: Layout, table: Table, facts: Facts) -> Mapping[str, tuple[Text, ...]]:
    return {seat.id: facts(layout, table, seat) for seat in table.seats}


def _row(table: Table, state: State | None, seat: Seat, reader: str | None, facts: tuple[Text, ...]) -> PlayerRow:
    every = table.phase is TablePhase.OVER or table.rules.cash_visibility is CashVisibility.ALL
    return PlayerRow(
        seat.id,
        seat.name,
        seat.picks["colour"],
        seat.picks["ranch"],
        facts,
        table.accounts[seat.id] if state and (every or seat.id == reader) else None,
        active=state is not None and table.phase is TablePhase.PLAYING and state.turn.seat == seat.id,
        out=state is not None and seat.id not in state.solvent,
        box=seat.box,
    )
