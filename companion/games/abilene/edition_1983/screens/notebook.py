"""The notebook on a phone: the seals of its notes, and what it is to note, show or open now.

The notes never leave the phone by themselves; the box only says what to note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.core.messages import kind_of
from companion.core.text import Text, say
from companion.core.ui.page import Part, Place
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1983.messages import SealFever, TurnSteer
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983


@dataclass(frozen=True, slots=True)
class Notebook:
    """Private notes about things, each true or not, kept on the seat's own phone; the box only has their seals.

    The phone offers what is to be noted, shows what may be read again, and fills in an answer: a person sends it.
    """

    title: Text
    labels: tuple[Text, Text]
    """the words of a note that is false, and of one that is true"""
    tag: str
    """first part of every seal"""
    seal_kind: str
    """the command that hands in the seals (``notes``)"""
    answer_kind: str
    """the command whose form a note fills in"""
    things: tuple[str, ...] = ()
    """to be noted now, all at once"""
    count: int = 0
    """how many of them are true"""
    seals: Mapping[str, str] = field(default_factory=dict)
    """thing -> seal, of the notes that may be used now"""
    asked: str = ""
    """the thing about which the note is asked now"""
    where: Mapping[str, str] = field(default_factory=dict)
    """thing -> the cell on which it stands, for notes that may be read again"""
    look: str = ""
    """another player's thing that this seat may look at now, and note once"""


def notebook_parts(now: Situation[State1983], seat: str) -> tuple[Part, ...]:
    """Return the notebook on the phone of its seat."""
    book = notebook(now, seat)
    return (Part("notebook", Place.PRIVATE, book),) if book else ()


def notebook(now: Situation[State1983], seat: str) -> Notebook | None:
    """Return what this seat's phone is asked to note, to keep, or to open; None where nothing is noted."""
    state = now.state
    if not state.noting or now.table.alone == seat:  # the box notes what lies under steers that are not there
        return None
    empty = Notebook(
        title=say("Texas fever"),
        labels=(health_words(False), health_words(True)),
        tag=turn.TAG,
        seal_kind=kind_of(SealFever),
        answer_kind=kind_of(TurnSteer),
    )
    if seat in turn.asked(state):
        return replace(empty, things=turn.steers_of(now.layout, state, seat), count=turn.FEVERED)
    sale, seals = state.sale, state.notes.get(seat, {})
    asked_for = sale.steer if sale and sale.votes and sale.fever is None and seat in (sale.owner, sale.seller) else ""
    if now.table.rules.fever_memo:
        cells = {steer: cell for cell, steer in state.steers.items()}
        return replace(empty, seals=seals, asked=asked_for, where=cells, look=_looking_at(state, seat))
    if asked_for in seals:
        return replace(empty, seals={asked_for: seals[asked_for]}, asked=asked_for)
    return None


def _looking_at(state: State1983, seat: str) -> str:
    """Return the steer that this seat has just captured: it may note once what it saw (§3.1)."""
    match state.pending:
        case Theft(thief=thief, cell=cell) if thief == seat:
            return state.steers.get(cell, "")
        case _:
            return ""
