"""Values of the fragments that phones and the table screen share, for their templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.layout import Layout
from companion.core.money.currency import Currency
from companion.core.table.table import TablePhase
from companion.core.ui.board_page import BoardView
from companion.core.ui.page import LogLine, Part, Place, PlayerRow
from companion.web.view.moment import Moment
from companion.web.view.news import EndedView
from companion.web.view.parts import BadgeView, PotView, ResultView, RuleView
from companion.web.view.reader import Reader, everybody
from companion.web.view.results import result_of


@dataclass(frozen=True, slots=True)
class Counting:
    """The currency of the table."""

    currency: Currency


def currency(moment: Moment) -> Counting:
    """Return the currency of the table; it is chosen while pages are open."""
    return Counting(moment.live.edition.currency)


@dataclass(frozen=True, slots=True)
class Ended:
    """The latest results; ``seat``: the phone's, where there are any."""

    ended: tuple[EndedView, ...]
    seat: str = ""


def ended(moment: Moment, reader: Reader) -> Ended:
    """Return the latest results, worded for this reader."""
    return Ended(reader.ended, reader.seat or "" if reader.ended else "")


@dataclass(frozen=True, slots=True)
class Ground:
    """The board without its figures: the owner of each region."""

    layout: Layout
    regions: Mapping[str, str]
    badges: Mapping[str, BadgeView]


def ground(moment: Moment, board: BoardView | None) -> Ground | None:
    """Return this board of the table without its figures; None where it is not drawn."""
    if moment.layout is None or board is None:
        return None
    return Ground(moment.layout, board.regions, moment.badges)


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures and marks on a board."""

    layout: Layout
    board: BoardView
    badges: Mapping[str, BadgeView]


def standing(moment: Moment, board: BoardView | None) -> Standing | None:
    """Return the figures and marks on this board of the table; None where it is not drawn."""
    return Standing(moment.layout, board, moment.badges) if moment.layout and board else None


def figures(moment: Moment) -> Standing | None:
    """Return the figures and marks on the board of the public page."""
    return standing(moment, everybody(moment).page.board)


@dataclass(frozen=True, slots=True)
class Crowd:
    """All players at the table with their possessions, and the pots.

    ``can_arrange_seats``: the order in which the players sit round the table can be set now.
    """

    code: str
    seat: str
    lobby: bool
    players: tuple[PlayerRow, ...]
    pots: tuple[PotView, ...]
    can_arrange_seats: bool


def crowd(moment: Moment, reader: Reader) -> Crowd:
    """Return the list of players as this reader may see it."""
    lobby = moment.phase is TablePhase.LOBBY
    return Crowd(moment.code, reader.seat or "", lobby, reader.players, moment.pots, can_be_arranged(moment))


def can_be_arranged(moment: Moment) -> bool:
    """Return whether the order in which the players sit round the table can be set now."""
    live = moment.live
    return moment.phase is TablePhase.LOBBY and not moment.demo and live.game.uses_seat_order(live.table)


@dataclass(frozen=True, slots=True)
class OwnParts:
    """The game's own parts at one place of a page, and the other input of its templates.

    ``questioned``: another player's question to this seat is above them, so that none of their buttons is solid.
    """

    parts: tuple[Part, ...]
    code: str
    game: str
    seat: str
    demo: bool
    players: tuple[PlayerRow, ...]
    pots: tuple[PotView, ...]
    rules: tuple[RuleView, ...]
    ground: Ground | None
    questioned: bool = False


def seat_parts(moment: Moment, reader: Reader, place: Place) -> OwnParts | None:
    """Return the game's own parts at this place; None where there are none.

    Public parts are the same for all seats, so their templates are not given the reader's seat.
    """
    parts = reader.parts(place)
    if not parts:
        return None
    own = place in (Place.PRIVATE, Place.SECOND, Place.FOLDED)
    seat, questioned = (reader.seat or "", bool(reader.question)) if own else ("", False)
    board = ground(moment, reader.page.board)
    return OwnParts(
        parts,
        moment.code,
        moment.game,
        seat,
        moment.demo,
        reader.players,
        moment.pots,
        moment.rules,
        board,
        questioned,
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of the game, with its exports; ``remembered``: the box stores it by name."""

    code: str
    seat: str
    result: ResultView
    players: tuple[PlayerRow, ...]
    demo: bool
    remembered: bool
    game_parts: OwnParts | None


def outcome(moment: Moment, reader: Reader) -> Outcome | None:
    """Return the result of the game; None before the end."""
    found = result_of(moment.tables, moment.live) if moment.phase is TablePhase.OVER else None
    if found is None:
        return None
    game_parts, remembered = seat_parts(moment, reader, Place.RESULT), moment.live.table.remembered
    return Outcome(moment.code, reader.seat or "", found, reader.players, moment.demo, remembered, game_parts)


@dataclass(frozen=True, slots=True)
class CameraLine:
    """The link to the camera's page; ``drawn``: and to the drawn table that it films."""

    code: str
    drawn: bool


def camera_line(moment: Moment) -> CameraLine | None:
    """Return the link to the camera; None where there is none, or it could not see anything."""
    aids = moment.surroundings.aids
    return CameraLine(moment.code, aids.drawn) if aids.camera and moment.watched else None


@dataclass(frozen=True, slots=True)
class Log:
    """Lines of the public log."""

    lines: tuple[LogLine, ...]


def log(moment: Moment) -> Log:
    """Return the latest lines of the public log."""
    return Log(moment.lines)
