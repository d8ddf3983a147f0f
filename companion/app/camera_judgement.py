"""The camera's door to a table: what it saw last, and what that means now. In memory only; the log has decisions.

A sighting is judged against the table as it is when somebody looks, so nothing is ever applied twice: what has been
confirmed or tapped meanwhile is no change any more, and what was proposed before is not proposed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from companion.app.loaded_table import CachedJudgement, LoadedTable
from companion.app.tables import Tables
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command, kind_of
from companion.core.table.table import Done, Phase, Table
from companion.core.table.table_messages import AllowAnyway, Undo
from companion.core.text import Text, say
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import CameraState, CameraView
from companion.store.log import StorageError

LOOKED_BACK = 4
"""Actions that a figure on the board may still be behind, or that its player may have thought better of."""
MOST_PROPOSED = 4
HIDDEN = {ObservationStatus.COVERED, ObservationStatus.NO_BOARD}
"""What a sighting of which nothing can be concluded is called."""


def see(tables: Tables, code: str, sighting: Observation) -> CameraView | None:
    """A new steady sighting of this table: kept, judged, shown; applied at once only where the table wants that.

    Raises NoSuchTable.
    """
    live = tables.live(code)
    news = live.sighting != sighting or live.sight is not ObservationStatus.OK
    live.sighting, live.meant, live.sight = sighting, None, sighting.status
    found = _meant(tables, live).judgement
    clear = found is not None and not {*found.cells} & {*sighting.unknown}  # nothing counts unasked by a guess
    if found and clear and found.at_once and found.ruling is Ruling.LEGAL and len(found.proposals) == 1:
        with suppress(RuleError, StorageError):  # the table has moved on: what was seen is judged anew
            tables.act(code, found.seat, found.proposals[0].command, seen=live.table.seq)
    if news:
        tables.bell.ring(code, live.table.seq)
    return camera_view(tables, code, None)


def look(tables: Tables, code: str, sight: ObservationStatus) -> None:
    """How well the board is seen just now: under a hand, or not at all. Raises NoSuchTable."""
    live = tables.live(code)
    before, live.sight = live.sight, sight
    if {before, sight} & HIDDEN and before is not sight and live.sighting is not None:
        tables.bell.ring(code, live.table.seq)


def turned_over(tables: Tables, code: str, stickers: tuple[str, ...]) -> None:
    """The stickers that can be read on the corral just now. Raises NoSuchTable."""
    live = tables.live(code)
    if live.stickers != stickers:
        live.stickers = stickers
        tables.bell.ring(code, live.table.seq)


def stickers_to_show(live: LoadedTable, seat: str) -> tuple[Choice, ...]:
    """What the seller can confirm of the stickers that a camera reads, if the sale waits for that."""
    found = (live.game.shown(live.table, seat, sticker) for sticker in live.stickers)
    return tuple(choice for choice in found if choice)


def forget(tables: Tables, code: str) -> None:
    """The camera does not look at this table any more. Raises NoSuchTable."""
    live = tables.live(code)
    if live.sighting is not None:
        live.sighting, live.meant, live.sight, live.stickers = None, None, ObservationStatus.OK, ()
        tables.bell.ring(code, live.table.seq)


def camera_view(tables: Tables, code: str, seat: str | None) -> CameraView | None:
    """What the camera says to this seat (None: the table screen); None where no camera looks at the table."""
    live = tables.live(code)
    sighting = live.sighting
    if sighting is None or live.table.phase is not Phase.PLAYING or live.game.sighted(live.table) is None:
        return None
    if live.sight is ObservationStatus.NO_BOARD:
        return CameraView(CameraState.LOST, say("The camera does not see the board."))
    found, behind = _meant(tables, live)[1:]
    if found and found.ruling is Ruling.LEGAL:
        return _legal(live, found, seat)
    if live.sight is ObservationStatus.COVERED:
        return CameraView(CameraState.COVERED, say("A hand is over the board: the camera waits."))
    if found is None:
        return None
    if found.ruling is Ruling.NONE:
        return CameraView(CameraState.SAME, say("On the board the figures stand as the box believes."))
    return _behind(*behind, seat) if behind else _question(live, found, seat)


def _meant(tables: Tables, live: LoadedTable) -> CachedJudgement:
    """What the last sighting means now: found out once for every state of the table."""
    sighting, table = live.sighting, live.table
    if sighting is None or sighting.status in HIDDEN or table.phase is not Phase.PLAYING:
        return CachedJudgement(table.seq, None)
    if live.meant is None or live.meant.seq != table.seq:
        found = live.game.judge(table, sighting)
        puzzled = found is not None and found.ruling in (Ruling.ILLEGAL, Ruling.UNCLEAR)
        live.meant = CachedJudgement(table.seq, found, _earlier(tables, live, sighting) if puzzled else None)
    return live.meant


def _earlier(tables: Tables, live: LoadedTable, sighting: Observation) -> tuple[Done, Judgement] | None:
    """The action before which the sighting would have made sense, with what it would have meant then."""
    for done in reversed(live.table.done[-LOOKED_BACK:]):
        past = tables.as_it_was(live, done.before)
        found = live.game.judge(past, sighting) if past.phase is Phase.PLAYING else None
        if found and found.ruling in (Ruling.NONE, Ruling.LEGAL):
            return done, found
    return None


def _behind(done: Done, found: Judgement, seat: str | None) -> CameraView:
    """The figures are still to be moved as somebody tapped, or the player changed his mind about his move."""
    if found.ruling is Ruling.LEGAL and found.sentence:
        sentence = say("The camera saw: %(what)s. But the box has: %(title)s", what=found.sentence, title=done.title)
    else:
        sentence = say("On the board it still looks as before: %(title)s. Move the figures.", title=done.title)
    choices: tuple[Choice, ...] = ()
    if seat is not None and seat in (done.by, found.seat):
        choices = (Choice(kind_of(Undo), say("Undo: %(title)s", title=done.title), {"to": done.before}),)
    return CameraView(CameraState.BEHIND, sentence, cells=found.cells, choices=choices, seat=found.seat)


def _legal(live: LoadedTable, found: Judgement, seat: str | None) -> CameraView:
    """One tap for one explanation; several are there to pick from."""
    choices: list[Choice] = []
    if seat == found.seat:
        single = len(found.proposals) == 1
        for proposal in found.proposals[:MOST_PROPOSED]:
            label = say("Yes, that counts") if single else proposal.title
            choices.append(_choice(live, proposal.command, label, Weight.PRIMARY if single else Weight.NORMAL))
    sentence = found.sentence or say("The camera does not understand what happened.")
    if len(found.proposals) == 1:
        sentence = say("The camera saw: %(what)s", what=sentence)
    return CameraView(CameraState.LEGAL, sentence, cells=found.cells, choices=tuple(choices), seat=found.seat)


def _question(live: LoadedTable, found: Judgement, seat: str | None) -> CameraView:
    """Illegal or unclear: the sentence, and what can be done about it besides putting the figures back."""
    illegal = found.ruling is Ruling.ILLEGAL
    choices: list[Choice] = []
    hints: tuple[Text, ...] = ()
    if illegal:
        hints = (say("Put it back, and this goes away by itself. Or:"),)
    if seat == found.seat:
        choices += _take_back(live.table, seat)
        if illegal and (allowed := next(_allowed(live, found), None)):
            choices.append(_choice(live, allowed, say("Allow it anyway: ask the table"), Weight.NORMAL))
    return CameraView(
        CameraState.ILLEGAL if illegal else CameraState.UNCLEAR,
        found.sentence or say("The camera does not understand what happened."),
        hints=hints,
        rule=found.rule,
        cells=found.cells,
        choices=tuple(choices),
        seat=found.seat,
        arrange=seat == found.seat,
    )


def _take_back(table: Table, seat: str) -> Iterator[Choice]:
    """What this seat did last may be what is wrong: its dice, or a move that was read otherwise."""
    if table.done and table.done[-1].by == seat:
        last = table.done[-1]
        yield Choice(kind_of(Undo), say("Undo: %(title)s", title=last.title), {"to": last.before})


def _allowed(live: LoadedTable, found: Judgement) -> Iterator[Command]:
    """Ways to let it stand that the table would take."""
    for command in found.allow:
        for way in (AllowAnyway(live.codec.write(command)), command):
            try:
                live.referee.decide(live.table, found.seat, way)
            except RuleError:
                continue
            yield way


def _choice(live: LoadedTable, command: Command, label: Text, weight: Weight) -> Choice:
    message = live.codec.write(command)
    return Choice(message.kind, label, message.data, weight=weight)
