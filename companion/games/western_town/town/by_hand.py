"""Changes of the own town by hand, at any time: cubes, Homes, tiles, markers, storage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Command, Event
from companion.core.phases import handles
from companion.core.text import fact, say
from companion.games.western_town.changes import BuildingMarked, HomesChanged, PointsSet, TileLaid, TownChanged
from companion.games.western_town.guided_turn import RoundStage
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.printed.reading import known
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.buildings import CENTRE, HOMESTEAD, NUMBERS, Building, Tile
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
from companion.games.western_town.town.construct import BuildTile, construct, free_cells, homesteads_left, named_cell
from companion.games.western_town.town.start import StartPhase, TakeStart, may_start
from companion.games.western_town.words import kept


class Reason(StrEnum):
    """The reason for which a player changes the town by hand."""

    PLAYED = "played"
    EXPLOIT = "exploit"
    GAINS = "gains"
    BUILDING = "building"
    START = "start"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class ChangeTown(Command):
    """Command to change what is in the own town. Lure brings or takes the Peace pipes that it is made of."""

    NEVER_STALE: ClassVar[bool] = True

    changes: Mapping[Resource, int]
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChangeHomes(Command):
    """Command to change the Homes of the own town; ``markers`` are the Home markers that Lincoln brought."""

    NEVER_STALE: ClassVar[bool] = True

    pink: int = 0
    black: int = 0
    markers: int = 0


@dataclass(frozen=True, slots=True)
class LayTile(Command):
    """Command to lay a building in the own town, on this cell; known values of the tile can be left out.

    ``number``: the one on the cell, 0: as the cell that is named says. ``cell`` need not be named where the empty cells
    of the number do the same (21.5). ``gold``, ``wood`` and ``cowboys`` are the room that it adds.
    """

    name: str
    number: int = 0
    pink: int = 0
    black: int = 0
    points: int | None = None
    gold: int = 0
    wood: int = 0
    cowboys: int = 0
    cell: str = ""


@dataclass(frozen=True, slots=True)
class SetPoints(Command):
    """Command to set the points of a building of the own town, before they are halved."""

    building: str
    points: int


@dataclass(frozen=True, slots=True)
class MarkBuilding(Command):
    """Command to put a destroyed marker on a building of the own town, or take it off, for ``pay``."""

    building: str
    destroyed: bool
    pay: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreGoods(Command):
    """Command to discard what the own town cannot store."""


AT_ONCE = 20
"""no single change is larger"""
MAX_POINTS = 60
MAX_HOMES = 3
"""Homes on a single tile, of each colour"""
CELLS = 11
WHITE_CUBES = 8
"""Peace pipes, Lure and the reserve of the camp, a player (21.1)"""
MAX_NAME_LENGTH = 30


class TownPhase(Phase):
    """The phase that is never waited for: changes by hand beside the others."""

    commands = (ChangeTown, ChangeHomes, LayTile, BuildTile, SetPoints, MarkBuilding, StoreGoods)

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        attack = now.circle.attack
        if attack and attack.target and attack.town == now.seat:
            raise NotNow(say("Your town is being attacked: say first whether you defend it."), rule("11.6"))
        return super().decide(now, command)

    @handles(ChangeTown)
    def change_town(self, now: Situation, command: ChangeTown) -> tuple[Event, ...]:
        """Change what is in the town; Lure brings or takes the Peace pipes that it is made of. Raise RuleError."""
        town = after = now.board.town
        for what, by in command.changes.items():
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
        _check_white_cubes(now, changed)
        reason = command.reason
        return (TownChanged(now.seat, changed, fact(f"because_{reason}"), _readers(now, reason)),)

    @handles(ChangeHomes)
    def change_homes(self, now: Situation, command: ChangeHomes) -> tuple[Event, ...]:
        """Change the Homes of the town. Raise BadRequest."""
        board, by = now.board, (command.pink, command.black, command.markers)
        after = (board.pink + command.pink, board.black + command.black, board.markers + command.markers)
        if not any(by):
            raise BadRequest(say("Nothing would change."))
        if min(after) < 0 or max(after) > MOST:
            raise BadRequest(say("A town cannot have so many Homes, or so few."))
        return (HomesChanged(now.seat, *by, now.other_seats),)

    @handles(LayTile)
    def lay_tile(self, now: Situation, command: LayTile) -> tuple[Event, ...]:
        """Lay a building that the player describes. Raise RuleError."""
        name = " ".join(command.name.split())
        laid = [each.lower() for each in now.board.laid]
        if not name or len(name) > MAX_NAME_LENGTH:
            raise BadRequest(say("A building has a name of at most %(most)s letters.", most=MAX_NAME_LENGTH))
        if command.number not in NUMBERS and (command.number or not command.cell):
            raise BadRequest(say("A space is a 4, a 5 or a 6."))
        if len(laid) >= CELLS:
            raise IllegalMove(say("All %(count)s spaces of this town are occupied.", count=CELLS), rule("2.2"))
        if name.lower() != HOMESTEAD and name.lower() in laid:
            raise IllegalMove(say("That tile is in this town already."), rule("2.4"))
        if name.lower() == HOMESTEAD and not homesteads_left(now) and not now.waived:
            raise IllegalMove(say("No tile is left on the homestead stack."), rule("21.5"))
        if max(command.pink, command.black) > MAX_HOMES or min(command.pink, command.black) < 0:
            raise BadRequest(say("A tile has at most %(most)s Homes of a colour.", most=MAX_HOMES))
        building = _building(now, name, command)
        return (TileLaid(now.seat, building, command.pink, command.black, notified=_by_hand(now)),)

    @handles(BuildTile)
    def build_tile(self, now: Situation, command: BuildTile) -> tuple[Event, ...]:
        """Build a tile at its price. Raise RuleError."""
        return construct(now, command)

    @handles(SetPoints)
    def set_points(self, now: Situation, command: SetPoints) -> tuple[Event, ...]:
        """Set the points of a building. Raise BadRequest."""
        name, points = kept(now.board.building(command.building).name), _number(command.points, MAX_POINTS)
        return (PointsSet(now.seat, command.building, points, name, now.other_seats),)

    @handles(MarkBuilding)
    def mark_building(self, now: Situation, command: MarkBuilding) -> tuple[Event, ...]:
        """Put a destroyed marker on a building, or take it off. Raise RuleError."""
        building = now.board.building(command.building)
        if building.destroyed is command.destroyed:
            raise BadRequest(say("Nothing would change."))
        name, pay = kept(building.name), {} if command.destroyed else command.pay
        given = {what: _number(number, AT_ONCE) for what, number in pay.items() if number}
        price = now.town_change(paid(now.board.town, given), fact("repair_of", name=name))
        card = None if command.destroyed else now.acting_card
        readers = () if card and card.repair == given else now.other_seats  # at another price it is by hand (21.3)
        return (*price, BuildingMarked(now.seat, command.building, command.destroyed, name, readers))

    @handles(StoreGoods)
    def discard(self, now: Situation, command: StoreGoods) -> tuple[Event, ...]:
        """Discard what the town cannot store. Raise BadRequest where it can store everything."""
        if not now.board.overflow:
            raise BadRequest(say("Everything can be stored: there is nothing to discard."), rule("9.2"))
        lost = {what: -number for what, number in now.board.overflow.items()}
        return (TownChanged(now.seat, lost, fact("no_room")),)

    @handles(TakeStart)
    def take_start(self, now: Situation, command: TakeStart) -> tuple[Event, ...]:
        """Take a start card where no turns are guided. Raise NotNow after the first turn has begun."""
        if not may_start(now):
            raise NotNow(say("The start cards are revealed before the first turn."), rule("3.7"))
        return StartPhase().take_start(now, command)


def _check_white_cubes(now: Situation, changed: Amounts) -> None:
    """Raise IllegalMove for a change that makes Peace pipes: they and Lure are eight a player for ever (21.1)."""
    circle = now.circle
    more = changed.get(Resource.PIPES, 0) + changed.get(Resource.LURE, 0)
    towns = [now.state.towns[seat].town for seat in circle.seats]
    there = circle.reserve + sum(town.pipes + town.lure for town in towns)
    most = WHITE_CUBES * len(circle.seats)
    if more > 0 and there + more > most and not now.waived:
        most_said = say("There are only %(most)s white cubes: first take it out of the other town.", most=most)
        raise IllegalMove(most_said, rule("21.1"))


def _moved_lure(town: Town, by: int) -> Town:
    after = gained(town, {Resource.LURE: by}) if by > 0 else lure_lost(town, -by)
    if after == town:
        short = say("Lure is gained by turning a Peace pipe: there is none in this town.")
        none = say("There is no Lure in this town.")
        raise IllegalMove(short if by > 0 else none, rule("4.5"))
    return after


def _readers(now: Situation, reason: Reason) -> tuple[str, ...]:
    """Return on whose phones it stands that cubes were changed for this reason (20.6)."""
    taking = now.round is not None and now.round.stage in (RoundStage.GAINS, RoundStage.VISIT)
    if reason is Reason.GAINS and taking:
        return ()
    return now.other_seats if reason is Reason.CORRECTION else _by_hand(now)


def _by_hand(now: Situation) -> tuple[str, ...]:
    """Return whom a guided turn tells of what somebody does by hand: all others, also while he plays a card (21.2).

    Nobody, while he enters a start card that the box does not know. The box itself does what a card brings by its own
    words.
    """
    turn = now.round
    if turn is None:
        return ()
    starts = turn.stage in (RoundStage.PREPARE, RoundStage.PLAY) and now.circle.starts.get(now.seat) == ""
    return () if starts and now.state.turn == 1 else now.other_seats


def _building(now: Situation, name: str, command: LayTile) -> Building:
    tile = known(now.table.catalogue).get(name.lower(), Tile(name))
    room = {Resource.GOLD: command.gold, Resource.WOOD: command.wood, Resource.COWBOYS: command.cowboys}
    if any(room.values()):
        tile = replace(tile, storage={what: _number(number, AT_ONCE) for what, number in room.items() if number})
    if command.points is not None:
        tile = replace(tile, points=_number(command.points, MAX_POINTS))
    number = command.number or next((each.number for each in now.deck.cells if each.id == command.cell), CENTRE)
    if now.waived and not any(each.number == number for each in free_cells(now)):
        return now.board.next_building(tile, number)
    return now.board.next_building(tile, number, named_cell(now, number, command.cell).id)


def _number(number: int, most: int) -> int:
    if not 0 <= number <= most:
        raise BadRequest(say("The number goes from 0 to %(most)s.", most=most))
    return number
