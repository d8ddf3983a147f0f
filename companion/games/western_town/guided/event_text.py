"""What happened in a guided turn, as the log tells it."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.text import Fact, Text, Who, say, worded
from companion.games.western_town.guided import events as g
from companion.games.western_town.guided.words import buildings_words
from companion.games.western_town.round import NOTHING
from companion.games.western_town.sentences import SENTENCES


def named(name: Fact | str) -> Text:
    """A building or a card that an event has kept."""
    return worded(SENTENCES, name) if isinstance(name, Fact) else say("%(name)s", name=name)


def tell(event: Event) -> Text | None:
    """The line of one of these events; None: not worth a line."""
    match event:
        case g.StarsDrawn(by_box=True):
            return say("The box draws: %(what)s", what=_drawn(event))
        case g.StarsDrawn(seat=seat):
            return say("%(who)s has drawn: %(what)s", who=Who(seat), what=_drawn(event))
        case g.StartTaken(seat=seat, card=card) if card:
            return say("%(who)s begins with: %(card)s", who=Who(seat), card=say("%(name)s", name=card))
        case g.StartTaken(seat=seat):
            return say("%(who)s begins with a card of the table", who=Who(seat))
        case g.CardsKept(seat=seat, limit=limit):
            return say("%(who)s keeps cards: %(count)s", who=Who(seat), count=limit)
        case g.CardLaid(seat=seat, card=card) if card == NOTHING:
            return say("%(who)s can play no card", who=Who(seat))
        case g.CardLaid(seat=seat, face_down=True, name=name):
            return say("%(who)s lays face down: %(card)s", who=Who(seat), card=named(name))
        case g.CardLaid(seat=seat, name=name):
            return say("%(who)s plays: %(card)s", who=Who(seat), card=named(name))
        case g.CardExploited(seat=seat, other=other, name=name):
            theirs = say("%(card)s of %(who)s", card=named(name), who=Who(other))
            return say("%(who)s exploits: %(card)s", who=Who(seat), card=theirs)
        case g.ExploitTakenBack(seat=seat, name=name):
            return say("%(who)s takes the exploit back: %(card)s", who=Who(seat), card=named(name))
        case g.CardCarriedOut(seat=seat, back=back) if back:
            return say("%(who)s takes cards back into the hand: %(count)s", who=Who(seat), count=back)
        case g.PlayerPassed(seat=seat):
            return say("%(who)s passes", who=Who(seat))
        case _:
            return None


def _drawn(event: g.StarsDrawn) -> Text:
    added = buildings_words(event.added)
    if not event.removed:
        return say("added %(added)s", added=added)
    return say("added %(added)s; removed %(removed)s", added=added, removed=buildings_words(event.removed))
