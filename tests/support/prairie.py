"""A game night of the 1983 edition for tests: Ann plays prairie A and goes first, Bob B, Cid C.

Like ``tests.support.table``, whose gestures it shares; here the phones also keep fever notes.
"""

from __future__ import annotations

import random
from typing import Any

from companion.core.table.commands import SetRule, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, MoveCow, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1983.messages import OpenFever, RollTwoDice, SealFever, TurnSteer
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.rules.turn import seal_of
from companion.games.abilene.edition_1983.state import State1983
from companion.store.log import Log
from companion.store.rows import TableRow
from tests.support.abilene import ABILENE
from tests.support.table import ANN, BOB, CID, CODE, NAMES, AnyNight

__all__ = ["ANN", "BOB", "CID", "LAYOUT", "PrairieNight"]

LAYOUT = reference_board("abilene-hexagames")


class PrairieNight(AnyNight[State1983]):
    """Everybody's first three steers have the fever, in the order of the board."""

    def __init__(
        self, players: int = 3, level: Level = Level.BOARD, noted: bool = True, seed: int = 1983, **rules: Any
    ) -> None:
        newest = len(ABILENE["1983"].edition.former_rules)
        row = TableRow(CODE, "abilene", "1983", level.value, False, f"seed {seed}", 0.0, newest)
        super().__init__(Log(":memory:"), row, random.Random(seed))
        for name, ranch in zip(NAMES[:players], "ABC", strict=False):
            self.tables.act(CODE, None, TakeSeat(name, {"ranch": ranch}))
        for rule, value in rules.items():
            self.act(ANN, SetRule(rule, value))
        self.act(ANN, StartGame(ANN))
        for seat in self.table.ids if noted and level is Level.BOARD else ():
            self.act(seat, SealFever(self.notes(seat)))

    # --- fever --------------------------------------------------------------------------------

    def steers(self, seat: str) -> tuple[str, ...]:
        return LAYOUT.select(self.state.ranches[seat], Mark.COW_START)

    def has_fever(self, seat: str, steer: str) -> bool:
        return steer in self.steers(seat)[:3]

    def nonce(self, steer: str) -> str:
        return random.Random(f"note {steer}").randbytes(32).hex()

    def notes(self, seat: str) -> dict[str, str]:
        """Return the seals of what this seat's phone keeps."""
        return {
            steer: seal_of(CODE, seat, steer, self.has_fever(seat, steer), self.nonce(steer))
            for steer in self.steers(seat)
        }

    def open_note(self, seat: str, steer: str) -> None:
        """Do what the owner's phone does by itself when its steer is on sale and the votes lie open."""
        self.act(seat, OpenFever(steer, self.has_fever(seat, steer), self.nonce(steer)))

    # --- a turn -------------------------------------------------------------------------------

    def drive(self, frm: str, to: str) -> None:
        self.act(self.state.turn.seat, MoveCow(frm, to, 0))

    def two_dice(self, one: int, two: int) -> None:
        """End the step of the steers, then enter these dice."""
        if self.state.turn.step is Step.CATTLE:
            self.end(Step.CATTLE)
        self.act(self.state.turn.seat, RollTwoDice((one, two)))

    def next_turn(self) -> None:
        """Roll a pair of zeros and end the turn."""
        if self.state.turn.step is Step.TABLE:
            return self.end(Step.TABLE)
        self.two_dice(0, 0)
        return self.act(self.state.turn.seat, EndStep(Step.COWBOYS))

    def put(self, cows: tuple[str, ...] = (), gone: tuple[str, ...] = (), **cowboys: tuple[str, ...]) -> None:
        """Put steers there instead of elsewhere, and the cowboys of the named seats as given."""
        now = self.board
        kept = tuple(cow for cow in now.cows if cow not in gone)
        riders = {cell: seat for cell, seat in now.cowboys.items() if seat not in cowboys}
        riders |= {cell: seat for seat, cells in cowboys.items() for cell in cells}
        self.stand_like_that(self.state.turn.seat, ArrangeBoard((*kept, *cows), riders, {}, {}))

    # --- a sale -------------------------------------------------------------------------------

    def believe(self, *beliefs: Belief) -> None:
        """Seal for the voters in their order and all is revealed."""
        self.vote(*beliefs)

    def turn_over(self, fever: bool, owner: str | None = None) -> None:
        assert self.state.sale
        self.act(self.state.sale.seller, TurnSteer(fever, owner))
