"""The pieces that a seat has to move on the real table because of the latest events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from companion.app.log_lines import counted
from companion.core.identity import identity_cache
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import effective_records
from companion.core.table.events import (
    GameStarted,
    TableEvent,
    Undone,
)
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text, say
from companion.web.view.moment import Moment


def to_move(moment: Moment, seat: str) -> Sequence[Text]:
    """Return the pieces that this seat has to move on the real table, until its next act; none where nothing is real.

    First those that it moves back after an undo.
    """
    live = moment.live
    game, table, records = live.game, live.table, live.records
    if live.row.demo or table.phase is not TablePhase.PLAYING or not game.moves_pieces:
        return ()
    last, counted, undone = _last_acts(records)
    since = max(last.get(seat, 0), last.get(None, 0))
    lines = _to_move(game, table, counted, since, seat)
    undos = [at for at in undone if records[at].action >= since]
    back = [line for at in undos for line in _to_put_back(moment, records[: at + 1], seat, lines)]
    return (*(line for at, line in enumerate(back) if line not in back[:at]), *lines)


@identity_cache(most=64)
def _to_move(game: Game, table: Table, counted: tuple[StoredEvent, ...], since: int, seat: str) -> Sequence[Text]:
    first = bisect_left(counted, since, key=lambda record: record.action)
    return game.to_move(table, seat, [record.event for record in counted[first:]])


def _to_put_back(moment: Moment, records: tuple[StoredEvent, ...], seat: str, lines: Sequence[Text]) -> Iterator[Text]:
    """Yield the undo of the last of these records, and the moves of this seat that it takes back.

    Yield nothing where the seat moved nothing for it, or has since been told to do the same again.
    """
    game, last, undo = moment.live.game, records[-1], records[-1].event
    assert isinstance(undo, Undone)
    undone = [
        each for each in effective_records(records[:-1]) if each.seq > undo.to and isinstance(each.event, game.events)
    ]
    before = next((table for table in moment.live.history.past if table.seq == last.action - 1), moment.live.table)
    moves = [line for line in game.to_move(before, seat, [each.event for each in undone]) if line not in lines]
    if moves or (undo.by != seat and any(each.actor == seat for each in undone)):
        yield say("Undone: %(what)s. Put back what you moved for it.", what=moment.sentences.of(undo.title))
    yield from (say("No longer: %(what)s", what=line) for line in moves)


@identity_cache(most=8)
def _last_acts(
    records: tuple[StoredEvent, ...],
) -> tuple[Mapping[str | None, int], tuple[StoredEvent, ...], tuple[int, ...]]:
    """Return each seat's last act by the number of its action, the effective records, and the places of the undos.

    The act of None is the start of the game.
    """
    last: dict[str | None, int] = {None: 0}
    undone: list[int] = []
    for at, record in enumerate(records):
        event = record.event
        if isinstance(event, Undone):
            undone.append(at)
        elif isinstance(event, TableEvent):  # it only answers a question about the table
            continue
        elif isinstance(event, GameStarted):
            last[None] = record.action
        if record.actor:
            last[record.actor] = record.action
    return last, counted(records), tuple(undone)
