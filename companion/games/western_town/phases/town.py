"""What everybody does in his own town at any time: cubes, Homes, tiles, markers, storage."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.text import fact, say
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.cards.reading import known
from companion.games.western_town.phases.construct import construct
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.phases.setup import StartPhase, may_start
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import HOMESTEAD, NUMBERS, Building, Tile
from companion.games.western_town.rulebook.towns import (
    MOST,
    NAMES,
    Amounts,
    Resource,
    Town,
    added,
    change,
    gained,
    lure_lost,
    paid,
)
from companion.games.western_town.state import RoundStage
from companion.games.western_town.words import kept

AT_ONCE = 20
"""no single change is larger"""
MOST_POINTS = 60
MOST_HOMES = 3
"""Homes on a single tile, of each colour"""
CELLS = 11
LONGEST_NAME = 30


class TownPhase(Phase):
    """Never waited for: it goes on beside the others."""

    commands = (c.ChangeTown, c.ChangeHomes, c.LayTile, c.BuildTile, c.SetPoints, c.MarkBuilding, c.StoreGoods)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        attack = now.circle.attack
        if attack and attack.target and attack.town == now.seat:
            raise NotNow(say("Your town is being attacked: say first whether you defend it."), rule("11.6"))
        match command:
            case c.ChangeTown(changes=changes, reason=reason):
                return _changed(now, changes, reason)
            case c.ChangeHomes():
                return (_homes(now, command),)
            case c.LayTile():
                return (_laid(now, command),)
            case c.BuildTile():
                return construct(now, command)
            case c.SetPoints(building=name, points=points):
                building = now.board.building(name)
                return (e.PointsSet(now.seat, name, _number(points, MOST_POINTS), kept(building.name)),)
            case c.MarkBuilding():
                return _marked(now, command)
            case c.StoreGoods():
                return (_stored(now),)
            case c.TakeStart():
                if not may_start(now):
                    raise NotNow(say("The start cards are revealed before the first turn."), rule("3.7"))
                return StartPhase().decide(now, command)
        return super().decide(now, command)


def _changed(now: Situation, changes: Amounts, reason: c.Reason) -> tuple[Event, ...]:
    """A change by hand, Lure with the Peace pipes that it is made of; raises RuleError."""
    town = after = now.board.town
    for what, by in changes.items():
        if abs(by) > AT_ONCE:
            raise BadRequest(say("%(by)s at once is too much: at most %(most)s.", by=by, most=AT_ONCE))
        after = _moved_lure(after, by) if what is Resource.LURE else added(after, what, by)
        if after.count(what) < 0:
            short = say("%(what)s: this town has only %(count)s.", what=NAMES[what], count=town.count(what))
            raise IllegalMove(short, rule("1.7"))
        if after.count(what) > MOST:
            raise BadRequest(say("No town has more than %(most)s of anything.", most=MOST))
    changed = change(town, after)
    if not changed:
        raise BadRequest(say("Nothing would change."))
    return (e.TownChanged(now.seat, changed, fact(f"because_{reason}"), _told(now, reason)),)


def _moved_lure(town: Town, by: int) -> Town:
    after = gained(town, {Resource.LURE: by}) if by > 0 else lure_lost(town, -by)
    if after == town:
        short = say("Lure is gained by turning a Peace pipe: there is none in this town.")
        none = say("There is no Lure in this town.")
        raise IllegalMove(short if by > 0 else none, rule("4.5"))
    return after


def _told(now: Situation, reason: c.Reason) -> tuple[str, ...]:
    """On whose phones it stands that cubes were changed for this reason (20.6)."""
    taking = now.round is not None and now.round.stage in (RoundStage.GAINS, RoundStage.VISIT)
    if reason is c.Reason.CAMERA or (reason is c.Reason.GAINS and taking):
        return ()
    return now.others if reason is c.Reason.CORRECTION else _without_card(now)


def _without_card(now: Situation) -> tuple[str, ...]:
    """Whom a guided turn tells of what somebody does by hand: nobody, while his card is carried out or he enters a
    start card that the box does not know."""
    turn = now.round
    if turn is None or now.acting_card:
        return ()
    starts = turn.stage in (RoundStage.PREPARE, RoundStage.PLAY) and now.circle.starts.get(now.seat) == ""
    return () if starts and now.state.turn == 1 else now.others


def _homes(now: Situation, command: c.ChangeHomes) -> Event:
    board, by = now.board, (command.pink, command.black, command.markers)
    after = (board.pink + command.pink, board.black + command.black, board.markers + command.markers)
    if not any(by):
        raise BadRequest(say("Nothing would change."))
    if min(after) < 0 or max(after) > MOST:
        raise BadRequest(say("A town cannot have so many Homes, or so few."))
    return e.HomesChanged(now.seat, *by, _without_card(now))


def _laid(now: Situation, command: c.LayTile) -> Event:
    name = " ".join(command.name.split())
    laid = [each.lower() for each in now.board.laid]
    if not name or len(name) > LONGEST_NAME:
        raise BadRequest(say("A building has a name of at most %(most)s letters.", most=LONGEST_NAME))
    if command.number not in NUMBERS:
        raise BadRequest(say("A cell is a 4, a 5 or a 6."))
    if len(laid) >= CELLS:
        raise IllegalMove(say("All %(count)s cells of this town are occupied.", count=CELLS), rule("2.2"))
    if name.lower() != HOMESTEAD and name.lower() in laid:
        raise IllegalMove(say("That tile lies in this town already."), rule("2.4"))
    if max(command.pink, command.black) > MOST_HOMES or min(command.pink, command.black) < 0:
        raise BadRequest(say("A tile has at most %(most)s Homes of a colour.", most=MOST_HOMES))
    building = _building(now, name, command)
    return e.TileLaid(now.seat, building, command.pink, command.black, told=_without_card(now))


def _building(now: Situation, name: str, command: c.LayTile) -> Building:
    tile = known(now.table.catalogue).get(name.lower(), Tile(name))
    room = {Resource.GOLD: command.gold, Resource.WOOD: command.wood, Resource.COWBOYS: command.cowboys}
    if any(room.values()):
        tile = replace(tile, storage={what: _number(number, AT_ONCE) for what, number in room.items() if number})
    if command.points is not None:
        tile = replace(tile, points=_number(command.points, MOST_POINTS))
    return now.board.next_building(tile, command.number)


def _marked(now: Situation, command: c.MarkBuilding) -> tuple[Event, ...]:
    building = now.board.building(command.building)
    if building.destroyed is command.destroyed:
        raise BadRequest(say("Nothing would change."))
    name, pay = kept(building.name), {} if command.destroyed else command.pay
    given = {what: _number(number, AT_ONCE) for what, number in pay.items() if number}
    price = now.becomes(paid(now.board.town, given), fact("repair_of", name=name))
    told = () if now.acting_card and now.acting_card.by_hand else now.others
    return (*price, e.BuildingMarked(now.seat, command.building, command.destroyed, name, told))


def _stored(now: Situation) -> Event:
    if not now.board.overflow:
        raise BadRequest(say("Everything can be stored: there is nothing to discard."), rule("9.2"))
    lost = {what: -number for what, number in now.board.overflow.items()}
    return e.TownChanged(now.seat, lost, fact("no_room"))


def _number(number: int, most: int) -> int:
    if not 0 <= number <= most:
        raise BadRequest(say("The number goes from 0 to %(most)s.", most=most))
    return number
