"""Explaining a whole turn: two cows, three cowboys, thefts, duels, and turns that nothing explains.

Half of the positions come from random games, half are crowded on purpose: herds of twenty, all thirty cowboys within
reach. A third of the answers is the hardest kind, where everything has to be searched in vain. Thirteen questions are
pinned: the slowest that hunting through 85,000 and climbing from the slowest of them has found, ten of them for the
search before today's.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import median
from time import perf_counter

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import JAIL, MoveKind, all_destinations, loser_cells, theft_cells
from companion.games.abilene.common.board.position import Position, from_calc, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import born
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.camera.explain import explanations
from companion.games.abilene.edition_1983.camera.snapshot import JudgeContext, RemainingActions, Snapshot, TurnSoFar
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain
from companion.games.abilene.edition_1993.camera.objections import objection
from companion.games.abilene.edition_1993.house_rules import DEFAULTS
from tests.bench.bench_moves import abilene_turns
from tests.bench.length import Length
from tests.bench.rows import Rows, row

CROWDED, PER_POSITION = 200, 3
HARDEST = Path(__file__).parents[1] / "data" / "explain_hardest.jsonl"
LIMIT = 50.0
"""Milliseconds that a whole turn may take."""
OBJECTION_LIMIT = 30.0
"""Milliseconds in which the reason is found why a turn cannot have gone like that."""

Question = tuple[Position, Position, TurnContext]


def run(length: Length) -> Rows:
    """Return the milliseconds per question, the tables of paths filled by a first round."""
    layout, chance = reference_board("abilene-1993"), random.Random(2026)
    asked = [*hardest(), *questions(layout, chance, length.of(CROWDED, 40, 1))]
    first = [_seconds(layout, question) for question in asked]
    answers = [explain(layout, *question) is not None for question in asked]
    illegal = [question for question, answered in zip(asked, answers, strict=True) if not answered]
    objected = [min(_seconds_to_object(layout, question) for _ in range(2)) * 1000 for question in illegal]
    taken = [min(_seconds(layout, question) for _ in range(3)) * 1000 for question in asked]
    return {
        "explain a whole turn, p50": row(median(taken), "ms"),
        "explain a whole turn, max": row(max(taken), "ms", target=f"<= {LIMIT:g}"),
        "explain a whole turn, max while the tables fill": row(max(first) * 1000, "ms", target=f"<= {LIMIT:g}"),
        "explain a whole turn of 1983": row(
            min(_prairie_turn() for _ in range(5)) * 1000, "ms", target=f"<= {LIMIT:g}"
        ),
        "judge a turn that nothing explains, p50": row(median(objected), "ms"),
        "judge a turn that nothing explains, max": row(max(objected), "ms", target=f"<= {OBJECTION_LIMIT:g}"),
        "explain a whole turn, questions": row(len(asked), "turns"),
        "explain a whole turn, of these explained": row(sum(answers), "turns"),
    }


def _seconds(layout: Layout, question: Question) -> float:
    start = perf_counter()
    explain(layout, *question)
    return perf_counter() - start


def _seconds_to_object(layout: Layout, question: Question) -> float:
    start = perf_counter()
    assert objection(layout, *question)
    return perf_counter() - start


def _prairie_turn() -> float:
    """Return the seconds for three steers and two rides at once: as many orders as a turn of 1983 has."""
    layout = reference_board("abilene-hexagames")
    context = JudgeContext(layout, {letter: letter for letter in "ABC"}, SteerRules())
    start = setup(layout, context.colours)
    snapshot = Snapshot(start, context.figures(start, born(layout, start)))
    seen = dict(snapshot.kinds)
    for frm, to in (("A5-1", "A4-0"), ("A5-2", "A6-2"), ("A5-9", "A6-10"), ("A3-1", "A3-0"), ("A3-3", "A4-4")):
        seen[to] = seen.pop(frm)
    begun = perf_counter()
    assert explanations(TurnSoFar(context, snapshot, RemainingActions("A", Step.CATTLE, 3, (1, 1), ended=True)), seen)
    return perf_counter() - begun


def hardest() -> list[Question]:
    """Return the pinned questions."""
    lines = map(json.loads, HARDEST.read_text().splitlines())
    return [
        (
            from_calc(line["before"]),
            from_calc(line["after"]),
            TurnContext(line["seat"], tuple(line["cow_dice"]), tuple(line["cowboy_dice"])),
        )
        for line in lines
    ]


def questions(layout: Layout, chance: random.Random, crowded: int) -> list[Question]:
    """Return legal turns, the same with one figure elsewhere, and the same with other dice."""
    begun = [
        (position, TurnContext(seat, tuple(cattle), tuple(dark)))
        for position, seat, cattle, dark in abilene_turns(layout)
    ]
    found = []
    for before, turn in [*begun[:crowded], *[crowd(layout, chance) for _ in range(crowded)]]:
        for _ in range(PER_POSITION):
            after = played(layout, before, turn, chance)
            found.append((before, after, turn))
            found.append((before, disturbed(layout, after, chance), turn))
            cattle, dark = [chance.randrange(6) for _ in range(2)], [chance.randrange(1, 5) for _ in range(3)]
            found.append((before, after, TurnContext(turn.seat, tuple(cattle), tuple(dark))))
    return found


def crowd(layout: Layout, chance: random.Random) -> tuple[Position, TurnContext]:
    """Return a herd of up to twenty, foreign cows and thirty cowboys round the town, high dice."""
    seats = dict(zip(("s1", "s2", "s3", "s4", "s5", "s6"), layout.regions, strict=True))
    cells = sorted(layout.by_id, key=lambda cell: (layout.by_id[cell].r ** 2 + layout.by_id[cell].q ** 2, cell))
    near = chance.sample(cells[: chance.choice([60, 100, len(cells)])], 40)
    cowboys = {near.pop(): f"s{number % 6 + 1}" for number in range(chance.choice([18, 30]))}
    left = [cell for cell in cells if cell not in cowboys]
    home = [cell for cell in left if layout.by_id[cell].region == "A"]
    cows = {*chance.sample(home, min(len(home), chance.randrange(6, 21))), *chance.sample(left, 30)}
    dice = TurnContext("s1", tuple(chance.choices(range(1, 6), k=2)), tuple(chance.choices((2, 3, 4), k=3)))
    return Position(seats, tuple(sorted(cows)), cowboys), dice


def played(layout: Layout, position: Position, turn: TurnContext, chance: random.Random) -> Position:
    """Return the position after a legal turn, mostly of thefts and duels, won by either side; every usable die is
    used.
    """
    seat, moved = turn.seat, list[str]()
    for die in turn.cow_dice:
        legal = all_destinations(layout, position, seat, [die], [], DEFAULTS)
        ends = [(cow, end) for (cow, _), found in legal.items() if cow not in moved for end in found]
        if ends:
            cow, end = chance.choice(ends)
            position = position.move_cow(cow, end)
            moved.append(end)
    ridden: list[str] = []
    left = chance.sample(turn.cowboy_dice, len(turn.cowboy_dice))
    while rides := _rides(layout, position, seat, left, ridden):
        liking = [{MoveKind.THEFT: 5, MoveKind.DUEL: 5}.get(kind, 1) for *_, kind in rides]
        node, die, end, kind = chance.choices(rides, liking)[0]
        left.remove(die)
        position, place = ride(layout, position, seat, node, end, kind, chance)
        ridden += [] if place == JAIL else [place]
    return position


def _rides(
    layout: Layout, position: Position, seat: str, dice: list[int], ridden: list[str]
) -> list[tuple[str, int, str, MoveKind]]:
    legal = all_destinations(layout, position, seat, [], dice, DEFAULTS)
    unmoved = {node for node in position.cowboys_of(seat) if position.cowboys_of(seat).count(node) > ridden.count(node)}
    return [
        (node, die, end, kind) for (node, die), found in legal.items() if node in unmoved for end, kind in found.items()
    ]


def ride(
    layout: Layout, position: Position, seat: str, node: str, end: str, kind: MoveKind, chance: random.Random
) -> tuple[Position, str]:
    """Return the position after a ride and its consequences, and the place of the rider."""
    match kind:
        case MoveKind.THEFT:
            away = position.remove_cow(end).move_cowboy(seat, node, end)
            return away.place_cow(chance.choice(theft_cells(layout, away, seat))), end
        case MoveKind.DUEL:
            foe = position.cowboys[end]
            if chance.random() < 0.5:
                to = chance.choice(loser_cells(layout, position, end, seat, foe, node))
                lifted = position.remove_cowboy(seat, node)
                return sent(lifted, foe, end, to).place_cowboy(seat, end), end
            to = chance.choice(loser_cells(layout, position, end, foe, seat, node))
            return sent(position, seat, node, to), to
        case _:
            return position.move_cowboy(seat, node, end), end


def sent(position: Position, loser: str, frm: str, to: str) -> Position:
    """Return the position with the loser of a duel in jail, or on a cell of his ranch."""
    return position.to_jail(loser, frm) if to == JAIL else position.move_cowboy(loser, frm, to)


def disturbed(layout: Layout, position: Position, chance: random.Random) -> Position:
    """Return the position with one of its figures elsewhere."""
    free = [cell for cell in layout.by_id if position.free(cell)]
    if chance.random() < 0.4:
        return position.remove_cow(chance.choice(position.cows)).place_cow(chance.choice(free))
    cell = chance.choice(sorted(cell for cell in position.cowboys))
    return position.move_cowboy(position.cowboys[cell], cell, chance.choice(free))
