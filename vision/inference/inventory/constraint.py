"""How many figures of each kind there are: one too many is something else, a die or a coin; what is missing is
somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations

from companion.boards.layout import TOWN
from companion.boards.observation import EMPTY, Observation
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.inventory.remaining import Remaining


@dataclass(frozen=True, slots=True)
class Tuning:
    """The inventory constraint. Defaults are the values in use."""

    many: int = 8
    """Where more figures than this may be one too many, it tells nothing of any of them."""
    faint: float = 1.35
    """Where there is one too many, figures beside the cells of which less was seen (in parts of what is asked for) are
    none: shadows and reflections fall there, and nothing is printed by which they could be told."""
    certain: float = 0.9
    """... unless a figure that has moved to a cell is less certain than this, and may be the one itself."""
    lying: float = 2.0
    """The same as ``faint`` where figures leave the board: dice lie there more often."""
    missing: int = 2
    """Kinds of which some are missing that such a figure may be as well: it was taken for another."""


TUNING = Tuning()


@dataclass(frozen=True)
class AreaFigure:
    """A figure beside the cells; ``strength`` is how much was seen of it, in parts of what is asked for, and ``x``,
    ``y`` where it stands."""

    kind: str
    strength: float
    x: float = 0.0
    y: float = 0.0


def take_inventory(
    belief: CellBeliefs,
    beside: dict[str, list[AreaFigure]],
    remaining: Remaining,
    still: Collection[str],
    stood: Observation | None,
    unseen: Mapping[str, tuple[str, ...]],
    staying: Collection[str] = (),
) -> None:
    """What all figures together say of a belief: ``count_figures`` if the game does, ``doubt_unseen`` if it does not,
    and ``doubt_exchanged``. ``stood`` is what was seen before, ``staying`` are the kinds that never leave the board, if
    none can be hidden."""
    if remaining.counted:
        count_figures(belief, beside, remaining, still, stood, unseen, staying)
    else:
        doubt_unseen(belief, beside, remaining.every, unseen)
    if stood:
        doubt_exchanged(belief, stood.cells)


def count_figures(
    belief: CellBeliefs,
    beside: dict[str, list[AreaFigure]],
    remaining: Remaining,
    still: Collection[str],
    stood: Observation | None,
    unseen: Mapping[str, tuple[str, ...]],
    staying: Collection[str],
) -> None:
    """There are never more figures than ``remaining``: ``strike_out_lying``, ``rule_out_unmoved``, ``settle_doubts``,
    ``apply_inventory``, ``doubt_unseen`` and ``place_missing``, in this order."""
    strike_out_lying(belief, beside, remaining, still)
    on_board = {area: found for area, found in beside.items() if area not in remaining.exits}
    most = remaining.beside(one.kind for area in beside.keys() - on_board.keys() for one in beside[area])
    seen = (belief.cells[cell] for cell in still if belief.cells[cell] not in unseen.get(cell, ()))
    lay = Counter(kind for area in on_board if stood for kind in stood.in_area(area))
    unmoved = Counter(seen) + (lay & _kinds(on_board))
    rule_out_unmoved(belief, on_board, most, still, {kind for kind in most if 0 < most[kind] <= unmoved[kind]})
    settle_doubts(belief, on_board, most)
    apply_inventory(belief, on_board, most, still)
    doubt_unseen(belief, on_board, most, unseen)
    apply_inventory(belief, beside, remaining.every, still)
    place_missing(belief, on_board, most, staying)


def strike_out_lying(
    belief: CellBeliefs, beside: dict[str, list[AreaFigure]], remaining: Remaining, still: Collection[str]
) -> None:
    """Takes what lies where figures leave the board from the lists ``beside`` the cells, if it is one too many and not
    seen clearly, while all that have moved to cells are certain."""
    count = Counter(belief.cells.values()) + _kinds(beside)
    lying = {area: found for area, found in beside.items() if area in remaining.exits}
    for kind, surplus in (count - Counter(remaining.every)).items():
        if not _uncertain(belief, _moved(belief, kind, still)):
            _struck_out(lying, kind, surplus, TUNING.lying)


def rule_out_unmoved(
    belief: CellBeliefs,
    beside: Mapping[str, list[AreaFigure]],
    most: Mapping[str, int],
    still: Collection[str],
    unmoved: Collection[str],
) -> None:
    """Takes the kinds all of whose figures stand where they stood (``unmoved``) from all cells but the ``still`` ones.

    What looks like one elsewhere is a figure of a kind that is missing, if it may be that, or another thing; where
    nothing is missing it is none that counts, unless it is certain that it looks so.
    """
    others = [cell for cell, kind in belief.cells.items() if kind in unmoved and cell not in still]
    missing = _missing(most, (kind for cell, kind in belief.cells.items() if cell not in others), beside)
    anything = (*[*missing][: TUNING.missing], EMPTY)
    doubts = {cell: tuple(kind for kind in kinds if kind not in unmoved) for cell, kinds in belief.doubts.items()}
    fewer = {cell: left for cell, left in doubts.items() if left != belief.doubts[cell]}
    for cell in others:
        if missing or belief.confidence[cell] <= TUNING.certain:
            possible = belief.possible.get(cell, ())
            fewer[cell] = tuple(kind for kind in possible if missing[kind])
            belief.possible[cell] = (belief.cells.pop(cell), *possible)
    for cell, left in fewer.items():
        belief.doubts[cell] = anything if left in ((), (EMPTY,)) else left
        belief.confidence[cell] = CELL_CLASSIFIER_TUNING.doubtful
        if belief.doubts[cell] == (EMPTY,):
            del belief.doubts[cell]
            belief.confidence[cell] = CELL_CLASSIFIER_TUNING.rough


def settle_doubts(belief: CellBeliefs, beside: Mapping[str, list[AreaFigure]], most: Mapping[str, int]) -> None:
    """Strikes out of every doubt the kinds of which none is missing: figures move, but there are never more of them.

    ``most`` are the figures of each kind in the game. A cell is believed to bear the only kind that is left, if
    something stands there at all and no more cells may bear that kind than are missing, and nothing if none is left and
    it looks bare.
    """
    if not belief.doubts:
        return
    missing = _missing(most, belief.cells.values(), beside)
    for cell, kinds in [*belief.doubts.items()]:
        left = tuple(kind for kind in kinds if kind == EMPTY or missing[kind] > 0)
        if left not in ((), (EMPTY,)):
            struck_out = (kind for kind in kinds if kind not in left)
            belief.doubts[cell], belief.possible[cell] = left, (*belief.possible.get(cell, ()), *struck_out)
        elif left and cell in belief.bare:
            del belief.doubts[cell]
            belief.confidence[cell] = CELL_CLASSIFIER_TUNING.rough
            belief.possible[cell] = tuple(kind for kind in kinds if kind != EMPTY)
    where = Counter(kind for kinds in belief.doubts.values() for kind in kinds)
    for cell, left in [*belief.doubts.items()]:
        if len(left) == 1 and where[left[0]] <= missing[left[0]]:
            _believe(belief, cell, left[0])


def apply_inventory(
    belief: CellBeliefs, beside: dict[str, list[AreaFigure]], most: Mapping[str, int], still: Collection[str]
) -> None:
    """Makes a doubt of every figure that may be one too many, or takes it from the lists ``beside`` the cells.

    ``most`` are the figures of each kind in the game; those on the ``still`` cells have not moved and stay believed.
    The faint ones in the areas go first; then, if enough are not certain, it is those. Where none on the cells can be
    one too many, figures are taken from the areas, from the town last.
    """
    count = Counter(belief.cells.values()) + _kinds(beside)
    missing = [kind for kind in most if count[kind] < most[kind]][: TUNING.missing]
    for kind in [kind for kind in most if count[kind] > most[kind]]:
        surplus = count[kind] - most[kind]
        suspects = _moved(belief, kind, still)
        bare = [cell for cell in suspects if cell in belief.bare]
        if 0 < len(bare) <= surplus:
            surplus -= len(bare)
            for cell in bare:
                belief.possible[cell] = (belief.cells.pop(cell), *belief.possible.get(cell, ()))
                belief.confidence[cell] = CELL_CLASSIFIER_TUNING.rough
            suspects = [cell for cell in suspects if cell not in bare]
        uncertain = _uncertain(belief, suspects)
        if not uncertain:
            surplus -= _struck_out(beside, kind, surplus, TUNING.faint)
        if len(uncertain) >= surplus:
            suspects = uncertain
        if not surplus or len(suspects) > TUNING.many:
            continue
        for cell in suspects:
            _doubt(belief, cell, (kind, EMPTY, *missing))
        for _ in range(surplus - len(suspects)):
            places = sorted(
                (area == TOWN, area) for area, found in beside.items() if any(o.kind == kind for o in found)
            )
            if places:
                found = beside[places[0][1]]
                found.remove(min((one for one in found if one.kind == kind), key=lambda one: one.strength))


def doubt_unseen(
    belief: CellBeliefs,
    beside: Mapping[str, list[AreaFigure]],
    most: Mapping[str, int],
    unseen: Mapping[str, tuple[str, ...]],
) -> None:
    """Makes a doubt of every cell where figures are not seen (``unseen``: of which kinds): of one that looks as if such
    a figure stood there still, and, as long as one is missing then, of one that looks empty."""
    if not unseen:
        return
    for cell, kinds in unseen.items():
        if (its := belief.cells.get(cell)) in kinds:
            _doubt(belief, cell, (its, EMPTY))
    missing = _missing(most, belief.cells.values(), beside)
    for cell, kinds in unseen.items():
        hidden = tuple(kind for kind in kinds if missing[kind] > 0)
        if hidden and cell not in belief.cells and cell not in belief.doubts:
            _doubt(belief, cell, (*hidden, EMPTY))


def place_missing(
    belief: CellBeliefs, beside: Mapping[str, list[AreaFigure]], most: Mapping[str, int], staying: Iterable[str]
) -> None:
    """Who never leaves the board and is missing stands on the doubtful cells that may bear one, if they are as many:
    where more are missing they are not seen on other cells, either. A cell for which two kinds ask stays in doubt."""
    missing = _missing(most, belief.cells.values(), beside)
    there: dict[str, list[str]] = {}
    for kind in staying:
        cells = [cell for cell, kinds in belief.doubts.items() if kind in kinds]
        if len(cells) == missing[kind]:
            for cell in cells:
                there.setdefault(cell, []).append(kind)
    for cell, (kind, *others) in there.items():
        if not others:
            belief.possible[cell] = tuple(each for each in belief.doubts[cell] if each not in (kind, EMPTY))
            _believe(belief, cell, kind)


def doubt_exchanged(belief: CellBeliefs, stood: Mapping[str, str]) -> None:
    """Makes doubts of two figures that may be exchanged, each of them like the other's kind, if one of them would then
    have stayed where it ``stood``: more often one has come beside another than in its place while that moved on."""
    come = {cell: kind for cell, kind in belief.cells.items() if stood.get(cell) != kind}
    for cell, other in permutations(come, 2):
        kind, its = come[cell], come[other]
        if its == stood.get(cell) and its in belief.alike.get(cell, ()) and kind in belief.alike.get(other, ()):
            _doubt(belief, cell, (kind, its))
            _doubt(belief, other, (its, kind))


def _kinds(beside: Mapping[str, list[AreaFigure]]) -> Counter[str]:
    """How many figures of each kind are in the lists."""
    return Counter(one.kind for found in beside.values() for one in found)


def _missing(most: Mapping[str, int], on_cells: Iterable[str], beside: Mapping[str, list[AreaFigure]]) -> Counter[str]:
    """How many figures of each kind are seen neither on cells nor beside them."""
    return Counter(most) - Counter(on_cells) - _kinds(beside)


def _believe(belief: CellBeliefs, cell: str, kind: str) -> None:
    """A doubt is settled: such a figure stands there."""
    del belief.doubts[cell]
    belief.cells[cell], belief.confidence[cell] = kind, CELL_CLASSIFIER_TUNING.rough


def _doubt(belief: CellBeliefs, cell: str, kinds: tuple[str, ...]) -> None:
    """What was believed of the cell, a figure or none, is in doubt: it may be one of these."""
    belief.cells.pop(cell, None)
    belief.doubts[cell], belief.confidence[cell] = kinds, CELL_CLASSIFIER_TUNING.doubtful


def _moved(belief: CellBeliefs, kind: str, still: Collection[str]) -> list[str]:
    """The cells on which a figure of this kind is believed to stand, and none is known to have stood before."""
    return [cell for cell, its in belief.cells.items() if its == kind and cell not in still]


def _uncertain(belief: CellBeliefs, cells: Iterable[str]) -> list[str]:
    """Those on which the figure that is believed to stand there may be another thing."""
    return [cell for cell in cells if belief.confidence[cell] <= TUNING.certain]


def _struck_out(beside: dict[str, list[AreaFigure]], kind: str, surplus: int, faint: float) -> int:
    """Takes the faintest figures of a kind from the lists, weaker than ``faint`` and as many as are too many at most;
    gives how many."""
    weak = [
        (one.strength, area, one)
        for area, found in beside.items()
        for one in found
        if one.kind == kind and one.strength < faint
    ]
    for _, area, one in (out := sorted(weak, key=lambda each: each[:2])[:surplus]):
        beside[area].remove(one)
    return len(out)
