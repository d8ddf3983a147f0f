"""The public log as lines, made once for all who read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile

from companion.app.history import KEPT_RECORDS
from companion.app.loaded_table import LoadedTable
from companion.core.identity import identity_cache
from companion.core.messages import Event, Posting
from companion.core.money.ledger import BANK
from companion.core.referee.event_lines import party
from companion.core.referee.event_text import Sentences
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.replay import effective_records
from companion.core.text import Money, Text, say
from companion.core.ui.page import LogLine

SHOWN_LINES = 60

LineWithGains = tuple[Text, Mapping[str, int]]
"""A line of the log, and what each seat gained or lost by it."""


def log_lines(live: LoadedTable, sentences: Sentences) -> tuple[LogLine, ...]:
    """Return the latest lines, oldest first; undone ones stay, marked."""
    table, records = live.table, live.records
    if live.derived.lines and live.derived.lines[0] == table.seq:
        return live.derived.lines[1]
    counts = {record.seq for record in counted(records)}
    oldest = records[0].seq if records else 0
    recent = takewhile(lambda done: done.before + 1 >= oldest, reversed(table.done))
    firsts = {done.before + 1: done.before for done in recent}
    lines: list[LogLine] = []  # the latest first
    for record in reversed(records):
        undone = record.seq not in counts
        back_to = None if undone else firsts.get(record.seq)
        lines += reversed(_lines_for(live, sentences, record, undone, back_to))
        if len(lines) >= SHOWN_LINES:
            break
    found = tuple(reversed(lines[:SHOWN_LINES]))
    if records and records[-1].seq == table.seq:  # else an action is just being added
        live.derived.lines = table.seq, found
    return found


@identity_cache(most=8)
def counted(records: tuple[StoredEvent, ...]) -> tuple[StoredEvent, ...]:
    """Return the effective records of a table, computed once for all parts of its pages."""
    return effective_records(records)


def _lines_for(
    live: LoadedTable, sentences: Sentences, record: StoredEvent, undone: bool, back_to: int | None
) -> tuple[LogLine, ...]:
    """Return the lines of an event. Their words never change; whether they are undone may, and to where they can be."""
    found = live.derived.log_lines.get(record.seq)
    if found is None:
        marked = isinstance(record.event, live.game.results) or sentences.counted(record.event) is not None
        lines = lines_of(sentences, record.event)
        sound = live.game.sounds.get(type(record.event))
        found = tuple(LogLine(record.seq, text, gains, marked=marked, sound=sound) for text, gains in lines)
        if len(live.derived.log_lines) > 2 * KEPT_RECORDS:
            oldest = live.table.seq - KEPT_RECORDS
            live.derived.log_lines = {seq: lines for seq, lines in [*live.derived.log_lines.items()] if seq > oldest}
    elif not found or (found[0].undone is undone and found[0].back_to == back_to):
        return found
    current = tuple(replace(line, undone=undone, back_to=None if at else back_to) for at, line in enumerate(found))
    live.derived.log_lines[record.seq] = current
    return current


def lines_of(sentences: Sentences, event: Event) -> Iterator[LineWithGains]:
    """Yield what the log tells of an event."""
    text = sentences.event(event)
    postings = event.postings
    if text is not None:
        yield text, _gains(postings[0]) if len(postings) == 1 else {}
    if len(postings) > 1:
        yield from ((posting_line(sentences, posting), _gains(posting)) for posting in postings)


def posting_line(sentences: Sentences, posting: Posting) -> Text:
    """Return the line of one payment, of several that an event is."""
    return say(
        "%(frm)s → %(to)s %(amount)s: %(reason)s",
        frm=party(posting.frm),
        to=party(posting.to),
        amount=Money(posting.amount),
        reason=sentences.of(posting.reason),
    )


def _gains(posting: Posting) -> Mapping[str, int]:
    parties = ((posting.frm, -posting.amount), (posting.to, posting.amount))
    return {account: amount for account, amount in parties if account != BANK}
