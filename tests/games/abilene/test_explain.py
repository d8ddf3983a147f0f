"""Explaining a turn, against a search that plays every turn there is on small boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.board import TOWN, Cell, Lattice, Layout, Mark, gates_around
from companion.games.abilene.deeds import Deed, Story, sense
from companion.games.abilene.explain import Throw, explain, explanations
from companion.games.abilene.house_rules import HouseRules, Transit
from companion.games.abilene.movement import JAIL, MoveKind
from companion.games.abilene.movement_facts import FACTS_1993
from companion.games.abilene.position import Position, check
from tests.games.abilene.test_movement_brute_force import Slow

Moved = tuple[str, ...]
Senses = dict[Position, set[frozenset[tuple[object, ...]]]]


def small_board(rings: int, letters: str, chance: random.Random) -> Layout:
    """Rings of hexagons around a town of seven, the ranches sectors, the printed flags drawn by lot."""
    cells = []
    for sector, ((out_q, out_r), (side_q, side_r)) in enumerate(
        (Lattice.HEX.steps[s], Lattice.HEX.steps[(s + 2) % 6]) for s in range(6)
    ):
        region = letters[sector * len(letters) // 6]
        for ring in range(2, rings + 1):
            for along in range(ring):
                q, r = ring * out_q + along * side_q, ring * out_r + along * side_r
                flags = {mark for mark in (Mark.COW_START, Mark.COWBOY_START) if chance.random() < 0.3}
                flags |= {Mark.OUTER_EDGE} if ring == rings and chance.random() < 0.7 else set()
                cells.append(Cell(f"{region}{sector}{ring}{along}", q, r, region, frozenset(flags)))
    town = ((0, 0), *Lattice.HEX.steps)
    gates = gates_around(Lattice.HEX, town, {(cell.q, cell.r): cell.id for cell in cells})
    return Layout(f"small {rings} {letters}", Lattice.HEX, 18.0, tuple(cells), town, gates)


class Played:
    """Every turn there is: paths walked hexagon by hexagon, consequences spelt out from the rules."""

    def __init__(self, layout: Layout, rules: HouseRules) -> None:
        self.layout, self.rules, self.slow = layout, rules, Slow(layout, rules, FACTS_1993)
        self.walked: dict[tuple[str, int], set[tuple[str, ...]]] = {}

    def walks(self, node: str, die: int) -> set[tuple[str, ...]]:
        """The nodes after the first of every path of 1 to ``die`` steps."""
        if (node, die) not in self.walked:
            found = self.slow.paths([(node, None, 0)], die)
            self.walked[node, die] = {tuple(leg[0] for leg in path[1:]) for path in found}
        return self.walked[node, die]

    def turns(self, before: Position, throw: Throw) -> Senses:
        """Every position in which the turn can end, with what may have been done to get there."""
        found: Senses = {}
        for between, driven in self.cattle(before, throw.seat, throw.cow_dice, ()):
            for after, ridden in self.cowboys(between, throw, throw.cowboy_dice, ()):
                found.setdefault(after, set()).add(sense((*driven, *ridden)))
        return found

    def cattle(
        self, here: Position, seat: str, dice: tuple[int, ...], moved: Moved
    ) -> Iterator[tuple[Position, Story]]:
        yield here, ()
        for index, die in enumerate(dice):
            for cow in here.herd(self.layout, seat):
                if cow not in moved:
                    for end in self.cow_ends(here, cow, die, seat):
                        deed = Deed("cow", cow, end, die, MoveKind.SALE if end == TOWN else MoveKind.MOVE)
                        rest = dice[:index] + dice[index + 1 :]
                        for after, story in self.cattle(here.move_cow(cow, end), seat, rest, (*moved, end)):
                            yield after, (deed, *story)

    def cow_ends(self, here: Position, cow: str, die: int, seat: str) -> set[str]:
        home, region = here.ranch_of[seat], self.slow.region
        return {
            walk[-1]
            for walk in self.walks(cow, die)
            if all(node != TOWN and (here.free(node) or here.cowboys.get(node) == seat) for node in walk[:-1])
            and all(node == TOWN or region[node] == home for node in walk)
            and (walk[-1] == TOWN or here.free(walk[-1]))
        }

    def cowboys(
        self, here: Position, throw: Throw, dice: tuple[int, ...], moved: Moved
    ) -> Iterator[tuple[Position, Story]]:
        riders = sorted((Counter(here.cowboys_of(throw.seat)) - Counter(moved)).keys())
        rides = [
            (index, rider, end, kind)
            for index, die in enumerate(dice)
            for rider in riders
            for end, kind in self.cowboy_ends(here, rider, die, throw.seat).items()
        ]
        if not rides or not (self.rules.cowboy_dice_mandatory and throw.ended):
            yield here, ()
        for index, rider, end, kind in rides:
            deed = Deed("cowboy", rider, end, dice[index], MoveKind(kind))
            rest = dice[:index] + dice[index + 1 :]
            for result, after, place in self.outcomes(here, throw.seat, deed):
                now = moved if place is None else (*moved, place)
                for last, story in self.cowboys(after, throw, rest, now):
                    yield last, (result, *story)

    def cowboy_ends(self, here: Position, rider: str, die: int, seat: str) -> dict[str, str]:
        return {
            walk[-1]: kind
            for walk in self.walks(rider, die)
            if len(walk) == die
            and all(node == TOWN or here.free(node) for node in walk[:-1])
            and (kind := self.slow.meets(here, rider, walk[-1], seat))
        }

    def outcomes(self, here: Position, seat: str, deed: Deed) -> Iterator[tuple[Deed, Position, str | None]]:
        """What follows from a ride, the position then, and where the rider stands (None: in jail)."""
        lifted, region, end = here.remove_cowboy(seat, deed.frm), self.slow.region, deed.to
        match deed.what:
            case MoveKind.MOVE | MoveKind.TOWN:
                yield deed, lifted.place_cowboy(seat, end), end
            case MoveKind.THEFT:
                ranch = here.ranch_of[seat]
                victim = next((who for who, theirs in here.ranch_of.items() if theirs == region[end]), "")
                for cell in self.free(lifted, ranch, [Mark.COW_START, Mark.OUTER_EDGE, None]):
                    after = lifted.remove_cow(end).place_cow(cell).place_cowboy(seat, end)
                    yield replace(deed, other=victim, placed=cell), after, end
            case MoveKind.DUEL:
                foe = here.cowboys[end]
                for cell in self.after_duel(lifted, end, seat, foe):
                    told = replace(deed, other=foe, winner=seat, placed=cell)
                    yield told, _sent(lifted.remove_cowboy(foe, end), foe, cell).place_cowboy(seat, end), end
                for cell in self.after_duel(lifted, end, foe, seat):
                    told = replace(deed, other=foe, winner=foe, placed=cell)
                    yield told, _sent(lifted, seat, cell), None if cell == JAIL else cell

    def after_duel(self, lifted: Position, cell: str, winner: str, loser: str) -> list[str]:
        ranch, home = self.slow.region[cell], lifted.ranch_of[loser]
        if ranch == lifted.ranch_of[winner]:
            return [JAIL]
        kinds: list[Mark | None] = [Mark.OUTER_EDGE, None]
        return self.free(lifted, home, kinds if ranch == home else [Mark.COWBOY_START, *kinds]) or [JAIL]

    def free(self, here: Position, ranch: str, kinds: list[Mark | None]) -> list[str]:
        cells = [cell for cell in self.layout.cells if cell.region == ranch and here.free(cell.id)]
        for kind in kinds:
            if found := [cell.id for cell in cells if kind is None or kind in cell.flags]:
                return found
        return []


def _sent(position: Position, seat: str, cell: str) -> Position:
    if cell != JAIL:
        return position.place_cowboy(seat, cell)
    return replace(position, jail={**position.jail, seat: position.jail.get(seat, 0) + 1})


def scattered(layout: Layout, chance: random.Random, cows: int, cowboys: int) -> Position:
    """A few figures at random, more of them than not close to each other."""
    ranches = chance.sample(layout.regions, 2)
    cells = [cell.id for cell in layout.cells]
    chance.shuffle(cells)
    at_home = [cell for cell in cells if layout.by_id[cell].region == ranches[0]]
    herd = sorted({*at_home[: chance.randrange(cows + 1)], *cells[:cows]})
    left = [cell for cell in cells if cell not in herd]
    riders = {left.pop(): who for who in ("me", "foe") for _ in range(chance.randrange(1, cowboys + 1))}
    town = {who: 1 for who in ("me", "foe") if chance.random() < 0.2}
    return Position(dict(zip(("me", "foe"), ranches, strict=True)), tuple(herd), riders, town)


READINGS = [
    HouseRules(
        abilene_transit=transit, max_turn_angle=angle, cowboy_may_stop_in_abilene=stop, cowboy_dice_mandatory=must
    )
    for transit in Transit
    for angle, stop, must in ((120, True, True), (60, False, True), (120, True, False))
]
SIZES = [((2,), (1, 2)), ((3, 1), (2,)), ((), (1, 2, 1)), ((2, 2), ()), ((0, 1), (3, 1)), ((1,), (1, 1))]


def questions(seed: int) -> tuple[Layout, HouseRules, Position, Throw, random.Random]:
    """A small board, a reading of the rules, a crowd and a throw."""
    chance = random.Random(seed)
    cow_dice, cowboy_dice = SIZES[seed % len(SIZES)]
    layout = small_board(3 if seed % 2 else 2, chance.choice(["ABC", "ABCDEF", "AB"]), chance)
    position = scattered(layout, chance, 3, 2)
    check(layout, position)
    return layout, READINGS[seed % len(READINGS)], position, Throw("me", cow_dice, cowboy_dice), chance


def disturbed(layout: Layout, position: Position, chance: random.Random) -> Position:
    """One figure somewhere else: mostly illegal, sometimes by chance legal."""
    free = [cell for cell in layout.by_id if position.free(cell)]
    if chance.random() < 0.4 and position.cows:
        return position.remove_cow(chance.choice(position.cows)).place_cow(chance.choice(free))
    cell = chance.choice(sorted(position.cowboys))
    return position.move_cowboy(position.cowboys[cell], cell, chance.choice(free))


@pytest.mark.parametrize("seed", range(60))
def test_a_position_is_explained_exactly_when_the_turn_can_end_there(seed: int) -> None:
    layout, rules, before, throw, chance = questions(seed)
    reachable = Played(layout, rules).turns(before, throw)
    ends = sorted(reachable, key=repr)
    for after in chance.sample(ends, min(60, len(ends))):
        found = explanations(layout, before, after, throw, rules, limit=100_000)
        assert {sense(story) for story in found} == reachable[after], (seed, before, after)
        other = disturbed(layout, after, chance)
        assert (explain(layout, before, other, throw, rules) is not None) == (other in reachable), (seed, before, other)
