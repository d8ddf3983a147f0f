"""The last observation of a table, and its judgement by the rules. Both are in memory only; the log has decisions.

An observation is judged against the current table, so nothing is applied twice: a move that was confirmed or tapped
meanwhile is no difference any more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from companion.app.loaded_table import LoadedTable
from companion.app.seen import CachedJudgement, PastJudgement
from companion.app.tables import Tables
from companion.boards.camera_messages import STUMBLED
from companion.boards.lookups import expected_at, sticker_choice, terms_of, watched
from companion.boards.marked_changes import BESIDE
from companion.boards.members import Watched
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import PUZZLING, SENSIBLE, Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command, kind_of
from companion.core.table.commands import AllowAnyway, Undo
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text, say
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import CameraState, CameraView
from companion.store.storage import StorageError

logger = logging.getLogger(__name__)

LOOKED_BACK = 4
"""The most actions by which the board may lag behind: figures not moved yet, or moved otherwise than tapped."""
MAX_PROPOSED = 4
"""The most explanations that a page offers."""
HIDDEN = {ObservationStatus.COVERED, ObservationStatus.NO_BOARD, ObservationStatus.FAILED}
"""Statuses of an observation from which nothing can be concluded."""

NO_SENSE = say("The camera does not understand what happened.")


def observe(tables: Tables, code: str, observation: Observation) -> None:
    """Keep and judge a new steady observation of the table, and notify its screens. Raise NoSuchTable.

    A single legal explanation is applied at once if the table has chosen that.
    """
    live = tables.live(code)
    seen = live.seen
    news = seen.observation != observation or seen.visibility is not ObservationStatus.OK or seen.photo is not None
    seen.observation, seen.judged, seen.visibility = observation, {}, observation.status
    found = _judged(tables, live).judgement
    if found and _applies_at_once(live, found, observation):
        try:
            tables.act(code, found.seat, found.proposals[0].command, seen=live.table.seq)
        except (RuleError, StorageError):  # the table has moved on: the next page judges the observation anew
            logger.debug("table %s: what the camera saw was not applied", code, exc_info=True)
    if news:
        tables.bell.notify(code, live.table.seq)


def _applies_at_once(live: LoadedTable, found: Judgement, observation: Observation) -> bool:
    """Return whether the judgement is to be applied at once: a single explanation, with no place of it in doubt."""
    if not found.at_once or found.ruling is not Ruling.LEGAL or len(found.proposals) != 1:
        return False
    expected = expected_at(live.game, live.table)
    places = {*found.cells, *(end for pair in found.moves for end in pair)}
    return expected is not None and not observation.leaves_open(places, expected)


def set_visibility(tables: Tables, code: str, visibility: ObservationStatus) -> None:
    """Set whether the board is seen now, covered by a hand, or not found. Raise NoSuchTable."""
    live = tables.live(code)
    before, live.seen.visibility = live.seen.visibility, visibility
    if {before, visibility} & HIDDEN and before is not visibility and live.seen.observation is not None:
        tables.bell.notify(code, live.table.seq)


def set_stickers(tables: Tables, code: str, stickers: tuple[str, ...]) -> None:
    """Set the stickers that the camera reads now. Raise NoSuchTable."""
    live = tables.live(code)
    if live.seen.stickers != stickers:
        live.seen.stickers = stickers
        tables.bell.notify(code, live.table.seq)


def stickers_to_show(live: LoadedTable, seat: str) -> tuple[Choice, ...]:
    """Return a choice for each sticker that the camera reads, for a seat that has to show one."""
    choices = [sticker_choice(live.game, live.table, seat, sticker) for sticker in live.seen.stickers]
    return tuple(choice for choice in choices if choice)


def forget(tables: Tables, code: str) -> None:
    """Drop the observation of a table that the camera has left. Raise NoSuchTable."""
    live = tables.live(code)
    seen = live.seen
    if seen.observation is not None:
        seen.observation, seen.judged, seen.visibility, seen.stickers = None, {}, ObservationStatus.OK, ()
        tables.bell.notify(code, live.table.seq)


def camera_view(tables: Tables, live: LoadedTable, seat: str | None) -> CameraView | None:
    """Return the camera's message for this seat (None: the table screen), or None where no camera watches the table."""
    if live.seen.observation is None or live.table.phase is not TablePhase.PLAYING:
        return None
    if expected_at(live.game, live.table) is None:
        return None
    if live.seen.visibility is ObservationStatus.NO_BOARD:
        marked = live.game.markers is not None
        lost = say("The camera sees no marker of this table.") if marked else say("The camera does not see the board.")
        return CameraView(CameraState.LOST, lost)
    if live.seen.visibility is ObservationStatus.FAILED:
        return CameraView(CameraState.LOST, STUMBLED)
    found, behind = _judged(tables, live)
    if found and found.ruling is Ruling.LEGAL:
        return legal_view(live, found, seat)
    if live.seen.visibility is ObservationStatus.COVERED:
        return CameraView(CameraState.COVERED, say("A hand is over the board: the camera waits."))
    if found is None:
        return None
    if found.ruling is Ruling.NONE:
        same = say("The table matches the box.") if live.game.markers else say("The board matches the box.")
        return CameraView(CameraState.SAME, same)
    return _behind_view(tables, live, behind, seat) if behind else _question_view(tables, live, found, seat)


