"""A finished game for import into other programs: a link for score keepers, XML, a table of points."""

from __future__ import annotations

import csv
import io
import json
import logging
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote
from xml.etree import ElementTree

from flask import Blueprint, Response, render_template, request
from qrcode.exceptions import DataOverflowError

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.core.errors import NotNow
from companion.core.table.events import GameEnded, GameStarted
from companion.core.table.table import TablePhase
from companion.core.text import say
from companion.core.ui.page import Place
from companion.qr import draw_svg
from companion.web.view.moment import past_moment
from companion.web.view.parts import ResultView
from companion.web.view.reader import everybody
from companion.web.view.results import as_it_ended, last_game_at, result_of
from companion.web.view.values import OwnParts, outcome, seat_parts
from companion.web.visit.visit import Visit, at_table
from companion.web.words import i18n
from companion.web.words.downloads import download, plain_cell, plain_name, seat_names

logger = logging.getLogger(__name__)

routes = Blueprint("plays", __name__)

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""takes a play as JSON; where the app is installed it opens there, and asks before it keeps anything"""
SOURCE = "Table companion"


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """A player of the game: ``score`` in digits, as for reading."""

    name: str
    score: str
    rank: int
    winner: bool
    place: int
    """in the order of the first round, from 1 on; 0 for somebody who came later"""

    @property
    def first(self) -> bool:
        """Return whether this player began."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over; times are UTC. ``most_wins``: more points are better."""

    id: str
    game: str
    ended: datetime
    minutes: int
    players: tuple[PlayedBy, ...]
    most_wins: bool
    about: str


@routes.get("/t/<code>/play")
@at_table()
def play(visit: Visit) -> str:
    """Show the exports of a finished game to other programs. Raise NotNow before the end."""
    live = _chosen_game(visit)
    i18n.speak_of(live)
    link = link_of(played(visit.box.tables, live))
    try:
        drawn = b64encode(draw_svg(link)).decode()
    except (DataOverflowError, ValueError):
        logger.info("table %s: too many players for a code; the link works all the same", visit.code, exc_info=True)
        drawn = ""
    reader = everybody(past_moment(visit.box.tables, live))
    shown = {"view": reader, "outcome": outcome(reader.moment, reader)}
    return render_template("play.html", **shown, link=link, qr=drawn, game=request.args.get("game", ""))


@dataclass(frozen=True, slots=True)
class Paper:
    """A page for the printer: a game that is going on, or its result. ``day``: of its last event, as files have it."""

    code: str
    title: str
    day: str
    result: ResultView | None
    game_parts: OwnParts | None


@routes.get("/t/<code>/paper")
@at_table()
def paper(visit: Visit) -> str:
    """Show the result, or the score sheet of the game that is going on, black on white. Raise NotNow for neither."""
    live, tables = visit.live, visit.box.tables
    if live.table.phase is not TablePhase.PLAYING or request.args.get("game"):
        live = _chosen_game(visit)
    i18n.speak_of(live)
    moment = past_moment(tables, live)
    game_parts, found = seat_parts(moment, everybody(moment), Place.PAPER), result_of(tables, live)
    if not (game_parts or found):
        raise NotNow(say("There is nothing to print yet."))
    title = live.evening or i18n.translate(live.game.title)
    day = datetime.fromtimestamp(last_game_at(tables, live)[-1].at, UTC).strftime("%Y-%m-%d")
    return render_template("paper.html", paper=Paper(visit.code, title, day, found, game_parts))


@routes.get("/t/<code>/play.xml")
@at_table()
def play_xml(visit: Visit) -> Response:
    """Send the game as the element ``plays`` of BoardGameGeek's XML."""
    live = _chosen_game(visit)
    i18n.speak_of(live)
    return download(xml_of(played(visit.box.tables, live)), f"{visit.code}.xml", "application/xml")


@routes.get("/t/<code>/scores.csv")
@at_table()
def scores(visit: Visit) -> Response:
    """Send each player's score after each turn, as a table."""
    live = _chosen_game(visit)
    found = result_of(visit.box.tables, live)
    assert found, "it has ended"
    return download(_table_of(live, found), f"{plain_name(visit.code)}-scores.csv", "text/csv")


def _chosen_game(visit: Visit) -> LoadedTable:
    return as_it_ended(visit.box.tables, visit.live, request.args.get("game", ""))


def played(tables: Tables, live: LoadedTable) -> Played:
    """Return the last game of a table that is over."""
    result = result_of(tables, live)
    assert result, "it has ended"
    records = last_game_at(tables, live)
    begun = next(record for record in records if isinstance(record.event, GameStarted))
    over = next(record for record in reversed(records) if isinstance(record.event, GameEnded))
    assert isinstance(begun.event, GameStarted)
    standings = sorted(result.standings, key=lambda line: line.rank)
    names, order = seat_names(live.table.seats), begun.event.order
    return Played(
        f"{live.table.code}-{over.seq}",
        live.evening or i18n.translate(live.game.title),
        datetime.fromtimestamp(over.at, UTC),
        max(1, round((over.at - begun.at) / 60)),
        tuple(
            PlayedBy(
                names[line.seat],
                str(result.unit.written(line.score)),
                line.rank,
                line.seat in result.winners,
                order.index(line.seat) + 1 if line.seat in order else 0,
            )
            for line in standings
        ),
        standings[0].score >= standings[-1].score,
        i18n.translate(live.edition.title),
    )


def link_of(game: Played) -> str:
    """Return the link that exports the play: the box needs no internet for it, the phone that opens it does."""
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        "playDate": game.ended.strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": game.minutes,
        "game": {"name": game.game, "sourceGameId": game.game, "highestWins": game.most_wins, "noPoints": False},
        "players": [
            {
                "name": one.name,
                "sourcePlayerId": one.name,
                "startPlayer": one.first,
                "score": one.score,
                "rank": one.rank,
                "winner": one.winner,
            }
            for one in game.players
        ],
    }
    return CREATE_PLAY + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe=":,")


def xml_of(game: Played) -> str:
    """Return the play in the XML format of BoardGameGeek's exports."""
    plays = ElementTree.Element("plays", username="", userid="0", total="1", page="1")
    facts = {"date": game.ended.strftime("%Y-%m-%d"), "quantity": "1", "length": str(game.minutes)}
    one = ElementTree.SubElement(
        plays, "play", {"id": "0"} | facts | {"incomplete": "0", "nowinstats": "0", "location": ""}
    )
    item = ElementTree.SubElement(one, "item", name=game.game, objecttype="thing", objectid="0")
    ElementTree.SubElement(ElementTree.SubElement(item, "subtypes"), "subtype", value="boardgame")
    ElementTree.SubElement(one, "comments").text = game.about
    players = ElementTree.SubElement(one, "players")
    for each in game.players:
        start = str(each.place or "")
        player = {"name": each.name, "startposition": start, "score": each.score, "win": str(int(each.winner))}
        ElementTree.SubElement(
            players, "player", {"username": "", "userid": "0", "color": "", "new": "0", "rating": "0", **player}
        )
    ElementTree.indent(plays)
    return ElementTree.tostring(plays, encoding="unicode", xml_declaration=True) + "\n"


def _table_of(live: LoadedTable, result: ResultView) -> str:
    columns = result.points or result.wealth
    unit = result.unit if result.points else live.edition.currency
    names = seat_names(live.table.seats)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["turn", *(plain_cell(names[seat]) for seat in columns)])
    for turn, amounts in enumerate(zip(*columns.values(), strict=True)):
        writer.writerow([turn, *map(unit.written, amounts)])
    return out.getvalue()
