"""Lines made of the whole log: results, sounds, records and awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.feats import Feat, FeatKind, most, most_often, richest
from companion.core.messages import Event
from companion.core.money.currency import POINTS
from companion.core.text import Text, Who, say
from companion.core.ui.page import Sound
from companion.games.western_town.camp.attack import AttackBegan, AttackEnded, TargetStruck
from companion.games.western_town.changes import TileLaid
from companion.games.western_town.lincoln.visit import LincolnVisited
from companion.games.western_town.town.start import StartTaken
from companion.games.western_town.turn.gains import GainsTaken

SOUNDS = {AttackBegan: Sound.ATTACK, TargetStruck: Sound.BLAST, LincolnVisited: Sound.WON}
RESULTS = (TargetStruck, AttackEnded, LincolnVisited)
FEATS = {
    "points": FeatKind(say("Most points at the end"), POINTS),
    "buildings": FeatKind(say("Most buildings built in a game")),
    "lincoln": FeatKind(say("Lincoln's cards won in a game")),
    "defended": FeatKind(say("Most attacks beaten off in a game")),
}


def feats(events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the records there may be: points, buildings, Lincoln's visits, attacks."""
    return (*richest("points", events), *_deeds(events))


def _deeds(events: Sequence[Event]) -> tuple[Feat, ...]:
    laid = Counter(event.seat for event in events if isinstance(event, TileLaid))
    laid -= Counter(event.seat for event in events if isinstance(event, StartTaken) and event.card)  # not built
    won = (event.winner for event in events if isinstance(event, LincolnVisited) and event.winner)
    held = (event.seat for event in events if isinstance(event, TargetStruck) and event.defended)
    return (*most("buildings", laid), *most_often("lincoln", won), *most_often("defended", held))


def awards(events: Sequence[Event]) -> tuple[Text, ...]:
    """Return who has built, won Lincoln or defended most."""
    return tuple(_award(feat) for feat in _deeds(events))


def _award(feat: Feat) -> Text:
    who, count = Who(feat.seat), feat.amount
    match feat.kind:
        case "buildings":
            return say("Master builder: %(who)s, buildings: %(count)s", who=who, count=count)
        case "lincoln":
            return say("Friend of Lincoln: %(who)s, cards won: %(count)s", who=who, count=count)
        case _:
            return say("Steady hand: %(who)s, attacks beaten off: %(count)s", who=who, count=count)


def quiet_name(event: Event) -> Text | None:
    """Return the name in an undo of an event for which the log has no line."""
    return say("%(who)s takes the gains", who=Who(event.seat)) if isinstance(event, GainsTaken) else None
