"""The cost of a card before it builds, exploits that are none, and the cell of a start card (rules §20)."""

from __future__ import annotations

import pytest

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import written
from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.table.commands import ChooseCatalogue
from companion.core.table.table import Level
from companion.games import registry
from companion.games.western_town.changes import TileLaid
from companion.games.western_town.guided_turn import OnTable, RoundStage
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.columns import card_types
from companion.games.western_town.rulebook.buildings import CellEffect
from companion.games.western_town.rulebook.effects import Exploit
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.screens.build import Build
from companion.games.western_town.town.by_hand import ChangeHomes, ChangeTown, LayTile, MarkBuilding, Reason
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.act import CarryOut, TakeBack
from companion.games.western_town.turn.go import ExploitCard, possible_exploits
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.stars import DrawStars
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

GOLD, WOOD, PEOPLE, PIPES = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.PIPES
MINE, CARPENTER, HOMESTEAD = "gold mine", "carpenter", "homestead"
FIRST_PRIDE, SECOND_PRIDE = "civic pride 1", "civic pride 2"
STORE = "general store"


def guided(**rules: str | int | bool) -> TownEvening:
    return TownEvening(3, Level.BOARD, **rules).start()


def in_phase_3(evening: TownEvening, *, robin: str = MINE, theo: str = CARPENTER) -> TownEvening:
    """Return a game in which phase 2 is over; Alexandre's civic pride and what Theo has laid last can be exploited
    by Robin, who goes.
    """
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: robin, ALEXANDRE: MINE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: SECOND_PRIDE, THEO: HOMESTEAD})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, theo)
    assert evening.round.stage is RoundStage.EXPLOIT
    return evening


@pytest.fixture
def evening() -> TownEvening:
    evening = in_phase_3(guided().play_phase_1())
    evening.act(ROBIN, LayTile(HOMESTEAD, 6, cell="c9"))  # the last one of the stack, that would cost nothing
    return evening


def has(evening: TownEvening, **counts: int) -> None:
    """Give Robin's town so much."""
    changes = {Resource(what): count - evening.has(ROBIN, Resource(what)) for what, count in counts.items()}
    evening.act(ROBIN, ChangeTown({what: by for what, by in changes.items() if by}, Reason.CORRECTION))


def exploits(evening: TownEvening) -> set[str]:
    """Return the own cards with which Robin can exploit."""
    return {each.card for each in possible_exploits(Situation(evening.table, evening.state, ROBIN))}


PRIDE = ExploitCard(SECOND_PRIDE, ALEXANDRE, SECOND_PRIDE)

# --- pay and construct (20.2) -----------------------------------------------------------------------


def test_what_pays_a_building_cannot_pay_the_card(evening: TownEvening) -> None:
    """0 Gold and 1 Wood: the Wood pays civic pride or the general store, not both."""
    has(evening, gold=0, wood=2)
    evening.act(ROBIN, PRIDE)
    has(evening, wood=1)
    for pay in ({WOOD: 1}, {WOOD: 2}, {WOOD: 1, GOLD: 1}):
        assert "general store" in evening.refusal(ROBIN, BuildTile(STORE, "c5", pay), IllegalMove)
    assert STORE not in [each.name for each in evening.board(ROBIN).buildings]
    evening.refusal(ROBIN, CarryOut(1), IllegalMove)


def test_the_card_is_paid_before_the_building_and_done_with_it(evening: TownEvening) -> None:
    has(evening, gold=1, wood=1)
    evening.act(ROBIN, PRIDE)
    assert "paid before" in evening.refusal(ROBIN, BuildTile(STORE, "c5", {WOOD: 1}), IllegalMove)
    evening.act(ROBIN, BuildTile(STORE, "c5", {WOOD: 1, GOLD: 1}))
    assert (evening.has(ROBIN, GOLD), evening.has(ROBIN, WOOD)) == (0, 0)
    assert not evening.round.acting, "nothing is left of the card"
    lines = [line for line in evening.report() if line.startswith(ROBIN)][-4:]
    assert any("an exploit" in line for line in lines)
    assert any("cost: general store" in line for line in lines)


def test_a_cell_that_brings_gold_does_not_pay_the_card(evening: TownEvening) -> None:
    has(evening, gold=0, wood=1)
    gold = "c4"
    assert SECOND_PRIDE not in exploits(evening)
    has(evening, wood=2)
    evening.act(ROBIN, PRIDE)
    has(evening, wood=1)
    evening.refusal(ROBIN, BuildTile(STORE, gold, {WOOD: 1}), IllegalMove)


