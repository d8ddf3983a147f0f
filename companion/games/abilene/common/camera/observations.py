"""Observations and positions: what a faultless camera would see, and which positions an observation can mean.

Colours become seats; doubtful cells are combined until the figures are as many as the game has. Nothing here asks
whether a move was legal: the counts are physics, the rules are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, permutations, product
from typing import NamedTuple

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import say
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import RANCHES
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.seats import COLOURS
from companion.games.abilene.common.state import State

COW = "cow"
COWBOY = "cowboy:"
STEER = "cow:"
"""A steer with the colour of its first owner (1983 §1.2), where that is known."""
NO_COLOURS: Mapping[str, str] = {}
HERD, RIDER = COW, COWBOY.removesuffix(":")
FIGURES = FigureRules(
    area_kinds={JAIL: (RIDER,), CORRAL: (HERD,)},
    start_flags={HERD: Mark.COW_START, RIDER: Mark.COWBOY_START},
    exits={CORRAL: TOWN},
    dice_names={HERD: "cattle", RIDER: "cowboys"},
    dots=(HERD,),
    counted=True,
)
"""Cattle is sold in the corral, to which it comes through the town; only cowboys go to jail."""

MOST_DOUBTS = 5
"""Doubtful cells that are combined; of any further one the likeliest is taken."""
MOST_CHOICES = 3
"""Kinds that are tried on a doubtful cell."""
MOST_READINGS = 24
MOST_HIDDEN = 8
"""Under more hidden cells too much may have happened to be sure that all readings were tried."""
MOST_GUESSES = 40
"""Ways in which figures may have come and gone under a hand."""
MOST_HIDDEN_CHANGES = 3
"""Figures that may have come or gone under a hand."""
COWS_IN_TOWN = 2
"""Cows that two dice can bring to town in a turn: so many may be in the corral of a board that has no such place."""

Kinds = Mapping[str, str]
"""Cell -> kind of the figure on it."""


# --- what a faultless camera would see ------------------------------------------------------


def colours_of(table: Table) -> dict[str, str]:
    """Seat -> what the camera calls the colour of its cowboys: the letter of the ranch that has it in the box."""
    return {seat.id: RANCHES[COLOURS.index(seat.picks["colour"])] for seat in table.seats}


def expected_observation(layout: Layout, table: Table[State | None], coloured: bool = False) -> Observation | None:
    """Return what a faultless camera would see now; None when the table does not know where the figures stand.

    ``coloured``: the edition's cattle has the colour of its first owner.
    """
    state = table.play
    if state is None or table.phase is TablePhase.LOBBY:
        if table.level is not Level.BOARD:
            return None
        ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
        start = setup(layout, ranches)
        return observation_of(start, colours_of(table), born(layout, start) if coloured else {})
    if state.position is None:
        return None
    seen = observation_of(state.position, colours_of(table), state.owners if coloured else NO_COLOURS)
    if coloured and state.on_sale:
        seen = seen.with_area(CORRAL, (STEER + colours_of(table)[state.on_sale],) * state.position.corral)
    return seen


def colour_owners(table: Table, coloured: bool = False) -> dict[str, str]:
    """Kind of figure -> seat: of cowboys, and of cattle that has the colour of its first owner (``coloured``)."""
    kinds = (COWBOY, STEER) if coloured else (COWBOY,)
    return {kind + letter: seat for seat, letter in colours_of(table).items() for kind in kinds}


def initial_observation(layout: Layout, ranches: Sequence[str], coloured: bool = False) -> Observation:
    """Return what a faultless camera sees at the start: each ranch has its letter's colour out of the box."""
    its_own = {ranch: ranch for ranch in ranches}
    start = setup(layout, its_own)
    return observation_of(start, its_own, born(layout, start) if coloured else {})


def born(layout: Layout, start: Position) -> dict[str, str]:
    """Return whose colour each steer has at the start: cell -> seat."""
    return {cow: seat for seat in start.ranch_of for cow in start.herd(layout, seat)}


def is_cow(kind: str) -> bool:
    """Return whether a kind is cattle, with or without a colour."""
    return kind == COW or kind.startswith(STEER)


