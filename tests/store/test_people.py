"""The people of a box: names that mean the same person, another name, and names that are taken out for good."""

from __future__ import annotations

import json

import pytest

from companion.core.errors import BadRequest
from companion.store.log import Log
from companion.store.people import People
from companion.store.results import results

FEATS = [{"kind": "sale", "amount": 9, "name": "Anna"}, {"kind": "turns", "amount": 9, "name": ""}]


@pytest.fixture
def log() -> Log:
    """Return the log of two evenings: Anna's, and one on which she was typed as anna k."""
    log = Log(":memory:")
    for code, names in (("AAAA", ("Anna", "Ben")), ("BBBB", ("Ben", "anna  K."))):
        standings = json.dumps([{"rank": at + 1, "name": name, "score": 5 - at} for at, name in enumerate(names)])
        feats = json.dumps(FEATS if code == "AAAA" else [])
        with log.writing() as database:
            database.execute(
                "INSERT INTO results (code, seq, game, edition, ended, ending, standings, feats)"
                " VALUES (?, 9, 'abilene', '1993', 1.0, 'over', ?, ?)",
                (code, standings, feats),
            )
    return log


def names(log: Log) -> dict[str, tuple[str, ...]]:
    return {each.code: tuple(line.name for line in each.standings) for each in results(log)}


def test_two_names_of_one_person_are_merged_and_taken_apart_again(log: Log) -> None:
    People.of(log).call("Anna K.", "anna", 0.0)
    assert names(log)["BBBB"] == ("Ben", "anna")
    People.of(log).call("anna", "Anna", 1.0)
    assert names(log) == {"AAAA": ("Anna", "Ben"), "BBBB": ("Ben", "Anna")}
    assert People.of(log).aliases("Anna") == ("anna k.",)
    People.of(log).split("anna k.")
    assert names(log)["BBBB"] == ("Ben", "anna  K.")


def test_a_new_name_takes_those_along_that_meant_the_same_and_can_be_taken_back(log: Log) -> None:
    People.of(log).call("anna k.", "Anna", 0.0)
    People.of(log).call("Anna", "Anne", 1.0)
    assert names(log) == {"AAAA": ("Anne", "Ben"), "BBBB": ("Ben", "Anne")}
    assert results(log)[0].feats[0].name == "Anne"
    People.of(log).call("Anne", "Anna", 2.0)
    assert names(log) == {"AAAA": ("Anna", "Ben"), "BBBB": ("Ben", "Anna")}


def test_a_name_that_means_somebody_else_leads_to_that_one(log: Log) -> None:
    People.of(log).call("Anna", "Anne", 0.0)
    People.of(log).call("anna k.", "Anna", 1.0)
    assert names(log)["BBBB"] == ("Ben", "Anne")


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\x00b"])
def test_a_name_that_is_none_is_refused(log: Log, name: str) -> None:
    with pytest.raises(BadRequest, match="at most 24 letters"):
        People.of(log).call("Anna", name, 0.0)
    assert names(log)["AAAA"] == ("Anna", "Ben")


def test_a_person_who_is_taken_out_is_nowhere_in_the_file_and_the_place_is_somebodys(log: Log) -> None:
    People.of(log).call("anna k.", "Anna", 0.0)
    before = results(log)
    People.of(log).forget("Anna")
    assert names(log) == {"AAAA": ("", "Ben"), "BBBB": ("Ben", "")}
    after = results(log)
    assert [[line.score for line in each.standings] for each in after] == [
        [line.score for line in each.standings] for each in before
    ]
    assert [(each.kind, each.amount, each.name) for each in after[0].feats] == [("sale", 9, ""), ("turns", 9, "")]
    kept = log.rows("SELECT standings, feats FROM results"), log.rows("SELECT name, text FROM named")
    assert "anna" not in str(kept).casefold()


def test_a_person_who_was_taken_out_and_plays_again_is_somebody_new(log: Log) -> None:
    People.of(log).call("Anna", "Anne", 0.0)
    People.of(log).forget("Anne")
    assert People.of(log).called("Anna") == "Anna"


@pytest.mark.logs("a result that cannot be read is left out")
def test_a_damaged_result_keeps_nobody_from_being_taken_out(log: Log) -> None:
    with log.writing() as database:
        database.execute("UPDATE results SET standings = '[{' WHERE code = 'BBBB'")
    People.of(log).forget("Anna")
    assert names(log) == {"AAAA": ("", "Ben")}