def test_the_carpenter_takes_his_inhabitant_and_his_gold_first(evening: TownEvening) -> None:
    """The rulebook's example: Robin's carpenter on the one that lies before his neighbour (13, 14)."""
    has(evening, gold=0, wood=2, inhabitants=1)
    evening.act(ROBIN, ExploitCard(CARPENTER, THEO, CARPENTER))
    assert evening.round.table(THEO)[-1] == OnTable(CARPENTER, face_up=False)
    evening.act(ROBIN, BuildTile(STORE, "c5", {WOOD: 2, PEOPLE: 1}))
    assert [evening.has(ROBIN, what) for what in (GOLD, WOOD, PEOPLE)] == [0, 0, 0]


def test_every_way_to_pay_card_and_building_together_is_offered(evening: TownEvening) -> None:
    has(evening, gold=1, wood=2)
    evening.act(ROBIN, PRIDE)
    page = registry()["western_town"]["2012"].page(evening.table, ROBIN)
    [plan] = [part.data for part in page.parts if part.name == "build"]
    assert isinstance(plan, Build)
    [store] = [each for each in plan.tiles if each.name == STORE]
    assert [dict(way.pay) for way in store.ways] == [{"gold": 1, "wood": 1}, {"wood": 2}]
    assert "carry_out" not in {choice.kind for choice in page.choices}, "there is nothing else to be done with it"
    for way in store.ways:
        assert "for the card" in str(way.words)


def test_playing_the_carpenter_costs_nothing_but_the_building(evening: TownEvening) -> None:
    has(evening, gold=0, wood=1)
    evening.act(ROBIN, MarkBuilding(MINE, True), PlayCard(CARPENTER), BuildTile(STORE, "c5", {WOOD: 1}))
    assert "nothing else" in evening.refusal(ROBIN, CarryOut(0), IllegalMove)
    evening.act(ROBIN, CarryOut())


# --- no exploit for nothing (20.3) --------------------------------------------------------------------


def test_an_exploit_that_could_build_nothing_is_none(evening: TownEvening) -> None:
    has(evening, gold=3, wood=0)
    assert SECOND_PRIDE not in exploits(evening)
    assert "change nothing" in evening.refusal(ROBIN, PRIDE, IllegalMove)
    has(evening, wood=1)
    assert SECOND_PRIDE in exploits(evening)


def test_a_town_that_has_nothing_exchanges_nothing(evening: TownEvening) -> None:
    has(evening, gold=0, wood=0)
    assert FIRST_PRIDE not in exploits(evening)
    has(evening, wood=1)
    assert FIRST_PRIDE in exploits(evening)


def test_nobody_is_robbed_who_has_nothing() -> None:
    evening = guided().play_phase_1()
    for seat in (ROBIN, THEO):
        evening.act(seat, ChangeTown({WOOD: 3, GOLD: 3}, Reason.CORRECTION), ChangeHomes(black=9))
    evening.act(ROBIN, PlayCard(CARPENTER), BuildTile("gunsmith", "c5", {WOOD: 2}))
    evening.lay_sealed({ROBIN: MINE, ALEXANDRE: MINE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: HOMESTEAD, THEO: CARPENTER})
    evening.carry_out_cards(ALEXANDRE)
    evening.act(THEO, BuildTile("gunsmith", "c5", {WOOD: 2}))
    evening.play(THEO, "gunsmith")
    assert "gunsmith" in exploits(evening)
    for seat in (ALEXANDRE, THEO):
        evening.act(seat, ChangeTown({PIPES: -evening.has(seat, PIPES)}, Reason.CORRECTION))
    assert "gunsmith" not in exploits(evening)


def test_a_player_who_exploited_for_nothing_takes_it_back_and_chooses_again(evening: TownEvening) -> None:
    has(evening, gold=0, wood=2)
    evening.act(ROBIN, PRIDE)
    evening.refusal(ALEXANDRE, TakeBack(), NotNow)
    has(evening, wood=1)
    evening.refusal(ROBIN, CarryOut(), IllegalMove)
    evening.act(ROBIN, TakeBack())
    assert evening.round.table(ALEXANDRE)[-1] == OnTable(SECOND_PRIDE)
    assert evening.round.exploiting
    assert (evening.round.exploiting.turn, evening.round.acting) == (ROBIN, ())
    evening.act(ROBIN, ExploitCard(MINE, ALEXANDRE, MINE))


def test_what_has_built_is_not_taken_back(evening: TownEvening) -> None:
    evening.act(ROBIN, PlayCard(CARPENTER))
    evening.refusal(ROBIN, TakeBack(), NotNow)


# --- a card that has no construction symbol (4.7) -------------------------------------------------------


