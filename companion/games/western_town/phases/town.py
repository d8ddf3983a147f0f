"""What everybody does in his own town at any time: cubes, Homes, tiles, markers, storage."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Fact, fact, say
from companion.games.western_town import commands as c
from companion.games.western_town import events as e
from companion.games.western_town.cards.reading import known, own_contents
from companion.games.western_town.phases.construct import acting_card, construct
from companion.games.western_town.phases.phase import Phase, Situation
from companion.games.western_town.round import Stage
from companion.games.western_town.rulebook.buildings import HOMESTEAD, NUMBERS, PRINTED, Building, Tile
from companion.games.western_town.rulebook.towns import (
    MOST,
    Amounts,
    Resource,
    Town,
    added,
    change,
    gained,
    lure_lost,
    name_of,
    paid,
)
from companion.games.western_town.tiles import kept

AT_ONCE = 20
"""no single change is larger"""
MOST_POINTS = 60
MOST_HOMES = 3
"""Homes on a single tile, of each colour"""
CELLS = 11
LONGEST_NAME = 30
MOST_SEEN = 6
"""things on one cell that a camera tells of"""


class TownPhase(Phase):
    """Never waited for: it goes on beside the others."""

    commands = (
        c.ChangeTown,
        c.LeaveCount,
        c.LeaveBuilding,
        c.ChangeHomes,
        c.LayTile,
        c.BuildTile,
        c.SetPoints,
        c.MarkBuilding,
        c.StoreGoods,
    )

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        attack = now.circle.attack
        if attack and attack.target and attack.town == now.seat:
            raise NotNow(say("Your town is being attacked: say first whether you defend it."), RuleRef("2012", "11.6"))
        match command:
            case c.ChangeTown(changes=changes, reason=reason):
                why, told = fact(f"because_{reason}"), _told(now, reason)
                return (e.TownChanged(now.seat, changed(now.board.town, changes), why, told),)
            case c.LeaveCount(what=what, seen=seen):
                return (e.CountLeft(now.seat, what, _number(seen, MOST)),)
            case c.LeaveBuilding(place=place, seen=seen):
                return (_left(now, place, seen),)
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
        return super().decide(now, command)


def _told(now: Situation, reason: c.Reason) -> tuple[str, ...]:
    """On whose phones it stands that cubes were changed for this reason (20.6)."""
    taking = now.round is not None and now.round.stage in (Stage.GAINS, Stage.VISIT)
    if reason is c.Reason.CAMERA or (reason is c.Reason.GAINS and taking):
        return ()
    return now.others if reason is c.Reason.CORRECTION else _without_card(now)


def _without_card(now: Situation) -> tuple[str, ...]:
    """Whom a guided turn tells of what somebody does by hand: nobody, while his card is carried out or he enters a
    start card that the box does not know."""
    turn = now.round
    if turn is None or acting_card(now):
        return ()
    starts = turn.stage is Stage.PREPARE and now.state.turn == 1 and now.circle.starts.get(now.seat) == ""
    return () if starts else now.others


def changed(town: Town, changes: Amounts) -> Amounts:
    """What a change by hand really changes, Lure with the Peace pipes that it is made of; raises RuleError."""
    after = town
    for what, by in changes.items():
        if abs(by) > AT_ONCE:
            raise BadRequest(say("%(by)s at once is too much: at most %(most)s.", by=by, most=AT_ONCE))
        after = _moved_lure(after, by) if what is Resource.LURE else added(after, what, by)
        if after.count(what) < 0:
            raise IllegalMove(
                say("%(what)s: this town has only %(count)s.", what=name_of(what), count=town.count(what)),
                RuleRef("2012", "1.7"),
            )
        if after.count(what) > MOST:
            raise BadRequest(say("No town has more than %(most)s of anything.", most=MOST))
    changes = change(town, after)
    if not changes:
        raise BadRequest(say("Nothing would change."))
    return changes


def _moved_lure(town: Town, by: int) -> Town:
    after = gained(town, {Resource.LURE: by}) if by > 0 else lure_lost(town, -by)
    if after == town:
        short = say("Lure is gained by turning a Peace pipe: there is none in this town.")
        none = say("There is no Lure in this town.")
        raise IllegalMove(short if by > 0 else none, RuleRef("2012", "4.5"))
    return after


def _left(now: Situation, place: str, seen: tuple[str, ...]) -> Event:
    if place not in PRINTED and place not in {cell.id for cell in own_contents().cells}:
        raise BadRequest(say("There is no such cell on a town board."))
    if len(seen) > MOST_SEEN or any(len(each) > LONGEST_NAME for each in seen):
        raise BadRequest(say("So much does not lie on one cell."))
    return e.BuildingLeft(now.seat, place, seen)


def _homes(now: Situation, command: c.ChangeHomes) -> Event:
    board = now.board
    after = (board.pink + command.pink, board.black + command.black, board.markers + command.markers)
    if not any((command.pink, command.black, command.markers)):
        raise BadRequest(say("Nothing would change."))
    if min(after) < 0 or max(after) > MOST:
        raise BadRequest(say("A town cannot have so many Homes, or so few."))
    return e.HomesChanged(now.seat, command.pink, command.black, command.markers, _without_card(now))


def _laid(now: Situation, command: c.LayTile) -> Event:
    name = " ".join(command.name.split())
    laid = [each for each in now.board.buildings if each.number]
    if not name or len(name) > LONGEST_NAME:
        raise BadRequest(say("A building has a name of at most %(most)s letters.", most=LONGEST_NAME))
    if command.number not in NUMBERS:
        raise BadRequest(say("A cell is a 4, a 5 or a 6."))
    if len(laid) >= CELLS:
        raise IllegalMove(say("All %(count)s cells of this town are occupied.", count=CELLS), RuleRef("2012", "2.2"))
    if name.lower() != HOMESTEAD and any(each.name.lower() == name.lower() for each in laid):
        raise IllegalMove(say("That tile lies in this town already."), RuleRef("2012", "2.4"))
    if max(command.pink, command.black) > MOST_HOMES or min(command.pink, command.black) < 0:
        raise BadRequest(say("A tile has at most %(most)s Homes of a colour.", most=MOST_HOMES))
    return e.TileLaid(now.seat, _building(now, name, command), command.pink, command.black, told=_without_card(now))


def _building(now: Situation, name: str, command: c.LayTile) -> Building:
    tile = known(now.table.catalogue).get(name.lower(), Tile(name))
    room = {Resource.GOLD: command.gold, Resource.WOOD: command.wood, Resource.COWBOYS: command.cowboys}
    if any(room.values()):
        tile = replace(tile, storage={what: _number(number, AT_ONCE) for what, number in room.items() if number})
    if command.points is not None:
        tile = replace(tile, points=_number(command.points, MOST_POINTS))
    return Building(f"b{len(now.board.buildings) - len(PRINTED) + 1}", tile, command.number)


def _marked(now: Situation, command: c.MarkBuilding) -> tuple[Event, ...]:
    building = now.board.building(command.building)
    if building.destroyed is command.destroyed:
        raise BadRequest(say("Nothing would change."))
    name = kept(building.name)
    price = _paid(now, {} if command.destroyed else command.pay, fact("repair_of", name=name))
    card = acting_card(now)
    told = () if card and card.by_hand else now.others
    return (*price, e.BuildingMarked(now.seat, command.building, command.destroyed, name, told))


def _paid(now: Situation, pay: Amounts, reason: Fact) -> tuple[Event, ...]:
    """What somebody gives; raises RuleError where he cannot."""
    given = {what: _number(number, AT_ONCE) for what, number in pay.items() if number}
    changes = change(now.board.town, paid(now.board.town, given))
    return (e.TownChanged(now.seat, changes, reason),) if changes else ()


def _stored(now: Situation) -> Event:
    if not now.board.overflow:
        raise BadRequest(say("Everything can be stored: there is nothing to discard."), RuleRef("2012", "9.2"))
    lost = {what: -number for what, number in now.board.overflow.items()}
    return e.TownChanged(now.seat, lost, fact("no_room"))


def _number(number: int, most: int) -> int:
    if not 0 <= number <= most:
        raise BadRequest(say("The number goes from 0 to %(most)s.", most=most))
    return number
