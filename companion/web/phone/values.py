"""Values of the fragments of a seat's page: one function, one template, one line in ``pages`` for each.

Here is what stands on every page; ``asking``, ``purse`` and ``board`` have the others.

A public one is given the moment of the table alone; a seat's own is given its reader, too. A value holds no more
than its template reads, so that seats with the same content have equal values and share one rendering: the seat, or
its balance, is in it only where that is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.referee.lobby_page import paces
from companion.core.table.table import Seat, TablePhase
from companion.core.text import Text
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import LogLine, Place, StepState
from companion.web.view import values
from companion.web.view.lobby import PresetView, presets_of
from companion.web.view.moment import Moment
from companion.web.view.parts import BadgeView, PotView, RuleView
from companion.web.view.reader import Reader


@dataclass(frozen=True, slots=True)
class Mine:
    """The seat of the page, its money where balances are public, and the other seats that this phone serves.

    ``counted``: what it has in a game that counts points and no money.
    """

    code: str
    seat: str
    serving: tuple[str, ...]
    badge: BadgeView | None
    cash: int | None
    pot: PotView | None
    alone: bool
    """no steps of a turn stand beside the money"""
    counted: Text | None


def mine(moment: Moment, reader: Reader) -> Mine:
    """Return the seat of the page."""
    shown = _cash_shown(moment, reader)
    pot = moment.pots[0] if shown is not None and len(moment.pots) == 1 else None
    alone = shown is not None and not reader.page.steps
    counted = _counted(reader) if moment.phase is TablePhase.PLAYING and shown is None else None
    return Mine(moment.code, reader.seat or "", reader.serving, reader.badge, shown, pot, alone, counted)


def _cash_shown(moment: Moment, reader: Reader) -> int | None:
    """Return the money of the reader's seat where it stands in the head of the page; None elsewhere."""
    return reader.cash if moment.phase is TablePhase.PLAYING and moment.open_money else None


def _counted(reader: Reader) -> Text | None:
    """Return the points of the reader's seat, as the game says them; None where nothing but money is counted."""
    if reader.moment.live.edition.points is None or reader.page.steps:
        return None
    facts = next((row.facts for row in reader.players if row.seat == reader.seat), ())
    return facts[0] if facts else None


@dataclass(frozen=True, slots=True)
class Top:
    """The instruction, and the progress of the turn; ``code`` where the edition is at the bottom instead.

    ``wide``: no money stands beside the instruction.
    """

    headline: Text
    steps: tuple[tuple[StepState, Text], ...]
    code: str
    wide: bool


def top(moment: Moment, reader: Reader) -> Top:
    """Return the instruction."""
    page = reader.page
    code = "" if page.steps or moment.phase is TablePhase.PLAYING else moment.code
    return Top(page.headline, page.steps, code, wide=not page.steps or _cash_shown(moment, reader) is None)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last action, for the seat that gave it; ``undo_needs_consent``: the others are asked first."""

    undo: LogLine | None
    undo_needs_consent: bool


def undo(moment: Moment, reader: Reader) -> TakeBack:
    """Return the last action, if it is the reader's."""
    return TakeBack(reader.undo, reader.undo_needs_consent)


@dataclass(frozen=True, slots=True)
class Stage:
    """The result of the game, and the game's own public parts."""

    outcome: values.Outcome | None
    game_parts: values.OwnParts | None


def stage(moment: Moment, reader: Reader) -> Stage:
    """Return the content of the middle."""
    return Stage(values.outcome(moment, reader), values.seat_parts(moment, reader, Place.STAGE))


@dataclass(frozen=True, slots=True)
class Foot:
    """The bottom of every page; ``crowd``: all players, where nothing is played for money."""

    paces: tuple[Choice, ...]
    crowd: values.Crowd | None


def foot(moment: Moment, reader: Reader) -> Foot:
    """Return the bottom of the page."""
    live = moment.live
    listed = not live.edition.pays and moment.phase is not TablePhase.LOBBY
    return Foot(paces(live.table), values.crowd(moment, reader) if listed else None)


@dataclass(frozen=True, slots=True)
class Folded:
    """The game's own parts, and choices that are possible at any time, in a fold."""

    game_parts: values.OwnParts | None
    choices: tuple[Choice, ...]
    cash: int | None


def folded(moment: Moment, reader: Reader) -> Folded:
    """Return the content of the fold."""
    return Folded(values.seat_parts(moment, reader, Place.FOLDED), reader.kept_folded, reader.cash)


@dataclass(frozen=True, slots=True)
class More:
    """Rare actions: quiet choices, settings, this phone, the camera."""

    code: str
    seat: str
    cash: int | None
    choices: tuple[Choice, ...]
    settings: tuple[Choice, ...]
    house_rules: bool
    pin: str
    url: str
    phoneless_seats: tuple[Seat, ...]
    """seats for players without a phone"""
    line: values.CameraLine | None
    photos: bool


def more(moment: Moment, reader: Reader) -> More:
    """Return the rare actions."""
    playing, seats = moment.phase is TablePhase.PLAYING, moment.live.table.seats
    return More(
        code=moment.code,
        seat=reader.seat or "",
        cash=reader.cash,
        choices=tuple(each for each in reader.page.choices if each.weight is Weight.QUIET),
        settings=tuple(each for each in reader.settings if playing or each.weight is not Weight.PRIMARY),
        house_rules=moment.phase is not TablePhase.LOBBY and bool(moment.rules),
        pin=reader.pin,
        url=moment.surroundings.url,
        phoneless_seats=tuple(each for each in seats if each.id != reader.seat and not each.box),
        line=values.camera_line(moment),
        photos=moment.watched and bool(moment.surroundings.aids.photos),
    )


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules, to read and change; ``set_up``: in one form, which can begin with one of ``presets``."""

    code: str
    playing: bool
    rules: tuple[RuleView, ...]
    set_up: bool
    presets: tuple[PresetView, ...]
    kept_as: str


def rules(moment: Moment) -> HouseRules:
    """Return the house rules."""
    live, lobby = moment.live, moment.phase is TablePhase.LOBBY
    return HouseRules(
        moment.code,
        moment.phase is TablePhase.PLAYING,
        moment.rules,
        live.game.presets is not None and lobby,
        presets_of(moment.tables, live),
        live.evening,
    )
