"""Names that are written from right to left leave the words and amounts around them where they belong."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.app.export import export_lines
from companion.cli.main import main
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.text import Money, Who, isolate, isolated, say, unmarked
from companion.i18n import Translator
from companion.web.app import create_app
from companion.web.words.isolation import typed, with_names
from tests.browser.evenings import RecordedEvening
from tests.support.any_evening import CODE, AnyEvening
from tests.support.recordings import RECORDED, name_of
from tests.support.table import ANN, BOB

ARABIC, HEBREW = "ليلى", "דנה"
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]{3,}")  # one or two letters are a badge
LAST_OF_EACH_GAME = {path.stem.split("_")[0]: path for path in RECORDED}


class Strays(HTMLParser):
    """Names of a page that stand neither in an element of their own nor between marks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.strays: list[str] = []
        self.isolated = 0
        self.untranslated = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.untranslated = ("translate", "no") in attrs
        for name, value in attrs:
            if value and name in ("aria-label", "title", "alt", "data-title"):
                self._look(value)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "bdi" in self.open:
            self.isolated += bool(RIGHT_TO_LEFT.search(data))
        elif self.open and self.open[-1] not in ("script", "style"):
            self._look_alone(data)

    def _look_alone(self, words: str) -> None:
        """Check that an element whose name cannot have its own is not translated."""
        self._look(words)
        if RIGHT_TO_LEFT.search(words) and not self.untranslated:
            self.strays.append(f"translated: {self.open[-1:]} {words.strip()[:80]}")

    def _look(self, words: str) -> None:
        outside = re.sub("\u2068[^\u2069]*\u2069", "", words)
        self.strays += [f"{self.open[-1:]} {words.strip()[:80]}"] if RIGHT_TO_LEFT.search(outside) else []


def test_a_page_has_an_element_where_there_can_be_one_and_marks_elsewhere() -> None:
    name = isolate(HEBREW)
    assert with_names(f"<p>{name} pays</p>") == f'<p><bdi translate="no">{HEBREW}</bdi> pays</p>'
    assert with_names(f'<p title="a > b, {name}">') == f'<p title="a > b, {name}">'
    assert with_names(f"<option>{name}</option>") == f'<option translate="no">{name}</option>'
    assert with_names(f"<title>{isolate('Ann')}</title>") == '<title translate="no">Ann</title>'
    two = f'<text x="1">{isolate("Ann")} · {name}</text>'
    assert with_names(two) == f'<text x="1" translate="no">Ann · {name}</text>'
    assert with_names(f"<script>{name}</script>") == f"<script>{name}</script>"
    assert with_names(f"<b>x</b> {isolate('Ann')}") == '<b>x</b> <bdi translate="no">Ann</bdi>'


def test_what_is_no_name_has_no_element() -> None:
    assert [words for words in ("A", "A3-0", "1993", "+5", "12.9") if typed(words) != words] == []
    assert typed("the station") == isolate("the station")


def test_plain_text_has_marks_around_names_from_right_to_left_alone() -> None:
    line = say("%(who)s paid %(to)s %(amount)s: %(words)s", who=Who("a"), to=Who("b"), amount=Money(500), words="bet")
    names = {"a": isolated("Ann"), "b": isolated(ARABIC)}
    answer = Translator("en", names.__getitem__).translate(line)
    assert answer == f"Ann paid \u2068{ARABIC}\u2069 $500: bet"
    assert unmarked(answer) == f"Ann paid {ARABIC} $500: bet"
    assert str(say("%(words)s!", words=HEBREW)) == f"\u2068{HEBREW}\u2069!"


def test_controls_that_an_old_log_has_in_a_name_do_not_turn_a_line() -> None:
    assert isolated("An\u202en") == "\u2068Ann\u2069"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_payment_is_told_with_names_apart_on_every_screen(language: str) -> None:
    evening = AnyEvening(players=0, started=False)
    for name in (ARABIC, HEBREW, "Cid"):
        evening.act(None, TakeSeat(name, {}))
    evening.act(ANN, StartGame(ANN))
    evening.act(ANN, Pay(BOB, 500, HEBREW))
    app = create_app(evening.tables)
    for seat in evening.table.ids:
        client = app.test_client()
        client.set_cookie("lang", language)
        client.set_cookie(f"seat-{CODE}-{seat}", app.extensions["companion"].tokens.admit(CODE, seat, 0.0))
        for path in (f"/t/{CODE}/s/{seat}", f"/t/{CODE}/s/{seat}/part", f"/t/{CODE}/screen", "/", "/tv", f"/j/{CODE}"):
            page = client.get(path, follow_redirects=True)
            assert page.status_code == 200, path
            assert Strays(page.text).strays == [], path


