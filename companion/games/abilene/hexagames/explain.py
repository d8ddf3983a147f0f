"""Could one step of a turn of 1983 lead from where the figures stood to what was seen (rules 1983 §4-§6, §8)?

Steers have colours, so figures are told apart by their kind. The dice of a duel are not asked: either may have won it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.board import TOWN, Layout
from companion.games.abilene.deeds import Deed, Story
from companion.games.abilene.hexagames.house_rules import SteerRules
from companion.games.abilene.hexagames.turn import escapes, facts_for, vacant_starts
from companion.games.abilene.messages import Step
from companion.games.abilene.movement import (
    DEFAULTS,
    MoveKind,
    cow_destinations,
    cowboy_destinations,
    sight,
    theft_cells,
)
from companion.games.abilene.movement_facts import MovementFacts
from companion.games.abilene.position import Position
from companion.games.abilene.seen import COW, COWBOY, figures_of_herds

MOST_STORIES = 4
Kinds = Mapping[str, str]
"""Cell -> kind of the figure on it."""


@dataclass(frozen=True, slots=True)
class Prairies:
    """What is the same all evening; ``letters`` maps a seat to what the camera calls its colour."""

    layout: Layout
    letters: Mapping[str, str]
    rules: SteerRules

    @property
    def facts(self) -> MovementFacts:
        return facts_for(self.rules)

    def cowboy(self, seat: str) -> str:
        """The kind of this seat's cowboys."""
        return COWBOY + self.letters[seat]

    def figures(self, position: Position, colours: Mapping[str, str]) -> dict[str, str]:
        """Every figure that stands on a cell, by its kind; ``colours`` says whose colour a steer has."""
        return figures_of_herds(position, colours, self.letters)


class Left(NamedTuple):
    """What the seat can still do: shared steps of the steers or faces of dice, who has moved, cowboys to hire."""

    seat: str
    step: Step
    steps: int = 0
    dice: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    hires: int = 0
    most_dice: int = 2

    @property
    def most(self) -> int:
        """How many figures can still be moved or hired."""
        return self.steps + self.hires if self.step is Step.CATTLE else min(self.most_dice, len(self.dice))


class Stand(NamedTuple):
    """Where the figures stand, and by their kinds what a camera would see."""

    position: Position
    kinds: dict[str, str]

    def off(self, seen: Kinds) -> int:
        """Cells on which something else is seen."""
        return len({cell for cell, _ in self.kinds.items() ^ seen.items()})


def explanations(ground: Prairies, position: Position, kinds: Kinds, left: Left, seen: Kinds) -> tuple[Story, ...]:
    """Up to ``MOST_STORIES`` ways with the fewest figures moved, and duels; the empty story if nothing has changed.

    In a deed the die is the number of steps of a steer, or the face; ``other`` is the kind of a steer. A cowboy who
    is hired (§8) *stays*, from nowhere. Escaped cowboys may have come back on the way.
    """
    stand = _returned(ground, Stand(position, dict(kinds)), seen)
    for most in range(left.most + 1):
        found = dict.fromkeys(_stories(ground, stand, left, seen, most))
        if found:
            fewest = min(map(_duels, found))
            distinct = {frozenset(story): story for story in found if _duels(story) == fewest}
            return tuple(distinct.values())[:MOST_STORIES]
    return ()


def _duels(story: Story) -> int:
    """A plain ride is likelier than a duel that happens to look the same."""
    return sum(deed.what is MoveKind.DUEL for deed in story)


def _stories(ground: Prairies, stand: Stand, left: Left, seen: Kinds, most: int) -> Iterator[Story]:
    """Stories of exactly so many deeds. A deed changes three cells at most, and a cowboy who comes back one."""
    off = stand.off(seen)
    if most == 0:
        if off == 0:
            yield ()
        return
    touched = 2 if left.step is Step.CATTLE else 3
    if off > touched * most + sum(stand.position.waiting.values()) + (left.step is Step.COWBOYS):
        return
    if left.step is Step.COWBOYS and not 0 < _left_behind(ground, stand, left.seat, seen) <= most:
        return
    for deed, after, rest in _deeds(ground, stand, left, seen, most == 1):
        for story in _stories(ground, _returned(ground, after, seen), rest, seen, most - 1):
            yield (deed, *story)


def _left_behind(ground: Prairies, stand: Stand, seat: str, seen: Kinds) -> int:
    """Cells on which a cowboy of the seat stood and is not seen; 1 where one may have left and another come back."""
    kind = ground.cowboy(seat)
    count = sum(seen.get(cell) != kind for cell in stand.position.cowboys_of(seat))
    return count or int(bool(stand.position.waiting.get(seat)))


def _deeds(ground: Prairies, stand: Stand, left: Left, seen: Kinds, last: bool) -> Iterator[tuple[Deed, Stand, Left]]:
    if left.step is Step.COWBOYS:
        yield from _rides(ground, stand, left, seen, last)
        return
    yield from _hires(ground, stand, left, seen)
    yield from _drives(ground, stand, left, seen)


