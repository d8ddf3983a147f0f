"""Makes the ``View`` of a screen from a table: what this reader may see, and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property

from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import log_lines
from companion.app.tables import Tables
from companion.boards.board_file import from_text
from companion.boards.capabilities import WithBoard
from companion.core.capabilities import WithFacts, WithLending, house_rules
from companion.core.errors import RuleError
from companion.core.identity import once
from companion.core.messages import Event
from companion.core.money.bank_messages import Loan, LoanDeclined, LoanState
from companion.core.money.currency import Currency
from companion.core.plugin import HouseRule
from companion.core.referee.event_text import Sentences
from companion.core.referee.lobby import chosen
from companion.core.referee.lobby_page import paces, settings
from companion.core.referee.reducer import StoredEvent
from companion.core.secrets.ballot import BallotStage, seals
from companion.core.table.table import Phase, Proposal, Seat, Table
from companion.core.table.table_messages import (
    BoardChosen,
    PhoneAdmitted,
    PinReplaced,
    ProposalDropped,
    RuleChanged,
    SeatChanged,
    TableCleared,
)
from companion.core.text import Text, say
from companion.core.ui.bank_page import bank_choices, loan_choices, loan_line, payees
from companion.core.ui.choice import Choice, Option, Weight
from companion.core.ui.page import LogLine, OwnVote, Page, Part, Place, PlayerRow
from companion.store import boards, phones
from companion.web.view.page import page_of
from companion.web.view.parts import LoanView, PotView, ProposalView, ResultView, RuleView, SeatView
from companion.web.view.results import result_of

logger = logging.getLogger(__name__)

SHOWN_NEWS = 4
NOTICED_EVENTS = 10
"""so many events long a new phone, PIN or house rule is a notice on every page; the log has it for ever"""


class View:
    """A screen: ``seat`` None is the table screen. ``phase`` is lobby, playing or over.

    It is made piece by piece as somebody asks for it, all of the table as it was at the beginning: a fragment of a page
    needs little of it. It holds nothing the reader may not know.
    """

    def __init__(
        self, tables: Tables, live: LoadedTable, seat: str | None, join_url: str, serving: tuple[str, ...]
    ) -> None:
        self._tables, self._live = tables, live
        self._table, self._game = live.table, live.game
        self._log = log_lines(live, tables.sentences(live))
        self.code = self._table.code
        self.game = self._table.game
        self.edition = self._table.edition
        self.level = self._table.level.value
        self.phase = self._table.phase.value
        self.seq = self._table.seq
        self.seat = seat
        self.join_url = join_url
        self.currency: Currency = self._game.edition.currency
        self.demo = live.row.demo
        self.serving = serving
        """other seats this very phone also serves"""

    @cached_property
    def page(self) -> Page:
        """What the reader sees of the game itself."""
        return page_of(self._tables, self._live, self.seat)

    @property
    def stage(self) -> tuple[Part, ...]:
        """What only this game shows to everybody."""
        return self._parts(Place.STAGE)

    @property
    def private(self) -> tuple[Part, ...]:
        """What only this game shows on the phone of this seat."""
        return self._parts(Place.PRIVATE)

    @property
    def folded(self) -> tuple[Part, ...]:
        """The same in a fold."""
        return self._parts(Place.FOLDED)

    @property
    def folds(self) -> tuple[Text, ...]:
        """What that fold is called."""
        return tuple(part.title for part in self.folded if part.title)

    def _parts(self, place: Place) -> tuple[Part, ...]:
        return tuple(part for part in self.page.parts if part.place is place)

    @cached_property
    def money(self) -> tuple[Choice, ...]:
        """What this seat may do with its money: what the game offers, and what every bank does."""
        if self.seat is None:
            return self.page.money
        return *self.page.money, *bank_choices(self._table, self.seat, self._game.edition.accounts)

    @cached_property
    def payees(self) -> tuple[Option, ...]:
        """Whom this seat can pay now."""
        return payees(self._table, self.seat, self._game.edition.accounts) if self.seat else ()

    @cached_property
    def players(self) -> tuple[PlayerRow, ...]:
        """Everybody at the table."""
        return self._game.players(self._table, self.seat)

    @property
    def me(self) -> PlayerRow | None:
        """The reader's own row."""
        return next((player for player in self.players if player.seat == self.seat), None)

    @property
    def asked(self) -> str:
        """What the table waits for from this seat, "" for nothing; another question has another name."""
        for motion in self.motions:
            if motion.can_answer:
                return f"motion {motion.id}"
        for loan in reversed(self.loans):
            if loan.urgent:
                return f"loan {loan.id}"
        ballot, camera = self.page.ballot, self.page.camera
        if ballot and ballot.stage is BallotStage.SEALING and ballot.mine is OwnVote.OPEN:
            return f"vote {ballot.id}"
        if camera and camera.choices:
            return f"camera {camera.state}"
        if self.me and self.me.active and self._table.phase is Phase.PLAYING:
            return "turn"
        board = self.page.board
        return board.targets.kind if board and board.targets else ""

    @cached_property
    def log(self) -> tuple[LogLine, ...]:
        """The latest lines of the public log."""
        return tuple(_read_by(line, self.seat) for line in self._log)

    @cached_property
    def news(self) -> tuple[LogLine, ...]:
        """The latest lines that concern this reader's money."""
        if self.seat is None:
            return ()
        since = _cleared(self._live.records)
        mine = [line for line in self._log if self.seat in line.gains and line.seq > since]
        return tuple(_read_by(line, self.seat) for line in mine[-SHOWN_NEWS:])

    @cached_property
    def told(self) -> tuple[LogLine, ...]:
        """What has happened just now to this reader's own pieces."""
        return _told(self._live, self._log, self.seat) if self.seat else ()

    @cached_property
    def notices(self) -> tuple[Text, ...]:
        """What has happened just now to seats, PINs and house rules; and what others refused to this reader."""
        return _notices(self._live, self._sentences, self.seat)

    @cached_property
    def motions(self) -> tuple[ProposalView, ...]:
        """What waits for the table's consent."""
        sealed = seals(self._table.ballot)
        return tuple(_motion(motion, self._sentences, self.seat, sealed) for motion in self._table.motions)

    @cached_property
    def loans(self) -> tuple[LoanView, ...]:
        """Loans of this seat."""
        return _loans(self._live, self.seat)

    @cached_property
    def pots(self) -> tuple[PotView, ...]:
        """What lies in the accounts that are nobody's."""
        return _pots(self._live)

    @cached_property
    def settings(self) -> tuple[Choice, ...]:
        """Lobby and later: start, change of level, leave, play again …"""
        if self.seat is None:
            return ()
        return settings(self._game, self._table, self.seat, _boards(self._tables, self._live))

    @cached_property
    def paces(self) -> tuple[Choice, ...]:
        """How fast the box's own players may play, where there are any; the quiet one is how they do now."""
        return paces(self._table) if self.seat else ()

    @cached_property
    def rules(self) -> tuple[RuleView, ...]:
        """The house rules."""
        return _rules(self._live)

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """Everybody's seat and what he picked."""
        return tuple(_seat(other, self.seat) for other in self._table.seats)

    @cached_property
    def undo(self) -> LogLine | None:
        """The last action, offered to whoever gave it."""
        return _undo(self._table, self._sentences, self.seat)

    @cached_property
    def cash(self) -> int | None:
        """What this seat has."""
        return self._table.accounts[self.seat] if self.seat and self._table.phase is not Phase.LOBBY else None

    @cached_property
    def pin(self) -> str:
        """This seat's own PIN, for another phone; empty for the table screen."""
        return phones.pin_of(self._tables.log, self.code, self.seat) if self.seat else ""

    @cached_property
    def result(self) -> ResultView | None:
        """How the game ended."""
        return result_of(self._tables, self._live) if self._table.phase is Phase.OVER else None

    @property
    def _sentences(self) -> Sentences:
        return self._tables.sentences(self._live)


