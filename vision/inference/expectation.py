"""What one photo says beside what the box believes: doubts that the belief settles, and those that it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.evidence.figure_models import colour_of, family

Exchanged = Mapping[str, tuple[str, ...]]
NOBODY: Exchanged = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Tuning:
    """What a belief settles. Defaults are the values in use."""

    clear: float = 0.3
    """A figure of another form than expected for which so much more speaks is no doubt."""
    speaks: float = 0.6
    """So much must speak for a figure (in parts of what usually does) that counts tell where it is."""
    open: int = 3
    """So many doubts more than figures that are too many or too few stay open, those for which least speaks."""


TUNING = Tuning()

Parts = Mapping[str, Mapping[str, float]]
"""For every cell what speaks for each kind there, in parts of what usually does."""
UNTOLD: Parts = MappingProxyType({})


def settled(
    seen: Observation,
    expected: Observation,
    under: Mapping[str, str],
    exchanged: Exchanged = NOBODY,
    parts: Parts = UNTOLD,
) -> Observation:
    """The observation with doubts settled where what is expected is among what may stand there, and cells that a shadow
    or the like seems to hide where they would be read (``under``) as expected.

    A bare cell is believed only where that is likeliest. Kinds of which more or fewer are seen than there should be
    have moved: doubts about them stay, those for which least speaks. What is hidden stays unknown, but all else on the
    photo counts. Figures that may have ``exchanged`` their places leave all counts as they are: these are doubts that
    nothing settles.
    """
    seen = _form_in_doubt(seen, expected, parts)
    seen = _without_surplus(doubted(seen, exchanged), expected, parts)
    chosen = {cell: kind for cell in seen.doubts.keys() - exchanged.keys() if (kind := _fitting(seen, expected, cell))}
    chosen |= {cell: kind for cell, kind in under.items() if kind == expected.cells.get(cell, EMPTY)}
    rest = {cell: kinds for cell, kinds in seen.doubts.items() if kinds and cell not in {*chosen, *exchanged}}
    chosen |= _counted(seen, expected, chosen, rest, parts)
    for cell in _open(seen, expected, chosen, parts):
        del chosen[cell]
    status = ObservationStatus.OK if seen.status is ObservationStatus.COVERED else seen.status
    return replace(
        seen,
        status=status,
        cells=dict(sorted({**seen.cells, **{at: kind for at, kind in chosen.items() if kind != EMPTY}}.items())),
        unknown=tuple(cell for cell in seen.unknown if cell not in chosen),
        doubts={cell: kinds for cell, kinds in seen.doubts.items() if cell not in chosen},
    )


def _counted(
    seen: Observation,
    expected: Observation,
    chosen: Mapping[str, str],
    rest: Mapping[str, tuple[str, ...]],
    parts: Parts,
) -> dict[str, str]:
    """What stands on the ``rest`` of the cells in doubt, as far as counts tell: nothing, where all figures that may
    have come are seen elsewhere for sure and little speaks for them; figures that are missing, where that explains all
    that have come."""
    sure, wanted = seen.count(), expected.count()
    found = {
        cell: EMPTY
        for cell, kinds in rest.items()
        if parts and EMPTY in kinds and cell not in expected.cells
        if all(sure[kind] >= wanted[kind] and not _speaks(parts, cell, kind) for kind in {*kinds} - {EMPTY})
    }
    missing = wanted - (sure + Counter(chosen.values()))
    for kind in sorted(missing):
        come = [cell for cell, kinds in rest.items() if kinds[0] == kind and cell not in found]
        if len(come) == missing[kind] and all(_speaks(parts, cell, kind) for cell in come):
            found |= dict.fromkeys(come, kind)
    return found


def _without_surplus(seen: Observation, expected: Observation, parts: Parts) -> Observation:
    """Without figures in areas that cannot have come there: all of their kind are where they are expected."""
    areas: dict[str, tuple[str, ...]] = {}
    for area, kinds in seen.areas.items():
        more = Counter(kinds) - Counter(expected.in_area(area))
        for kind in [kind for kind in more if not _all_there(seen, expected, kind, parts)]:
            del more[kind]
        areas[area] = tuple((Counter(kinds) - more).elements())
    return replace(seen, areas=areas)


def _all_there(seen: Observation, expected: Observation, kind: str, parts: Parts) -> bool:
    """Whether all figures of a kind look as if they stood on the cells where they are expected."""
    own = [cell for cell, its in expected.cells.items() if its == kind]
    told = {cell: seen.doubts[cell][0] if seen.doubts.get(cell) else seen.cells.get(cell) for cell in own}
    return all(told[cell] == kind and _speaks(parts, cell, kind) for cell in own)


def _speaks(parts: Parts, cell: str, kind: str) -> bool:
    """Whether much speaks for a figure there; nobody knows without ``parts``."""
    return bool(parts) and parts[cell].get(kind, 0.0) >= TUNING.speaks


def _open(seen: Observation, expected: Observation, chosen: Mapping[str, str], parts: Parts) -> set[str]:
    """The cells about which a doubt stays, because there are too many or too few figures of a kind that may stand
    there; where it is known what speaks for them, a few."""
    found = set[str]()
    for kind, much in _odd(seen, expected, chosen).items():
        about = [cell for cell, its in chosen.items() if kind in {its, *seen.doubts.get(cell, ())}]
        if parts:
            about.sort(key=lambda cell: (lead(parts[cell], chosen[cell], seen.doubts.get(cell, ())), cell))
            about = about[: much + TUNING.open]
        found |= {*about}
    return found


def lead(parts: Mapping[str, float], kind: str, kinds: Sequence[str]) -> float:
    """How much more speaks for a kind than for any other that may stand there."""
    others = [min(parts[other], 1.0) for other in kinds if other not in {kind, EMPTY}]
    own = 0.0 if kind == EMPTY else min(parts[kind], 1.0)
    return own - max([0.0, *others])


def _form_in_doubt(seen: Observation, expected: Observation, parts: Parts) -> Observation:
    """With a doubt where only the form is another than expected: from aside forms are alike. So it may be where the
    colour is the same, and where one kind has too many figures or too few: its colour may be like another's."""
    odd = _odd(seen, expected, {})
    other = {
        cell: (wanted, kind)
        for cell, kind in seen.cells.items()
        if (wanted := expected.cells.get(cell, kind)) != kind
        and family(kind) != family(wanted)
        and (colour_of(kind) == colour_of(wanted) or {kind, wanted} & odd.keys())
        and not (parts and lead(parts[cell], kind, (wanted,)) > TUNING.clear)
    }
    return doubted(seen, other)


