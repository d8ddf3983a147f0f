"""What happened, as the log tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.feats import Feat, FeatKind, most, most_often, richest
from companion.core.messages import Event
from companion.core.money.currency import POINTS
from companion.core.text import Fact, Text, Who, say, worded
from companion.core.ui.page import Sound
from companion.games.western_town.camp.attack import (
    AttackBegan,
    AttackedTownChosen,
    AttackEnded,
    TargetChosen,
    TargetStruck,
)
from companion.games.western_town.camp.die import IndiansAdded
from companion.games.western_town.changes import (
    BuildingLeft,
    BuildingMarked,
    CountLeft,
    HomesChanged,
    PointsSet,
    TileLaid,
    TownChanged,
)
from companion.games.western_town.lincoln.card import CardTurnedUp
from companion.games.western_town.lincoln.visit import LincolnVisited, TownConfirmed, TurnEnded
from companion.games.western_town.rulebook.towns import NAMES
from companion.games.western_town.state import NOTHING
from companion.games.western_town.town.start import StartTaken
from companion.games.western_town.turn.carry_out import CardCarriedOut, CardPlayedAgain, ExploitTakenBack
from companion.games.western_town.turn.gains import GainsTaken
from companion.games.western_town.turn.go import CardExploited, PlayerPassed
from companion.games.western_town.turn.keep import CardsKept
from companion.games.western_town.turn.lay import CardLaid
from companion.games.western_town.turn.play import MarshalNamed
from companion.games.western_town.turn.stars import StarsDrawn
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

SOUNDS = {AttackBegan: Sound.ATTACK, TargetStruck: Sound.BLAST, LincolnVisited: Sound.WON}
RESULTS = (TargetStruck, AttackEnded, LincolnVisited)


def news_of(event: Event) -> Mapping[str, Text]:
    """What became of a target, to its owner; what everybody else is told of what somebody has done by hand (20.6)."""
    match event:
        case TargetStruck(seat=seat, defended=True, name=name):
            return {seat: say("You defend: %(name)s", name=named(name))}
        case TargetStruck(seat=seat, name=name):
            return {seat: say("You do not defend: %(name)s", name=named(name))}
        case TownChanged(seat=seat, changes=changes, reason=Fact(code=code)) if code in ("stolen_by", "stolen_from"):
            why = worded(SENTENCES, event.reason)
            text = say("%(who)s: %(changes)s (%(reason)s)", who=Who(seat), changes=change_words(changes), reason=why)
        case TownChanged(seat=seat, changes=changes):
            text = say("%(who)s changed the town by hand: %(changes)s", who=Who(seat), changes=change_words(changes))
        case HomesChanged(seat=seat):
            text = say("%(who)s changed the Homes by hand", who=Who(seat))
        case TileLaid(seat=seat, building=building):
            text = say("%(who)s built by hand: %(name)s", who=Who(seat), name=words(building.name))
        case BuildingMarked(seat=seat, destroyed=True, name=name):
            text = say("%(who)s marked by hand as destroyed: %(name)s", who=Who(seat), name=named(name))
        case BuildingMarked(seat=seat, name=name):
            text = say("%(who)s mended by hand: %(name)s", who=Who(seat), name=named(name))
        case PointsSet(seat=seat, points=points, name=name):
            text = say(
                "%(who)s typed points by hand: %(name)s, %(points)s", who=Who(seat), name=named(name), points=points
            )
        case CardCarriedOut(seat=seat, name=name):
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
        case TownChanged(changes=changes, reason=reason):
            why = worded(SENTENCES, reason)
            return say("%(who)s: %(changes)s (%(reason)s)", who=who, changes=change_words(changes), reason=why)
        case CountLeft(what=what, seen=seen):
            name = NAMES[what]
            return say(
                "%(who)s leaves it as it is: %(what)s; the camera counts %(seen)s", who=who, what=name, seen=seen
            )
        case BuildingLeft(place=place):
            name = place_words(place)
            return say("%(who)s leaves it as it is: %(place)s; the camera sees something else", who=who, place=name)
        case HomesChanged(pink=pink, black=black, markers=markers):
            return say("%(who)s: Homes %(by)s", who=who, by=f"{pink + black + markers:+d}".replace("-", "−"))
        case TileLaid(building=house, card=True):
            return say(
                "%(who)s builds: %(name)s, on a %(number)s-cell, and takes its card",
                who=who,
                name=words(house.name),
                number=house.number,
            )
        case TileLaid(building=house):
            name = words(house.name)
            return say("%(who)s builds: %(name)s, on a %(number)s-cell", who=who, name=name, number=house.number)
        case PointsSet(points=points, name=name):
            return say("%(who)s: %(name)s counts %(points)s", who=who, name=named(name), points=points)
        case BuildingMarked(destroyed=True, name=name):
            return say("%(name)s in the town of %(who)s is destroyed", who=who, name=named(name))
        case BuildingMarked(name=name):
            return say("%(who)s repairs: %(name)s", who=who, name=named(name))
        case _:
            return None


def _of_camp(event: Event, who: Who) -> Text | None:
    match event:
        case IndiansAdded(side=side, by_box=True):
            return say("The box throws for %(who)s: %(shown)s", who=who, shown=SIDES[side])
        case IndiansAdded(side=side):
            return say("%(who)s throws the Indian die: %(shown)s", who=who, shown=SIDES[side])
        case AttackBegan(by=by, towns=(town,)):
            return say("The Indians attack (%(colour)s): the town of %(who)s", colour=COLOURS[by], who=Who(town))
        case AttackBegan(by=by):
            return say("The Indians attack (%(colour)s): the grand manitou chooses the town", colour=COLOURS[by])
        case AttackedTownChosen(by=by):
            return say("%(by)s sends the Indians to the town of %(who)s", by=Who(by), who=who)
        case TargetChosen(colour=colour, name=name, price=price):
            return say(
                "Target of %(colour)s: %(name)s; to defend it costs Cowboys: %(price)s",
                colour=COLOURS[colour],
                name=named(name),
                price=price,
            )
        case TargetStruck(defended=True, name=name):
            return say("%(who)s defends: %(name)s", who=who, name=named(name))
        case TargetStruck(name=name):
            return say("%(who)s does not defend: %(name)s", who=who, name=named(name))
        case AttackEnded():
            return say("The attack is over, the camp is empty")
        case _:
            return None


def _of_turn(event: Event, who: Who) -> Text | None:
    match event:
        case CardTurnedUp(card=()):
            return say("The last Lincoln card is turned up: it brings no visit")
        case CardTurnedUp(card=card):
            return say("Lincoln expects: %(card)s", card=lincoln_words(card))
        case MarshalNamed(manitou=manitou):
            return say(
                "%(who)s passes first and is lead marshal; grand manitou: %(manitou)s", who=who, manitou=Who(manitou)
            )
        case TownConfirmed():
            return say("%(who)s: the town is up to date", who=who)
        case LincolnVisited(scores=scores, winner=winner, by=by) if winner:
            return visit_words(scores, winner, by)
        case LincolnVisited(scores=scores, tied=()):
            return say("The duel of %(who)s has finished its turn", who=Who(next(iter(scores))))
        case LincolnVisited(scores=scores):
            return say("Lincoln cannot decide: the lead marshal chooses (%(scores)s)", scores=scores_words(scores))
        case TurnEnded(turn=turn):
            return say("Turn %(turn)s is over", turn=turn)
        case _:
            return None


def _of_cards(event: Event, who: Who) -> Text | None:
    match event:
        case StarsDrawn(by_box=True):
            return say("The box draws: %(what)s", what=_drawn(event))
        case StarsDrawn():
            return say("%(who)s has drawn: %(what)s", who=who, what=_drawn(event))
        case StartTaken(card=""):
            return say("%(who)s begins with a card of the table", who=who)
        case StartTaken(card=card):
            return say("%(who)s begins with: %(card)s", who=who, card=named(card))
        case CardsKept(limit=limit):
            return say("%(who)s keeps cards: %(count)s", who=who, count=limit)
        case CardLaid(card=card) if card == NOTHING:
            return say("%(who)s can play no card", who=who)
        case CardLaid(face_down=True, name=name):
            return say("%(who)s lays face down: %(card)s", who=who, card=named(name))
        case CardLaid(name=name):
            return say("%(who)s plays: %(card)s", who=who, card=named(name))
        case CardExploited(other=other, name=name):
            theirs = say("%(card)s of %(who)s", card=named(name), who=Who(other))
            return say("%(who)s exploits: %(card)s", who=who, card=theirs)
        case ExploitTakenBack(name=name):
            return say("%(who)s takes the exploit back: %(card)s", who=who, card=named(name))
        case CardPlayedAgain(name=name):
            return say("%(who)s plays again: %(card)s", who=who, card=named(name))
        case CardCarriedOut(back=back) if back:
            return say("%(who)s takes cards back into the hand: %(count)s", who=who, count=back)
        case CardCarriedOut(name=name) if name:
            return say("%(who)s carries out: %(card)s", who=who, card=named(name))
        case PlayerPassed():
            return say("%(who)s passes", who=who)
        case _:
            return None


def _drawn(event: StarsDrawn) -> Text:
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
    """Return what taking back is called what the log tells nothing of."""
    return say("%(who)s takes the gains", who=Who(event.seat)) if isinstance(event, GainsTaken) else None
