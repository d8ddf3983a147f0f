"""Judgements of an observation: proposals as commands, objections, questions; figures that are put down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import Generic, NamedTuple

from companion.boards.observation import Observation
from companion.boards.verdict import Displacement, Explanation, Judgement, Ruling, Verdict
from companion.core.errors import RuleError
from companion.core.messages import Command, Message, kind_of
from companion.core.phases import current
from companion.core.table.commands import Batch
from companion.core.text import Text, say
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.camera.move_sequences import Move, MoveSequence, as_one_sentence, unclear
from companion.games.abilene.common.camera.observations import COW, is_cow
from companion.games.abilene.common.camera.proofs import Proof, Rules, S
from companion.games.abilene.common.encounters import PutPhase
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.state import Turn


def as_one_command(commands: Sequence[Command]) -> Command:
    """Return the single command, or a batch of all of them."""
    if len(commands) == 1:
        return commands[0]
    return Batch(tuple(Message(kind_of(command), asdict(command)) for command in commands))


def commands_of(turn: Turn, sequence: MoveSequence, driving: bool = False) -> Iterator[Command]:
    """Yield the commands that the same moves would send as taps.

    ``driving``: the cattle step is still open, and has to be ended before the first ride.
    """
    light, dark = _unused_dice(turn.cow_dice, turn.used_cow), _unused_dice(turn.cowboy_dice, turn.used_cowboy)
    for move in sequence:
        dice = light if move.piece == COW else dark
        die = next((pair for pair in dice if pair[1] == move.die), (0, 0))  # steers of 1983 share steps, not dice
        dice[:] = [pair for pair in dice if pair is not die]
        if move.piece == COW:
            yield messages.MoveCow(move.frm, move.to, die[0])
            continue
        if driving:
            driving = False
            yield messages.EndStep(Step.CATTLE)
        yield messages.MoveCowboy(move.frm, move.to, die[0])
        if move.what is MoveKind.THEFT and move.placed:
            yield messages.PlaceCow(move.placed)


def as_tapped(turn: Turn, moves: Sequence[Displacement], rider: str) -> Iterator[Command]:
    """Yield the command of a single illegal move, for the table to allow.

    A cow is moved with the highest unused die, a cowboy (``rider`` is its kind) with the first one that is not 0.
    """
    if len(moves) != 1 or turn.step not in (Step.CATTLE, Step.COWBOYS):
        return
    (moved,), driving = moves, turn.step is Step.CATTLE
    if is_cow(moved.piece) and driving:
        for die, _ in sorted(_unused_dice(turn.cow_dice, turn.used_cow), key=lambda pair: -pair[1])[:1]:
            yield messages.MoveCow(moved.frm, moved.to, die)
    if moved.piece == rider:
        end_of_cattle = [messages.EndStep(Step.CATTLE)] if driving else []
        for die in [die for die, face in _unused_dice(turn.cowboy_dice, turn.used_cowboy) if face][:1]:
            yield as_one_command([*end_of_cattle, messages.MoveCowboy(moved.frm, moved.to, die)])


def _unused_dice(dice: Sequence[int], used: Sequence[int]) -> list[tuple[int, int]]:
    """Return index and face of each die that has not been used."""
    return [(die, face) for die, face in enumerate(dice) if die not in used]


def displacements(moved: Iterable[Move]) -> tuple[tuple[str, str], ...]:
    """Return origin and target of each figure that moved, in the order of the moves.

    A figure that a move displaced (a stolen cow, the loser of a duel) follows the figure that moved.
    """
    pairs = (pair for move in moved for pair in ((move.frm, move.to), (move.to, move.placed)))
    return tuple((frm, to) for frm, to in pairs if frm and to and frm != to)


class Proposal(NamedTuple):
    """A legal explanation of an observation: in words, and as the commands that taps would send."""

    words: Text
    commands: tuple[Command, ...]


def propose(
    rules: Rules[S],
    now: Situation[S],
    seat: str,
    proposals: Iterable[Proposal],
    cells: Iterable[str],
    sure: bool = True,
    moves: tuple[tuple[str, str], ...] = (),
) -> Judgement:
    """Return the judgement of legal moves: the distinct proposals that the rules accept, or else a question.

    With the house rule ``auto_confirm`` a single proposal counts at once if it is ``sure``: a figure that is gone may
    only be in somebody's hand.
    """
    distinct: list[Explanation] = []
    for proposal in proposals:
        command = as_one_command(proposal.commands)
        if all(command != other.command for other in distinct) and _accepts(rules, now, seat, proposal):
            distinct.append(Explanation(proposal.words, command))
    lit = tuple(dict.fromkeys(cells))
    if not distinct:
        return ask_about(seat, unclear(lit))
    sentence = distinct[0].title if len(distinct) == 1 else say("Several moves would explain what was seen.")
    at_once, shown = sure and bool(now.table.rules.auto_confirm), moves if len(distinct) == 1 else ()
    return Judgement(Ruling.LEGAL, seat, sentence, cells=lit, proposals=tuple(distinct), at_once=at_once, moves=shown)


def _accepts(rules: Rules[S], now: Situation[S], seat: str, proposal: Proposal) -> bool:
    """Return whether the rules accept all commands of the proposal from this seat."""
    try:
        rules.prove(now, seat, proposal.commands)
    except RuleError:
        return False
    return True


def object_to(seat: str, verdict: Verdict, allow: Iterable[Command]) -> Judgement:
    """Return the judgement of illegal moves; ``allow`` are the commands with which the table may accept them."""
    moves = tuple((each.frm, each.to) for each in verdict.moves)
    return Judgement(Ruling.ILLEGAL, seat, verdict.reason, verdict.rule, verdict.cells, allow=tuple(allow), moves=moves)


class Objection(NamedTuple):
    """A refusal by the rules, with the places that it concerns: cells, the town, the jail."""

    refused: RuleError
    cells: tuple[str, ...]

    def verdict(self, moves: tuple[Displacement, ...]) -> Verdict:
        """Return the verdict that these moves are illegal."""
        return Verdict(Ruling.ILLEGAL, moves, self.refused.text, self.refused.rule, self.cells)


def ask_about(seat: str, verdict: Verdict) -> Judgement:
    """Return the judgement that asks the players to look at the board."""
    return Judgement(Ruling.UNCLEAR, seat, verdict.reason, None, verdict.cells)


def ask_for_dice(seat: str, needed: Text | str, cells: Iterable[str]) -> Judgement:
    """Return the question for the dice, with those that would fit: figures moved before the box knew the dice."""
    sentence = say("Figures have moved, but the box does not know the dice. This would fit: %(dice)s.", dice=needed)
    return Judgement(Ruling.UNCLEAR, seat, sentence, None, tuple(dict.fromkeys(cells)))


# --- figures that are put down ----------------------------------------------------------------


class Placement(NamedTuple, Generic[S]):
    """Figures that were put on cells: the proof that the rules accept it, the cells, and the words for it."""

    proof: Proof[S]
    cells: tuple[str, ...]
    words: Text

    @property
    def state(self) -> S:
        """Return the state after the placement."""
        return self.proof.after.state


class Awaited(NamedTuple, Generic[S]):
    """A figure of this ``kind`` that the current phase expects on the board, or up to ``most`` of them at once."""

    rules: Rules[S]
    now: Situation[S]
    kind: str
    most: int = 1

    @property
    def seat(self) -> str:
        """Return the seat that puts it down."""
        return current(self.rules.phases, self.now).seats[0]

    @property
    def phase(self) -> PutPhase[S]:
        """Return the current phase, which names the legal cells."""
        phase = current(self.rules.phases, self.now).phase
        assert isinstance(phase, PutPhase)
        return phase

    def placed(self, *cells: str, waived: bool = False) -> Placement[S]:
        """Return the placement of figures on these cells, one after the other. Raise RuleError for an illegal cell."""
        put, commands = self.phase.put, map(self.phase.command, cells)
        proof = self.rules.prove(self.now, self.seat, commands, waived)
        return Placement(proof, cells, as_one_sentence([replace(put, params={"cell": cell}) for cell in cells]))

    def placements(self, observation: Observation) -> Iterator[Placement[S]]:
        """Yield each legal placement on a cell where such a figure is, or may be, seen; last all of them together."""
        cells, doubts = self.phase.cells(self.now), observation.doubts
        there = [cell for cell in cells if self.kind in (observation.cells.get(cell), *doubts.get(cell, ()))]
        yield from (self.placed(cell) for cell in there)
        if 1 < len(there) <= self.most:
            yield self.placed(*there)

    def misplacements(self, observation: Observation) -> Iterator[tuple[Placement[S], RuleError]]:
        """Yield each illegal placement on a cell where such a figure is seen, with the refusal."""
        position = self.now.state.position
        for cell, kind in sorted(observation.cells.items()):
            if kind == self.kind and cell in self.now.layout.by_id and position and position.free(cell):
                try:
                    self.placed(cell)
                except RuleError as refused:
                    yield self.placed(cell, waived=True), refused


def judge_placing(
    awaited: Awaited[S],
    observation: Observation,
    rest: Callable[[S], tuple[Ruling, tuple[MoveSequence, ...]]],
    propose: Callable[[Placement[S], tuple[MoveSequence, ...]], Judgement],
) -> Judgement:
    """Return the judgement of a figure that has been put down, or is still in a hand.

    ``rest`` judges everything else that differs from the state after a placement.
    """
    for placement in awaited.placements(observation):
        ruling, sequences = rest(placement.state)
        if ruling in (Ruling.NONE, Ruling.LEGAL):
            same_player = placement.state.turn.seat == awaited.seat  # the next player's moves are judged later
            return propose(placement, sequences if sequences and same_player else ((),))
    for wrong, refused in awaited.misplacements(observation):
        if rest(wrong.state)[0] is Ruling.NONE:
            allow = wrong.proof.commands
            return Judgement(Ruling.ILLEGAL, awaited.seat, refused.text, refused.rule, wrong.cells, allow=allow)
    return Judgement(Ruling.NONE, awaited.seat)