def observed_colours(seen: Observation, seats: Mapping[str, str]) -> dict[str, str]:
    """Return whose colour the cattle has, where it has one: cell -> seat."""
    steers = {cell: kind.removeprefix(STEER) for cell, kind in seen.cells.items() if kind.startswith(STEER)}
    return {cell: seats[colour] for cell, colour in steers.items() if colour in seats}


def observed_position(seen: Observation, believed: Position, seats: Mapping[str, str]) -> Position:
    """Return the position that was seen; ``seats`` maps the camera's name of a colour to the seat that plays it.

    Raise BadRequest for a figure of a kind or colour that is not in the game. Whether the figures are as many as
    before, and on cells of the board, is not asked here: that is for ``explain`` and ``objection`` to say.
    """
    colours = {seat: colour for colour, seat in seats.items()}
    now = seen.merged_with(observation_of(believed, colours))
    cowboys = {cell: _seat(kind, seats) for cell, kind in now.cells.items() if not is_cow(kind)}
    return replace(
        believed,
        cows=tuple(sorted(cell for cell, kind in now.cells.items() if is_cow(kind))),
        cowboys=cowboys,
        town=dict(Counter(_seat(kind, seats) for kind in now.in_area(TOWN))),
        jail=dict(Counter(_seat(kind, seats) for kind in now.in_area(JAIL))),
        corral=len(now.in_area(CORRAL)),
    )


def figures_of_herds(position: Position, herds: Mapping[str, str], colours: Mapping[str, str]) -> dict[str, str]:
    """Cell -> kind of every figure on one; ``herds`` tells whose colour a steer has, if it has any."""
    cells = {cow: STEER + colours[herds[cow]] if herds.get(cow) else COW for cow in position.cows}
    return cells | {cell: COWBOY + colours[seat] for cell, seat in position.cowboys.items()}


def observation_of(
    position: Position, colours: Mapping[str, str], herds: Mapping[str, str] = NO_COLOURS
) -> Observation:
    """Return what a faultless camera would see, where ``colours`` maps a seat to what the camera calls its colour.

    ``herds`` tells whose colour a steer has: cell -> seat.
    """
    cells = figures_of_herds(position, herds, colours)
    beside = {
        area: tuple(COWBOY + colours[seat] for seat in Counter(counts).elements())
        for area, counts in ((TOWN, position.town), (JAIL, position.jail))
    }
    return Observation(ObservationStatus.OK, cells, (), {**beside, CORRAL: (COW,) * position.corral})


def _seat(kind: str, seats: Mapping[str, str]) -> str:
    seat = seats.get(kind.removeprefix(COWBOY)) if kind.startswith(COWBOY) else None
    if seat is None:
        raise BadRequest(say("There is no %(kind)s in this game.", kind=kind))
    return seat


# --- what an observation can mean -----------------------------------------------------------


class Reading(NamedTuple):
    """One position, and what it takes the cells that were not seen clearly to bear."""

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
    wanted: Counter[str]
    sure: Kinds
    beside: Counter[str]

    def missing(self, bears: Kinds) -> Counter[str]:
        """Kinds of which there are too few (or too many: less than 0) on the cells and in the town and jail."""
        short = Counter(self.wanted)
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
        """Return those in the town or jail that are in the game; what else lies there has no seat."""
        there = beside(self.observation, self.before, self.seats, area)
        return [kind for kind in there if kind != COW and kind.removeprefix(COWBOY) in self.seats]

    def _seat(self, kind: str) -> str:
        return self.seats[kind.removeprefix(COWBOY)]


