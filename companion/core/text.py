"""Sentences for players, kept apart from their language.

The pure core never translates: it says *what* is to be said (an English message with named
parameters); the shell says it in the reader's language. Babel collects every ``say(...)`` and ``wording(...)``.

Tables and logs keep a ``Fact``: it names its sentence by a code, and a catalogue (that of
``companion.core.sentences`` or the game's own) has the sentence when it is shown. A reworded sentence therefore changes
nothing that is kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
ISOLATE = re.compile(f"{FIRST_STRONG_ISOLATE}([^{POP_DIRECTIONAL_ISOLATE}]*){POP_DIRECTIONAL_ISOLATE}")
"""a name with its marks (Unicode Standard Annex 9)"""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
CONTROLS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""bidirectional classes of characters that turn what follows them"""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit of the edition's currency, written the way the reader's language writes money."""

    amount: int


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance: written like ``Money``, but a page covers it until its reader presses. Never kept."""

    amount: int


@dataclass(frozen=True, slots=True)
class Who:
    """A seat, to be written as its player's name."""

    seat: str


@dataclass(frozen=True, slots=True)
class Text:
    """An English message with ``%(name)s`` parameters; parameters may be Texts themselves."""

    message: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __str__(self) -> str:
        return filled(self.message, {name: plain(value) for name, value in self.params.items()})


Param = str | int | Money | Balance | Who | Text


@dataclass(frozen=True, slots=True)
class Action:
    """An action in the log, by the number of its first event; written as the log line of what it did."""

    action: int


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A house rule and the value that was chosen, written as the lobby writes them."""

    rule: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence without its words: ``code`` names the sentence in a catalogue, ``params`` fill it in.

    Two facts are the same when code and parameters are.
    """

    code: str
    params: Mapping[str, FactParam] = field(default_factory=dict)


FactParam = str | int | Money | Who | Action | RuleChoice | Fact

Catalogue = Mapping[str, Text]
"""Code of a fact -> its sentence, without parameters."""


def filled(message: str, params: Mapping[str, str]) -> str:
    """Return the message with its parameters; unfilled where they do not fit, in a damaged log: better than no page."""
    try:
        return message % params
    except (KeyError, ValueError, TypeError):
        return message


def plain(value: Param) -> str:
    """Return the parameter in English, for logs, exports and tests; money is written in dollars, whatever it is."""
    match value:
        case Money(amount) | Balance(amount):
            return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
        case Who(seat):
            return seat
        case str(name):
            return isolated(name)
        case _:
            return str(value)


def isolate(name: str) -> str:
    """Return a name between the marks that keep its direction from the words around it, and theirs from it."""
    return f"{FIRST_STRONG_ISOLATE}{unturning(name)}{POP_DIRECTIONAL_ISOLATE}"


def unturning(name: str) -> str:
    """Return a name without characters that turn what follows them: by itself in a column, or between marks."""
    if name.isprintable():  # typed names have no controls; older ones in a log may
        return name
    return "".join(letter for letter in name if unicodedata.bidirectional(letter) not in CONTROLS)


@lru_cache(maxsize=1_024)
def isolated(name: str) -> str:
    """Return a name for a sentence in plain text: between marks where letters are written from right to left."""
    if name.isascii() or RIGHT_TO_LEFT.union(CONTROLS).isdisjoint(map(unicodedata.bidirectional, name)):
        return name
    return isolate(name)


def unmarked(words: str) -> str:
    """Return the words without marks, for a column of names and where glyphs are drawn one after the other."""
    return ISOLATE.sub(r"\1", words)


def contains_balance(text: Text) -> bool:
    """Return whether somebody's balance is in the sentence, at whatever depth."""
    return any(
        isinstance(value, Balance) or (isinstance(value, Text) and contains_balance(value))
        for value in text.params.values()
    )


def about(text: Text) -> frozenset[str]:
    """Return the seats that the sentence names, at whatever depth."""
    named = (value.seat for value in text.params.values() if isinstance(value, Who))
    return frozenset(named).union(*(about(value) for value in text.params.values() if isinstance(value, Text)))


def say(message: str, **params: Param) -> Text:
    """Return a sentence to be translated later; the first argument must be a literal."""
    return Text(message, params)


def listed(texts: Iterable[Text]) -> Text:
    """Return some texts, at least one, one after the other with commas."""
    return reduce(lambda first, other: say("%(first)s, %(other)s", first=first, other=other), texts)


def split_list(typed: str) -> tuple[str, ...]:
    """Return the parts of a list as somebody types it, with semicolons or commas between them."""
    return tuple(part.strip() for part in typed.replace(";", ",").split(",") if part.strip())


def names_of(seats: Iterable[str]) -> Text:
    """Return the names of some seats, at least one."""
    return listed(say("%(who)s", who=Who(seat)) for seat in seats)


def wording(message: str) -> Text:
    """Return a sentence of a catalogue; the facts bring its parameters. The argument must be a literal."""
    return Text(message)


def fact(code: str, **params: FactParam) -> Fact:
    """Return the fact with this code and these parameters."""
    return Fact(code, params)


def worded(catalogue: Catalogue, kept: Fact, named: Callable[[Action | RuleChoice], Text] | None = None) -> Text:
    """Return the sentence of a fact; ``named`` writes actions and house rules, which only their table knows.

    A code that the catalogue has not (any more) is shown itself: better than no page.
    """
    params: dict[str, Param] = {}
    for name, value in kept.params.items():
        match value:
            case Fact():
                params[name] = worded(catalogue, value, named)
            case Action() | RuleChoice():
                params[name] = named(value) if named else plain_name(value)
            case _:
                params[name] = value
    found = catalogue.get(kept.code)
    return Text(found.message if found else kept.code, params)


def addressed(catalogue: Catalogue, announcement: Fact, seat: str) -> Fact:
    """Return the fact as it is said to a seat that it names, where the catalogue has a sentence for that.

    The key of that sentence is the fact's code with the name of the parameter that holds the seat.
    """
    candidates = (f"{announcement.code}.{name}" for name, value in announcement.params.items() if value == Who(seat))
    params: dict[str, FactParam] = {}
    for name, value in announcement.params.items():
        params[name] = addressed(catalogue, value, seat) if isinstance(value, Fact) else value
    return Fact(next((code for code in candidates if code in catalogue), announcement.code), params)


def plain_name(value: Action | RuleChoice) -> str:
    """Return an action or a house rule by its number or name, where nothing more is known of the table."""
    return str(value.action) if isinstance(value, Action) else f"{value.rule} = {value.value}"
