"""Pictures of a whole evening, judged one after the other: each is a change from the last one without a hand.

There is no table here and nobody to ask. What is believed is carried along, in several versions where a picture left
a choice, and an illegal move stands as it was made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.board import TOWN, Layout
from companion.core.errors import BadRequest
from companion.core.sighting import Sight, Sighting
from companion.core.text import say
from companion.core.verdict import Ruling, Verdict
from companion.games.abilene.deeds import Story
from companion.games.abilene.explain import Throw
from companion.games.abilene.house_rules import HouseRules
from companion.games.abilene.judge import Finding, Ground, judge, question
from companion.games.abilene.movement import DEFAULTS, MoveKind
from companion.games.abilene.movement_facts import FACTS_1993, MovementFacts
from companion.games.abilene.position import Position, setup
from companion.games.abilene.readings import readings

MOST_BELIEFS = 4
"""Versions of what happened so far that are carried along."""

Moved = tuple[str, ...]
FIRST_CHOICE = {Ruling.LEGAL: 0, Ruling.NONE: 1, Ruling.UNCLEAR: 2, Ruling.ILLEGAL: 3}
"""Which version is right when they lead to different verdicts: whoever can be believed is."""


class Belief(NamedTuple):
    """Where everybody stands, and on which nodes those who have moved in this turn."""

    position: Position
    moved: Moved = ()


Dice = tuple[tuple[int, ...], tuple[int, ...]]
"""Cattle dice and cowboy dice."""


@dataclass
class Frames:
    """Give it the frames in their order. ``letters`` are the ranches in play, and the colours of their cowboys.

    ``unread`` are the dice of pictures of this turn that could not be read. ``blind``: the turn before ended with
    such a picture, so nobody is accused of what is seen next.
    """

    layout: Layout
    letters: Sequence[str]
    rules: HouseRules = DEFAULTS
    facts: MovementFacts = FACTS_1993

    def __post_init__(self) -> None:
        home = {letter: letter for letter in self.letters}
        self.ground = Ground(self.layout, home, self.rules, self.facts)
        self.beliefs: tuple[Belief, ...] = (Belief(setup(self.layout, home)),)
        self.turn = 0
        self.unread: list[Dice] = []
        self.blind = False

    def start(self, sighting: Sighting) -> None:
        """The figures have been set up: where they stand is taken as it was seen."""
        (belief, *_) = self.beliefs
        seen = readings(self.layout, belief.position, sighting, self.ground.seats)
        self.beliefs = (Belief((seen.found or (seen.likeliest,))[0].position),)

    def play(self, sighting: Sighting, turn: int, seat: str, dice: Mapping[str, Sequence[int]]) -> Verdict:
        """The verdict on a picture taken in a turn; raises BadRequest for a seat that is not in play."""
        if seat not in self.ground.seats:
            raise BadRequest(say("Nobody plays ranch %(ranch)s.", ranch=seat))
        if turn != self.turn:
            self.turn, self.beliefs = turn, tuple(map(_sold, self.beliefs))
            self.unread, self.blind = [], bool(self.unread)
        now = tuple(dice.get("cattle", ())), tuple(dice.get("cowboys", ()))
        if sighting.status in (Sight.COVERED, Sight.NO_BOARD):
            self.unread += [now] if self.unread[-1:] != [now] else []
            return Verdict(Ruling.NONE)
        throw = self._throw(seat, now)
        found = [(belief, self._judged(belief, throw, sighting)) for belief in self.beliefs]
        best = min(FIRST_CHOICE[finding.verdict.ruling] for _, finding in found)
        chosen = [pair for pair in found if FIRST_CHOICE[pair[1].verdict.ruling] == best]
        self.beliefs = tuple(dict.fromkeys(after for pair in chosen for after in _after(*pair, seat)))[:MOST_BELIEFS]
        verdict, blind = chosen[0][1].verdict, self.blind
        self.blind = False
        if blind and verdict.ruling is Ruling.ILLEGAL:
            return Verdict(Ruling.UNCLEAR, verdict.moves, question(verdict.cells), None, verdict.cells)
        return verdict

    def _throw(self, seat: str, now: Dice) -> Throw:
        """All dice whose moves are seen in this picture: those of a picture under a hand are given again with it."""
        earlier = self.unread[:-1] if self.unread[-1:] == [now] else self.unread
        self.unread = []
        cattle, cowboys = (sum((dice[kind] for dice in (*earlier, now)), ()) for kind in (0, 1))
        return Throw(seat, cattle, cowboys)

    def _judged(self, belief: Belief, throw: Throw, sighting: Sighting) -> Finding:
        return judge(self.ground, belief.position, replace(throw, moved=belief.moved), sighting)


def _sold(belief: Belief) -> Belief:
    """A new turn: what was in the corral has been sold, and everybody may move again."""
    return Belief(replace(belief.position, corral=0))


def _after(belief: Belief, finding: Finding, seat: str) -> list[Belief]:
    """What to believe after this picture, one version for each way in which it can have come about."""
    if finding.verdict.ruling is Ruling.NONE:
        return [belief._replace(position=finding.position)]
    if finding.stories:
        return [
            Belief(finding.position, _who_moved(finding.position, belief.moved, story, seat))
            for story in finding.stories
        ]
    return [Belief(position) for position in finding.positions]  # nobody is held to moves that could not be followed


def _who_moved(position: Position, earlier: Moved, story: Story, seat: str) -> Moved:
    """The nodes of the cows and cowboys of the turn that have moved and still stand there."""
    rested = [
        deed.placed if deed.winner not in ("", seat) else deed.to for deed in story if deed.what is not MoveKind.SALE
    ]
    cows = [node for node in (*earlier, *rested) if node in position.cows]
    cowboys = [node for node in (*earlier, *rested) if node == TOWN or position.cowboys.get(node) == seat]
    return (*cows, *cowboys)
