"""Explanations of what was seen by steps of a turn of 1983 (rules 1983 §4-§6, §8).

The dice of a duel are not asked: either may have won it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.verdict import Verdict
from companion.games.abilene.common.board.movement import MoveKind, cow_destinations, cowboy_destinations, theft_cells
from companion.games.abilene.common.board.position import Position, without
from companion.games.abilene.common.camera.move_sequences import Move, MoveSequence
from companion.games.abilene.common.camera.observations import COW, COWBOY, NO_COLOURS, is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.camera.snapshot import (
    JudgeContext,
    Kinds,
    RemainingActions,
    Snapshot,
    TurnSoFar,
    beaten,
    returned,
)
from companion.games.abilene.edition_1983.rules.turn import due, vacant_starts

MAX_EXPLANATIONS = 4


class ExplainedTurn(NamedTuple):
    """A sequence, where everybody stands after it, and what the seat can do then."""

    sequence: MoveSequence
    snapshot: Snapshot
    remaining: RemainingActions


class JudgedSnapshot(NamedTuple):
    """The verdict, how it can have come about, and what was seen where, at its likeliest."""

    verdict: Verdict
    explanations: tuple[ExplainedTurn, ...] = ()
    seen: Kinds = NO_COLOURS

    @property
    def sequences(self) -> tuple[MoveSequence, ...]:
        """Return what was done, in each of the explanations."""
        return tuple(each.sequence for each in self.explanations)


def explanations(before: TurnSoFar, seen: Kinds) -> tuple[ExplainedTurn, ...]:
    """Return up to ``MAX_EXPLANATIONS`` ways with the fewest figures moved; the empty sequence if nothing has changed.

    Those with the fewest duels come first; while the step goes on the others are not told. In a move the die is the
    number of steps of a steer, or the face; ``other`` is the kind of a steer. A cowboy who is hired (§8) *stays*, from
    nowhere. Escaped cowboys may have come back on the way.
    """
    context, snapshot, remaining = before
    snapshot, search = returned(context, snapshot, seen), Search(context, seen, {})
    for most in range(remaining.most + 1):
        found = search.explanations(snapshot, remaining, most)
        if found:
            fewest = min(_duels(explanation.sequence) for explanation in found)
            likely = [explanation for explanation in found if remaining.ended or _duels(explanation.sequence) == fewest]
            likely.sort(
                key=lambda explanation: (_duels(explanation.sequence), _overdue(context, explanation.snapshot.position))
            )
            distinct: dict[frozenset[Move], ExplainedTurn] = {}
            for explanation in likely:
                distinct.setdefault(frozenset(explanation.sequence), explanation)
            return tuple(distinct.values())[:MAX_EXPLANATIONS]
    return ()


def _duels(sequence: MoveSequence) -> int:
    """Return the number of duels: a plain ride is likelier than a duel that happens to look the same."""
    return sum(move.what is MoveKind.DUEL for move in sequence)


def _overdue(context: JudgeContext, position: Position) -> int:
    """Return the number of escaped cowboys who would be back on the board by now: they were more likely killed."""
    return sum(
        min(count, len(vacant_starts(context.layout, position, seat))) for seat, count in position.waiting.items()
    )


Done = tuple[Move, Snapshot, RemainingActions]
"""A move, where everybody stands after it, and what the seat can do then."""


class Search(NamedTuple):
    """Search for moves from anywhere to what is ``seen``; ``known`` is what was found: many orders lead to the same."""

    context: JudgeContext
    seen: Kinds
    known: dict[tuple[object, ...], tuple[ExplainedTurn, ...]]

    def explanations(self, snapshot: Snapshot, remaining: RemainingActions, most: int) -> tuple[ExplainedTurn, ...]:
        """Return the ways of exactly so many moves."""
        waiting = frozenset(snapshot.position.waiting.items())
        state = frozenset(snapshot.kinds.items()), waiting, remaining, most
        if state not in self.known:
            self.known[state] = tuple(self._explanations(snapshot, remaining, most))
        return self.known[state]

    def _explanations(self, snapshot: Snapshot, remaining: RemainingActions, most: int) -> Iterator[ExplainedTurn]:
        """Yield the explanations: a steer changes two cells, a ride three at most, a cowboy who comes back one."""
        off = snapshot.off(self.seen)
        if most == 0:
            if off == 0 and not (remaining.ended and self._due(snapshot, remaining)):
                yield ExplainedTurn((), snapshot, remaining)
            return
        rides, back = min(most, len(remaining.dice)), sum(snapshot.position.waiting.values())
        if off > 2 * most + rides + back + bool(rides):
            return
        for move, after, rest in self.moves(snapshot, remaining):
            for explanation in self.explanations(returned(self.context, after, self.seen), rest, most - 1):
                yield explanation._replace(sequence=(move, *explanation.sequence))

    def _due(self, snapshot: Snapshot, remaining: RemainingActions) -> tuple[int, ...]:
        return due(self.context.perspective(snapshot.position, remaining.seat), remaining.dice, remaining.moved)

    # --- single moves that can belong to what is seen in the end -----------------------------------

    def moves(self, snapshot: Snapshot, remaining: RemainingActions) -> Iterator[Done]:
        """Yield everything that the seat could do next and that agrees with what is seen.

        Once somebody rides, a steer leaves its cell only for the cowboy who takes it, and he stays there.
        """
        if remaining.step is Step.CATTLE:
            yield from self._hires(snapshot, remaining)
            yield from self._drives(snapshot, remaining)
            remaining = remaining._replace(step=Step.COWBOYS, steps=0, hires=0)
        rider = self.context.cowboy(remaining.seat)
        if all(self.seen.get(cell) in (kind, rider) for cell, kind in snapshot.kinds.items() if is_cow(kind)):
            yield from self._rides(snapshot, remaining)

    def _hires(self, snapshot: Snapshot, remaining: RemainingActions) -> Iterator[Done]:
        """Yield a new cowboy on a vacant start cell, before anything else (§8)."""
        seat, kind = remaining.seat, self.context.cowboy(remaining.seat)
        for cell in vacant_starts(self.context.layout, snapshot.position, seat) if remaining.hires else ():
            if self.seen.get(cell) == kind:
                after = Snapshot(snapshot.position.place_cowboy(seat, cell), {**snapshot.kinds, cell: kind})
                yield Move(COWBOY, "", cell, 0, MoveKind.STAY), after, remaining._replace(hires=remaining.hires - 1)

    def _drives(self, snapshot: Snapshot, remaining: RemainingActions) -> Iterator[Done]:
        """Yield one steer of the herd, with as few of the shared steps as its way needs (§4.1, §4.2).

        It moves once (§16.1), so where it goes one of its kind is seen in the end.
        """
        view = self.context.perspective(snapshot.position, remaining.seat)
        for frm in snapshot.position.herd(self.context.layout, remaining.seat):
            if frm in remaining.moved:
                continue
            steps: dict[str, int] = {}
            for many in range(1, remaining.steps + 1):
                for to in cow_destinations(view, frm, many):
                    steps.setdefault(to, many)
            for to, many in steps.items():
                kind = snapshot.kinds[frm]
                if to != TOWN and self.seen.get(to) != kind:
                    continue
                kinds = without(snapshot.kinds, frm) | ({} if to == TOWN else {to: kind})
                what = MoveKind.SALE if to == TOWN else MoveKind.MOVE
                moved = tuple(sorted((*remaining.moved, to)))
                rest = remaining._replace(steps=remaining.steps - many, moved=moved)
                yield Move(COW, frm, to, many, what, kind), Snapshot(snapshot.position.move_cow(frm, to), kinds), rest

    def _rides(self, snapshot: Snapshot, remaining: RemainingActions) -> Iterator[Done]:
        """Yield one cowboy with one die (§4.4): there he is seen in the end, or the enemy who has beaten him."""
        view = self.context.perspective(snapshot.position, remaining.seat)
        for face in sorted({*remaining.dice} - {0}):
            dice = list(remaining.dice)
            dice.remove(face)
            for frm in snapshot.position.cowboys_of(remaining.seat):
                if frm in remaining.moved:
                    continue
                for to, what in cowboy_destinations(view, frm, face).items():
                    held = what is MoveKind.DUEL and self.seen.get(to) == snapshot.kinds.get(to)
                    if not held and self.seen.get(to) != self.context.cowboy(remaining.seat):
                        continue
                    rest = remaining._replace(dice=tuple(dice), moved=tuple(sorted((*remaining.moved, to))))
                    for move, after in self._ridden(snapshot, remaining.seat, Move(COWBOY, frm, to, face, what)):
                        if not remaining.ended or move.placed or what is not MoveKind.THEFT:
                            yield move, after, rest

    def _ridden(self, snapshot: Snapshot, seat: str, move: Move) -> Iterator[tuple[Move, Snapshot]]:
        context, seen = self.context, self.seen
        position, kind = snapshot.position, context.cowboy(seat)
        moved = without(snapshot.kinds, move.frm) | {move.to: kind}
        match move.what:
            case MoveKind.THEFT:
                steer = snapshot.kinds[move.to]
                move = move._replace(other=steer)
                alone = position.remove_cow(move.to).move_cowboy(seat, move.frm, move.to)
                for cell in theft_cells(context.layout, alone, seat, None, context.facts):
                    if seen.get(cell) == steer:
                        yield move._replace(placed=cell), Snapshot(alone.place_cow(cell), {**moved, cell: steer})
                yield move, Snapshot(alone, moved)  # still in the captor's hand, who looks at it (§5.3)
            case MoveKind.DUEL:
                enemy = position.cowboys[move.to]
                move = move._replace(other=enemy)
                won = position.remove_cowboy(enemy, move.to).move_cowboy(seat, move.frm, move.to)
                lost = position.remove_cowboy(seat, move.frm)
                yield move._replace(winner=seat), Snapshot(beaten(context, won, enemy, move.to), moved)
                here = Snapshot(beaten(context, lost, seat, move.to), without(snapshot.kinds, move.frm))
                yield move._replace(winner=enemy), here
            case _:
                yield move, Snapshot(position.move_cowboy(seat, move.frm, move.to), moved)
