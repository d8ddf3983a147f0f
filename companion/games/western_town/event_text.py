"""What happened, as the log tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.feats import Feat, FeatKind, most, most_often, richest
from companion.core.messages import Event
from companion.core.money.currency import POINTS
from companion.core.text import Fact, Text, Who, say, worded
from companion.core.ui.page import Sound
from companion.games.western_town import events as e
from companion.games.western_town.rulebook.towns import NAMES
from companion.games.western_town.state import NOTHING
from companion.games.western_town.words import (
    COLOURS,
    SENTENCES,
    SIDES,
    buildings_words,
    change_words,
    lincoln_words,
    named,
    place_words,
    scores_words,
    visit_words,
    words,
)

SOUNDS = {e.AttackBegan: Sound.ATTACK, e.TargetStruck: Sound.BLAST, e.LincolnVisited: Sound.WON}
RESULTS = (e.TargetStruck, e.AttackEnded, e.LincolnVisited)


def news_of(event: Event) -> Mapping[str, Text]:
    """What became of a target, to its owner; what everybody else is told of what somebody has done by hand (20.6)."""
    match event:
        case e.TargetStruck(seat=seat, defended=True, name=name):
            return {seat: say("You defend: %(name)s", name=named(name))}
        case e.TargetStruck(seat=seat, name=name):
            return {seat: say("You do not defend: %(name)s", name=named(name))}
        case e.TownChanged(seat=seat, changes=changes, reason=Fact(code=code)) if code in ("stolen_by", "stolen_from"):
            why = worded(SENTENCES, event.reason)
            text = say("%(who)s: %(changes)s (%(reason)s)", who=Who(seat), changes=change_words(changes), reason=why)
        case e.TownChanged(seat=seat, changes=changes):
            text = say("%(who)s changed the town by hand: %(changes)s", who=Who(seat), changes=change_words(changes))
        case e.HomesChanged(seat=seat):
            text = say("%(who)s changed the Homes by hand", who=Who(seat))
        case e.TileLaid(seat=seat, building=building):
            text = say("%(who)s built by hand: %(name)s", who=Who(seat), name=words(building.name))
        case e.BuildingMarked(seat=seat, destroyed=True, name=name):
            text = say("%(who)s marked by hand as destroyed: %(name)s", who=Who(seat), name=named(name))
        case e.BuildingMarked(seat=seat, name=name):
            text = say("%(who)s mended by hand: %(name)s", who=Who(seat), name=named(name))
        case e.PointsSet(seat=seat, points=points, name=name):
            text = say(
                "%(who)s typed points by hand: %(name)s, %(points)s", who=Who(seat), name=named(name), points=points
            )
        case e.CardCarriedOut(seat=seat, name=name):
            text = say(
                "%(who)s says that this exploit has changed something: %(card)s", who=Who(seat), card=named(name)
            )
        case _:
            return {}
    return dict.fromkeys(event.told, text)


def tell(event: Event) -> Text | None:
    """The line of one of the game's own events; None: not worth a line."""
    who = Who(getattr(event, "seat", ""))
    return _of_towns(event, who) or _of_camp(event, who) or _of_turn(event, who) or _of_cards(event, who)


def _of_towns(event: Event, who: Who) -> Text | None:
    match event:
        case e.TownChanged(changes=changes, reason=reason):
            why = worded(SENTENCES, reason)
            return say("%(who)s: %(changes)s (%(reason)s)", who=who, changes=change_words(changes), reason=why)
        case e.CountLeft(what=what, seen=seen):
            name = NAMES[what]
            return say(
                "%(who)s leaves it as it is: %(what)s; the camera counts %(seen)s", who=who, what=name, seen=seen
            )
        case e.BuildingLeft(place=place):
            name = place_words(place)
            return say("%(who)s leaves it as it is: %(place)s; the camera sees something else", who=who, place=name)
        case e.HomesChanged(pink=pink, black=black, markers=markers):
            return say("%(who)s: Homes %(by)s", who=who, by=f"{pink + black + markers:+d}".replace("-", "−"))
        case e.TileLaid(building=house, card=True):
            return say(
                "%(who)s builds: %(name)s, on a %(number)s-cell, and takes its card",
                who=who,
                name=words(house.name),
                number=house.number,
            )
        case e.TileLaid(building=house):
            name = words(house.name)
            return say("%(who)s builds: %(name)s, on a %(number)s-cell", who=who, name=name, number=house.number)
        case e.PointsSet(points=points, name=name):
            return say("%(who)s: %(name)s counts %(points)s", who=who, name=named(name), points=points)
        case e.BuildingMarked(destroyed=True, name=name):
            return say("%(name)s in the town of %(who)s is destroyed", who=who, name=named(name))
        case e.BuildingMarked(name=name):
            return say("%(who)s repairs: %(name)s", who=who, name=named(name))
        case _:
            return None


