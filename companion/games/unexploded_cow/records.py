"""Lines made of the whole log: results, sounds, records and awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.feats import TURNS, Feat, FeatKind, longest, most, most_often, richest
from companion.core.messages import Event
from companion.core.table.events import GameStarted
from companion.core.text import Money, Text, Who, say
from companion.core.ui.page import Sound
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.explosion import POT

SOUNDS = {
    cow_events.CowsPaid: Sound.BLAST,
    cow_events.CityWon: Sound.WON,
    cow_events.PotSettled: Sound.WON,
    cow_events.CowMoved: Sound.ATTACK,
}

RESULTS = (
    cow_events.DieRolled,
    cow_events.Reacted,
    cow_events.CowsPaid,
    cow_events.MechanicPaid,
    cow_events.CityWon,
    cow_events.PotSettled,
)

FEATS = {
    "bang": FeatKind(say("Most money for one explosion"), unit=None),
    "end": FeatKind(say("Most money at the end"), unit=None),
    "cows": FeatKind(say("Most cows exploded in a game")),
    "turns": FeatKind(say("Longest game"), TURNS),
}


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """Return the awards: the loudest bang, the busiest roller of sixes, the best mechanic."""
    return tuple(award for award in (_loudest(events), _sixes(events), _mechanic(events)) if award)


def feats(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the results that may be records: the biggest explosion, money, exploded cows, turns."""
    paid = _bang(events)
    bang = most("bang", {paid.seat: _gain(paid)}) if paid else ()
    cows = (event.seat for event in events if isinstance(event, cow_events.CowsPaid) for _ in event.cows)
    turns = longest("turns", events, lambda event: isinstance(event, GameStarted | cow_events.TurnBegan))
    return (*bang, *richest("end", events), *most_often("cows", cows), *turns)


def _gain(paid: cow_events.CowsPaid) -> int:
    """Return what the pot paid for these cows."""
    return sum(each.amount for each in paid.postings if each.frm == POT)


def _bang(events: Sequence[Event]) -> cow_events.CowsPaid | None:
    return max((event for event in events if isinstance(event, cow_events.CowsPaid)), key=_gain, default=None)


def _loudest(events: Sequence[Event]) -> Text | None:
    paid = _bang(events)
    if paid is None or not _gain(paid):
        return None
    amount, cow = Money(_gain(paid)), paid.cows[0]
    if not cow.name:
        return say("Loudest bang: %(who)s, %(amount)s", who=Who(paid.seat), amount=amount)
    return say("Loudest bang: %(who)s with %(cow)s, %(amount)s", who=Who(paid.seat), cow=cow.name, amount=amount)


def _sixes(events: Sequence[Event]) -> Text | None:
    thrown = Counter(event.seat for event in events if isinstance(event, cow_events.DieRolled) and event.to)
    for seat, count in thrown.most_common(1):
        return say("Hot potato: %(who)s handed on the die, times: %(count)s", who=Who(seat), count=count)
    return None


def _mechanic(events: Sequence[Event]) -> Text | None:
    paid = (event for event in events if isinstance(event, cow_events.Reacted) and event.used and event.postings)
    for seat, count in Counter(event.cow.owner for event in paid).most_common(1):
        return say("Cool hooves: %(who)s, bombs defused: %(count)s", who=Who(seat), count=count)
    return None
