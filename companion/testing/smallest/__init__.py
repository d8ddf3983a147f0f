"""Everybody pays into the pot; a six takes it, any other face costs one. ``companion new-game`` copies this."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from companion.core.edition import Edition
from companion.core.errors import BadRequest, NotNow, RuleRef
from companion.core.members import Bots
from companion.core.messages import Command, Event, Posting, kind_of
from companion.core.money.currency import PLAIN
from companion.core.money.ledger import BANK, Account
from companion.core.plugin import Game
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import Ending, Level, Standing, Table, ranking
from companion.core.text import Catalogue, Text, Who, fact, say, wording
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Page, Part, Place, PlayerRow

POT = "pot"
PURSE, STAKE = 10, 2
COLOURS = ("red", "blue", "yellow", "green")
WORDS: tuple[str, ...] = ()
"""Regular expressions for the game's own words, which shared code must not contain."""
SENTENCES: Catalogue = {
    "purse": wording("the purse"),
    "stake": wording("the stake"),
    "pot": wording("the pot"),
    "six": wording("%(who)s threw a six"),
}
"""The words of the facts that the log keeps, by their codes."""


@dataclass(frozen=True, slots=True)
class ThrowDie(Command):
    """Command to throw the die: the face that it shows at the table; 0: the box throws."""

    face: int = 0

    def with_draws(self, chance: random.Random) -> ThrowDie:
        return self if self.face else ThrowDie(chance.randint(1, 6))


@dataclass(frozen=True, slots=True)
class DieThrown(Event):
    """A throw of the die; the posting has its cost or gain."""

    seat: str
    face: int


@dataclass(frozen=True, slots=True)
class State:
    """The order of the players, the first of whom throws next, and the ``face`` thrown last. Money is the table's."""

    order: tuple[str, ...]
    face: int = 0


def simple_player(table: Table[State], seat: str, chance: random.Random, secrets: Any) -> Command | None:
    """Return what a player of the box does: it throws when it is its turn."""
    return ThrowDie() if seat == table.play.order[0] else None


class Smallest(Game):
    """The smallest game: see ``companion.core.plugin.Game``."""

    name = "smallest"
    title = say("Smallest game")
    commands = (ThrowDie,)
    events = (DieThrown,)
    state = State
    endings = ("six",)
    sentences = SENTENCES
    bots = Bots(
        command=simple_player,
        first_words=(say("The first six takes the pot."), say("Throw the die when it is your turn.")),
    )
    edition = Edition(
        "house",
        title=say("House edition"),
        players=(2, 4),
        minutes=5,
        needs=say("a die"),
        levels=(Level.BANK,),
        rules=None,
        accounts={POT: Account(say("the pot"))},
        currency=PLAIN,
        quick_amounts=(1, 2, 5),
        notes=(),
    )

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        order = (*table.ids[first:], *table.ids[:first])
        purses = (Posting(BANK, seat, PURSE, fact("purse")) for seat in order)
        stakes = (Posting(seat, POT, STAKE, fact("stake")) for seat in order)
        return (GameStarted(order, postings=(*purses, *stakes)),)

    def decide(self, table: Table[State], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state = table.play
        assert isinstance(command, ThrowDie)
        if seat != state.order[0]:
            raise NotNow(say("It is the turn of %(who)s.", who=Who(state.order[0])), RuleRef("house", "1"))
        if command.face not in range(1, 7):  # a page offers nothing else, a script can send any number
            raise BadRequest(say("A die shows 1 to 6."))
        if command.face == 6:
            return (DieThrown(seat, 6, postings=(Posting(POT, seat, table.accounts[POT], fact("pot")),)),)
        paid = (Posting(seat, POT, 1, fact("stake")),) if table.accounts[seat] else ()
        return (DieThrown(seat, command.face, postings=paid),)

    def apply(self, table: Table[State], event: Event) -> State:
        state = table.play
        match event:
            case GameStarted(order=order):
                return State(order)
            case DieThrown(face=face):
                return State((*state.order[1:], state.order[0]), face)
            case _:
                return state

    def follow(self, table: Table[State]) -> tuple[Event, ...]:
        state = table.play
        if state.face != 6:
            return ()
        money = {seat: table.accounts[seat] for seat in state.order}
        standings = tuple(Standing(rank, seat, amount, 0, amount) for rank, seat, amount in ranking(money))
        return (GameEnded(Ending("six", fact("six", who=Who(state.order[-1])), standings)),)

    def page(self, table: Table[State | None], seat: str | None) -> Page:
        state = table.play
        if state is None or table.ending:
            return Page(self.title)
        faces = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in range(1, 7))
        face = Field("face", say("Face"), FieldKind.PICK, faces)
        throw = Choice(kind_of(ThrowDie), say("Let the box throw"), weight=Weight.PRIMARY)
        enter_face = Choice(kind_of(ThrowDie), say("I have thrown"), fields=(face,))
        return Page(
            say("%(who)s throws", who=Who(state.order[0])),
            choices=(throw, enter_face) if seat == state.order[0] else (),
            parts=(Part("throw", Place.STAGE, state),) if state.face else (),
        )

    def players(self, table: Table, seat: str | None) -> tuple[PlayerRow, ...]:
        thrower = table.play.order[0] if table.play else ""
        return tuple(
            PlayerRow(
                each.id,
                each.name,
                colour,
                each.name[:1],
                (),
                table.accounts[each.id],
                active=each.id == thrower,
                box=each.box,
            )
            for each, colour in zip(table.seats, COLOURS, strict=False)
        )

    def tell(self, event: Event) -> Text | None:
        if isinstance(event, DieThrown):
            return say("%(who)s threw a %(face)s", who=Who(event.seat), face=event.face)
        return None


def games() -> tuple[Game, ...]:
    """Return every edition, the usual one first."""
    return (Smallest(),)
