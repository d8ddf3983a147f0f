"""High Card: everybody holds the same cards and lays them one by one in secret; the highest lone card wins the trick.

The player who has won most tricks takes the pot. If nobody has, it stays for the next game, and so does everybody's
money.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.edition import Edition, HouseRule
from companion.core.errors import NotNow, RuleRef
from companion.core.members import Bots
from companion.core.messages import Command, Event, Posting, kind_of
from companion.core.money.currency import EUROS, POINTS
from companion.core.money.ledger import BANK, Account
from companion.core.plugin import Game
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotRevealed
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import Ending, Level, Standing, Table
from companion.core.text import Catalogue, Fact, Money, Text, Who, fact, say, wording
from companion.core.ui.choice import Choice, Option, Weight
from companion.core.ui.page import CardView, Page, Part, Place, PlayerRow

POT = "pot"
PURSE = 20
COLOURS = ("red", "blue", "yellow", "green")
WORDS = ("tricks?",)
"""Expressions for its words, which no room that all games share may speak."""
SENTENCES: Catalogue = {
    "purse": wording("the purse"),
    "stake": wording("the stake"),
    "pot": wording("the pot"),
    "lay_card": wording("Lay a card"),
    "pot_taken": wording("%(who)s took the pot"),
    "pot_stays": wording("the pot stays for the next game"),
}


# --- values: what is chosen, what is asked, what happens, how it stands --------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """``stake`` is what everybody pays into the pot; ``cards`` how many everybody holds."""

    stake: int = 2
    cards: int = 3


@dataclass(frozen=True, slots=True)
class OpenTrick(Command):
    """The leader asks everybody for a card."""


@dataclass(frozen=True, slots=True)
class PotWon(Event):
    """Somebody takes the pot; the posting says how much."""

    seat: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A card of everybody: seat -> card; ``winner`` is "" where no card was alone."""

    cards: Mapping[str, str]
    winner: str


@dataclass(frozen=True, slots=True)
class State:
    """The game as it stands. ``leader`` opens the next trick; ``tricks`` are those that were played."""

    hands: Mapping[str, tuple[str, ...]]
    leader: str
    points: Mapping[str, int]
    tricks: tuple[Trick, ...] = ()


# --- the rules, which know nothing of tables, phones or money ------------------------------------


def pack(cards: int) -> tuple[str, ...]:
    """Return the cards that everybody begins with."""
    return tuple(str(card) for card in range(1, cards + 1))


def dealt(seats: tuple[str, ...], cards: int) -> State:
    """Return the state in which each player holds the cards from 1 on; the first seat leads."""
    return State(dict.fromkeys(seats, pack(cards)), seats[0], dict.fromkeys(seats, 0))


def winner_of(cards: Mapping[str, str]) -> str:
    """Return who laid the highest card that nobody else laid; "" if there is none (rules §2)."""
    laid = Counter(cards.values())
    alone = [seat for seat, card in cards.items() if laid[card] == 1]
    return max(alone, key=lambda seat: int(cards[seat]), default="")


def played(state: State, cards: Mapping[str, str]) -> State:
    """Return the game after a trick: its cards are gone, the winner has a point and leads."""
    winner = winner_of(cards)
    return replace(
        state,
        hands={seat: tuple(card for card in hand if card != cards[seat]) for seat, hand in state.hands.items()},
        leader=winner or state.leader,
        points={seat: points + (seat == winner) for seat, points in state.points.items()},
        tricks=(*state.tricks, Trick(cards, winner)),
    )


def best(state: State) -> tuple[str, ...]:
    """Return those with the most points."""
    most = max(state.points.values())
    return tuple(seat for seat, points in state.points.items() if points == most)


# --- the game, for the table ----------------------------------------------------------------------


def edition(name: str, cards: int, minutes: int) -> Edition:
    """Return an edition: it is a value, only the facts differ."""
    return Edition(
        name,
        title=say("With %(count)s cards each", count=cards),
        players=(2, 4),
        minutes=minutes,
        needs=say("nothing but phones"),
        levels=(Level.BANK,),
        rules=Rules(cards=cards),
        accounts={POT: Account(say("the pot"))},
        currency=EUROS,
        points=POINTS,
        quick_amounts=(1, 2, 5),
        notes=(),
    )


def simple_player(table: Table[State], seat: str, chance: random.Random, secrets: Any) -> Command | None:
    """Play for a seat: it votes by itself; here it only opens the trick when it leads."""
    waiting = table.ballot is not None and not table.ballot.votes
    return OpenTrick() if table.play.leader == seat and not waiting else None


