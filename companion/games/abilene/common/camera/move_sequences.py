"""Sequences of moves in a player's turn: in words, and as displacements of figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, permutations
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Displacement, Ruling, Verdict
from companion.core.text import Text, Who, listed, say
from companion.games.abilene.common.board.movement import BESIDE, CORRAL, JAIL, MoveKind, place
from companion.games.abilene.common.camera.observations import COW, COWBOY, is_cow
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.screens.boards import TERMS

MAX_PAIRED = 6
"""The most figures of one kind that are paired by trying all ways; a turn does not move more."""
MAX_NAMED = 6
"""The most cells that a question names."""


class Move(NamedTuple):
    """A move and its consequences. A NamedTuple, because a search makes thousands.

    ``die`` is the face used. ``other`` is the seat of the enemy in a duel, or of the player whose cow was stolen;
    ``winner`` the seat that won the duel; ``placed`` where the stolen cow or the loser was put: a cell,
    ``movement.JAIL``, or "" for nowhere yet. Where steers have colours, ``other`` is the kind of the steer that moved
    or was stolen, and ``die`` its steps. A cowboy who was hired has the move STAY with ``frm`` "".
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
"""Moves in an order in which each is legal."""


def canonical_key(sequence: MoveSequence) -> frozenset[tuple[object, ...]]:
    """Return a key that is equal for sequences which differ only in order or in the dice that were used."""
    return frozenset((d.piece, d.frm, d.to, d.what, d.other, d.winner, d.placed) for d in sequence)


# --- in words -------------------------------------------------------------------------------


def sequence_words(sequence: MoveSequence, seat: str) -> Text:
    """Return the moves as one sentence. Raise ValueError for an empty sequence."""
    return as_one_sentence([move_words(move, seat) for move in sequence])


def as_one_sentence(parts: Sequence[Text]) -> Text:
    """Return the parts joined by semicolons. Raise ValueError if there are none."""
    if not parts:
        raise ValueError("nothing to tell")
    sentence = parts[0]
    for part in parts[1:]:
        sentence = say("%(first)s; %(then)s", first=sentence, then=part)
    return sentence


def move_words(move: Move, seat: str) -> Text:
    """Return a move with its die, and its consequences as far as they are known, in words."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case MoveKind.SALE if move.other:
            return say("steer %(frm)s to Abilene", frm=move.frm)
        case _ if move.piece == COW and move.other:
            return say("steer %(frm)s to %(to)s", frm=move.frm, to=move.to)
        case _ if move.piece == COW:
            return say("cow %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.STAY if not move.frm:
            return say("a new cowboy on %(cell)s", cell=move.to)
        case MoveKind.STAY:
            return say("cowboy %(frm)s stays", frm=frm)
    ride = ride_words(move)
    match move.what:
        case MoveKind.THEFT if move.placed:
            return say("%(ride)s, and the cow goes to %(placed)s", ride=ride, placed=move.placed)
        case MoveKind.DUEL if move.placed:
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
    """Return a cowboy's ride and the cow or enemy that it meets, without the outcome of a duel, in words."""
    frm, to = place(move.frm), place(move.to)
    match move.what:
        case MoveKind.THEFT:
            return say("cowboy %(frm)s onto the cow on %(to)s with the %(die)s", frm=frm, to=to, die=move.die)
        case MoveKind.DUEL:
            return say("cowboy %(frm)s onto %(to)s with the %(die)s: duel", frm=frm, to=to, die=move.die)
        case _:
            return say("cowboy %(frm)s to %(to)s with the %(die)s", frm=frm, to=to, die=move.die)


def unclear(cells: Iterable[str], moved: tuple[Displacement, ...] = ()) -> Verdict:
    """Return the verdict that asks what stands on these cells and areas; at most ``MAX_NAMED`` are named."""
    named = tuple(islice(dict.fromkeys(cells), MAX_NAMED))
    return Verdict(Ruling.UNCLEAR, moved, _question(named), None, named)


def _question(places: Sequence[str]) -> Text:
    """Return the question about these places."""
    if not places:
        return say("Please look at the board: where are the figures?")
    if TERMS.places.keys().isdisjoint(places):
        return say("What is on %(cells)s?", cells=", ".join(places))
    names = listed(TERMS.places.get(name) or say("%(cell)s", cell=name) for name in places)
    return say("Which figures are here: %(places)s?", places=names)


