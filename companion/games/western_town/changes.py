"""Changes of a town: cubes, Homes, tiles, their points and their markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import TitleEvent, logged_as
from companion.core.text import Fact, Text, Who, say, worded
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import Round
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.towns import Resource, added
from companion.games.western_town.state import Board, Circle
from companion.games.western_town.words import SENTENCES, change_words, named, words

STOLEN = ("stolen_by", "stolen_from")
"""codes of the reasons for which cubes go from one town into another"""


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class TownChanged(TownEvent):
    """The record of what came to a town or left it: the one way in which anything does."""

    seat: str
    changes: Mapping[Resource, int]
    reason: Fact
    notified: tuple[str, ...] = ()
    """the seats whose phones show it, as no card that the box knows of brought it (20.6)"""

    def on_board(self, board: Board) -> Board:
        town = board.town
        for what, by in self.changes.items():
            town = added(town, what, by)
        return changed(board, town=town)

    def tell(self) -> Text:
        why = worded(SENTENCES, self.reason)
        return say(
            "%(who)s: %(changes)s (%(reason)s)", who=Who(self.seat), changes=change_words(self.changes), reason=why
        )

    def news(self) -> Mapping[str, Text]:
        if self.reason.code in STOLEN:
            return dict.fromkeys(self.notified, self.tell())
        by_hand = say(
            "%(who)s changed the town by hand: %(changes)s", who=Who(self.seat), changes=change_words(self.changes)
        )
        return dict.fromkeys(self.notified, by_hand)


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class HomesChanged(TownEvent):
    """The record of so many Homes more, or fewer."""

    seat: str
    pink: int = 0
    black: int = 0
    markers: int = 0
    notified: tuple[str, ...] = ()

    def on_board(self, board: Board) -> Board:
        return changed(
            board,
            pink=board.pink + self.pink,
            black=board.black + self.black,
            markers=board.markers + self.markers,
        )

    def tell(self) -> Text:
        by = f"{self.pink + self.black + self.markers:+d}".replace("-", "−")
        return say("%(who)s: Homes %(by)s", who=Who(self.seat), by=by)

    def news(self) -> Mapping[str, Text]:
        return dict.fromkeys(self.notified, say("%(who)s changed the Homes by hand", who=Who(self.seat)))


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class TileLaid(TownEvent, TitleEvent):
    """The record of a building that was laid. ``card``: its card came into the hand; None: nobody said so."""

    seat: str
    building: Building
    pink: int = 0
    black: int = 0
    card: bool | None = None
    notified: tuple[str, ...] = ()

    def on_board(self, board: Board) -> Board:
        buildings = (*board.buildings, self.building)
        return changed(board, buildings=buildings, pink=board.pink + self.pink, black=board.black + self.black)

    def on_circle(self, circle: Circle) -> Circle:
        if circle.resting and not circle.round:
            return changed(circle, resting=self.on_round(circle, circle.resting))
        return TownEvent.on_circle(self, circle)

    def on_round(self, circle: Circle, turn: Round) -> Round:
        acting = tuple(changed(each, built=each.built or each.seat == self.seat) for each in turn.acting)
        return changed(turn, acting=acting)

    def tell(self) -> Text:
        who, name, number = Who(self.seat), words(self.building.name), self.building.number
        if self.card:
            return say(
                "%(who)s builds: %(name)s, on a space %(number)s, and takes its card", who=who, name=name, number=number
            )
        return say("%(who)s builds: %(name)s, on a space %(number)s", who=who, name=name, number=number)

    def news(self) -> Mapping[str, Text]:
        text = say("%(who)s built by hand: %(name)s", who=Who(self.seat), name=words(self.building.name))
        return dict.fromkeys(self.notified, text)


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class PointsSet(TownEvent):
    """The record of points that were typed for a building."""

    seat: str
    building: str
    points: int
    name: Fact | str = ""
    notified: tuple[str, ...] = ()

    def on_board(self, board: Board) -> Board:
        typed = (
            changed(each, tile=changed(each.tile, points=self.points, per=None)) if each.id == self.building else each
            for each in board.buildings
        )
        return changed(board, buildings=tuple(typed))

    def tell(self) -> Text:
        name = named(self.name)
        return say("%(who)s: %(name)s counts %(points)s", who=Who(self.seat), name=name, points=self.points)

    def news(self) -> Mapping[str, Text]:
        text = say(
            "%(who)s entered points by hand: %(name)s, %(points)s",
            who=Who(self.seat),
            name=named(self.name),
            points=self.points,
        )
        return dict.fromkeys(self.notified, text)


@logged_as(notified="told")
@dataclass(frozen=True, slots=True)
class BuildingMarked(TownEvent, TitleEvent):
    """The record of a building that was destroyed, or repaired."""

    seat: str
    building: str
    destroyed: bool
    name: Fact | str = ""
    notified: tuple[str, ...] = ()

    def on_board(self, board: Board) -> Board:
        marked = (
            changed(each, destroyed=self.destroyed) if each.id == self.building else each for each in board.buildings
        )
        return changed(board, buildings=tuple(marked))

    def on_round(self, circle: Circle, turn: Round) -> Round:
        if self.destroyed or self.notified or not turn.acting or turn.acting[0].seat != self.seat:
            return turn
        return changed(turn, acting=(changed(turn.acting[0], mended=True), *turn.acting[1:]))

    def tell(self) -> Text:
        if self.destroyed:
            return say("%(name)s in the town of %(who)s is destroyed", who=Who(self.seat), name=named(self.name))
        return say("%(who)s repairs: %(name)s", who=Who(self.seat), name=named(self.name))

    def news(self) -> Mapping[str, Text]:
        who, name = Who(self.seat), named(self.name)
        marked = say("%(who)s marked by hand as destroyed: %(name)s", who=who, name=name)
        mended = say("%(who)s mended by hand: %(name)s", who=who, name=name)
        return dict.fromkeys(self.notified, marked if self.destroyed else mended)
