"""What a player did with the figures in a turn: moves in an order, in words, as displacements, as judgements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import permutations
from typing import NamedTuple

from companion.boards.layout import TOWN, Layout
from companion.boards.verdict import Displacement, Interpretation, Judgement, Ruling, Verdict
from companion.core.messages import Command, Message, kind_of
from companion.core.table.table import Table
from companion.core.table.table_messages import Batch
from companion.core.text import Text, Who, say
from companion.games.abilene.common.board.movement import JAIL, MoveKind, place
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COW, COWBOY

MOST_PAIRED = 6
"""Figures of one kind whose ways are compared; more than that did not move in one turn."""
MOST_NAMED = 6
"""Cells that a question names."""


class Move(NamedTuple):
    """One move with all that followed from it; ``die`` is the face. A tuple, because a search makes thousands.

    ``other`` is the seat of the enemy in a duel, ``winner`` the seat that won it, ``placed`` where the stolen cow or
    the loser of the duel was put (a cell or ``movement.JAIL``).
    """

    piece: str
    frm: str
    to: str
    die: int
    what: MoveKind
    other: str = ""
    winner: str = ""
    placed: str = ""


MoveSequence = tuple[Move, ...]
"""Moves in an order in which they are all legal."""


def canonical_key(sequence: MoveSequence) -> frozenset[tuple[object, ...]]:
    """What a sequence comes to: whoever reads it cares neither for the order nor for which die was used for what."""
    return frozenset((d.piece, d.frm, d.to, d.what, d.other, d.winner, d.placed) for d in sequence)


# --- in words -------------------------------------------------------------------------------


def sequence_words(sequence: MoveSequence, seat: str) -> Text:
    """The moves in their order; raises ValueError for a sequence in which nothing happens."""
    return joined([move_words(move, seat) for move in sequence])


def joined(parts: Sequence[Text]) -> Text:
    """One after the other, as one sentence; raises ValueError where there is nothing to tell."""
    if not parts:
        raise ValueError("nothing to tell")
    sentence = parts[0]
    for part in parts[1:]:
        sentence = say("%(first)s; %(then)s", first=sentence, then=part)
    return sentence


def move_words(move: Move, seat: str) -> Text:
    """One move with its die and what came of it."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case _ if move.piece == COW:
            return say("cow %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.STAY:
            return say("cowboy %(frm)s stays", frm=frm)
    ride = ride_words(move)
    match move.what:
        case MoveKind.THEFT if move.placed:
            return say("%(ride)s, and the cow goes to %(placed)s", ride=ride, placed=move.placed)
        case MoveKind.DUEL:
            loser = Who(seat if move.winner != seat else move.other)
            placed = say("jail") if move.placed == JAIL else place(move.placed)
            return say(
                "%(ride)s; %(winner)s wins, %(loser)s's cowboy goes to %(placed)s",
                ride=ride,
                winner=Who(move.winner),
                loser=loser,
                placed=placed,
            )
        case _:
            return ride


def ride_words(move: Move) -> Text:
    """A cowboy's move alone, and whom or what he meets: the dice of a duel may still have to be rolled."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case MoveKind.THEFT:
            return say("cowboy %(frm)s onto the cow on %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.DUEL:
            return say("cowboy %(frm)s onto %(to)s with the %(die)s: duel", frm=frm, to=to, die=move.die)
        case _:
            return say("cowboy %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)


def question(cells: Sequence[str]) -> Text:
    """Asks what stands on the cells."""
    if not cells:
        return say("Please look at the board: where do the figures stand?")
    return say("What stands on %(cells)s?", cells=", ".join(cells))


# --- as displacements -----------------------------------------------------------------------


def displacements_of(sequence: MoveSequence, seat: str, colours: Mapping[str, str]) -> tuple[Displacement, ...]:
    """Every figure that the sequence moved, once; one that was moved twice from its first place to its last."""
    found: list[Displacement] = []
    for move in sequence:
        rider = COWBOY + colours[seat]
        match move.what:
            case MoveKind.THEFT:
                found += [Displacement(rider, move.frm, move.to), Displacement(COW, move.to, move.placed)]
            case MoveKind.DUEL if move.winner == seat:
                found += [
                    Displacement(COWBOY + colours[move.other], move.to, move.placed),
                    Displacement(rider, move.frm, move.to),
                ]
            case MoveKind.DUEL:
                found.append(Displacement(rider, move.frm, move.placed))
            case MoveKind.STAY:
                pass
            case _:
                found.append(Displacement(COW if move.piece == COW else rider, move.frm, move.to))
    return _joined(found)


def _joined(moved: list[Displacement]) -> tuple[Displacement, ...]:
    """A loser who is beaten again where he was put has moved only once; a cow stolen on from there, too."""
    found: list[Displacement] = []
    for displacement in moved:
        first = next((one for one in found if (one.piece, one.to) == (displacement.piece, displacement.frm)), None)
        was_put = first is not None and displacement.frm not in (TOWN, JAIL)
        if first is not None and was_put:
            found[found.index(first)] = Displacement(displacement.piece, first.frm, displacement.to)
        else:
            found.append(displacement)
    return tuple(displacement for displacement in found if displacement.frm != displacement.to)


def shortest_displacements(
    layout: Layout,
    before: Position,
    after: Position,
    colours: Mapping[str, str],
    legal: Callable[[Displacement], bool] = lambda displacement: True,
) -> tuple[Displacement, ...]:
    """The places that figures of a kind left, paired with those where they have appeared: see ``paired``."""
    found: list[Displacement] = []
    for kind, was, now in _places(before, after, colours):
        left, come = list((was - now).elements()), list((now - was).elements())
        found += paired(layout, kind, sorted(left), sorted(come), legal)
    return tuple(found)


def _places(
    before: Position, after: Position, colours: Mapping[str, str]
) -> list[tuple[str, Counter[str], Counter[str]]]:
    """Every kind with the places of its figures before and after; cows that came to town are in the corral."""
    sold = max(0, after.corral - before.corral)
    cows = (COW, Counter(before.cows), Counter((*after.cows, *[TOWN] * sold)))
    return [
        cows,
        *((COWBOY + colour, _everywhere(before, seat), _everywhere(after, seat)) for seat, colour in colours.items()),
    ]


def _everywhere(position: Position, seat: str) -> Counter[str]:
    return Counter((*position.cowboys_of(seat), *[JAIL] * position.jail.get(seat, 0)))


def paired(
    layout: Layout, kind: str, left: list[str], come: list[str], legal: Callable[[Displacement], bool]
) -> list[Displacement]:
    """Places that figures of this kind left, each with one where such a figure appeared: so that as many as possible
    are ``legal``, and of these the shortest ways together."""
    count = min(len(left), len(come))
    if count > MOST_PAIRED or len(left) > MOST_PAIRED + 2:
        return [Displacement(kind, frm, to) for frm, to in zip(left, come, strict=False)]
    cost = {
        (frm, to): (not legal(Displacement(kind, frm, to)), _millimetres(layout, frm, to))
        for frm in left
        for to in come
    }
    if len(come) >= len(left):
        ways = ([*zip(left, to, strict=True)] for to in permutations(come, count))
    else:
        ways = ([*zip(frm, come, strict=True)] for frm in permutations(left, count))
    best = min(ways, key=lambda pairs: tuple(map(sum, zip(*(cost[pair] for pair in pairs), strict=True))), default=[])
    return [Displacement(kind, frm, to) for frm, to in best]


def _millimetres(layout: Layout, frm: str, to: str) -> float:
    """As the crow flies; the jail is as far from everywhere."""
    if JAIL in (frm, to):
        return 0.0
    (x, y), (u, v) = layout.centre(frm), layout.centre(to)
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


# --- as judgements --------------------------------------------------------------------------


def as_one_command(commands: Sequence[Command]) -> Command:
    """One command that does them all."""
    if len(commands) == 1:
        return commands[0]
    return Batch(tuple(Message(kind_of(command), asdict(command)) for command in commands))


def ways(moved: Iterable[Move]) -> tuple[tuple[str, str], ...]:
    """Where figures went, in the order of the moves: riders and cattle, and whoever was put elsewhere by that."""
    pairs = (pair for move in moved for pair in ((move.frm, move.to), (move.to, move.placed)))
    return tuple((frm, to) for frm, to in pairs if frm and to and frm != to)


def propose(
    table: Table,
    seat: str,
    proposals: Iterable[Interpretation],
    cells: Iterable[str],
    sure: bool = True,
    moves: tuple[tuple[str, str], ...] = (),
) -> Judgement:
    """The judgement of something legal: one proposal, or several to pick from; those that do the same are one.

    Where the table has chosen so (``auto_confirm``), a single one counts at once; not if it is not ``sure``, because
    a figure that is gone may only be in somebody's hand.
    """
    distinct: list[Interpretation] = []
    for proposal in proposals:
        if all(proposal.command != other.command for other in distinct):
            distinct.append(proposal)
    sentence = distinct[0].title if len(distinct) == 1 else say("Several moves would explain what was seen.")
    lit, at_once = tuple(dict.fromkeys(cells)), sure and bool(table.rules.auto_confirm)
    shown = moves if len(distinct) == 1 else ()
    return Judgement(Ruling.LEGAL, seat, sentence, cells=lit, proposals=tuple(distinct), at_once=at_once, moves=shown)


def object_to(seat: str, verdict: Verdict, allow: Iterable[Command]) -> Judgement:
    """The judgement of something illegal, with the ways to let it stand."""
    moves = tuple((each.frm, each.to) for each in verdict.moves)
    return Judgement(Ruling.ILLEGAL, seat, verdict.reason, verdict.rule, verdict.cells, allow=tuple(allow), moves=moves)


def ask_about(seat: str, verdict: Verdict) -> Judgement:
    """The judgement of something that somebody has to look at."""
    return Judgement(Ruling.UNCLEAR, seat, verdict.reason, None, verdict.cells)


def ask_for_dice(seat: str, needed: Text | str, cells: Iterable[str]) -> Judgement:
    """Something moved before the box knows the dice: asks for them, naming those that would fit."""
    sentence = say("Figures have moved, but the box does not know the dice. This would fit: %(dice)s.", dice=needed)
    return Judgement(Ruling.UNCLEAR, seat, sentence, None, tuple(dict.fromkeys(cells)))