TOLD = (
    *("code", "game", "edition", "level", "phase", "seq", "seat", "page", "players", "log", "news", "told", "notices"),
    *("motions", "loans", "pots", "settings", "paces", "rules", "seats", "undo", "cash", "pin", "join_url", "result"),
    *("currency", "demo", "serving"),
)
"""What the JSON API tells of a screen, in this order."""


def view_of(tables: Tables, code: str, seat: str | None, join_url: str, serving: tuple[str, ...] = ()) -> View:
    """The screen of a seat, or the table screen for None."""
    return View(tables, tables.live(code), seat, join_url, serving)


def _boards(tables: Tables, live: LoadedTable) -> tuple[str, ...]:
    """The boards that this box keeps and this game can be played on, while one can still be chosen."""
    if live.table.phase is not Phase.LOBBY:
        return ()
    return tuple(name for name in boards.names(tables.log) if _will_do(tables, live, name))


def _will_do(tables: Tables, live: LoadedTable, name: str) -> bool:
    if not isinstance(live.game, WithBoard):
        return False
    try:
        live.game.check_board(from_text(boards.text(tables.log, name)))
    except RuleError:
        logger.debug("table %s: not played on board %s", live.table.code, name, exc_info=True)
        return False
    return True


def _read_by(line: LogLine, seat: str | None) -> LogLine:
    """The line with what it brought this reader."""
    amount = line.gains.get(seat or "", 0)
    return replace(line, amount=amount) if amount else line


def _notices(live: LoadedTable, sentences: Sentences, seat: str | None) -> tuple[Text, ...]:
    """Among the latest events of the log those that concern everybody, the last one about each thing, and what others
    refused to this reader."""
    events = (record.event for record in _recent(live.records, live.table.seq))
    noticed = {about: event for event in events if (about := _about(event) or _refused(event, seat))}
    return tuple(line for event in noticed.values() if (line := sentences.event(event)) is not None)


