"""A snapshot of a table, unchanged by later actions: the source of all its screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.app.bots import auto_end, demo_secrets
from companion.app.hosting.wifi import Wifi
from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import log_lines
from companion.app.tables import Tables
from companion.boards.layout import Layout
from companion.boards.lookups import board_of, can_be_watched
from companion.core.identity import identity_cache
from companion.core.referee.event_text import Sentences
from companion.core.table.table import TablePhase
from companion.core.ui.page import LogLine, PlayerRow, Timer
from companion.web.view.clocks import with_clocks
from companion.web.view.lazy import lazy_property
from companion.web.view.lobby import rules_of
from companion.web.view.parts import Aids, BadgeView, PotView, RuleView

Stamp = tuple[int, int]
"""the number of notifications of a table's screens, and of its last event: both change with what they show"""


NO_AIDS = Aids()


@dataclass(frozen=True, slots=True)
class Learning:
    """The screens that explain a game: the ``seats`` of the phones that do, and whether there is a television."""

    seats: frozenset[str] = frozenset()
    television: bool = False


NOBODY_LEARNS = Learning()


@dataclass(frozen=True)
class Surroundings:
    """The box besides the table, as a screen shows it.

    ``url``: the address in the table's QR code; ``aids``: how the box can see the table; ``wifi``: the network that
    guests join first, before the game begins; ``learning``: the screens that explain the game.
    """

    url: str = ""
    aids: Aids = NO_AIDS
    wifi: Wifi | None = None
    learning: Learning = NOBODY_LEARNS


@dataclass(frozen=True, eq=False)
class Moment:
    """A snapshot of a table: ``live`` is a copy that nothing changes, ``lines`` are the latest of its log.

    Public content is computed when it is asked for first, once for all screens. ``tables`` is only asked for earlier
    events and for what the box stores beside its tables.
    """

    stamp: Stamp
    tables: Tables
    live: LoadedTable
    lines: tuple[LogLine, ...]
    surroundings: Surroundings

    @lazy_property
    def code(self) -> str:
        """Return the table's code."""
        return self.live.table.code

    @lazy_property
    def seq(self) -> int:
        """Return the table's number."""
        return self.live.table.seq

    @lazy_property
    def phase(self) -> TablePhase:
        """Return the phase of the game: before its start, on, or over."""
        return self.live.table.phase

    @lazy_property
    def game(self) -> str:
        """Return the name of the game."""
        return self.live.table.game

    @lazy_property
    def demo(self) -> bool:
        """Return whether the table is there to try the game alone."""
        return self.live.row.demo

    @lazy_property
    def sentences(self) -> Sentences:
        """Return the sentences for the table and its log."""
        return self.tables.sentences(self.live)

    @lazy_property
    def players(self) -> tuple[PlayerRow, ...]:
        """Return all players as the table screen shows them."""
        return with_clocks(self.tables, self.live, self.live.game.players(self.live.table, None))

    @lazy_property
    def badges(self) -> Mapping[str, BadgeView]:
        """Return all players' badges, by seat: the part of a player that hardly ever changes."""
        return _badges(self.players)

    @lazy_property
    def open_money(self) -> bool:
        """Return whether all balances are public: then a player's own is not covered either."""
        return self.phase is not TablePhase.PLAYING or all(row.cash is not None for row in self.players)

    @property
    def uncovered(self) -> bool:
        """Return whether own money lies open on a phone: everybody may know it, or nobody else looks on."""
        return self.open_money or bool(self.live.table.alone)

    @lazy_property
    def layout(self) -> Layout | None:
        """Return the board that is played on."""
        return board_of(self.live.game, self.live.table)

    @lazy_property
    def auto_end(self) -> Timer | None:
        """Return the time at which the turn ends automatically; None where it does not."""
        found = auto_end(self.tables, self.live)
        return found[1] if found else None

    @property
    def watched(self) -> bool:
        """Return whether a camera could follow the pieces on the table."""
        return can_be_watched(self.live.game, self.live.table)

    @lazy_property
    def pots(self) -> tuple[PotView, ...]:
        """Return the accounts that belong to no player, with their amounts."""
        pots = self.live.table.pots
        declared = self.live.edition.accounts.items()
        return tuple(PotView(name, account.title, pots.get(name, 0)) for name, account in declared)

    @lazy_property
    def rules(self) -> tuple[RuleView, ...]:
        """Return the house rules."""
        return rules_of(self.live)


@identity_cache(most=64)
def _badges(players: tuple[PlayerRow, ...]) -> Mapping[str, BadgeView]:
    return {each.seat: BadgeView(each.seat, each.colour, each.mark, each.out) for each in players}


def moment_of(tables: Tables, code: str, surroundings: Surroundings = Surroundings()) -> Moment:
    """Return the present state of the table, not waiting for an action that is being stored. Raise NoSuchTable."""
    live = tables.live(code)
    if live.row.demo:
        demo_secrets(tables, live)  # computed before the copy, which would do it each time
    with live.changing:
        stamp = tables.bell.version(code), live.table.seq
        return Moment(stamp, tables, live.copy(), log_lines(live, tables.sentences(live)), surroundings)


def past_moment(tables: Tables, live: LoadedTable) -> Moment:
    """Return a moment of a past state of a table: nothing changes ``live`` any more."""
    return Moment((0, live.table.seq), tables, live, (), Surroundings())


def stamp_of(tables: Tables, code: str) -> Stamp:
    """Return the stamp of the table's present state for its screens."""
    return tables.bell.version(code), tables.table(code).seq
