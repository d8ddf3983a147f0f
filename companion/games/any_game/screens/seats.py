"""The buttons on a phone for who plays: taking somebody in, coming back, leaving, and ending the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.messages import kind_of
from companion.core.money.ledger import BANK, LARGEST
from companion.core.table.commands import TakeIn
from companion.core.table.table import Table
from companion.core.text import Text, Who, listed, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.any_game.decisions.newcomers import can_return, has_teams, takes_in
from companion.games.any_game.decisions.stakes import has_everything
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.screens.choices import amount_field
from companion.games.any_game.state import State, now


def table_choices(table: Table, seat: str) -> tuple[Choice, ...]:
    """Return who may join the game or come back, and how a seat leaves it, or ends it."""
    state, rules = now(table)
    absent = can_return(state, rules)
    if seat not in state.players:
        return (_return(table, seat, say("Come back into the game")),) if seat in absent else ()
    back = (_return(table, each, say("Let %(who)s come back", who=Who(each))) for each in absent)
    return (*_taking_in(table), *back, *_leaving(table, seat))


def _taking_in(table: Table[State, Rules]) -> Iterator[Choice]:
    """Yield the choice to take somebody in after the start."""
    state, rules = now(table)
    if not takes_in(table):
        return
    fields = [Field("name", say("Who joins us?"), FieldKind.WORDS, maximum=24)]
    if has_teams(rules):
        teams = tuple(Option(members[0], _named_together(members)) for members in state.columns(rules))
        fields.append(Field("partner", say("In which team?"), FieldKind.PICK, teams))
    else:
        fields.append(_starting_field(rules, rules.start, say("With how much money?")))
    last = state.order[-1]
    places = (replace(option, usual=option.value == last) for option in named(state.order))
    fields.append(Field("after", say("After whom?"), FieldKind.PICK, tuple(places)))
    asked = say("Everyone is asked; then the newcomer scans the code of the table.")
    yield Choice(kind_of(TakeIn), say("Take in"), fields=tuple(fields), details=(asked,), title=say("Someone joins us"))


def _starting_field(rules: Rules, initial: int, money: Text) -> Field:
    """Return the field for what the table gives: points, or money, asked for in these words."""
    if rules.scores:
        label = say("With how many points?")
        return Field("gets", label, FieldKind.NUMBER, minimum=-LARGEST, maximum=LARGEST, initial=0)
    return replace(amount_field(rules, 0), name="gets", label=money, initial=initial)


def _named_together(seats: tuple[str, ...]) -> Text:
    return listed(say("%(who)s", who=Who(seat)) for seat in seats)


def _return(table: Table[State, Rules], seat: str, label: Text) -> Choice:
    """Return the choice to bring back a seat that has left: with its points, or with as much money as it had then."""
    state, rules = now(table)
    fixed = {"name": table.seat(seat).name}
    asked = say("Everyone is asked.")
    if rules.scores:
        resumed = say("The points go on as they are.")
        return Choice(kind_of(TakeIn), label, fixed, details=(asked, resumed), weight=Weight.QUIET)
    field = _starting_field(rules, state.left.get(seat, 0) or rules.start, say("With how much money from the bank?"))
    return Choice(kind_of(TakeIn), label, fixed, fields=(field,), details=(asked,), title=label)


def _leaving(table: Table[State, Rules], seat: str) -> tuple[Choice, ...]:
    state, rules = now(table)
    finish = Choice(
        kind_of(FinishGame),
        say("End the game now"),
        details=(say("Everyone is asked; then it is counted."),),
        weight=Weight.DANGER,
    )
    ending = () if has_everything(table) else (finish,)  # that is asked above, then
    leave, again = say("Leave the game"), say("You can come back when everyone agrees.")
    if rules.scores:
        fixed = {"to": BANK}
        return (Choice(kind_of(GoBankrupt), leave, fixed, details=(again,), weight=Weight.DANGER), *ending)
    other_players = named(tuple(each for each in state.players if each != seat))
    bank = Option(BANK, say("the bank"), usual=True)
    to = Field("to", say("Who gets what is left?"), FieldKind.PICK, (bank, *other_players))
    debts = say("Debts are paid first, as far as the money goes.")
    choice = Choice(kind_of(GoBankrupt), leave, fields=(to,), details=(debts, again), title=leave, weight=Weight.DANGER)
    return (choice, *ending)
