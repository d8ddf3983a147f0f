"""Deals, incomes in one tap, money between pots, and counted units: the buttons of a phone, and the table of units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.messages import kind_of
from companion.core.money.ledger import BANK, LARGEST
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.ui.page import Part, Place
from companion.games.any_game.decisions import banking
from companion.games.any_game.house_rules import STAKES, Rules
from companion.games.any_game.messages.bank import (
    AcceptDeal,
    BuyUnits,
    DropDeal,
    GiveUnits,
    MoveMoney,
    OfferDeal,
    PayDividend,
    SellUnits,
    SetPrice,
)
from companion.games.any_game.messages.play import Take
from companion.games.any_game.settings import incomes
from companion.games.any_game.state import State, now
from companion.games.any_game.telling import deal_words


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of units: its price, the bank's number of them, and each player's."""

    kind: str
    price: int
    free: int
    owned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnitsView:
    """The owners of all units."""

    players: tuple[str, ...]
    kinds: tuple[KindView, ...]


def units_part(table: Table[State, Rules]) -> tuple[Part, ...]:
    """Return the table of units for every screen; nothing where none are counted."""
    state, rules = now(table)
    found = tuple(
        KindView(
            kind,
            banking.price(state, rules, kind),
            banking.free(state, rules, kind),
            tuple(banking.owned(state, kind, seat) for seat in state.players),
        )
        for kind in banking.kinds(rules)
    )
    return (Part("units", Place.STAGE, UnitsView(state.players, found)),) if found else ()


def offered(state: State, seat: str) -> Iterator[Choice]:
    """Yield the choices about deals offered to this seat, and by it."""
    for deal in state.deals:
        fixed = {"deal": deal.id}
        if deal.of == seat:
            yield Choice(kind_of(AcceptDeal), say("Agree"), fixed, title=deal_words(deal), weight=Weight.PRIMARY)
            yield Choice(kind_of(DropDeal), say("I do not agree"), fixed)
        elif deal.by == seat:
            yield Choice(
                kind_of(DropDeal), say("Take my offer to %(who)s back", who=Who(deal.of)), fixed, weight=Weight.QUIET
            )


def income_choices(rules: Rules) -> Iterator[Choice]:
    """Yield a button for each named income."""
    for name, amount in incomes(rules):
        label = say("%(words)s: take %(amount)s", words=name, amount=Money(amount))
        yield Choice(kind_of(Take), label, {"amount": amount, "frm": BANK, "words": name})


def unit_choices(table: Table[State, Rules], seat: str) -> Iterator[Choice]:
    """Yield the choices to buy or sell one unit in one tap."""
    state, rules = now(table)
    kinds = banking.kinds(rules)
    on_sale = tuple(_priced(state, rules, kind) for kind in kinds if banking.free(state, rules, kind))
    owned = tuple(_priced(state, rules, kind) for kind in kinds if banking.owned(state, kind, seat))
    if on_sale:
        yield _at_once(kind_of(BuyUnits), say("Buy one"), on_sale)
    if owned:
        yield _at_once(kind_of(SellUnits), say("Sell one"), owned)
    paid = tuple(
        Option(kind, say("%(name)s", name=kind), say("%(amount)s", amount=Money(state.dividends[kind])))
        for kind in kinds
        if kind in state.dividends and state.held.get(kind)
    )
    if paid:
        yield _at_once(kind_of(PayDividend), say("The same dividend again"), paid)


def _priced(state: State, rules: Rules, kind: str) -> Option:
    cost = say("%(amount)s", amount=Money(banking.price(state, rules, kind)))
    return Option(kind, say("%(name)s", name=kind), cost)


def _at_once(command: str, title: Text, options: tuple[Option, ...]) -> Choice:
    field = Field("kind", title, FieldKind.PICK, options)
    return Choice(command, title, fields=(field,), title=title, at_once=True)