class HighCard(Game):
    """See ``companion.core.plugin.Game``."""

    name = "high_card"
    title = say("High Card")
    commands = (OpenTrick,)
    events = (PotWon,)
    state = State
    endings = ("won", "shared")
    sentences = SENTENCES
    votes_in_secret = True
    bots = Bots(command=simple_player)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    # --- the rules ----------------------------------------------------------------------------

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        stakes = tuple(Option(stake, say("%(stake)s", stake=Money(stake))) for stake in (1, 2, 5))
        return (HouseRule("stake", say("What does everybody pay into the pot?"), stakes, RuleRef("high_card", "1")),)

    def start(self, table: Table, first: int, waived: bool) -> tuple[Event, ...]:
        order = (*table.ids[first:], *table.ids[:first])
        purses = [Posting(BANK, seat, PURSE, fact("purse")) for seat in order if seat not in table.kept]
        stakes = {seat: min(table.rules.stake, table.kept.get(seat, PURSE)) for seat in order}
        paid = [Posting(seat, POT, stake, fact("stake")) for seat, stake in stakes.items() if stake]
        return (GameStarted(order, postings=(*purses, *paid)),)

    def decide(self, table: Table[State], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        state = table.play
        if seat != state.leader:
            raise NotNow(say("%(who)s opens the next trick.", who=Who(state.leader)), RuleRef("high_card", "2"))
        if table.ballot and not table.ballot.votes:
            raise NotNow(say("A trick is being played."))
        ballot = Ballot(UNNUMBERED, fact("lay_card"), table.ids, pack(table.rules.cards), choices_by_seat=state.hands)
        return (BallotOpened(ballot),)

    def apply(self, table: Table[State], event: Event) -> State:
        state = table.play
        match event:
            case GameStarted(order=order):
                return dealt(order, table.rules.cards)
            case BallotRevealed(votes=votes):
                return played(state, votes)
            case _:
                return state

    def follow(self, table: Table[State]) -> tuple[Event, ...]:
        state = table.play
        if any(state.hands.values()):
            return ()
        winners, pot = best(state), table.accounts[POT]
        if len(winners) > 1:
            return (self._ended(table, "shared", fact("pot_stays")),)
        if not pot:
            return (self._ended(table, "won", fact("pot_taken", who=Who(winners[0]))),)
        return (PotWon(winners[0], postings=(Posting(POT, winners[0], pot, fact("pot")),)),)

    def _ended(self, table: Table, code: str, reason: Fact) -> GameEnded:
        points: Mapping[str, int] = table.play.points
        ranked = sorted(points, key=lambda seat: -points[seat])
        ranks = {seat: 1 + sum(other > points[seat] for other in points.values()) for seat in ranked}
        lines = (Standing(ranks[seat], seat, table.accounts[seat], 0, points[seat]) for seat in ranked)
        return GameEnded(Ending(code, reason, tuple(lines)))

    def carried(self, table: Table) -> Mapping[str, int]:
        return {account: table.accounts[account] for account in (*table.ids, POT)}

    # --- what everybody sees ------------------------------------------------------------------

    def page(self, table: Table[State | None], seat: str | None) -> Page:
        state = table.play
        if state is None or table.ending:
            return Page(self.title)
        tricks = (Part("trick", Place.STAGE, state.tricks[-1]),) if state.tricks else ()
        if table.ballot and not table.ballot.votes:
            return Page(say("Everybody lays a card"), parts=tricks)
        lead = Choice(kind_of(OpenTrick), say("Ask for a card"), weight=Weight.PRIMARY)
        choices = (lead,) if seat == state.leader else ()
        return Page(say("%(who)s opens the next trick", who=Who(state.leader)), choices=choices, parts=tricks)

    def players(self, table: Table[State | None], seat: str | None) -> tuple[PlayerRow, ...]:
        state = table.play
        return tuple(
            PlayerRow(
                each.id,
                each.name,
                colour,
                each.name[:1],
                (say("points: %(count)s", count=state.points[each.id]),) if state else (),
                table.accounts[each.id],
                active=state is not None and state.leader == each.id,
                box=each.box,
            )
            for each, colour in zip(table.seats, COLOURS, strict=False)
        )

    def cards(self, table: Table, seat: str | None) -> tuple[CardView, ...]:
        ballot = table.ballot
        shown = () if ballot is None else ballot.choices if seat is None else ballot.choices_of(seat)
        return tuple(CardView(card, say("the %(card)s", card=card), card, ()) for card in shown)

    def tell(self, event: Event) -> Text | None:
        return say("%(who)s took the pot", who=Who(event.seat)) if isinstance(event, PotWon) else None


def games() -> tuple[Game, ...]:
    """Return all editions, the usual one first."""
    return (HighCard(edition("short", cards=3, minutes=5)), HighCard(edition("long", cards=5, minutes=10)))
