"""The Indian camp: what a throw adds, when an attack begins, and on which town (rules §11.1, §11.2, §19.6, §19.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.errors import BadRequest, IllegalMove
from companion.core.text import Who, say
from companion.games.western_town.rulebook import rule


class Indian(StrEnum):
    """The colour of an Indian."""

    RED = "red"
    ORANGE = "orange"


ATTACK: Mapping[Indian, int] = {Indian.RED: 3, Indian.ORANGE: 2}
"""with so many of a colour the camp attacks (11.1)"""


@dataclass(frozen=True, slots=True)
class Camp:
    """The Indians in the middle of the table."""

    red: int = 0
    orange: int = 0

    def count(self, colour: Indian) -> int:
        """How many of this colour."""
        return self.red if colour is Indian.RED else self.orange

    def with_one(self, colour: Indian) -> Camp:
        """One more of this colour."""
        if colour is Indian.RED:
            return replace(self, red=self.red + 1)
        return replace(self, orange=self.orange + 1)


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the Indian die: whom it adds, in order, and whether it is thrown again."""

    add: tuple[Indian, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Thrown:
    """What throws have led to: ``by`` is the colour that sets off an attack, None: there is none."""

    camp: Camp
    by: Indian | None
    used: int


@dataclass(frozen=True, slots=True)
class Attacked:
    """Whose town is attacked; "" while the grand manitou has to choose among the ``tied``."""

    town: str
    tied: tuple[str, ...] = ()


def thrown(camp: Camp, faces: Sequence[Face], rolls: int = 1) -> Thrown:
    """The camp after an action that throws the die so often, rerolls not counted; raises BadRequest: one is missing.

    With an attack all that is left of the action is forgotten (11.1).
    """
    used = 0
    for _ in range(rolls):
        again = True
        while again:
            if used == len(faces):
                raise BadRequest(say("A throw of the Indian die is missing."), rule("11.1"))
            face, used = faces[used], used + 1
            camp, by = added(camp, face.add)
            if by:
                return Thrown(camp, by, used)
            again = face.again
    return Thrown(camp, None, used)


def added(camp: Camp, indians: Sequence[Indian]) -> tuple[Camp, Indian | None]:
    """The camp with these added one by one, up to the one that sets off an attack, and the colour of that one."""
    for colour in indians:
        camp = camp.with_one(colour)
        if camp.count(colour) == ATTACK[colour]:
            return camp, colour
    return camp, None


def attacked(by: Indian, roller: str, pipes: Mapping[str, int], choice: str = "") -> Attacked:
    """Whose town this attack hits (11.2).

    ``pipes``: the Peace pipes of every town, constant ones included, in the order of the seats. ``choice`` is that of
    the grand manitou, read only in a tie; raises IllegalMove where it is none of the tied.
    """
    if by is Indian.ORANGE:
        return Attacked(roller)
    fewest = tuple(seat for seat, number in pipes.items() if number == min(pipes.values()))
    if len(fewest) == 1:
        return Attacked(fewest[0])
    if choice and choice not in fewest:
        raise IllegalMove(say("%(who)s is not among the tied.", who=Who(choice)), rule("11.2"))
    return Attacked(choice, fewest)
