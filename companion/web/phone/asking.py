"""Values of what a seat is asked and what it can do now, the lobby included: see ``values``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.app.guide import narrated, unread
from companion.core.messages import kind_of
from companion.core.secrets.ballot import BallotStage, VoidBallot
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.core.ui.choice import Choice, FieldKind, Weight
from companion.core.ui.page import BallotView, CameraView, CardView, LogLine, Place, PlayerRow, Timer
from companion.web.drawing.board_map import BoardMap, board_map
from companion.web.drawing.figures_svg import DrawnMoves
from companion.web.phone.drawn_moves import proposed_boards, seen_moves
from companion.web.view import values
from companion.web.view.lobby import presets_of, seat_view
from companion.web.view.moment import Moment
from companion.web.view.parts import Aids, LoanView, PhotoOffer, ProposalView, SeatView
from companion.web.view.reader import Reader


@dataclass(frozen=True, slots=True)
class Asked:
    """Information and questions that come before all else."""

    code: str
    seat: str
    beginning: tuple[Text, ...]
    computers: tuple[str, ...]
    """seats of the box's bots, where the introduction is shown"""
    next: Text | None
    """the words of the button for which the box's bots wait"""
    to_move: tuple[Text, ...]
    motions: tuple[ProposalView, ...]
    proposed: Mapping[int, DrawnMoves]
    """question -> the proposed board"""
    cards: tuple[CardView, ...]
    """cards that this seat may lay in the vote that a question is about"""
    private_news: tuple[LogLine, ...]
    notices: tuple[Text, ...]
    loans: tuple[LoanView, ...]
    cash: int | None
    camera: CameraView | None
    drawn_moves: DrawnMoves | None
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
        next=reader.next,
        to_move=reader.to_move,
        motions=reader.motions,
        proposed=proposed_boards(moment, reader),
        cards=voted,
        private_news=() if page.ballot else reader.private_news,
        notices=() if reader.main or reader.asked else reader.notices,
        loans=loans,
        cash=reader.cash if loans else None,
        camera=page.camera,
        drawn_moves=seen_moves(moment, reader),
        arranging=bool(page.camera and page.arranging),
        photos=moment.surroundings.aids.photos if page.camera else PhotoOffer.NONE,
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
    alone = moment.demo and moment.phase is TablePhase.PLAYING and not unread(moment.live)
    lines = narrated(moment.live, moment.lines) if alone else None
    return Said(page.prompt, page.timer, () if page.ballot else page.dice, lines)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The settings before the game begins."""

    code: str
    seat: str
    game: str
    set_up: bool
    shape: Text | None
    """the shape that the table has chosen, if any"""
    """the house rules are set up in one form"""
    cards: bool
    """it can be played with cards that somebody types"""
    rules: bool
    map: BoardMap | None
    can_arrange_seats: bool
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
        shape=next((each.title for each in presets_of(moment.tables, live) if each.chosen), None),
        cards=live.game.catalogue is not None,
        rules=bool(moment.rules),
        map=board_map(live),
        can_arrange_seats=values.can_be_arranged(moment),
        seats=tuple(seat_view(other, reader.seat) for other in live.table.seats),
        players=reader.players,
        aids=moment.surroundings.aids,
        watched=moment.watched,
        url=moment.surroundings.url,
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
    headed: bool
    """the headline is the title of the vote"""
    asked_again: bool
    """the others are asked already whether the vote is held again"""
    questioned: bool
    """another player's question is above: neither the vote has a solid button nor a choice"""
    below: bool
    """the vote is below the questions: the keys of a field there stay in sight"""
    players: tuple[PlayerRow, ...]
    private_news: tuple[LogLine, ...]
    game_parts: values.OwnParts | None
    second_parts: values.OwnParts | None
    """those below ``main``"""
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
    typed = typed or any(part.typed for part in page.parts)
    folded = reader.parts(Place.FOLDED)
    folds = (*(part.title for part in folded), *(each.title for each in reader.kept_folded))
    return Now(
        code=moment.code,
        seat=reader.seat or "" if ballot or arranges or dice else "",
        ballot=ballot,
        headed=bool(ballot and ballot.title == page.headline),
        asked_again=bool(ballot) and any(motion.kind == kind_of(VoidBallot) for motion in reader.motions),
        questioned=bool(reader.question),
        below=bool((typed or page.asked) and ballot and ballot.stage is BallotStage.REVEALED),
        players=reader.players if ballot or moment.phase is TablePhase.LOBBY else (),
        private_news=reader.private_news if ballot else (),
        game_parts=values.seat_parts(moment, reader, Place.PRIVATE),
        second_parts=values.seat_parts(moment, reader, Place.SECOND),
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
