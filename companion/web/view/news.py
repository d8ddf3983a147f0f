"""The latest events on a screen: notices, private news (of the reader's own pieces and money), the last action."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.app.guide import receipt_kinds
from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import posting_line
from companion.core.identity import identity_cache
from companion.core.messages import Event, Posting, kind_of
from companion.core.money.bank_messages import LoanDeclined
from companion.core.money.ledger import nets
from companion.core.plugin import Game
from companion.core.referee.event_lines import party
from companion.core.referee.event_text import Sentences
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import effective_records
from companion.core.table.commands import Undo
from companion.core.table.events import (
    BoardChosen,
    CatalogueChosen,
    GameStarted,
    PhoneAdmitted,
    PhonePermitted,
    PinReplaced,
    ProposalDropped,
    RuleChanged,
    SeatChanged,
    TableCleared,
)
from companion.core.table.table import Table, TablePhase
from companion.core.text import Fact, Text, Who, say
from companion.core.ui.page import LogLine
from companion.web.view.moment import Moment

BEGINNINGS = (GameStarted, TableCleared)
OF_ONE = (SeatChanged, ProposalDropped, LoanDeclined, PhonePermitted)
"""a notice to one seat at most"""
SHOWN_NEWS = 4
SHOWN_RESULTS = 4
NOTICED_EVENTS = 10
"""for so many events a new phone, PIN or house rule is a notice on every page; the log has it for ever"""


@dataclass(frozen=True, slots=True)
class EndedView:
    """A result for one reader: ``addressed``: in a sentence to the reader. ``kind``: of the event.

    ``nets``: (seat, gain or loss), the reader's own first; a single amount is in the sentence alone.
    """

    seq: int
    text: Text
    kind: str
    addressed: bool
    nets: tuple[tuple[str, int], ...] = ()


def paid(moment: Moment) -> Mapping[str, tuple[LogLine, ...]]:
    """Return the latest lines that concern each seat's money, by the seat."""
    return _paid(moment.lines, game_start(moment.live.records))


@identity_cache(most=16)
def _paid(lines: tuple[LogLine, ...], since: int) -> Mapping[str, tuple[LogLine, ...]]:
    found: dict[str, list[LogLine]] = {}
    for line in lines:
        if line.gains and line.seq > since and not line.undone:
            for seat in line.gains:
                found.setdefault(seat, []).append(line)
    return {seat: tuple(lines[-SHOWN_NEWS:]) for seat, lines in found.items()}


def read_by(line: LogLine, seat: str | None) -> LogLine:
    """Return the line with its gain for this reader."""
    amount = line.gains.get(seat or "", 0)
    return replace(line, amount=amount) if amount else line


def money_line(moment: Moment, line: LogLine, seat: str) -> LogLine:
    """Return the line worded for the seat whose money it is: the gain is shown beside it."""
    live, sentences, line = moment.live, moment.sentences, read_by(line, seat)
    if line.seq in live.box.reasons:  # a player of the box has said why to the person who plays alone
        return replace(line, text=live.box.reasons[line.seq])
    event = next((record.event for record in reversed(live.records) if record.seq == line.seq), None)
    if event is None:  # too old: no longer in memory
        return line
    one = len(event.postings) == 1
    for posting in event.postings:
        if one or posting_line(sentences, posting) == line.text:
            sentence, why = _said_to(seat, posting, live.table.ids), _reason(posting, sentences, seat)
            text = say("%(said)s: %(reason)s", said=sentence, reason=why) if why else sentence
            return replace(line, text=text, brief=sentence)
    return line


def by_age(news: tuple[LogLine, ...]) -> tuple[tuple[LogLine, ...], tuple[LogLine, ...]]:
    """Return the last news with those shortly before it, and the older ones.

    Independent of what others do since, so that a page changes, and fetches, only when it has news.
    """
    since = news[-1].seq - NOTICED_EVENTS if news else 0
    new = tuple(line for line in news if line.seq > since)
    return new, news[: len(news) - len(new)]


def _said_to(reader: str, posting: Posting, seats: Collection[str]) -> Text:
    frm, to = party(posting.frm), party(posting.to)
    if posting.to == reader:
        return say("%(who)s paid you", who=frm) if posting.frm in seats else say("from %(who)s", who=frm)
    return say("You paid %(who)s", who=to) if posting.to in seats else say("to %(who)s", who=to)


