"""Changes without a card are the players' word, and the other phones say so (rules 20.6)."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command
from companion.core.table.table import Level
from companion.games import registry
from companion.games.western_town.changes import TileLaid
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import ChangeHomes, ChangeTown, LayTile, MarkBuilding, Reason, SetPoints
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.stars import DrawStars
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

GOLD, WOOD = Resource.GOLD, Resource.WOOD


def news(evening: TownEvening) -> dict[str, str]:
    """Seat -> what its phone says of the last event."""
    game = registry()["western_town"]["2012"]
    return {seat: str(text) for seat, text in game.news_of(evening.events()[-1]).items()}


@pytest.fixture
def counted() -> TownEvening:
    return TownEvening().start()


@pytest.fixture
def evening() -> TownEvening:
    return TownEvening(3, Level.BOARD).start().play_phase_1()


def test_a_building_mended_without_a_card_stands_on_the_others_phones(counted: TownEvening) -> None:
    counted.act(ROBIN, LayTile("saloon", 4, cell="c1"))
    assert news(counted) == {}, "where towns are only counted, buildings are laid by hand"
    counted.act(ROBIN, MarkBuilding("b1", True), MarkBuilding("b1", False))
    assert news(counted).keys() == {ALEXANDRE, THEO}
    assert "mended by hand: saloon" in news(counted)[THEO]


def test_where_towns_are_only_counted_a_correction_is_told_and_a_card_is_not(counted: TownEvening) -> None:
    counted.act(ROBIN, ChangeTown({GOLD: 20}, Reason.PLAYED))
    assert news(counted) == {}
    counted.act(ROBIN, ChangeTown({GOLD: 20}, Reason.CORRECTION))
    assert "+20\u00a0Gold" in news(counted)[THEO]


@pytest.mark.parametrize("reason", [Reason.PLAYED, Reason.GAINS, Reason.START, Reason.CORRECTION])
def test_cubes_that_no_card_brings_in_a_guided_turn_are_told_whatever_the_reason(
    evening: TownEvening, reason: Reason
) -> None:
    evening.act(THEO, ChangeTown({GOLD: 1}, reason))
    assert news(evening).keys() == {ROBIN, ALEXANDRE}


def test_what_a_card_does_by_its_own_words_is_not_told(evening: TownEvening) -> None:
    evening.act(ROBIN, MarkBuilding("marshal", True), PlayCard("carpenter"))
    evening.act(ROBIN, MarkBuilding("marshal", False, {WOOD: 1}))
    assert news(evening) == {}
    evening.act(ROBIN, BuildTile("barber", "c5", {WOOD: 1}))
    assert not [each for each in evening.events(TileLaid) if each.notified]


@pytest.mark.parametrize(
    "command",
    [
        ChangeTown({GOLD: 20}, Reason.PLAYED),
        ChangeTown({Resource.EXPORTED: 20}, Reason.EXPLOIT),
        ChangeHomes(pink=20),
        LayTile("saloon", 4, 3, 3, 60, cell="c2"),
        MarkBuilding("gold mine", True),
        MarkBuilding("marshal", False),
        MarkBuilding("marshal", False, {GOLD: 1}),
        SetPoints("marshal", 60),
    ],
)
def test_while_a_card_is_carried_out_everything_else_is_told_as_without_one(
    evening: TownEvening, command: Command
) -> None:
    """21.2: the carpenter mends for 1 Wood, and builds what is paid; nothing else is in his words."""
    evening.act(ROBIN, MarkBuilding("marshal", True), PlayCard("carpenter"), command)
    assert news(evening).keys() == {ALEXANDRE, THEO}


@pytest.mark.parametrize("command", [SetPoints("marshal", 9), ChangeHomes(black=1)])
def test_points_and_homes_are_told_where_towns_are_only_counted_too(counted: TownEvening, command: Command) -> None:
    counted.act(ROBIN, command)
    assert news(counted).keys() == {ALEXANDRE, THEO}


def test_a_tile_laid_without_a_card_is_told(evening: TownEvening) -> None:
    evening.act(ROBIN, LayTile("barber", 5, cell="c5"))
    assert "built by hand: barber" in news(evening)[ALEXANDRE]


def test_a_start_card_that_the_box_does_not_know_is_entered_without_a_word() -> None:
    evening = TownEvening(3, Level.BOARD).start()
    evening.act(ROBIN, DrawStars())
    evening.act(THEO, TakeStart(""), ChangeTown({GOLD: 2}, Reason.START))
    assert news(evening) == {}
    evening.act(THEO, LayTile("saloon", 4, cell="c1"))
    assert news(evening) == {}
    evening.act(ROBIN, TakeStart("Marshal Bright", place="c1"), ChangeTown({GOLD: 2}, Reason.START))
    assert news(evening).keys() == {ALEXANDRE, THEO}


def test_where_towns_are_only_counted_a_start_card_is_one_tap(counted: TownEvening) -> None:
    counted.act(ROBIN, TakeStart("Marshal Bright", place="c1"))
    assert (counted.has(ROBIN, Resource.INHABITANTS), counted.board(ROBIN).laid) == (3, ("homestead",))
    counted.refusal(ROBIN, TakeStart("Digger Jane"), NotNow)
    counted.refusal(ALEXANDRE, TakeStart("Marshal Bright"), BadRequest)
    counted.act(ALEXANDRE, LayTile("saloon", 4, cell="c1"))
    counted.refusal(ALEXANDRE, TakeStart("Digger Jane"), NotNow)
