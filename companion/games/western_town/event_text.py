"""What happened, as the log tells it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.messages import Event
from companion.core.text import Text, Who, listed, say, worded
from companion.games.western_town import events as e
from companion.games.western_town.cards.columns import side_words
from companion.games.western_town.guided.event_text import named
from companion.games.western_town.guided.event_text import tell as guided
from companion.games.western_town.phases.attack import colour_words
from companion.games.western_town.phases.lincoln import card_words
from companion.games.western_town.rulebook.towns import name_of
from companion.games.western_town.sentences import SENTENCES
from companion.games.western_town.tiles import amounts_words, place_words, words


def news_of(event: Event) -> Mapping[str, Text]:
    """What everybody else is told of what somebody has done by hand (20.6)."""
    match event:
        case e.TownChanged(seat=seat, changes=changes, told=told):
            text = say("%(who)s changed the town by hand: %(changes)s", who=Who(seat), changes=amounts_words(changes))
        case e.HomesChanged(seat=seat, told=told):
            text = say("%(who)s changed the Homes by hand", who=Who(seat))
        case e.TileLaid(seat=seat, building=building, told=told):
            text = say("%(who)s built by hand: %(name)s", who=Who(seat), name=words(building.name))
        case e.BuildingMarked(seat=seat, destroyed=destroyed, name=name, told=told):
            mended = say("%(who)s mended by hand: %(name)s", who=Who(seat), name=named(name))
            ruined = say("%(who)s marked by hand as destroyed: %(name)s", who=Who(seat), name=named(name))
            text = ruined if destroyed else mended
        case _:
            return {}
    return dict.fromkeys(told, text)


def tell(event: Event) -> Text | None:
    """The line of one of the game's own events; None: not worth a line."""
    return _of_towns(event) or _of_camp(event) or _of_turn(event) or guided(event)


def _of_towns(event: Event) -> Text | None:
    match event:
        case e.TownChanged(seat=seat, changes=changes, reason=reason):
            return say(
                "%(who)s: %(changes)s (%(reason)s)",
                who=Who(seat),
                changes=amounts_words(changes),
                reason=worded(SENTENCES, reason),
            )
        case e.CountLeft(seat=seat, what=what, seen=seen):
            return say(
                "%(who)s leaves it as it is: %(what)s; the camera counts %(seen)s",
                who=Who(seat),
                what=name_of(what),
                seen=seen,
            )
        case e.BuildingLeft(seat=seat, place=place):
            return say(
                "%(who)s leaves it as it is: %(place)s; the camera sees something else",
                who=Who(seat),
                place=place_words(place),
            )
        case e.HomesChanged(seat=seat, pink=pink, black=black, markers=markers):
            return say("%(who)s: Homes %(by)s", who=Who(seat), by=f"{pink + black + markers:+d}".replace("-", "−"))
        case e.TileLaid(seat=seat, building=building, card=card):
            name = words(building.tile.name)
            if card:
                return say(
                    "%(who)s builds: %(name)s, on a cell %(number)s, and takes its card",
                    who=Who(seat),
                    name=name,
                    number=building.number,
                )
            return say(
                "%(who)s builds: %(name)s, on a cell %(number)s", who=Who(seat), name=name, number=building.number
            )
        case e.PointsSet(seat=seat, points=points, name=name):
            return say("%(who)s: %(name)s counts %(points)s", who=Who(seat), name=named(name), points=points)
        case e.BuildingMarked(seat=seat, destroyed=True, name=name):
            return say("%(name)s in the town of %(who)s is destroyed", who=Who(seat), name=named(name))
        case e.BuildingMarked(seat=seat, name=name):
            return say("%(who)s repairs: %(name)s", who=Who(seat), name=named(name))
        case _:
            return None


def _of_camp(event: Event) -> Text | None:
    match event:
        case e.IndiansAdded(seat=seat, side=side, by_box=by_box):
            shown = side_words(side)
            if by_box:
                return say("The box throws for %(who)s: %(shown)s", who=Who(seat), shown=shown)
            return say("%(who)s throws the Indian die: %(shown)s", who=Who(seat), shown=shown)
        case e.AttackBegan(by=by, towns=(town,)):
            return say("The Indians attack (%(colour)s): the town of %(who)s", colour=colour_words(by), who=Who(town))
        case e.AttackBegan(by=by):
            return say("The Indians attack (%(colour)s): the grand manitou chooses the town", colour=colour_words(by))
        case e.AttackedTownChosen(by=by, seat=seat):
            return say("%(by)s sends the Indians to the town of %(who)s", by=Who(by), who=Who(seat))
        case e.TargetChosen(colour=colour, name=name, price=price):
            return say(
                "Target of %(colour)s: %(name)s; to defend it costs Cowboys: %(price)s",
                colour=colour_words(colour),
                name=named(name),
                price=price,
            )
        case e.TargetStruck(seat=seat, defended=True, name=name):
            return say("%(who)s defends: %(name)s", who=Who(seat), name=named(name))
        case e.TargetStruck(seat=seat, name=name):
            return say("%(who)s does not defend: %(name)s", who=Who(seat), name=named(name))
        case e.AttackEnded():
            return say("The attack is over, the camp is empty")
        case _:
            return None


def _of_turn(event: Event) -> Text | None:
    match event:
        case e.CardTurnedUp(card=()):
            return say("The last Lincoln card is turned up: it brings no visit")
        case e.CardTurnedUp(card=card):
            return say("Lincoln expects: %(card)s", card=card_words(card))
        case e.MarshalNamed(seat=seat, manitou=manitou):
            return say(
                "%(who)s passes first and is lead marshal; grand manitou: %(manitou)s",
                who=Who(seat),
                manitou=Who(manitou),
            )
        case e.LincolnVisited(winner=winner, by=by) if winner and by:
            return say("%(by)s gives the Lincoln card to %(who)s: one Home more", by=Who(by), who=Who(winner))
        case e.LincolnVisited(scores=scores, winner=winner) if winner:
            told = _scores(scores)
            return say("%(who)s pleases Lincoln most: one Home more (%(scores)s)", who=Who(winner), scores=told)
        case e.LincolnVisited(scores=scores, tied=()):
            return say("The duel of %(who)s has finished its turn", who=Who(next(iter(scores))))
        case e.LincolnVisited(scores=scores):
            return say("Lincoln cannot decide: the lead marshal chooses (%(scores)s)", scores=_scores(scores))
        case e.TurnEnded(turn=turn):
            return say("Turn %(turn)s is over", turn=turn)
        case _:
            return None


def _scores(scores: Mapping[str, int]) -> Text:
    return listed(say("%(who)s %(score)s", who=Who(seat), score=score) for seat, score in scores.items())