def _of_camp(event: Event, who: Who) -> Text | None:
    match event:
        case e.IndiansAdded(side=side, by_box=True):
            return say("The box throws for %(who)s: %(shown)s", who=who, shown=SIDES[side])
        case e.IndiansAdded(side=side):
            return say("%(who)s throws the Indian die: %(shown)s", who=who, shown=SIDES[side])
        case e.AttackBegan(by=by, towns=(town,)):
            return say("The Indians attack (%(colour)s): the town of %(who)s", colour=COLOURS[by], who=Who(town))
        case e.AttackBegan(by=by):
            return say("The Indians attack (%(colour)s): the grand manitou chooses the town", colour=COLOURS[by])
        case e.AttackedTownChosen(by=by):
            return say("%(by)s sends the Indians to the town of %(who)s", by=Who(by), who=who)
        case e.TargetChosen(colour=colour, name=name, price=price):
            return say(
                "Target of %(colour)s: %(name)s; to defend it costs Cowboys: %(price)s",
                colour=COLOURS[colour],
                name=named(name),
                price=price,
            )
        case e.TargetStruck(defended=True, name=name):
            return say("%(who)s defends: %(name)s", who=who, name=named(name))
        case e.TargetStruck(name=name):
            return say("%(who)s does not defend: %(name)s", who=who, name=named(name))
        case e.AttackEnded():
            return say("The attack is over, the camp is empty")
        case _:
            return None


def _of_turn(event: Event, who: Who) -> Text | None:
    match event:
        case e.CardTurnedUp(card=()):
            return say("The last Lincoln card is turned up: it brings no visit")
        case e.CardTurnedUp(card=card):
            return say("Lincoln expects: %(card)s", card=lincoln_words(card))
        case e.MarshalNamed(manitou=manitou):
            return say(
                "%(who)s passes first and is lead marshal; grand manitou: %(manitou)s", who=who, manitou=Who(manitou)
            )
        case e.TownConfirmed():
            return say("%(who)s: the town is up to date", who=who)
        case e.LincolnVisited(scores=scores, winner=winner, by=by) if winner:
            return visit_words(scores, winner, by)
        case e.LincolnVisited(scores=scores, tied=()):
            return say("The duel of %(who)s has finished its turn", who=Who(next(iter(scores))))
        case e.LincolnVisited(scores=scores):
            return say("Lincoln cannot decide: the lead marshal chooses (%(scores)s)", scores=scores_words(scores))
        case e.TurnEnded(turn=turn):
            return say("Turn %(turn)s is over", turn=turn)
        case _:
            return None


def _of_cards(event: Event, who: Who) -> Text | None:
    match event:
        case e.StarsDrawn(by_box=True):
            return say("The box draws: %(what)s", what=_drawn(event))
        case e.StarsDrawn():
            return say("%(who)s has drawn: %(what)s", who=who, what=_drawn(event))
        case e.StartTaken(card=""):
            return say("%(who)s begins with a card of the table", who=who)
        case e.StartTaken(card=card):
            return say("%(who)s begins with: %(card)s", who=who, card=named(card))
        case e.CardsKept(limit=limit):
            return say("%(who)s keeps cards: %(count)s", who=who, count=limit)
        case e.CardLaid(card=card) if card == NOTHING:
            return say("%(who)s can play no card", who=who)
        case e.CardLaid(face_down=True, name=name):
            return say("%(who)s lays face down: %(card)s", who=who, card=named(name))
        case e.CardLaid(name=name):
            return say("%(who)s plays: %(card)s", who=who, card=named(name))
        case e.CardExploited(other=other, name=name):
            theirs = say("%(card)s of %(who)s", card=named(name), who=Who(other))
            return say("%(who)s exploits: %(card)s", who=who, card=theirs)
        case e.ExploitTakenBack(name=name):
            return say("%(who)s takes the exploit back: %(card)s", who=who, card=named(name))
        case e.CardPlayedAgain(name=name):
            return say("%(who)s plays again: %(card)s", who=who, card=named(name))
        case e.CardCarriedOut(back=back) if back:
            return say("%(who)s takes cards back into the hand: %(count)s", who=who, count=back)
        case e.CardCarriedOut(name=name) if name:
            return say("%(who)s carries out: %(card)s", who=who, card=named(name))
        case e.PlayerPassed():
            return say("%(who)s passes", who=who)
        case _:
            return None


def _drawn(event: e.StarsDrawn) -> Text:
    added = buildings_words(event.added)
    if not event.removed:
        return say("added %(added)s", added=added)
    return say("added %(added)s; removed %(removed)s", added=added, removed=buildings_words(event.removed))


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
    laid = Counter(event.seat for event in events if isinstance(event, e.TileLaid))
    laid -= Counter(event.seat for event in events if isinstance(event, e.StartTaken) and event.card)  # not built
    won = (event.winner for event in events if isinstance(event, e.LincolnVisited) and event.winner)
    held = (event.seat for event in events if isinstance(event, e.TargetStruck) and event.defended)
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
    """Return what taking back is called what the log tells nothing of."""
    return say("%(who)s takes the gains", who=Who(event.seat)) if isinstance(event, e.GainsTaken) else None
