"""The final count, which ends the game (rules §12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import Command, kind_of
from companion.core.table.events import GameEnded
from companion.core.table.table import Ending, Standing, ranking
from companion.core.text import fact, say
from companion.core.ui.choice import Choice, Weight
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.lincoln import Half, Score, Settled, scores
from companion.games.western_town.state import State


@dataclass(frozen=True, slots=True)
class CountUp(Command):
    """Command to count the points of all towns after the last turn, as their pages show them."""


class CountPhase(Phase):
    """The phase after all turns: the towns are looked over once more, then counted (12)."""

    commands = (CountUp,)
    question = say("Look over your town, then count")
    news = say("the towns are looked over before they are counted")
    lines = (say("Are the points of every building right? Change them in your town if not."),)

    def town_first(self, now: Situation) -> bool:
        return True

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.state.seats

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        if any(each.message.kind == kind_of(CountUp) for each in now.table.motions):
            return ()
        asked, label = say("Everyone is asked."), say("Count the points")
        return (Choice(kind_of(CountUp), label, details=(asked,), rule=rule("12"), weight=Weight.PRIMARY),)


COUNTED, AGREED = "counted", "agreed"
ENDINGS = (COUNTED, AGREED)


def final_scores(state: State, rules: HouseRules) -> Mapping[str, Score]:
    """Return the points by seat; in a double duel each pair is counted on its own (12, 13.2)."""
    counted: dict[str, Score] = {}
    for circle in state.circles:
        boards = {seat: state.towns[seat] for seat in circle.seats}
        settled = {seat: Settled(each.homes, each.town, each.buildings) for seat, each in boards.items()}
        counted |= scores(settled, state.cards, rules.half_rounding)
    return counted


def score_of(score: Score, rules: HouseRules) -> int:
    """Return the score in the unit of the ranking: half points where halves are kept, otherwise points."""
    total = score.total * 2 if rules.half_rounding is Half.HALF else score.total
    return int(total)


def game_end(state: State, rules: HouseRules, code: str) -> GameEnded:
    """Return the event that ends the game, with the ranking; each pair of a double duel has its own winner."""
    counted = final_scores(state, rules)
    lines: list[Standing] = []
    for circle in state.circles:
        totals = {seat: counted[seat].total for seat in circle.seats}
        lines += (Standing(rank, seat, 0, 0, score_of(counted[seat], rules)) for rank, seat, _ in ranking(totals))
    best_first = tuple(sorted(lines, key=lambda line: (line.rank, -line.score)))
    return GameEnded(Ending(code, fact(code), best_first))