def _judged(tables: Tables, live: LoadedTable) -> CachedJudgement:
    """Return the judgement of the last observation, computed once for each state of the table."""
    observation, table, cached = live.seen.observation, live.table, live.seen.judged
    watch = watched(live.game)
    if observation is None or observation.status in HIDDEN or watch is None:
        return CachedJudgement(None)
    found = cached.get(table.seq)
    if found is None:
        judgement = _judgement(watch, table, observation)
        puzzling = judgement is not None and judgement.ruling in PUZZLING
        found = CachedJudgement(judgement, _past_judgement(tables, live, watch, observation) if puzzling else None)
        cached.clear()
        cached[table.seq] = found
    return found


def _judgement(watch: Watched, table: Table, observation: Observation) -> Judgement | None:
    """Return the judgement of the observation; None if the table is not playing.

    If that is a question or an objection, other readings of the doubtful cells are tried, and the first one that makes
    sense is judged instead.
    """
    if table.phase is not TablePhase.PLAYING:
        return None
    found = judged_by(watch, table, observation)
    if found is None or found.ruling not in PUZZLING:
        return found
    alternatives = (judged_by(watch, table, variant) for variant in observation.variants())
    return next((other for other in alternatives if other and other.ruling in SENSIBLE), found)


def judged_by(watch: Watched, table: Table, observation: Observation) -> Judgement | None:
    """Return the game's judgement of the observation; a judge that fails is logged."""
    try:
        return watch.judge(table, observation)
    except Exception:
        logger.exception("table %s: %s cannot judge what a camera saw at %s", table.code, table.game, table.seq)
        return Judgement(Ruling.FAILED, sentence=NO_SENSE)


def _past_judgement(
    tables: Tables, live: LoadedTable, watch: Watched, observation: Observation
) -> PastJudgement | None:
    """Return the latest action before which the observation makes sense, with its judgement at that time, or None.

    In a game without a board a legal move may explain only one of several differences, so that only an unchanged table
    makes sense there.
    """
    sensible = SENSIBLE if live.game.camera else {Ruling.NONE}
    for done in reversed(live.table.done[-LOOKED_BACK:]):
        past = tables.table_at(live, done.before)
        found = _judgement(watch, past, observation)
        if found and found.ruling in sensible:
            return PastJudgement(done, found)
    return None


def _behind_view(tables: Tables, live: LoadedTable, behind: PastJudgement, seat: str | None) -> CameraView:
    """Return the view for a board that is behind the box: figures are not moved yet, or otherwise than tapped."""
    done, found = behind
    title = tables.sentences(live).action(done.before + 1)
    if found.ruling is Ruling.LEGAL and found.sentence:
        sentence = say("The camera saw: %(what)s. But the box has: %(title)s", what=found.sentence, title=title)
    elif live.game.markers:
        sentence = say("%(title)s: now move what belongs to it, too.", title=title)
    else:
        sentence = say("%(title)s: now move the figures, too.", title=title)
    choices: tuple[Choice, ...] = ()
    if seat is not None and seat in (done.by, found.seat):
        choices = (Choice(kind_of(Undo), say("Undo: %(title)s", title=title), {"to": done.before}),)
    return CameraView(CameraState.BEHIND, sentence, cells=found.cells, choices=choices, seat=found.seat)


