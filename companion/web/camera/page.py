"""The camera at a table as values: its set-up and its reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards.camera_messages import Report, Stage
from companion.boards.lookups import expected_at, marked_table_of, marked_words_of, owners_of
from companion.boards.marked_table import LOOSE, row_of
from companion.boards.observation import Observation, ObservationStatus
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.core.ui.page import StepState, progress
from companion.web.visit.visit import Visit

SHOWN_DOUBTS = 12

STEPS = (
    (say("Board"), (Stage.SEARCHING,)),
    (say("Figures"), (Stage.FOUND, Stage.READY, Stage.MISMATCH)),
    (say("The camera reads"), (Stage.WATCHING, Stage.LOST)),
)


MARKED_STEPS = (
    (say("Markers"), (Stage.SEARCHING,)),
    (say("The camera reads"), (Stage.WATCHING, Stage.LOST)),
)
"""of a table without a board: nothing is set up"""


@dataclass(frozen=True, slots=True)
class RowSeen:
    """A row of pieces with printed markers: its name, and each piece with whether it is seen now.

    ``differs``: it is not as in the box's state.
    """

    name: str
    pieces: tuple[tuple[str, bool], ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that the camera is not sure of; ``sure`` in percent."""

    cell: str
    sure: int


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a figure: name, colour and mark as everywhere else."""

    name: str
    colour: str
    mark: str


NOBODY = Owner("", "", "")


@dataclass(frozen=True, slots=True)
class CameraPage:
    """The camera's pages at table ``code``; ``serving`` is the table that the camera films ("": none)."""

    code: str
    expected: bool
    phone: bool
    """whether a phone can be the camera, or is"""
    invited: bool
    """whether one is waited for, or watches"""
    watching: bool
    battery: int | None
    """of the phone, in percent"""
    serving: str
    demo: bool
    stage: Stage
    busy: bool
    steps: tuple[tuple[StepState, Text], ...]
    now: Text
    trouble: Text | None
    report: Report | None
    follows: bool
    """whether the table follows the figures at all"""
    unread: bool
    """whether a part of the board is hidden, in doubt or too bright"""
    different: tuple[str, ...]
    """cells that look otherwise than in the box's state"""
    wrong: Mapping[str, tuple[str, ...]]
    """cells and areas of the start that cannot be read, or could not, with the kinds of figures expected there"""
    doubts: tuple[Doubt, ...]
    owners: Mapping[str, Owner]
    """by the kind of the figure, as the camera calls it"""
    marked: bool
    """whether it is watched by printed markers, without a board"""
    rows: tuple[RowSeen, ...]
    loose: tuple[str, ...]
    """the name of the pieces in no row"""


def camera_page(visit: Visit) -> CameraPage:
    """Return the camera for this table's page."""
    session, table = visit.box.camera, visit.table
    stage = session.stage(table.code)
    report = session.report if session.there and session.table == table.code else None
    game = visit.live.game
    expected, marked = expected_at(game, table), game.markers is not None
    words = marked_words_of(game, table)
    reading = report.reading if report else None
    return CameraPage(
        code=table.code,
        expected=session.expected,
        phone=visit.box.offers_phone,
        invited=bool(session.phone.key),
        watching=session.phone.there,
        battery=session.phone.battery,
        serving=session.table,
        demo=session.demo_board is not None,
        stage=stage,
        busy=session.busy,
        steps=_steps(stage, MARKED_STEPS if marked else STEPS),
        now=(_now_marked if marked else sentence_at)(stage),
        trouble=report.trouble if report else None,
        report=report,
        follows=expected is not None,
        unread=reading is not None and (reading.status is not ObservationStatus.OK or bool(reading.unknown)),
        different=_different(expected, report.reading if report and stage is Stage.WATCHING else None),
        wrong={place: figures_at(expected, place) for place in report.wrong} if report and expected else {},
        doubts=_doubts(report),
        owners=owners_at(game, table),
        marked=marked,
        rows=_rows(game, table, expected, reading),
        loose=tuple(words.get(kind, kind) for kind in reading.in_area(LOOSE)) if reading else (),
    )


def _rows(game: Game, table: Table, expected: Observation | None, reading: Observation | None) -> tuple[RowSeen, ...]:
    """Return the rows of a table with printed markers that have been seen."""
    marked, words = marked_table_of(game, table), marked_words_of(game, table)
    if marked is None or reading is None or expected is None:
        return ()
    seen = {name: row_of(reading, name) for name in marked.rows if name not in reading.unknown}
    return tuple(
        RowSeen(
            words.get(name, name),
            tuple((words.get(kind, kind), clear) for kind, clear in row),
            [kind for kind, _ in row] != [kind for kind, _ in row_of(expected, name)],
        )
        for name, row in seen.items()
    )


def owners_at(game: Game, table: Table) -> dict[str, Owner]:
    """Return the owners of the figures that a camera can see at this table."""
    if expected_at(game, table) is None:
        return {}
    rows = {row.seat: Owner(row.name, row.colour, row.mark) for row in game.players(table, None)}
    return {kind: rows[seat] for kind, seat in owners_of(game, table).items()}


def _steps(stage: Stage, steps: Sequence[tuple[Text, tuple[Stage, ...]]]) -> tuple[tuple[StepState, Text], ...]:
    at = next((place for place, (_, stages) in enumerate(steps) if stage in stages), -1)
    return progress([words for words, _ in steps], at)


def sentence_at(stage: Stage) -> Text:
    """Return the sentence for this stage of the camera."""
    return {
        Stage.IDLE: say("The camera is getting ready for this table."),
        Stage.NO_PICTURE: say("There is no picture from the camera."),
        Stage.SEARCHING: say("The camera looks for the board. All of it must be in the picture."),
        Stage.FOUND: say(
            "Board found (green outline). Set up the figures, hands away, then let it look. If the board is still"
            " empty, first take a picture of that."
        ),
        Stage.READY: say("Now set up the figures. When all are where they belong: hands away, then let it look."),
        Stage.MISMATCH: say("Some places do not look as they should. They are red in the picture."),
        Stage.WATCHING: say("The camera reads the board."),
        Stage.LOST: say("The camera has lost the board. Put it back into the picture, or let it look again."),
    }[stage]


def _now_marked(stage: Stage) -> Text:
    """Return the sentence for this stage at a table without a board."""
    return {
        **dict.fromkeys(Stage, say("The camera is getting ready for this table.")),
        Stage.NO_PICTURE: say("There is no picture from the camera."),
        Stage.SEARCHING: say("The camera looks for the printed markers. Lay them out where it can see them."),
        Stage.WATCHING: say("The camera reads the markers."),
        Stage.LOST: say("The camera sees no marker of this table. Clear its view, or put it back."),
    }[stage]


def _different(expected: Observation | None, reading: Observation | None) -> tuple[str, ...]:
    if expected is None or reading is None:
        return ()
    cells = (expected.cells.keys() | reading.cells.keys()) - set(reading.unknown)
    return tuple(sorted(cell for cell in cells if expected.cells.get(cell) != reading.cells.get(cell)))


def figures_at(figures: Observation, place: str) -> tuple[str, ...]:
    """Return the kinds of figures on this cell, or in this area."""
    return figures.in_area(place) or tuple(filter(None, [figures.cells.get(place)]))


def _doubts(report: Report | None) -> tuple[Doubt, ...]:
    if report is None:
        return ()
    found = sorted(report.confidence.items(), key=lambda item: item[1])
    return tuple(Doubt(cell, round(100 * sure)) for cell, sure in found[:SHOWN_DOUBTS] if sure < 0.999)
