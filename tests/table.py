"""A game night for tests: players by name round a table in memory, so that a test reads like its report.

Nothing here knows a rule: every step goes through ``Tables.act``, the door that phones use, and where the
table must agree, ``agree`` is what the others tap.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Self, TypeVar, cast

import pytest

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command, Event
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import Ballot, EnterVotes, Opening, SealVote, commitment
from companion.core.table.table import Level, Phase, Table
from companion.core.table.table_messages import Agree, CorrectBooks, SetRule, StartGame, TakeSeat, Undo
from companion.core.text import Kept
from companion.games import registry
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, Step
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.messages import RollDice, ShowSticker
from companion.games.abilene.edition_1993.state import State1993
from companion.store.log import Log, TableRow
from tests.abilene import ABILENE

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
RANCHES = {3: "ACE", 4: "ABDE", 5: "ABCDE", 6: "ABCDEF"}
"""Ranches that may be played together (rules 1993 §3.1)."""

ANN, BOB, CID, DAN, EVE, FAY = (f"s{number}" for number in range(1, 7))
CODE = "TEST"


S = TypeVar("S", bound=State)


class AnyNight(Generic[S]):
    """A table of Abilene in any edition: what there is to see, and what players do."""

    log: Log
    chance: random.Random
    now: float
    tables: Tables

    def _clock(self) -> float:
        self.now += 1.0
        return self.now

    def restarted(self) -> Self:
        """The same night after the box was switched off and on again."""
        self.tables = Tables(self.log, registry(), clock=self._clock, chance=self.chance)
        return self

    # --- what there is to see -----------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

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
    def ballot(self) -> Ballot:
        ballot = self.table.ballot
        assert ballot is not None
        return ballot

    @property
    def turn(self) -> tuple[str, Step]:
        return self.state.turn.seat, self.state.turn.step

    def is_over(self) -> bool:
        return self.table.phase is Phase.OVER

    def cash(self, *seats: str) -> tuple[int, ...]:
        return tuple(self.table.accounts[seat] for seat in seats or self.table.ids)

    def events(self, kind: type[Event] | None = None) -> list[Any]:
        """Everything that happened, or only events of one kind."""
        found = [stored.record.event for stored in self.tables.history(CODE)]
        return [event for event in found if kind is None or isinstance(event, kind)]

    def report(self) -> list[str]:
        """The public log in English."""
        sentences = self.tables.sentences(self.tables.live(CODE))
        return [str(line) for event in self.events() if (line := sentences.event(event)) is not None]

    def told(self, kept: Kept) -> str:
        """What a fact says, in English."""
        return str(self.tables.sentences(self.tables.live(CODE)).of(kept))

    def titles(self) -> list[str]:
        """What waits for consent, in English."""
        return [self.told(motion.title) for motion in self.table.motions]

    # --- what players do ----------------------------------------------------------------------

    def act(self, seat: str | None, *commands: Command) -> None:
        for command in commands:
            self.tables.act(CODE, seat, command)

    def refused(self, seat: str | None, command: Command, kind: type[RuleError] = RuleError) -> RuleError:
        """The refusal of a command, which must be of this kind and must have changed nothing."""
        before = self.table
        with pytest.raises(kind) as caught:
            self.act(seat, command)
        assert self.table == before, "a refusal must change nothing"
        return caught.value

    def agree(self, *seats: str) -> None:
        """These seats (everybody who is asked, if none is named) agree to the newest proposal."""
        motion = self.table.motions[-1]
        for seat in seats or motion.asked[: motion.needs]:
            self.act(seat, Agree(motion.id))

    def together(self, seat: str, command: Command) -> None:
        """The seat proposes, everybody asked agrees."""
        self.act(seat, command)
        if self.table.motions:
            self.agree()

    def undo(self, seat: str, actions: int = 1) -> None:
        """The seat asks to undo the last actions; where consent is needed, it waits as a motion."""
        self.act(seat, Undo(self.table.done[-actions].before))

    def roll(self, cow: tuple[int, int] = (0, 0), cowboy: tuple[int, int, int] = (1, 1, 1)) -> None:
        """The active player types the dice; nothing but zeros and ones by default."""
        self.act(self.state.turn.seat, RollDice(cow, cowboy))

    def end(self, *steps: Step) -> None:
        for step in steps:
            self.act(self.state.turn.seat, EndStep(step))

    def hand(self, seat: str, dollars: int) -> None:
        """The books are corrected until the seat has just this much."""
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
        """The figures of the named ranches (cows) and seats (cowboys) stand as given, the others stay as they are."""
        now = self.board
        kept = [cow for cow in now.cows if cow[0] not in (cows or {})]
        moved = [cow for there in (cows or {}).values() for cow in there]
        others = {cell: seat for cell, seat in now.cowboys.items() if seat not in (cowboys or {})}
        placed = {cell: seat for seat, cells in (cowboys or {}).items() for cell in cells}
        command = ArrangeBoard(
            (*kept, *moved),
            {**others, **placed},
            dict(now.town if town is None else town),
            dict(now.jail if jail is None else jail),
        )
        self.together(self.state.turn.seat, command)

    # --- a sale -------------------------------------------------------------------------------

    def opening(self, seat: str, card: str) -> Opening:
        """What the seat's phone keeps to itself until all have sealed."""
        return Opening(card, random.Random(f"{self.ballot.id}/{seat}").randbytes(32).hex())

    def seal(self, cards: Mapping[str, str]) -> None:
        for seat, card in cards.items():
            sealed = commitment(CODE, self.ballot.id, seat, self.opening(seat, card))
            self.act(seat, SealVote(self.ballot.id, sealed))

    def open(self, cards: Mapping[str, str]) -> None:
        number = self.ballot.id
        for seat, card in cards.items():
            self.tables.open_vote(CODE, seat, number, self.opening(seat, card))

    def vote(self, *cards: str) -> None:
        """The voters seal these cards in their order, then open them."""
        chosen = dict(zip(self.ballot.voters, cards, strict=True))
        self.seal(chosen)
        self.open(chosen)

    def cards_on_the_table(self, seat: str, *cards: str) -> None:
        """One seat types what lay on the table; a second one still has to confirm it."""
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
        self.log = Log(path)
        self.log.add_table(TableRow(CODE, "abilene", "1993", level.value, False, f"seed {seed}", 0.0, defaults))
        self.chance = random.Random(seed)
        self.now = 0.0
        self.tables = Tables(self.log, registry(), clock=self._clock, chance=self.chance)
        for name, ranch, brand in zip(NAMES, RANCHES[players], "ABCDEF", strict=False):
            self.tables.act(CODE, None, TakeSeat(name, {"ranch": ranch, "brand": brand}))
        for rule, value in rules.items():
            self.act(ANN, SetRule(rule, value))
        if start:
            self.act(ANN, StartGame(ANN))

    def show(self, brand: str | None, value: int) -> None:
        """The seller turns the cow over."""
        sale = self.state.sale
        assert sale is not None
        self.act(sale.seller, ShowSticker(brand, value))
