"""Values of the fragments of a seat's page: one function, one template, one line in ``pages`` for each.

A public one is given the moment of the table alone; a seat's own is given its reader, too. A value holds no more
than its template reads, so that seats with the same content have equal values and share one rendering: the seat, or
its balance, is in it only where that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.referee.lobby_page import paces
from companion.core.secrets.ballot import BallotStage
from companion.core.table.table import Seat, TablePhase
from companion.core.text import Text
from companion.core.ui.board_page import BoardMoves, BoardTargets
from companion.core.ui.choice import Choice, FieldKind, Option, Weight
from companion.core.ui.page import BallotView, CameraView, CardView, LogLine, Place, PlayerRow, StepState, Timer
from companion.web.drawing.board_map import BoardMap, board_map
from companion.web.drawing.figures_svg import DrawnMoves
from companion.web.phone.sights import proposed_boards, seen_moves
from companion.web.view import values
from companion.web.view.lobby import PresetView, presets_of, seat_view
from companion.web.view.moment import Moment
from companion.web.view.motions import no_loan
from companion.web.view.news import aged
from companion.web.view.parts import Aids, BadgeView, LoanView, PhotoOffer, PotView, ProposalView, RuleView, SeatView
from companion.web.view.reader import Reader, everybody

LAST_LINES = 4
"""of the log, on the phone of a player who tries the game alone"""


@dataclass(frozen=True, slots=True)
class Mine:
    """The seat of the page, its money where balances are public, and the other seats that this phone serves."""

    code: str
    seat: str
    serving: tuple[str, ...]
    badge: BadgeView | None
    cash: int | None
    pot: PotView | None
    alone: bool
    """no steps of a turn stand beside the money"""


def mine(moment: Moment, reader: Reader) -> Mine:
    """Return the seat of the page."""
    shown = reader.cash if moment.phase is TablePhase.PLAYING and moment.open_money else None
    pot = moment.pots[0] if shown is not None and len(moment.pots) == 1 else None
    alone = shown is not None and not reader.page.steps
    return Mine(moment.code, reader.seat or "", reader.serving, reader.badge, shown, pot, alone)


@dataclass(frozen=True, slots=True)
class Top:
    """The instruction, and the progress of the turn; ``code`` where the edition is at the bottom instead."""

    headline: Text
    steps: tuple[tuple[StepState, Text], ...]
    code: str


def top(moment: Moment, reader: Reader) -> Top:
    """Return the instruction."""
    page = reader.page
    return Top(page.headline, page.steps, "" if page.steps or moment.phase is TablePhase.PLAYING else moment.code)


@dataclass(frozen=True, slots=True)
class Asked:
    """Information and questions that come before all else."""

    code: str
    seat: str
    beginning: tuple[Text, ...]
    computers: tuple[str, ...]
    """seats of the box's bots, where the introduction is shown"""
    may_begin: bool
    to_move: tuple[Text, ...]
    motions: tuple[ProposalView, ...]
    proposed: Mapping[int, DrawnMoves]
    """question -> the proposed board"""
    cards: tuple[CardView, ...]
    """what this seat may lay in the vote that a question is about"""
    told: tuple[LogLine, ...]
    notices: tuple[Text, ...]
    loans: tuple[LoanView, ...]
    cash: int | None
    camera: CameraView | None
    sight: DrawnMoves | None
    arranging: bool
    photos: PhotoOffer


def asked(moment: Moment, reader: Reader) -> Asked:
    """Return the information and questions that come before all else."""
    page, beginning = reader.page, reader.beginning
    loans = tuple(loan for loan in reader.loans if loan.urgent)
    named = bool(beginning or reader.motions or loans or page.camera)
    computers = tuple(seat.id for seat in moment.live.table.seats if seat.box) if beginning else ()
    voted = page.ballot.choices.get(reader.seat or "", ()) if reader.motions and page.ballot else ()
    return Asked(
        code=moment.code,
        seat=reader.seat or "" if named else "",
        beginning=beginning,
        computers=computers,
        may_begin=bool(beginning) and moment.phase is TablePhase.PLAYING and not reader.asked,
        to_move=reader.to_move,
        motions=reader.motions,
        proposed=proposed_boards(moment, reader),
        cards=voted,
        told=() if page.ballot else reader.told,
        notices=() if reader.main or reader.asked else reader.notices,
        loans=loans,
        cash=reader.cash if loans else None,
        camera=page.camera,
        sight=seen_moves(moment, reader),
        arranging=bool(page.camera and page.arranging),
        photos=moment.around.aids.photos if page.camera else PhotoOffer.NONE,
    )


@dataclass(frozen=True, slots=True)
class Said:
    """The present activity of the table, for all who wait alike. ``lines`` None: no log is shown."""

    prompt: tuple[Text, ...]
    timer: Timer | None
    dice: tuple[tuple[str, int, bool], ...]
    lines: tuple[LogLine, ...] | None


