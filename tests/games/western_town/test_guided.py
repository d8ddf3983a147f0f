"""Western Town at the table, level *guided*: a turn phase by phase, with what is legal in each."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from itertools import pairwise

import pytest

from companion.app.bots import play_once
from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.core.catalogue import Card as Entry
from companion.core.catalogue import written
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError
from companion.core.messages import Command
from companion.core.secrets.ballot import Opening, SealVote, commitment
from companion.core.table.commands import AllowAnyway, ChooseCatalogue, SetLevel, SetRule, TakeSeat
from companion.core.table.table import Level, TablePhase
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import Page, Place, StepState
from companion.games import registry
from companion.games.western_town.camp.attack import ChooseTarget, DefendTarget
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.guided_turn import NOTHING, OnTable, RoundStage
from companion.games.western_town.hands import Hand, constructible, homestead_tiles, reserve
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.count import CountUp
from companion.games.western_town.lincoln.visit import ChooseWinner, ConfirmTown, HoldVisit
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.card_texts import TEXTS
from companion.games.western_town.printed.columns import card_types
from companion.games.western_town.printed.deck import Pile
from companion.games.western_town.printed.reading import builtin_deck, deck_of
from companion.games.western_town.rulebook import setup
from companion.games.western_town.rulebook.buildings import Building, CellEffect, Tile, hand_size
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.effects import Around, Effect, Offer, carried_out, worth_exploiting
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.setup import Star, StarsToDraw, Variant
from companion.games.western_town.rulebook.towns import START, Resource, Town
from companion.games.western_town.screens.pages import shows_ballot
from companion.games.western_town.screens.towns import OwnTown
from companion.games.western_town.state import Board, printed
from companion.games.western_town.town.by_hand import ChangeHomes, ChangeTown, LayTile, MarkBuilding, Reason, StoreGoods
from companion.games.western_town.town.construct import BuildTile, site_of
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.act import CarryOut, RepeatCard
from companion.games.western_town.turn.gains import TakeGains
from companion.games.western_town.turn.go import ExploitCard, PassForGood
from companion.games.western_town.turn.lay import LayFaceDown, PlayCard
from companion.games.western_town.turn.play import PassFirst
from companion.games.western_town.turn.stars import DrawStars
from companion.web.view.moment import moment_of
from companion.web.view.news import ended
from tests.games.western_town.test_game import explained
from tests.support.western import ALEXANDRE, DAN, ROBIN, STARTS, THEO, TownEvening

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
PIPES, LURE, EXPORTED = Resource.PIPES, Resource.LURE, Resource.EXPORTED
MINE, MARSHAL, CARPENTER, HOMESTEAD = "gold mine", "marshal", "carpenter", "homestead"
FIRST_PRIDE, SECOND_PRIDE = "civic pride 1", "civic pride 2"


def guided(players: int = 3, **rules: str | int | bool) -> TownEvening:
    return TownEvening(players, Level.BOARD, **rules).start()


@pytest.fixture
def evening() -> TownEvening:
    """Return a game in phase 2 of the first turn."""
    return guided().play_phase_1()


def exploiting(evening: TownEvening, *, robin: str = CARPENTER, alexandre: str = MINE, theo: str = MINE) -> TownEvening:
    """Return a game after phase 2 in which nobody has a third card; the last card that each has laid is the one
    named.
    """
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: robin, ALEXANDRE: FIRST_PRIDE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: alexandre, THEO: FIRST_PRIDE})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, theo)
    assert evening.round.stage is RoundStage.EXPLOIT
    return evening


# --- phase 1 --------------------------------------------------------------------------------------


def test_the_drawings_bring_what_the_numbers_of_cards_say() -> None:
    """Vectors 4, 5 and 43."""
    for variant in Variant:
        for turn in range(1, setup.turns(variant) + 1):
            made, supply = setup.drawings(variant, turn), setup.supply(variant, turn)
            assert supply.constructible == setup.OTHER_CARDS + sum(each.added for each in made)
            assert supply.orange == setup.ORANGE - sum(
                each.added + each.removed for each in made if each.colour is Star.ORANGE
            )
    assert setup.drawings(Variant.SHORT, 2) == (StarsToDraw(Star.ORANGE, removed=0),)


def test_the_lead_marshal_draws_star_cards_for_everybody() -> None:
    evening = guided()
    deck = deck_of(evening.table.catalogue)
    evening.refusal(ALEXANDRE, DrawStars(), NotNow)
    evening.act(ROBIN, DrawStars())
    [drawn] = evening.circle().drawn
    assert (len(drawn.added), len(drawn.removed), len(reserve(evening.circle(), deck, Star.ORANGE))) == (2, 2, 4)
    for seat in evening.state.seats:
        assert len(constructible(evening.circle(), evening.board(seat), deck)) == 7
        assert homestead_tiles(evening.circle(), evening.board(seat), Variant.NORMAL) == 2


def test_cards_that_were_drawn_on_the_table_are_entered() -> None:
    evening = guided()
    orange = deck_of(evening.table.catalogue).stars(Star.ORANGE)
    wrong = (
        DrawStars(orange[:1], orange[1:3]),
        DrawStars((orange[0], orange[0]), orange[1:3]),
        DrawStars((orange[0], "palace"), orange[1:3]),
        DrawStars(orange[:2], orange[1:3]),
    )
    for command in wrong:
        evening.refusal(ROBIN, command, BadRequest)
    evening.act(ROBIN, DrawStars(orange[:2], orange[2:4]))
    assert reserve(evening.circle(), deck_of(evening.table.catalogue), Star.ORANGE) == orange[4:]


def test_marshal_bright_is_revealed_and_nobody_has_a_card_twice() -> None:
    """Vector 6."""
    evening = guided()
    evening.act(ROBIN, DrawStars(), TakeStart("Marshal Bright", place="c1"))
    assert asdict(evening.board(ROBIN).town) == asdict(START) | {"wood": 2, "gold": 2, "inhabitants": 3}
    assert evening.board(ROBIN).homes == 4
    assert homestead_tiles(evening.circle(), evening.board(ROBIN), Variant.NORMAL) == 1
    evening.refusal(ALEXANDRE, TakeStart("Marshal Bright"), BadRequest)
    evening.refusal(ROBIN, TakeStart("Digger Jane"), NotNow)
    evening.act(ALEXANDRE, TakeStart(place="c1"))
    evening.act(THEO, TakeStart(""))
    assert evening.board(THEO).town == START
    assert len(set(evening.circle().starts.values())) == 3


@pytest.mark.parametrize(("read_so", "gold"), [(False, 2), (True, 3)])
def test_the_cell_of_the_start_card_counts_where_the_table_reads_it_so(read_so: bool, gold: int) -> None:
    evening = guided(start_cell_effect=read_so)
    evening.act(ROBIN, DrawStars(), TakeStart("Marshal Bright", CellEffect.GOLD))
    assert evening.has(ROBIN, GOLD) == gold


def test_the_cards_kept_are_as_many_as_the_smallest_number_to_be_seen() -> None:
    """Vectors 7 and 8; destroyed buildings change nothing (6.2)."""
    cells = builtin_deck().cells
    fours = tuple(Building(f"b{at}", Tile(f"t{at}"), 4, destroyed=True) for at in range(3))
    fives = tuple(Building(f"f{at}", Tile(f"u{at}"), 5) for at in range(4))
    towns = (printed(), (*printed(), *fours[:2]), (*printed(), *fours), (*printed(), *fours, *fives))
    assert [hand_size(site_of(Board(buildings=town), cells).cells) for town in towns] == [4, 4, 5, 6]


def test_the_cards_are_kept_as_soon_as_the_lincoln_card_lies_there() -> None:
    evening = guided()
    evening.act(ROBIN, DrawStars())
    for seat, name in zip(evening.state.seats, STARTS, strict=False):
        evening.act(seat, TakeStart(name, place="c1"))
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    assert [evening.round.kept[seat].limit for seat in evening.state.seats] == [4, 4, 4]
    assert evening.round.stage is RoundStage.PLAY


# --- phase 2 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_are_laid_alone_at_both_ends_and_in_pairs_between(players: int) -> None:
    """Vectors 9 and 10."""
    evening = guided(players).play_phase_1()
    chance, steps = random.Random(1), []
    while evening.round.stage is RoundStage.PLAY:
        ballot = evening.table.ballot
        if ballot and not ballot.votes:
            steps.append(ballot.voters)
        elif not evening.round.acting and not evening.circle().attack and not evening.circle().throwing:
            steps.append(evening.state.seats[:1] if not steps else evening.state.seats[-1:])
        evening.play_on(chance)
    seats = evening.state.seats
    assert steps == [seats[:1], *pairwise(seats), seats[-1:]]


def test_a_pair_chooses_in_secret_and_is_revealed_together(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    ballot = evening.table.ballot
    assert ballot
    assert ballot.voters == (ROBIN, ALEXANDRE)
    assert "saloon" in ballot.choices_of(ALEXANDRE)
    assert HOMESTEAD not in ballot.choices_of(ROBIN), "it lies on his table"
    assert "homestead 2" in ballot.choices_of(ROBIN)
    evening.refusal(ROBIN, PlayCard(MINE), NotNow)
    openings = {ROBIN: Opening(MINE, "ab" * 32), ALEXANDRE: Opening("saloon", "cd" * 32)}
    seals = {seat: commitment(evening.code, ballot.id, seat, each) for seat, each in openings.items()}
    evening.act(ROBIN, SealVote(ballot.id, seals[ROBIN]))
    assert not evening.round.laid
    evening.restarted()
    evening.act(ALEXANDRE, SealVote(ballot.id, seals[ALEXANDRE]))
    evening.tables.open_vote(evening.code, ROBIN, ballot.id, openings[ROBIN])
    assert evening.round.table(ROBIN) == (OnTable(HOMESTEAD),)
    evening.restarted()
    for seat, opening in openings.items():
        evening.tables.open_vote(evening.code, seat, ballot.id, opening)
    assert [evening.round.table(seat)[-1] for seat in (ROBIN, ALEXANDRE)] == [OnTable(MINE), OnTable("saloon")]
    evening.refusal(ALEXANDRE, CarryOut(), NotNow)
    assert shows_ballot(evening.table)
    evening.carry_out_cards(ROBIN)
    assert not shows_ballot(evening.table), "the towns are to be seen again, with what it brought"
    evening.carry_out_cards(ALEXANDRE)
    assert evening.table.ballot
    assert evening.table.ballot.voters == (ALEXANDRE, THEO)


def test_without_secret_choice_both_tap_what_they_have_turned_over() -> None:
    evening = guided(sealed_choice=False).play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    assert evening.table.ballot is None
    evening.refusal(THEO, PlayCard(MINE), NotNow)
    evening.act(ALEXANDRE, PlayCard("saloon"))
    assert not evening.round.acting
    evening.refusal(ALEXANDRE, PlayCard(MINE), NotNow)
    evening.act(ROBIN, PlayCard(MINE))
    assert [each.seat for each in evening.round.acting] == [ROBIN, ALEXANDRE]


def test_what_a_card_does_is_carried_out_with_the_offer_that_is_taken(evening: TownEvening) -> None:
    evening.act(ROBIN, PlayCard(MINE))
    evening.refusal(ROBIN, CarryOut(9), IllegalMove)
    evening.act(ROBIN, CarryOut(0))  # 2 Wood for 2 Gold
    assert (evening.has(ROBIN, GOLD), evening.has(ROBIN, WOOD)) == (2 + 1 + 2, 0)


def test_a_card_that_leaves_nothing_to_do_is_carried_out_without_a_tap(evening: TownEvening) -> None:
    """But one of two laid together is looked at first."""
    evening.act(ROBIN, PlayCard(HOMESTEAD))
    assert (evening.has(ROBIN, PEOPLE), evening.round.acting) == (3 + 4, ())
    evening.lay_sealed({ROBIN: "homestead 2", ALEXANDRE: "saloon"})
    assert [each.card for each in evening.round.acting] == ["homestead 2", "saloon"]
    evening.act(ROBIN, CarryOut())
    assert evening.has(ROBIN, PEOPLE) == 3 + 4 + 4


def test_the_marshal_ends_with_a_throw_of_the_die(evening: TownEvening) -> None:
    evening.act(ROBIN, PlayCard(MARSHAL), CarryOut(0))
    assert (evening.has(ROBIN, EXPORTED), evening.circle().throwing) == (1, ROBIN)
    evening.refusal(ALEXANDRE, ThrowDie(Side.RED), NotNow)
    assert str(_page(evening, ROBIN).headline) == "Throw the Indian die"
    evening.act(ROBIN, ThrowDie(Side.ORANGE_AGAIN))
    assert evening.circle().throwing == ROBIN
    page = _page(evening, ROBIN)
    assert str(page.headline) == "Throw the Indian die again"
    assert [str(line) for line in page.prompt] == ["It has shown: one orange, and again."]
    evening.act(ROBIN, ThrowDie(Side.RED))
    assert evening.circle().throwing == ""
    assert evening.table.ballot, "the next step has begun"


def test_a_third_orange_indian_never_comes_and_an_attack_holds_up_the_turn(evening: TownEvening) -> None:
    evening.act(ROBIN, PlayCard(MARSHAL), CarryOut(), ThrowDie(Side.ORANGE_AGAIN), ThrowDie(Side.ORANGE_AGAIN))
    assert (evening.circle().camp.orange, evening.circle().throwing) == (2, "")
    evening.refusal(ROBIN, ThrowDie(Side.ORANGE_AGAIN), NotNow)
    assert evening.table.ballot is None, "nobody lays a card during an attack"
    evening.strike(THEO, Indian.ORANGE, MARSHAL, ROBIN, defend=False)
    assert evening.table.ballot
    assert MARSHAL not in evening.table.ballot.choices_of(ROBIN)


def test_a_card_of_a_destroyed_building_cannot_be_played(evening: TownEvening) -> None:
    evening.act(ROBIN, MarkBuilding("gold mine", True))
    assert "destroyed" in evening.refusal(ROBIN, PlayCard(MINE), IllegalMove)
    evening.refusal(ROBIN, PlayCard("palace"), BadRequest)
    evening.refusal(ROBIN, PlayCard(NOTHING), IllegalMove)


@pytest.mark.parametrize("playable", [True, False])
def test_a_green_card_is_laid_without_effect_where_the_table_reads_it_so(playable: bool) -> None:
    """19.2, option W4."""
    evening = guided(green_playable=playable).play_phase_1()
    evening.act(ROBIN, LayTile("church", 5, cell="c5"))
    if playable:
        evening.act(ROBIN, PlayCard("church"))
        assert evening.round.table(ROBIN) == (OnTable("church"),)
        assert not evening.round.acting
    else:
        evening.refusal(ROBIN, PlayCard("church"), IllegalMove)


def test_a_player_who_certainly_holds_a_playable_card_cannot_say_that_he_has_none() -> None:
    """7.3: of seven cards three lie inactive, so that at least one of four playable ones is in the hand."""
    seven = tuple("abcdefg")
    assert Hand((), seven, 4).must_hold_one_of(tuple("abcd"))
    assert not Hand((), seven, 4).must_hold_one_of(tuple("abc"))
    assert Hand(("h",), seven, 4).must_hold_one_of(("h",))
    assert Hand((), seven, 0).cards == ()


def test_a_player_who_can_play_nothing_lays_a_card_face_down(evening: TownEvening) -> None:
    for building in evening.board(ROBIN).buildings:
        evening.act(ROBIN, MarkBuilding(building.id, True))
    evening.act(ROBIN, PlayCard(NOTHING))
    evening.refusal(ROBIN, LayFaceDown("saloon"), IllegalMove)
    evening.act(ROBIN, LayFaceDown(MINE))
    assert evening.round.table(ROBIN) == (OnTable(MINE, face_up=False),)
    assert evening.table.ballot


def test_more_cards_than_were_kept_cannot_come_out_of_a_hand(evening: TownEvening) -> None:
    exploiting(evening)
    evening.act(ROBIN, PlayCard(MARSHAL), CarryOut(), ThrowDie(Side.RED))
    for seat in (ALEXANDRE, THEO):
        evening.play(seat, SECOND_PRIDE)
    evening.act(ROBIN, ExploitCard(FIRST_PRIDE, ALEXANDRE, FIRST_PRIDE), CarryOut(0))
    evening.act(ALEXANDRE, PassForGood())
    evening.act(THEO, PassForGood())
    refusal = evening.refusal(ROBIN, ExploitCard(SECOND_PRIDE, THEO, SECOND_PRIDE), IllegalMove)
    assert "cannot use this card" in refusal


def _page(evening: TownEvening, seat: str | None) -> Page:
    return registry()["western_town"]["2012"].page(evening.table, seat)


def _choices(evening: TownEvening, seat: str) -> tuple[Choice, ...]:
    return _page(evening, seat).choices


def test_a_pair_that_brings_indians_gives_way_to_the_attack(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: MARSHAL, ALEXANDRE: MINE})
    assert shows_ballot(evening.table)
    for side in (None, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN):
        evening.act(ROBIN, ThrowDie(side) if side else CarryOut())
        assert not shows_ballot(evening.table)
    evening.act(ROBIN, ChangeTown({COWBOYS: -3}, Reason.CORRECTION))
    evening.act(THEO, ChooseTarget(Indian.ORANGE, "carpenter"))
    assert str(_page(evening, ROBIN).headline) == "You have too few Cowboys to defend it"
    [give_up] = _choices(evening, ROBIN)
    assert give_up.weight is Weight.PRIMARY
    evening.act(ROBIN, DefendTarget(defend=False))
    assert [each.name for each in evening.board(ROBIN).buildings if each.destroyed] == ["carpenter"]
    moment = moment_of(evening.tables, evening.code)
    over = "The attack is over, the camp is empty"
    assert [str(line.text) for line in moment.lines if line.marked] == ["s1 does not defend: carpenter", over]
    found = {seat: [str(each.text) for each in ended(moment, seat)] for seat in (ROBIN, THEO, None)}
    assert found[THEO] == found[None] == ["s1 does not defend: carpenter", over], (
        "the television goes on to the next pair"
    )
    assert found[ROBIN] == ["You do not defend: carpenter", over]


def test_a_destroyed_marker_comes_off_with_one_tap_and_for_nothing_by_civic_pride(evening: TownEvening) -> None:
    evening.act(ROBIN, MarkBuilding(MARSHAL, True), PlayCard(FIRST_PRIDE))
    [repair] = [each for each in _choices(evening, ROBIN) if each.kind == "mark_building"]
    assert dict(repair.fixed) == {"building": MARSHAL, "destroyed": False, "pay": {}}
    [hint] = _choices(evening, ROBIN)[0].details
    assert str(hint) == "This ends the card. To repair before, choose it below.", "nothing is left to be done by hand"
    wood = evening.has(ROBIN, WOOD)
    evening.act(ROBIN, MarkBuilding(MARSHAL, False))
    assert evening.has(ROBIN, WOOD) == wood
    assert not any(each.destroyed for each in evening.board(ROBIN).buildings)


def test_a_card_that_plays_another_again_leaves_no_rest_and_tells_others_whose_it_is(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: MARSHAL, ALEXANDRE: MINE})
    choices = _choices(evening, ROBIN)
    assert "repeat_card" in [each.kind for each in choices]
    hints = [str(line) for each in choices if each.kind == "carry_out" for line in each.details]
    assert hints == ["This ends the card. To play a card again before, choose it below."]
    lines = [str(line) for line in _page(evening, ROBIN).prompt]
    assert lines
    for reader in (ALEXANDRE, None):
        page = registry()["western_town"]["2012"].page(evening.table, reader)
        assert [str(line) for line in page.prompt] == [f"Card of s1: {line}" for line in lines]


def test_the_carpenter_builds_once_from_above_the_board_or_brings_wood(evening: TownEvening) -> None:
    """4.7: a tile in the reserve, or out of the game, cannot be built; nor can anything without a card."""
    [drawn] = evening.circle().drawn
    evening.act(ROBIN, ChangeTown({WOOD: 6, GOLD: 6, PEOPLE: 4}, Reason.CORRECTION), ChangeHomes(black=9))
    evening.act(ROBIN, MarkBuilding(MINE, True))
    barber = BuildTile("barber", "c5", {WOOD: 1})
    assert "No card" in evening.refusal(ROBIN, barber, IllegalMove)
    evening.act(ROBIN, PlayCard(CARPENTER))
    evening.refusal(ALEXANDRE, barber, IllegalMove)
    assert "reserve" in evening.refusal(ROBIN, BuildTile("church", "c5", {WOOD: 2}), IllegalMove)
    assert "not in the game" in evening.refusal(ROBIN, BuildTile(drawn.removed[0], "c5"), IllegalMove)
    evening.act(ROBIN, barber)
    assert "barber" in [each.name for each in evening.board(ROBIN).buildings]
    evening.refusal(ROBIN, BuildTile("saloon", "c6", {WOOD: 1, GOLD: 1}), IllegalMove)
    assert "nothing else" in evening.refusal(ROBIN, CarryOut(0), IllegalMove)
    [repair] = [each for each in _choices(evening, ROBIN) if each.kind == "mark_building"]
    assert dict(repair.fixed) == {"building": MINE, "destroyed": False, "pay": {"wood": 1}}
    evening.act(ROBIN, MarkBuilding(MINE, False))
    assert not evening.round.acting, "there is nothing left to mend, so that it is done by itself"
    ballot = evening.table.ballot
    assert ballot
    assert "barber" in ballot.choices_of(ROBIN), "its card came into the hand"


def test_the_first_of_a_pair_that_has_built_is_done_and_everybody_sees_what_it_built(evening: TownEvening) -> None:
    evening.act(ROBIN, ChangeTown({WOOD: 2}, Reason.CORRECTION))
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: CARPENTER, ALEXANDRE: MINE})
    evening.act(ROBIN, BuildTile("barber", "c5", {WOOD: 1}))
    assert [each.seat for each in evening.round.acting] == [ALEXANDRE]
    assert not shows_ballot(evening.table)


def test_a_card_that_has_changed_nothing_is_named_where_it_can_be_undone(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: FIRST_PRIDE, ALEXANDRE: MINE})
    evening.act(ROBIN, CarryOut())
    assert evening.report()[-1] == "s1 carries out: civic pride (1)"


def test_a_cell_with_the_die_has_it_thrown_before_anything_else(evening: TownEvening) -> None:
    die = next(cell.id for cell in deck_of(None).cells if cell.effect is CellEffect.DIE)
    evening.act(ROBIN, ChangeTown({WOOD: 2}, Reason.CORRECTION), PlayCard(CARPENTER))
    evening.act(ROBIN, BuildTile("barber", die, {WOOD: 1}))
    evening.refusal(ROBIN, CarryOut(), NotNow)
    assert evening.round.acting
    evening.act(ROBIN, ThrowDie(Side.RED))
    assert not evening.round.acting


# --- phase 3 --------------------------------------------------------------------------------------


def test_exploiting_turns_the_neighbours_card_down_and_leaves_the_own_where_it_is(evening: TownEvening) -> None:
    """Vectors 13 and 15: from the hand, and from the own table."""
    exploiting(evening, robin=CARPENTER, alexandre=CARPENTER, theo=MINE)
    gold = evening.has(ROBIN, GOLD)
    evening.act(ROBIN, ExploitCard(MINE, THEO, MINE))
    assert evening.has(ROBIN, GOLD) == gold + 1
    assert evening.round.table(THEO)[-1] == OnTable(MINE, face_up=False)
    evening.play(ALEXANDRE, "saloon")
    evening.play(THEO, "barber")
    evening.play(ROBIN, MINE)
    assert OnTable(MINE) in evening.round.table(ROBIN)


def test_what_cannot_be_exploited_is_refused_with_the_reason(evening: TownEvening) -> None:
    """Vectors 12 and 14, and the bad input of a destroyed building."""
    exploiting(evening, theo=MARSHAL)
    evening.act(ROBIN, ChangeTown({GOLD: 1 - evening.has(ROBIN, GOLD)}, Reason.CORRECTION))
    assert "change nothing" in evening.refusal(ROBIN, ExploitCard(MARSHAL, THEO, MARSHAL), IllegalMove)
    assert "same name" in evening.refusal(ROBIN, ExploitCard(MINE, THEO, MARSHAL), IllegalMove)
    assert "face up" in evening.refusal(ROBIN, ExploitCard(MINE, THEO, MINE), IllegalMove)
    evening.act(ROBIN, MarkBuilding("gold mine", True))
    assert "destroyed" in evening.refusal(ROBIN, ExploitCard(MINE, ALEXANDRE, MINE), IllegalMove)
    evening.refusal(THEO, ExploitCard(MINE, ALEXANDRE, MINE), NotNow)


def test_the_table_may_allow_an_exploit_that_the_rules_refuse_but_not_one_without_cards(evening: TownEvening) -> None:
    exploiting(evening, theo=MARSHAL)
    evening.act(ROBIN, ChangeTown({GOLD: 1 - evening.has(ROBIN, GOLD)}, Reason.CORRECTION))
    write = evening.tables.live(evening.code).referee.write
    evening.refusal(ROBIN, AllowAnyway(write(ExploitCard(MINE, THEO, MINE))), IllegalMove)
    evening.together(ROBIN, AllowAnyway(write(ExploitCard(MINE, THEO, MARSHAL))))
    assert evening.round.table(THEO)[-1] == OnTable(MARSHAL, face_up=False)


def test_with_four_players_the_opposite_one_is_no_target() -> None:
    """Vector 11."""
    evening = guided(4).play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    for pair in ((ROBIN, ALEXANDRE), (ALEXANDRE, THEO), (THEO, DAN)):
        cards = {pair[0]: MINE, pair[1]: FIRST_PRIDE}
        evening.lay_sealed(cards)
        evening.carry_out_cards(*pair)
    evening.play(DAN, CARPENTER)
    assert "neighbours" in evening.refusal(ROBIN, ExploitCard(FIRST_PRIDE, THEO, FIRST_PRIDE), IllegalMove)
    evening.act(ROBIN, ExploitCard(FIRST_PRIDE, DAN, FIRST_PRIDE))


def test_the_first_to_pass_leads_at_once_and_nobody_passes_before_his_third_card(evening: TownEvening) -> None:
    """Vectors 16 and 17; in the guided game nobody says so by hand."""
    exploiting(evening)
    evening.refusal(ROBIN, PassForGood(), NotNow)
    evening.refusal(ROBIN, PassFirst(), NotNow)
    evening.third_cards({ROBIN: MINE, ALEXANDRE: "saloon", THEO: "barber"})
    evening.refusal(ROBIN, PlayCard(MARSHAL), NotNow)
    evening.act(ROBIN, ExploitCard(MINE, THEO, MINE))
    evening.act(ALEXANDRE, PassForGood())
    assert (evening.circle().lead, evening.circle().manitou) == (ALEXANDRE, ROBIN)
    evening.act(THEO, PassForGood())
    assert evening.circle().lead == ALEXANDRE
    evening.act(ROBIN, PassForGood())
    assert evening.round.stage is RoundStage.GAINS


# --- phases 4 and 5 -------------------------------------------------------------------------------


def gaining(evening: TownEvening) -> TownEvening:
    exploiting(evening)
    evening.third_cards({ROBIN: MINE, ALEXANDRE: "saloon", THEO: "barber"})
    evening.act(ROBIN, PassForGood())
    evening.act(ALEXANDRE, PassForGood())
    evening.act(THEO, PassForGood())
    return evening


def visiting(evening: TownEvening) -> TownEvening:
    """Return a game in which Lincoln can come: he expects Inhabitants."""
    gaining(evening)
    for seat in evening.state.seats:
        evening.act(seat, TakeGains((GOLD,) if seat == THEO else ()))
    for seat in _overflows(evening):
        evening.act(seat, StoreGoods())
    return evening


def _overflows(evening: TownEvening) -> list[str]:
    return [seat for seat in evening.state.seats if evening.board(seat).overflow]


def test_the_face_up_cards_bring_their_gains_and_the_rest_is_stored_or_discarded(evening: TownEvening) -> None:
    gaining(evening)
    before = evening.board(ROBIN).town
    evening.act(ROBIN, TakeGains())  # homestead, carpenter, gold mine
    assert [str(line) for line in _page(evening, ROBIN).prompt] == ["Still to answer: s2, s3"]
    after = evening.board(ROBIN).town
    assert (after.lure - before.lure, after.gold - before.gold, after.wood - before.wood) == (2, 1, 1)
    evening.refusal(ROBIN, TakeGains(), NotNow)
    evening.act(ALEXANDRE, TakeGains())
    evening.refusal(THEO, TakeGains(), BadRequest)
    evening.refusal(THEO, TakeGains((COWBOYS,)), BadRequest)
    evening.act(THEO, ChangeTown({GOLD: 6}, Reason.CORRECTION), TakeGains((GOLD,)))
    evening.refusal(ROBIN, HoldVisit(), NotNow)
    assert [state for state, _ in _page(evening, ROBIN).steps][-2:] == [StepState.NOW, StepState.NEXT]
    for seat in evening.state.seats:
        if evening.board(seat).overflow:
            evening.act(seat, StoreGoods())
    assert evening.has(THEO, GOLD) == 4
    evening.hold_visit()
    assert evening.state.turn == 2
    assert evening.round.stage is RoundStage.PREPARE


def test_every_phone_says_whom_lincoln_liked_most_until_the_next_turn_has_its_first_card(evening: TownEvening) -> None:
    def news_of(seat: str) -> list[str]:
        return [str(line) for line in _page(evening, seat).prompt if "Home more" in str(line)]

    visiting(evening)
    evening.act(THEO, ChangeTown({PEOPLE: 12}, Reason.CORRECTION))
    evening.hold_visit()
    won = "s3 pleases Lincoln most: one Home more (s1 2, s2 0, s3 3)"
    assert [news_of(seat) for seat in evening.state.seats] == [[won]] * 3
    evening.act(ROBIN, DrawStars(), TurnUpCard((Expectation.EXPORTED,)))
    assert [news_of(seat) for seat in evening.state.seats] == [[won]] * 3
    evening.restarted()
    evening.act(ROBIN, PlayCard(MINE))
    assert not any(news_of(seat) for seat in evening.state.seats)


def test_the_lead_marshals_choice_is_told_as_his(evening: TownEvening) -> None:
    visiting(evening)
    evening.act(ROBIN, ChangeTown({PEOPLE: -8}, Reason.CORRECTION))
    evening.hold_visit()
    evening.act(ROBIN, ChooseWinner(ALEXANDRE))
    assert str(_page(evening, THEO).prompt[0]) == "s1 gives the Lincoln card to s2: one Home more"


def test_the_last_turn_ends_by_itself_and_nobody_sees_the_others_points_before_they_are_counted() -> None:
    evening, chance = guided(), random.Random(5)
    while not evening.state.counting:
        assert evening.state.turn < 5 or evening.round.stage is not RoundStage.VISIT or _overflows(evening)
        evening.play_on(chance)
    assert not [part for part in _page(evening, None).parts if part.name == "count"]
    [count] = [part.data for part in _page(evening, ALEXANDRE).parts if part.name == "count"]
    assert isinstance(count, tuple)
    assert [line.seat for line in count] == [ALEXANDRE]
    assert [each.kind for each in _page(evening, ALEXANDRE).choices] == ["count_up"]
    evening.act(ROBIN, CountUp())
    assert not any(_page(evening, seat).choices for seat in evening.state.seats), "everybody has been asked"


def test_the_second_turn_draws_again_and_asks_for_no_start_card(evening: TownEvening) -> None:
    gaining(evening)
    evening.act(THEO, TakeGains((GOLD,)))
    for seat in (ROBIN, ALEXANDRE):
        evening.act(seat, TakeGains())
    chance = random.Random(3)
    while evening.state.turn == 1:
        evening.play_on(chance)
    evening.act(evening.circle().lead, DrawStars())
    assert len(evening.circle().drawn) == 2
    assert evening.refusal(ROBIN, TakeStart(), NotNow)


# --- around the turn ------------------------------------------------------------------------------


def test_two_duels_lay_one_after_the_other_and_everything_else_side_by_side() -> None:
    evening = guided(4, double_duel=True)
    evening.play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    evening.play(THEO, HOMESTEAD)
    assert evening.table.ballot
    assert evening.table.ballot.voters == (ROBIN, ALEXANDRE)
    evening.lay_sealed({ROBIN: MINE, ALEXANDRE: MINE})
    assert evening.table.ballot.voters == (THEO, DAN)
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({THEO: MINE, DAN: MINE})
    assert evening.circle(THEO).round != evening.circle(ROBIN).round


def test_a_table_may_count_only_and_be_guided_again(evening: TownEvening) -> None:
    evening.play(ROBIN, HOMESTEAD)
    assert evening.table.ballot
    evening.together(THEO, SetLevel(Level.BANK))
    assert not evening.circle().round
    assert not evening.table.ballot
    evening.together(THEO, SetLevel(Level.BOARD))
    assert evening.round.table(ROBIN) == (OnTable(HOMESTEAD),)
    assert evening.ballot.voters == (ROBIN, ALEXANDRE)
    evening.together(THEO, SetLevel(Level.BANK))
    evening.act(THEO, PassFirst())
    evening.together(THEO, SetLevel(Level.BOARD))
    assert evening.round.exploiting
    assert (evening.round.stage, evening.round.exploiting.passed) == (RoundStage.EXPLOIT, (THEO,))


def test_numbers_and_tiles_that_cannot_be_are_refused(evening: TownEvening) -> None:
    evening.refusal(ROBIN, ChangeTown({GOLD: 999}, Reason.PLAYED), BadRequest)
    evening.act(ROBIN, LayTile("bank", 5, cell="c5"))
    for name in ("bank", "Bank"):
        assert "already" in evening.refusal(ROBIN, LayTile(name, 6), IllegalMove)
    evening.act(ROBIN, PlayCard("bank"))


def test_the_box_understands_every_word_that_it_says_it_does() -> None:
    words = {
        effect.text for card in builtin_deck().cards.values() for effect in (card.play, card.exploit) if effect.text
    }
    assert words == {str(text) for text, _ in TEXTS.values()}


def test_a_card_of_which_only_the_tile_was_typed_is_carried_out_by_hand() -> None:
    """A player who types tiles but no cards may play and exploit them all the same."""
    builtin = [each for each in builtin_entries() if each.type in ("tile", "start")]
    entries = [_called(_called(each, "name", "saloon", "Opera"), "building", "saloon", "Opera") for each in builtin]
    evening = TownEvening(3, Level.BOARD)
    evening.act(ROBIN, ChooseCatalogue("mine", written(card_types(), entries)))
    evening.start().play_phase_1()
    deck = deck_of(evening.table.catalogue)
    assert deck.play("opera card").by_hand
    assert worth_exploiting(Town(), {}, deck.exploit("opera card"), Around())
    assert not deck.play("church card").by_hand
    evening.act(ROBIN, PlayCard(HOMESTEAD))
    evening.lay_sealed({ROBIN: MINE, ALEXANDRE: "opera card"})
    evening.carry_out_cards(ROBIN)
    evening.act(ALEXANDRE, ChangeTown({GOLD: 1}, Reason.PLAYED), CarryOut())


def _called(entry: Entry, column: str, name: str, other: str) -> Entry:
    """Return the same with another name in this column, where it is this one."""
    renamed = entry.values.get(column) == name
    return replace(entry, values={**entry.values, column: other}) if renamed else entry


def test_an_effect_that_must_be_chosen_is_chosen() -> None:
    effect = Effect(offers=(Offer({GOLD: 1}), Offer({WOOD: 1}, {PEOPLE: 1})), must=True)
    with pytest.raises(IllegalMove):
        carried_out(Town(), {}, effect)
    assert carried_out(Town(), {}, effect, 0) == Town(gold=1)
    with pytest.raises(IllegalMove):
        carried_out(Town(), {}, effect, 1)
    swap = Effect(offers=(Offer({WOOD: 1}, {PEOPLE: 1}),), must=True)
    assert [worth_exploiting(town, {}, swap, Around()) for town in (Town(), Town(inhabitants=1))] == [False, True]
    lure = Effect({LURE: 1})
    assert [worth_exploiting(town, {}, lure, Around()) for town in (Town(), Town(pipes=1))] == [False, True]


# --- property -------------------------------------------------------------------------------------


def any_command(chance: random.Random, evening: TownEvening) -> Command:
    """Return a command that may or may not be legal now."""
    seats, deck = evening.state.seats, deck_of(evening.table.catalogue)
    cards = (*(card.id for card in deck.piles[Pile.CACTUS]), "saloon", "homestead 2", NOTHING)
    return chance.choice(
        (
            ChangeTown({chance.choice(tuple(Resource)): chance.randint(-3, 5)}, chance.choice(tuple(Reason))),
            LayTile(chance.choice(("bank", "saloon", "homestead")), 0, pink=1, cell=f"c{chance.randint(1, 11)}"),
            MarkBuilding(chance.choice(("marshal", "b1", "b2")), chance.random() < 0.7),
            PlayCard(chance.choice(cards)),
            LayFaceDown(chance.choice(cards)),
            CarryOut(chance.randint(-1, 3), chance.randint(0, 2), chance.choice(("", *seats))),
            RepeatCard(chance.choice(cards), chance.randint(-1, 1)),
            ConfirmTown(),
            ExploitCard(chance.choice(cards), chance.choice(seats), chance.choice(cards)),
            PassForGood(),
            TakeGains((GOLD,) * chance.randint(0, 2)),
            ThrowDie(chance.choice(tuple(Side))),
            DefendTarget(chance.random() < 0.5),
            HoldVisit(),
        )
    )


def invariants(evening: TownEvening) -> None:
    for board in evening.state.towns.values():
        assert min(asdict(board.town).values()) >= 0
    for circle in evening.state.circles:
        assert circle.camp.red < 3 or circle.attack
        assert circle.camp.orange < 2 or circle.attack
        turn = circle.round
        assert turn
        for seat in circle.seats:
            cards = [each.card for each in turn.table(seat)]
            assert len(cards) == len(set(cards)) <= 3


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_in_a_guided_game_the_log_explains_every_cube(seed: int) -> None:
    chance = random.Random(seed)
    evening = guided((2, 3, 4, 4)[seed], double_duel=seed == 3, variant="short", sealed_choice=seed != 2)
    legal = refused = 0
    while evening.table.phase is TablePhase.PLAYING and not evening.state.counting:
        if chance.random() < 0.7:
            try:
                evening.act(chance.choice(evening.state.seats), any_command(chance, evening))
                legal += 1
            except RuleError:
                refused += 1
        else:
            evening.play_on(chance)
        invariants(evening)
    assert min(legal, refused) > 20, "negative control: enough was legal, and enough was not"
    for seat in evening.state.seats:
        assert explained(evening, seat) == {what: evening.has(seat, what) for what in Resource}
    assert problems(evening.log, registry()) == []
    table, _ = replay_lines(registry(), export_lines(evening.tables, evening.code))
    assert table.play == evening.state


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_in_which_much_is_taken_back_is_the_same_after_a_restart(players: int) -> None:
    chance = random.Random(players)
    evening = guided(players, variant="short")
    undone = 0
    while not evening.state.counting:
        if chance.random() < 0.2 and evening.circle().starts:
            evening.undo(chance.choice(evening.state.seats))
            undone += 1
        else:
            evening.play_on(chance)
    assert undone > 5, "there was something to take back"
    before = evening.table
    evening.restarted()
    assert evening.table == before
    assert problems(evening.log, registry()) == []


# --- players of the box ---------------------------------------------------------------------------


def test_the_box_plays_a_whole_game_and_leaves_the_ends_of_it_to_people() -> None:
    evening = TownEvening(1, Level.BOARD)
    for name in ("Alex", "Kim", "Rose"):
        evening.act(None, TakeSeat(name, {}, box=True))
    evening.act(ROBIN, SetRule("variant", "short"))
    evening.start()
    chance, alone = random.Random(5), 0
    while not evening.state.counting:
        if not play_once(evening.tables, evening.code):
            evening.play_on(chance, ROBIN)
            alone += 1
    assert alone > 20, "there was something to do"
    assert not play_once(evening.tables, evening.code), "the players count when they like"
    evening.together(ROBIN, CountUp())
    while evening.table.phase is TablePhase.PLAYING:
        assert play_once(evening.tables, evening.code), "the box agrees"
    assert problems(evening.log, registry()) == []


# --- pages ----------------------------------------------------------------------------------------


def test_a_player_who_is_missing_is_marked_and_the_own_town_stands_in_a_fold() -> None:
    evening = guided()
    game = registry()["western_town"]["2012"]
    evening.act(ROBIN, DrawStars())
    assert not any(row.active for row in game.players(evening.table, None)), "everybody is asked"
    evening.act(ROBIN, TakeStart("Marshal Bright", place="c1"))
    assert [row.active for row in game.players(evening.table, None)] == [False, True, True]
    for seat in (ROBIN, THEO):
        page = game.page(evening.table, seat)
        assert [part.name for part in page.parts if part.place is Place.FOLDED] == ["town"]
        assert [state for state, _ in page.steps] == [StepState.NOW, *[StepState.NEXT] * 4]
    assert game.page(evening.table, THEO).choices
    assert not game.page(evening.table, ROBIN).choices


def test_a_tap_has_the_reason_of_the_phase_unless_somebody_says_another(evening: TownEvening) -> None:
    def usual() -> str:
        page = registry()["western_town"]["2012"].page(evening.table, ROBIN)
        [town] = [part.data for part in page.parts if part.name == "town"]
        assert isinstance(town, OwnTown)
        return town.usual

    assert usual() == "correction", "no card of his lies there"
    exploiting(evening)
    evening.act(ROBIN, ExploitCard(FIRST_PRIDE, ALEXANDRE, FIRST_PRIDE))
    assert usual() == "exploit"
    evening.act(ROBIN, CarryOut(0))
    assert usual() == "correction"
    evening.act(ALEXANDRE, PlayCard("saloon"))
    assert usual() == "played", "somebody's card may concern him"


def test_what_can_be_built_is_shown_while_a_card_lets_one_build(evening: TownEvening) -> None:
    game = registry()["western_town"]["2012"]

    def shows_plan() -> bool:
        return any(part.name == "build" for part in game.page(evening.table, ROBIN).parts)

    assert not shows_plan()
    evening.act(ROBIN, PlayCard(CARPENTER))
    assert shows_plan()
    evening.act(ROBIN, CarryOut())
    assert not shows_plan()


def test_exactly_what_is_legal_is_offered_in_phase_3(evening: TownEvening) -> None:
    exploiting(evening, robin=CARPENTER, alexandre=MINE, theo=MINE)
    game = registry()["western_town"]["2012"]
    choices = game.page(evening.table, ROBIN).choices
    offered = {tuple(choice.fixed.values()) for choice in choices if choice.kind == "exploit_card"}
    assert offered == {
        (MINE, ALEXANDRE, MINE),
        (MINE, THEO, MINE),
        *((pride, seat, FIRST_PRIDE) for pride in (FIRST_PRIDE, SECOND_PRIDE) for seat in (ALEXANDRE, THEO)),
    }
    [third] = [choice for choice in choices if choice.kind == "play_card"]
    assert {option.value for option in third.fields[0].options} == {
        MINE,
        MARSHAL,
        FIRST_PRIDE,
        SECOND_PRIDE,
        "homestead 2",
    }
    assert "pass_for_good" not in {choice.kind for choice in choices}


def test_what_gives_an_action_away_is_never_picked_beforehand_and_an_only_offer_is_taken(
    evening: TownEvening,
) -> None:
    game = registry()["western_town"]["2012"]

    def offers() -> list[tuple[object, bool]]:
        [done] = [choice for choice in game.page(evening.table, ROBIN).choices if choice.kind == "carry_out"]
        return [(option.value, option.usual) for option in done.fields[0].options]

    evening.act(ROBIN, PlayCard(CARPENTER))
    assert offers() == [(0, False), (-1, False)]
    evening.act(ROBIN, CarryOut(0))
    evening.lay_sealed({ROBIN: MINE, ALEXANDRE: MINE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: FIRST_PRIDE, THEO: HOMESTEAD})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, MARSHAL)
    headline = game.page(evening.table, THEO).headline
    assert "passes" not in str(headline), "nobody can pass before his third card"
    evening.act(ROBIN, ExploitCard(MARSHAL, THEO, MARSHAL))
    assert (evening.has(ROBIN, EXPORTED), evening.round.acting) == (1, ())


def test_cards_say_what_they_do_and_their_colour(evening: TownEvening) -> None:
    game = registry()["western_town"]["2012"]
    [play, *_] = game.page(evening.table, ROBIN).choices
    details = {option.value: str(option.detail) for option in play.fields[0].options}
    assert details[HOMESTEAD] == "brown · Take 1 Inhabitant for every pink Home."
    assert "purple" in details[CARPENTER]
    evening.play(ROBIN, HOMESTEAD)
    cards = {card.value: str(card.outcomes[0]) for card in game.cards(evening.table, ROBIN)}
    assert cards[MINE].startswith("brown · +1\u00a0Gold")
