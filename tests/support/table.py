"""A game night for tests: players by name round a table in memory, so that a test reads like its report.

Nothing here knows a rule: every step goes through ``Tables.act``, the door that phones use, and where the
table must agree, ``agree`` is what the others tap.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from companion.core.errors import IllegalMove
from companion.core.messages import Command
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import EnterVotes
from companion.core.table.commands import AllowAnyway, CorrectBooks, SetRule, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, Step
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.messages import RollDice, ShowSticker
from companion.games.abilene.edition_1993.state import State1993
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.testing import Evening
from tests.support.abilene import ABILENE

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
RANCHES = {3: "ACE", 4: "ABDE", 5: "ABCDE", 6: "ABCDEF"}
"""Ranches that may be played together (rules 1993 §3.1)."""

ANN, BOB, CID, DAN, EVE, FAY = (f"s{number}" for number in range(1, 7))
CODE = "TEST"


S = TypeVar("S", bound=State)


class AnyNight(Evening, Generic[S]):
    """A table of Abilene in any edition."""

    code = CODE

    # --- what there is to see -----------------------------------------------------------------

    @property
    def state(self) -> S:
        state = self.table.play
        assert isinstance(state, State)
        return cast(S, state)

    @property
    def board(self) -> Position:
        position = self.state.position
        assert position is not None
        return position

    @property
    def turn(self) -> tuple[str, Step]:
        return self.state.turn.seat, self.state.turn.step

    def cash(self, *seats: str) -> tuple[int, ...]:
        return tuple(self.table.accounts[seat] for seat in seats or self.table.ids)

    # --- what players do ----------------------------------------------------------------------

    def roll(self, cow: tuple[int, int] = (0, 0), cowboy: tuple[int, int, int] = (1, 1, 1)) -> None:
        """Enter the active player's dice; nothing but zeros and ones by default."""
        self.act(self.state.turn.seat, RollDice(cow, cowboy))

    def end(self, *steps: Step) -> None:
        for step in steps:
            self.act(self.state.turn.seat, EndStep(step))

    def hand(self, seat: str, dollars: int) -> None:
        """Correct the books until the seat has just this much."""
        more = dollars - self.table.accounts[seat]
        if more > 0:
            self.together(seat, CorrectBooks(BANK, seat, more, "for the test"))
        elif more < 0:
            self.together(seat, CorrectBooks(seat, BANK, -more, "for the test"))

    def arrange(
        self,
        cows: Mapping[str, tuple[str, ...]] | None = None,
        cowboys: Mapping[str, tuple[str, ...]] | None = None,
        town: Mapping[str, int] | None = None,
        jail: Mapping[str, int] | None = None,
    ) -> None:
        """Arrange the figures of the named ranches (cows) and seats (cowboys) as given, the others stay as they are."""
        now = self.board
        kept = [cow for cow in now.cows if cow[0] not in (cows or {})]
        moved = [cow for there in (cows or {}).values() for cow in there]
        unmoved = {cell: seat for cell, seat in now.cowboys.items() if seat not in (cowboys or {})}
        placed = {cell: seat for seat, cells in (cowboys or {}).items() for cell in cells}
        command = ArrangeBoard(
            (*kept, *moved),
            {**unmoved, **placed},
            dict(now.town if town is None else town),
            dict(now.jail if jail is None else jail),
        )
        self.stand_like_that(self.state.turn.seat, command)

    def stand_like_that(self, seat: str, command: ArrangeBoard) -> None:
        """Arrange the figures so; where some have left the game for the test, the others allow it."""
        try:
            self.together(seat, command)
        except IllegalMove:
            self.together(seat, AllowAnyway(self.tables.live(self.code).codec.write(command)))

    def happened(self, seat: str, *commands: Command) -> None:
        """Record events of the table at the level *bank*; the others allow those that a turn cannot bring."""
        for command in commands:
            try:
                self.act(seat, command)
            except IllegalMove:
                self.together(seat, AllowAnyway(self.tables.live(self.code).codec.write(command)))

    # --- a sale -------------------------------------------------------------------------------

    def cards_on_the_table(self, seat: str, *cards: str) -> None:
        """Type the cards of the table at one seat; a second one still has to confirm them."""
        self.act(seat, EnterVotes(self.ballot.id, dict(zip(self.ballot.voters, cards, strict=True))))


class Night(AnyNight[State1993]):
    """Ann plays ranch A and brand A and goes first; the others follow in order."""

    def __init__(
        self,
        players: int = 4,
        level: Level = Level.BOARD,
        start: bool = True,
        seed: int = 1993,
        path: Path | str = ":memory:",
        defaults: int = len(ABILENE["1993"].edition.former_rules),
        **rules: Any,
    ) -> None:
        row = TableRow(CODE, "abilene", "1993", level.value, False, f"seed {seed}", 0.0, defaults)
        super().__init__(Log(path), row, random.Random(seed))
        for name, ranch, brand in zip(NAMES, RANCHES[players], "ABCDEF", strict=False):
            self.tables.act(CODE, None, TakeSeat(name, {"ranch": ranch, "brand": brand}))
        for rule, value in rules.items():
            self.act(ANN, SetRule(rule, value))
        if start:
            self.act(ANN, StartGame(ANN))

    def show(self, brand: str | None, value: int) -> None:
        """Turn the seller's cow over."""
        sale = self.state.sale
        assert sale is not None
        self.act(sale.seller, ShowSticker(brand, value))
