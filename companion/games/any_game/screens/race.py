"""The race of money or points: a lane for each player, and on the table screen the course so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.money.bank import debts
from companion.core.table.table import Table
from companion.core.text import Text
from companion.core.ui.page import Part, Place
from companion.games.any_game.decisions.banking import in_pots_alone, kinds
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.state import State, now

MIN_COURSE_ROUNDS = 2
"""rounds, before which there is no line to draw"""
MAX_CHARTED = 6
"""players or teams, beside more of whom there is no room for a chart"""


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's progress: so much money, or so many points; ``share`` of the best, per cent, without what is owed."""

    seat: str
    amount: int
    share: int
    owed: int


@dataclass(frozen=True, slots=True)
class RaceView:
    """The balances of all beside each other; ``prompt``: the lines below on the table screen."""

    lanes: tuple[Lane, ...]
    money: bool
    prompt: tuple[Text, ...]
    course: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """on the table screen: what each had whenever a round began, and has now"""
    every: int = 1
    """the rounds from one of these to the next"""
    above_units: bool = False
    """units stand below it: there is little room"""


def race(table: Table, seat: str | None, prompt: tuple[Text, ...]) -> tuple[Part, ...]:
    """Return the money of everybody; nothing where it is hidden, or where points stand on a phone already.

    Where it lies in the pots alone these are all there is to see.
    """
    state, rules = now(table)
    if in_pots_alone(table):
        return (Part("race", Place.STAGE, RaceView((), True, ())),)
    if (rules.scores and seat) or not (rules.scores or rules.open_cash):
        return ()
    has = state.points if rules.scores else table.accounts
    owed = {each: 0 if rules.scores else debts(table.loans, each) for each in state.players}
    best = max(1, *(has[each] - owed[each] for each in state.players))
    lanes = tuple(Lane(each, has[each], max(0, 100 * (has[each] - owed[each]) // best), owed[each]) for each in owed)
    course = {} if seat else _course(state, rules, has)
    view = RaceView(lanes, not rules.scores, () if seat else prompt, course, state.course_every, bool(kinds(rules)))
    return (Part("race", Place.STAGE, view, whole=True),)


def _course(state: State, rules: Rules, has: Mapping[str, int]) -> Mapping[str, tuple[int, ...]]:
    """Return what each player had whenever a round began, and has now; nothing in the first round.

    Nothing either where nobody has gained or lost, or where there is no room: beside units, or for many.
    """
    if len(state.course) < MIN_COURSE_ROUNDS or len(state.order) > MAX_CHARTED or kinds(rules):
        return {}
    course = {seat: (*(then.get(seat, 0) for then in state.course), has[seat]) for seat in state.order}
    return course if len({amount for line in course.values() for amount in line}) > 1 else {}