# --- as displacements -----------------------------------------------------------------------


def displacements_of(sequence: MoveSequence, seat: str, colours: Mapping[str, str]) -> tuple[Displacement, ...]:
    """Return one displacement for each figure that the sequence moved, from its first place to its last.

    ``colours`` maps seats to the letters of their figures. A beaten cowboy who was not put anywhere goes beside the
    board, a hired one comes from there.
    """
    found: list[Displacement] = []
    rider = COWBOY + colours[seat]
    for move in sequence:
        cow = move.other if is_cow(move.other) else COW
        match move.what:
            case MoveKind.THEFT:
                found.append(Displacement(rider, move.frm, move.to))
                found += [Displacement(cow, move.to, move.placed)] if move.placed else []
            case MoveKind.DUEL if move.winner == seat:
                found += [
                    Displacement(COWBOY + colours[move.other], move.to, move.placed or BESIDE),
                    Displacement(rider, move.frm, move.to),
                ]
            case MoveKind.DUEL:
                found.append(Displacement(rider, move.frm, move.placed or BESIDE))
            case MoveKind.STAY if not move.frm:
                found.append(Displacement(rider, BESIDE, move.to))
            case MoveKind.STAY:
                pass
            case _:
                found.append(Displacement(cow if move.piece == COW else rider, move.frm, move.to))
    return _merged(found)


def _merged(moved: list[Displacement]) -> tuple[Displacement, ...]:
    """Merge successive moves of one figure, such as a loser who is beaten again on the cell where it was put.

    Several figures may stand in the town, in jail or beside the board: moves through these are not merged.
    """
    found: list[Displacement] = []
    for moved_on in moved:
        earlier = next((one for one in found if (one.piece, one.to) == (moved_on.piece, moved_on.frm)), None)
        if earlier is None or moved_on.frm in (TOWN, JAIL, BESIDE):
            found.append(moved_on)
        else:
            found[found.index(earlier)] = Displacement(moved_on.piece, earlier.frm, moved_on.to)
    return tuple(displacement for displacement in found if displacement.frm != displacement.to)


Places = Mapping[str, Counter[str]]
"""kind of figure -> how many of it are at each node or area"""


def places_of(observation: Observation) -> Places:
    """Return the places of all figures that are seen; cattle in the corral counts as in the town."""
    found: dict[str, Counter[str]] = {}
    for cell, kind in observation.cells.items():
        found.setdefault(kind, Counter())[cell] += 1
    for area, kinds in observation.areas.items():
        for kind in kinds:
            found.setdefault(kind, Counter())[TOWN if area == CORRAL else area] += 1
    return found


def shortest_displacements(
    layout: Layout,
    before: Places,
    after: Places,
    legal: Callable[[Displacement, Sequence[Displacement]], bool] = lambda displacement, found: True,
) -> tuple[Displacement, ...]:
    """Return the displacements that lead from ``before`` to ``after``, kind by kind: see ``pair_places``.

    Cowboys are paired before cattle, so that ``legal(displacement, found)`` can take their rides into account.
    """
    found: list[Displacement] = []
    nowhere = Counter[str]()
    for kind in sorted({*before, *after}, reverse=True):
        was, now = before.get(kind, nowhere), after.get(kind, nowhere)
        left, come = sorted((was - now).elements()), sorted((now - was).elements())
        found.extend(pair_places(layout, kind, left, come, lambda one: legal(one, found)))
    return tuple(sorted(found, key=lambda one: one.piece))


def pair_places(
    layout: Layout, kind: str, left: list[str], come: list[str], legal: Callable[[Displacement], bool]
) -> list[Displacement]:
    """Pair the places that figures of this kind ``left`` with those to which they have ``come``.

    Choose the pairing with the most legal displacements, and among these the one with the shortest total distance.
    """
    count = min(len(left), len(come))
    if count > MAX_PAIRED or len(left) > MAX_PAIRED + 2:
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
    """Return the straight distance of two places in millimetres; 0 to or from the jail."""
    if JAIL in (frm, to):
        return 0.0
    (x, y), (u, v) = layout.centre(frm), layout.centre(to)
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)