def _hires(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> Iterator[tuple[Deed, Stand, Left]]:
    """A new cowboy on a vacant start cell, before anything else (§8)."""
    seat, kind = left.seat, ground.cowboy(left.seat)
    for cell in vacant_starts(ground.layout, stand.position, seat) if left.hires else ():
        if seen.get(cell) == kind:
            after = Stand(stand.position.place_cowboy(seat, cell), {**stand.kinds, cell: kind})
            yield Deed(COWBOY, "", cell, 0, MoveKind.STAY), after, left._replace(hires=left.hires - 1)


def _drives(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> Iterator[tuple[Deed, Stand, Left]]:
    """One steer of the herd, with as few of the shared steps as its way needs (§4.1, §4.2).

    It moves once (§16.1), so where it goes one of its kind is seen in the end.
    """
    view = sight(ground.layout, stand.position, left.seat, DEFAULTS, ground.facts)
    for frm in stand.position.herd(ground.layout, left.seat):
        if frm in left.moved:
            continue
        steps: dict[str, int] = {}
        for many in range(1, left.steps + 1):
            for to in cow_destinations(view, frm, many):
                steps.setdefault(to, many)
        for to, many in steps.items():
            kind = stand.kinds[frm]
            if to != TOWN and seen.get(to) != kind:
                continue
            kinds = _without(stand.kinds, frm) | ({} if to == TOWN else {to: kind})
            what = MoveKind.SALE if to == TOWN else MoveKind.MOVE
            rest = left._replace(steps=left.steps - many, moved=(*left.moved, to), hires=0)
            yield Deed(COW, frm, to, many, what, kind), Stand(stand.position.move_cow(frm, to), kinds), rest


def _rides(ground: Prairies, stand: Stand, left: Left, seen: Kinds, last: bool) -> Iterator[tuple[Deed, Stand, Left]]:
    """One cowboy with one die (§4.4): there he is seen in the end, or the enemy who has beaten him."""
    view = sight(ground.layout, stand.position, left.seat, DEFAULTS, ground.facts)
    for face in sorted({*left.dice} - {0}):
        dice = list(left.dice)
        dice.remove(face)
        for frm in stand.position.cowboys_of(left.seat):
            if frm in left.moved or (last and _stays(ground, stand, left.seat, frm, seen)):
                continue
            for to, what in cowboy_destinations(view, frm, face).items():
                if seen.get(to) not in (ground.cowboy(left.seat), stand.kinds.get(to)):
                    continue
                rest = left._replace(dice=tuple(dice), moved=(*left.moved, to))
                for deed, after in _ridden(ground, stand, left.seat, Deed(COWBOY, frm, to, face, what), seen):
                    yield deed, after, rest


def _stays(ground: Prairies, stand: Stand, seat: str, frm: str, seen: Kinds) -> bool:
    """Whether a cowboy is seen where this one stood, and none of the others can have come there."""
    return seen.get(frm) == ground.cowboy(seat) and not stand.position.waiting.get(seat)


def _ridden(ground: Prairies, stand: Stand, seat: str, deed: Deed, seen: Kinds) -> Iterator[tuple[Deed, Stand]]:
    position, kind = stand.position, ground.cowboy(seat)
    moved = _without(stand.kinds, deed.frm) | {deed.to: kind}
    match deed.what:
        case MoveKind.THEFT:
            steer = stand.kinds[deed.to]
            alone = position.remove_cow(deed.to).move_cowboy(seat, deed.frm, deed.to)
            for cell in theft_cells(ground.layout, alone, seat, None, ground.facts):
                if seen.get(cell) == steer:
                    yield deed._replace(other=steer, placed=cell), Stand(alone.place_cow(cell), {**moved, cell: steer})
            yield deed._replace(other=steer), Stand(alone, moved)  # still in the captor's hand, who looks at it (§5.3)
        case MoveKind.DUEL:
            enemy = position.cowboys[deed.to]
            deed = deed._replace(other=enemy)
            won = position.remove_cowboy(enemy, deed.to).move_cowboy(seat, deed.frm, deed.to)
            lost = position.remove_cowboy(seat, deed.frm)
            yield deed._replace(winner=seat), Stand(_beaten(ground, won, enemy, deed.to), moved)
            here = Stand(_beaten(ground, lost, seat, deed.to), _without(stand.kinds, deed.frm))
            yield deed._replace(winner=enemy), here
        case _:
            yield deed, Stand(position.move_cowboy(seat, deed.frm, deed.to), moved)


def _beaten(ground: Prairies, position: Position, loser: str, cell: str) -> Position:
    """The loser waits beside the board, or is out of the game (§6.2, §6.3)."""
    if not escapes(ground.layout, position, ground.rules, loser, cell):
        return position
    return replace(position, waiting={**position.waiting, loser: position.waiting.get(loser, 0) + 1})


def _returned(ground: Prairies, stand: Stand, seen: Kinds) -> Stand:
    """Escaped cowboys are back where one is seen on a start cell that is vacant now (§6.2)."""
    position, kinds = stand
    for seat, count in stand.position.waiting.items():
        cells = [cell for cell in vacant_starts(ground.layout, position, seat) if seen.get(cell) == ground.cowboy(seat)]
        for cell in cells[:count]:
            waiting = {**position.waiting, seat: position.waiting[seat] - 1}
            position = replace(position.place_cowboy(seat, cell), waiting={s: n for s, n in waiting.items() if n})
            kinds = {**kinds, cell: ground.cowboy(seat)}
    return Stand(position, kinds)


def _without(kinds: Kinds, cell: str) -> dict[str, str]:
    return {at: kind for at, kind in kinds.items() if at != cell}
