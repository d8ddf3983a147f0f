"""The listed beginning of *Any game* that is tried alone: three rounds of *Streets and houses*, then it is counted.

It meets a payment to the bank, one from another player, a request, an income and a secret vote.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.core.messages import Command, Event
from companion.core.money.bank_messages import Paid, Pay
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import BallotOpened, BallotRevealed
from companion.core.table.events import GameStarted
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.shapes import PRESETS
from companion.games.any_game.state import State

ROUNDS = 3
STREETS = PRESETS[0]
START, INTEREST = 100, 10
RULES = {**STREETS.rules, "rounds": ROUNDS, "start": START, "interest": INTEREST}
"""little money, so that rent takes a loan"""
DICE = ((3, 3), (4, 2), (6, 1), (5, 5), (5, 4), (2, 1), (6, 6), (1, 3), (2, 4), (4, 4), (3, 1), (6, 2))
"""faces of the two dice in each turn"""
INCOME = 200
INCOMES = (INCOME, 2 * INCOME)
"""the subject of the secret vote"""

MIA, ALEX, KIM, ROBIN = range(4)
"""places in the order of the turns"""


@dataclass(frozen=True, slots=True)
class Progress:
    """The place in the list: how many actions this turn has had, and how many turns the game."""

    actions: int = 0
    turn: int = 0


ACTIONS = (
    play_messages.DiceRolled,
    Paid,
    play_messages.Taken,
    play_messages.PaymentRequested,
    play_messages.RequestPaid,
    play_messages.RequestDropped,
    BallotOpened,
    BallotRevealed,
)


def progress(events: Sequence[Event], seed: str, before: Progress | None) -> Progress:
    """Return how far the turn has come after these events; see ``Bots.secrets``, though nothing of it is hidden."""
    found = before or Progress()
    for event in events:
        match event:
            case GameStarted():
                found = Progress()
            case play_messages.TurnEnded():
                found = Progress(0, found.turn + 1)
            case _ if isinstance(event, ACTIONS):
                found = replace(found, actions=found.actions + 1)
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """A listed step of a turn: the place of its player, its command, and the words for it.

    ``sentence``: what the person reads, for a step of the box; ``offered``: what is suggested to the person.
    """

    place: int
    command: Callable[[Table[State, Rules]], Command | None]
    sentence: Callable[[Who, Who], Text] | None = None
    offered: Text | None = None


def _street(place: int, price: int) -> Step:
    def sentence(who: Who, _: Who) -> Text:
        return say("%(who)s pays the bank %(amount)s for a street.", who=who, amount=Money(price))

    return Step(
        place,
        lambda table: Pay(BANK, price),
        sentence,
        say("Buy a street: pay the bank %(amount)s", amount=Money(price)),
    )


def _rent(place: int, to: int, rent: int) -> Step:
    def sentence(who: Who, other: Who) -> Text:
        return say(
            "%(who)s pays %(amount)s, having stopped in %(other)s's street.", who=who, amount=Money(rent), other=other
        )

    return Step(place, lambda table: Pay(table.play.order[to], rent), sentence)


def _rent_of_person(place: int, rent: int) -> Step:
    def sentence(who: Who, _: Who) -> Text:
        return say("%(who)s pays you %(amount)s, having stopped in your street.", who=who, amount=Money(rent))

    return Step(place, lambda table: Pay(table.play.order[MIA], rent), sentence)


def _payment_request(place: int, rent: int) -> Step:
    def sentence(who: Who, _: Who) -> Text:
        return say("%(who)s asks you for %(amount)s: you stopped in %(who)s's street.", who=who, amount=Money(rent))

    return Step(place, lambda table: play_messages.RequestPayment(table.play.order[MIA], rent), sentence)


def _income(place: int) -> Step:
    """Return the income of somebody who has gone once round."""

    def sentence(who: Who, _: Who) -> Text:
        return say("%(who)s takes %(amount)s from the bank, having gone once round.", who=who, amount=Money(INCOME))

    offered = say("You have gone once round: take %(amount)s", amount=Money(INCOME))
    return Step(place, lambda table: play_messages.Take(INCOME), sentence, offered)


def _votes(place: int) -> Step:
    answers = ", ".join(map(str, INCOMES))
    offered = say("Ask all in secret: how much once round?")
    return Step(place, lambda table: vote_messages.AskVote(str(table.rules.incomes), answers), None, offered)


TURNS: tuple[tuple[Step, ...], ...] = (
    (_street(MIA, 60),),
    (_street(ALEX, 40),),
    (_rent_of_person(KIM, 6),),
    (_street(ROBIN, 60),),
    (_payment_request(KIM, 66),),
    (_rent(ALEX, ROBIN, 14),),
    (_income(KIM),),
    (_rent(ROBIN, ALEX, 10),),
    (_income(MIA), _votes(MIA)),
    (_rent(ALEX, KIM, 18),),
    (_street(KIM, 140),),
    (_rent_of_person(ROBIN, 6),),
)
"""the steps after the dice of each turn"""


def staged(table: Table[State, Rules]) -> bool:
    """Return whether this table plays by the list: the first game of somebody who plays alone, with these rules."""
    state, rules = table.play, table.rules
    if not table.alone or table.games or not isinstance(state, State):
        return False
    alike = all(getattr(rules, name) == value for name, value in RULES.items() if not isinstance(value, Text))
    return alike and len(state.order) == ROBIN + 1 and state.order[MIA] == table.alone


def guided(table: Table[State, Rules]) -> bool:
    """Return whether one of the first three rounds is played."""
    return bool(table.alone) and table.play.round <= ROUNDS


def step(table: Table[State, Rules], done: Progress) -> Step | None:
    """Return what is listed next in this turn, once the dice lie there."""
    if not staged(table) or done.turn >= len(TURNS):
        return None
    at = done.actions - 1
    steps = TURNS[done.turn]
    return steps[at] if 0 <= at < len(steps) else None


def listed(table: Table[State, Rules], seat: str, command: Command) -> Command:
    """Return the roll with the listed dice; see ``FirstGame.listed``."""
    match command:
        case play_messages.RollDice(faces=()) if staged(table):
            state = table.play
            turn = (state.round - 1) * len(state.order) + state.order.index(seat)
            dice = DICE[turn % len(DICE)]
            return replace(command, lots=(*dice, *command.lots[len(dice) :]))
        case _:
            return command


def why(table: Table[State, Rules], seat: str, command: Command, done: Progress) -> Text | None:
    """Return what a player of the box does and why."""
    found = step(table, done)
    if found is None or found.sentence is None or found.command(table) != command:
        return None
    return found.sentence(Who(seat), Who(command.to if isinstance(command, Pay) else seat))
