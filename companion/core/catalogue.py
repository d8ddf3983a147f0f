"""Cards that people type themselves: what a game asks of each, how a list of them is read and written.

A catalogue is a text of comma-separated values, a line a card; the first column says of which type the card is, the
others are the columns of all types together. A list is small, its texts are plain, and whatever is wrong with it is
refused with the line and a sentence.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.columns import Column, Value, cell, value_of
from companion.core.errors import BadRequest
from companion.core.text import Text, say

LARGEST_FILE = 40_000
"""letters of a file: some hundred cards with their texts"""
MAX_CARDS = 300
TYPE = "type"


@dataclass(frozen=True, slots=True)
class CardType:
    """A type of card: its name in files, its title for people, and its columns; the first column is the card's name."""

    name: str
    title: Text
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its type, and a value for each of its columns."""

    type: str
    values: Mapping[str, Value]


Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChosenCatalogue:
    """A catalogue that a table plays with: its name and the whole file, so that the log needs nothing beside it.

    Without a name it is a box of the players' own, whose cards are typed when they are played: the file has those that
    were typed in the games before.
    """

    name: str
    file: str


def columns(types: Sequence[CardType]) -> tuple[str, ...]:
    """Return the header of a file: the columns of all types, each once."""
    return tuple(dict.fromkeys((TYPE, *(column.name for each in types for column in each.columns))))


def read_cards(types: Sequence[CardType], text: str) -> Cards:
    """Return the cards of a file. Raise BadRequest with the line and what is wrong there."""
    if len(text) > LARGEST_FILE:
        raise BadRequest(say("This file is too large for a catalogue: at most %(count)s letters.", count=LARGEST_FILE))
    lines = text.removeprefix("\ufeff").splitlines()
    try:
        rows = list(csv.reader(lines, delimiter=_delimiter(lines), strict=True))
    except csv.Error as error:
        raise BadRequest(say("This is not a file of comma-separated values.")) from error
    if not rows or not rows[0] or rows[0][0].strip().casefold() != TYPE:
        raise BadRequest(
            say("The first line of a catalogue names its columns: %(names)s.", names=", ".join(columns(types)))
        )
    header = [name.strip().casefold() for name in rows[0]]
    if strange := next((name for name in header if name not in columns(types)), None):
        raise BadRequest(say("There is no column %(name)s in this catalogue.", name=strange[:40]))
    numbered = [(number, row) for number, row in enumerate(rows[1:], 2) if any(cell.strip() for cell in row)]
    return checked(types, [_at_line(types, number, header, row) for number, row in numbered])


def checked(types: Sequence[CardType], cards: Sequence[Card]) -> Cards:
    """Return the cards if a catalogue may have them together. Raise BadRequest otherwise."""
    if not cards:
        raise BadRequest(say("A catalogue has at least one card."))
    if len(cards) > MAX_CARDS:
        raise BadRequest(say("A catalogue has at most %(count)s cards.", count=MAX_CARDS))
    seen: set[tuple[str, str]] = set()
    for card in cards:
        name = name_of(types, card)
        if (card.type, name.casefold()) in seen:
            raise BadRequest(say("%(card)s is there twice: for several copies enter their number.", card=name))
        seen.add((card.type, name.casefold()))
    return tuple(cards)


def card_of(types: Sequence[CardType], kind: str, typed: Mapping[str, str]) -> Card:
    """Return a card from what was typed for each column. Raise BadRequest for values that its columns refuse."""
    found = next((each for each in types if each.name == kind), None)
    if found is None:
        names = ", ".join(each.name for each in types)
        raise BadRequest(
            say("There are no cards of type %(type)s, only: %(names)s.", type=kind[:40] or "–", names=names)
        )
    column_names = {column.name for column in found.columns}
    if strange := next((name for name, value in typed.items() if name not in column_names and value.strip()), None):
        raise BadRequest(say("A card of type %(type)s has no %(name)s.", type=kind, name=strange))
    values = {column.name: value_of(column, typed.get(column.name, "")) for column in found.columns}
    if not values[found.columns[0].name]:
        raise BadRequest(say("A card needs a name."))
    return Card(kind, values)


def name_of(types: Sequence[CardType], card: Card) -> str:
    """Return the card's name: the value of the first column of its type."""
    return str(card.values[next(each for each in types if each.name == card.type).columns[0].name])


def written(types: Sequence[CardType], cards: Sequence[Card]) -> str:
    """Return the cards as a file that ``read_cards`` reads."""
    lines: list[str] = []
    header = columns(types)

    class Lines:
        def write(self, line: str) -> None:
            lines.append(line)

    writer = csv.writer(Lines(), lineterminator="\n")
    writer.writerow(header)
    writer.writerows([card.type, *(cell(card.values.get(name, "")) for name in header[1:])] for card in cards)
    return "".join(lines)


def _delimiter(lines: Sequence[str]) -> str:
    """Return a comma, or the semicolon of spreadsheets where a comma is a decimal point."""
    return ";" if lines and ";" in lines[0] else ","


def _at_line(types: Sequence[CardType], number: int, header: Sequence[str], row: Sequence[str]) -> Card:
    if len(row) > len(header):
        raise BadRequest(say("Line %(line)s has more values than there are columns.", line=number))
    typed = dict(zip(header, row, strict=False))
    try:
        return card_of(types, typed.pop(TYPE, "").strip().casefold(), typed)
    except BadRequest as error:
        raise BadRequest(say("Line %(line)s: %(wrong)s", line=number, wrong=error.text)) from error