def doubted(seen: Observation, doubts: Mapping[str, tuple[str, ...]]) -> Observation:
    """With these doubts, whatever was said of the cells."""
    return replace(
        seen,
        cells={cell: kind for cell, kind in seen.cells.items() if cell not in doubts},
        unknown=tuple(sorted({*seen.unknown, *doubts})),
        doubts={**seen.doubts, **doubts},
    )


def _fitting(seen: Observation, expected: Observation, cell: str) -> str:
    """The kind that is expected there, if it may be that; "" otherwise."""
    kind, doubts = expected.cells.get(cell, EMPTY), seen.doubts[cell]
    fits = doubts[:1] == (EMPTY,) if kind == EMPTY else kind in doubts
    return kind if fits else ""


def _odd(seen: Observation, expected: Observation, chosen: Mapping[str, str]) -> dict[str, int]:
    """How many more or fewer figures of a kind are seen than there should be, what is hidden counted as expected."""
    hidden = [expected.cells[cell] for cell in seen.unknown if cell not in chosen and cell in expected.cells]
    found, wanted = seen.count() + Counter([*chosen.values(), *hidden]), expected.count()
    kinds = (found.keys() | wanted.keys()) - {EMPTY}
    return {kind: much for kind in sorted(kinds) if (much := abs(found[kind] - wanted[kind]))}
