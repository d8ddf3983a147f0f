"""Explaining a turn, against a search that plays every turn there is on small boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.boards.layout import Cell, Lattice, Layout, hub_among
from companion.core.table.events import RuleWaived
from companion.games.abilene.common.board.movement import JAIL, MoveKind, destinations, loser_cells, theft_cells
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.position import Position, check, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.move_sequences import Move, MoveSequence, canonical_key
from companion.games.abilene.common.house_rules import Transit
from companion.games.abilene.common.messages import Step, StepEnded
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.camera.cowboy_search import CowboySearch
from companion.games.abilene.edition_1993.camera.explain import CattleSearch, TurnContext, explain, explanations
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.testing.replay import played
from tests.bench import bench_explain
from tests.games.abilene.common.board.test_movement_brute_force import Slow
from tests.support.recordings import RECORDED

Moved = tuple[str, ...]
Senses = dict[Position, set[frozenset[tuple[object, ...]]]]


def small_board(rings: int, letters: str, chance: random.Random) -> Layout:
    """Return rings of hexagons around a town of seven, the ranches sectors, the printed flags drawn by lot."""
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
    hub = hub_among(Lattice.HEX, TOWN, ((0, 0), *Lattice.HEX.steps), cells)
    return Layout(f"small {rings} {letters}", Lattice.HEX, 18.0, tuple(cells), hub)


class Played:
    """Every turn there is: paths walked hexagon by hexagon, consequences spelt out from the rules."""

    def __init__(self, layout: Layout, rules: HouseRules) -> None:
        self.layout, self.rules, self.slow = layout, rules, Slow(layout, rules, FACTS_1993)
        self.walked: dict[tuple[str, int], set[tuple[str, ...]]] = {}

    def walks(self, node: str, die: int) -> set[tuple[str, ...]]:
        """Return the nodes after the first of every path of 1 to ``die`` steps."""
        if (node, die) not in self.walked:
            found = self.slow.paths([(node, None, 0)], die)
            self.walked[node, die] = {tuple(leg[0] for leg in path[1:]) for path in found}
        return self.walked[node, die]

    def turns(self, before: Position, context: TurnContext) -> Senses:
        """Return all positions in which the turn can end, with the actions that may lead there."""
        found: Senses = {}
        for between, driven in self.cattle(before, context.seat, context.cow_dice, ()):
            for after, ridden in self.cowboys(between, context, context.cowboy_dice, ()):
                found.setdefault(after, set()).add(canonical_key((*driven, *ridden)))
        return found

    def cattle(
        self, here: Position, seat: str, dice: tuple[int, ...], moved: Moved
    ) -> Iterator[tuple[Position, MoveSequence]]:
        yield here, ()
        for index, die in enumerate(dice):
            for cow in here.herd(self.layout, seat):
                if cow not in moved:
                    for end in self.cow_ends(here, cow, die, seat):
                        move = Move("cow", cow, end, die, MoveKind.SALE if end == TOWN else MoveKind.MOVE)
                        rest = dice[:index] + dice[index + 1 :]
                        for after, sequence in self.cattle(here.move_cow(cow, end), seat, rest, (*moved, end)):
                            yield after, (move, *sequence)

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
        self, here: Position, context: TurnContext, dice: tuple[int, ...], moved: Moved
    ) -> Iterator[tuple[Position, MoveSequence]]:
        riders = sorted((Counter(here.cowboys_of(context.seat)) - Counter(moved)).keys())
        rides = [
            (index, rider, end, kind)
            for index, die in enumerate(dice)
            for rider in riders
            for end, kind in self.cowboy_ends(here, rider, die, context.seat).items()
        ]
        if not rides or not (self.rules.cowboy_dice_mandatory and context.ended):
            yield here, ()
        for index, rider, end, kind in rides:
            move = Move("cowboy", rider, end, dice[index], MoveKind(kind))
            rest = dice[:index] + dice[index + 1 :]
            for result, after, place in self.outcomes(here, context.seat, move):
                now = moved if place is None else (*moved, place)
                for last, sequence in self.cowboys(after, context, rest, now):
                    yield last, (result, *sequence)

    def cowboy_ends(self, here: Position, rider: str, die: int, seat: str) -> dict[str, str]:
        return {
            walk[-1]: kind
            for walk in self.walks(rider, die)
            if len(walk) == die
            and all(node == TOWN or here.free(node) for node in walk[:-1])
            and (kind := self.slow.meets(here, rider, walk[-1], seat))
        }

    def outcomes(self, here: Position, seat: str, move: Move) -> Iterator[tuple[Move, Position, str | None]]:
        """Yield what follows from a ride, the position then, and where the rider stands (None: in jail)."""
        lifted, region, end = here.remove_cowboy(seat, move.frm), self.slow.region, move.to
        match move.what:
            case MoveKind.MOVE | MoveKind.TOWN:
                yield move, lifted.place_cowboy(seat, end), end
            case MoveKind.THEFT:
                ranch = here.ranch_of[seat]
                victim = next((who for who, ranch in here.ranch_of.items() if ranch == region[end]), "")
                for cell in self.free(lifted, ranch, [Mark.COW_START, Mark.OUTER_EDGE, None]):
                    after = lifted.remove_cow(end).place_cow(cell).place_cowboy(seat, end)
                    yield move._replace(other=victim, placed=cell), after, end
            case MoveKind.DUEL:
                foe = here.cowboys[end]
                for cell in self.after_duel(lifted, end, seat, foe):
                    whole = move._replace(other=foe, winner=seat, placed=cell)
                    yield whole, _sent(lifted.remove_cowboy(foe, end), foe, cell).place_cowboy(seat, end), end
                for cell in self.after_duel(lifted, end, foe, seat):
                    whole = move._replace(other=foe, winner=foe, placed=cell)
                    yield whole, _sent(lifted, seat, cell), None if cell == JAIL else cell

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
    """Return a few figures at random, more of them than not close to each other."""
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


def questions(seed: int) -> tuple[Layout, HouseRules, Position, TurnContext, random.Random]:
    """Return a small board, a reading of the rules, a crowd and a throw."""
    chance = random.Random(seed)
    cow_dice, cowboy_dice = SIZES[seed % len(SIZES)]
    layout = small_board(3 if seed % 2 else 2, chance.choice(["ABC", "ABCDEF", "AB"]), chance)
    position = scattered(layout, chance, 3, 2)
    check(layout, position)
    return layout, READINGS[seed % len(READINGS)], position, TurnContext("me", cow_dice, cowboy_dice), chance


def disturbed(layout: Layout, position: Position, chance: random.Random) -> Position:
    """Return the position with one figure elsewhere: mostly illegal, sometimes by chance legal."""
    free = [cell for cell in layout.by_id if position.free(cell)]
    if chance.random() < 0.4 and position.cows:
        return position.remove_cow(chance.choice(position.cows)).place_cow(chance.choice(free))
    cell = chance.choice(sorted(position.cowboys))
    return position.move_cowboy(position.cowboys[cell], cell, chance.choice(free))


def disagreement(seed: int) -> str | None:
    """Return the first position of a small board on which ``explain`` and the search through all turns do not agree."""
    layout, rules, before, context, chance = questions(seed)
    reachable = Played(layout, rules).turns(before, context)
    ends = sorted(reachable, key=repr)
    for after in chance.sample(ends, min(60, len(ends))):
        found = explanations(layout, before, after, context, rules, limit=100_000)
        if {canonical_key(sequence) for sequence in found} != reachable[after]:
            return f"seed {seed}: {before} to {after}"
        other = disturbed(layout, after, chance)
        if (explain(layout, before, other, context, rules) is not None) != (other in reachable):
            return f"seed {seed}: {before} to {other}"
    return None


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(60))
def test_a_position_is_explained_exactly_when_the_turn_can_end_there(seed: int) -> None:
    assert disagreement(seed) is None


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(60, 2000))
def test_it_is_so_on_many_more_boards(seed: int) -> None:
    assert disagreement(seed) is None


def nothing(*_: object) -> Iterator[object]:
    """Return what a broken search finds."""
    return iter(())


BROKEN = {
    "no cow moves": (CattleSearch, "_moves", nothing),
    "nobody loses a duel he began": (CowboySearch, "_lost", nothing),
    "nobody wins a duel": (CowboySearch, "_won", nothing),
    "no dice are compulsory": (CowboySearch, "_may_ride", lambda *_: False),
    "all dice are compulsory": (CowboySearch, "_may_ride", lambda *_: True),
    "a stolen cow goes anywhere": (CowboySearch, "_first_free", lambda rides, seat, taken, _: rides.view.home & ~taken),
    "everybody must ride": (CowboySearch, "_must_ride", lambda *_: 3),
    "nothing is possible": (CowboySearch, "possible", lambda *_: False),
}


@pytest.mark.thorough
@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_search_does_not_agree(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    owner, name, variant = BROKEN[fault]
    monkeypatch.setattr(owner, name, variant)
    assert any(disagreement(seed) for seed in range(24))


BOARD = reference_board("abilene-1993")


def position_after(
    layout: Layout, position: Position, sequence: MoveSequence, context: TurnContext, rules: HouseRules
) -> Position:
    """Return the position after the sequence, every move of which the tables of the game itself must allow."""
    ridden: list[str] = []
    for move in sequence:
        legal = destinations(layout, position, move.frm, move.die, context.seat, rules)
        assert legal[move.to] is move.what
        if move.piece == "cow":
            position = position.move_cow(move.frm, move.to)
            continue
        assert Counter(position.cowboys_of(context.seat))[move.frm] > ridden.count(move.frm)
        loser = move.other if move.winner == context.seat else context.seat
        lifted = position.remove_cowboy(context.seat, move.frm)
        if move.what is MoveKind.THEFT:
            assert move.placed in theft_cells(layout, lifted, context.seat)
            position = lifted.remove_cow(move.to).place_cow(move.placed).place_cowboy(context.seat, move.to)
        elif move.what is MoveKind.DUEL:
            assert move.placed in loser_cells(layout, lifted, move.to, move.winner, loser)
            if loser == move.other:
                position = _sent(lifted.remove_cowboy(loser, move.to), loser, move.placed)
                position = position.place_cowboy(context.seat, move.to)
            else:
                position = _sent(lifted, loser, move.placed)
        else:
            position = lifted.place_cowboy(context.seat, move.to)
        ridden.append(move.placed if loser == context.seat and move.what is MoveKind.DUEL else move.to)
    return position


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_every_turn_of_players_on_the_real_board_is_explained_by_moves_that_lead_there(seed: int) -> None:
    chance, kinds = random.Random(seed), set[tuple[MoveKind, bool]]()
    for _ in range(60):
        before, context = bench_explain.crowd(BOARD, chance)
        after = bench_explain.played(BOARD, before, context, chance)
        sequence = explain(BOARD, before, after, context)
        assert sequence is not None, (seed, before, after, context)
        assert position_after(BOARD, before, sequence, context, HouseRules()) == after
        kinds |= {(move.what, move.winner == context.seat) for move in sequence}
    assert {(MoveKind.THEFT, False), (MoveKind.DUEL, True), (MoveKind.DUEL, False), (MoveKind.MOVE, False)} <= kinds


@pytest.mark.thorough
def test_a_turn_seen_in_pieces_is_explained_piece_by_piece() -> None:
    chance = random.Random(7)
    for _ in range(60):
        position, whole = bench_explain.crowd(BOARD, chance)
        sequence = explain(BOARD, position, bench_explain.played(BOARD, position, whole, chance), whole)
        assert sequence
        context = replace(whole, ended=False)
        for move in sequence:
            after = position_after(BOARD, position, (move,), context, HouseRules())
            assert any(
                canonical_key((move,)) == canonical_key(way)
                for way in explanations(BOARD, position, after, context, limit=100)
            )
            position, context = after, spent(context, move)
        assert explain(BOARD, position, position, replace(context, ended=True)) == ()


def spent(context: TurnContext, move: Move) -> TurnContext:
    """Return what is left of the throw after one move."""
    if move.piece == "cow":
        dice = list(context.cow_dice)
        dice.remove(move.die)
        return replace(context, cow_dice=tuple(dice), moved=(*context.moved, move.to))
    dice = list(context.cowboy_dice)
    dice.remove(move.die)
    place = move.placed if move.winner == move.other != "" else move.to
    moved = context.moved if place == JAIL else (*context.moved, place)
    return replace(context, cowboy_dice=tuple(dice), moved=moved)


def test_a_cow_or_cowboy_that_has_moved_moves_no_more() -> None:
    start = setup(BOARD, {"s1": "A", "s2": "C", "s3": "E"})
    cow, cowboy = start.move_cow("A6-0", "A7-1"), start.move_cowboy("s1", "A4-1", "A4-0")
    assert explain(BOARD, start, cow, TurnContext("s1", (5, 5), (), ended=False))
    assert explain(BOARD, start, cow, TurnContext("s1", (5, 5), (), ("A6-0",), ended=False)) is None
    assert explain(BOARD, start, cowboy, TurnContext("s1", (), (1,)))
    assert explain(BOARD, start, cowboy, TurnContext("s1", (), (1,), ("A4-1",))) is None


def test_the_simplest_way_comes_first() -> None:
    start = setup(BOARD, {"s1": "A", "s2": "C", "s3": "E"})
    after = start.move_cow("A5-3", TOWN)
    ways = explanations(BOARD, start, after, TurnContext("s1", (4, 2), (), ended=False))
    assert [move.frm for move in ways[0]] == ["A5-3"]
    assert [len(way) for way in ways] == sorted(len(way) for way in ways)


def test_nothing_explains_a_figure_too_many_or_another_player_s_ranch() -> None:
    start, context = setup(BOARD, {"s1": "A", "s2": "C", "s3": "E"}), TurnContext("s1", (5, 5), (), ended=False)
    assert explain(BOARD, start, start, context) == ()
    for wrong in (
        start.place_cow("A7-0"),
        start.remove_cow("C6-0"),
        start.remove_cowboy("s2", "C4-1"),
        start.to_jail("s2", "C4-1"),
        start.move_cow("C6-0", "C7-0"),
        replace(start, ranch_of={"s1": "A", "s2": "C", "s3": "F"}),
        replace(start, waiting={"s1": 1}),
    ):
        assert explain(BOARD, start, wrong, context) is None
    assert explain(BOARD, start, start, replace(context, seat="s9")) is None


def recorded_turns(path: Path) -> Iterator[tuple[Position, Position, TurnContext, HouseRules]]:
    """Yield the board before the cattle step and after the cowboy step of every turn of a recorded game."""
    game = played(path)
    before, begun, allowed = game.beginning, dict[int, Position](), set[int]()
    for record, table in game.tables:
        state: State | None = before.play
        if isinstance(record.event, RuleWaived) and state:
            allowed.add(state.turn.number)
        if isinstance(record.event, StepEnded) and record.event.step is Step.COWBOYS and state:
            turn = state.turn
            if state.position and turn.number in begun and turn.number not in allowed:
                context = TurnContext(turn.seat, turn.cow_dice, turn.cowboy_dice)
                yield begun[turn.number], state.position, context, before.rules
        now: State | None = table.play
        if now and now.position and now.turn.step is Step.CATTLE and not now.turn.used_cow:
            begun[now.turn.number] = now.position
        before = table


ON_THE_BOARD = [path for path in RECORDED if "board" in path.stem and played(path).head["edition"] == "1993"]


@pytest.mark.parametrize("path", ON_THE_BOARD, ids=lambda path: path.stem)
def test_every_turn_of_a_recorded_game_is_explained(path: Path) -> None:
    turns = list(recorded_turns(path))
    assert len(turns) >= 5
    for before, after, context, rules in turns:
        sequence = explain(BOARD, before, after, context, rules)
        assert sequence is not None, (before, after, context)
        assert position_after(BOARD, before, sequence, context, rules) == after
