"""Legal destinations beside python-chess' legal moves: random reachable positions of both games, interleaved.

A unit of work is the same for both: a fresh position, all legal moves of the side to move, as a list or dict.
"""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import MoveKind, all_destinations, loser_cells, theft_cells
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.bench.length import Length

if TYPE_CHECKING:
    import chess

CATTLE, COWBOYS = (0, 1, 2, 3, 4, 5), (1, 1, 2, 2, 3, 4)
POSITIONS, ROUNDS = 200, 15

Turn = tuple[Position, str, list[int], list[int]]
Row = dict[str, float | str | None]


def run(length: Length = Length.FULL) -> dict[str, Row]:
    """Return the microseconds per turn and per destination, and the ratio to python-chess per move."""
    layout = reference_board("abilene-1993")
    turns, boards = abilene_turns(layout), chess_boards()
    legal = [all_destinations(layout, *turn) for turn in turns]  # fills the tables
    ends = sum(len(found) for turn in legal for found in turn.values())
    moves = sum(len(list(board.legal_moves)) for board in boards)
    box_times: list[float] = []
    chess_times: list[float] = []
    for _ in range(length.of(ROUNDS, ROUNDS, 1)):
        start = perf_counter()
        for turn in turns:
            all_destinations(layout, *turn)
        middle = perf_counter()
        for board in boards:
            list(board.legal_moves)
        box_times.append(middle - start)
        chess_times.append(perf_counter() - middle)
    per_end, per_move = median(box_times) / ends * 1e6, median(chess_times) / moves * 1e6
    chess_row = "python-chess, per legal move"
    return {
        "legal destinations, per turn": _row(median(box_times) / len(turns) * 1e6),
        "legal destinations, per destination": _row(per_end, chess_row, per_end / per_move, "<= 1"),
        chess_row: _row(per_move),
        "legal destinations, destinations per turn": _row(ends / len(turns), unit="destinations"),
    }


def _row(
    value: float, ratio_to: str | None = None, ratio: float | None = None, target: str | None = None, unit: str = "us"
) -> Row:
    return {"value": value, "unit": unit, "ratio_to": ratio_to, "ratio": ratio, "target": target}


def abilene_turns(layout: Layout) -> list[Turn]:
    """Return the start of turns along random games of four, with the five dice just rolled."""
    chance = random.Random(1993)
    turns: list[Turn] = []
    while len(turns) < POSITIONS:
        position = setup(layout, {"s1": "A", "s2": "B", "s3": "D", "s4": "E"})
        for number in range(chance.randrange(40)):
            position = play(layout, position, f"s{number % 4 + 1}", chance)
        turns.append((position, f"s{chance.randrange(4) + 1}", *roll(chance)))
    return turns


def roll(chance: random.Random) -> tuple[list[int], list[int]]:
    """Return two cattle dice and three cowboy dice."""
    return [chance.choice(CATTLE) for _ in range(2)], [chance.choice(COWBOYS) for _ in range(3)]


def play(layout: Layout, position: Position, seat: str, chance: random.Random) -> Position:
    """Play a turn of random legal moves, each figure at most once; the sold cows leave at its end."""
    moved: set[str] = set()
    cattle, cowboys = roll(chance)
    for cow_dice, cowboy_dice in [([die], []) for die in cattle] + [([], [die]) for die in cowboys]:
        legal = all_destinations(layout, position, seat, cow_dice, cowboy_dice)
        choices = [
            (frm, end, kind) for (frm, _), found in legal.items() if frm not in moved for end, kind in found.items()
        ]
        if choices:
            frm, end, kind = chance.choice(sorted(choices))
            position = move(layout, position, seat, frm, end, kind, chance)
            moved.add(end)
    while position.corral:
        position = position.sell_cow()
    return position


def move(
    layout: Layout, position: Position, seat: str, frm: str, end: str, kind: MoveKind, chance: random.Random
) -> Position:
    """Make one move with its consequences; attackers win every duel."""
    match kind:
        case MoveKind.THEFT:
            away = position.remove_cow(end).move_cowboy(seat, frm, end)
            return away.place_cow(chance.choice(theft_cells(layout, away, seat)))
        case MoveKind.DUEL:
            loser = position.cowboys[end]
            to = chance.choice(loser_cells(layout, position, end, seat, loser, frm))
            if to == "jail":
                return position.to_jail(loser, end).move_cowboy(seat, frm, end)
            return position.remove_cowboy(loser, end).move_cowboy(seat, frm, end).place_cowboy(loser, to)
        case _ if frm in position.cows:
            return position.move_cow(frm, end)
        case _:
            return position.move_cowboy(seat, frm, end)


def chess_boards() -> list[chess.Board]:
    """Return positions along random games of chess that are not over."""
    import chess  # only benchmarks have it installed

    chance = random.Random(64)
    boards: list[chess.Board] = []
    while len(boards) < POSITIONS:
        board = chess.Board()
        for _ in range(chance.randrange(80)):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
        if not board.is_game_over():
            boards.append(board)
    return boards


if __name__ == "__main__":
    for name, row in run().items():
        print(f"{name:45} {row['value']:10.3f} {row['unit']:13} ratio {row['ratio']} target {row['target']}")
