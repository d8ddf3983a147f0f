"""The judgement of a photo of the board: made once, at the number that the table had when it was taken.

As soon as the table moves on, or a camera above it has seen something since, the photo is a thing of the past. Nothing
of it is ever applied unasked, and nobody is accused by a single photo: a refusal of the rules is a question, too.
"""

from __future__ import annotations

from dataclasses import replace

from companion.app.camera.judgement import HIDDEN, NO_SENSE, judged_by, legal_view
from companion.app.loaded_table import LoadedTable
from companion.app.seen import SeenPhoto
from companion.app.tables import Tables
from companion.boards.lookups import terms_of
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Ruling
from companion.core.plugin import Game
from companion.core.table.table import TablePhase
from companion.core.text import Text, listed, say
from companion.core.ui.page import CameraState, CameraView

MAX_NAMED = 6
"""Cells that a sentence names."""

ELSEWHERE = say("Some figures are not where the box has them. Check the highlighted spaces.")


def observe_photo(
    tables: Tables,
    code: str,
    seat: str,
    seq: int,
    observation: Observation,
    camera: Observation | None = None,
    hint: Text | None = None,
) -> SeenPhoto | None:
    """Keep and judge what a photo shows that this seat took when the table was at ``seq``; tell the screens.

    ``camera`` was what a camera had seen last. ``hint`` is what to do that the next photo is read better. Return None
    where the table has moved on meanwhile, or follows no figures. Raise NoSuchTable.
    """
    live = tables.live(code)
    with live.lock:
        camera_rules = live.game.camera
        if live.table.seq != seq or live.table.phase is not TablePhase.PLAYING or camera_rules is None:
            return None
        found = judged_by(camera_rules, live.table, observation)
        if found is None:
            return None
        live.seen.photo = SeenPhoto(seq, seat, observation, found, camera, live.seen.visibility, hint)
    tables.bell.notify(code, seq)
    return live.seen.photo


def seen_photo(live: LoadedTable) -> SeenPhoto | None:
    """Return the last photo while nothing has happened since, neither at the table nor before a camera."""
    photo = live.seen.photo
    if photo is None or photo.seq != live.table.seq:
        return None
    return photo if live.seen.observation is None or live.seen.observation is photo.camera else None


def photo_view(live: LoadedTable, seat: str | None) -> CameraView | None:
    """Return what the last photo says to this seat (None: the table screen).

    None where there is none that counts, or while something has come over the board since.
    """
    photo = seen_photo(live)
    if photo is None or (live.seen.visibility in HIDDEN and live.seen.visibility is not photo.visibility):
        return None
    view = _view(live, photo, seat)
    return replace(view, hints=(*view.hints, photo.hint)) if photo.hint else view


def _view(live: LoadedTable, photo: SeenPhoto, seat: str | None) -> CameraView:
    found = photo.judgement
    match found.ruling:
        case Ruling.NONE:
            return CameraView(CameraState.SAME, unchanged(live.game, photo), seat=photo.seat, photo=True)
        case Ruling.LEGAL:
            return legal_view(live, found, seat, photo=True)
        case Ruling.FAILED:
            return CameraView(CameraState.UNCLEAR, NO_SENSE, seat=photo.seat, photo=True)
        case _:
            return _question(found, seat, photo.seat)


def unchanged(game: Game, photo: SeenPhoto) -> Text:
    """Return the sentence for a photo that shows nothing changed."""
    unseen, places = photo.observation.unknown, terms_of(game).places
    if not unseen:
        return say("The photo matches the box.")
    named = listed(places.get(name) or say("%(name)s", name=name) for name in unseen[:MAX_NAMED])
    if len(unseen) > MAX_NAMED:
        return say("What can be seen is as the box has it. Not seen: %(cells)s and others.", cells=named)
    return say("What can be seen is as the box has it. Not seen: %(cells)s.", cells=named)


def _question(found: Judgement, seat: str | None, taken_by: str) -> CameraView:
    """Return the view of figures that are elsewhere: three ways on, and no accusation."""
    asked = seat in (found.seat, taken_by)
    return CameraView(
        CameraState.UNCLEAR,
        ELSEWHERE,
        hints=(found.sentence, say("If they are wrong, put them back, or take another photo. Or:"))
        if found.sentence
        else (say("If they are wrong, put them back, or take another photo. Or:"),),
        rule=found.rule,
        cells=found.cells,
        seat=seat if asked and seat else found.seat,
        arrange=asked,
        moves=found.moves,
        photo=True,
    )