def seldom(table: Table[State, Rules], seat: str) -> Iterator[Choice]:
    """Yield the less frequent choices, in folds: a deal, money between pots, dividends, prices, gifts of units."""
    state, rules = now(table)
    other_players = named(tuple(each for each in state.players if each != seat))
    amount = Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=rules.step, maximum=LARGEST, step=rules.step)
    more = replace(amount, label=say("And how much money?"), required=False)
    yield Choice(
        kind_of(OfferDeal),
        say("Offer it"),
        fields=(
            Field("of", say("With whom?"), FieldKind.PICK, other_players),
            Field("gives", say("What do I give?"), FieldKind.WORDS, required=False, maximum=80),
            replace(
                amount, name="pays", label=say("And how much money?"), required=False, maximum=table.accounts[seat]
            ),
            Field("gets", say("What do I get?"), FieldKind.WORDS, required=False, maximum=80),
            replace(more, name="earns"),
        ),
        title=say("A deal"),
        folded=True,
    )
    yield from _between_pots(table, seat, amount)
    yield from _of_units(state, rules, seat, other_players, amount)


def _between_pots(table: Table[State, Rules], seat: str, amount: Field) -> Iterator[Choice]:
    """Yield the choices to move money between bank and pots; of one pot each way is a choice of its own.

    Where nobody has any money but in pots, that is what the game does most: in one's turn it is in sight, and else it
    is folded, since nothing stands above it then and its keys would lie open.
    """
    pots = tuple(pot for pot in table.pots if pot != STAKES)
    weight = Weight.NORMAL if banking.in_pots_alone(table) else Weight.QUIET
    waits = bool(table.ballot and not table.ballot.over) or table.play.turn not in ("", seat)
    if table.rules.bank and len(pots) == 1:
        pot, into, out = Who(pots[0]), {"frm": BANK, "to": pots[0]}, {"frm": pots[0], "to": BANK}
        for title, fixed in (
            (say("From the bank into %(pot)s", pot=pot), into),
            (say("From %(pot)s to the bank", pot=pot), out),
        ):
            most = table.accounts[pots[0]] if fixed is out else amount.maximum
            if most:
                yield Choice(
                    kind_of(MoveMoney),
                    say("Move it"),
                    fixed,
                    (replace(amount, maximum=most),),
                    title=title,
                    weight=weight,
                    folded=waits,
                )
        return
    places = ((Option(BANK, say("the bank")),) if table.rules.bank else ()) + named(pots)
    if len(places) > 1:
        frm = Field("frm", say("From where?"), FieldKind.PICK, places)
        to = Field("to", say("Into what?"), FieldKind.PICK, places)
        title = say("Money between bank and pots")
        yield Choice(kind_of(MoveMoney), say("Move it"), fields=(amount, frm, to), title=title, weight=weight)


def _of_units(
    state: State, rules: Rules, seat: str, other_players: tuple[Option, ...], amount: Field
) -> Iterator[Choice]:
    kinds = tuple(Option(kind, say("%(name)s", name=kind)) for kind in banking.kinds(rules))
    if not kinds:
        return
    kind = Field("kind", say("Of what?"), FieldKind.PICK, kinds)
    each = replace(amount, label=say("How much for each?"))
    yield Choice(
        kind_of(PayDividend), say("Pay it to everyone"), fields=(kind, each), title=say("A dividend"), folded=True
    )
    cost = replace(amount, name="price", label=say("What does one cost now?"), minimum=0)
    yield Choice(
        kind_of(SetPrice),
        say("That is the price"),
        fields=(kind, cost),
        title=say("Another price"),
        weight=Weight.QUIET,
    )
    owned = tuple(option for option in kinds if banking.owned(state, str(option.value), seat))
    if owned and other_players:
        to = Field("to", say("To whom?"), FieldKind.PICK, other_players)
        kind_owned = replace(kind, options=owned)
        yield Choice(
            kind_of(GiveUnits), say("Give it"), fields=(kind_owned, to), title=say("Give one away"), weight=Weight.QUIET
        )