def _reason(posting: Posting, sentences: Sentences, reader: str) -> Text | str:
    """Return the reason of a payment, addressed to the reader, without payer and payee, which are named already."""
    match posting.reason:
        case Fact(code="payment"):
            return ""
        case Fact(code="loan_from"):
            return say("loan")
        case Fact(params={"who": Who(seat), "words": str(words)}) if seat in (posting.frm, posting.to):
            return words
        case reason:
            return sentences.said_to(reason, reader)


def notices(moment: Moment, seat: str | None) -> tuple[Text, ...]:
    """Return the latest events for everybody, the last about each subject, and refusals of this reader's requests."""
    live, sentences = moment.live, moment.sentences
    events = _may_be_noticed(live.records, live.table.seq)
    noticed = {about: event for event in events if (about := _about(event) or _subject_for(event, seat))}
    moves = [event for event in noticed.values() if isinstance(event, PhoneAdmitted) and not event.serving]
    vouched = live.table.vouched  # these notices stay longer: see _lasting
    moved = dict.fromkeys(event.seat for event in moves if event.seat not in vouched)
    folded = moves if len(moved) > 1 else [event for event in moves if event.seat in vouched]
    many = (say("%(names)s moved to other phones", names=_names(moved)),) if len(moved) > 1 else ()
    single = (event for event in noticed.values() if event not in folded)
    lines = tuple(line for event in single if (line := sentences.event(event)) is not None)
    return (*_lasting(live.table), *many, *lines)


def _lasting(table: Table) -> tuple[Text, ...]:
    """Return the notices for the rest of the game: the seats whose new phones have let one another in."""
    if not table.vouched:
        return ()
    names = _names(seat for seat in table.ids if seat in table.vouched)
    return (say("New phones let one another in, since the old ones were gone: %(names)s", names=names),)


def _names(seats: Iterable[str]) -> Text:
    first, *rest = seats
    names = say("%(who)s", who=Who(first))
    for seat in rest:
        names = say("%(names)s, %(who)s", names=names, who=Who(seat))
    return names


def private_news(live: LoadedTable, seat: str) -> tuple[LogLine, ...]:
    """Return the game's private news for this seat, until it has done more since than end its turn."""
    lines = _news_by_seat(live.game, recent(live.records, live.table.seq)).get(seat, ())
    last = [line for at, line in enumerate(lines) if all(line.text != later.text for later in lines[at + 1 :])]
    return tuple(_counted(line, sum(line.text == each.text for each in lines)) for line in last)


def _counted(line: LogLine, times: int) -> LogLine:
    return replace(line, text=say("%(what)s ×%(count)s", what=line.text, count=times)) if times > 1 else line


def ended(moment: Moment, seat: str | None) -> tuple[EndedView, ...]:
    """Return the latest results; a screen shows each until it has been read there (ended.js)."""
    live = moment.live
    if live.table.phase is not TablePhase.PLAYING:
        return ()
    results = _results(moment.lines, live.records)
    if not moment.demo or seat != live.table.alone:
        return tuple(_ended(live, event, line, seat) for event, line in results)
    receipt = receipt_kinds(live.game)
    shown = [_ended(live, event, line, seat) for event, line in results if not isinstance(event, receipt)]
    return tuple(each for each in shown if each.addressed)  # the narration tells somebody alone what else happened


@identity_cache(most=32)
def _results(lines: tuple[LogLine, ...], records: tuple[StoredEvent, ...]) -> tuple[tuple[Event, LogLine], ...]:
    """Return the latest events that are results, each with its first line."""
    since = game_start(records)
    marked = [line for line in lines if line.marked and not line.undone and line.seq > since]
    results = {line.seq: line for line in reversed(marked)}
    latest = sorted(results)[-SHOWN_RESULTS:]
    events = {record.seq: record.event for record in records if record.seq in latest}
    return tuple((events[seq], results[seq]) for seq in latest if seq in events)


