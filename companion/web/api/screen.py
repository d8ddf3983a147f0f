"""A screen in the JSON API: the same for a seat's page and for the table screen, whose ``seat`` is null."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.money.currency import Currency
from companion.core.referee.lobby_page import paces
from companion.core.text import Text
from companion.core.ui.board_page import Arranging, BoardView
from companion.core.ui.choice import Choice
from companion.core.ui.page import BallotView, CameraView, LogLine, PlayerRow, StepState, Timer
from companion.web.view.lobby import PresetView, presets_of, seat_view
from companion.web.view.news import EndedView
from companion.web.view.parts import LoanView, PotView, ProposalView, ResultView, RuleView, SeatView
from companion.web.view.reader import Reader
from companion.web.view.results import result_of
from companion.web.words.games import part_names


@dataclass(frozen=True, slots=True)
class PageOfGame:
    """The game's own page for the reader."""

    headline: Text
    prompt: tuple[Text, ...]
    steps: tuple[tuple[StepState, Text], ...]
    choices: tuple[Choice, ...]
    money: tuple[Choice, ...]
    board: BoardView | None
    arranging: Arranging | None
    ballot: BallotView | None
    dice: tuple[tuple[str, int, bool], ...]
    notes: tuple[Text, ...]
    camera: CameraView | None
    asked: str
    timer: Timer | None


@dataclass(frozen=True, slots=True)
class Screen:
    """The content of a screen. The game's own parts are in ``page`` under their names, null where there are none."""

    code: str
    game: str
    edition: str
    level: str
    phase: str
    seq: int
    seat: str | None
    page: PageOfGame
    players: tuple[PlayerRow, ...]
    log: tuple[LogLine, ...]
    news: tuple[LogLine, ...]
    private_news: tuple[LogLine, ...]
    to_move: tuple[Text, ...]
    ended: tuple[EndedView, ...]
    notices: tuple[Text, ...]
    motions: tuple[ProposalView, ...]
    loans: tuple[LoanView, ...]
    pots: tuple[PotView, ...]
    settings: tuple[Choice, ...]
    paces: tuple[Choice, ...]
    rules: tuple[RuleView, ...]
    presets: tuple[PresetView, ...]
    seats: tuple[SeatView, ...]
    undo: LogLine | None
    cash: int | None
    pin: str
    join_url: str
    result: ResultView | None
    currency: Currency
    demo: bool
    serving: tuple[str, ...]
    remembered: bool


def _page_of(reader: Reader) -> PageOfGame:
    """Return the game's own page for this reader."""
    live, page = reader.moment.live, reader.page
    board = live.game.board
    return PageOfGame(
        page.headline,
        page.prompt,
        page.steps,
        page.choices,
        reader.money,
        page.board,
        board.arranging(live.table, reader.seat, None) if reader.seat and board else None,
        page.ballot,
        page.dice,
        page.notes,
        page.camera,
        page.asked,
        page.timer,
    )


def screen_of(reader: Reader) -> Screen:
    """Return the content of this reader's screen."""
    moment = reader.moment
    live, table = moment.live, moment.live.table
    return Screen(
        code=table.code,
        game=table.game,
        edition=table.edition,
        level=table.level.value,
        phase=table.phase.value,
        seq=table.seq,
        seat=reader.seat,
        page=_page_of(reader),
        players=reader.players,
        log=reader.log,
        news=reader.news,
        private_news=reader.private_news,
        to_move=reader.to_move,
        ended=reader.ended,
        notices=reader.notices,
        motions=reader.motions,
        loans=reader.loans,
        pots=moment.pots,
        settings=reader.settings,
        paces=paces(table) if reader.seat else (),
        rules=moment.rules,
        presets=presets_of(moment.tables, live),
        seats=tuple(seat_view(other, reader.seat) for other in table.seats),
        undo=reader.undo,
        cash=reader.cash,
        pin=reader.pin,
        join_url=moment.surroundings.url,
        result=result_of(moment.tables, live),
        currency=live.edition.currency,
        demo=moment.demo,
        serving=reader.serving,
        remembered=table.remembered,
    )


def parts_of(reader: Reader) -> Mapping[str, Any]:
    """Return the game's own parts by their names; None for one that is not shown."""
    return dict.fromkeys(part_names(reader.game)) | {part.name: part.data for part in reader.page.parts}
