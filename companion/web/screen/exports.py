"""Exports: the log of a table, and its payments as a spreadsheet."""

from __future__ import annotations

import csv
import io
import logging
import re
from datetime import UTC, datetime
from threading import Lock

from flask import Blueprint, Response, current_app, request

from companion.app.export import export_lines
from companion.app.loaded_table import LoadedTable
from companion.app.reading import Unreadable
from companion.app.tables import Tables
from companion.core.money.currency import number_of_units
from companion.core.referee.replay import effective_records
from companion.core.text import unmarked
from companion.web.drawing.chart_svg import wealth_chart
from companion.web.screen.painting import png
from companion.web.screen.poster import PAPER, WIDTH, Poster, Ranked, Sky, laid_out
from companion.web.view.results import as_it_ended, result_of
from companion.web.visit.guard import OneAtATime
from companion.web.visit.insiders import at_the_box, check_guest
from companion.web.visit.services import services
from companion.web.visit.visit import Visit, at_table, visit_table
from companion.web.words import i18n
from companion.web.words.downloads import download, plain_cell, plain_name, seat_names
from companion.web.words.static_files import STATIC, StaticFiles

logger = logging.getLogger(__name__)
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")

routes = Blueprint("exports", __name__)
gate = OneAtATime()
"""Two cores, and a game may be going on."""
painting = Lock()
"""the phones of a table ask for the same picture at the same moment: it is painted once"""


@routes.get("/t/<code>/export.jsonl")
def export(code: str) -> Response:
    """Send the whole log, as ``companion export`` writes it; of an unreadable table whatever is stored of it."""
    row = services().tables.row(code.upper())
    balances = True
    try:
        visit = visit_table(row.code)
        check_guest(visit)
        balances = at_the_box() or visit.reader().moment.open_money
    except Unreadable:
        logger.info("table %s cannot be read; every visitor may save it", row.code, exc_info=True)
    lines = export_lines(services().tables, row.code, balances)
    return download(lines, f"{plain_name(row.code)}.jsonl", "application/jsonl")


@routes.get("/t/<code>/transfers.csv")
@at_table()
def transfers(visit: Visit) -> Response:
    """Send every effective payment, with its reason and log line; one such list at a time.

    Raise ServiceUnavailable while another one is being made: every event of the log is read for it.
    """
    check_guest(visit)
    with gate:
        text = _transfers(visit.box.tables, visit.live)
    return download(text, f"{visit.code}.csv", "text/csv")


@routes.get("/t/<code>/result.png")
@at_table()
def picture(visit: Visit) -> Response:
    """Send the result of the last game, or of that whose end has the number ``?game=``, as a picture.

    Raise NotNow before the end.
    """
    tables = visit.box.tables
    with painting:
        live = as_it_ended(tables, visit.live, request.args.get("game", ""))
        i18n.speak_of(live)
        height, marks = laid_out(_poster(tables, live))
        body = png(WIDTH, height, PAPER, marks)
    return Response(body, mimetype="image/png", headers={"Cache-Control": "no-cache"})


def _poster(tables: Tables, live: LoadedTable) -> Poster:
    result, players = result_of(tables, live), live.game.players(live.table, None)
    assert result, "it has ended"
    rows = {row.seat: row for row in players}
    ended = datetime.fromtimestamp(live.records[-1].at, UTC).astimezone()
    chart = wealth_chart(result, players) if result.points or result.wealth else None
    return Poster(
        i18n.translate(live.game.title),
        f"{i18n.translate(live.edition.title)} · {i18n.day(ended)}",
        i18n.translate(result.sentence),
        tuple(
            Ranked(
                line.rank,
                line.seat,
                row.name,
                row.mark,
                row.colour,
                i18n.counted_in(line.score, result.unit),
                line.seat in result.winners,
                i18n.translate(result.sums.get(line.seat, "")),
            )
            for line in sorted(result.standings, key=lambda line: line.rank)
            if (row := rows.get(line.seat))
        ),
        i18n.gettext("Awards"),
        tuple(map(i18n.translate, result.awards)),
        i18n.gettext("Points over time") if result.points else i18n.gettext("Money over time"),
        chart,
        tuple(
            str(number_of_units(amount, result.unit)) if result.points else i18n.rounded_money(amount)
            for _, amount in chart.rows
        )
        if chart
        else (),
        i18n.gettext("Table companion"),
        _sky(live.row.game),
    )


def _sky(game: str) -> Sky:
    """Return the colours of the game's world, as its own sheet has them; those of the house without one."""
    found: StaticFiles = current_app.extensions[STATIC]
    sheet = found.files.get(f"games/{game}/world.css")
    colours = dict(COLOUR.findall(sheet.body.decode().partition("@media")[0])) if sheet else {}
    house = Sky()
    return Sky(
        colours.get("sky-1", house.high),
        colours.get("sky-2", house.middle),
        colours.get("sky-3", house.horizon),
        colours.get("spark", house.spark),
    )


def _transfers(tables: Tables, live: LoadedTable) -> str:
    declared, currency = live.edition.accounts, live.edition.currency
    names = {name: unmarked(str(account.title)) for name, account in declared.items()}
    names |= seat_names(live.table.seats)
    sentences = tables.sentences(live)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["seq", "from", "to", currency.name, "reason"])
    for record in effective_records([stored.record for stored in tables.history(live.table.code)]):
        for posting in record.event.postings:
            parties = (names.get(posting.frm, posting.frm), names.get(posting.to, posting.to))
            reason = plain_cell(i18n.translate(sentences.of(posting.reason)))
            writer.writerow([record.seq, *map(plain_cell, parties), currency.written(posting.amount), reason])
    return out.getvalue()
