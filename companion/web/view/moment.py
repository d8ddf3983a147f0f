"""A table as it stood at one moment, which no action changes any more: all that its screens are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.app.bots import demo_secrets, own_end
from companion.app.hosting.wifi import Wifi
from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import log_lines
from companion.app.tables import Tables
from companion.boards.layout import Layout
from companion.boards.members import board_of, can_be_watched
from companion.core.identity import once
from companion.core.referee.event_text import Sentences
from companion.core.table.table import TablePhase
from companion.core.ui.page import LogLine, PlayerRow, Timer
from companion.web.view.lobby import rules_of
from companion.web.view.parts import Aids, BadgeView, PotView, RuleView

Stamp = tuple[int, int]
"""how often a table's screens were rung, and its number: another one whenever they may show something else"""


NO_AIDS = Aids()


@dataclass(frozen=True)
class Surroundings:
    """What a screen shows of the box besides the table.

    ``url``: what the table's QR code says; ``aids``: what the box can look at the table with; ``wifi``: what guests
    join first, before the game begins.
    """

    url: str = ""
    aids: Aids = NO_AIDS
    wifi: Wifi | None = None


@dataclass(frozen=True, eq=False)
class Moment:
    """A table as it stood: ``live`` is a copy that nothing changes, ``lines`` are the latest of its log.

    What everybody may see is worked out when it is asked for first, once for all screens. ``tables`` is only asked for
    what has happened before and for what the box keeps beside its tables.
    """

    stamp: Stamp
    tables: Tables
    live: LoadedTable
    lines: tuple[LogLine, ...]
    around: Surroundings

    @property
    def code(self) -> str:
        """The table's code."""
        return self.live.table.code

    @property
    def seq(self) -> int:
        """The table's number."""
        return self.live.table.seq

    @property
    def phase(self) -> TablePhase:
        """Whether the game has begun, and whether it is over."""
        return self.live.table.phase

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.live.table.game

    @property
    def demo(self) -> bool:
        """Return whether the table is there to try the game alone."""
        return self.live.row.demo

    @cached_property
    def sentences(self) -> Sentences:
        """What words the table and its log."""
        return self.tables.sentences(self.live)

    @cached_property
    def players(self) -> tuple[PlayerRow, ...]:
        """Everybody as the table screen shows them."""
        return self.live.game.players(self.live.table, None)

    @property
    def badges(self) -> Mapping[str, BadgeView]:
        """Everybody's badge, by seat: of the players what hardly ever changes."""
        return _badges(self.players)

    @cached_property
    def open_money(self) -> bool:
        """Return whether everybody may know what everybody has: then nobody's own is covered either."""
        return self.phase is not TablePhase.PLAYING or all(row.cash is not None for row in self.players)

    @cached_property
    def layout(self) -> Layout | None:
        """The board that is played on."""
        return board_of(self.live.game, self.live.table)

    @cached_property
    def own_end(self) -> Timer | None:
        """When the turn ends by itself; None where it does not."""
        found = own_end(self.tables, self.live)
        return found[1] if found else None

    @property
    def watched(self) -> bool:
        """Return whether a camera could follow what lies on the table."""
        return can_be_watched(self.live.game, self.live.table)

    @cached_property
    def pots(self) -> tuple[PotView, ...]:
        """The accounts that are nobody's, with what lies in them."""
        pots = self.live.table.pots
        declared = self.live.edition.accounts.items()
        return tuple(PotView(name, account.title, pots.get(name, 0)) for name, account in declared)

    @cached_property
    def rules(self) -> tuple[RuleView, ...]:
        """The house rules."""
        return rules_of(self.live)


@once(most=64)
def _badges(players: tuple[PlayerRow, ...]) -> Mapping[str, BadgeView]:
    return {each.seat: BadgeView(each.seat, each.colour, each.mark, each.out) for each in players}


def moment_of(tables: Tables, code: str, around: Surroundings = Surroundings()) -> Moment:
    """Return the table as it stands now; raise NoSuchTable."""
    live = tables.live(code)
    with live.lock:
        if live.row.demo:
            demo_secrets(tables, live)  # kept with the table: a copy would work them out again and again
        stamp = tables.bell.rings(code), live.table.seq
        return Moment(stamp, tables, live.copy(), log_lines(live, tables.sentences(live)), around)


def past_moment(tables: Tables, live: LoadedTable) -> Moment:
    """Return a moment of a table as it was: nothing changes ``live`` any more."""
    return Moment((0, live.table.seq), tables, live, (), Surroundings())


def stamp_of(tables: Tables, code: str) -> Stamp:
    """Return where the table stands for its screens."""
    return tables.bell.rings(code), tables.table(code).seq
