"""The secrets that phones have disclosed to the box: in memory alone, never on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.core.secrets.ballot import Ballot, Opening
from companion.core.secrets.exchange import Showdown, Shown


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The opened votes of one ballot and the hands shown in one showdown."""

    ballot: int = 0
    """the number of the ballot that ``openings`` belong to"""
    openings: Mapping[str, Opening] = field(default_factory=dict)
    showdown: Showdown | None = None
    """the last one; kept until both phones have stored what they were shown, also when it is settled"""
    shown: Mapping[str, Shown] = field(default_factory=dict)

    def with_opening(self, ballot: int, seat: str, opening: Opening) -> Disclosed:
        """Return the secrets with the vote of a seat; those of another ballot are dropped."""
        openings = self.openings if self.ballot == ballot else {}
        return replace(self, ballot=ballot, openings={**openings, seat: opening})

    def without_openings(self) -> Disclosed:
        """Return the secrets without any vote."""
        return replace(self, ballot=0, openings={})

    def with_shown(self, showdown: Showdown, seat: str, shown: Shown) -> Disclosed:
        """Return the secrets with what a seat has shown, without those of an earlier showdown."""
        before = self.shown if self.showdown == showdown else {}
        return replace(self, showdown=showdown, shown={**before, seat: shown})

    def without_shown(self) -> Disclosed:
        """Return the secrets without any showdown."""
        return replace(self, showdown=None, shown={})

    def opened(self, ballot: Ballot | None) -> tuple[str, ...]:
        """Return the voters whose phone has opened its vote of this ballot, while that is going on."""
        return tuple(self.openings) if ballot and ballot.id == self.ballot and not ballot.over else ()
