"""Values of the fragments of the table screen: one function, one template, one line in ``pages`` for each."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.hosting.wifi import Wifi
from companion.core.referee.lobby_page import seatings
from companion.core.secrets.ballot import BallotStage
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.core.ui.choice import Option
from companion.core.ui.page import BallotView, CameraView, LogLine, Place, PlayerRow, StepState, Timer
from companion.web.drawing.board_map import BoardMap, board_map
from companion.web.view import values
from companion.web.view.moment import Moment
from companion.web.view.motions import OpenQuestion, open_questions
from companion.web.view.reader import Reader, everybody

PLAIN_LINES, LAST_LINES = 8, 12
"""of the log: where nothing else stands in the middle, and beside it"""


@dataclass(frozen=True, slots=True)
class Head:
    """The headline: the player whose turn it is, and the progress of the turn."""

    headline: Text
    lobby: bool
    timer: Timer | None
    dice: tuple[tuple[str, int, bool], ...]
    steps: tuple[tuple[StepState, Text], ...]
    prompt: tuple[Text, ...]
    camera: CameraView | None


def head(moment: Moment) -> Head:
    """Return the headline of the screen."""
    page = everybody(moment).page
    timer = page.timer if page.timer and not page.timer.then else None
    beside_board = moment.phase is TablePhase.PLAYING and page.board and not page.ballot
    prompt = page.prompt if beside_board else ()
    return Head(page.headline, moment.phase is TablePhase.LOBBY, timer, page.dice, page.steps, prompt, page.camera)


@dataclass(frozen=True, slots=True)
class Welcome:
    """The ways for guests to join the table before the game begins."""

    code: str
    game: str
    url: str
    wifi: Wifi | None
    empty: bool
    """no player is seated yet"""


@dataclass(frozen=True, slots=True)
class Stage:
    """The middle of the table screen: one of these, in this order."""

    welcome: Welcome | None
    outcome: values.Outcome | None
    ballot: BallotView | None
    own: values.OwnParts | None
    still: bool
    """the result of the last sale is shown in place of the board, until a player has acted after it"""
    ground: values.Ground | None
    players: tuple[PlayerRow, ...]
    prompt: tuple[Text, ...]
    lines: tuple[LogLine, ...]


def stage(moment: Moment) -> Stage:
    """Return the content of the middle."""
    reader = everybody(moment)
    page, lobby, around = reader.page, moment.phase is TablePhase.LOBBY, moment.around
    own, ballot = values.own_parts(moment, reader, Place.STAGE), page.ballot
    plain = not (lobby or ballot or own or page.board)
    empty = not moment.players
    return Stage(
        welcome=Welcome(moment.code, moment.game, around.url, around.wifi, empty) if lobby else None,
        outcome=values.outcome(moment, reader),
        ballot=ballot,
        own=own,
        still=bool(own and page.board and ballot and not ballot.sealed),
        ground=values.ground(moment, page.board),
        players=reader.players if ballot else (),
        prompt=page.prompt if ballot or plain else (),
        lines=moment.lines[-PLAIN_LINES:] if plain else (),
    )


def players(moment: Moment) -> values.Crowd:
    """Return all players at the table."""
    return values.crowd(moment, everybody(moment))


@dataclass(frozen=True, slots=True)
class Side:
    """The column beside the middle: places and notices, questions, the last lines of the log, how to join or go on."""

    code: str
    url: str
    game: str
    places: bool
    map: BoardMap | None
    notices: tuple[Text, ...]
    questions: tuple[OpenQuestion, ...]
    lines: tuple[LogLine, ...] | None
    """None: no log stands there"""
    ended: bool
    again: tuple[Option, ...]
    joining: bool


def side(moment: Moment) -> Side:
    """Return the content of the column beside the middle."""
    reader, live = everybody(moment), moment.live
    page, ballot, lobby = reader.page, reader.page.ballot, moment.phase is TablePhase.LOBBY
    ended = moment.phase is TablePhase.OVER
    middle = page.board or ballot or ended or reader.parts(Place.STAGE)
    beside = middle and not (ballot and ballot.stage is BallotStage.REVEALED)
    places = lobby and bool(moment.players)
    return Side(
        code=moment.code,
        url=moment.around.url,
        game=moment.game,
        places=places,
        map=board_map(live) if places else None,
        notices=reader.notices[-1:],
        questions=open_questions(reader.motions),
        lines=moment.lines[-LAST_LINES:] if beside else None,
        ended=ended,
        again=seatings(live.game, live.table) if ended else (),
        joining=not lobby and not ended,
    )


@dataclass(frozen=True, slots=True)
class Here:
    """The state of this very screen: the seats it serves besides, the camera that is connected."""

    code: str
    serving: tuple[str, ...]
    line: values.CameraLine | None


def here(moment: Moment, reader: Reader) -> Here:
    """Return the state of this screen."""
    line = values.camera_line(moment) if moment.phase is not TablePhase.OVER else None
    return Here(moment.code, reader.serving, line)


def ended(moment: Moment) -> values.Ended:
    """Return the latest results, worded for everybody."""
    return values.ended(moment, everybody(moment))
