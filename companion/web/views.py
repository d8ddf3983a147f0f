"""Makes the ``View`` of a screen from a table: what this reader may see, and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Sequence
from dataclasses import replace

from companion.app.bots import demo_secrets
from companion.app.camera_judgement import camera_view, stickers_to_show
from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import log_lines
from companion.app.tables import Tables
from companion.boards.board_file import from_text
from companion.boards.capabilities import WithBoard
from companion.core.capabilities import WithBallots, WithBots, WithFacts, WithLending, house_rules
from companion.core.errors import RuleError
from companion.core.messages import Event
from companion.core.money.bank_messages import Loan, LoanState
from companion.core.plugin import HouseRule
from companion.core.referee.event_text import Sentences
from companion.core.referee.lobby import chosen
from companion.core.referee.lobby_page import paces, settings, waiting
from companion.core.secrets.ballot import Ballot, BallotStage, seals
from companion.core.table.table import Phase, Proposal, Seat, Table
from companion.core.table.table_messages import (
    BoardChosen,
    PhoneAdmitted,
    PinReplaced,
    RuleChanged,
    SeatChanged,
    TableCleared,
)
from companion.core.text import Text, say
from companion.core.ui.bank_page import bank_choices, loan_choices, loan_line
from companion.core.ui.choice import Weight
from companion.core.ui.page import BallotView, CardView, LogLine, OwnVote, Page
from companion.store import boards
from companion.web.results import result_of
from companion.web.view import LoanView, PotView, ProposalView, RuleView, SeatView, View

logger = logging.getLogger(__name__)

SHOWN_NEWS = 4
NOTICED_EVENTS = 10
"""so many events long a new phone, PIN or house rule is a notice on every page; the log has it for ever"""


def view_of(
    tables: Tables, code: str, seat: str | None, join_url: str, pin: str = "", serving: tuple[str, ...] = ()
) -> View:
    """The screen of a seat, or the table screen for None."""
    live = tables.live(code)
    table, game = live.table, live.game
    sentences = tables.sentences(live)
    log = tuple(_read_by(line, seat) for line in log_lines(live, sentences))
    return View(
        code=code,
        game=table.game,
        edition=table.edition,
        level=table.level.value,
        phase=table.phase.value,
        seq=table.seq,
        seat=seat,
        page=_page(tables, live, seat),
        players=game.players(table, seat),
        log=log,
        news=tuple(line for line in log if line.amount and line.seq > _cleared(live))[-SHOWN_NEWS:],
        told=_told(live, log, seat) if seat else (),
        notices=_notices(live, sentences),
        motions=tuple(_motion(motion, sentences, seat, seals(table.ballot)) for motion in table.motions),
        loans=_loans(live, seat),
        pots=_pots(live),
        settings=settings(game, table, seat, _boards(tables, live)) if seat else (),
        paces=paces(table) if seat else (),
        rules=_rules(live),
        seats=tuple(_seat(other, seat) for other in table.seats),
        undo=_undo(table, sentences, seat),
        cash=table.accounts[seat] if seat and table.phase is not Phase.LOBBY else None,
        pin=pin,
        join_url=join_url,
        result=result_of(tables, live) if table.phase is Phase.OVER else None,
        currency=game.edition.currency,
        demo=live.row.demo,
        serving=serving,
    )


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


def _page(tables: Tables, live: LoadedTable, seat: str | None) -> Page:
    table, game = live.table, live.game
    seen = camera_view(tables, table.code, seat)
    page = replace(game.page(table, seat), ballot=_ballot(tables, live, seat), camera=seen)
    if seen and seen.cells and page.board:
        page = replace(page, board=replace(page.board, lit=seen.cells))
    if seat is None:
        return page
    page = replace(page, prompt=(*waiting(game, table), *page.prompt))
    if turned := stickers_to_show(live, seat):
        others = tuple(replace(choice, weight=Weight.NORMAL) for choice in page.choices)
        page = replace(page, choices=(*turned, *others))
    notes: tuple[Text, ...] = ()
    if live.row.demo and isinstance(game, WithBots):
        notes = game.private_notes(table, seat, demo_secrets(tables, live))
    offers = bank_choices(table, seat, game.edition.accounts)
    return replace(page, money=(*page.money, *offers), notes=(*page.notes, *notes))


def _ballot(tables: Tables, live: LoadedTable, seat: str | None) -> BallotView | None:
    """Before the reveal only counts, and this seat's own commitment."""
    table, game = live.table, live.game
    ballot = table.ballot
    if ballot is None or table.play is None or table.phase is not Phase.PLAYING:
        return None
    if not isinstance(game, WithBallots) or not game.shows_ballot(table):
        return None
    mine = OwnVote.NONE
    if seat in ballot.voters:
        mine = OwnVote.SEALED if seat in ballot.sealed else OwnVote.OPEN
    return BallotView(
        id=ballot.id,
        title=tables.sentences(live).of(ballot.title),
        stage=ballot.stage,
        voters=ballot.voters,
        sealed=len(ballot.sealed),
        opened=tables.opened(table.code) if ballot.stage is BallotStage.OPENING else (),
        mine=mine,
        commitment=ballot.sealed.get(seat, "") if seat else "",
        cards=game.cards(table, seat),
        choices=_choices(game.cards(table, None), ballot),
        votes=ballot.votes,
    )


def _choices(cards: Sequence[CardView], ballot: Ballot) -> dict[str, tuple[CardView, ...]]:
    """What every voter may choose, without what it wins or costs: that is his business."""
    faces = {card.value: replace(card, outcomes=(), cases=(), signs=()) for card in cards}
    return {seat: tuple(faces[each] for each in ballot.choices_of(seat) if each in faces) for seat in ballot.voters}


def _read_by(line: LogLine, seat: str | None) -> LogLine:
    """The line with what it brought this reader."""
    amount = line.gains.get(seat or "", 0)
    return replace(line, amount=amount) if amount else line


def _notices(live: LoadedTable, sentences: Sentences) -> tuple[Text, ...]:
    """The lines that concern everybody among the latest events of the log, the last one about each thing."""
    recent = (record.event for record in live.records if record.seq > live.table.seq - NOTICED_EVENTS)
    noticed = {about: event for event in recent if (about := _about(event)) is not None}
    return tuple(line for event in noticed.values() if (line := sentences.event(event)) is not None)


def _told(live: LoadedTable, log: Sequence[LogLine], seat: str) -> tuple[LogLine, ...]:
    """What the game says of the latest events to this seat alone, without those that were undone."""
    game = live.game
    if not isinstance(game, WithFacts):
        return ()
    undone = {line.seq for line in log if line.undone}
    recent = (record for record in live.records if record.seq > live.table.seq - NOTICED_EVENTS)
    news = ((record.seq, game.news_of(record.event).get(seat)) for record in recent if record.seq not in undone)
    return tuple(LogLine(seq, text) for seq, text in news if text is not None)


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


def _cleared(live: LoadedTable) -> int:
    """Where the log tells that the last game was put away; what was paid before is no news."""
    return max((record.seq for record in live.records if isinstance(record.event, TableCleared)), default=0)


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
