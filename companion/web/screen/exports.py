"""What can be taken home: the log of a table, and its payments as a spreadsheet."""

from __future__ import annotations

import csv
import io

from flask import Blueprint, Response

from companion.app.export import export_lines
from companion.core.referee.replay import standing
from companion.web.services import services, table_for

routes = Blueprint("exports", __name__)


@routes.get("/t/<code>/export.jsonl")
def export(code: str) -> Response:
    """The whole log, as ``companion export`` writes it."""
    row = services().tables.row(code.upper())
    lines = export_lines(services().tables, row.code)
    headers = {"Content-Disposition": f"attachment; filename={plain_name(row.code)}.jsonl"}
    return Response(lines, mimetype="application/jsonl", headers=headers)


@routes.get("/t/<code>/transfers.csv")
def transfers(code: str) -> Response:
    """Every payment that still counts, with its reason and the log line it belongs to."""
    live = services().tables.live(table_for(code).code)
    declared = live.game.edition.accounts
    names = {name: str(account.title) for name, account in declared.items()}
    names |= {seat.id: seat.name for seat in live.table.seats}
    sentences = services().tables.sentences(live)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["seq", "from", "to", live.game.edition.currency.name, "reason"])
    for record in standing([stored.record for stored in services().tables.history(live.table.code)]):
        for posting in record.event.postings:
            parties = (names.get(posting.frm, posting.frm), names.get(posting.to, posting.to))
            reason = plain_cell(str(sentences.of(posting.reason)))
            writer.writerow([record.seq, *map(plain_cell, parties), posting.amount, reason])
    headers = {"Content-Disposition": f"attachment; filename={live.table.code}.csv"}
    return Response(out.getvalue(), mimetype="text/csv", headers=headers)


def plain_name(code: str) -> str:
    """The code of a table as part of a file's name, whatever it is in a damaged file."""
    return "".join(letter for letter in code if letter.isascii() and letter.isalnum())


def plain_cell(text: str) -> str:
    """A name that begins like a formula must not become one in a spreadsheet."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
