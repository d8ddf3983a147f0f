"""Figures that one photo shows beyond those that there are: which of them are doubted, whatever speaks for them.

A turn moves figures and brings none, so one too many is a bare cell at the rim of a shadow, or another figure that
looks like it. Which one it is the photo alone does not tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.boards.observation import EMPTY, Observation
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.expectation import TUNING as EXPECTATION_TUNING
from vision.inference.expectation import Exchanged, Parts, lead


@dataclass(frozen=True, slots=True)
class Tuning:
    """Figures too many. Defaults are the values in use."""

    may: float = 0.45
    """So much must speak for a kind of which some are missing (in parts of what usually does) that it may stand where
    one too many of another is seen."""
    nothing: float = 0.22
    """A figure that is expected, and for which less speaks, has gone."""


TUNING = Tuning()


def too_many(seen: Observation, expected: Observation, parts: Parts) -> tuple[Exchanged, Exchanged]:
    """Cells that show figures of a kind of which there are too many, and not the one that is expected there: what else
    may stand on them, the likelier first. Those of the second are settled by nothing: a few for which much more speaks
    than for the figures that are expected, which may have gone, and figures as they are expected for which less speaks
    than for others that are missing.

    Figures that might as well be those that are expected there are the ones that are too many, if they are enough. One
    that can be nothing else, where the figure that is expected has gone, is no doubt: the counts must find another.
    """
    unknown = {cell: expected.cells[cell] for cell in seen.unknown if cell in expected.cells}
    hidden = Counter(kind for cell, kind in unknown.items() if kind in (seen.doubts.get(cell) or (kind,)))
    found, wanted = seen.count() + hidden, expected.count()
    missing = sorted(wanted - found)
    doubts: dict[str, tuple[str, ...]] = {}
    clear: dict[str, tuple[str, ...]] = {}
    for kind, much in sorted((found - wanted).items()):
        come = {cell: expected.cells.get(cell, EMPTY) for cell, its in seen.cells.items() if its == kind}
        stay = [cell for cell, was in come.items() if was == kind]
        strange = [cell for cell, was in come.items() if _is_clear(kind, was, parts[cell])]
        alike = [cell for cell, was in come.items() if was not in {EMPTY, kind} and cell not in strange]
        others = [cell for cell in come if cell not in {*stay, *alike}] if much > len(alike) else []
        rivals = [cell for cell in stay if any(parts[cell][other] > parts[cell][kind] for other in missing)]
        may_be = {cell: _may_be(kind, come[cell], missing, parts[cell]) for cell in (*alike, *others, *rivals)}
        open_ = {cell: may_be[cell] for cell in (*strange, *rivals) if others and len(may_be[cell]) > 1}
        doubts |= {cell: may_be[cell] for cell in (*alike, *others) if len(may_be[cell]) > 1}
        clear |= open_ if len(open_) <= EXPECTATION_TUNING.open else {}
    return doubts, clear


def reopen(
    belief: CellBeliefs, doubts: Exchanged, bare: Collection[str], expected: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Doubts again what counts alone have settled against what is ``expected`` and may be: of the cells that were in
    doubt before (``doubts``) those that may bear the figure expected there, and ``bare`` ones that should bear none.

    Gives those on which one figure stands against another, and both.
    """
    contested: dict[str, tuple[str, ...]] = {}
    for cell in doubts.keys() - belief.doubts.keys():
        told, wanted = belief.cells.get(cell, EMPTY), expected.get(cell, EMPTY)
        if told != wanted and (wanted in doubts[cell] or (wanted == EMPTY and cell in bare)):
            belief.cells.pop(cell, None)
            belief.doubts[cell] = (wanted, told)
            belief.confidence[cell] = CELL_CLASSIFIER_TUNING.doubtful
            contested |= {} if EMPTY in {wanted, told} else {cell: (wanted, told)}
    return contested


def _may_be(kind: str, wanted: str, missing: list[str], parts: Mapping[str, float]) -> tuple[str, ...]:
    others = {other for other in missing if parts[other] >= TUNING.may}
    figures = sorted({kind, *others} - {wanted}, key=lambda its: (-parts[its], its))
    if wanted == EMPTY:
        return (*figures, EMPTY)
    gone = parts[wanted] < TUNING.nothing and parts[kind] >= EXPECTATION_TUNING.speaks
    return tuple(figures) if gone else (wanted, *figures)


def _is_clear(kind: str, wanted: str, parts: Mapping[str, float]) -> bool:
    return wanted not in {EMPTY, kind} and lead(parts, kind, (wanted,)) > EXPECTATION_TUNING.clear
