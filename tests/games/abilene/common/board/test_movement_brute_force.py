"""The fast tables against a slow search written from the rules alone, on coordinates instead of gates and masks."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import all_destinations
from companion.games.abilene.common.board.movement_facts import FACTS_1983, FACTS_1993, MovementFacts
from companion.games.abilene.common.board.position import Position, check
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.house_rules import Transit
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.edition_1993.house_rules import HouseRules

Place = tuple[int, int]
AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
Leg = tuple[str, int | None, int]
"""A node, the heading with which it was reached, the turns made so far."""


def plus(place: Place, heading: int) -> Place:
    return place[0] + AROUND[heading][0], place[1] + AROUND[heading][1]


def in_town(place: Place) -> bool:
    q, r = place
    return max(abs(q), abs(r), abs(q + r)) <= 1


class Slow:
    """A board and a reading of the rules, searched path by path."""

    def __init__(self, layout: Layout, rules: HouseRules, facts: MovementFacts) -> None:
        self.rules, self.facts = rules, facts
        self.place = {cell.id: (cell.q, cell.r) for cell in layout.cells}
        self.name = {place: cell for cell, place in self.place.items()}
        self.region = {cell.id: cell.region for cell in layout.cells}
        self.starts = {cell.id for cell in layout.cells if Mark.COW_START in cell.flags}

    def out_of_town(self, previous: str, heading: int, turns: int) -> Iterator[Leg]:
        straight = self.place[previous]
        while straight == self.place[previous] or in_town(straight):
            straight = plus(straight, heading)
        for hexagon in [(0, 0), *AROUND]:
            for out in range(6):
                outside = plus(hexagon, out)
                if in_town(outside) or outside == self.place[previous]:
                    continue
                if not self.facts.town_left_backwards and (out - heading) % 6 == 3:
                    continue
                goes_on = (out, outside) == (heading, straight)
                match self.rules.abilene_transit:
                    case Transit.FREE:
                        cost = 0
                    case Transit.ALWAYS_TURN:
                        cost = 1
                    case _:
                        cost = 0 if goes_on else 1
                yield self.name[outside], out, turns + cost

    def steps(self, path: list[Leg]) -> Iterator[Leg]:
        node, heading, turns = path[-1]
        if node == TOWN and heading is None:
            for hexagon in [(0, 0), *AROUND]:
                for out in range(6):
                    if not in_town(plus(hexagon, out)):
                        yield self.name[plus(hexagon, out)], out, 0
            return
        if node == TOWN and heading is not None:
            yield from self.out_of_town(path[-2][0], heading, turns)
            return
        for out in range(6):
            bend = 0 if heading is None else min((out - heading) % 6, (heading - out) % 6) * 60
            if bend > self.rules.max_turn_angle:
                continue
            there = plus(self.place[node], out)
            if in_town(there):
                yield TOWN, out, turns + (bend > 0)
            elif there in self.name:
                yield self.name[there], out, turns + (bend > 0)

    def paths(self, path: list[Leg], steps: int) -> Iterator[list[Leg]]:
        if len(path) > 1:
            yield path
        if steps:
            for leg in self.steps(path):
                if leg[2] <= 1 and leg[0] not in [before[0] for before in path]:
                    yield from self.paths([*path, leg], steps - 1)

    def cow(self, position: Position, cell: str, die: int, seat: str) -> dict[str, str]:
        ends = {}
        home = position.ranch_of[seat]
        for path in self.paths([(cell, None, 0)], die):
            *between, end = [node for node, _, _ in path[1:]]
            if TOWN in between or any(self.region[node] != home for node in between):
                continue
            if end != TOWN and (self.region[end] != home or not position.free(end)):
                continue
            friendly = self.facts.cow_passes_friendly_cowboys
            if all(position.free(node) or (friendly and position.cowboys.get(node) == seat) for node in between):
                ends[end] = "sale" if end == TOWN else "move"
        return ends

    def cowboy(self, position: Position, node: str, die: int, seat: str) -> dict[str, str]:
        ends = {}
        owned = position.ranch_of.values()
        for path in self.paths([(node, None, 0)], die):
            *between, end = [step for step, _, _ in path[1:]]
            if len(path) != die + 1 or not all(step == TOWN or position.free(step) for step in between):
                continue
            if not self.facts.unowned_ranches_open and any(
                step != TOWN and self.region[step] not in owned for step in (*between, end)
            ):
                continue
            if kind := self.meets(position, node, end, seat):
                ends[end] = kind
        return ends

    def meets(self, position: Position, frm: str, end: str, seat: str) -> str | None:
        if end == TOWN:
            return "town" if self.rules.cowboy_may_stop_in_abilene and self.facts.cowboys_stop_in_town else None
        if end in position.cowboys:
            return "duel" if position.cowboys[end] != seat else None
        if end not in position.cows:
            return "move"
        home = position.ranch_of[seat]
        if self.region[end] == home:
            return None
        ranch = [cell for cell in self.region if self.region[cell] == home]
        possible = ranch if None in self.facts.stolen_cow_to else [cell for cell in ranch if cell in self.starts]
        return "theft" if any(position.free(cell) or cell == frm for cell in possible) else None


def scattered(layout: Layout, players: int, chance: random.Random) -> Position:
    """Return a random position with a random crowd, some of it in the town."""
    seats = dict(zip(("red", "blue", "green", "white"), chance.sample(layout.regions, players), strict=False))
    cells = list(layout.by_id)
    chance.shuffle(cells)
    cows = sorted(cells.pop() for _ in range(chance.randrange(5, 9 * players + 20)))
    cowboys = {cells.pop(): seat for seat in seats for _ in range(chance.randrange(1, 5))}
    town = {seat: 1 for seat in seats if chance.random() < 0.3}
    return Position(ranch_of=seats, cows=tuple(cows), cowboys=cowboys, town=town)


READINGS = [
    HouseRules(abilene_transit=transit, max_turn_angle=angle, cowboy_may_stop_in_abilene=stop)
    for transit in Transit
    for angle, stop in ((120, True), (60, False))
]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(len(READINGS)))
def test_tables_agree_with_a_slow_search_in_1993(seed: int) -> None:
    agree(reference_board("abilene-1993"), 3, READINGS[seed], FACTS_1993, [0, 2, 5], [1, 3, 4], seed)


@pytest.mark.thorough
@pytest.mark.parametrize("still_open", [True, False])
def test_tables_agree_with_a_slow_search_in_1983(still_open: bool) -> None:
    facts = replace(FACTS_1983, unowned_ranches_open=still_open)
    agree(reference_board("abilene-hexagames"), 2, HouseRules(), facts, [1, 3], [2, 5], 77)


def agree(
    layout: Layout, players: int, rules: HouseRules, facts: MovementFacts, cattle: list[int], dice: list[int], seed: int
) -> None:
    chance, slow = random.Random(seed), Slow(layout, rules, facts)
    for _ in range(6):
        position = scattered(layout, players, chance)
        check(layout, position)
        for seat in position.ranch_of:
            found = all_destinations(layout, position, seat, cattle, dice, rules, facts)
            assert len(found) >= len(dice)
            for (node, die), ends in found.items():
                search = slow.cow if node in position.cows else slow.cowboy
                assert ends == search(position, node, die, seat), (position, node, die, seat)