def _ended(live: LoadedTable, event: Event, line: LogLine, seat: str | None) -> EndedView:
    sentence = live.game.news_of(event).get(seat or "")
    change = nets(event.postings)
    paid = sorted((each for each in change.items() if each[0] in live.table.ids), key=lambda each: each[0] != seat)
    several = tuple(paid) if len(paid) > 1 else ()
    return EndedView(line.seq, sentence or line.text, kind_of(event), sentence is not None, several)


def _line_for_one(game: Game, record: StoredEvent, text: Text) -> LogLine:
    """Return what an event says to one seat alone, with the sound that all hear."""
    return LogLine(record.seq, text, kind=kind_of(record.event), sound=game.sounds.get(type(record.event)))


@identity_cache(most=32)
def _news_by_seat(game: Game, recent: tuple[StoredEvent, ...]) -> Mapping[str, tuple[LogLine, ...]]:
    """Return the private news of all seats that have any."""
    lines: dict[str, tuple[LogLine, ...]] = {}
    ended = {record.action for record in recent if game.turn_over(record.event)}
    acted = {record.actor: record.action for record in recent if record.action not in ended}
    for record in recent:
        news = {} if isinstance(record.event, game.results) else game.news_of(record.event)
        for seat, text in news.items():
            if acted.get(seat, 0) <= record.action:
                lines[seat] = (*lines.get(seat, ()), _line_for_one(game, record, text))
    return lines


@identity_cache(most=32)
def _may_be_noticed(records: tuple[StoredEvent, ...], seq: int) -> tuple[Event, ...]:
    """Return the recent events that are notices to some reader.

    Events before the start are none once the game has begun.
    """
    events = [record.event for record in recent(records, seq)]
    begun = max((at for at, event in enumerate(events) if isinstance(event, GameStarted)), default=0)
    kept = [event for event in events[:begun] if isinstance(event, PhoneAdmitted | PinReplaced)] + events[begun:]
    return tuple(event for event in kept if _about(event) or isinstance(event, OF_ONE))


@identity_cache(most=32)
def recent(records: tuple[StoredEvent, ...], seq: int) -> tuple[StoredEvent, ...]:
    """Return the records that are still news when the table is at ``seq``, without those that were undone."""
    return effective_records([record for record in records[-NOTICED_EVENTS:] if record.seq > seq - NOTICED_EVENTS])


def _about(event: Event) -> Hashable | None:
    """Return the subject of an event that nobody may miss: phones, PINs, house rules, the board."""
    match event:
        case PhoneAdmitted() | PinReplaced():
            return event
        case RuleChanged(name=name):
            return "rule", name
        case BoardChosen():
            return "board"
        case CatalogueChosen():
            return "cards"
        case _:
            return None


def _subject_for(event: Event, asker: str | None) -> Hashable | None:
    """Return the subject of an event about this seat alone.

    The box has moved the seat over, a new phone may take it, or others have refused what it asked of them; what it
    takes back itself is none.
    """
    match event:
        case SeatChanged(seat=seat, moved=True) if seat.id == asker:
            return "seat"
        case PhonePermitted(seat=seat) if seat == asker:
            return "permitted"
        case ProposalDropped(motion=motion, by=by) if asker is not None and motion.by == asker != by:
            return "asked", motion.id
        case LoanDeclined(loan=loan, by=by) if asker is not None and loan.lender == asker != by:
            return "offered", loan.id
        case _:
            return None


@identity_cache(most=32)
def game_start(records: tuple[StoredEvent, ...]) -> int:
    """Return the number of the event at which the last game was put away, or this one began.

    Payments until then, the starting money included, are no news.
    """
    actions = {record.action for record in records if isinstance(record.event, BEGINNINGS)}
    return max((record.seq for record in records if record.action in actions), default=0)


def last_action(moment: Moment, seat: str | None) -> LogLine | None:
    """Return the last action for the seat that gave it and has not asked the others yet; the log offers the others.

    It includes what the box has done since automatically, such as opening a vote.
    """
    table = moment.live.table
    last = next((done for done in reversed(table.done) if done.by is not None), None)
    if last is None or seat is None or last.by != seat or table.phase is TablePhase.LOBBY:
        return None
    if any(motion.by == seat and motion.message.kind == kind_of(Undo) for motion in table.motions):
        return None
    return LogLine(last.before + 1, moment.sentences.action(last.before + 1), back_to=last.before)