def said(moment: Moment, reader: Reader) -> Said:
    """Return the present activity of the table."""
    page = reader.page
    alone = moment.demo and moment.phase is TablePhase.PLAYING and not reader.asked and not reader.beginning
    lines = moment.lines[-LAST_LINES:] if alone else None
    return Said(page.prompt, page.timer, () if page.ballot else page.dice, lines)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The settings before the game begins."""

    code: str
    seat: str
    game: str
    set_up: bool
    """the house rules are set up in one form"""
    cards: bool
    """it can be played with cards that somebody types"""
    rules: bool
    map: BoardMap | None
    around: bool
    seats: tuple[SeatView, ...]
    players: tuple[PlayerRow, ...]
    aids: Aids
    watched: bool
    url: str
    waits: bool
    """for more players"""
    demo: bool
    remembered: bool
    games: int
    """number of games that have ended here before this one"""
    pin: str
    """of a seat on a screen that serves several players"""


def lobby(moment: Moment, reader: Reader) -> Lobby | None:
    """Return the settings; None once the game has begun."""
    live = moment.live
    if moment.phase is not TablePhase.LOBBY:
        return None
    return Lobby(
        code=moment.code,
        seat=reader.seat or "",
        game=moment.game,
        set_up=live.game.presets is not None,
        cards=live.game.catalogue is not None,
        rules=bool(moment.rules),
        map=board_map(live),
        around=values.can_be_arranged(moment),
        seats=tuple(seat_view(other, reader.seat) for other in live.table.seats),
        players=reader.players,
        aids=moment.around.aids,
        watched=moment.watched,
        url=moment.around.url,
        waits=bool(reader.page.prompt),
        demo=moment.demo,
        remembered=live.table.remembered,
        games=live.table.games,
        pin=reader.pin if reader.serving else "",
    )


@dataclass(frozen=True, slots=True)
class Now:
    """The choices of the moment."""

    code: str
    seat: str
    ballot: BallotView | None
    below: bool
    """the vote is below the questions: the keys of a field there stay in sight"""
    players: tuple[PlayerRow, ...]
    told: tuple[LogLine, ...]
    own: values.OwnParts | None
    opens_board: bool
    arranges: bool
    """the game waits for a player to set the places of the figures"""
    main: tuple[Choice, ...]
    choices: tuple[Choice, ...]
    dice: Choice | None
    """the choice for which a photo of the dice can be taken"""
    cash: int | None
    folds: tuple[Text, ...]
    private: bool
    """the fold has something secret"""
    notes: tuple[Text, ...]
    demo: bool
    notices: tuple[Text, ...]
    settings: tuple[Choice, ...]
    lobby: Lobby | None


def now(moment: Moment, reader: Reader) -> Now:
    """Return the reader's choices of the moment."""
    page, main, choices, dice = reader.page, reader.main, reader.choices, reader.dice
    ballot, board = page.ballot, page.board
    arranges = bool(page.arranging and page.arranging.needed)
    typed = any(field.kind is FieldKind.NUMBER for choice in main for field in choice.fields)
    typed = typed or any(part.typed for part in reader.parts(Place.PRIVATE))
    folded = reader.parts(Place.FOLDED)
    folds = (*(part.title for part in folded), *(each.title for each in reader.kept_folded))
    return Now(
        code=moment.code,
        seat=reader.seat or "" if ballot or arranges or dice else "",
        ballot=ballot,
        below=bool((typed or page.asked) and ballot and ballot.stage is BallotStage.REVEALED),
        players=reader.players if ballot else (),
        told=reader.told if ballot else (),
        own=values.own_parts(moment, reader, Place.PRIVATE),
        opens_board=bool(board and ((board.moves and board.moves.to) or board.targets)),
        arranges=arranges,
        main=main,
        choices=choices,
        dice=dice,
        cash=reader.cash if ballot or choices else None,
        folds=tuple(title for title in folds if title),
        private=bool(folded),
        notes=page.notes,
        demo=moment.demo,
        notices=reader.notices if main or reader.asked else (),
        settings=tuple(each for each in reader.settings if each.weight is Weight.PRIMARY),
        lobby=lobby(moment, reader),
    )


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last action, for the seat that gave it; ``undo_asks``: the others are asked first."""

    undo: LogLine | None
    undo_asks: bool


def undo(moment: Moment, reader: Reader) -> TakeBack:
    """Return the last action, if it is the reader's."""
    return TakeBack(reader.undo, reader.undo_asks)


@dataclass(frozen=True, slots=True)
class Stage:
    """The result of the game, and the game's own public parts."""

    outcome: values.Outcome | None
    own: values.OwnParts | None


