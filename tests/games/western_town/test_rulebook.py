"""The rules as functions of values: what the rule questions do not ask, and what must hold for any town."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.games.western_town.rulebook import setup
from companion.games.western_town.rulebook.buildings import PRINTED, Building, Tile
from companion.games.western_town.rulebook.camp import ATTACK, INHABITANTS, Camp, Indian, added, begun, refunded, struck
from companion.games.western_town.rulebook.lincoln import home_points
from companion.games.western_town.rulebook.rounds import Go, advance, clockwise_from, first_go, neighbours, pairs
from companion.games.western_town.rulebook.towns import START, Resource, Town, gained, lure_lost

COUNTS = st.integers(0, 30)
TOWNS = st.builds(Town, *([COUNTS] * 7))
SEATS = st.integers(2, 4).map(lambda number: tuple("abcd"[:number]))


def test_vector_1_all_cards() -> None:
    assert setup.LINCOLN_CARDS + setup.START_CARDS + setup.MAX_PLAYERS * setup.CARDS_EACH == 108


def test_vector_2_the_cards_and_tiles_of_a_player() -> None:
    stars = setup.ORANGE + setup.GREEN
    assert setup.CACTUS + stars + 1 + setup.OTHER_CARDS == setup.CARDS_EACH == 24
    assert stars + setup.OTHER_CARDS == setup.TILES_EACH == 17


def test_vector_3_peace_pipes_at_the_start() -> None:
    assert Town(cowboys=3, pipes=3 * 1 + 1 * 4) == START


def test_vector_38_homes() -> None:
    for homes, points in (((7, 7, 5), (4, 4, 0)), ((5, 5, 5), (3, 3, 3)), ((9, 7, 7, 3), (6, 1, 1, 0))):
        seats = "abcd"[: len(homes)]
        assert tuple(home_points(dict(zip(seats, homes, strict=True))).values()) == points


@given(TOWNS, st.integers(0, 40))
def test_pipes_and_lure_are_the_same_cubes(town: Town, number: int) -> None:
    for after in (gained(town, {Resource.LURE: number}), lure_lost(town, number)):
        assert after.pipes + after.lure == town.pipes + town.lure
        assert min(after.pipes, after.lure) >= 0
        assert replace(after, pipes=0, lure=0) == replace(town, pipes=0, lure=0)


@given(SEATS, st.data())
def test_everybody_plays_two_cards_and_no_pair_plays_alone_in_the_middle(
    seats: tuple[str, ...], data: st.DataObject
) -> None:
    steps = pairs(seats, data.draw(st.sampled_from(seats)))
    played = [each for step in steps for each in step]
    assert sorted(played) == sorted((seat, number) for seat in seats for number in (1, 2))
    assert [len(step) for step in steps] == [1, *[2] * (len(seats) - 1), 1]


@given(SEATS, st.data())
def test_phase_3_ends_when_everybody_has_passed_and_the_first_of_them_leads(
    seats: tuple[str, ...], data: st.DataObject
) -> None:
    exploiting = first_go(seats, data.draw(st.sampled_from(seats)))
    for _ in range(50):
        if not exploiting.turn:
            break
        ready = exploiting.turn in exploiting.third
        exploiting = advance(
            exploiting, data.draw(st.sampled_from((Go.PASS, Go.EXPLOIT) if ready else (Go.THIRD, Go.EXPLOIT)))
        )
    else:
        return
    assert sorted(exploiting.passed) == sorted(seats)
    assert exploiting.lead == exploiting.passed[0]
    assert clockwise_from(seats, exploiting.manitou)[1] == exploiting.lead


def test_the_opposite_player_is_no_neighbour_but_with_two_the_other_is_both() -> None:
    assert neighbours("abcd", "a") == ("b", "d")
    assert neighbours("abc", "a") == ("b", "c")
    assert neighbours("ab", "a") == ("b",)


@given(st.lists(st.sampled_from(Indian), max_size=8))
def test_a_camp_attacks_with_its_third_red_or_second_orange_and_takes_no_more(indians: list[Indian]) -> None:
    camp, by = added(Camp(), indians)
    assert all(camp.count(colour) <= most for colour, most in ATTACK.items())
    assert (by is not None) == any(camp.count(colour) == most for colour, most in ATTACK.items())


@given(TOWNS, st.integers(0, 3), st.integers(0, 2), st.lists(st.booleans(), min_size=2, max_size=2), st.data())
def test_an_attack_never_takes_more_than_there_is(
    town: Town, red: int, orange: int, defend: list[bool], data: st.DataObject
) -> None:
    buildings = tuple(Building(name, Tile(name), 0, data.draw(st.booleans())) for name in PRINTED)
    raid = begun(Camp(red, orange), town, buildings)
    for defended in defend:
        if raid.over:
            break
        target = data.draw(st.sampled_from(raid.targets))
        colour = raid.attackers[0]
        raid = struck(raid, colour, target, defended and raid.town.cowboys >= 3)
    assert raid.over
    assert min(raid.town.count(what) for what in Resource) >= 0
    assert raid.town.pipes + raid.town.lure == town.pipes + town.lure
    assert raid.town.inhabitants >= town.inhabitants - 4 * (INHABITANTS in raid.struck)
    after, reserve = refunded(raid.town, 1)
    assert (after.pipes, reserve) == (raid.town.pipes + 1, 0)
