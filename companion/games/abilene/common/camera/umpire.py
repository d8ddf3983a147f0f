"""Umpire of the frames of a whole evening: each is judged as a change from the last one without a hand.

There is no table here and nobody to ask. The believed position is carried along, in several versions where a picture
left a choice, and an illegal move stands as it was made. The edition's own judge says what a picture means.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import PUZZLING, Ruling, Verdict
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.abilene.common.camera.move_sequences import unclear

MAX_VERSIONS = 4
"""the most versions of the game so far that are kept"""

FIRST_CHOICE = {Ruling.LEGAL: 0, Ruling.NONE: 1, Ruling.UNCLEAR: 2, Ruling.ILLEGAL: 3}
"""the order in which versions are believed that lead to different verdicts"""

B = TypeVar("B")
"""The state of the board that an edition assumes: all figures, and those that have moved in this turn."""


class Dice(NamedTuple):
    """The dice beside a picture; cattle has none in an edition where it shares out steps."""

    cattle: tuple[int, ...] = ()
    cowboys: tuple[int, ...] = ()


class JudgedFrame(NamedTuple, Generic[B]):
    """The verdict on a picture, and what to believe after it: one version for each way in which it came about."""

    verdict: Verdict
    versions: tuple[B, ...]


class FrameJudge(Protocol[B]):
    """An edition's judge of one picture. ``seats`` are called by their regions."""

    @property
    def seats(self) -> Container[str]:
        """Return who plays."""

    def initial(self) -> B:
        """Return everything on its start cells."""

    def set_up(self, tracked: B, observation: Observation) -> B:
        """Begin with the figures where they were seen."""

    def next_turn(self, tracked: B) -> B:
        """Begin a new turn: everybody may move again."""

    def observed(self, tracked: B) -> Observation:
        """Return what a faultless camera would see."""

    def judge(self, tracked: B, seat: str, dice: Dice, observation: Observation) -> JudgedFrame[B]:
        """Return what a picture of the board means after what was believed, with the dice of this seat's turn."""


class FrameUmpire(Generic[B]):
    """See ``boards.verdict.Umpire``: give it the frames in their order.

    ``unread`` are the dice of pictures of this turn that could not be read. ``blind``: the turn before ended with
    such a picture, so nobody is accused of what is seen next.
    """

    def __init__(self, judge: FrameJudge[B]) -> None:
        self.judge = judge
        self.versions: tuple[B, ...] = (judge.initial(),)
        self.turn = 0
        self.unread: list[Dice] = []
        self.blind = False
        self.sure = False

    @property
    def believed(self) -> Observation | None:
        """Return what a faultless camera would see after a legal move, if every version of it says the same."""
        first, *rest = [self.judge.observed(tracked) for tracked in self.versions]
        return first if self.sure and all(other == first for other in rest) else None

    def start(self, observation: Observation) -> None:
        """Begin with the figures where they were seen."""
        self.versions = (self.judge.set_up(self.versions[0], observation),)

    def play(self, observation: Observation, turn: int, seat: str, dice: Mapping[str, Sequence[int]]) -> Verdict:
        """Return the verdict on a picture taken in a turn. Raise BadRequest for a seat that is not in play."""
        if seat not in self.judge.seats:
            raise BadRequest(say("Nobody plays ranch %(ranch)s.", ranch=seat))
        if turn != self.turn:
            self.turn, self.versions = turn, tuple(map(self.judge.next_turn, self.versions))
            self.unread, self.blind = [], bool(self.unread)
        now = Dice(tuple(dice.get("cattle", ())), tuple(dice.get("cowboys", ())))
        self.sure = False
        if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
            self.unread += [now] if self.unread[-1:] != [now] else []
            return Verdict(Ruling.NONE)
        thrown = self._thrown(now)
        chosen = self._chosen(seat, thrown, observation)
        if chosen[0].verdict.ruling in PUZZLING:
            alternatives = (self._chosen(seat, thrown, variant) for variant in observation.variants())
            chosen = next((other for other in alternatives if other[0].verdict.ruling not in PUZZLING), chosen)
        self.versions = _distinct(tracked for judged in chosen for tracked in judged.versions)[:MAX_VERSIONS]
        verdict, blind = chosen[0].verdict, self.blind
        self.sure, self.blind = verdict.ruling is Ruling.LEGAL, False
        if blind and verdict.ruling is Ruling.ILLEGAL:
            return unclear(verdict.cells, verdict.moves)
        return verdict

    def _chosen(self, seat: str, thrown: Dice, observation: Observation) -> list[JudgedFrame[B]]:
        """Return what the picture means after each of the most believable versions of what happened so far."""
        found = [self.judge.judge(tracked, seat, thrown, observation) for tracked in self.versions]
        best = min(FIRST_CHOICE[judged.verdict.ruling] for judged in found)
        return [judged for judged in found if FIRST_CHOICE[judged.verdict.ruling] == best]

    def _thrown(self, now: Dice) -> Dice:
        """Return all dice whose moves are seen in this picture.

        Those of a picture under a hand are given again with it.
        """
        earlier = self.unread[:-1] if self.unread[-1:] == [now] else self.unread
        self.unread = []
        every = (*earlier, now)
        return Dice(sum((dice.cattle for dice in every), ()), sum((dice.cowboys for dice in every), ()))


def _distinct(versions: Iterable[B]) -> tuple[B, ...]:
    """Return every version once, in their order."""
    found: list[B] = []
    for tracked in versions:
        if tracked not in found:
            found.append(tracked)
    return tuple(found)
