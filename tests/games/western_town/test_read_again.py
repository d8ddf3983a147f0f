"""Rules that were checked again (rules 19.6, 21): thefts, repairs, replays, cells, visits; vectors 44-50."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.catalogue import Card as Entry
from companion.core.catalogue import written
from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import kind_of
from companion.core.table.commands import COMMANDS, AllowAnyway, ChooseCatalogue, SetLevel, TakeSeat
from companion.core.table.table import Level
from companion.core.ui.choice import Choice
from companion.games import registry
from companion.games.western_town.camp.die import DieDue, ThrowDie
from companion.games.western_town.changes import TownChanged
from companion.games.western_town.guided_turn import RoundStage
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.visit import ConfirmTown, HoldVisit
from companion.games.western_town.phase import Situation
from companion.games.western_town.printed.builtin import builtin_entries
from companion.games.western_town.printed.columns import BOARD, card_types
from companion.games.western_town.printed.reading import builtin_deck
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation, multipliers
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import ChangeHomes, ChangeTown, LayTile, MarkBuilding, Reason
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.act import CarryOut, RepeatCard, TakeBack
from companion.games.western_town.turn.carry_out import CardCarriedOut, carry_out
from companion.games.western_town.turn.go import ExploitCard
from companion.games.western_town.turn.lay import PlayCard
from companion.games.western_town.turn.order import random_command
from companion.games.western_town.turn.stars import DrawStars
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

GOLD, WOOD, PEOPLE, PIPES = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.PIPES
LURE, EXPORTED, COWBOYS = Resource.LURE, Resource.EXPORTED, Resource.COWBOYS
MINE, MARSHAL, CARPENTER, HOMESTEAD = "gold mine", "marshal", "carpenter", "homestead"
GUNSMITH, FIRST_PRIDE, SECOND_PRIDE = "gunsmith", "civic pride 1", "civic pride 2"


def guided(**rules: str | int | bool) -> TownEvening:
    return TownEvening(3, Level.BOARD, **rules).start()


@pytest.fixture
def evening() -> TownEvening:
    """Return a game in phase 2 of the first turn."""
    return guided().play_phase_1()


def choices(evening: TownEvening, seat: str) -> tuple[Choice, ...]:
    return registry()["western_town"]["2012"].page(evening.table, seat).choices


def offered(evening: TownEvening, seat: str) -> list[str]:
    return [each.kind for each in choices(evening, seat)]


def news(evening: TownEvening) -> dict[str, list[str]]:
    """Seat -> what its phone has been told, event by event."""
    game = registry()["western_town"]["2012"]
    found: dict[str, list[str]] = {}
    for event in evening.events():
        for seat, text in game.news_of(event).items():
            found.setdefault(seat, []).append(str(text))
    return found


def has(evening: TownEvening, seat: str = ROBIN, **counts: int) -> None:
    """Give the town so much."""
    by = {Resource(what): count - evening.has(seat, Resource(what)) for what, count in counts.items()}
    if changes := {what: number for what, number in by.items() if number}:
        evening.act(seat, ChangeTown(changes, Reason.CORRECTION))


def replaying(evening: TownEvening, first: str, card: str, **counts: int) -> TownEvening:
    """Return a game in which Robin has the first card face up on his table, and plays the
    other one as his second, before Alexandre's.
    """
    evening.play(ROBIN, first)
    has(evening, ROBIN, **counts)
    evening.lay_sealed({ROBIN: card, ALEXANDRE: MINE})
    return evening


# --- an attack and the rest of the action (19.6) ------------------------------------------------------------


def test_an_attack_in_a_replay_forgets_the_marshals_own_throw(evening: TownEvening) -> None:
    """Vector 44, as the audit played it: the tile is built with the marshal, that plays the carpenter again."""
    replaying(evening, CARPENTER, MARSHAL, wood=2, gold=2)
    evening.act(ROBIN, BuildTile("general store", "c6", {WOOD: 1}))
    evening.throw(ROBIN, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN)
    evening.strike(THEO, Indian.ORANGE, MARSHAL, ROBIN, defend=True)
    assert [each.seat for each in evening.round.acting] == [ALEXANDRE], "nothing is left of the marshal"
    assert (evening.circle().throwing, evening.events(DieDue)[-1].throws) == ("", 1)
    assert len(evening.events(DieDue)) == 1, "only the cell had the die thrown"


def test_an_attack_in_a_card_played_again_forgets_it_too_and_without_an_attack_it_comes(evening: TownEvening) -> None:
    replaying(evening, CARPENTER, MARSHAL, wood=2, gold=0)
    evening.act(ROBIN, RepeatCard(CARPENTER), BuildTile("general store", "c6", {WOOD: 1}))
    evening.throw(ROBIN, Side.RED)
    assert (evening.circle().throwing, len(evening.events(DieDue))) == (ROBIN, 2), "now the marshal's own"


def test_an_attack_forgets_no_throw_of_somebody_elses_card(evening: TownEvening) -> None:
    evening.play(ROBIN, CARPENTER)
    has(evening, wood=2)
    evening.lay_sealed({ROBIN: "civic pride 1", ALEXANDRE: MARSHAL})
    evening.act(ROBIN, RepeatCard(CARPENTER), BuildTile("general store", "c6", {WOOD: 1}))
    evening.throw(ROBIN, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN)
    evening.strike(THEO, Indian.ORANGE, MARSHAL, ROBIN, defend=True)
    assert evening.circle().throwing == ALEXANDRE


# --- theft (21.1) -------------------------------------------------------------------------------------------


def robbing() -> TownEvening:
    """Return a game in phase 3: Theo's gunsmith can be exploited by Robin's."""
    evening = guided().play_phase_1()
    for seat in (ROBIN, THEO):
        evening.act(seat, ChangeTown({WOOD: 3, GOLD: 3}, Reason.CORRECTION), ChangeHomes(black=9))
    evening.act(ROBIN, PlayCard(CARPENTER), BuildTile(GUNSMITH, "c5", {WOOD: 2}))
    evening.lay_sealed({ROBIN: MINE, ALEXANDRE: MINE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: HOMESTEAD, THEO: CARPENTER})
    evening.carry_out_cards(ALEXANDRE)
    evening.act(THEO, BuildTile(GUNSMITH, "c5", {WOOD: 2}))
    evening.play(THEO, GUNSMITH)
    assert evening.round.stage is RoundStage.EXPLOIT
    return evening


def white_cubes(evening: TownEvening) -> int:
    towns = [evening.board(seat).town for seat in evening.state.seats]
    return evening.circle().reserve + sum(town.pipes + town.lure for town in towns)


def test_a_theft_names_its_victim_and_moves_the_cube_in_one_step() -> None:
    """Vector 45."""
    evening = robbing()
    before = {seat: evening.has(seat, PIPES) for seat in evening.state.seats}
    cubes = white_cubes(evening)
    evening.act(ROBIN, ExploitCard(GUNSMITH, THEO, GUNSMITH))
    for victim in (ROBIN, "s9"):
        evening.refusal(ROBIN, CarryOut(victim=victim), IllegalMove)
    poor = replace(evening.board(ALEXANDRE), town=replace(evening.board(ALEXANDRE).town, pipes=0))
    state = replace(evening.state, towns={**evening.state.towns, ALEXANDRE: poor})
    with pytest.raises(IllegalMove, match="stolen"):
        carry_out(Situation(evening.table, state, ROBIN), evening.round.acting[0], victim=ALEXANDRE)
    evening.act(ROBIN, CarryOut(victim=ALEXANDRE))
    assert evening.has(ROBIN, PIPES) == before[ROBIN] + 1
    assert evening.has(ALEXANDRE, PIPES) == before[ALEXANDRE] - 1
    assert white_cubes(evening) == cubes
    lost, won = evening.events(TownChanged)[-2:]
    assert (lost.notified, won.notified) == ((ALEXANDRE,), (ROBIN,))
    assert news(evening)[ALEXANDRE][-1] == "s2: −1\u00a0Peace pipe (stolen by s1)"
    assert news(evening)[ROBIN][-1] == "s1: +1\u00a0Peace pipe (stolen from s2)"


def test_an_exploit_of_which_nothing_has_been_done_is_done_now_or_taken_back() -> None:
    """Vector 46."""
    evening = robbing()
    evening.act(ROBIN, ExploitCard(GUNSMITH, THEO, GUNSMITH))
    assert "Say whom you steal from (s2, s3)" in evening.refusal(ROBIN, CarryOut(), IllegalMove)
    assert "take_back" in offered(evening, ROBIN)
    [done] = [each for each in choices(evening, ROBIN) if each.kind == "carry_out"]
    [whom] = done.fields
    assert [option.value for option in whom.options] == [ALEXANDRE, THEO]
    assert not any(option.usual for option in whom.options)
    evening.act(ROBIN, TakeBack())
    assert evening.round.table(THEO)[-1].face_up


def test_the_exchange_of_an_exploit_is_made_or_the_exploit_is_taken_back(evening: TownEvening) -> None:
    has(evening, gold=1, wood=0)
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: MARSHAL, ALEXANDRE: FIRST_PRIDE})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: MINE, THEO: HOMESTEAD})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, MINE)
    has(evening, gold=1, wood=1)
    evening.act(ROBIN, ExploitCard(FIRST_PRIDE, ALEXANDRE, FIRST_PRIDE))
    has(evening, gold=0, wood=0)
    assert "Nothing has happened" in evening.refusal(ROBIN, CarryOut(), IllegalMove)
    assert offered(evening, ROBIN) == ["take_back"]
    evening.act(ROBIN, TakeBack())


def test_the_gunsmith_robs_only_the_player_who_pays_for_it() -> None:
    evening = robbing()
    has(evening, inhabitants=1, gold=1)
    pipes = evening.has(THEO, PIPES)
    evening.act(ROBIN, PlayCard(GUNSMITH))
    evening.refusal(ROBIN, CarryOut(victim=THEO), IllegalMove)
    evening.refusal(ROBIN, CarryOut(0), IllegalMove)
    [robs, leaves] = [each for each in choices(evening, ROBIN) if each.kind == "carry_out"]
    assert (dict(robs.fixed), dict(leaves.fixed), leaves.fields) == ({"offer": 0}, {"offer": -1}, ())
    evening.act(ROBIN, CarryOut(0, victim=THEO))
    assert (evening.has(THEO, PIPES), evening.has(ROBIN, PEOPLE)) == (pipes - 1, 0)


@pytest.mark.parametrize("level", [Level.BANK, Level.BOARD])
def test_no_change_by_hand_makes_a_white_cube(level: Level) -> None:
    """21.1, 21.8: eight a player, for ever, at every level."""
    evening = TownEvening(3, level).start()
    assert "24 white cubes" in evening.refusal(ROBIN, ChangeTown({PIPES: 1}, Reason.EXPLOIT), IllegalMove)
    evening.act(THEO, ChangeTown({PIPES: -1}, Reason.CORRECTION))
    evening.act(ROBIN, ChangeTown({PIPES: 1}, Reason.EXPLOIT), ChangeTown({LURE: 3}, Reason.PLAYED))
    assert white_cubes(evening) == 24


def test_an_exploit_that_the_box_cannot_read_is_told_to_the_neighbour_when_it_is_said_to_be_done() -> None:
    entries = [
        Entry(each.type, {**each.values, "exploit_text": "Do as it says.", "exploit": ()})
        if _is_card(each, MINE)
        else each
        for each in builtin_entries()
    ]
    evening = TownEvening(3, Level.BOARD)
    evening.act(ROBIN, ChooseCatalogue("mine", written(card_types(), entries)))
    evening.start().play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    evening.lay_sealed({ROBIN: CARPENTER, ALEXANDRE: HOMESTEAD})
    evening.carry_out_cards(ROBIN, ALEXANDRE)
    evening.lay_sealed({ALEXANDRE: MINE, THEO: HOMESTEAD})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, CARPENTER)
    evening.act(ROBIN, ExploitCard(MINE, ALEXANDRE, MINE), CarryOut())
    assert evening.events(CardCarriedOut)[-1].notified == (ALEXANDRE,)
    assert news(evening)[ALEXANDRE][-1] == "s1 says that this exploit has changed something: gold mine"


def _is_card(entry: Entry, name: str) -> bool:
    return (entry.type, entry.values["name"]) == ("card", name)


# --- repairs and replays (21.3, 21.4) -------------------------------------------------------------------------


def test_civic_pride_mends_one_building_for_nothing_instead_of_a_replay(evening: TownEvening) -> None:
    """Vector 47."""
    replaying(evening, CARPENTER, FIRST_PRIDE, wood=3)
    evening.act(ROBIN, MarkBuilding(MINE, True), MarkBuilding(MARSHAL, True))
    assert {"mark_building", "repeat_card"} <= {*offered(evening, ROBIN)}
    evening.act(ROBIN, MarkBuilding(MINE, False))
    assert [each.seat for each in evening.round.acting] == [ALEXANDRE], "nothing is left of civic pride"
    evening.refusal(ROBIN, RepeatCard(CARPENTER), NotNow)
    assert evening.has(ROBIN, WOOD) == 3
    assert [each.name for each in evening.board(ROBIN).buildings if each.destroyed] == [MARSHAL]


def test_after_a_mended_building_nothing_is_replayed_and_after_a_replay_nothing_mended(evening: TownEvening) -> None:
    has(evening, gold=1)
    replaying(evening, CARPENTER, SECOND_PRIDE, wood=1, gold=1)
    evening.act(ROBIN, MarkBuilding(MINE, True), MarkBuilding(HOMESTEAD, True), MarkBuilding(MINE, False))
    assert evening.round.acting[0].seat == ROBIN, "a Gold may still become a Cowboy"
    assert {*offered(evening, ROBIN)} == {"carry_out"}
    evening.refusal(ROBIN, RepeatCard(CARPENTER), IllegalMove)
    evening.refusal(ROBIN, BuildTile("barber", "c5", {WOOD: 1}), IllegalMove)
    evening.act(ROBIN, MarkBuilding(HOMESTEAD, False))
    assert "mended by hand" in news(evening)[THEO][-1]


def test_a_replay_is_carried_out_like_the_card_and_ends_the_repairs(evening: TownEvening) -> None:
    replaying(evening, CARPENTER, FIRST_PRIDE, wood=1, inhabitants=8)
    evening.act(ROBIN, MarkBuilding(MINE, True), RepeatCard(CARPENTER))
    assert [each.card for each in evening.round.acting] == [CARPENTER, FIRST_PRIDE, MINE]
    evening.act(ROBIN, CarryOut(0))
    assert [each.seat for each in evening.round.acting] == [ALEXANDRE]
    assert evening.has(ROBIN, WOOD) == 1 + 2 + 1, "2 by the carpenter, 1 for 8 Inhabitants"
    assert "s1 plays again: carpenter" in evening.report()


def test_the_marshal_exports_before_he_replays(evening: TownEvening) -> None:
    """Vector 48: 1 Gold, and the gold mine played again: 2 Gold, no export, then the throw."""
    replaying(evening, MINE, MARSHAL, gold=1, wood=0, inhabitants=0)
    evening.refusal(ROBIN, CarryOut(0), IllegalMove)
    evening.refusal(ROBIN, RepeatCard(MINE, 0), IllegalMove)
    evening.act(ROBIN, RepeatCard(MINE))
    assert (evening.has(ROBIN, GOLD), evening.has(ROBIN, EXPORTED), evening.circle().throwing) == (2, 0, ROBIN)


def test_gold_that_came_by_hand_meanwhile_pays_no_export(evening: TownEvening) -> None:
    replaying(evening, MINE, MARSHAL, gold=1)
    evening.act(ROBIN, ChangeTown({GOLD: 1}, Reason.PLAYED))
    assert "when the card was played" in evening.refusal(ROBIN, CarryOut(0), IllegalMove)
    assert not [each for each in choices(evening, ROBIN) if each.kind == "carry_out" and each.fields]


def test_with_2_gold_the_marshal_exports_replays_and_throws(evening: TownEvening) -> None:
    replaying(evening, MINE, MARSHAL, gold=2, wood=0, inhabitants=0)
    [again] = [each for each in choices(evening, ROBIN) if each.kind == "repeat_card"]
    assert [option.value for option in again.fields[0].options] == [0, -1]
    evening.act(ROBIN, RepeatCard(MINE, 0))
    assert (evening.has(ROBIN, GOLD), evening.has(ROBIN, EXPORTED), evening.circle().throwing) == (1, 1, ROBIN)


@pytest.mark.parametrize("card", [MARSHAL, "saloon", "nothing", "palace", FIRST_PRIDE])
def test_what_does_not_lie_there_or_has_another_colour_is_not_played_again(evening: TownEvening, card: str) -> None:
    replaying(evening, MINE, MARSHAL, gold=2)
    evening.refusal(ROBIN, RepeatCard(card), IllegalMove)


def test_a_card_of_a_destroyed_building_is_not_played_again(evening: TownEvening) -> None:
    replaying(evening, MINE, MARSHAL, gold=0)
    evening.act(ROBIN, MarkBuilding(MINE, True))
    evening.refusal(ROBIN, RepeatCard(MINE), IllegalMove)
    assert "repeat_card" not in offered(evening, ROBIN)


# --- cells and stacks (21.5) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.BANK, Level.BOARD])
def test_three_4_cells_take_three_tiles_and_the_stack_two_homesteads(level: Level) -> None:
    """Vector 49."""
    evening = TownEvening(3, level).start()
    evening.act(ROBIN, LayTile(HOMESTEAD, cell="c1"), LayTile(HOMESTEAD, 4, cell="c2"))
    assert "homestead stack" in evening.refusal(ROBIN, LayTile(HOMESTEAD, cell="c5"), IllegalMove)
    evening.act(ROBIN, LayTile("saloon", 4))
    assert evening.board(ROBIN).buildings[-1].cell == "c3", "only one 4 was empty"
    assert "4 are occupied" in evening.refusal(ROBIN, LayTile("barber", 4), IllegalMove)
    if level is Level.BANK:
        evening.refusal(ROBIN, BuildTile(HOMESTEAD, "c5"), IllegalMove)


@pytest.mark.parametrize(("variant", "stack"), [("normal", (2, 4, 6, 6, 6)), ("short", (4, 4, 4, 4))])
def test_the_homestead_stack_grows_with_the_turns(variant: str, stack: tuple[int, ...]) -> None:
    evening, laid = TownEvening(2, variant=variant).start(), 0
    for most in stack:
        while laid < most:
            laid += 1
            evening.act(ROBIN, LayTile(HOMESTEAD, cell=f"c{laid}"))
        evening.refusal(ROBIN, LayTile(HOMESTEAD, cell="c11"), IllegalMove)
        evening.give(ROBIN, {PEOPLE: 4})
        evening.turn(*((Expectation.INHABITANTS,) if evening.state.card is None else ()))


def test_a_tile_laid_by_hand_names_its_cell_where_the_cells_are_not_alike() -> None:
    evening = TownEvening().start()
    for number in (4, 5, 6):
        assert "say which one" in evening.refusal(ROBIN, LayTile("saloon", number), BadRequest)
    for cell, number in (("c4", 4), ("c99", 0), ("c99", 4), ("", 0)):
        evening.refusal(ROBIN, LayTile("saloon", number, cell=cell), BadRequest)
    evening.act(ROBIN, LayTile("saloon", cell="c4"))
    built = evening.board(ROBIN).buildings[-1]
    assert (built.cell, built.number) == ("c4", 5)
    evening.refusal(ROBIN, LayTile("barber", cell="c4"), BadRequest)
    evening.give(ROBIN, {WOOD: 1})
    assert "is taken already" in evening.refusal(ROBIN, BuildTile("barber", "c4", {WOOD: 1}), IllegalMove)


def test_the_others_may_allow_a_tile_for_which_the_box_knows_no_cell() -> None:
    """The box has not seen the real board: it may have more cells with a 5 than ours."""
    evening = TownEvening().start()
    for at, cell in enumerate(("c4", "c5", "c6", "c7")):
        evening.act(ROBIN, LayTile(f"house {at}", cell=cell))
    write = evening.tables.live(evening.code).referee.write
    evening.together(ROBIN, AllowAnyway(write(LayTile("one more", 5))))
    assert evening.board(ROBIN).buildings[-1].number == 5


def test_a_start_card_comes_after_a_tile_laid_by_hand_without_a_traceback() -> None:
    evening = guided()
    evening.act(ROBIN, DrawStars(), LayTile("barber", cell="c1"))
    [choice] = choices(evening, ROBIN)
    [place] = [field for field in choice.fields if field.name == "place"]
    assert [option.value for option in place.options] == ["c2", "c3"]
    evening.act(ROBIN, TakeStart("Marshal Bright", place="c2"))


# --- the visit (21.6) -----------------------------------------------------------------------------------------


def test_the_lead_marshal_calls_lincoln_when_all_have_said_that_their_towns_are_up_to_date() -> None:
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)), ChangeTown({LURE: 1}, Reason.PLAYED))
    assert "ask s1" in evening.refusal(THEO, HoldVisit(), IllegalMove)
    assert "s2, s3" in evening.refusal(ROBIN, HoldVisit(), IllegalMove)
    assert "confirm_town" in offered(evening, THEO)
    assert "hold_visit" not in offered(evening, ROBIN)
    evening.act(THEO, ConfirmTown())
    evening.refusal(THEO, ConfirmTown(), BadRequest)
    assert "confirm_town" not in offered(evening, THEO)
    prompt = registry()["western_town"]["2012"].page(evening.table, None).prompt
    assert "Towns not up to date yet: s2" in [str(line) for line in prompt]
    assert "s2" in evening.refusal(ROBIN, HoldVisit(), IllegalMove)
    evening.act(ALEXANDRE, ConfirmTown())
    evening.refusal(ALEXANDRE, HoldVisit(), IllegalMove)
    assert "hold_visit" in offered(evening, ROBIN)
    page = registry()["western_town"]["2012"].page
    assert [str(page(evening.table, seat).headline) for seat in (ROBIN, THEO, None)] == [
        "All towns are up to date",
        "s1 calls Lincoln",
        "Turn 1: s1 calls Lincoln",
    ]
    evening.act(ROBIN, HoldVisit())
    assert (evening.state.turn, evening.circle().ready) == (2, ()), "in the next turn they say it again"


def test_the_others_may_allow_the_visit_without_somebody_who_does_not_answer() -> None:
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)), ChangeTown({LURE: 1}, Reason.PLAYED))
    evening.together(ROBIN, AllowAnyway(evening.tables.live(evening.code).referee.write(HoldVisit())))
    assert evening.state.turn == 2


def test_in_a_guided_turn_nobody_ends_it_while_others_still_look_over_their_towns() -> None:
    evening, chance = guided(variant="short"), random.Random(4)
    while not (evening.round.stage is RoundStage.VISIT and not any(b.overflow for b in evening.state.towns.values())):
        evening.play_on(chance)
    lead = evening.circle().lead
    other_seats = [seat for seat in evening.state.seats if seat != lead]
    evening.refusal(lead, HoldVisit(), IllegalMove)
    evening.act(other_seats[0], ConfirmTown())
    assert not choices(evening, other_seats[0])
    evening.refusal(other_seats[0], HoldVisit(), NotNow)
    evening.act(other_seats[1], ConfirmTown())
    assert [each.kind for each in choices(evening, lead)] == ["hold_visit"]
    evening.act(lead, HoldVisit())


def test_players_of_the_box_say_it_at_every_level_and_one_that_leads_calls_when_people_have_said_it() -> None:
    evening = TownEvening(1)
    evening.act(None, TakeSeat("Alex", {}, box=True))
    evening.start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    chance, box = random.Random(1), "s2"
    assert random_command(evening.table, box, chance) == ConfirmTown()
    evening.act(ROBIN, ChangeTown({LURE: 1}, Reason.PLAYED))
    assert evening.circle().lead == ROBIN
    evening.act(box, ConfirmTown())
    assert random_command(evening.table, box, chance) is None


def test_the_level_of_the_box_does_not_forget_who_has_said_it() -> None:
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    evening.act(THEO, ConfirmTown())
    evening.together(ROBIN, SetLevel(Level.BOARD))
    assert evening.circle().ready == (THEO,)


# --- a pair and an attack (21.7) --------------------------------------------------------------------------------


def test_the_second_card_of_a_pair_whose_building_falls_in_the_attack_of_the_first_is_carried_out(
    evening: TownEvening,
) -> None:
    evening.act(ROBIN, PlayCard(CARPENTER), ThrowDie(Side.RED), ThrowDie(Side.RED), CarryOut(0))
    has(evening, ALEXANDRE, pipes=0, gold=0)
    evening.lay_sealed({ROBIN: MARSHAL, ALEXANDRE: MINE})
    evening.act(ROBIN, CarryOut(), ThrowDie(Side.RED))
    evening.strike(THEO, Indian.RED, MINE, ALEXANDRE, defend=False)
    assert evening.board(ALEXANDRE).building(MINE).destroyed
    evening.carry_out_cards(ALEXANDRE)
    assert evening.has(ALEXANDRE, GOLD) > 0
    evening.refusal(ALEXANDRE, PlayCard(MINE), NotNow)


# --- the set of our own and the board (1.5, 2.1) -----------------------------------------------------------------


def test_four_lincoln_cards_of_our_own_give_the_count_of_the_rulebook() -> None:
    """Vector 50."""
    cards = {card.name: card.expects for card in builtin_deck().lincoln}
    assert cards["L2"] == (Expectation.LURE, Expectation.LURE)
    counted = multipliers(cards[name] for name in ("L2", "L5", "L6", "L7"))
    assert counted == {Expectation.EXPORTED: 3, Expectation.LURE: 4, Expectation.INHABITANTS: 2}


@pytest.mark.parametrize("pink", [0, 2, 5])
def test_the_homes_printed_on_the_board_are_those_of_the_catalogue(pink: int) -> None:
    """2.1: what the homestead brings and what can be built depend on them."""
    entries = [
        Entry(each.type, {**each.values, "pink": pink}) if each.type == BOARD else each for each in builtin_entries()
    ]
    evening = TownEvening(3, Level.BOARD)
    evening.act(ROBIN, ChooseCatalogue("ours", written(card_types(), entries)))
    evening.start()
    assert [evening.board(seat).pink for seat in evening.state.seats] == [pink] * 3
    evening.play_phase_1()
    before = evening.has(ROBIN, PEOPLE)
    evening.play(ROBIN, HOMESTEAD)
    assert evening.has(ROBIN, PEOPLE) == before + pink + 1, "and the one of the start card"
    evening.restarted()
    assert evening.board(ROBIN).pink == pink + 1


def test_a_board_has_one_number_of_homes() -> None:
    twice = [*builtin_entries(), Entry(BOARD, {"name": "another", "pink": 1})]
    refusal = TownEvening().refusal(ROBIN, ChooseCatalogue("ours", written(card_types(), twice)))
    assert "there are 1, not 2" in refusal


def test_no_command_of_a_game_is_called_like_one_that_every_table_knows() -> None:
    for editions in registry().values():
        for game in editions.values():
            kinds = {kind_of(command) for command in game.commands}
            assert not kinds & {kind_of(command) for command in COMMANDS}