def readings(layout: Layout, before: Position, observation: Observation, colours: Mapping[str, str]) -> Readings:
    """Return what the observation can mean after ``before``.

    ``colours`` maps a seat to what the camera calls its colour.

    Hidden cells keep their figures, unless only figures that came or went there make the counts right. A cow seen in
    the town counts as one in the corral; cows that lie there from earlier sales do not count.
    """
    seats = {colour: seat for seat, colour in colours.items()}
    known = {COW, *(COWBOY + colour for colour in seats)}
    believed = observation_of(before, colours)
    odd = tuple(sorted(cell for cell, kind in observation.cells.items() if kind not in known))
    odd += tuple(area for area, fits in ((TOWN, known), (JAIL, known - {COW})) if {*observation.in_area(area)} - fits)
    hidden = [cell for cell in observation.unknown if cell not in observation.doubts and cell in layout.by_id]
    under = {cell: believed.cells.get(cell, EMPTY) for cell in hidden}
    doubts = {
        cell: tuple(kind for kind in kinds if kind in known or kind == EMPTY)[:MOST_CHOICES] or (EMPTY,)
        for cell, kinds in observation.doubts.items()
        if cell in layout.by_id
    }
    sure = {cell: kind for cell, kind in observation.cells.items() if kind in known and cell in layout.by_id}
    wanted = believed.count()
    aside = Counter(
        kind for area in (TOWN, JAIL) for kind in beside(observation, before, seats, area) if kind in known - {COW}
    )
    evidence = Evidence(layout, before, seats, observation, wanted, sure, aside)
    first = {**under, **{cell: kinds[0] for cell, kinds in doubts.items()}}
    likeliest = Reading(evidence.position(first), _items(first, doubts))
    tried = [*combined(doubts, under)]
    fitting, choices = [one for one in tried if evidence.fits(evidence.missing(one))], doubts
    if not fitting:  # there are figures too many: something that looks like one is none
        choices = {
            cell: kinds if EMPTY in kinds else (*kinds[: MOST_CHOICES - 1], EMPTY) for cell, kinds in doubts.items()
        }
        fitting = [one for one in combined(choices, under) if evidence.fits(evidence.missing(one))]
    found = [Reading(evidence.position(one), _items(one, doubts)) for one in fitting]
    ranks = [sum(kinds.index(one[cell]) for cell, kinds in choices.items()) for one in fitting]
    guesses = islice((bears for one in tried for bears in _under_the_hand(evidence, one, hidden)), MOST_GUESSES + 1)
    guessed = list(dict.fromkeys(_items(bears, (*doubts, *hidden)) for bears in guesses))
    return Readings(
        likeliest,
        tuple(found[:MOST_READINGS]),
        tuple(Reading(evidence.position(dict(bears)), bears) for bears in guessed[:MOST_GUESSES]),
        odd,
        len(found) <= MOST_READINGS and len(guessed) <= MOST_GUESSES and len(hidden) <= MOST_HIDDEN,
        ranks.count(ranks[0]) if ranks else 0,
    )


def beside(observation: Observation, before: Position, seats: Mapping[str, str], area: str) -> tuple[str, ...]:
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
    ranks = [range(len(doubts[cell]) if at < MOST_DOUBTS else 1) for at, cell in enumerate(cells)]
    for chosen in sorted(product(*ranks), key=sum):
        yield {**under, **{cell: doubts[cell][rank] for cell, rank in zip(cells, chosen, strict=True)}}


def _under_the_hand(evidence: Evidence, first: Kinds, hidden: list[str]) -> Iterator[dict[str, str]]:
    """Yield what may stand on hidden cells: missing figures came there, surplus ones left, one went about."""
    missing = evidence.missing(first)
    gone = list(Counter({kind: -count for kind, count in missing.items() if count < 0}).elements())
    come = list(Counter({kind: count for kind, count in missing.items() if count > 0}).elements())
    if max(len(gone), len(come)) > MOST_HIDDEN_CHANGES:
        return
    for also in ([], *([kind] for kind in sorted({first[cell] for cell in hidden} - {EMPTY}))):
        for sold in range(min(COWS_IN_TOWN, come.count(COW)) + 1):  # so many are in the corral, the others hidden
            placed = Counter([*come, *also]) - Counter([COW] * sold)
            if also or gone or placed:
                yield from _rearranged(first, hidden, [*gone, *also], list(placed.elements()))


def _rearranged(first: Kinds, hidden: list[str], gone: list[str], come: list[str]) -> Iterator[dict[str, str]]:
    """Yield every way in which figures of these kinds left hidden cells, and figures of those kinds came to others."""
    there = [cell for cell in hidden if first[cell] in gone]
    for left in combinations(there, len(gone)):
        if Counter(first[cell] for cell in left) != Counter(gone):
            continue
        free = [cell for cell in hidden if first[cell] == EMPTY or cell in left]
        for cells in combinations(free, len(come)):
            for placed in sorted(set(permutations(come))):
                bears = {**first, **dict.fromkeys(left, EMPTY), **dict(zip(cells, placed, strict=True))}
                if bears != first:
                    yield bears
