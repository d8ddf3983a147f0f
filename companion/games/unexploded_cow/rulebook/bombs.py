"""The questions while a bomb is in a herd, and the effect of their answers (rules §8, §17.1-§17.5).

A ``Blast`` is the explicit state: bombs that wait for reactions, cows that will explode, cows that have exploded and
are to be paid for. Questions come one at a time, in a fixed order, until somebody uses an ability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.values import changed
from companion.games.unexploded_cow.rulebook.cards import Ability, Cow, Herd
from companion.games.unexploded_cow.rulebook.herds import neighbours


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb on a cow. ``took`` are the PFCs that have taken it; ``declined``: so many were asked and said no."""

    cow: str
    took: tuple[str, ...] = ()
    declined: int = 0


@dataclass(frozen=True)
class Blast:
    """A batch of bombs in the herd of ``herd``.

    ``bombs`` are not settled yet, the first is being asked about; ``holders`` will explode. Afterwards ``exploded``
    are discarded, ``unpaid`` the owners still to be paid, in order, and ``given`` the cows that get the next bombs.
    """

    herd: str
    bombs: tuple[Bomb, ...] = ()
    holders: tuple[str, ...] = ()
    exploded: tuple[Cow, ...] = ()
    unpaid: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class QuestionKind(StrEnum):
    """Kinds of questions to a player."""

    GENERAL = "general"
    MECHANIC = "mechanic"
    PFC = "pfc"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Question:
    """Question to ``seat`` about its ``cow``. ``targets``: of a general; ``frm``: the cow whose bomb a PFC may take."""

    seat: str
    ability: QuestionKind
    cow: str = ""
    targets: tuple[str, ...] = ()
    frm: str = ""
    cows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """The state that a response window depends on besides the bomb.

    ``used``: generals and mechanics that have used their ability this turn; ``by_herd``: the herd's owner decides about
    every ability in it; ``once``: a mechanic defuses once a turn; ``closed``: nobody is asked (rules §17.10); ``left``:
    these never are (rules §18.5).
    """

    owner: str
    herd: Herd
    used: tuple[str, ...] = ()
    by_herd: bool = False
    once: bool = False
    closed: bool = False
    left: tuple[str, ...] = ()


def questions(window: Window, bomb: Bomb) -> tuple[Question, ...]:
    """Return everything that is asked about the bomb if everybody declines, in order (rules §17.1)."""
    if window.closed:
        return ()
    holder = next(cow for cow in window.herd if cow.id == bomb.cow)
    asked: list[Question] = []
    if holder.can(Ability.GENERAL) and holder.id not in window.used and len(window.herd) > 1:
        other_cows = tuple(cow.id for cow in window.herd if cow.id != bomb.cow)
        asked.append(Question(_decider(window, holder), QuestionKind.GENERAL, holder.id, targets=other_cows))
    if holder.can(Ability.MECHANIC) and not (window.once and holder.id in window.used):
        asked.append(Question(_decider(window, holder), QuestionKind.MECHANIC, holder.id))
    asked += [
        Question(_decider(window, cow), QuestionKind.PFC, cow.id, frm=bomb.cow)
        for cow in window.herd
        if cow.can(Ability.PFC) and cow.id != bomb.cow and cow.id not in bomb.took
    ]
    return tuple(each for each in asked if each.seat not in window.left)


def question(window: Window, blast: Blast) -> Question | None:
    """Return what is asked now; None while nothing is."""
    if not blast.bombs:
        return None
    asked = questions(window, blast.bombs[0])
    return asked[blast.bombs[0].declined] if blast.bombs[0].declined < len(asked) else None


def resting(window: Window, blast: Blast) -> Blast:
    """Return the blast when every bomb about which nothing is asked any more is settled, up to the next question."""
    while blast.bombs and question(window, blast) is None:
        holders = tuple(dict.fromkeys((*blast.holders, blast.bombs[0].cow)))
        blast = changed(blast, bombs=blast.bombs[1:], holders=holders)
    return blast


def declined(window: Window, blast: Blast) -> Blast:
    """Return the blast after a no."""
    first, *rest = blast.bombs
    return resting(window, changed(blast, bombs=(changed(first, declined=first.declined + 1), *rest)))


def moved(window: Window, blast: Blast, to: str, taken: bool = False) -> Blast:
    """Return the blast after the bomb has gone to another cow, where it opens the window again (rules §17.3)."""
    first, *rest = blast.bombs
    took = (*first.took, to) if taken else first.took
    return resting(window, changed(blast, bombs=(Bomb(to, took), *rest)))


def defused(window: Window, blast: Blast) -> Blast:
    """Return the blast after the bomb is gone (rules §17.4)."""
    return resting(window, changed(blast, bombs=blast.bombs[1:]))


def given_by(herd: Herd, holders: Sequence[str]) -> tuple[str, ...]:
    """Return the cows that get a bomb when these have exploded, in counting order, once a bomb (§8.4, §17.5).

    ``herd`` is as it stood just before.
    """
    bombers = [cow.id for cow in herd if cow.id in holders and cow.can(Ability.BOMBER)]
    if not bombers:
        return ()
    given = [near for bomber in bombers for near in neighbours(herd, bomber) if near not in holders]
    return tuple(cow.id for cow in herd for _ in range(given.count(cow.id)))


def _decider(window: Window, cow: Cow) -> str:
    return window.owner if window.by_herd else cow.owner
