"""The host's page, behind a key that is printed when the box starts: all tables, and the state of the box."""

from __future__ import annotations

import hmac
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from flask import Blueprint, Flask, Response, g, redirect, render_template, request
from werkzeug.exceptions import Forbidden, TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.app.export import export_lines
from companion.app.hosting.overview import overview
from companion.app.hosting.wifi import Wifi
from companion.app.tables import Tables
from companion.core.errors import BadRequest
from companion.core.table.events import PinReplaced
from companion.core.text import Text, say
from companion.printing.what import MAX_PLACES, Paper, place_number
from companion.store import phones
from companion.store.named import Shelf, boards, catalogues, every, presets
from companion.store.people import People, key_of
from companion.store.results import remembered
from companion.web.admin import printing
from companion.web.view.evenings import people_of
from companion.web.visit.guard import Limiter, OneAtATime
from companion.web.visit.services import Services, services, switch_hotspot
from companion.web.visit.visit import visit_table
from companion.web.words import i18n
from companion.web.words.downloads import download

KEPT_SECONDS = 300.0
MAX_KEPT = 50_000
ACTION = "api.act"


class Busy(NamedTuple):
    """The load in the last ``KEPT_SECONDS``: actions and answers a minute, and the 99th percentile of answers in ms."""

    actions: float
    answers: float
    p99: float


