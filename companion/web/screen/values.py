"""Values of the fragments of the table screen: one function, one template, one line in ``pages`` for each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from companion.app.hosting.wifi import Wifi
from companion.core.referee.lobby_page import seatings
from companion.core.secrets.ballot import BallotStage
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.core.ui.choice import Option
from companion.core.ui.page import BallotView, CameraView, LogLine, Place, PlayerRow, StepState, Timer
from companion.web.drawing.board_map import BoardMap, board_map
from companion.web.screen.composition import Composition, composition
from companion.web.view import values
from companion.web.view.moment import Moment
from companion.web.view.motions import OpenQuestion, open_questions
from companion.web.view.parts import BadgeView
from companion.web.view.reader import Reader, everybody

LAST_LINES = 24
"""of the log: those for which there is room are shown"""
MIN_FOLDED = 2
"""more lines of one action are a sentence and its payments"""
BELOW_HEADLINE = (Composition.BOARD, Composition.BESIDE, Composition.PLAYERS)
"""the compositions with the prompt below the headline; in the others the middle of the screen says it"""


@dataclass(frozen=True, slots=True)
class Gathering:
    """The table before the game, for its poster: what is played, and the code that phones type."""

    game: str
    code: str


@dataclass(frozen=True, slots=True)
class Head:
    """The headline: the player whose turn it is, and the progress of the turn."""

    headline: Text
    gathering: Gathering | None
    active: BadgeView | None
    """the player whose turn it is, where it is that of one"""
    timer: Timer | None
    dice: tuple[tuple[str, int, bool], ...]
    steps: tuple[tuple[StepState, Text], ...]
    prompt: tuple[Text, ...]
    camera: CameraView | None
    last: Text | None
    """a note that this is the last turn"""


def head(moment: Moment) -> Head:
    """Return the headline of the screen."""
    reader = everybody(moment)
    page, playing = reader.page, moment.phase is TablePhase.PLAYING
    active = [each.seat for each in moment.players if each.active]
    return Head(
        headline=page.headline,
        gathering=Gathering(moment.game, moment.code) if moment.phase is TablePhase.LOBBY else None,
        active=moment.badges.get(active[0]) if playing and len(active) == 1 else None,
        timer=page.timer if page.timer and not page.timer.then else None,
        dice=page.dice,
        steps=page.steps,
        prompt=page.prompt if composition(reader) in BELOW_HEADLINE else (),
        camera=page.camera,
        last=page.last,
    )


@dataclass(frozen=True, slots=True)
class Welcome:
    """The ways for guests to join the table before the game begins."""

    code: str
    url: str
    wifi: Wifi | None


@dataclass(frozen=True, slots=True)
class Stage:
    """The middle of the table screen: one of these, in this order."""

    welcome: Welcome | None
    outcome: values.Outcome | None
    ballot: BallotView | None
    game_parts: values.OwnParts | None
    still: bool
    """the result of the last sale is shown in place of the board, until a player has acted after it"""
    ground: values.Ground | None
    players: tuple[PlayerRow, ...]
    prompt: tuple[Text, ...]


def stage(moment: Moment) -> Stage:
    """Return the content of the middle."""
    reader = everybody(moment)
    page, lobby, surroundings = reader.page, moment.phase is TablePhase.LOBBY, moment.surroundings
    game_parts, ballot = values.seat_parts(moment, reader, Place.STAGE), page.ballot
    return Stage(
        welcome=Welcome(moment.code, surroundings.url, surroundings.wifi) if lobby else None,
        outcome=values.outcome(moment, reader),
        ballot=ballot,
        game_parts=game_parts,
        still=bool(game_parts and page.board and ballot and not ballot.sealed),
        ground=values.ground(moment, None if ballot or game_parts else page.board),
        players=reader.players if ballot else (),
        prompt=page.prompt if ballot else (),
    )


def players(moment: Moment) -> values.Crowd:
    """Return all players at the table."""
    return values.crowd(moment, everybody(moment))


@dataclass(frozen=True, slots=True)
class Side:
    """The side of the screen: places, questions, the last lines of the log, how to join or go on."""

    code: str
    url: str
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
    lobby, ended = moment.phase is TablePhase.LOBBY, moment.phase is TablePhase.OVER
    ballot = reader.page.ballot
    revealed = ballot and ballot.stage is BallotStage.REVEALED
    return Side(
        code=moment.code,
        url=moment.surroundings.url,
        map=board_map(live) if lobby and moment.players else None,
        notices=reader.notices[-1:],
        questions=open_questions(reader.motions),
        lines=None if lobby or ended or revealed else _last(moment.lines),
        ended=ended,
        again=seatings(live.game, live.table) if ended else (),
        joining=not lobby and not ended,
    )


def _last(lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Return the last lines of the log; of an action with several payments its sentence alone, where it has one."""
    actions = (tuple(of) for _, of in groupby(lines[-LAST_LINES:], key=lambda line: line.seq))
    return tuple(line for of in actions for line in (of[:1] if len(of) > MIN_FOLDED and not of[0].gains else of))


@dataclass(frozen=True, slots=True)
class Here:
    """The state of this very screen: the seats it serves besides, the camera that is connected."""

    code: str
    serving: tuple[str, ...]
    gathering: bool
    line: values.CameraLine | None


def here(moment: Moment, reader: Reader) -> Here:
    """Return the state of this screen."""
    line = values.camera_line(moment) if moment.phase is not TablePhase.OVER else None
    return Here(moment.code, reader.serving, moment.phase is TablePhase.LOBBY, line)
