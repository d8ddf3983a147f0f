"""Games played before: what is kept of them and how it adds up."""

from __future__ import annotations

import json

from companion.app.tables import Tables
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993.messages import GoBankrupt, RecordJailed
from companion.store.log import Log, TableRow
from companion.store.results import Result, ResultLine
from companion.web.admin.history import Record, records
from companion.web.app import create_app
from tests.table import ANN, BOB, CID, CODE, Night


def game(*standings: tuple[int, str, int]) -> Result:
    return Result("ABCD", "abilene", "1993", 0.0, "no_cattle", tuple(ResultLine(*line) for line in standings))


def test_whoever_won_most_games_stands_first_with_average_and_best_score() -> None:
    found = records([game((1, "Ana", 9000), (2, "Ben", 1000)), game((1, "Ana", 5000), (2, "Ben", 4000))])
    assert found == (Record("Ana", 2, 2, 7000, 9000), Record("Ben", 2, 0, 2500, 4000))


def test_a_name_counts_once_however_it_was_typed() -> None:
    assert [row.games for row in records([game((1, "Ana", 10)), game((1, "ana", 20))])] == [2]


def test_shared_victories_count_for_both() -> None:
    assert [row.wins for row in records([game((1, "Ana", 10), (1, "Ben", 10))])] == [1, 1]


def test_games_against_the_box_count_for_nobody() -> None:
    """Somebody who tried the game alone led the list, and Annie, who is the box, came second."""
    log = Log(":memory:")
    for code, demo in (("REAL", False), ("DEMO", True)):
        log.add_table(TableRow(code, "abilene", "1993", "bank", demo, "", 0.0))
        standings = json.dumps([{"rank": 1, "name": f"Ana {code}", "score": 9000}])
        log.rows(
            "INSERT INTO results (code, seq, game, edition, ended, ending, standings)"
            " VALUES (?, 9, 'abilene', '1993', 1.0, 'no_cattle', ?)",
            (code, standings),
        )
    client = create_app(Tables(log, registry())).test_client()
    page = client.get("/history").text
    assert '<th scope="row">Ana REAL' in page
    assert '<th scope="row">Ana DEMO' not in page
    assert page.count("tried alone") == 1
    assert "Ana DEMO" not in client.get("/").text


def test_who_went_bankrupt_has_played_too() -> None:
    """He vanished from the ranking, from the games played before, and from who won what."""
    night = Night(3, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordJailed(CID))
    night.hand(BOB, 0)
    night.hand(CID, 0)
    night.end(Step.TABLE)
    night.act(BOB, GoBankrupt())
    night.act(CID, GoBankrupt())
    client = create_app(night.tables).test_client()
    history = client.get("/history").text
    for name in ("Ann", "Bob", "Cid"):
        assert f'<th scope="row">{name}' in history
    screen = client.get(f"/t/{CODE}/screen").text
    assert [screen.count(f'href="/t/{CODE}/s/{seat}/account"') for seat in (ANN, BOB, CID)] == [1, 1, 1]
