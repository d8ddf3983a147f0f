"""A file that the version of 2026-11-28 (commit 9438f916) wrote: demo tables of every game open, and play on.

``box_of_2026_11_28.xz`` holds games that the box began to play against itself, with that version's snapshots,
and two lobbies.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from companion.app.bots import play_once
from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.table.table import TablePhase
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app

BOX = Path(__file__).parents[1] / "data" / "box_of_2026_11_28.xz"
STOOD = {
    "MVLA": (90, (12_700, 9_200, 12_600, 9_600)),
    "LGLV": (60, (10_200, 8_900, 8_800, 13_000)),
    "JLTY": (90, (2_000, 2_000, 2_000)),
    "UPFT": (62, (4_800, 3_100, 5_700, 4_700)),
    "BVMY": (3, (0, 0, 0)),
    "EPUF": (71, (0, 0, 0, 0)),
    "GVXE": (60, (1_587, 1_486, 1_459, 1_468)),
    "REPT": (3, (0, 0, 0)),
}
"""code -> the number of its last event and everybody's money, as that version told them"""
MORE = 30
"""events that are played on"""


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    database = tmp_path / "box.sqlite"
    database.write_bytes(lzma.decompress(BOX.read_bytes()))
    return Tables(Log(database), registry())


def test_nothing_is_wrong_with_it(tables: Tables) -> None:
    assert not problems(tables.log, registry())


@pytest.mark.parametrize("code", STOOD)
def test_a_table_stands_as_it_stood_and_plays_on(tables: Tables, code: str) -> None:
    table = tables.table(code)
    assert (table.seq, tuple(table.accounts[seat] for seat in table.ids)) == STOOD[code]
    browser = create_app(tables).test_client()
    playing = table.phase is TablePhase.PLAYING
    while playing and tables.table(code).seq < table.seq + MORE:
        assert play_once(tables, code), "the box's players go on"
    assert browser.get(f"/t/{code}/screen").status_code == 200
    assert browser.get(f"/api/tables/{code}").status_code == 200
    assert sum(tables.table(code).accounts.values()) == 0


@pytest.mark.parametrize("code", STOOD)
def test_its_whole_log_leads_to_its_snapshot(tables: Tables, code: str) -> None:
    kept = tables.table(code)
    with tables.log.writing(code) as database:
        database.execute("DELETE FROM snapshots WHERE code = ?", (code,))
    assert Tables(tables.log, registry()).table(code) == kept
