"""Rows of players, and the answers of a vote as cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.secrets.ballot import Ballot
from companion.core.table.table import Table, TablePhase
from companion.core.text import Text, say
from companion.core.ui.page import CardView, PlayerRow
from companion.games.any_game.house_rules import Rules, Taking
from companion.games.any_game.state import State

COLOURS = (*("red", "blue", "green", "yellow", "purple", "orange", "black", "white", "teal", "pink", "brown", "grey"),)
"""by the number of the seat"""


def rows(table: Table, reader: str | None) -> tuple[PlayerRow, ...]:
    """Everybody, as this reader may see them: hidden money is only its owner's, until the end."""
    rules, state = _now(table)
    shown = rules.open_cash or table.phase is TablePhase.OVER
    return tuple(
        PlayerRow(
            each.id,
            each.name,
            COLOURS[(int(each.id[1:]) - 1) % len(COLOURS)],
            mark_of(each.name, [other.name for other in table.seats]),
            tuple(_facts(rules, state, each.id)),
            table.accounts[each.id] if state and not rules.scores and (shown or each.id == reader) else None,
            active=table.phase is TablePhase.PLAYING and state is not None and each.id == to_move(state),
            out=state is not None and each.id in state.out,
            box=each.box,
        )
        for each in table.seats
    )


def mark_of(name: str, names: list[str]) -> str:
    """The letter beside a colour: the first one of the name, two where others begin alike."""
    alike = sum(other[:1].casefold() == name[:1].casefold() for other in names) > 1
    return name[: 2 if alike else 1]


def to_move(state: State) -> str:
    """Who is to bid in an auction, else whose turn it is."""
    return state.auction.bidders[0] if state.auction else state.turn


def _facts(rules: Rules, state: State | None, seat: str) -> Iterator[Text]:
    if state is None:
        return
    if rules.scores:
        yield say("points: %(count)s", count=state.points[seat])
    if rules.taking is Taking.BANKER and rules.bank and seat == state.banker:
        yield say("the banker")


def answers(ballot: Ballot | None, seat: str | None) -> tuple[CardView, ...]:
    """The answers of a vote; of sealed bids there are none."""
    choices = ballot.choices if ballot else ()
    return tuple(CardView(answer, say("%(answer)s", answer=answer), "answer", ()) for answer in choices)


def _now(table: Table) -> tuple[Rules, State | None]:
    return table.rules, table.play
