"""The account of a seat, line by line. Every number of the final tally links to it, and its lines link to the log."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.money.ledger import carried_over, nets
from companion.core.table.table import TablePhase
from companion.core.text import Text
from companion.web.view.results import last_game_at
from companion.web.visit.visit import Right, Visit, at_table, check_right

routes = Blueprint("account", __name__)


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A payment: number and line of its event, its reason, the change (negative for a loss), the balance after it."""

    seq: int
    event: Text | None
    reason: Text
    amount: int
    balance: int


@routes.get("/t/<code>/s/<seat>/account")
@at_table()
def account(visit: Visit) -> str:
    """Show the account of a seat: during the game on its own phone only, with amounts covered; then to anybody."""
    playing = visit.table.phase is not TablePhase.OVER
    check_right(visit, Right.ACT if playing else Right.LOOK)
    seat = visit.table.seat(visit.acting)
    lines = account_of(visit.box.tables, visit.live, seat.id)
    shown = {"code": visit.code, "seat": seat.id, "name": seat.name, "lines": lines, "playing": playing}
    return render_template("account.html", **shown, covered=not visit.reader().moment.uncovered)


def account_of(tables: Tables, live: LoadedTable, seat: str) -> tuple[AccountLine, ...]:
    """Return every effective payment of the last game, in order."""
    sentences = tables.sentences(live)
    records = last_game_at(tables, live)
    balance = live.table.kept.get(seat, 0)
    lines = [
        AccountLine(records[0].seq, None, sentences.of(posting.reason), posting.amount, balance)
        for posting in carried_over(live.table.kept)
        if posting.to == seat and records
    ]
    for record in records:
        for posting in record.event.postings:
            amount = nets([posting]).get(seat, 0)
            if amount:
                balance += amount
                reason = sentences.of(posting.reason)
                lines.append(AccountLine(record.seq, sentences.event(record.event), reason, amount, balance))
    return tuple(lines)