def paid_in_other_scripts() -> FlaskClient:
    """Return the phone of a seat with an Arabic name that has paid one with a Hebrew name."""
    evening = AnyEvening(players=0, started=False)
    for name in (ARABIC, HEBREW):
        evening.act(None, TakeSeat(name, {}))
    evening.act(ANN, StartGame(ANN))
    evening.act(ANN, Pay(BOB, 500, HEBREW))
    app = create_app(evening.tables)
    client = app.test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    return client


def test_the_transfers_have_bare_names_in_columns_and_marked_ones_in_sentences() -> None:
    client = paid_in_other_scripts()

    *_, line = csv.reader(io.StringIO(client.get(f"/t/{CODE}/transfers.csv").text))
    assert line[1:4] == [ARABIC, HEBREW, "500"]
    assert isolate(HEBREW) in line[4]


@pytest.mark.parametrize("path", LAST_OF_EACH_GAME.values(), ids=name_of)
def test_no_name_stands_outside_an_element_in_a_recorded_evening(path: Path) -> None:
    evening = RecordedEvening(path)
    pairs = (ARABIC, HEBREW)
    for at in evening.numbers(12):
        table = evening.stand_at(at)
        live = evening.tables.live(table.code)
        seats = tuple(replace(seat, name=f"{pairs[n % 2]} {n}") for n, seat in enumerate(table.seats))
        live.history = replace(live.history, table=replace(table, seats=seats))
        client = evening.app.test_client()
        for shown in ("screen", "screen/part"):
            assert Strays(client.get(f"/t/{table.code}/{shown}").text).strays == [], (at, shown)


# --- what is taken home, and a terminal -------------------------------------------------------

TURNING = "An\u202en"
"""a name with a control that turns what follows it, as logs of before 2026-11-29 may have one"""


def with_old_names(*names: str) -> tuple[AnyEvening, Any]:
    """Return a table of players with these names, where Ann has paid Bob 500, and Ann's phone."""
    evening = AnyEvening(players=2)
    evening.act(ANN, Pay(BOB, 500, HEBREW))
    live = evening.tables.live(CODE)
    called = zip(live.table.seats, names, strict=True)
    seats = tuple(replace(seat, name=name) for seat, name in called)
    live.history = replace(live.history, table=replace(live.table, seats=seats))
    app = create_app(evening.tables)
    client = app.test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    return evening, client


@pytest.mark.parametrize("control", [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))])
def test_no_name_with_a_control_that_turns_what_follows_it_is_taken(control: str) -> None:
    evening = AnyEvening(players=0, started=False)
    evening.refused(None, TakeSeat(f"An{control}n", {}))


def test_a_column_of_the_transfers_has_no_control_that_turns_the_line() -> None:
    _, client = with_old_names(TURNING, ARABIC)
    *_, line = csv.reader(io.StringIO(client.get(f"/t/{CODE}/transfers.csv").text))
    assert line[1:4] == ["Ann", ARABIC, "500"]
    assert "\u202e" not in line[4]


def test_an_export_holds_names_as_data_and_no_sentence() -> None:
    """A line is whole JSON with one name a value, which nothing that follows can turn."""
    client = paid_in_other_scripts()
    lines = client.get(f"/t/{CODE}/export.jsonl").text.splitlines()
    values = [value for line in lines for value in strings_of(json.loads(line))]
    named = [value for value in values if RIGHT_TO_LEFT.search(value)]
    assert set(named) == {ARABIC, HEBREW}


def strings_of(data: object) -> Iterator[str]:
    """Yield all strings in data that was read from JSON."""
    match data:
        case str():
            yield data
        case dict():
            yield from (found for value in data.values() for found in strings_of(value))
        case list():
            yield from (found for value in data for found in strings_of(value))


def test_a_terminal_is_told_amounts_where_they_belong() -> None:
    evening = AnyEvening(players=0, started=False)
    for name in (ARABIC, "Cid"):
        evening.act(None, TakeSeat(name, {}))
    evening.act(ANN, StartGame(ANN))
    exported = "".join(export_lines(evening.tables, CODE))
    result = CliRunner().invoke(main, ["replay", "-"], input=exported)
    assert result.exit_code == 0, result.output
    assert f"  {isolate(ARABIC)}: 1500\n" in result.output
    assert "  Cid: 1500\n" in result.output
