"""A small game for tests, with what Abilene lacks: a pot, points beside money, hands of cards, money carried over.

All players pay a stake into the pot, may take from it, and lay one card of their hand in secret, which scores its
number. They keep their money for the next game.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.app.tables import Tables
from companion.core.edition import Edition
from companion.core.errors import RuleError
from companion.core.messages import Command, Event, Posting
from companion.core.money.ledger import BANK, Account, transfer
from companion.core.plugin import Game, Registry
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotRevealed
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import Ending, Level, Standing, Table
from companion.core.text import Catalogue, Text, Who, fact, say, wording
from companion.core.ui.page import CardView, Page, PlayerRow
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.web.app import create_app
from companion.web.visit.tokens import Tokens, cookie_name

POT = "pot"
START, STAKE = 5_000, 500
COLOURS = ("red", "blue", "yellow", "green")
HANDS = {"s1": ("1", "4"), "s2": ("2", "3", "6"), "s3": ("5",)}

SENTENCES: Catalogue = {
    "start": wording("starting money"),
    "stake": wording("the stake"),
    "pot": wording("out of the pot"),
    "lay_card": wording("Lay a card"),
    "finished": wording("everybody has had enough"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: none."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of the game: ``points`` by seat."""

    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TakePot(Command):
    """Command to take an amount out of the pot; ``careless``: without the check that the pot has it."""

    amount: int
    careless: bool = False


@dataclass(frozen=True, slots=True)
class LayCards(Command):
    """Command that opens the vote in which each player lays a card of the own hand."""


@dataclass(frozen=True, slots=True)
class Finish(Command):
    """Command to end the game."""


@dataclass(frozen=True, slots=True)
class PotTaken(Event):
    """The record of money taken out of the pot."""

    seat: str


class Stakes(Game):
    """The game, see ``companion.core.plugin.Game``."""

    name = "stakes"
    title = say("Stakes")
    commands = (TakePot, LayCards, Finish)
    events = (PotTaken,)
    state = State
    endings = ("finished",)
    sentences = SENTENCES
    votes_in_secret = True
    edition = Edition(
        "home",
        say("Home edition"),
        (2, 3),
        5,
        say("nothing"),
        (Level.BANK,),
        Rules(),
        accounts={POT: Account(say("the pot"), True)},
    )

    def seat_fields(self, table: Table, seat: str | None) -> tuple[()]:
        return ()

    def check_seat(self, table: Table, seat: str | None, picks: Mapping[str, str]) -> Mapping[str, str]:
        return {"colour": COLOURS[len(table.seats)]}

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        new = (seat for seat in table.ids if seat not in table.kept)
        dealt = tuple(Posting(BANK, seat, START, fact("start")) for seat in new)
        stakes = tuple(Posting(seat, POT, STAKE, fact("stake")) for seat in table.ids)
        return (GameStarted(table.ids, postings=(*dealt, *stakes)),)

    def apply(self, table: Table[State], event: Event) -> State:
        match event:
            case GameStarted(order=order):
                return State(dict.fromkeys(order, 0))
            case BallotRevealed(votes=votes):
                points = table.play.points
                return State({seat: points[seat] + int(votes.get(seat, 0)) for seat in points})
            case _:
                return table.play

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        match command:
            case TakePot(amount=amount, careless=True):
                return (PotTaken(seat, postings=(Posting(POT, seat, amount, fact("pot")),)),)
            case TakePot(amount=amount):
                return (PotTaken(seat, postings=transfer(table.accounts, POT, seat, amount, fact("pot"))),)
            case LayCards():
                hands = {each: HANDS[each] for each in table.ids}
                everything = tuple(sorted({card for hand in hands.values() for card in hand}))
                return (
                    BallotOpened(Ballot(UNNUMBERED, fact("lay_card"), table.ids, everything, choices_by_seat=hands)),
                )
            case _:
                return (self._ended(table),)

    def _ended(self, table: Table) -> GameEnded:
        points = table.play.points
        order = sorted(points, key=lambda seat: -points[seat])
        lines = (Standing(1 + order.index(seat), seat, table.accounts[seat], 0, points[seat]) for seat in order)
        return GameEnded(Ending("finished", fact("finished"), tuple(lines)))

    def carried(self, table: Table) -> Mapping[str, int]:
        return {account: table.accounts[account] for account in (*table.ids, POT)}

    def follow(self, table: Table) -> tuple[Event, ...]:
        return ()

    def page(self, table: Table, seat: str | None) -> Page:
        return Page(say("Stakes"))

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        return tuple(
            PlayerRow(each.id, each.name, each.picks["colour"], each.name[:1], (), table.accounts[each.id])
            for each in table.seats
        )

    def cards(self, table: Table, seat: str | None) -> tuple[CardView, ...]:
        ballot = table.ballot
        shown = (ballot.choices if seat is None else ballot.choices_of(seat)) if ballot else ()
        return tuple(CardView(card, say("card %(card)s", card=card), "none", ()) for card in shown)

    def shows_ballot(self, table: Table) -> bool:
        return table.ballot is not None

    def tell(self, event: Event) -> Text | None:
        return say("%(who)s took from the pot", who=Who(event.seat)) if isinstance(event, PotTaken) else None

    def turn_over(self, event: Event) -> bool:
        return isinstance(event, (GameStarted, PotTaken))

    def points(self, table: Table[State | None]) -> Mapping[str, int]:
        state = table.play
        return state.points if state and any(state.points.values()) else {}


def stakes() -> Registry:
    """Return a registry with this game."""
    return {"stakes": {"home": Stakes()}}


ANN, BOB, CID, CODE = "s1", "s2", "s3", "TEST"


class Evening:
    """A table of the game: each player has 5,000 and has paid 500 of it into the pot."""

    def __init__(self, players: int = 3, start: bool = True, boxes: bool = False, seed: str = "") -> None:
        self.games = stakes()
        self.log = Log(":memory:")
        self.log.add_table(TableRow(CODE, "stakes", "home", Level.BANK.value, boxes, seed, 0.0))
        self.tables = self.opened()
        for name in ("Ann", "Bob", "Cid")[:players]:
            self.act(None, TakeSeat(name, {}, box=boxes))
        if start:
            self.act(ANN, StartGame(ANN))

    def opened(self) -> Tables:
        return Tables(self.log, self.games, clock=lambda: 0.0, chance=random.Random(7))

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

    def act(self, seat: str | None, *commands: Command) -> None:
        for command in commands:
            self.tables.act(CODE, seat, command)

    def refused(self, seat: str, command: Command, kind: type[RuleError]) -> str:
        before = self.table
        with pytest.raises(kind) as caught:
            self.act(seat, command)
        assert self.table == before
        return str(caught.value.text)

    def has(self, *accounts: str) -> tuple[int, ...]:
        assert sum(self.table.accounts.values()) == 0, "money is conserved over every account"
        return tuple(self.table.accounts[account] for account in accounts)

    def shown(self, path: str = "") -> Any:
        """Return a page as a visitor without a seat gets it; by default the JSON of the table screen."""
        return create_app(self.tables).test_client().get(path or f"/api/tables/{CODE}")

    def seated(self, seat: str = ANN) -> Any:
        """Return a client with the token of this seat."""
        client = create_app(self.tables).test_client()
        client.set_cookie(cookie_name(CODE, seat), Tokens.of(self.log).admit(CODE, seat, 0.0))
        return client
