"""Judgements of an observation for a table, in the same shapes and sentences for every edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from companion.boards.verdict import Interpretation, Judgement, Ruling, Verdict
from companion.core.messages import Command, Message, kind_of
from companion.core.table.table import Table
from companion.core.table.table_messages import Batch
from companion.core.text import Text, say


def together(commands: Sequence[Command]) -> Command:
    """One command that does them all."""
    if len(commands) == 1:
        return commands[0]
    return Batch(tuple(Message(kind_of(command), asdict(command)) for command in commands))


def legal(
    table: Table, seat: str, proposals: Iterable[Interpretation], cells: Iterable[str], sure: bool = True
) -> Judgement:
    """Something legal, in one way or in several of which the seat picks one; those in the same words are one.

    Where the table has chosen so (``auto_confirm``), a single one counts at once; not if it is not ``sure``, because
    a figure that is gone may only be in somebody's hand.
    """
    distinct: dict[str, Interpretation] = {}
    for proposal in proposals:
        distinct.setdefault(str(proposal.title), proposal)
    told = tuple(distinct.values())
    sentence = told[0].title if len(told) == 1 else say("Several moves would explain what was seen.")
    lit, at_once = tuple(dict.fromkeys(cells)), sure and bool(table.rules.auto_confirm)
    return Judgement(Ruling.LEGAL, seat, sentence, cells=lit, proposals=told, at_once=at_once)


def illegal(seat: str, verdict: Verdict, allow: Iterable[Command]) -> Judgement:
    """An objection, and the ways to let it stand."""
    return Judgement(Ruling.ILLEGAL, seat, verdict.reason, verdict.rule, verdict.cells, allow=tuple(allow))


def unclear(seat: str, verdict: Verdict) -> Judgement:
    """A question."""
    return Judgement(Ruling.UNCLEAR, seat, verdict.reason, None, verdict.cells)


def before_the_dice(seat: str, needed: Text | str, cells: Iterable[str]) -> Judgement:
    """Something moved before the box knows the dice: asks for them, naming those that would fit."""
    sentence = say("Figures have moved, but the box does not know the dice. This would fit: %(dice)s.", dice=needed)
    return Judgement(Ruling.UNCLEAR, seat, sentence, None, tuple(dict.fromkeys(cells)))
