"""What falls out of the log of a finished game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.text import Money, Text, Who, say
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.event_text import cow_words
from companion.games.unexploded_cow.explosion import POT


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """The loudest bang, the busiest roller of sixes, the best mechanic."""
    return tuple(award for award in (_loudest(events), _sixes(events), _mechanic(events)) if award)


def _loudest(events: Sequence[Event]) -> Text | None:
    batches = [event for event in events if isinstance(event, m.CowsPaid)]
    gains = {at: sum(each.amount for each in paid.postings if each.frm == POT) for at, paid in enumerate(batches)}
    best = max(gains, key=lambda at: gains[at], default=None)
    if best is None or not gains[best]:
        return None
    paid = batches[best]
    return say(
        "Loudest bang: %(who)s with %(cow)s, %(amount)s",
        who=Who(paid.seat),
        cow=cow_words(paid.cows[0]),
        amount=Money(gains[best]),
    )


def _sixes(events: Sequence[Event]) -> Text | None:
    thrown = Counter(event.seat for event in events if isinstance(event, m.DieRolled) and event.to)
    if not thrown:
        return None
    seat, count = thrown.most_common(1)[0]
    return say("Hot potato: %(who)s handed on the die, times: %(count)s", who=Who(seat), count=count)


def _mechanic(events: Sequence[Event]) -> Text | None:
    defused = Counter(
        event.cow.owner for event in events if isinstance(event, m.Reacted) and event.used and event.postings
    )
    if not defused:
        return None
    seat, count = defused.most_common(1)[0]
    return say("Cool hooves: %(who)s, bombs defused: %(count)s", who=Who(seat), count=count)
