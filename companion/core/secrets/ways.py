"""Ways to vote, and how votes are counted: one answer, all that one likes, or all of them in an order."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

PARTED = ", "
"""between the answers of one vote; no answer has it in itself"""


class Way(StrEnum):
    """The form of a vote."""

    ONE = "one"
    SEVERAL = "several"
    """as many answers as the voter likes, none too"""
    ORDER = "order"
    """all answers, the best one first"""


def joined(answers: Iterable[str]) -> str:
    """Return the vote for these answers."""
    return PARTED.join(answers)


def answers_of(vote: str) -> tuple[str, ...]:
    """Return the answers of a vote with several; none for an empty one."""
    return tuple(vote.split(PARTED)) if vote else ()


def allows(way: Way, choices: Sequence[str], vote: str) -> bool:
    """Return whether that is a vote on these choices, in its only spelling: several answers as they were offered."""
    match way:
        case Way.ONE:
            return vote in choices
        case Way.SEVERAL:
            return vote == joined(each for each in choices if each in answers_of(vote))
        case Way.ORDER:
            return sorted(answers_of(vote)) == sorted(choices)


def drawn(way: Way, choices: Sequence[str], chance: random.Random) -> str:
    """Return some vote on these choices."""
    match way:
        case Way.ONE:
            return chance.choice(choices)
        case Way.SEVERAL:
            return joined(each for each in choices if chance.random() < 0.5)
        case Way.ORDER:
            return joined(chance.sample(choices, len(choices)))


def counted(way: Way, choices: Sequence[str], votes: Iterable[str]) -> dict[str, int]:
    """Return the count of each choice.

    Where answers are put in order, each gets a point for every one behind it: the first of four has three.
    """
    counts = dict.fromkeys(choices, 0)
    for vote in votes:
        for place, answer in enumerate((vote,) if way is Way.ONE else answers_of(vote), 1):
            counts[answer] += len(choices) - place if way is Way.ORDER else 1
    return counts


def can_be(way: Way, choices: Sequence[str], voters: int, counts: Mapping[str, int]) -> bool:
    """Return whether so many voters can have brought about these counts."""
    if tuple(counts) != tuple(choices) or not all(count >= 0 for count in counts.values()):
        return False
    together = sum(counts.values())
    match way:
        case Way.ONE:
            return together == voters
        case Way.SEVERAL:
            return all(count <= voters for count in counts.values())
        case Way.ORDER:
            return together == voters * len(choices) * (len(choices) - 1) // 2
