"""The state of a game of any kind. Balances and ballots are the table's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.core.errors import NotNow
from companion.core.table.table import Table
from companion.core.text import Text
from companion.games.any_game.betting import Hand
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.messages.bank import Deal
from companion.games.any_game.sheet import Columns, Row, columns

Asked = TypeVar("Asked", play_messages.Request, Deal)

MAX_COURSE_ROUNDS = 100
"""rounds of which is kept what everybody had; of a longer game those of every second, every fourth …"""
DIE = "number"
"""the name of its dice on pages"""


@dataclass(frozen=True)
class State:
    """The game as it stands.

    ``turn`` is "" without a marker. ``count`` counts turns; ``began`` is the number of the event with which this one
    began. ``rolled`` is who rolled the ``dice`` that lie there, ``by_box`` whether
    the box did it for him.

    ``outcome`` is that of the auction that ended last, or of the bids that were opened, while it is told. ``shown``:
    the cards of a vote or of bids still lie open on the screens.

    The clock of a turn stands during a vote, bids or an auction, and while a player has stopped it (``halted``).
    ``paused`` is the number of the event since which it stands, 0 while it runs; ``stood`` has the first and the last
    event of each time that it stood in this turn. ``clocks`` is by seat what the turns before have used of its stock
    of time, as pairs for ``Timer.stood``: last and first event of each turn, first and last of each time it stood.

    ``rows`` are those of a score sheet, of which ``points`` are the totals. While everybody is ``announcing``,
    ``announced_before`` is what counts already; ``announced`` is what counts in this round, until its row is full.

    Of a table that bets in turns ``hand`` is the one that is played, ``blind`` the big one once it has risen, and
    ``blind_since`` the number of the event since when it is what it is.

    ``given`` are the points that newcomers were given when they came, ``since`` the first row in which each takes part,
    as does somebody who has come back; ``partners`` are newcomers and the first seats of the teams that they joined.
    ``left`` is what those who have left had then.

    ``course`` is what everybody had whenever a round began, or each ``course_every`` rounds, where all may see that.

    ``held`` says who has how many units of a kind, ``prices`` what one costs where that has changed,
    ``dividends`` what each was paid the last time.
    """

    order: tuple[str, ...]
    turn: str = ""
    round: int = 1
    count: int = 1
    out: tuple[str, ...] = ()
    banker: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    requests: tuple[play_messages.Request, ...] = ()
    auction: vote_messages.Auction | None = None
    bidding: vote_messages.Bidding | None = None
    outcome: vote_messages.Outcome | None = None
    shown: bool = False
    dice: tuple[int, ...] = ()
    rolled: str = ""
    by_box: bool = False
    began: int = 0
    paused: int = 0
    stood: tuple[tuple[int, int], ...] = ()
    halted: bool = False
    clocks: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    given: Mapping[str, int] = field(default_factory=dict)
    since: Mapping[str, int] = field(default_factory=dict)
    partners: Mapping[str, str] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    announcing: bool = False
    announced_before: Mapping[str, int] = field(default_factory=dict)
    announced: Mapping[str, int] = field(default_factory=dict)
    hand: Hand | None = None
    blind: int = 0
    blind_since: int = 0
    deals: tuple[Deal, ...] = ()
    course: tuple[Mapping[str, int], ...] = ()
    held: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    prices: Mapping[str, int] = field(default_factory=dict)
    dividends: Mapping[str, int] = field(default_factory=dict)

    @property
    def course_every(self) -> int:
        """Return the number of rounds from one entry of ``course`` to the next: 1, in long games 2, 4 and so on."""
        every = 1
        while self.round > every * MAX_COURSE_ROUNDS:
            every *= 2
        return every

    @property
    def players(self) -> tuple[str, ...]:
        """Return who is still in the game, in the order of the turns."""
        return tuple(seat for seat in self.order if seat not in self.out)

    def columns(self, rules: Rules) -> Columns:
        """Return the columns of the score sheet, by their seats."""
        return columns(rules, self.order, self.partners)

    def after(self, seat: str) -> str:
        """Return who comes after this seat, among those who are in the game."""
        at = self.order.index(seat)
        return next(each for each in (*self.order[at + 1 :], *self.order) if each not in self.out)

    def turned(self, turn: str, number: int) -> tuple[str, int]:
        """Return the player after this one, and the number of the round then: a new one where the order begins anew."""
        following = self.after(turn)
        return following, number + (self.order.index(following) <= self.order.index(turn))


def unanswered(asked: Sequence[Asked], number: int, refusal: Text) -> Asked:
    """Return the request or offer with this number. Raise NotNow with the ``refusal`` where it has been answered."""
    found = next((each for each in asked if each.id == number), None)
    if found is None:
        raise NotNow(refusal)
    return found


def now(table: Table[State, Rules]) -> tuple[State, Rules]:
    """Return the game and the rules of a table that plays."""
    return table.play, table.rules
