"""The positions that an observation can mean.

Doubtful cells are combined until the figures are as many as the game has. Nothing here asks whether a move was legal:
the counts are physics, the rules are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice, permutations, product
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COW, COWBOY, observation_of
from companion.games.abilene.common.pieces import TOWN

MAX_DOUBTS = 5
"""Doubtful cells that are combined; of any further one the likeliest is taken."""
MAX_CHOICES = 3
"""Kinds that are tried on a doubtful cell."""
MAX_READINGS = 24
MAX_HIDDEN = 8
"""Under more hidden cells too much may have happened to be sure that all readings were tried."""
MAX_GUESSES = 40
"""Ways in which figures may have come and gone under a hand."""
MAX_HIDDEN_CHANGES = 3
"""Figures that may have come or gone under a hand."""
COWS_IN_TOWN = 2
"""Cows that two dice can bring to town in a turn: so many may be in the corral of a board that has no such place."""

Kinds = Mapping[str, str]
"""Cell -> kind of the figure on it."""


class Reading(NamedTuple):
    """A position, and the reading of the cells that were not seen clearly under which it holds."""

    position: Position
    bears: tuple[tuple[str, str], ...] = ()


class Readings(NamedTuple):
    """The positions that an observation can mean, the likeliest first, all with the right counts.

    ``likeliest`` is there even when no counts are right, ``odd`` are cells with figures that are not in the game. The
    first ``even`` of those ``found`` are equally likely. For ``guesses`` figures are put or removed where nothing could
    be seen. ``all_tried``: there are no more readings.
    """

    likeliest: Reading
    found: tuple[Reading, ...]
    guesses: tuple[Reading, ...] = ()
    odd: tuple[str, ...] = ()
    all_tried: bool = True
    even: int = 1


class Evidence(NamedTuple):
    """The observation beside what was believed before."""

    layout: Layout
    before: Position
    seats: Mapping[str, str]
    observation: Observation
    expected: Counter[str]
    sure: Kinds
    beside: Counter[str]

    @classmethod
    def of(
        cls,
        layout: Layout,
        before: Position,
        observation: Observation,
        seats: Mapping[str, str],
        expected: Counter[str],
    ) -> Evidence:
        """Return the evidence of an observation; ``seats`` maps the camera's name of a colour to its seat."""
        known = kinds_of(seats)
        sure = {cell: kind for cell, kind in observation.cells.items() if kind in known and cell in layout.by_id}
        beside = Counter(
            kind
            for area in (TOWN, JAIL)
            for kind in kinds_in_area(observation, before, seats, area)
            if kind in known - {COW}
        )
        return cls(layout, before, seats, observation, expected, sure, beside)

    def missing(self, bears: Kinds) -> Counter[str]:
        """Return of which kinds there are too few (too many: less than 0) on the cells and in the town and jail."""
        short = Counter(self.expected)
        short.subtract(Counter(self.sure.values()))
        short.subtract(Counter(kind for kind in bears.values() if kind != EMPTY))
        short.subtract(self.beside)
        return Counter({kind: count for kind, count in short.items() if count})

    def fits(self, missing: Counter[str]) -> bool:
        """Return whether what is missing lies in the corral, or in a jail that could not be seen."""
        cows = missing[COW]
        seen = len(self.observation.in_area(CORRAL)) + self.observation.in_area(TOWN).count(COW)
        most = self.before.corral + COWS_IN_TOWN if self._blind(CORRAL) else seen
        return 0 <= cows <= most and all(
            count > 0 and self._blind(JAIL) for kind, count in missing.items() if kind != COW
        )

    def fitting(self, tried: Iterable[Kinds]) -> list[Kinds]:
        """Return those of the combinations that make the counts right."""
        return [bears for bears in tried if self.fits(self.missing(bears))]

    def _blind(self, area: str) -> bool:
        return area in self.observation.unknown or all(place.name != area for place in self.layout.areas)

    def position(self, bears: Kinds) -> Position:
        """Return the position when the unclear cells bear this.

        Where counts can be right what is missing makes them so.
        """
        missing = self.missing(bears)
        if not self.fits(missing):
            missing = Counter({COW: self.before.corral})
        cells = {**self.sure, **{cell: kind for cell, kind in bears.items() if kind != EMPTY}}
        jailed = Counter(self._cowboys(JAIL)) + Counter({kind: n for kind, n in missing.items() if kind != COW})
        return replace(
            self.before,
            cows=tuple(sorted(cell for cell, kind in cells.items() if kind == COW)),
            cowboys={cell: self._seat(kind) for cell, kind in cells.items() if kind != COW},
            town=dict(Counter(self._seat(kind) for kind in self._cowboys(TOWN))),
            jail={self._seat(kind): count for kind, count in jailed.items() if count > 0},
            corral=max(0, missing[COW]),
        )

    def _cowboys(self, area: str) -> list[str]:
        """Return those in the town or jail that are in the game; other things there have no seat."""
        there = kinds_in_area(self.observation, self.before, self.seats, area)
        return [kind for kind in there if kind != COW and kind.removeprefix(COWBOY) in self.seats]

    def _seat(self, kind: str) -> str:
        return self.seats[kind.removeprefix(COWBOY)]


def _impossible(observation: Observation, known: frozenset[str]) -> tuple[str, ...]:
    """Return the cells and areas with a figure that cannot be there: of no seat, or cattle in jail."""
    cells = sorted(cell for cell, kind in observation.cells.items() if kind not in known)
    fits_in = ((TOWN, known), (JAIL, known - {COW}))
    return (*cells, *(area for area, fits in fits_in if {*observation.in_area(area)} - fits))


