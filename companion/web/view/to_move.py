"""The instructions for moving real pieces that follow from the latest events, for one seat."""

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
    """Return the instructions for moving real pieces since the seat's last act, those after an undo first.

    There are none at a demo table, where no piece is real.
    """
    live = moment.live
    game, table, records = live.game, live.table, live.records
    if live.row.demo or table.phase is not TablePhase.PLAYING or not game.moves_pieces:
        return ()
    last_acts, effective, undos = _last_acts(records)
    since = max(last_acts.get(seat, 0), last_acts.get(None, 0))
    lines = _to_move(game, table, effective, since, seat)
    recent = [at for at in undos if records[at].action >= since]
    back = [line for at in recent for line in _to_put_back(moment, records[: at + 1], seat, lines)]
    return (*(line for at, line in enumerate(back) if line not in back[:at]), *lines)


@identity_cache(most=64)
def _to_move(game: Game, table: Table, effective: tuple[StoredEvent, ...], since: int, seat: str) -> Sequence[Text]:
    """Return the game's instructions for the effective events from the action ``since`` on."""
    first = bisect_left(effective, since, key=lambda record: record.action)
    return game.to_move(table, seat, [record.event for record in effective[first:]])


def _to_put_back(moment: Moment, records: tuple[StoredEvent, ...], seat: str, lines: Sequence[Text]) -> Iterator[Text]:
    """Yield what the undo in the last of these records means for this seat: its title, and the moves to take back.

    Yield nothing if the seat moved nothing for the undone action; leave out moves that it is told to make (``lines``).
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
    """Return the number of each seat's last act, the effective records, and the indices of the undos in the records.

    The act of None is the start of the game.
    """
    last: dict[str | None, int] = {None: 0}
    undos: list[int] = []
    for at, record in enumerate(records):
        event = record.event
        if isinstance(event, Undone):
            undos.append(at)
        elif isinstance(event, TableEvent):  # about the table, such as an answer to a proposal: no act in the game
            continue
        elif isinstance(event, GameStarted):
            last[None] = record.action
        if record.actor:
            last[record.actor] = record.action
    return last, counted(records), tuple(undos)
