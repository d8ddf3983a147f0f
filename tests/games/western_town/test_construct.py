"""The construct assistant: a tile paid, laid and carried out in one go, or a sentence that says why not."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError
from companion.core.table.commands import ChooseCatalogue
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.printed.reading import deck_of
from companion.games.western_town.rulebook.buildings import CellEffect
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.screens.build import build
from companion.games.western_town.town.by_hand import ChangeHomes, LayTile, MarkBuilding
from companion.games.western_town.town.construct import BuildTile, site_of
from tests.games.western_town.test_pages import Phones
from tests.support.western import ALEXANDRE, ROBIN, TownEvening

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
PIPES, LURE = Resource.PIPES, Resource.LURE
FIRST_GOLD, SWAP, DIE, HOME = "c4", "c7", "c6", "c10"
"""cells of our own board: a 5 that brings Gold, a 5 that swaps, a 5 with the die, the 6 that is a Home"""
PAID = {WOOD: 1, GOLD: 1}


@pytest.fixture
def evening() -> TownEvening:
    """Return a game in which Robin has 1 Wood, 4 Gold and 5 Homes (vector 18)."""
    evening = TownEvening().start()
    evening.give(ROBIN, {WOOD: 1, GOLD: 4})
    evening.act(ROBIN, ChangeHomes(black=2))
    return evening


def test_the_warehouse_of_the_rulebook_is_built_with_one_tap(evening: TownEvening) -> None:
    """Vector 18: 1 Wood and 1 Gold are paid, then the cell brings 1 Gold; the card comes into the hand."""
    evening.act(ROBIN, BuildTile("warehouse", FIRST_GOLD, PAID))
    assert (evening.has(ROBIN, WOOD), evening.has(ROBIN, GOLD)) == (0, 4)
    building = evening.board(ROBIN).building("b1")
    assert (building.name, building.number, building.cell) == ("warehouse", 5, FIRST_GOLD)
    assert evening.report()[-3:] == [
        "s1: −1\u00a0Gold, −1\u00a0Wood (cost: warehouse)",
        "s1 builds: warehouse, on a space 5, and takes its card",
        "s1: +1 Gold (the space under it: warehouse)",
    ]


@pytest.mark.parametrize(
    ("homes", "pay", "words"),
    [
        (1, {WOOD: 2}, "bank needs Homes: 7. This town has 6."),
        (2, {WOOD: 1, GOLD: 1}, ""),
        (2, {WOOD: 2}, ""),
        (2, {GOLD: 2}, "That is not what bank costs: 1\u00a0×\u00a0Wood or Gold, 1\u00a0×\u00a0Wood."),
        (2, {WOOD: 3}, "That is not what bank costs: 1\u00a0×\u00a0Wood or Gold, 1\u00a0×\u00a0Wood."),
        (2, {}, "That is not what bank costs: 1\u00a0×\u00a0Wood or Gold, 1\u00a0×\u00a0Wood."),
    ],
)
def test_the_bank_needs_seven_homes_and_a_wood(
    evening: TownEvening, homes: int, pay: dict[Resource, int], words: str
) -> None:
    """Vector 19."""
    evening.give(ROBIN, {WOOD: 2})
    evening.act(ROBIN, ChangeHomes(black=homes))
    command = BuildTile("bank", "c5", pay)
    if words:
        assert evening.refusal(ROBIN, command, IllegalMove) == words
    else:
        evening.act(ROBIN, command)
        assert evening.board(ROBIN).homes == 9
        assert evening.board(ROBIN).limits[GOLD] == 8


def test_the_cell_that_is_a_home_is_counted_once(evening: TownEvening) -> None:
    evening.act(ROBIN, BuildTile("barber", HOME, {WOOD: 1}))
    board = evening.board(ROBIN)
    assert (board.pink, board.black, board.homes) == (4, 3, 7)
    site = site_of(board, deck_of(None).cells)
    assert site.homes == 7
    assert [cell.tile for cell in site.cells if cell.id == HOME] == ["barber"]


def test_a_player_who_builds_on_the_cell_with_the_die_has_to_throw_it(evening: TownEvening) -> None:
    """2.3: he must, so his phone asks for it before the others go on."""
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)), BuildTile("barber", DIE, {WOOD: 1}))
    evening.refusal(ALEXANDRE, ThrowDie(Side.RED), NotNow)
    evening.throw(ROBIN, Side.RED)
    assert evening.circle().camp.red == 1
    evening.throw(ALEXANDRE, Side.RED)


def test_inhabitants_become_wood_only_where_the_cell_says_so(evening: TownEvening) -> None:
    evening.give(ROBIN, {PEOPLE: 2})
    evening.refusal(ROBIN, BuildTile("barber", FIRST_GOLD, {WOOD: 1}, swap=True), IllegalMove)
    evening.act(ROBIN, BuildTile("barber", SWAP, {WOOD: 1}, swap=True))
    assert (evening.has(ROBIN, WOOD), evening.has(ROBIN, PEOPLE)) == (1, 0)


def test_the_blacksmith_takes_wood_and_gold_in_exchange_for_cowboys(evening: TownEvening) -> None:
    evening.give(ROBIN, {WOOD: 1})
    evening.act(ROBIN, ChangeHomes(black=1))
    evening.refusal(ROBIN, BuildTile("blacksmith", "c1", PAID, exchange={GOLD: 9}), IllegalMove)
    evening.refusal(ROBIN, BuildTile("blacksmith", "c1", PAID, exchange={PEOPLE: 1}), IllegalMove)
    evening.refusal(ROBIN, BuildTile("blacksmith", "c1", PAID, exchange={GOLD: -1}), BadRequest)
    evening.act(ROBIN, BuildTile("blacksmith", "c1", PAID, exchange={GOLD: 2, WOOD: 1}))
    town = evening.board(ROBIN).town
    assert (town.cowboys, town.gold, town.wood) == (3 + 1 + 3, 1, 0)


def test_only_the_first_homestead_brings_its_card(evening: TownEvening) -> None:
    """4.8; they cost nothing and may be built again and again."""
    evening.act(ROBIN, BuildTile("homestead", "c1"), BuildTile("homestead", "c2"))
    assert [line.endswith("takes its card") for line in evening.report()[-2:]] == [True, False]
    assert evening.board(ROBIN).pink == 5


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (BuildTile("casino", "c1"), "no tile called casino"),
        (BuildTile("barber", "c99", {WOOD: 1}), "no space c99"),
        (BuildTile("barber", "c1", {WOOD: 99}), "not what barber costs"),
        (BuildTile("barber", "c1", {WOOD: -1}), "not what barber costs"),
        (BuildTile("stable", "c1", {WOOD: 2}), "This town cannot pay for stable: 2\u00a0×\u00a0Wood."),
        (BuildTile("saloon", "c1", PAID), "is in this town already"),
        (BuildTile("barber", "c1", {GOLD: 1}), "not what"),
        (BuildTile("homestead", "c3"), "That space is taken already: saloon"),
    ],
)
def test_what_cannot_be_built_is_refused_and_nothing_changes(
    evening: TownEvening, command: BuildTile, words: str
) -> None:
    evening.give(ROBIN, {WOOD: 1})
    evening.act(ROBIN, BuildTile("saloon", "c3", PAID))
    assert words in evening.refusal(ROBIN, command, RuleError)


def test_a_tile_laid_by_hand_takes_a_cell_from_the_assistant(evening: TownEvening) -> None:
    for name, cell in (("saloon", "c1"), ("church", "c2"), ("bank", "c3")):
        evening.act(ROBIN, LayTile(name, 4, cell=cell))
    offered = {cell.id for cell in build(evening.board(ROBIN), None).cells}
    assert offered == {f"c{number}" for number in range(4, 12)}
    assert "saloon" in evening.refusal(ROBIN, BuildTile("homestead", "c1"), IllegalMove)


def test_a_table_builds_with_the_costs_of_its_catalogue() -> None:
    piles = {"other": "ABCDE", "orange": "FGHIJKLM", "green": "NOPQ"}
    lines = [f"tile,{name},{pile},2 gold,0" for pile, names in piles.items() for name in names]
    file = "\n".join(("type,name,pile,cost,homes_needed", "tile,homestead,homestead,,9", *lines))
    evening = TownEvening()
    evening.act(ROBIN, ChooseCatalogue("ours", file))
    evening.start()
    evening.give(ROBIN, {GOLD: 2})
    assert "needs Homes: 9" in evening.refusal(ROBIN, BuildTile("homestead", "c1"), IllegalMove)
    evening.act(ROBIN, BuildTile("Q", "c1", {GOLD: 2}))
    assert evening.has(ROBIN, GOLD) == 0
    assert not build(evening.board(ROBIN), evening.table.catalogue).invented


def test_what_the_phone_offers_says_costs_and_why_not(evening: TownEvening) -> None:
    plan = build(evening.board(ROBIN), None)
    tiles = {tile.name: tile for tile in plan.tiles}
    assert plan.invented
    assert str(tiles["bank"].wrong) == "bank needs Homes: 7. This town has 5."
    assert [str(way.words) for way in tiles["warehouse"].ways] == ["1\u00a0×\u00a0Wood, 1\u00a0×\u00a0Gold"]
    assert "Points: 6" in [str(line) for line in tiles["warehouse"].facts]
    assert [tile.wrong is None for tile in plan.tiles] == sorted(
        (tile.wrong is None for tile in plan.tiles), reverse=True
    )
    assert {str(cell.does) for cell in plan.cells if cell.does} >= {"1 Gold", "throw the Indian die"}
    assert len({cell.id for cell in plan.cells}) == 11
    assert CellEffect.SWAP in {cell.effect for cell in deck_of(None).cells}


def test_a_building_is_repaired_for_a_wood(evening: TownEvening) -> None:
    evening.act(ROBIN, MarkBuilding("marshal", True), MarkBuilding("marshal", False, {WOOD: 1}))
    assert evening.has(ROBIN, WOOD) == 0
    assert evening.report()[-2] == "s1: −1\u00a0Wood (repair: marshal)"
    assert not evening.board(ROBIN).building("marshal").destroyed
    evening.act(ROBIN, MarkBuilding("marshal", True))
    evening.refusal(ROBIN, MarkBuilding("marshal", False, {WOOD: 1}), IllegalMove)
    evening.refusal(ROBIN, MarkBuilding("marshal", False, {WOOD: -5}), BadRequest)
    assert evening.board(ROBIN).building("marshal").destroyed


def test_building_is_undone_as_a_whole(evening: TownEvening) -> None:
    before = evening.board(ROBIN)
    evening.act(ROBIN, BuildTile("warehouse", FIRST_GOLD, PAID))
    sentences, last = evening.tables.sentences(evening.tables.live(evening.code)), evening.table.done[-1]
    assert str(sentences.action(last.before + 1)) == "s1 builds: warehouse, on a space 5, and takes its card"
    evening.undo(ROBIN)
    assert evening.board(ROBIN) == before


def test_everybody_builds_in_his_own_town_alone(evening: TownEvening) -> None:
    evening.give(ALEXANDRE, {WOOD: 1})
    evening.act(ALEXANDRE, BuildTile("barber", "c1", {WOOD: 1}))
    assert len(evening.board(ALEXANDRE).buildings) == 5
    assert len(evening.board(ROBIN).buildings) == 4


def test_a_phone_builds_by_what_it_is_offered() -> None:
    phones = Phones().start()
    robin = phones.phones[0]
    robin.press("change_town", changes={"wood": 1}, reason="gains")
    offered = [fixed["tile"] for fixed in robin.offers("build_tile")]
    assert offered == ["homestead", "general store", "barber"]
    assert "general store" in robin.page
    robin.press("build_tile", tile="barber", cell="c1", pay={"wood": 1})
    assert phones.tables.table(phones.code).play.towns[robin.seat].town.wood == 0
    assert "barber" in phones.screen
    assert [fixed["tile"] for fixed in robin.offers("build_tile")] == ["homestead"]
