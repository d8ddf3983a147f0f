"""A table in memory: what its log says, and what is nowhere but here."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.boards.dice import Faces
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Judgement
from companion.core.edition import Edition
from companion.core.money.ledger import open_accounts
from companion.core.plugin import Game
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.referee import Referee
from companion.core.secrets.ballot import Opening
from companion.core.secrets.exchange import Showdown, Shown
from companion.core.table.table import Done, Level, Table
from companion.core.text import Text
from companion.core.ui.page import LogLine
from companion.store.codec import Codec
from companion.store.log import TableRow

KEPT_STATES = 24
"""so many actions are undone without reading the log"""
LANDMARKS = 8
LANDMARK_EVERY = 100
"""actions: an earlier state is reached from the landmark before it, not from the beginning of the log"""
KEPT_RECORDS = 80
"""so many lines of the log are shown without reading it"""


class CachedJudgement(NamedTuple):
    """The judgement of an observation; ``behind``: that before an earlier action."""

    judgement: Judgement | None
    behind: tuple[Done, Judgement] | None = None


class SeenPhoto(NamedTuple):
    """The content of a photo that ``seat`` took at ``seq`` of the table, and its judgement.

    ``camera`` is what a camera had seen last by then, and ``visibility`` how well it saw the board.
    """

    seq: int
    seat: str
    observation: Observation
    judgement: Judgement
    camera: Observation | None
    visibility: ObservationStatus
    hint: Text | None = None
    """what to do that the next photo is read better"""


class SeenDice(NamedTuple):
    """The dice that ``seat`` is asked for as a picture, or its own ``photo``, shows them at ``seq`` of the table."""

    seq: int
    seat: str
    faces: Faces
    photo: bool


@dataclass
class LoadedTable:
    """A table in memory: folded once, then kept up to date by every action."""

    row: TableRow
    game: Game
    codec: Codec
    referee: Referee
    table: Table
    lock: threading.RLock = field(default_factory=threading.RLock)
    """held by an action from before it is decided until it is on the disk"""
    changing: threading.RLock = field(default_factory=threading.RLock)
    """held while the state is replaced or copied, which takes no disk; who holds it never waits for ``lock``"""
    past: deque[Table] = field(default_factory=lambda: deque(maxlen=KEPT_STATES))
    landmarks: deque[Table] = field(default_factory=lambda: deque(maxlen=LANDMARKS))
    """a few older states, ``LANDMARK_EVERY`` events apart"""
    records: tuple[StoredEvent, ...] = ()
    """the last ones; whoever reads them reads on undisturbed while an action adds others"""
    hidden: tuple[int, object] = (0, None)
    """what real figures and cards would hide at a table to try alone, after the event of this number"""
    reasons: Mapping[int, Text] = field(default_factory=dict)
    """number of an event -> what the box's players say of it at a table to try alone; a restart forgets it"""
    vote_reasons: Mapping[int, Mapping[str, Text]] = field(default_factory=dict)
    """the same of their votes: number of the last ballot -> seat -> reason, told when the ballot is revealed"""
    openings: dict[str, Opening] = field(default_factory=dict)
    """what was opened of the ballot numbered ``opened``; it is nowhere else, least of all on the disk"""
    opened: int = 0
    shown: dict[str, Shown] = field(default_factory=dict)
    """what was shown in the showdown ``showing``: the same goes for it"""
    showing: Showdown | None = None
    """the last one; until both phones have stored what they were shown, also when it is settled"""
    observation: Observation | None = None
    """the last steady one of a camera"""
    stickers: tuple[str, ...] = ()
    """codes (or marker numbers) of stickers that a camera can read just now"""
    visibility: ObservationStatus = ObservationStatus.OK
    """how well a camera sees the board just now"""
    judged: dict[int, CachedJudgement] = field(default_factory=dict)
    """number of the table -> what the rules say of that observation there: the last one asked for"""
    photo: SeenPhoto | None = None
    """the last photo of the board that was checked; it counts until the table moves on or a camera sees more"""
    dice: SeenDice | None = None
    """the last dice that a picture showed"""
    told: dict[int, tuple[LogLine, ...]] = field(default_factory=dict)
    """number of an event -> its lines as they were shown last, as far as they have been asked for"""
    lines: tuple[int, tuple[LogLine, ...]] | None = None
    """the log at a number of the table, as it is shown"""
    results: dict[int, object] = field(default_factory=dict)
    """number of the table -> how the last game ended, as it was told there last"""
    times: dict[int, float] = field(default_factory=dict)
    """number of an event of long ago -> when it happened, as far as a clock has been asked for it"""
    loaded: float = 0.0
    """when it was read from its log, by the clock of ``Presence``"""

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

    def copy(self) -> LoadedTable:
        """Return the table as it is, in a copy that no action changes; what is kept for speed alone is shared."""
        with self.changing:
            return replace(self, past=self.past.copy(), openings={**self.openings}, shown={**self.shown})

    def move_to(self, table: Table) -> None:
        """Make this the state of the table, and keep the one before."""
        if self.table.seq // LANDMARK_EVERY < table.seq // LANDMARK_EVERY:
            self.landmarks.append(self.table)
        self.past.append(self.table)
        self.table = table

    def state_before(self, seq: int) -> Table:
        """Return the latest state in memory that is not after the event of this number, else the initial table."""
        kept = [table for table in (*self.landmarks, *self.past, self.table) if table.seq <= seq]
        return max(kept, key=lambda table: table.seq, default=initial_table(self.row, self.game))

    def remember(self, records: Iterable[StoredEvent]) -> None:
        """Add what has just happened, and drop what is too long ago to be shown."""
        self.records = (*self.records, *records)[-KEPT_RECORDS:]

    def forget(self, undone: bool) -> None:
        """Drop what phones have opened or shown for nothing: of another vote, or before another showdown."""
        if not opened(self):
            self.openings, self.opened = {}, 0
        if self.shown and (undone or self.showdown not in (None, self.showing)):
            self.shown, self.showing = {}, None


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


def irreplaceable(live: LoadedTable) -> bool:
    """Return whether it holds what phones have opened or shown, which is nowhere else."""
    return bool(opened(live) or (live.shown and live.showing == live.showdown))


def opened(live: LoadedTable) -> tuple[str, ...]:
    """Return the voters whose phone has opened its vote of the ballot that is going on."""
    ballot = live.table.ballot
    return tuple(live.openings) if ballot and ballot.id == live.opened and not ballot.over else ()