def stage(moment: Moment, reader: Reader) -> Stage:
    """Return the content of the middle."""
    return Stage(values.outcome(moment, reader), values.own_parts(moment, reader, Place.STAGE))


@dataclass(frozen=True, slots=True)
class News:
    """The latest events of this seat's money: the new ones, and those before them."""

    new: tuple[LogLine, ...]
    old: tuple[LogLine, ...]


def news(moment: Moment, reader: Reader) -> News:
    """Return the news of the reader's money."""
    return News(*aged(reader.news, moment.seq))


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

    own: values.OwnParts | None
    choices: tuple[Choice, ...]
    cash: int | None


def folded(moment: Moment, reader: Reader) -> Folded:
    """Return the content of the fold."""
    return Folded(values.own_parts(moment, reader, Place.FOLDED), reader.kept_folded, reader.cash)


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
    others: tuple[Seat, ...]
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
        url=moment.around.url,
        others=tuple(each for each in seats if each.id != reader.seat and not each.box),
        line=values.camera_line(moment),
        photos=moment.watched and bool(moment.around.aids.photos),
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


@dataclass(frozen=True, slots=True)
class Money:
    """This seat's money, its actions with it, and its latest payments."""

    code: str
    seat: str
    cash: int | None
    open_money: bool
    loans: tuple[LoanView, ...]
    offers: tuple[Choice, ...]
    news: tuple[LogLine, ...]
    crowd: values.Crowd
    payable: bool


def money(moment: Moment, reader: Reader) -> Money:
    """Return the reader's money."""
    # Choices under Now are not repeated here: the id of a form is unique.
    elsewhere = {"pay", "offer_loan", *(each.kind for each in reader.page.choices)}
    return Money(
        code=moment.code,
        seat=reader.seat or "",
        cash=reader.cash,
        open_money=moment.open_money,
        loans=tuple(loan for loan in reader.loans if not loan.urgent),
        offers=tuple(each for each in reader.money if each.kind not in elsewhere),
        news=reader.news,
        crowd=values.crowd(moment, reader),
        payable=any(each.kind == "pay" for each in reader.money),
    )


@dataclass(frozen=True, slots=True)
class Board:
    """The board on every phone, without its figures."""

    ground: values.Ground | None


def board(moment: Moment) -> Board:
    """Return the board."""
    return Board(values.ground(moment, everybody(moment).page.board))


@dataclass(frozen=True, slots=True)
class Moves:
    """The places that can be tapped on the board, and the end of the step or the undo of the last move."""

    camera: CameraView | None
    moves: BoardMoves | None
    targets: BoardTargets | None
    choices: tuple[Choice, ...]
    timer: Timer | None
    mine: tuple[ProposalView, ...]
    """this seat's open proposals"""
    undo: LogLine | None
    undo_asks: bool


def moves(moment: Moment, reader: Reader) -> Moves | None:
    """Return the places that can be tapped; None without a board."""
    page, board = reader.page, reader.page.board
    if board is None:
        return None
    here = page.choices if board.moves else ()
    choices = tuple(each for each in here if not each.fields and each.weight in (Weight.PRIMARY, Weight.NORMAL))
    mine = tuple(each for each in reader.motions if each.mine)
    timer = page.timer if choices or reader.undo or mine else None
    camera = page.camera
    return Moves(camera, board.moves, board.targets, choices, timer, mine, reader.undo, reader.undo_asks)


@dataclass(frozen=True, slots=True)
class Tools:
    """The actions on the board besides moving; ``arranging``: set its figures where they really are."""

    code: str
    seat: str
    arranging: bool
    photos: PhotoOffer
    line: values.CameraLine | None


def tools(moment: Moment, reader: Reader) -> Tools | None:
    """Return the actions on the board; None without one."""
    page, photos = reader.page, moment.around.aids.photos
    if page.board is None:
        return None
    seat = reader.seat or "" if page.arranging or photos else ""
    return Tools(moment.code, seat, page.arranging is not None, photos, values.camera_line(moment))


@dataclass(frozen=True, slots=True)
class Payees:
    """The accounts that this seat can pay; ``beside``: the content of the sheet beside *Pay*."""

    payees: tuple[Option, ...]
    badges: Mapping[str, BadgeView]
    beside: tuple[Choice, ...]


def payees(moment: Moment, reader: Reader) -> Payees:
    """Return the accounts that the reader can pay."""
    beside = tuple(each for each in reader.page.choices if each.payee)
    return Payees(reader.payees, moment.badges, beside)


@dataclass(frozen=True, slots=True)
class Lending:
    """The reason why the bank does not lend to this seat now, if so."""

    no_loan: Text | None


def lending(moment: Moment, reader: Reader) -> Lending:
    """Return why the bank does not lend."""
    return Lending(no_loan(moment.live, reader.seat) if reader.seat else None)