@pytest.mark.parametrize(("laid", "builds"), [(CARPENTER, True), (MINE, False)])
def test_a_card_without_the_symbol_builds_only_by_playing_one_again_that_has_it(laid: str, builds: bool) -> None:
    evening = guided().play_phase_1()
    has(evening, wood=3, inhabitants=0)
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: laid, ALEXANDRE: MINE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: HOMESTEAD, THEO: HOMESTEAD})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, MINE)
    evening.act(ROBIN, PlayCard(FIRST_PRIDE))
    if builds:
        evening.act(ROBIN, BuildTile("barber", "c5", {WOOD: 1}))
    else:
        assert "No card" in evening.refusal(ROBIN, BuildTile("barber", "c5", {WOOD: 1}), IllegalMove)


def test_building_with_a_card_that_the_box_cannot_read_is_told_to_the_others() -> None:
    entries = [_reworded(each) for each in builtin_entries()]
    evening = TownEvening(3, Level.BOARD)
    evening.act(ROBIN, ChooseCatalogue("mine", written(card_types(), entries)))
    evening.start().play_phase_1()
    evening.act(ROBIN, PlayCard(MINE), BuildTile("barber", "c5", {WOOD: 1}))
    [*_, laid] = evening.events(TileLaid)
    game = registry()["western_town"]["2012"]
    assert game.news_of(laid).keys() == {ALEXANDRE, THEO}


def _reworded(entry: Entry) -> Entry:
    if entry.values["name"] != MINE:
        return entry
    return Entry(entry.type, {**entry.values, "play_text": "Do as the card says."})


# --- the cell of the start card (20.1) ------------------------------------------------------------------


@pytest.mark.parametrize("counts", [False, True])
def test_a_cell_on_which_the_start_card_lies_is_occupied_and_pays_once(counts: bool) -> None:
    evening = guided(start_cell_effect=counts)
    evening.act(ROBIN, DrawStars())
    evening.act(ROBIN, TakeStart("Marshal Bright", place="c3"))
    assert evening.has(ROBIN, GOLD) == 2 + counts
    for seat in (ALEXANDRE, THEO):
        evening.act(seat, TakeStart(place="c1"))
    evening.play_phase_1()
    evening.act(ROBIN, PlayCard(CARPENTER))
    assert "is taken already" in evening.refusal(ROBIN, BuildTile(HOMESTEAD, "c3"), IllegalMove)
    page = registry()["western_town"]["2012"].page(evening.table, ROBIN)
    [plan] = [part.data for part in page.parts if part.name == "build"]
    assert isinstance(plan, Build)
    assert not {"c3"} & {cell.id for cell in plan.cells}
    assert {"c1", "c2"} <= {cell.id for cell in plan.cells}
    evening.act(ROBIN, BuildTile(HOMESTEAD, "c1"))
    assert evening.has(ROBIN, GOLD) == 2 + counts


@pytest.mark.parametrize("lot", range(4))
def test_a_drawn_start_card_has_no_building_that_stands_in_the_town_already(lot: int) -> None:
    evening = guided()
    evening.act(ROBIN, DrawStars(), LayTile("saloon", 5, cell="c5"))
    live = evening.tables.live(evening.code)
    records, _ = live.referee.act(live.table, ROBIN, TakeStart(place="c1", lot=lot))
    assert "saloon" not in [record.event.building.name for record in records if isinstance(record.event, TileLaid)]


def test_a_start_card_lies_on_an_empty_4_and_the_page_asks_on_which() -> None:
    evening = guided()
    evening.act(ROBIN, DrawStars())
    for wrong in ("c4", "c99"):
        evening.refusal(ROBIN, TakeStart("Marshal Bright", place=wrong), BadRequest)
    assert "say which one" in evening.refusal(ROBIN, TakeStart("Marshal Bright"), BadRequest)
    [choice] = registry()["western_town"]["2012"].page(evening.table, ROBIN).choices
    assert not choice.at_once
    assert not any(option.usual for field in choice.fields for option in field.options)
    [place] = [field for field in choice.fields if field.name == "place"]
    assert [option.value for option in place.options] == ["c1", "c2", "c3"]
    evening.act(ROBIN, TakeStart("Marshal Bright", CellEffect.GOLD))
    assert evening.board(ROBIN).buildings[-1].cell == "c3", "nobody named it, but what it does was said"


# --- Lincoln ----------------------------------------------------------------------------------------------


def test_a_lincoln_card_with_the_same_twice_can_be_tapped() -> None:
    """19.14"""
    evening = TownEvening().start()
    choices = registry()["western_town"]["2012"].page(evening.table, ROBIN).choices
    cards = [tuple(choice.fixed["card"]) for choice in choices]
    assert ("lure", "lure") in cards
    assert len(cards) == len(set(cards)) == 19
    evening.act(ROBIN, TurnUpCard((Expectation.LURE, Expectation.LURE)))


def test_the_exploits_that_are_offered_are_those_that_are_accepted(evening: TownEvening) -> None:
    for card, seat, target in possible_exploits(Situation(evening.table, evening.state, ROBIN)):
        assert Exploit(card, seat, target).card in exploits(evening)
