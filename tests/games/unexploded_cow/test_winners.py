"""Every player with more than at the start has won, several or none (rules §11.2): all places that tell it agree."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from companion.core.messages import Command
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.referee.parting import StopGame
from companion.core.table.table import Level
from companion.games.unexploded_cow import commands as cow_commands
from companion.web.app import create_app
from companion.web.screen.painting import Words
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, CowNight
from tests.support.phones import as_read, whole
from tests.support.readers import result_at

Ended = tuple[CowNight, tuple[str, ...], str]
BADGED = re.compile(r'aria-label="(\w+)"')
"""names of the seats whose badges stand there"""


def two_winners() -> CowNight:
    """Return a game with the results Bob +300, Cid +200 and Ann -500."""
    night = CowNight(level=Level.BANK)
    night.act(ANN, cow_commands.CountCow(BOB, 800), cow_commands.CountCow(CID, 700))
    night.together(ANN, cow_commands.CloseGame())
    return night


def nobody() -> CowNight:
    """Break it off: the ante stays in the pot."""
    night = CowNight(level=Level.BANK)
    night.together(ANN, StopGame())
    return night


def one_winner() -> CowNight:
    night = CowNight(level=Level.BANK)
    night.act(BOB, Pay(CID, 100))
    night.together(ANN, cow_commands.CloseGame(BOB))
    return night


def alike() -> CowNight:
    night = CowNight(level=Level.BANK)
    night.act(ANN, cow_commands.CountCow(BOB, 700), cow_commands.CountCow(CID, 700), cow_commands.TakeFromPot(100, ANN))
    night.together(ANN, cow_commands.CloseGame())
    return night


ENDS = {
    "several, best first": (two_winners, (BOB, CID), "There are several winners: Bob with €300, Cid with €200."),
    "nobody": (nobody, (), "Nobody has won."),
    "one": (one_winner, (BOB,), "Bob wins with €900."),
    "two alike": (alike, (BOB, CID), "2 players share the victory with €200."),
}


@pytest.fixture(params=list(ENDS))
def ended(request: pytest.FixtureRequest) -> Ended:
    make, winners, sentence = ENDS[request.param]
    return make(), winners, sentence


def test_43_television_phones_and_scripts_say_the_same_winners(ended: Ended) -> None:
    night, winners, sentence = ended
    client = create_app(night.tables).test_client()
    names = [night.table.seat(seat).name for seat in winners]
    page = as_read(client.get(f"/t/{CODE}/screen").text)
    assert sentence in page
    crowned = [
        each for crown in re.findall(r'<p class="crown.*?</p>', page, re.DOTALL) for each in BADGED.findall(crown)
    ]
    assert crowned == names
    result = client.get(f"/api/tables/{CODE}").get_json()["result"]
    assert (result["sentence"], tuple(result["winners"])) == (sentence, winners)


def test_43_the_picture_of_the_result_has_a_star_for_each_winner(ended: Ended, monkeypatch: pytest.MonkeyPatch) -> None:
    night, winners, sentence = ended
    painted: list[object] = []

    def noted(*given: Any) -> bytes:
        painted.extend(given[3])
        return b""

    monkeypatch.setattr("companion.web.screen.exports.png", noted)
    create_app(night.tables).test_client().get(f"/t/{CODE}/result.png")
    words = [mark.words for mark in painted if isinstance(mark, Words)]
    assert words.count("★") == len(winners) + len(awards(night))
    assert sentence in " ".join(words)


def awards(night: CowNight) -> list[str]:
    awarded: list[str] = (
        create_app(night.tables).test_client().get(f"/api/tables/{CODE}").get_json()["result"]["awards"]
    )
    return awarded


def test_43_games_played_before_are_won_by_the_same_people(ended: Ended) -> None:
    night, winners, _ = ended
    client = create_app(night.tables).test_client()
    names = {night.table.seat(seat).name for seat in winners}
    lines = list(csv.DictReader(io.StringIO(client.get("/history.csv").text)))
    assert {line["name"] for line in lines if line["won"] == "1"} == names
    [game] = client.get("/history.json").get_json()
    assert {line["name"] for line in game["standings"] if line["won"]} == names
    page = as_read(" ".join(client.get("/history").text.split()))
    won = re.findall(r'<th scope="row">(\w+)</th><td>(\d)</td>', page)
    assert {name for name, count in won if count == "1"} == names
    assert {name for name, _ in won} == {"Ann", "Bob", "Cid"}


def test_the_ranking_is_as_before() -> None:
    ending = two_winners().table.ending
    assert ending
    assert [(line.rank, line.seat, line.score) for line in ending.standings] == [
        (1, BOB, 300),
        (2, CID, 200),
        (3, ANN, -500),
    ]


@pytest.mark.parametrize(
    ("commands", "made"),
    [
        ((), "€4,500 at the end, €5,000 at the start"),
        ((BorrowFromBank(500),), "€5,000 less €500 of debts at the end, €5,000 at the start"),
    ],
)
def test_the_result_says_of_which_sums_it_is_the_difference(
    commands: tuple[Command, ...], made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Money of 5,000 and a result of -500 stood side by side without a word."""
    painted: list[object] = []

    def noted(*given: Any) -> bytes:
        painted.extend(given[3])
        return b""

    monkeypatch.setattr("companion.web.screen.exports.png", noted)
    night = CowNight(level=Level.BANK)
    night.act(ANN, *commands)
    night.together(ANN, StopGame())
    client = create_app(night.tables).test_client()
    client.get(f"/t/{CODE}/result.png")
    key = client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    client.set_cookie(f"seat-{CODE}-{ANN}", key)
    assert made in " ".join(whole(client, f"/t/{CODE}/s/{ANN}").split())
    assert made in [mark.words for mark in painted if isinstance(mark, Words)]


def test_the_chart_begins_with_the_money_of_the_start_and_the_first_turn_is_at_1() -> None:
    """The income of the first turn used to be at 0, and its explosion, too."""
    night = CowNight()
    night.city()
    night.cow(ANN, "Duchess", 600)
    night.roll(1)
    night.together(ANN, StopGame())
    result = result_at(night.tables, CODE)
    assert result
    assert result.wealth[ANN] == (5_000, 5_100)
    assert [(mark.symbol, mark.at) for mark in result.marks if mark.seat == ANN] == [("B", 1)]
