"""``companion check``: a sound file is sound, and whatever is done to a log behind the box's back is found."""

import json
from collections.abc import Callable

import pytest

from companion.app.check import problems
from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993.messages import RecordTown
from tests.support.table import ANN, BOB, CODE, Night

Tampering = Callable[[Night], object]


def long_night() -> Night:
    """Return a game long enough for a snapshot, with an undo and a sale in it."""
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 600)
    night.act(ANN, Pay(BOB, 500))
    night.undo(ANN)
    for number in range(60):
        night.act(ANN, Pay(BOB, number + 1))
        night.act(BOB, Pay(ANN, number + 1))
    night.end(Step.TABLE)
    return night


def execute(night: Night, sql: str, *parameters: object) -> None:
    night.log.rows(sql, parameters)


def more_money(night: Night) -> None:
    """Turn a payment of one dollar into one of a thousand."""
    (data,) = night.log.rows("SELECT data FROM events WHERE kind = 'paid' ORDER BY seq LIMIT 1 OFFSET 1")[0]
    event = json.loads(data)
    event["amount"] = event["postings"][0]["amount"] = 1_000
    execute(night, "UPDATE events SET data = ? WHERE data = ?", json.dumps(event), data)


def a_negative_posting(night: Night) -> None:
    (seq, data) = night.log.rows("SELECT seq, data FROM events WHERE kind = 'paid' ORDER BY seq LIMIT 1")[0]
    event = json.loads(data)
    event["postings"][0]["amount"] = -500
    execute(night, "UPDATE events SET data = ? WHERE seq = ?", json.dumps(event), seq)


def a_richer_snapshot(night: Night) -> None:
    (data,) = night.log.rows("SELECT data FROM snapshots")[0]
    snapshot = json.loads(data)
    snapshot["table"]["accounts"][ANN] += 5_000
    execute(night, "UPDATE snapshots SET data = ?", json.dumps(snapshot))


TAMPERINGS: dict[str, Tampering] = {
    "another amount": more_money,
    "a negative amount": a_negative_posting,
    "another snapshot": a_richer_snapshot,
    "an event is gone": lambda night: execute(night, "DELETE FROM events WHERE seq = 30"),
    "an event in the middle of the sale is gone": lambda night: execute(
        night, "DELETE FROM events WHERE kind = 'sale_opened'"
    ),
    "an unknown event": lambda night: execute(night, "UPDATE events SET kind = 'rained' WHERE seq = 30"),
    "no JSON": lambda night: execute(night, "UPDATE events SET data = '{' WHERE seq = 30"),
    "an undo that leads nowhere": lambda night: execute(
        night, "UPDATE events SET data = replace(data, '\"to\":', '\"to\":9') WHERE kind = 'undone'"
    ),
}


def test_a_sound_file_has_no_problems() -> None:
    assert problems(long_night().log, registry()) == []


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_log_that_was_tampered_with_is_named(name: str) -> None:
    night = long_night()
    TAMPERINGS[name](night)
    found = problems(night.log, registry())
    assert found
    assert all(CODE in problem for problem in found)


def test_a_table_of_a_game_that_is_gone_is_named_and_the_others_are_still_checked() -> None:
    night = long_night()
    execute(night, "INSERT INTO tables VALUES ('GONE', 'ludo', '1900', 'bank', 0, '', 0, 0)")
    a_richer_snapshot(night)
    found = problems(night.log, registry())
    assert len(found) == 2
    assert "GONE plays ludo" in " ".join(found)
