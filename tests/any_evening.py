"""An evening of any game for tests: players round a table in memory; every step goes through ``Tables.act``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import pytest

from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command, Event
from companion.core.secrets.ballot import Ballot, Opening, SealVote, commitment
from companion.core.table.table import Level, Phase, Table
from companion.core.table.table_messages import Agree, SetRules, StartGame, TakeSeat
from companion.games import registry
from companion.games.any_game.state import State
from companion.store.log import Log, TableRow

CODE = "ANYG"
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kay", "Leo")
ANN, BEN, CID, DOT, EVE, FAY = (f"s{number}" for number in range(1, 7))


class AnyEvening:
    """Ann goes first; everybody has 1,500, and there is no marker of turns, unless the rules say otherwise."""

    def __init__(
        self, players: int = 3, started: bool = True, seed: int = 7, path: Path | str = ":memory:", **rules: Any
    ) -> None:
        self.log = Log(path)
        self.log.add_table(TableRow(CODE, "any_game", "any", Level.BANK.value, False, f"seed {seed}", 0.0))
        self.chance = random.Random(seed)
        self.now = 0.0
        self.tables = Tables(self.log, registry(), clock=self._clock, chance=self.chance)
        for name in NAMES[:players]:
            self.act(None, TakeSeat(name, {}))
        self.act(ANN, SetRules({"turns": False, **rules}))
        if started:
            self.act(ANN, StartGame(ANN))

    def _clock(self) -> float:
        self.now += 1.0
        return self.now

    def restarted(self) -> Self:
        """The same evening after the box was switched off and on again."""
        self.tables = Tables(self.log, registry(), clock=self._clock, chance=self.chance)
        return self

    # --- what there is to see -----------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

    @property
    def state(self) -> State:
        state = self.table.play
        assert isinstance(state, State)
        return state

    @property
    def ballot(self) -> Ballot:
        ballot = self.table.ballot
        assert ballot is not None
        return ballot

    def has(self, *accounts: str) -> tuple[int, ...]:
        return tuple(self.table.accounts[account] for account in accounts)

    def is_over(self) -> bool:
        return self.table.phase is Phase.OVER

    def events(self, kind: type[Event] | None = None) -> list[Any]:
        found = [stored.record.event for stored in self.tables.history(CODE)]
        return [event for event in found if kind is None or isinstance(event, kind)]

    def report(self) -> list[str]:
        """The public log in English."""
        sentences = self.tables.sentences(self.tables.live(CODE))
        return [str(line) for event in self.events() if (line := sentences.event(event)) is not None]

    def sound(self) -> None:
        """The file is intact, the log replays, and money is in balance."""
        assert problems(self.log, registry()) == []
        assert sum(self.table.accounts.values()) == 0

    # --- what players do ----------------------------------------------------------------------

    def act(self, seat: str | None, *commands: Command) -> None:
        for command in commands:
            self.tables.act(CODE, seat, command)

    def refused(self, seat: str | None, command: Command, kind: type[RuleError] = RuleError) -> str:
        """The sentence of a refusal, which must be of this kind and must have changed nothing."""
        before = self.table
        with pytest.raises(kind) as caught:
            self.act(seat, command)
        assert self.table == before, "a refusal must change nothing"
        return str(caught.value.text)

    def agree(self, *seats: str) -> None:
        """These seats (as many of the asked as are needed, if none is named) agree to the newest proposal."""
        motion = self.table.motions[-1]
        for seat in seats or motion.asked[: motion.needs]:
            self.act(seat, Agree(motion.id))

    def opening(self, seat: str, choice: str) -> Opening:
        """What the seat's phone keeps to itself until all have sealed."""
        return Opening(choice, random.Random(f"{self.ballot.id}/{seat}").randbytes(32).hex())

    def seal(self, choices: Mapping[str, str]) -> None:
        for seat, choice in choices.items():
            sealed = commitment(CODE, self.ballot.id, seat, self.opening(seat, choice))
            self.act(seat, SealVote(self.ballot.id, sealed))

    def open(self, choices: Mapping[str, str]) -> None:
        number = self.ballot.id
        for seat, choice in choices.items():
            self.tables.open_vote(CODE, seat, number, self.opening(seat, choice))

    def vote(self, *choices: str | int) -> None:
        """The voters seal these choices in their order, then open them."""
        chosen = dict(zip(self.ballot.voters, map(str, choices), strict=True))
        self.seal(chosen)
        self.open(chosen)
