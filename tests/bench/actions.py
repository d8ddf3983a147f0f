"""The actions of the measured players: pay each other a dollar in turn, or play turns of Abilene on the board."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.app.tables import Tables
from companion.core.messages import Command
from companion.games import registry
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.common.screens.boards import tapped
from companion.games.abilene.edition_1993.messages import RollDice
from companion.store.codec import Codec
from companion.store.log import Log
from tests.bench.crowd import Seated, payment

SEED = 1993
RULES = {"cowboy_dice_mandatory": False}
"""of the tables at which ``turns`` are played: nobody has to steal or to fight because nothing else is left"""

Actions = Iterator["Action"]


@dataclass(frozen=True)
class Action:
    """A request of a seat, and the number of the table after it."""

    seat: str
    seq: int
    path: str
    body: bytes
    headers: str = ""


def payments(table: Seated) -> Actions:
    """Yield payments of one dollar from each seat to the next, again and again."""
    seats = tuple(table.tokens)
    number = 0
    while True:
        path, body, headers = payment(table, number)
        yield Action(seats[number % len(seats)], table.seq + number + 1, path, body, headers)
        number += 1


def turns(database: Path, table: Seated) -> Actions:
    """Turn on the board without a sale: dice, steps of cattle, rides, and every end of a step.

    A copy of the file is played beside the box, so that every action is known before it is sent.
    """
    copy = database.with_suffix(".copy")
    shutil.copy(database, copy)
    with closing(Log(copy)) as log:
        tables, chance = Tables(log, registry()), random.Random(SEED)
        codec = Codec(tables.live(table.code).game)
        while True:
            seat, command = _next(tables, table.code, chance)
            seq = tables.act(table.code, seat, command)
            message = codec.write(command)
            body = json.dumps({"seat": seat, "kind": message.kind, "data": message.data, "id": f"turn-{seq}"})
            headers = f"Content-Type: application/json\r\nAuthorization: Bearer {table.tokens[seat]}\r\n"
            yield Action(seat, seq, f"/api/tables/{table.code}/actions", body.encode(), headers)


def _next(tables: Tables, code: str, chance: random.Random) -> tuple[str, Command]:
    live = tables.live(code)
    turn = live.table.play.turn
    if turn.step is Step.DICE:
        cow = tuple(chance.choices(COW_FACES, k=COW_DICE))
        return turn.seat, RollDice(cow, tuple(chance.choices(COWBOY_FACES, k=COWBOY_DICE)))
    board = live.game.page(live.table, turn.seat).board
    moves = [move for move in tapped(board.moves if board else None) if move[3] is MoveKind.MOVE]
    if not moves:
        return turn.seat, EndStep(turn.step)
    frm, die, to, _ = chance.choice(moves)
    return turn.seat, MoveCow(frm, to, die) if turn.step is Step.CATTLE else MoveCowboy(frm, to, die)
