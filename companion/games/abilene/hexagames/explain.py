"""Could steps of a turn of 1983 lead from where the figures stood to what was seen (rules 1983 §4-§6, §8)?

Steers have colours, so figures are told apart by their kind. The dice of a duel are not asked: either may have won it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.board import TOWN, Layout
from companion.games.abilene.deeds import Deed, Story
from companion.games.abilene.hexagames.house_rules import SteerRules
from companion.games.abilene.hexagames.turn import due, escapes, facts_for, vacant_starts
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
    """What the seat can still do: shared steps of the steers or faces of dice, who has moved, cowboys to hire.

    In the cattle step with dice the cowboys ride after the steers. ``ended``: all the dice have been used that could
    be, and nothing is in a hand any more.
    """

    seat: str
    step: Step
    steps: int = 0
    dice: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    hires: int = 0
    most_dice: int = 2
    ended: bool = False

    @property
    def most(self) -> int:
        """How many figures can still be moved or hired."""
        return self.steps + self.hires + min(self.most_dice, len(self.dice))


class Stand(NamedTuple):
    """Where the figures stand, and by their kinds what a camera would see."""

    position: Position
    kinds: dict[str, str]

    def off(self, seen: Kinds) -> int:
        """Cells on which something else is seen."""
        return len({cell for cell, _ in self.kinds.items() ^ seen.items()})


class Way(NamedTuple):
    """A story, where everybody stands after it, and what the seat can do then."""

    story: Story
    stand: Stand
    left: Left


def ways(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> tuple[Way, ...]:
    """Up to ``MOST_STORIES`` ways with the fewest figures moved; the empty story if nothing has changed.

    Those with the fewest duels come first; while the step goes on the others are not told.
    In a deed the die is the number of steps of a steer, or the face; ``other`` is the kind of a steer. A cowboy who
    is hired (§8) *stays*, from nowhere. Escaped cowboys may have come back on the way.
    """
    stand = _returned(ground, stand, seen)
    for most in range(left.most + 1):
        found = list(_ways(ground, stand, left, seen, most))
        if found:
            fewest = min(_duels(way.story) for way in found)
            likely = [way for way in found if left.ended or _duels(way.story) == fewest]
            likely.sort(key=lambda way: (_duels(way.story), _overdue(ground, way.stand.position)))
            distinct: dict[frozenset[Deed], Way] = {}
            for way in likely:
                distinct.setdefault(frozenset(way.story), way)
            return tuple(distinct.values())[:MOST_STORIES]
    return ()


def _duels(story: Story) -> int:
    """A plain ride is likelier than a duel that happens to look the same."""
    return sum(deed.what is MoveKind.DUEL for deed in story)


def _overdue(ground: Prairies, position: Position) -> int:
    """Escaped cowboys who would be back on the board by now: that they were killed is likelier."""
    return sum(
        min(count, len(vacant_starts(ground.layout, position, seat))) for seat, count in position.waiting.items()
    )


def _ways(ground: Prairies, stand: Stand, left: Left, seen: Kinds, most: int) -> Iterator[Way]:
    """Ways of exactly so many deeds. A deed changes three cells at most, and a cowboy who comes back one."""
    off = stand.off(seen)
    if most == 0:
        if off == 0 and not (left.ended and _due(ground, stand, left)):
            yield Way((), stand, left)
        return
    touched = 3 if left.dice else 2
    if off > touched * most + sum(stand.position.waiting.values()) + bool(left.dice):
        return
    if (
        left.step is Step.COWBOYS
        and not _fewest_left(stand, left) <= _left_behind(ground, stand, left.seat, seen) <= most
    ):
        return
    for deed, after, rest in _deeds(ground, stand, left, seen, most == 1):
        for way in _ways(ground, _returned(ground, after, seen), rest, seen, most - 1):
            yield way._replace(story=(deed, *way.story))


def _due(ground: Prairies, stand: Stand, left: Left) -> tuple[int, ...]:
    return due(ground.layout, stand.position, left.seat, left.dice, left.moved, ground.facts)


def _left_behind(ground: Prairies, stand: Stand, seat: str, seen: Kinds) -> int:
    """Cells on which a cowboy of the seat stood and is not seen."""
    kind = ground.cowboy(seat)
    return sum(seen.get(cell) != kind for cell in stand.position.cowboys_of(seat))


def _fewest_left(stand: Stand, left: Left) -> int:
    """How many of them a ride leaves at least: none where another may have come back, or he himself, beaten at home."""
    return 0 if stand.position.waiting.get(left.seat) or left.ended else 1


def _deeds(ground: Prairies, stand: Stand, left: Left, seen: Kinds, last: bool) -> Iterator[tuple[Deed, Stand, Left]]:
    if left.step is Step.CATTLE:
        yield from _hires(ground, stand, left, seen)
        yield from _drives(ground, stand, left, seen)
        left = left._replace(step=Step.COWBOYS, steps=0, hires=0)
    yield from _rides(ground, stand, left, seen, last)


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
            if frm in left.moved or (last and _stays(ground, stand, left, frm, seen)):
                continue
            for to, what in cowboy_destinations(view, frm, face).items():
                held = what is MoveKind.DUEL and seen.get(to) == stand.kinds.get(to)
                if not held and seen.get(to) != ground.cowboy(left.seat):
                    continue
                rest = left._replace(dice=tuple(dice), moved=(*left.moved, to))
                for deed, after in _ridden(ground, stand, left.seat, Deed(COWBOY, frm, to, face, what), seen):
                    if not left.ended or deed.placed or what is not MoveKind.THEFT:
                        yield deed, after, rest


def _stays(ground: Prairies, stand: Stand, left: Left, frm: str, seen: Kinds) -> bool:
    """Whether a cowboy is seen where this one stood, and nobody can have come there after him."""
    return seen.get(frm) == ground.cowboy(left.seat) and _fewest_left(stand, left) > 0


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
