"""Was that a legal step of a turn of 1983? What a camera saw, judged: legal, illegal, unclear, or nothing at all.

As for the other edition, the rules are a prior, never a filter: a legal reading is believed before an illegal one, and
nobody is accused while a cell that was not seen clearly might explain it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.boards.layout import TOWN
from companion.boards.observation import CORRAL, Observation, ObservationStatus
from companion.boards.verdict import Displacement, Ruling, Verdict
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement import BESIDE, MoveKind
from companion.games.abilene.common.camera.move_sequences import joined, move_words, ride_words
from companion.games.abilene.common.camera.moves import Move, MoveSequence
from companion.games.abilene.common.camera.pairing import paired
from companion.games.abilene.common.camera.seen import COW, COWBOY, NO_COLOURS
from companion.games.abilene.edition_1983.camera.explain import Way, ways
from companion.games.abilene.edition_1983.camera.objections import objection
from companion.games.abilene.edition_1983.camera.readings import Readings, possible
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand
from companion.games.abilene.edition_1993.camera.judge import MOST_NAMED, question

NOT_SOLD: Mapping[str, int] = {}


class Finding(NamedTuple):
    """The verdict, the ways in which it can have come about, and what was seen where, at its likeliest."""

    verdict: Verdict
    ways: tuple[Way, ...] = ()
    seen: Kinds = NO_COLOURS

    @property
    def sequences(self) -> tuple[MoveSequence, ...]:
        """What was done, in each of the ways."""
        return tuple(way.sequence for way in self.ways)


def judge(ground: Prairies, stand: Stand, left: Left, observation: Observation, brought: Sequence[str] = ()) -> Finding:
    """What the observation means after the figures stood like that, in this part of the turn.

    ``brought`` are steers that lie in the town or the corral and did not before.
    """
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return Finding(Verdict(Ruling.NONE))
    seen = possible(ground, stand, left, observation)
    if stand.kinds in seen.found:
        return Finding(Verdict(Ruling.NONE), (Way((), stand, left),), stand.kinds)
    legal: list[Finding] = []
    for one in seen.found:
        gone = _gone(stand, one, brought)
        found = ways(ground, stand, left, one)
        if found and (seen.nothing_hidden or not (left.ended and gone)):
            legal.append(_legal(ground, stand, left, found, one))
            if one == seen.likeliest and not gone:
                break
    if len(legal) == 1:
        return legal[0]
    if legal:
        return Finding(_which([finding.seen for finding in legal]), (), legal[0].seen)
    return _refused(ground, stand, left, seen, observation, brought)


def _gone(stand: Stand, seen: Kinds, brought: Sequence[str]) -> bool:
    """Whether a figure is nowhere to be seen: it may have been sold or beaten, or stand where nothing could be seen."""
    return bool(Counter(stand.kinds.values()) - Counter((*seen.values(), *brought)))


def _legal(ground: Prairies, stand: Stand, left: Left, found: tuple[Way, ...], seen: Kinds) -> Finding:
    sequence = found[0].sequence
    if not sequence:
        return Finding(Verdict(Ruling.NONE), found, seen)
    moves = displacements_of(ground, stand, left.seat, found[0])
    return Finding(Verdict(Ruling.LEGAL, moves, sequence_words(sequence)), found, seen)


def _which(seen: Sequence[Kinds]) -> Verdict:
    """Several readings are as good: asks about the cells in which they differ."""
    first = seen[0].items()
    return _asked(sorted({cell for other in seen[1:] for cell, _ in first ^ other.items()}))


# --- in words ---------------------------------------------------------------------------------


def sequence_words(sequence: MoveSequence) -> Text:
    """The moves in their order, up to a duel."""
    return joined([_words(move) for move in sequence])


def _words(move: Move) -> Text:
    match move.what:
        case MoveKind.SALE:
            return say("steer %(frm)s to Abilene", frm=move.frm)
        case _ if move.piece == COW:
            return say("steer %(frm)s to %(to)s", frm=move.frm, to=move.to)
        case MoveKind.STAY:
            return say("a new cowboy on %(cell)s", cell=move.to)
        case MoveKind.DUEL:
            return ride_words(move)
        case _:
            return move_words(move, "")


def displacements_of(ground: Prairies, before: Stand, seat: str, way: Way) -> tuple[Displacement, ...]:
    """Every figure that the sequence moved; whoever is hired comes from beside the board, who is beaten goes there."""
    found: list[Displacement] = []
    mine = ground.cowboy(seat)
    for move in way.sequence:
        match move.what:
            case MoveKind.STAY:
                found.append(Displacement(mine, BESIDE, move.to))
            case MoveKind.THEFT:
                found.append(Displacement(mine, move.frm, move.to))
                found += [Displacement(move.other, move.to, move.placed)] if move.placed else []
            case MoveKind.DUEL if move.winner == seat:
                found += [
                    Displacement(ground.cowboy(move.other), move.to, BESIDE),
                    Displacement(mine, move.frm, move.to),
                ]
            case MoveKind.DUEL:
                found.append(Displacement(mine, move.frm, BESIDE))
            case _:
                found.append(Displacement(move.other if move.piece == COW else mine, move.frm, move.to))
    return tuple(_come_back(before, way, found))


def _come_back(before: Stand, way: Way, found: list[Displacement]) -> list[Displacement]:
    """With those who had escaped, or were beaten in this very sequence, and are on the board again."""
    missing = Counter((kind, cell) for cell, kind in way.stand.kinds.items())
    missing.subtract((kind, cell) for cell, kind in before.kinds.items())
    missing.subtract((move.piece, move.to) for move in found)
    missing.update((move.piece, move.frm) for move in found)
    for kind, cell in list((+missing).elements()):
        if kind.startswith(COWBOY) and cell != BESIDE:
            beaten = next((move for move in found if (move.piece, move.to) == (kind, BESIDE)), None)
            if beaten:
                found.remove(beaten)
            found.append(Displacement(kind, beaten.frm if beaten else BESIDE, cell))
    return [move for move in found if move.frm != move.to]


# --- what is not legal ------------------------------------------------------------------------


def _refused(
    ground: Prairies, stand: Stand, left: Left, seen: Readings, observation: Observation, brought: Sequence[str]
) -> Finding:
    """Illegal, with the reason; unclear where the figures do not add up or something was hidden."""
    sold = Counter() if {TOWN, CORRAL} & {*observation.unknown} else Counter(brought)
    for one in seen.found if seen.all_tried and seen.nothing_hidden else ():
        odd = any(cell not in ground.layout.by_id for cell in one)
        same = Counter(stand.kinds.values()) == Counter(one.values()) + sold
        idle = left.ended and ways(ground, stand, left._replace(ended=False), one)
        moves = shortest_displacements(ground, stand.kinds, one, sold)
        doubtful = any(end in observation.doubts for move in moves for end in (move.frm, move.to))
        if not odd and not doubtful and (same or idle):
            refused, cells = objection(ground, stand, left, moves, idle[0] if idle else None)
            return Finding(Verdict(Ruling.ILLEGAL, moves, refused.text, refused.rule, cells), (), one)
    changed = sorted({cell for cell, _ in stand.kinds.items() ^ seen.likeliest.items()})
    return Finding(_asked([*observation.doubts, *changed] or observation.unknown), (), seen.likeliest)


def _asked(cells: Sequence[str]) -> Verdict:
    named = tuple(dict.fromkeys(cells))[:MOST_NAMED]
    return Verdict(Ruling.UNCLEAR, (), question(named), None, named)


def shortest_displacements(
    ground: Prairies, kinds: Kinds, seen: Kinds, sold: Mapping[str, int] = NOT_SOLD
) -> tuple[Displacement, ...]:
    """The shortest pairing of the cells that figures of a kind left with those where they have appeared.

    ``sold`` counts the steers of a kind that have come to town.
    """
    found: list[Displacement] = []
    for kind in sorted({*kinds.values(), *seen.values()}):
        left = sorted(cell for cell, was in kinds.items() if was == kind and seen.get(cell) != kind)
        come = sorted(cell for cell, now in seen.items() if now == kind and kinds.get(cell) != kind)
        come += [TOWN] * sold.get(kind, 0)
        found += [Displacement(kind, frm, to) for frm, to in paired(ground.layout, left, come)]
    return tuple(found)