def readings(layout: Layout, before: Position, observation: Observation, colours: Mapping[str, str]) -> Readings:
    """Return what the observation can mean after ``before``.

    ``colours`` maps a seat to what the camera calls its colour.

    Hidden cells keep their figures, unless only figures that came or went there make the counts right. A cow seen in
    the town counts as one in the corral; cows that lie there from earlier sales do not count.
    """
    seats = {colour: seat for seat, colour in colours.items()}
    known, believed = kinds_of(seats), observation_of(before, colours)
    evidence = Evidence.of(layout, before, observation, seats, believed.count())
    hidden = _hidden_cells(layout, observation)
    under = {cell: believed.cells.get(cell, EMPTY) for cell in hidden}
    doubts = {
        cell: tuple(kind for kind in kinds if kind in known or kind == EMPTY)[:MAX_CHOICES] or (EMPTY,)
        for cell, kinds in observation.doubts.items()
        if cell in layout.by_id
    }
    first = {**under, **{cell: kinds[0] for cell, kinds in doubts.items()}}
    likeliest = Reading(evidence.position(first), _items(first, doubts))
    tried = [*combined(doubts, under)]
    fitting, choices = evidence.fitting(tried), doubts
    if not fitting:  # there are figures too many: something that looks like one is none
        choices = {
            cell: kinds if EMPTY in kinds else (*kinds[: MAX_CHOICES - 1], EMPTY) for cell, kinds in doubts.items()
        }
        fitting = evidence.fitting(combined(choices, under))
    found = [Reading(evidence.position(one), _items(one, doubts)) for one in fitting]
    ranks = [sum(kinds.index(one[cell]) for cell, kinds in choices.items()) for one in fitting]
    guesses = islice((bears for one in tried for bears in _under_the_hand(evidence, one, hidden)), MAX_GUESSES + 1)
    guessed = list(dict.fromkeys(_items(bears, (*doubts, *hidden)) for bears in guesses))
    return Readings(
        likeliest,
        tuple(found[:MAX_READINGS]),
        tuple(Reading(evidence.position(dict(bears)), bears) for bears in guessed[:MAX_GUESSES]),
        _impossible(observation, known),
        len(found) <= MAX_READINGS and len(guessed) <= MAX_GUESSES and len(hidden) <= MAX_HIDDEN,
        ranks.count(ranks[0]) if ranks else 0,
    )


def kinds_of(seats: Mapping[str, str]) -> frozenset[str]:
    """Return the kinds of figures in the game; ``seats`` has the camera's names of the colours."""
    return frozenset({COW, *(COWBOY + colour for colour in seats)})


def overlooks_moves(layout: Layout, observation: Observation) -> bool:
    """Return whether whole moves may be overlooked, since too many cells were hidden or in doubt to try them all."""
    doubts = observation.doubts.keys() & layout.by_id.keys()
    return len(_hidden_cells(layout, observation)) > MAX_HIDDEN or len(doubts) > MAX_DOUBTS


def _hidden_cells(layout: Layout, observation: Observation) -> list[str]:
    """Return the cells of which nothing is known, not even what may stand there."""
    return [cell for cell in observation.unknown if cell not in observation.doubts and cell in layout.by_id]


def kinds_in_area(observation: Observation, before: Position, seats: Mapping[str, str], area: str) -> tuple[str, ...]:
    """Return the kinds in the town or the jail, as believed where the area itself was hidden."""
    if area in observation.unknown:
        believed = observation_of(before, {seat: colour for colour, seat in seats.items()})
        return believed.in_area(area)
    return observation.in_area(area)


def _items(bears: Kinds, cells: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((cell, bears[cell]) for cell in cells)


def combined(doubts: Mapping[str, tuple[str, ...]], under: Kinds) -> Iterator[dict[str, str]]:
    """Yield every combination of the doubtful cells, the likeliest first; of many doubts only the first ones."""
    cells = list(doubts)
    ranks = [range(len(doubts[cell]) if at < MAX_DOUBTS else 1) for at, cell in enumerate(cells)]
    for chosen in sorted(product(*ranks), key=sum):
        yield {**under, **{cell: doubts[cell][rank] for cell, rank in zip(cells, chosen, strict=True)}}


def _under_the_hand(evidence: Evidence, first: Kinds, hidden: list[str]) -> Iterator[dict[str, str]]:
    """Yield what may stand on hidden cells: missing figures came there, surplus ones left, one went about."""
    missing = evidence.missing(first)
    removed = list(Counter({kind: -count for kind, count in missing.items() if count < 0}).elements())
    added = list(Counter({kind: count for kind, count in missing.items() if count > 0}).elements())
    if max(len(removed), len(added)) > MAX_HIDDEN_CHANGES:
        return
    for also in ([], *([kind] for kind in sorted({first[cell] for cell in hidden} - {EMPTY}))):
        for sold in range(min(COWS_IN_TOWN, added.count(COW)) + 1):  # so many are in the corral, the others hidden
            placed = Counter([*added, *also]) - Counter([COW] * sold)
            if also or removed or placed:
                yield from _rearranged(first, hidden, [*removed, *also], list(placed.elements()))


def _rearranged(first: Kinds, hidden: list[str], removed: list[str], added: list[str]) -> Iterator[dict[str, str]]:
    """Yield every way in which figures of these kinds left hidden cells, and figures of those kinds came to others."""
    there = [cell for cell in hidden if first[cell] in removed]
    for left in combinations(there, len(removed)):
        if Counter(first[cell] for cell in left) != Counter(removed):
            continue
        free = [cell for cell in hidden if first[cell] == EMPTY or cell in left]
        for cells in combinations(free, len(added)):
            for placed in sorted(set(permutations(added))):
                bears = {**first, **dict.fromkeys(left, EMPTY), **dict(zip(cells, placed, strict=True))}
                if bears != first:
                    yield bears