class Meter:
    """A counter of answers. ``clock`` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.since = clock()
        self._answers: deque[tuple[float, float, bool]] = deque(maxlen=MAX_KEPT)

    def count(self, seconds: float, action: bool) -> None:
        """Count an answer."""
        now = self.clock()
        self._answers.append((now, seconds, action))
        while self._answers and self._answers[0][0] < now - KEPT_SECONDS:
            self._answers.popleft()

    def busy(self) -> Busy:
        """Return the load of the box."""
        now = self.clock()
        kept = [each for each in tuple(self._answers) if each[0] >= now - KEPT_SECONDS]
        minutes = max(1.0, min(KEPT_SECONDS, now - self.since)) / 60
        took = sorted(seconds for _, seconds, _ in kept)
        p99 = took[min(len(took) - 1, int(len(took) * 0.99))] if took else 0.0
        return Busy(sum(action for *_, action in kept) / minutes, len(kept) / minutes, p99 * 1000)

    def install(self, app: Flask) -> None:
        """Count every answer of this application."""

        @app.before_request
        def begin() -> None:
            g.begun = self.clock()

        @app.after_request
        def end(response: Response) -> Response:
            if "begun" in g:
                self.count(self.clock() - g.begun, request.endpoint == ACTION and response.status_code == 200)
            return response


COOKIE = "host"
MAX_GUESSES, GUESS_SECONDS = 10, 60

logger = logging.getLogger(__name__)


@dataclass
class Desk:
    """The host's page: its key, the meter, and the newest lines of the log."""

    key: str
    meter: Meter
    lines: Sequence[str]
    streams: Callable[[], int] = lambda: 0
    kept_in: str = ""
    """the file or database of the games, in words"""
    guesses: Limiter = field(default_factory=lambda: Limiter(MAX_GUESSES, GUESS_SECONDS))
    gate: OneAtATime = field(default_factory=OneAtATime)

    @property
    def routes(self) -> Blueprint:
        """Return the blueprint that the application registers."""
        routes = Blueprint("host", __name__, url_prefix="/host")
        routes.before_request(self.check_key)
        routes.get("")(self.page)
        routes.get("/places.pdf")(self.places)
        routes.post("/kept/forget")(self.forget)
        routes.get("/names")(self.names)
        routes.post("/names")(self.rename)
        routes.post("/wifi")(self.keep_wifi)
        routes.post("/hotspot")(self.hotspot)
        routes.get("/<code>")(self.table)
        routes.get("/<code>/export.jsonl")(self.export)
        routes.post("/<code>/close")(self.close)
        routes.post("/<code>/reopen")(self.reopen)
        routes.post("/<code>/seats/<seat>/pin")(self.new_pin)
        return routes

    def check_key(self) -> BaseResponse | None:
        """Refuse requests without the key: 403. A key in the address becomes a cookie and leaves the address."""
        address_key = request.args.get("key")
        given = request.cookies.get(COOKIE, "") if address_key is None else address_key
        if hmac.compare_digest(given.encode(), self.key.encode()):
            return None if address_key is None else self._let_in()
        if given and not self.guesses.allows(request.remote_addr or ""):
            raise TooManyRequests
        logger.warning("somebody asked for the host's page without its key")
        raise Forbidden

    def _let_in(self) -> BaseResponse:
        response = redirect("/host", 303)
        response.set_cookie(COOKIE, self.key, httponly=True, samesite="Strict", path="/host")
        return response

    def page(self) -> str:
        """Show all tables, the box and its log."""
        box = services()
        with self.gate:
            lines = tuple(overview(box.tables, box.tables.clock()))
        return render_template(
            "host.html",
            tables=lines,
            kept=tuple(_kept(box)),
            version=__version__,
            kept_in=self.kept_in,
            size=_size(box.tables.log.where),
            streams=self.streams(),
            busy=self.meter.busy(),
            background=box.background,
            camera=box.camera,
            lines=tuple(self.lines),
            most_places=MAX_PLACES,
            wifi=box.wifi.now,
        )

    def keep_wifi(self) -> BaseResponse:
        """Store the Wi-Fi that the screens show to guests, or none any more. Raise BadRequest or NotNow."""
        wifi, name = services().wifi, request.form.get("name", "")
        if name:
            wifi.keep(Wifi(name, request.form.get("password", "")))
        else:
            wifi.forget()
        services().tables.ring_all()
        return redirect("/host", 303)

    def hotspot(self) -> BaseResponse:
        """Open or close the box's own Wi-Fi. Raise NotNow where it cannot be opened."""
        switch_hotspot()
        return redirect("/host", 303)

    def forget(self) -> BaseResponse:
        """Delete something stored by name; tables that play with it have their own."""
        tables, shelf = services().tables, request.form.get("shelf", "")
        if shelf in _shelves(tables):
            Shelf(tables.log, shelf).forget(request.form.get("name", ""))
        return redirect("/host", 303)

    def names(self) -> str:
        """Show everybody who is remembered, with their other names."""
        log = services().tables.log
        people, found = People.of(log), remembered(log)
        known = sorted(people_of(found), key=key_of)
        return render_template("host_names.html", names=[(name, people.aliases(name)) for name in known])

    def rename(self) -> BaseResponse:
        """Rename a person, merge two, split them again, or remove one. Raise BadRequest for no name."""
        tables, name = services().tables, request.form.get("name", "")
        people = People.of(tables.log)
        match request.form.get("do", ""):
            case "forget":
                people.forget(name)
            case "apart":
                people.split(name)
            case _:
                people.call(name, request.form.get("becomes", ""), tables.clock())
        return redirect("/host/names", 303)

    def places(self) -> Response:
        """Send the cards for the numbered tables of the house, as a PDF. Raise BadRequest."""
        count, paper = place_number(request.args.get("count", "")), request.args.get("paper", Paper.A4.value)
        if count is None or paper not in list(Paper):
            raise BadRequest(say("Please enter a number of tables from 1 to %(count)s.", count=MAX_PLACES))
        wishes = {"places": str(count), "paper": paper, "language": i18n.language(), "address": printing.address()}
        pdf = printing.drawn("places", {**wishes, "output": "-"})
        return download(pdf, f"places-{count}.pdf", "application/pdf")

    def table(self, code: str, pins: Mapping[str, str] = MappingProxyType({})) -> str:
        """Show one table with the host's actions; ``pins``: new ones by their seats, shown once."""
        table = visit_table(code).table
        return render_template(
            "host_table.html", table=table, pins=pins, closed=services().tables.log.is_closed(table.code)
        )

    def export(self, code: str) -> Response:
        """Send the whole log of a table, without the balances that its players hide from each other."""
        visit = visit_table(code)
        lines = export_lines(visit.box.tables, visit.code, balances=visit.reader().moment.open_money)
        return download(lines, f"{visit.code}.jsonl", "application/jsonl")

    def close(self, code: str) -> BaseResponse:
        """Remove the table from the lists."""
        services().tables.close(code.upper())
        return redirect("/host", 303)

    def reopen(self, code: str) -> BaseResponse:
        """List the table again."""
        services().tables.reopen(code.upper())
        return redirect("/host", 303)

    def new_pin(self, code: str, seat: str) -> str:
        """Show a new PIN, once, for a seat whose owner has lost phone and PIN; it is announced at the table."""
        table, tables = visit_table(code).table, services().tables
        table.seat(seat)
        pin = phones.new_pin()
        phones.set_pin(tables.log, table.code, seat, pin)
        tables.note(table.code, PinReplaced(seat, by_host=True))
        logger.warning("table %s: the host has given seat %s a new PIN", table.code, seat)
        return self.table(code, {seat: pin})


@dataclass(frozen=True, slots=True)
class KeptThing:
    """Something stored by name; ``by``: the uploader's address, "" for one from before the box was started."""

    shelf: str
    name: str
    what: Text
    by: str


def _shelves(tables: Tables) -> dict[str, Text]:
    """Return the shelves of the box, with the kind of things on them."""
    log = tables.log
    found = {boards(log).kind: say("Boards")}
    for game in (next(iter(editions.values())) for editions in tables.games.values()):
        found[presets(log, game.name).kind] = say("House rules: %(game)s", game=game.title)
        found[catalogues(log, game.name).kind] = say("Cards: %(game)s", game=game.title)
    return found


def _kept(box: Services) -> Iterator[KeptThing]:
    shelves = _shelves(box.tables)
    for shelf, name in every(box.tables.log, shelves):
        yield KeptThing(shelf, name, shelves[shelf], box.keepers.get((shelf, name), ""))


def _size(where: Path | str) -> int:
    """Return the bytes of the database file; 0 where there is no file."""
    return where.stat().st_size if isinstance(where, Path) and where.exists() else 0
