"""An evening: players round a table in memory, so that a test reads like its report.

Nothing here knows a rule or a game: every step goes through ``Tables.act``, as a phone's command does, and where the
players must agree, ``agree`` is what the others tap.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Self

from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command, Event
from companion.core.secrets.ballot import Ballot, Opening, SealVote, commitment
from companion.core.table.commands import Agree, SetRule, StartGame, TakeSeat, Undo
from companion.core.table.table import Table, TablePhase
from companion.core.text import Fact
from companion.games import registry
from companion.store.log import Log
from companion.store.rows import TableRow

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


class Evening:
    """A table of any game: its public state, and the actions of players. Its clock advances a second at every use."""

    code = "TEST"
    tables: Tables

    def __init__(self, log: Log, row: TableRow, chance: random.Random) -> None:
        self.log, self.chance, self.now = log, chance, 0.0
        log.add_table(row)
        self.restarted()

    def _clock(self) -> float:
        self.now += 1.0
        return self.now

    def restarted(self) -> Self:
        """Return the same evening after the box was switched off and on again."""
        self.tables = Tables(self.log, registry(), clock=self._clock, chance=self.chance)
        return self

    # --- what there is to see -----------------------------------------------------------------

    @property
    def table(self) -> Table:
        """Return the table as it is now."""
        return self.tables.table(self.code)

    @property
    def ballot(self) -> Ballot:
        """Return the ballot of the table, which has one."""
        ballot = self.table.ballot
        assert ballot is not None
        return ballot

    def money(self, *accounts: str) -> tuple[int, ...]:
        """Return the money of these accounts."""
        return tuple(self.table.accounts[account] for account in accounts)

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.table.phase is TablePhase.OVER

    def events(self, kind: type[Event] | None = None) -> list[Any]:
        """Return all events, or only those of one kind."""
        events = [stored.record.event for stored in self.tables.history(self.code)]
        return [event for event in events if kind is None or isinstance(event, kind)]

    def sound(self) -> None:
        """Check that the file is intact, the log replays to this table, and all accounts together are zero."""
        assert problems(self.log, self.tables.games) == []

    def report(self) -> list[str]:
        """Return the public log in English."""
        sentences = self.tables.sentences(self.tables.live(self.code))
        return [str(line) for event in self.events() if (line := sentences.event(event)) is not None]

    def sentence(self, what: Fact) -> str:
        """Return the sentence of a fact, in English."""
        return str(self.tables.sentences(self.tables.live(self.code)).of(what))

    def titles(self) -> list[str]:
        """Return the titles of the proposals that wait for consent, in English."""
        return [self.sentence(motion.title) for motion in self.table.motions]

    # --- what players do ----------------------------------------------------------------------

    def act(self, seat: str | None, *commands: Command) -> None:
        """Give these commands for the seat, one after the other."""
        for command in commands:
            self.tables.act(self.code, seat, command)

    def refused(self, seat: str | None, command: Command, kind: type[RuleError] = RuleError) -> RuleError:
        """Return the refusal of a command. Check that it is of this kind and has changed nothing."""
        before = self.table
        try:
            self.act(seat, command)
        except kind as refusal:
            assert self.table == before, "a refusal must change nothing"
            return refusal
        raise AssertionError(f"{command} of {seat} is not refused")

    def refusal(self, seat: str | None, command: Command, kind: type[RuleError] = RuleError) -> str:
        """Return the sentence of the refusal."""
        return str(self.refused(seat, command, kind).text)

    def agree(self, *seats: str) -> None:
        """Agree to the newest proposal for these seats; without seats, for as many as are needed."""
        motion = self.table.motions[-1]
        for seat in seats or motion.asked[: motion.needs]:
            self.act(seat, Agree(motion.id))

    def together(self, seat: str, command: Command) -> None:
        """Propose for the seat, and agree for all who are asked."""
        self.act(seat, command)
        if self.table.motions:
            self.agree()

    def undo(self, seat: str, actions: int = 1) -> None:
        """Undo the last actions for the seat; where consent is needed, the undo waits as a proposal."""
        self.act(seat, Undo(self.table.done[-actions].before))

    def opening(self, seat: str, choice: str) -> Opening:
        """Return the secret of the seat's phone until all have sealed."""
        return Opening(choice, random.Random(f"{self.ballot.id}/{seat}").randbytes(32).hex())

    def seal(self, choices: Mapping[str, str]) -> None:
        """Seal the choice of each of these seats."""
        for seat, choice in choices.items():
            sealed = commitment(self.code, self.ballot.id, seat, self.opening(seat, choice))
            self.act(seat, SealVote(self.ballot.id, sealed))

    def open(self, choices: Mapping[str, str]) -> None:
        """Open the sealed choice of each of these seats."""
        number = self.ballot.id
        for seat, choice in choices.items():
            self.tables.open_vote(self.code, seat, number, self.opening(seat, choice))

    def vote(self, *choices: str | int) -> None:
        """Seal these choices of the voters in their order, then reveal them."""
        chosen = dict(zip(self.ballot.voters, map(str, choices), strict=True))
        self.seal(chosen)
        self.open(chosen)


def seated(game: str, players: int = 2, edition: str = "", seed: int = 7, **rules: Any) -> Evening:
    """Return a game of these players, s1, s2 and so on, which has begun; s1 goes first.

    Without ``edition``: the usual one.
    """
    usual = registry()[game][edition] if edition else next(iter(registry()[game].values()))
    chosen, newest = usual.edition, len(usual.edition.former_rules)
    row = TableRow(Evening.code, game, chosen.id, chosen.levels[0].value, False, f"seed {seed}", 0.0, newest)
    evening = Evening(Log(":memory:"), row, random.Random(seed))
    for name in NAMES[:players]:
        evening.act(None, TakeSeat(name, {}))
    for rule, value in rules.items():
        evening.act("s1", SetRule(rule, value))
    evening.act("s1", StartGame("s1"))
    return evening
