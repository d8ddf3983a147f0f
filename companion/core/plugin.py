"""What a game offers to the table: the protocol behind ``companion/games``.

A game is one folder whose package has a function ``game() -> Game``. It decides and tells; it
holds no balances (``Table.accounts`` does), draws no pictures and knows no network.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.boards.board_file import from_text
from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.secrets.exchange import SettleShowdown, Showdown, Shown
from companion.core.table.table import Level, Table
from companion.core.text import Text
from companion.core.ui.board_page import Arranging
from companion.core.ui.choice import Choice, Field, Option
from companion.core.ui.page import CardView, Page, PlayerRow


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition as the lobby shows it; ``rules`` are its defaults."""

    id: str
    title: Text
    players: tuple[int, int]
    minutes: int
    needs: Text
    levels: tuple[Level, ...]
    rules: Any


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option: its sentence and the values to choose from; the default is the edition's."""

    name: str
    sentence: Text
    options: tuple[Option, ...]
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class Consent:
    """Who must agree to a command: ``needs`` of ``asked``."""

    asked: tuple[str, ...]
    needs: int
    title: Text


def board_of(game: Game, table: Table) -> Layout | None:
    """The board that this table plays on: the one chosen at set-up, else the edition's own."""
    return from_text(table.board) if table.board else game.layout(table.edition)


class Game(Protocol):
    """Every method is pure. ``decide`` and ``start`` raise RuleError; nothing else does."""

    name: str
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    state: type[Any]
    endings: tuple[str, ...]
    """codes of the ways a game can end"""

    @property
    def title(self) -> Text:
        """The game's name."""

    @property
    def editions(self) -> Mapping[str, Edition]:
        """Every edition by its id."""

    def house_rules(self, edition: str) -> Sequence[HouseRule]:
        """The options offered at set-up."""

    def trial_figures(self, edition: str) -> Mapping[str, Text]:
        """Figures that can be tried out on a board: what ``trial`` calls each -> what people call it."""

    def trial(self, edition: str, layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
        """Where a figure that stands alone on ``cell`` could go with one die of ``steps`` -> what happens there.

        Raises BadRequest for a figure or a cell that there is not.
        """

    def seat_fields(self, table: Table, seat: str | None) -> Sequence[Field]:
        """What somebody who sits down (or changes his mind) chooses, without what others have taken."""

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        """The picks, completed; raises RuleError when they do not go together."""

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        """``GameStarted`` and what opens the game, starting money included; ``first`` is an index into the seats."""

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        """What the command does; ``waived``: the table has allowed what the rules would refuse."""

    def apply(self, table: Table, event: Event) -> Any:
        """The game's state after the event (the table's own part is up to date already)."""

    def follow(self, table: Table) -> tuple[Event, ...]:
        """What happens by itself now: a settlement that has become payable, the end of the game."""

    def consent(self, table: Table, seat: str, command: Command) -> Consent | None:
        """Whose agreement this command of the game needs, if any."""

    def in_play(self, table: Table) -> Sequence[str]:
        """Seats that are still in the game: only between these may money move."""

    def borrow(self, table: Table, seat: str, amount: int, waived: bool) -> int:
        """What a bank loan of ``amount`` costs to repay; raises RuleError when the bank does not lend now."""

    def repay(self, table: Table, seat: str, waived: bool) -> None:
        """Passes when this seat may repay a bank loan now; raises RuleError."""

    def page(self, table: Table, seat: str | None) -> Page:
        """What this seat (None: the table screen) sees."""

    def arranging(self, table: Table, seat: str, proposal: Command | Observation | None = None) -> Arranging | None:
        """How this seat can set up the board by hand, beginning with ``proposal`` (a motion's, a camera's) if given.

        None where the table follows no board. ``Page.arranging`` is this without a proposal. Raises BadRequest for a
        proposal that cannot be.
        """

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        """Everybody at the table, as this seat may see them."""

    def cards(self, table: Table, seat: str) -> tuple[CardView, ...]:
        """The ballot cards of this seat, with what each wins and costs."""

    def shows_ballot(self, table: Table) -> bool:
        """Whether the last ballot is still what the table is about (it stays after the reveal until settled)."""

    def showdown(self, table: Table) -> Showdown | None:
        """What two phones have sealed and show each other now, in games that have such a thing."""

    def check_shown(self, table: Table, seat: str, shown: Shown) -> None:
        """Passes when this is what the seat sealed and was able to; raises RuleError."""

    def compare_shown(self, table: Table, shown: Mapping[str, Shown]) -> SettleShowdown:
        """Who won; both have been checked."""

    def settle_shown(self, table: Table, command: SettleShowdown) -> tuple[Event, ...]:
        """The consequences, without a word of what was shown."""

    def simple_showing(self, table: Table, seat: str, hidden: Any) -> Shown | None:
        """What a simple player at this seat shows now; None: nothing."""

    def tell(self, event: Event) -> Text | None:
        """The log line of one of the game's own events; None: not worth a line."""

    def turn_over(self, event: Event) -> bool:
        """Whether a turn ended just before this event: a point of the wealth chart."""

    def mark(self, event: Event) -> tuple[str, str, Text] | None:
        """(seat, one letter, words) of something worth marking on the wealth chart."""

    def awards(self, events: Sequence[Event]) -> tuple[Text, ...]:
        """What falls out of the log of a finished game: the best sale, the boldest bluff …"""

    def layout(self, edition: str) -> Layout | None:
        """The edition's own board, for games that have one; ``board_of`` is what a table plays on."""

    def check_board(self, edition: str, layout: Layout) -> None:
        """Passes when the edition can be played on another board; raises BadRequest with what it lacks."""

    def sighted(self, table: Table) -> Observation | None:
        """What a faultless camera would see now (before the game: its start); None when nobody follows the figures."""

    def whose(self, table: Table) -> Mapping[str, str]:
        """Whose figures a camera sees: their kind, as sightings say it -> seat. Kinds of nobody are not there."""

    def opening(self, edition: str, regions: Sequence[str], layout: Layout | None = None) -> Observation | None:
        """What a faultless camera sees before the first move, the figures of ``regions`` in their places.

        On the edition's own board, or on ``layout``; None for games without a board. Raises BadRequest for a region
        that the board has not.
        """

    def shown(self, table: Table, seat: str, code: str) -> Choice | None:
        """What this seat does by turning over the sticker with this code (or marker number); None: nothing now."""

    def judge(self, table: Table, sighting: Observation) -> Judgement | None:
        """What a sighting means to the table as it stands; None when nobody follows the figures, or nobody can say."""

    def umpire(self, edition: str, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        """Somebody who judges pictures of a game without its table, from ``opening`` on; None where there is none."""

    def hidden(self, records: Sequence[Event], seed: str) -> Any:
        """At a table to try alone: what real figures would hide, from the events that still count."""

    def notes(self, table: Table, seat: str, hidden: Any) -> tuple[Text, ...]:
        """What this seat would see if it looked at its own hidden things."""

    def simple_player(self, table: Table, seat: str, chance: random.Random, hidden: Any) -> Command | None:
        """What a simple legal player does now at this seat; None: he has nothing to do."""
