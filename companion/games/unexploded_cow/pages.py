"""The page of a seat and of the table screen, and the players beside it."""

from __future__ import annotations

from companion.core.messages import kind_of
from companion.core.money.bank import claims, debts
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.phases import current
from companion.core.table.table import Table
from companion.core.text import Money, Text, say
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.core.ui.page import Page, PlayerRow, StepState, colours, progress
from companion.games.unexploded_cow.finance import evening
from companion.games.unexploded_cow.phases import PHASES
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.rulebook.cities import points
from companion.games.unexploded_cow.screens import table_part
from companion.games.unexploded_cow.state import State

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


def page(now: Situation) -> Page:
    """Return what the seat of this situation sees; no seat: the table screen."""
    phase, waited = current(PHASES, now)
    waited_for = now.seat in waited
    stage = (table_part(now.state, now.deck),) if now.follows_herds else ()
    return Page(
        headline=phase.instruction(now) if waited_for else phase.waiting_text(now),
        prompt=phase.prompt(now, waited_for),
        steps=_steps(now.state) if now.follows_herds else (),
        choices=phase.choices(now) if waited_for else (),
        dice=() if waited_for and now.state.blast is None else _die(now),
        money=(_borrowing(),) if now.seat in now.state.playing else (),
        parts=(*(phase.parts(now) if waited_for else ()), *stage),
        last=say("Sudden death") if now.state.sudden else None,
    )


def _die(now: Situation) -> tuple[tuple[str, int, bool], ...]:
    """Return the die as it was thrown last, for a phone; the television draws it beside the herds."""
    thrown = now.state.thrown
    return (("number", thrown.face, False),) if now.seat and thrown and thrown.face else ()


def players(table: Table[State | None], seat: str | None) -> tuple[PlayerRow, ...]:
    """Return the row of each player: facts, money, and whether the table waits for this seat."""
    state = table.play
    colour = colours(table.ids, COLOURS)
    return tuple(
        PlayerRow(
            each.id,
            each.name,
            colour[each.id],
            each.name[:1].upper(),
            _facts(table, state, each.id) if state else (),
            table.accounts[each.id],
            active=table.play is not None and not table.ending and each.id in waited_for(table),
            out=state is not None and each.id in state.left,
            box=each.box,
        )
        for each in table.seats
    )


def waited_for(table: Table) -> tuple[str, ...]:
    """Return the seat that the table waits for, if any."""
    return current(PHASES, Situation.of(table))[1]


def _facts(table: Table, state: State, seat: str) -> tuple[Text, ...]:
    facts: list[Text] = []
    won = state.won.get(seat, ())
    if won:
        facts.append(say("cities: %(count)s, points: %(points)s", count=len(won), points=points(won)))
    if owed := debts(table.loans, seat):
        facts.append(say("owes %(amount)s", amount=Money(owed)))
    if due := claims(table.loans, seat):
        facts.append(say("is owed %(amount)s", amount=Money(due)))
    if brought := evening(table, seat) if table.kept else 0:
        facts.append(say("this evening: %(amount)s", amount=Money(brought)))
    return tuple(facts)


def _steps(state: State) -> tuple[tuple[StepState, Text], ...]:
    if state.sudden:
        return ()
    at = 0 if state.city_wanted else 2 if state.roll or state.blast else 1
    return progress((say("City"), say("Cards"), say("Die")), at)


def _borrowing() -> Choice:
    amount = Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=100, maximum=100_000, step=100, initial=500)
    details = (say("Without interest and without limit. A loan counts against your result."),)
    return Choice(
        kind_of(BorrowFromBank),
        say("Borrow"),
        fields=(amount,),
        details=details,
        weight=Weight.QUIET,
        title=say("Take out a loan"),
    )
