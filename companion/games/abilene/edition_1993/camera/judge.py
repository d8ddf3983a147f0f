"""Was that a legal move? What a camera saw, judged by the rules: legal, illegal, unclear, or nothing at all.

The rules are a prior, never a filter. Of everything that an observation can mean (``readings``) a legal one is believed
before an illegal one; an accusation needs every reading to be illegal; anything else becomes a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Displacement, Ruling, Verdict
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.movement_facts import FACTS_1993, MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import sequence_words
from companion.games.abilene.common.camera.moves import MoveSequence
from companion.games.abilene.common.camera.pairing import displacements_of, shortest_displacements
from companion.games.abilene.common.camera.readings import Reading, Readings, readings
from companion.games.abilene.common.house_rules import HouseRules
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explanations
from companion.games.abilene.edition_1993.camera.objections import Objection, miscounted, objection

MOST_NAMED = 6
"""Cells that a question names."""


class Ground(NamedTuple):
    """What is the same all evening; ``seats`` maps a colour as the camera calls it to its seat."""

    layout: Layout
    seats: Mapping[str, str]
    rules: HouseRules = DEFAULTS
    facts: MovementFacts = FACTS_1993

    @property
    def colours(self) -> dict[str, str]:
        """Seat -> colour as the camera calls it."""
        return {seat: colour for colour, seat in self.seats.items()}


class Finding(NamedTuple):
    """The verdict with what it rests on: the position to believe now, and the ways in which it can have come about.

    ``objection`` belongs to an illegal finding. Of ``positions`` the first is the likeliest; there are several only
    when it is unclear which.
    """

    verdict: Verdict
    positions: tuple[Position, ...]
    sequences: tuple[MoveSequence, ...] = ()
    objection: Objection | None = None

    @property
    def position(self) -> Position:
        """What to believe now."""
        return self.positions[0]


class Case(NamedTuple):
    """A reading with the ways in which it can have come about; none: it cannot."""

    reading: Reading
    sequences: tuple[MoveSequence, ...]


def judge(ground: Ground, before: Position, turn: TurnContext, observation: Observation) -> Finding:
    """What the observation means after ``before``, with the dice of the throw.

    An observation that shows no board, or a hand over it, changes nothing. An unclear finding believes the likeliest.
    """
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return Finding(Verdict(Ruling.NONE), (before,))
    seen = readings(ground.layout, before, observation, ground.seats)
    if seen.odd or not (seen.found or seen.guesses):
        return _uncountable(ground, before, turn, seen)
    cases: list[Case] = []
    legal: list[Case] = []
    for likely in (seen.found[: seen.even], (*seen.found[seen.even :], *seen.guesses)):
        if not legal:
            cases += [Case(one, _ways(ground, before, one.position, turn)) for one in likely]
            legal = [case for case in cases if case.sequences]
    if len(legal) == 1:
        return _legal(ground, turn, legal[0])
    if legal:
        return _which(ground, before, legal)
    if not seen.found or not seen.all_tried or _doubtful(ground, before, seen.found, observation):
        return _which(ground, before, cases)
    return _illegal(ground, before, turn, seen.found[0])


def _doubtful(ground: Ground, before: Position, found: Iterable[Reading], observation: Observation) -> bool:
    """Whether a change rests on a cell or an area that was not seen clearly: nobody is accused of that."""
    return any(
        {*observation.unknown, *(cell for cell, _ in one.bears)} & {displacement.frm, displacement.to}
        for one in found
        for displacement in shortest_displacements(ground.layout, before, one.position, ground.colours)
    )


def _ways(ground: Ground, before: Position, after: Position, turn: TurnContext) -> tuple[MoveSequence, ...]:
    """The sequences that lead there; the empty one where nothing has changed.

    When the cowboys' step is over, figures of one kind may have taken each other's places.
    """
    if after != before:
        return explanations(ground.layout, before, after, turn, ground.rules, ground.facts)
    if turn.ended and turn.cowboy_dice:
        return explanations(ground.layout, before, after, turn, ground.rules, ground.facts) or ((),)
    return ((),)


def _legal(ground: Ground, turn: TurnContext, case: Case) -> Finding:
    sequence = case.sequences[0]
    if not sequence:
        return Finding(Verdict(Ruling.NONE), (case.reading.position,), case.sequences)
    moves = displacements_of(sequence, turn.seat, ground.colours)
    verdict = Verdict(Ruling.LEGAL, moves, sequence_words(sequence, turn.seat))
    return Finding(verdict, (case.reading.position,), case.sequences)


def _illegal(ground: Ground, before: Position, turn: TurnContext, reading: Reading) -> Finding:
    found = objection(ground.layout, before, reading.position, turn, ground.rules, ground.facts)
    if found is None:  # what ``explain`` finds no way for always has an objection
        raise AssertionError(f"no objection to {reading}")
    moves = shortest_displacements(ground.layout, before, reading.position, ground.colours)
    verdict = Verdict(Ruling.ILLEGAL, moves, found.refused.text, found.refused.rule, found.cells)
    return Finding(verdict, (reading.position,), objection=found)


def _which(ground: Ground, before: Position, cases: list[Case]) -> Finding:
    """Several readings are as good: the cells in which they differ are asked about."""
    bears: list[set[tuple[str, str]]] = [set(case.reading.bears) for case in cases]
    everywhere = bears[0].intersection(*bears[1:])
    open_cells = sorted({cell for cell, _ in bears[0].union(*bears[1:]) - everywhere})
    cells = open_cells or sorted(cell for cell, _ in cases[0].reading.bears)
    positions = tuple(case.reading.position for case in cases)
    moves = shortest_displacements(ground.layout, before, positions[0], ground.colours)
    return Finding(_unclear(cells, moves), positions)


def _uncountable(ground: Ground, before: Position, turn: TurnContext, seen: Readings) -> Finding:
    """Figures are missing, too many, or not of this game: nobody has moved like that, so it was not seen rightly."""
    after = seen.likeliest.position
    counted = next(miscounted(ground.layout, before, after, turn, ground.facts), None)
    unclear = [cell for cell, _ in seen.likeliest.bears]
    changed = {
        cell
        for displacement in shortest_displacements(ground.layout, before, after, ground.colours)
        for cell in (displacement.frm, displacement.to)
    }
    cells = seen.odd or tuple(sorted(unclear)) or (counted.cells if counted else tuple(sorted(changed)))
    verdict = _unclear(cells, ())
    if counted and not seen.odd:
        reason = say("%(counts)s %(question)s", counts=counted.refused.text, question=verdict.reason or "")
        verdict = Verdict(Ruling.UNCLEAR, (), reason, None, verdict.cells)
    return Finding(verdict, (after,))


def _unclear(cells: Iterable[str], moves: tuple[Displacement, ...]) -> Verdict:
    named = tuple(islice(cells, MOST_NAMED))
    reason = question(named)
    return Verdict(Ruling.UNCLEAR, moves, reason, None, named)


def question(cells: tuple[str, ...]) -> Text:
    """Asks what stands there."""
    if not cells:
        return say("Please look at the board: where do the figures stand?")
    return say("What stands on %(cells)s?", cells=", ".join(cells))