def _told(live: LoadedTable, log: Sequence[LogLine], seat: str) -> tuple[LogLine, ...]:
    """What the game says of the latest events to this seat alone, without those that were undone."""
    game = live.game
    if not isinstance(game, WithFacts):
        return ()
    undone = {line.seq for line in log if line.undone}
    recent = _recent(live.records, live.table.seq)
    news = ((record.seq, game.news_of(record.event).get(seat)) for record in recent if record.seq not in undone)
    return tuple(LogLine(seq, text) for seq, text in news if text is not None)


@once(most=32)
def _recent(records: tuple[StoredEvent, ...], seq: int) -> tuple[StoredEvent, ...]:
    """Those that are still news when the table is at ``seq``."""
    return tuple(record for record in records if record.seq > seq - NOTICED_EVENTS)


def _about(event: Event) -> Hashable | None:
    """What an event is about that nobody may miss: phones, PINs, seats that the box moved, house rules, the board."""
    match event:
        case PhoneAdmitted() | PinReplaced():
            return event
        case SeatChanged(seat=seat, moved=True):
            return "seat", seat.id
        case RuleChanged(name=name):
            return "rule", name
        case BoardChosen():
            return "board"
        case _:
            return None


def _refused(event: Event, asker: str | None) -> Hashable | None:
    """What the event is about, if it takes away what this seat asked of others; what it takes back itself is none."""
    match event:
        case ProposalDropped(motion=motion, by=by) if asker is not None and motion.by == asker != by:
            return "asked", motion.id
        case LoanDeclined(loan=loan, by=by) if asker is not None and loan.lender == asker != by:
            return "offered", loan.id
        case _:
            return None


@once(most=32)
def _cleared(records: tuple[StoredEvent, ...]) -> int:
    """Where the log tells that the last game was put away; what was paid before is no news."""
    return max((record.seq for record in records if isinstance(record.event, TableCleared)), default=0)


def _undo(table: Table, sentences: Sentences, seat: str | None) -> LogLine | None:
    """The last action, offered to whoever gave it; the log offers the others."""
    if not table.done or seat is None or table.done[-1].by != seat or table.phase is Phase.LOBBY:
        return None
    last = table.done[-1]
    return LogLine(last.before + 1, sentences.action(last.before + 1), back_to=last.before)


def _motion(motion: Proposal, sentences: Sentences, seat: str | None, sealed: tuple[str, ...]) -> ProposalView:
    can_answer = seat is not None and seat in motion.asked and seat not in motion.agreed
    mine = seat is not None and motion.by == seat
    kind = motion.message.kind
    title = sentences.of(motion.title)
    owners = tuple(owner for owner in motion.owners if owner in sealed)  # until the vote is over
    return ProposalView(motion.id, kind, title, motion.by, motion.asked, motion.agreed, can_answer, mine, owners)


def _loans(live: LoadedTable, seat: str | None) -> tuple[LoanView, ...]:
    table = live.table
    if seat is None or table.phase is not Phase.PLAYING:
        return ()
    mine = [loan for loan in table.loans.values() if seat in (loan.lender, loan.borrower)]
    if not mine:
        return ()
    mine.sort(key=lambda loan: (loan.state is LoanState.OPEN, loan.id))
    not_yet: Text | None = None
    try:
        if isinstance(live.game, WithLending):
            live.game.repay(table, seat, waived=False)
    except RuleError as refused:
        logger.debug("table %s: %s cannot repay now", table.code, seat, exc_info=True)
        not_yet = refused.text
    return tuple(_loan(table, loan, seat, not_yet) for loan in mine)


def _loan(table: Table, loan: Loan, seat: str, not_yet: Text | None) -> LoanView:
    choices = loan_choices(table, loan, seat, not_yet)
    urgent = any(choice.weight is Weight.PRIMARY for choice in choices)
    return LoanView(loan.id, loan_line(loan, seat), loan.terms, choices, urgent)


def _pots(live: LoadedTable) -> tuple[PotView, ...]:
    """What lies in the accounts that are nobody's."""
    declared = live.game.edition.accounts
    pots = live.table.pots
    return tuple(PotView(name, account.title, pots.get(name, 0)) for name, account in declared.items())


def _rules(live: LoadedTable) -> tuple[RuleView, ...]:
    rules = live.table.rules
    defaults = live.game.edition.defaults[live.row.defaults]
    return tuple(
        RuleView(
            rule.name,
            rule.sentence,
            getattr(rules, rule.name),
            rule.options,
            getattr(rules, rule.name) == getattr(defaults, rule.name),
            rule.rule,
            _chosen_words(rule, getattr(rules, rule.name)),
            (rule.number.least, rule.number.most) if rule.number else None,
        )
        for rule in house_rules(live.game)
    )


def _chosen_words(rule: HouseRule, value: str | int | bool) -> Text:
    option = chosen(rule, value)
    return option.label if option else say("%(name)s", name=str(value))


def _seat(other: Seat, reader: str | None) -> SeatView:
    return SeatView(other.id, other.name, other.picks, other.box, other.id == reader)
