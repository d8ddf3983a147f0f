"""The staged first game of 1983: a believed steer, a sick one, a duel that is lost, a stolen one, and its end."""

from __future__ import annotations

import pytest

from companion.app.guide import narrated
from companion.core.secrets.ballot import BallotOpened
from companion.core.table.table import Table
from companion.games.abilene.edition_1983.messages import CowboyBeaten, SteerSold
from companion.web.view.moment import moment_of
from tests.support.alone import Alone


@pytest.fixture
def game() -> Alone:
    return Alone("abilene", "1983", {0: "b", 1: "b"})


def test_the_first_three_rounds_bring_these_sums(game: Alone) -> None:
    game.until(lambda table: table.play.turn.number == 5)
    assert game.money() == {"Mia": 2_000, "Annie": 500, "Buck": 0}, "healthy, and Buck had doubted"
    game.until(lambda table: table.play.turn.number == 6)
    assert game.money() == {"Mia": 1_500, "Annie": 1_500, "Buck": 500}, "sick, and Buck was right to doubt"
    game.until(lambda table: table.play.turn.number == 8)
    assert game.money() == {"Mia": 4_500, "Annie": 1_500, "Buck": 500}, "a stolen one pays double"


def test_it_meets_theft_and_duel_and_ends_after_six_sales(game: Alone) -> None:
    game.to_the_end()
    events = game.events()
    assert any(isinstance(event, CowboyBeaten) and event.loser == game.mia and event.killed for event in events)
    assert sum(isinstance(event, SteerSold) for event in events) == 6
    assert game.table.ending
    assert game.table.ending.code == "six_left"
    assert game.taps <= 100


def test_nothing_is_asked_of_the_person_while_the_owner_shows_a_rustled_steer(game: Alone) -> None:
    """Only the owner's note says what is under it; the person was asked for it until the box had shown it."""

    def rustled(table: Table) -> bool:
        sale = table.play.sale
        voted = bool(table.ballot and table.ballot.votes)
        return sale is not None and voted and sale.seller == game.mia != sale.owner

    game.until(rustled)
    assert not game.page.choices
    assert not game.page.asked
    assert game.page.headline.message == "One moment: the others play"
    game.until(lambda table: table.play.sale is None)


def test_a_vote_is_not_told_again_beside_its_own_question(game: Alone) -> None:
    """The line above the question said it in the same words."""
    game.until(lambda table: table.ballot is not None)
    live = game.tables.live(game.code)
    opened = {
        entry.record.seq for entry in game.tables.history(game.code) if isinstance(entry.record.event, BallotOpened)
    }
    lines = tuple(moment_of(game.tables, game.code).lines)
    assert opened & {line.seq for line in lines}
    assert not opened & {line.seq for line in narrated(live, lines)}
