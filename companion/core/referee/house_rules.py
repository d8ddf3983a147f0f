"""House rules: which there are, which values they may have, and what a changed one makes of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.edition import Edition, HouseRule
from companion.core.errors import BadRequest
from companion.core.money.ledger import open_accounts
from companion.core.plugin import Game
from companion.core.table.table import Table, TablePhase
from companion.core.text import say, split_list
from companion.core.ui.choice import Option

Value = str | int | bool


def house_rule(game: Game, name: str) -> HouseRule:
    """Return the option with this name. Raise BadRequest where there is none."""
    for rule in game.house_rules:
        if rule.name == name:
            return rule
    raise BadRequest(say("There is no such house rule."))


def chosen(rule: HouseRule, value: Value) -> Option | None:
    """Return the option of the rule with this value: ``True`` is not 1, but a word of an enumeration is that word."""
    kind = isinstance(value, bool)
    found = next((each for each in rule.options if each.value == value and isinstance(each.value, bool) is kind), None)
    if found:
        return found
    if rule.number and type(value) is int and rule.number.least <= value <= rule.number.most:
        return Option(value, rule.number.words(value))
    if rule.words and type(value) is str and len(value) <= rule.words.most and (value.isprintable() or not value):
        return Option(value, rule.words.words(value))
    return None


def as_kept(rule: HouseRule, value: Value) -> Value:
    """Return the value in its one form: a text on one line, a list of amounts with commas."""
    if not isinstance(value, str):
        return value
    line = " ".join(value.split())
    return ", ".join(split_list(line)) if rule.words and rule.words.amounts else line


def changes(game: Game, table: Table, requested: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the values that differ from those of the table, as they are kept. Raise BadRequest for impossible ones."""
    values = {name: as_kept(house_rule(game, name), value) for name, value in requested.items()}
    for name, value in values.items():
        if chosen(house_rule(game, name), value) is None:
            raise BadRequest(say("That house rule cannot have this value."))
    rules = changed_rules(table.rules, values)
    game.check_rules(rules)
    _check_table(table, game.edition_at(table.rules), game.edition_at(rules))
    return {name: value for name, value in values.items() if getattr(table.rules, name) != value}


def check_rule(game: Game, table: Table, name: str, value: Value) -> None:
    """Check that this house rule exists and can have the value beside the others. Raise BadRequest otherwise."""
    changes(game, table, {name: value})


def changed_rules(rules: object, values: Mapping[str, Value]) -> object:
    """Return the rules with some values replaced, in the type that the old value has (an enum stays an enum)."""
    typed = {name: type(getattr(rules, name))(value) for name, value in values.items()}
    return replace(rules, **typed)  # type: ignore[type-var]


def with_rules(game: Game, table: Table, values: Mapping[str, Value]) -> Table:
    """Return the table under changed rules.

    The accounts that they declare are open, and empty ones that they no longer declare are closed.
    """
    table = replace(table, rules=changed_rules(table.rules, values))
    if not game.edition_varies:
        return table
    declared = game.edition_at(table.rules).accounts
    kept = {name: amount for name, amount in table.accounts.items() if amount or name not in table.pots}
    return replace(table, accounts={**open_accounts((), declared), **kept})


def _check_table(table: Table, now: Edition, edition: Edition) -> None:
    """Check that the rules fit the table.

    The seated players can play this, no money lies where there would be no account any more, and amounts in the log
    keep their meaning.
    """
    played = table.phase is not TablePhase.LOBBY or table.games > 0
    if played and edition.currency.decimals != now.currency.decimals:
        raise BadRequest(say("The digits behind the decimal mark are fixed once a game has begun: open another table."))
    if len(table.seats) > edition.players[1]:
        raise BadRequest(say("%(seated)s players are seated: you need that many seats.", seated=len(table.seats)))
    if any(amount and name not in edition.accounts for name, amount in table.pots.items()):
        raise BadRequest(say("That would delete a pot with money in it. Pay it out first."))