def legal_view(live: LoadedTable, found: Judgement, seat: str | None, photo: bool = False) -> CameraView:
    """Return the view with one choice for each explanation. ``photo``: the observation is from a photo."""
    choices: list[Choice] = []
    if seat == found.seat:
        single = len(found.proposals) == 1
        for proposal in found.proposals[:MAX_PROPOSED]:
            label = say("Yes, that counts") if single else proposal.title
            choices.append(_choice(live, proposal.command, label, Weight.PRIMARY if single else Weight.NORMAL))
    sentence = found.sentence or NO_SENSE
    if len(found.proposals) == 1:
        what = sentence
        sentence = say("The photo shows: %(what)s", what=what) if photo else say("The camera saw: %(what)s", what=what)
    return CameraView(
        CameraState.LEGAL,
        sentence,
        cells=found.cells,
        choices=tuple(choices),
        seat=found.seat,
        moves=found.moves,
        photo=photo,
    )


def _question_view(tables: Tables, live: LoadedTable, found: Judgement, seat: str | None) -> CameraView:
    """Return the view of an illegal or unclear observation: its reason, and choices besides putting figures back."""
    illegal = found.ruling is Ruling.ILLEGAL
    choices: list[Choice] = []
    if seat == found.seat:
        choices += _undo_choice(tables, live, seat)
        if illegal and (allowed := next(_ways_to_allow(live, found), None)):
            choices.append(_choice(live, allowed, say("Ask the others to allow it"), Weight.NORMAL))
    return CameraView(
        CameraState.ILLEGAL if illegal else CameraState.UNCLEAR,
        found.sentence or NO_SENSE,
        hints=(_put_back_hint(live, found),) if illegal else (),
        rule=found.rule,
        cells=found.cells,
        choices=tuple(choices),
        seat=found.seat,
        arrange=seat == found.seat,
        moves=found.moves,
    )


def _put_back_hint(live: LoadedTable, found: Judgement) -> Text:
    """Return the advice to put figures back, with origin and target if a single move is wrong."""
    wrong = [move for move in found.moves if {*found.cells}.issuperset(move)]
    if len(wrong) != 1 or BESIDE in wrong[0]:
        return say("Put it back and this message disappears.")
    frm, to = (terms_of(live.game).places.get(place, place) for place in wrong[0])
    return say("Put it back (%(here)s → %(there)s) and this message disappears.", here=to, there=frm)


def _undo_choice(tables: Tables, live: LoadedTable, seat: str) -> Iterator[Choice]:
    """Yield the choice to undo the last action, if this seat did it and it moved no figure: dice may be mistyped."""
    last = live.table.done[-1] if live.table.done else None
    if last is None or last.by != seat:
        return
    before, now = (expected_at(live.game, each) for each in (tables.table_at(live, last.before), live.table))
    if before == now:
        title = tables.sentences(live).action(last.before + 1)
        yield Choice(kind_of(Undo), say("Undo: %(title)s", title=title), {"to": last.before})


def _ways_to_allow(live: LoadedTable, found: Judgement) -> Iterator[Command]:
    """Yield the commands that would let the observation stand, of those that the rules or the players could accept."""
    for command in found.allow:
        for option in (AllowAnyway(live.codec.write(command)), command):
            try:
                live.referee.decide(live.table, found.seat, option)
            except RuleError:
                logger.debug("table %s: no way to allow what the camera saw", live.table.code, exc_info=True)
                continue
            yield option


def _choice(live: LoadedTable, command: Command, label: Text, weight: Weight) -> Choice:
    return Choice(kind_of(type(command)), label, live.codec.write(command).data, weight=weight)
