"""The page of the phone's own notebook: which seals it holds the notes to, and what is asked of it now.

What is written in the notebook never leaves the phone before its steer is sold; the box only says what to write.
"""

from __future__ import annotations

from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.messages import kind_of
from companion.core.table.table import Table
from companion.core.text import say
from companion.core.ui.page import Notebook
from companion.games.abilene.common.state import State, Theft
from companion.games.abilene.edition_1983 import fever
from companion.games.abilene.edition_1983.messages import OpenFever, SealFever
from companion.games.abilene.edition_1983.screens.players import health_words


def notebook(layout: Layout, table: Table, state: State, seat: str) -> Notebook | None:
    """What this seat's phone is asked to note, to keep, or to open; None where nothing is noted."""
    prairie = state.prairie
    if not prairie.noting:
        return None
    empty = Notebook(
        title=say("Texas fever"),
        labels=(health_words(False), health_words(True)),
        tag=fever.TAG,
        seal_kind=kind_of(SealFever),
        open_kind=kind_of(OpenFever),
    )
    if seat in fever.asked(state):
        return replace(empty, things=fever.steers_of(layout, state, seat), count=fever.FEVERED)
    sale, seals = prairie.sale, prairie.notes.get(seat, {})
    asked_for = sale.steer if sale and sale.votes and sale.fever is None and sale.owner == seat else ""
    if table.rules.fever_memo:
        standing = {steer: cell for cell, steer in prairie.steers.items()}
        return replace(
            empty,
            seals=seals,
            open=asked_for if asked_for in seals else "",
            where=standing,
            look=_looking_at(state, seat),
        )
    if asked_for in seals:
        return replace(empty, seals={asked_for: seals[asked_for]}, open=asked_for)
    return None


def _looking_at(state: State, seat: str) -> str:
    """The steer that this seat has just captured: it may note once what it saw (§3.1)."""
    match state.pending:
        case Theft(thief=thief, cell=cell) if thief == seat:
            return state.prairie.steers.get(cell, "")
        case _:
            return ""
