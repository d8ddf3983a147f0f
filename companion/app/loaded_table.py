"""A table in memory: what its log says, and what is nowhere but here."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.app.disclosed import Disclosed
from companion.app.history import History
from companion.app.seen import Seen
from companion.core.edition import Edition
from companion.core.money.ledger import open_accounts
from companion.core.plugin import AutoEnd, Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.referee import Referee
from companion.core.secrets.exchange import Showdown
from companion.core.table.table import Level, Table
from companion.core.text import Text
from companion.core.ui.page import LogLine
from companion.store.codec import Codec
from companion.store.rows import TableRow


@dataclass(slots=True)
class BoxMemory:
    """Knowledge and reasons of the box's players at a table to try alone; a restart forgets them."""

    hidden: tuple[int, object] = (0, None)
    """the secrets that real figures and cards would hold, after the event of this number"""
    reasons: Mapping[int, Text] = field(default_factory=dict)
    """number of an event -> what the box's players say of it"""
    vote_reasons: Mapping[int, Mapping[str, Text]] = field(default_factory=dict)
    """the same of their votes: number of the last ballot -> seat -> reason, told when the ballot is revealed"""


@dataclass(slots=True)
class Derived:
    """Values computed from the log, cached for speed alone: all copies of a table share them."""

    log_lines: dict[int, tuple[LogLine, ...]] = field(default_factory=dict)
    """number of an event -> its lines as they were shown last, as far as they have been asked for"""
    lines: tuple[int, tuple[LogLine, ...]] | None = None
    """the log at a number of the table, as it is shown"""
    nothing_left: tuple[Table, AutoEnd | None] | None = None
    """a state of the table, and how the turn ends there by itself"""
    results: dict[int, object] = field(default_factory=dict)
    """number of the table -> how the last game ended, as it was told there last"""
    times: dict[int, float] = field(default_factory=dict)
    """number of an event of long ago -> when it happened, as far as a clock has been asked for it"""


@dataclass
class LoadedTable:
    """A table in memory: folded once, then kept up to date by every action."""

    row: TableRow
    game: Game
    codec: Codec
    referee: Referee
    history: History
    lock: threading.RLock = field(default_factory=threading.RLock)
    """held by an action from before it is decided until it is on the disk"""
    changing: threading.RLock = field(default_factory=threading.RLock)
    """held while the state is replaced or copied, which takes no disk; its holder never waits for ``lock``"""
    disclosed: Disclosed = field(default_factory=Disclosed)
    seen: Seen = field(default_factory=Seen)
    box: BoxMemory = field(default_factory=BoxMemory)
    derived: Derived = field(default_factory=Derived)
    loaded: float = 0.0
    """the time at which it was read from its log, by the clock of ``Presence``"""

    @property
    def table(self) -> Table:
        """Return the state of the table."""
        return self.history.table

    @property
    def records(self) -> tuple[StoredEvent, ...]:
        """Return the latest events."""
        return self.history.records

    @property
    def edition(self) -> Edition:
        """Return the edition as this table plays it."""
        return self.game.edition_at(self.table.rules)

    @property
    def evening(self) -> str:
        """Return what the evening at this table is called, "" where it has no name."""
        return presets.evening_name(self.table.rules) if (presets := self.game.presets) else ""

    @property
    def showdown(self) -> Showdown | None:
        """Return what two phones show each other now."""
        return exchange.showdown(self.table) if (exchange := self.game.exchange) else None

    @property
    def opened(self) -> tuple[str, ...]:
        """Return the voters whose phone has opened its vote of the ballot that is going on."""
        return self.disclosed.opened(self.table.ballot)

    @property
    def irreplaceable(self) -> bool:
        """Return whether it holds what phones have opened or shown, which is nowhere else."""
        return bool(self.opened or (self.disclosed.shown and self.disclosed.showdown == self.showdown))

    def copy(self) -> LoadedTable:
        """Return the table as it is, in a copy that no action changes; caches are shared."""
        with self.changing:
            return replace(self, seen=replace(self.seen), box=replace(self.box))

    def advance(self, table: Table, records: Iterable[StoredEvent], undone: bool) -> None:
        """Make ``table`` the state, after ``records``; drop seen dice, and what phones opened or showed for nothing."""
        with self.changing:
            self.history = self.history.followed_by(table, records)
            self.seen.dice = None
            self.forget(undone)

    def forget(self, undone: bool) -> None:
        """Drop what phones have opened or shown for nothing: of another vote, or before another showdown."""
        if self.disclosed.openings and not self.opened:
            self.disclosed = self.disclosed.without_openings()
        if self.disclosed.shown and (undone or self.showdown not in (None, self.disclosed.showdown)):
            self.disclosed = self.disclosed.without_shown()


def initial_table(row: TableRow, game: Game) -> Table:
    """Return the initial table."""
    rules = game.edition.defaults[row.defaults]
    return Table(
        code=row.code,
        game=row.game,
        edition=row.edition,
        rules=rules,
        level=Level(row.level),
        accounts=open_accounts((), game.edition_at(rules).accounts),
    )
