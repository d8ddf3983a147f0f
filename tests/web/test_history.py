"""The history of games: groups of players, their wins, pairs of rivals, records, names, and downloads."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.core.money.currency import DOLLARS
from companion.core.plugin import Game
from companion.core.table.commands import PlayAgain, SetRules, StartGame
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993.messages import GoBankrupt, RecordJailed
from companion.games.any_game.messages.play import FinishGame, Score
from companion.store.log import Log
from companion.store.people import People
from companion.store.results import FeatLine, Result, ResultLine, remembered
from companion.web.app import create_app
from companion.web.view.evenings import Group, groups, records, rivals
from tests.support.any_evening import AnyEvening
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CID, CODE, Night

DAY = 86_400.0
GAMES = registry()


def game(*standings: tuple[int, str, int], name: str = "abilene", feats: tuple[FeatLine, ...] = ()) -> Result:
    edition = next(iter(GAMES[name]))
    return Result("ABCD", name, edition, 0.0, "over", tuple(ResultLine(*line) for line in standings), feats=feats)


def installed(result: Result) -> Game:
    return GAMES[result.game][result.edition]


def grouped(*found: Result) -> tuple[Group, ...]:
    return groups(found, installed)


def keep_result(log: Log, code: str, *standings: tuple[int, str, int], at: float = 1.0, feats: str = "[]") -> None:
    """Store the result of a finished game of 1993."""
    stored = json.dumps([{"rank": rank, "name": name, "score": score} for rank, name, score in standings])
    log.rows(
        "INSERT INTO results (code, seq, game, edition, ended, ending, standings, feats)"
        " VALUES (?, 9, 'abilene', '1993', ?, 'no_cattle', ?, ?)",
        (code, at, stored, feats),
    )


def client_of(log: Log) -> FlaskClient:
    return create_app(Tables(log, registry())).test_client()


def test_people_who_play_together_have_a_table_of_their_own() -> None:
    first, second = grouped(
        game((1, "Ana", 9000), (2, "Ben", 1000)),
        game((1, "Ana", 9000), (2, "Ben", 1000), (3, "Cid", 5)),
        game((1, "ben", 4000), (2, "Ana", 1000)),
        game((1, "Ana", 40), (2, "Ben", -40), name="unexploded_cow"),
    )
    assert [(line.name, line.wins, line.all_wins) for line in first.lines] == [("Ana", (1, 1), 2), ("Ben", (1, 0), 1)]
    assert [(str(title), count) for title, count in first.games] == [("Abilene", 2), ("Unexploded Cow", 1)]
    assert second.names == ("Ana", "Ben", "Cid")


def test_games_that_their_table_gave_a_name_are_counted_by_it() -> None:
    """All games of *Any game* used to count as the same game."""
    night = AnyEvening(2, scores=True, bank=False, evening="Dominoes")
    for number, (evening, points) in enumerate((("Dominoes", 5), ("dominoes", 9), ("", 7))):
        if number:
            night.act("s1", PlayAgain(), SetRules({"evening": evening}), StartGame("s1"))
        night.act("s1", Score("s2", points), FinishGame())
        night.agree()
    (group,) = groups(remembered(night.log), installed)
    assert [(str(title), count) for title, count in group.games] == [("Any game", 1), ("dominoes", 2)]
    assert [(line.name, line.wins) for line in group.lines] == [("Ben", (1, 2)), ("Ann", (0, 0))]
    client = client_of(night.log)
    titles = re.findall(r"<h3>(.*?) <small>(.*?)</small>", as_read(client.get("/history").text))
    assert titles.count(("dominoes", "Any game")) == 2, "its records, and the game"
    assert titles.count(("Dominoes", "Any game")) == 1
    assert as_read(client.get("/history").text).count("Most points at the end") == 2
    lines = csv.DictReader(io.StringIO(client.get("/history.csv").text))
    assert [line["evening"] for line in lines] == ["Dominoes", "Dominoes", "dominoes", "dominoes", "", ""]


def test_shared_victories_count_for_both() -> None:
    assert [line.all_wins for line in grouped(game((1, "Ana", 10), (1, "Ben", 10)))[0].lines] == [1, 1]


def test_two_against_each_other_are_counted_over_all_their_games_however_many_played() -> None:
    pairs = rivals(
        (
            game((1, "Ana", 9000), (2, "Ben", 1000)),
            game((1, "ben", 4000), (2, "Cid", 3000), (3, "Ana", 5)),
            game((1, "Ana", 10), (1, "Ben", 10), (3, "Cid", 5), name="unexploded_cow"),
        )
    )
    assert [(pair.names, pair.ahead, pair.even) for pair in pairs] == [
        (("Ana", "Ben"), (1, 1), 1),
        (("Ana", "Cid"), (1, 1), 0),
        (("Ben", "Cid"), (2, 0), 0),
    ]


def test_a_single_person_is_no_group() -> None:
    assert grouped(game((1, "Ana", 10), (2, "", 5))) == ()


def test_a_record_is_the_first_best_of_its_kind_and_equalling_it_is_none() -> None:
    def sold(amount: int, name: str) -> Result:
        return game((1, "Ana", 1), feats=(FeatLine("sale", amount, name), FeatLine("of another version", 9, name)))

    newest_first = (sold(500, "Cid"), sold(900, "Ben"), sold(900, "Ana"), sold(100, "Ben"))
    (found,) = records(newest_first, installed, lambda _: DOLLARS)
    assert [(str(each.title), each.amount, each.name) for each in found.records] == [("Highest sale", 900, "Ana")]


def test_games_that_tables_named_alike_have_records_of_their_own_in_the_parts_that_each_counted_in() -> None:
    def played(evening: str, kind: str, amount: int, name: str, decimals: int = 0) -> Result:
        played = game((1, name, amount), (2, "Zoe", 1), name="any_game", feats=(FeatLine(kind, amount, name),))
        return replace(played, evening=evening, decimals=decimals)

    found = (
        played("Hearts", "fewest", 40, "Cid"),
        played("hearts", "fewest", 26, "Ben"),
        played("Hearts", "fewest", 31, "Ana"),
        played("Poker", "money", 9_000, "Ana", decimals=2),
        played("Poker", "money", 120, "Ben"),
    )
    by_name = {str(each.title).lower(): each.records for each in records(found, installed, lambda _: DOLLARS)}
    assert [(str(each.title), each.amount, each.name) for each in by_name["hearts"]] == [
        ("Fewest points at the end", 26, "Ben")
    ]
    assert [(each.amount, each.name) for each in by_name["poker"]] == [(120, "Ben")]


def test_games_against_the_box_and_those_that_are_not_remembered_are_not_listed() -> None:
    """A person who tried a game alone used to lead the list, with the bot Annie second."""
    log = Log(":memory:")
    keep_result(log, "REAL", (1, "Ana", 9000), (2, "Ben", 5))
    keep_result(log, "DEMO", (1, "Annie", 9000), (2, "Buck", 5))
    keep_result(log, "SHUT")
    log.rows("INSERT INTO tables VALUES ('DEMO', 'abilene', '1993', 'bank', 1, '', 0.0, 0)")
    client = client_of(log)
    page = as_read(client.get("/history").text)
    assert '<th scope="row">Ana' in page
    assert "Annie" not in page + client.get("/").text + client.get("/history.csv").text
    assert page.count("<article>") == 1


def test_a_player_who_went_bankrupt_has_played_too() -> None:
    """Bankrupt players used to be missing from rankings and from the history."""
    night = Night(3, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordJailed(CID))
    night.hand(BOB, 0)
    night.hand(CID, 0)
    night.end(Step.TABLE)
    night.act(BOB, GoBankrupt())
    night.act(CID, GoBankrupt())
    client = create_app(night.tables).test_client()
    history = as_read(client.get("/history").text)
    for name in ("Ann", "Bob", "Cid"):
        assert f'<th scope="row">{name}' in history
    screen = client.get(f"/t/{CODE}/screen").text
    assert [screen.count(f'href="/t/{CODE}/s/{seat}/account"') for seat in (ANN, BOB, CID)] == [1, 1, 1]


def test_the_page_says_records_and_names_as_they_are_called_today() -> None:
    log = Log(":memory:")
    feats = '[{"kind": "sale", "amount": 2400, "name": "anna k."}, {"kind": "turns", "amount": 61, "name": ""}]'
    keep_result(log, "AAAA", (1, "anna k.", 9000), (2, "Ben", 5), feats=feats)
    keep_result(log, "BBBB", (1, "Ben", 7000), (2, "Anna", 5), at=2.0)
    People.of(log).call("anna k.", "Anna", 0.0)
    client = client_of(log)
    page = " ".join(as_read(client.get("/history").text).split())
    assert "anna k." not in page
    assert "<strong>$2,400</strong><br>Anna" in page
    assert "<strong>61 turns</strong></dd>" in page
    assert page.count('class="fold group"') == 1, "they are one group now"
    People.of(log).forget("Anna")
    page, home = client.get("/history").text, client.get("/").text
    assert "Anna" not in page + home
    assert '<li value="1">someone: $9,000</li>' in page


def test_the_history_can_be_downloaded_as_csv_and_json() -> None:
    log = Log(":memory:")
    keep_result(log, "BBBB", (1, "=HYPERLINK(1)", 7000), (2, "Ben", 5), at=2 * DAY)
    keep_result(log, "AAAA", (1, "Ben", 9000), (2, "Ana", 5), at=DAY)
    client = client_of(log)
    lines = list(csv.DictReader(io.StringIO(client.get("/history.csv").text)))
    assert [(line["rank"], line["name"], line["score"], line["unit"], line["won"]) for line in lines] == [
        ("1", "Ben", "9000", "dollars", "1"),
        ("2", "Ana", "5", "dollars", "0"),
        ("1", "'=HYPERLINK(1)", "7000", "dollars", "1"),
        ("2", "Ben", "5", "dollars", "0"),
    ]
    assert lines[0]["ended"].startswith("1970-01-0")
    first, second = json.loads(client.get("/history.json").text)
    assert (first["code"], second["standings"][0]["name"]) == ("AAAA", "=HYPERLINK(1)")
    assert client.get("/history.xml").status_code == 404
