"""Western Town at the table, level *count*: towns kept by their owners, camp, elections and the final count."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Mapping
from dataclasses import asdict

import pytest

from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleError
from companion.core.messages import Command
from companion.core.referee.parting import StopGame
from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.games.western_town import records
from companion.games.western_town.camp.attack import ChooseTarget, ChooseTown, DefendTarget
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.changes import TileLaid, TownChanged
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.lincoln.count import CountUp
from companion.games.western_town.lincoln.visit import ChooseWinner, ConfirmTown, HoldVisit
from companion.games.western_town.rulebook.camp import Camp, Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import START, Resource
from companion.games.western_town.screens.towns import count
from companion.games.western_town.town.by_hand import (
    ChangeHomes,
    ChangeTown,
    LayTile,
    MarkBuilding,
    Reason,
    SetPoints,
    StoreGoods,
)
from companion.games.western_town.town.construct import BuildTile
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.play import PassFirst
from companion.games.western_town.turn.stars import DrawStars
from companion.web.app import create_app
from tests.support.phones import as_read
from tests.support.western import ALEXANDRE, DAN, ROBIN, THEO, TownEvening

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
PIPES, LURE, EXPORTED = Resource.PIPES, Resource.LURE, Resource.EXPORTED
INHABITANTS = (Expectation.INHABITANTS,)
CARDS = (
    (Expectation.EXPORTED, Expectation.LURE),
    (Expectation.LURE, Expectation.INHABITANTS),
    (Expectation.EXPORTED, Expectation.LURE, Expectation.INHABITANTS),
    (Expectation.EXPORTED, Expectation.LURE),
)


def one(what: Resource, by: int = 1) -> ChangeTown:
    return ChangeTown({what: by}, Reason.PLAYED)


@pytest.fixture
def evening() -> TownEvening:
    return TownEvening().start()


@pytest.fixture
def playing(evening: TownEvening) -> TownEvening:
    """Return an evening on which the card of the first turn is open."""
    evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS, Expectation.EXPORTED)))
    return evening


# --- the worked examples --------------------------------------------------------------------------


def test_the_attack_on_robin_of_the_rulebook(playing: TownEvening) -> None:
    """Vectors 26, 30 and 31: two red in the camp, orange and again, then red; Alexandre is manitou and picks Robin."""
    playing.act(THEO, PassFirst())  # so that Alexandre, to his right, is manitou
    playing.act(ROBIN, LayTile("saloon", 4, cell="c1"))
    playing.give(ROBIN, {PEOPLE: 11, LURE: 2, PIPES: -4, COWBOYS: -2})
    playing.give(ALEXANDRE, {PIPES: -6})
    playing.throw(THEO, Side.RED, Side.RED)
    playing.throw(ROBIN, Side.ORANGE_AGAIN)
    assert playing.refusal(THEO, ThrowDie(Side.RED), NotNow)
    playing.throw(ROBIN, Side.RED)
    assert playing.circle().camp == Camp(3, 1)
    attack = playing.circle().attack
    assert attack
    assert (attack.town, attack.tied) == ("", (ROBIN, ALEXANDRE))
    playing.refusal(ROBIN, ChooseTown(ROBIN), NotNow)
    playing.refusal(ALEXANDRE, ChooseTown(THEO), IllegalMove)
    playing.act(ALEXANDRE, ChooseTown(ROBIN))
    playing.strike(ALEXANDRE, Indian.ORANGE, "inhabitants", ROBIN, defend=False)
    playing.act(ALEXANDRE, ChooseTarget(Indian.RED, "b1"))
    playing.refusal(ROBIN, DefendTarget(True), IllegalMove)
    playing.act(ROBIN, DefendTarget(False))
    town = playing.board(ROBIN).town
    assert (town.inhabitants, town.lure, town.pipes, town.cowboys) == (7, 1, 3, 1)
    assert playing.board(ROBIN).building("b1").destroyed
    assert (playing.circle().camp, playing.circle().attack, playing.circle().reserve) == (Camp(), None, 2)


def test_the_final_count_of_the_rulebook_is_54(evening: TownEvening) -> None:
    """Vectors 37 to 42, with the cards of the example turned up one by one and the 5 at the end."""
    evening.give(ROBIN, {PEOPLE: 13, EXPORTED: 2, COWBOYS: 3, LURE: 7})
    for name, cell in (("saloon", "c1"), ("warehouse", "c2"), ("barber", "c3"), ("gunsmith", "c5")):
        evening.act(ROBIN, LayTile(name, cell=cell))
    for card in CARDS:
        evening.turn(*card)
    assert evening.state.turn == 5
    assert evening.state.card == ()
    evening.turn()
    assert evening.state.counting
    assert evening.board(ROBIN).markers == 4
    evening.act(ROBIN, MarkBuilding("b4", True), ChangeHomes(pink=1))
    evening.act(ALEXANDRE, ChangeHomes(pink=3), ChangeHomes(black=3))
    evening.act(THEO, ChangeHomes(black=3))
    assert [evening.board(seat).homes for seat in (ROBIN, ALEXANDRE, THEO)] == [7, 9, 6]
    read_out = {line.seat: [str(each) for each in line.details] for line in count(evening.state, evening.table.rules)}
    assert read_out[ROBIN] == [
        "Homes, 7: 1",
        *("saloon: 4", "warehouse: 6", "barber: 2", "gunsmith, destroyed: 1"),
        *("exported Gold, 2 × 3: 6", "Lure, 7 × 4: 28", "Inhabitants, by fours, 3 × 2: 6"),
    ]
    assert evening.final_scores() == {ROBIN: (1, 54), ALEXANDRE: (2, 5), THEO: (3, 0)}
    assert evening.table.phase is TablePhase.OVER


def test_lincoln_ties_and_the_lead_marshal_chooses(playing: TownEvening) -> None:
    """Vectors 23 and 24."""
    playing.give(ROBIN, {PEOPLE: 11, EXPORTED: 2})
    playing.give(ALEXANDRE, {PEOPLE: 13, EXPORTED: 3})
    playing.give(THEO, {PEOPLE: 8, EXPORTED: 4})
    playing.hold_visit()
    assert playing.circle().tied == (ALEXANDRE, THEO)
    playing.refusal(ALEXANDRE, ChooseWinner(ALEXANDRE), NotNow)
    playing.refusal(ROBIN, ChooseWinner(ROBIN), IllegalMove)
    playing.act(ROBIN, ChooseWinner(ALEXANDRE))
    assert playing.board(ALEXANDRE).markers == 1
    assert (playing.state.turn, playing.state.card, playing.circle().tied) == (2, None, ())


def test_the_first_to_pass_leads_and_the_next_one_does_not(playing: TownEvening) -> None:
    """Vector 17."""
    playing.act(ALEXANDRE, PassFirst())
    assert (playing.circle().lead, playing.circle().manitou) == (ALEXANDRE, ROBIN)
    assert "Alexandre" not in playing.refusal(THEO, PassFirst(), NotNow)
    playing.hold_visit()
    if playing.circle().tied:
        playing.act(ALEXANDRE, ChooseWinner(THEO))
    assert playing.circle().lead == ALEXANDRE
    playing.act(THEO, TurnUpCard(INHABITANTS), PassFirst())
    assert playing.circle().lead == THEO


def test_marshal_bright(evening: TownEvening) -> None:
    """Vector 6, typed with the reason."""
    evening.act(
        ROBIN, ChangeTown({WOOD: 2, GOLD: 2, PEOPLE: 3}, Reason.START), LayTile("homestead", 4, cell="c1", pink=1)
    )
    town = evening.board(ROBIN).town
    assert asdict(town) == asdict(START) | {"wood": 2, "gold": 2, "inhabitants": 3}
    assert evening.board(ROBIN).homes == 4
    assert any("the start card" in line for line in evening.report())


# --- towns ----------------------------------------------------------------------------------------


def test_lure_is_made_of_pipes_and_pipes_are_lure_again(evening: TownEvening) -> None:
    """Vector 22."""
    evening.give(ROBIN, {PIPES: -6})
    evening.act(ROBIN, one(LURE, 2))
    assert (evening.has(ROBIN, LURE), evening.has(ROBIN, PIPES)) == (1, 0)
    assert "Peace pipe" in evening.refusal(ROBIN, one(LURE), IllegalMove)
    evening.act(ROBIN, one(LURE, -1))
    assert (evening.has(ROBIN, LURE), evening.has(ROBIN, PIPES)) == (0, 1)
    evening.refusal(ROBIN, one(LURE, -1), IllegalMove)


def test_only_phase_4_discards_what_cannot_be_stored(evening: TownEvening) -> None:
    """Vector 21."""
    evening.give(ROBIN, {GOLD: 6, WOOD: 5, COWBOYS: 6})
    evening.act(ROBIN, LayTile("Bank", 5, cell="c5"))
    evening.act(ROBIN, StoreGoods())
    assert [evening.has(ROBIN, what) for what in (GOLD, WOOD, COWBOYS)] == [6, 3, 8]
    evening.refusal(ROBIN, StoreGoods(), BadRequest)
    evening.give(ALEXANDRE, {GOLD: 6})
    evening.act(ALEXANDRE, StoreGoods())
    assert evening.has(ALEXANDRE, GOLD) == 4


def test_the_marshal_exports_with_one_tap(evening: TownEvening) -> None:
    evening.give(ROBIN, {GOLD: 3})
    evening.act(ROBIN, ChangeTown({GOLD: -2, EXPORTED: 1}, Reason.EXPLOIT))
    assert (evening.has(ROBIN, GOLD), evening.has(ROBIN, EXPORTED)) == (1, 1)
    evening.refusal(ROBIN, ChangeTown({GOLD: -2, EXPORTED: 1}, Reason.EXPLOIT), IllegalMove)
    assert evening.has(ROBIN, EXPORTED) == 1


def test_taps_of_several_phones_do_not_hinder_each_other(evening: TownEvening) -> None:
    seen = evening.table.seq
    evening.act(ALEXANDRE, one(GOLD))
    evening.tables.act(evening.code, ROBIN, one(GOLD), seen=seen)
    assert evening.has(ROBIN, GOLD) == 1
    with pytest.raises(RuleError):
        evening.tables.act(evening.code, ROBIN, TurnUpCard(INHABITANTS), seen=seen)


def test_a_blacksmith_helps_and_counts_as_a_pipe(playing: TownEvening) -> None:
    """Vector 19.9: his Cowboys are there when he is attacked himself."""
    playing.act(ROBIN, LayTile("blacksmith", 6, cell="c9"))
    playing.give(ROBIN, {COWBOYS: -3, PIPES: -6})
    playing.give(THEO, {PIPES: -6})
    assert playing.board(ROBIN).all_pipes == 2
    playing.throw(ROBIN, Side.RED_ORANGE)
    playing.throw(ROBIN, Side.ORANGE_AGAIN)
    assert playing.has(ROBIN, COWBOYS) == 2
    playing.strike(THEO, Indian.ORANGE, "b1", ROBIN, defend=True)
    assert playing.has(ROBIN, COWBOYS) == 0
    assert playing.circle().attack


def test_what_nobody_can_attack_any_more_goes_home(playing: TownEvening) -> None:
    """19.8: with every building destroyed and nobody to scare, the second colour is discarded."""
    for name in ("gold mine", "marshal", "carpenter", "homestead"):
        playing.act(ROBIN, MarkBuilding(name, True))
    playing.give(ROBIN, {PEOPLE: 1})
    playing.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    playing.strike(THEO, Indian.ORANGE, "inhabitants", ROBIN, defend=False)
    assert (playing.circle().attack, playing.circle().camp) == (None, Camp())


def test_an_attack_on_nothing_at_all_ends_by_itself(playing: TownEvening) -> None:
    for name in ("gold mine", "marshal", "carpenter", "homestead"):
        playing.act(ROBIN, MarkBuilding(name, True))
    playing.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    assert (playing.circle().attack, playing.circle().camp) == (None, Camp())
    assert playing.has(ROBIN, PIPES) == 8


def test_the_town_under_attack_answers_first(playing: TownEvening) -> None:
    playing.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    playing.act(THEO, ChooseTarget(Indian.RED, "marshal"))
    playing.refusal(ROBIN, one(COWBOYS), NotNow)
    playing.act(ALEXANDRE, one(COWBOYS))
    playing.refusal(ROBIN, HoldVisit(), NotNow)
    playing.act(ROBIN, DefendTarget(True))
    assert playing.has(ROBIN, COWBOYS) == 2, "one red in zone 4 costs one"


def test_the_box_throws_the_die(playing: TownEvening) -> None:
    playing.act(ROBIN, ThrowDie())
    assert playing.circle().camp != Camp()
    assert any("The box throws" in line for line in playing.report())


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        one(GOLD, 999),
        one(GOLD, -1),
        ChangeTown({}, Reason.PLAYED),
        ChangeTown({GOLD: 0}, Reason.PLAYED),
        ChangeTown({GOLD: 1, WOOD: -5}, Reason.PLAYED),
        ChangeHomes(),
        ChangeHomes(pink=-4),
        ChangeHomes(black=10_000),
        LayTile("", 4),
        LayTile("x" * 31, 4),
        LayTile("church", 3),
        LayTile("church", 4, pink=9),
        LayTile("church", 4, pink=-1),
        LayTile("church", 4, points=-1),
        LayTile("church", 4, gold=99),
        LayTile("saloon", 4),
        LayTile("SALOON", 5),
        SetPoints("nothing", 4),
        SetPoints("b1", 999),
        MarkBuilding("nothing", True),
        MarkBuilding("b1", False),
        StoreGoods(),
        TurnUpCard(INHABITANTS),
        ChooseTown(ROBIN),
        ChooseTarget(Indian.RED, "b1"),
        DefendTarget(True),
        ChooseWinner(ROBIN),
        CountUp(),
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(playing: TownEvening, command: Command) -> None:
    playing.act(ROBIN, LayTile("saloon", 4, cell="c1"))
    assert len(playing.refusal(ROBIN, command)) > 10


def test_a_target_is_chosen_once_and_only_for_a_colour_that_is_there(playing: TownEvening) -> None:
    playing.give(ROBIN, {PEOPLE: 9})
    playing.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    playing.refusal(THEO, ChooseTarget(Indian.RED, "church"), IllegalMove)
    playing.strike(THEO, Indian.ORANGE, "inhabitants", ROBIN, defend=False)
    playing.refusal(THEO, ChooseTarget(Indian.RED, "inhabitants"), IllegalMove)
    playing.refusal(THEO, ChooseTarget(Indian.ORANGE, "marshal"), IllegalMove)
    playing.act(THEO, ChooseTarget(Indian.RED, "marshal"))


def test_eleven_cells_and_no_more(evening: TownEvening) -> None:
    for number in range(1, 12):
        evening.act(ROBIN, LayTile(f"house {number}", cell=f"c{number}"))
    evening.refusal(ROBIN, LayTile("homestead", 6), IllegalMove)


def test_homesteads_are_many_and_other_tiles_once(evening: TownEvening) -> None:
    evening.act(
        ROBIN,
        LayTile("homestead", 6, cell="c9"),
        LayTile("homestead", 6, cell="c8"),
        LayTile("carpenter", 5, cell="c5"),
    )
    evening.refusal(ROBIN, LayTile("Carpenter", 6), IllegalMove)
    assert [each.id for each in evening.board(ROBIN).buildings][4:] == ["b1", "b2", "b3"]


def test_a_lincoln_card_expects_something(evening: TownEvening) -> None:
    evening.refusal(ROBIN, TurnUpCard(()), BadRequest)
    evening.refusal(ROBIN, HoldVisit(), NotNow)


# --- the frame ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_short_game_has_four_turns_and_no_5(players: int) -> None:
    evening = TownEvening(players, variant="short").start()
    evening.give(ROBIN, {PEOPLE: 4})
    for turn in range(4):
        assert evening.state.turn == turn + 1
        evening.turn(*INHABITANTS)
    assert evening.state.counting
    evening.refusal(ROBIN, HoldVisit(), NotNow)
    assert evening.final_scores()[ROBIN][0] == 1


def test_a_double_duel_has_two_camps_two_visits_and_two_winners() -> None:
    evening = TownEvening(4, double_duel=True, variant="short").start()
    assert [circle.seats for circle in evening.state.circles] == [(ROBIN, ALEXANDRE), (THEO, DAN)]
    assert (evening.circle(DAN).lead, evening.circle(DAN).manitou) == (THEO, DAN)
    evening.give(ROBIN, {PEOPLE: 4})
    evening.give(DAN, {PEOPLE: 8})
    evening.act(THEO, TurnUpCard(INHABITANTS))
    evening.throw(ROBIN, Side.RED)
    assert (evening.circle(ROBIN).camp, evening.circle(DAN).camp) == (Camp(1), Camp())
    evening.hold_visit(ROBIN)
    evening.refusal(ROBIN, HoldVisit(), NotNow)
    assert evening.state.turn == 1
    evening.hold_visit(THEO)
    assert evening.state.turn == 2
    assert (evening.board(ROBIN).markers, evening.board(DAN).markers) == (1, 1)
    for _ in range(3):
        evening.turn(*INHABITANTS)
    counted = evening.final_scores()
    assert {seat for seat, (rank, _) in counted.items() if rank == 1} == {ROBIN, DAN}


def test_the_last_turn_of_a_double_duel_ends_when_both_pairs_have_finished_it() -> None:
    evening = TownEvening(4, double_duel=True).start()
    evening.give(ROBIN, {PEOPLE: 4})
    evening.give(DAN, {PEOPLE: 4})
    for _ in range(4):
        evening.turn(*INHABITANTS)
    evening.throw(THEO, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    evening.hold_visit(ROBIN)
    assert not evening.state.counting
    evening.refusal(THEO, HoldVisit(), NotNow)
    evening.strike(DAN, Indian.RED, "marshal", THEO, defend=True)
    evening.strike(DAN, Indian.ORANGE, "carpenter", THEO, defend=False)
    evening.hold_visit(THEO)
    assert evening.state.counting
    assert [evening.board(seat).markers for seat in (ROBIN, DAN)] == [4, 4]
    assert "The duel of s1 has finished its turn" in evening.report()


def test_a_double_duel_takes_four() -> None:
    evening = TownEvening(3, double_duel=True)
    with pytest.raises(IllegalMove):
        evening.start()


def test_half_points_are_counted_exactly_where_the_table_wants_it() -> None:
    evening = TownEvening(2, half_rounding="half").start()
    evening.act(ROBIN, LayTile("shop", 5, cell="c5", points=5), MarkBuilding("b1", True))
    evening.together(ROBIN, StopGame())
    assert evening.table.ending
    assert {line.seat: line.score for line in evening.table.ending.standings} == {ROBIN: 1, ALEXANDRE: 8}
    assert evening.table.ending.code == "agreed"


def test_half_points_read_alike_in_the_result_and_among_the_games_played_before() -> None:
    """A result of half a point stood there as *1 half point*, and in the list of games as a whole one."""
    evening = TownEvening(2, half_rounding="half").start()
    evening.act(ROBIN, LayTile("shop", 5, cell="c5", points=5), MarkBuilding("b1", True))
    evening.together(ROBIN, StopGame())
    client = create_app(evening.tables).test_client()
    screen = as_read(client.get(f"/t/{evening.code}/screen").text)
    assert re.findall(r">([^<>]* points?)</strong>", screen) == ["½ point"]
    assert "4 points" in screen, "the winner's stand in the sentence"
    assert [line["score"] for line in csv.DictReader(io.StringIO(client.get("/history.csv").text))] == ["4", "0.5"]
    listed = as_read(client.get("/history").text)
    assert re.findall(r": ([^<>:]* points?)</li>", listed) == ["4 points", "½ point"]


def test_the_tile_of_a_start_card_makes_nobody_a_master_builder() -> None:
    evening = TownEvening(3, Level.BOARD).start()
    evening.act(ROBIN, DrawStars())
    for seat in (ROBIN, ALEXANDRE, THEO):
        evening.act(seat, TakeStart(place="c1"))
    assert not records.awards(evening.events())
    evening.act(ROBIN, LayTile("barber", 5, cell="c5"))
    assert [str(line) for line in records.awards(evening.events())] == ["Master builder: s1, buildings: 1"]


def test_counting_needs_everybody(evening: TownEvening) -> None:
    evening.act(ROBIN, StopGame())
    assert evening.table.phase is TablePhase.PLAYING
    assert len(evening.table.motions) == 1


def test_points_that_were_typed_count(evening: TownEvening) -> None:
    evening.act(ROBIN, LayTile("warehouse", 5, cell="c5"), SetPoints("b1", 9))
    evening.together(ROBIN, StopGame())
    assert evening.table.ending
    assert evening.table.ending.standings[0].score == 3 + 9


def test_undo_takes_a_tap_back_and_a_visit_with_its_home(playing: TownEvening) -> None:
    playing.act(ROBIN, one(PEOPLE, 4))
    playing.undo(ROBIN)
    assert playing.has(ROBIN, PEOPLE) == 0
    playing.act(ROBIN, one(PEOPLE, 4))
    playing.hold_visit()
    assert (playing.state.turn, playing.board(ROBIN).markers) == (2, 1)
    playing.undo(ROBIN)
    assert (playing.state.turn, playing.board(ROBIN).markers) == (1, 0)


def test_a_restart_in_the_middle_of_an_attack_changes_nothing(playing: TownEvening) -> None:
    playing.act(ROBIN, LayTile("bank", 4, cell="c1", pink=2))
    playing.throw(ROBIN, Side.RED_ORANGE, Side.ORANGE_AGAIN)
    playing.act(THEO, ChooseTarget(Indian.RED, "b1"))
    before = playing.table
    playing.restarted()
    assert playing.table == before
    playing.act(ROBIN, DefendTarget(False))
    assert problems(playing.log, registry()) == []


def some_command(chance: random.Random, evening: TownEvening) -> Command:
    resource = chance.choice(tuple(Resource))
    corrections: tuple[Command, ...] = (
        ChangeHomes(pink=chance.randint(-1, 2)),
        LayTile(
            chance.choice(("bank", "saloon", "homestead", "blacksmith", "x")),
            0,
            pink=1,
            cell=f"c{chance.randint(1, 11)}",
        ),
        MarkBuilding(
            chance.choice(("marshal", "b1", "b2")), chance.random() < 0.5, {Resource.WOOD: chance.randint(0, 1)}
        ),
        StoreGoods(),
        TurnUpCard((chance.choice(tuple(Expectation)),)),
        PassFirst(),
        *(ThrowDie(side) for side in Side),
        ChooseTown(chance.choice(evening.state.seats)),
        ChooseTarget(chance.choice(tuple(Indian)), chance.choice(("inhabitants", "marshal", "b1", "gold mine"))),
        DefendTarget(chance.random() < 0.5),
        HoldVisit(),
        ChooseWinner(chance.choice(evening.state.seats)),
        ConfirmTown(),
    )
    change = ChangeTown({resource: chance.randint(-3, 5)}, chance.choice(tuple(Reason)))
    return chance.choice((change, change, change, some_tile(chance), *chance.sample(corrections, 4)))


def some_tile(chance: random.Random) -> Command:
    """Return a tile to construct, mostly paid as it is printed on ours."""
    tile, pay = chance.choice((("homestead", {}), ("barber", {WOOD: 1}), ("blacksmith", {WOOD: 1, GOLD: 1})))
    wrong = {GOLD: chance.randint(-1, 3)} if chance.random() < 0.2 else {}
    exchange = {WOOD: chance.randint(0, 1)} if tile == "blacksmith" else {}
    return BuildTile(tile, f"c{chance.randint(1, 12)}", {**pay, **wrong}, chance.random() < 0.1, exchange)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_players_do_nothing_is_below_zero_and_the_log_explains_every_cube(seed: int) -> None:
    chance = random.Random(seed)
    evening = TownEvening(2 + seed % 3).start()
    done = 0
    for _ in range(400):
        seat = chance.choice(evening.state.seats)
        try:
            evening.act(seat, some_command(chance, evening))
            done += 1
        except RuleError:
            continue
        for board in evening.state.towns.values():
            assert min(asdict(board.town).values()) >= 0
            assert board.homes >= 0
            cells = [each.cell for each in board.buildings if each.cell]
            assert len(cells) == len(set(cells)), "no two tiles on one cell"
        for circle in evening.state.circles:
            assert circle.camp.red < 3 or circle.attack
            assert circle.camp.orange < 2 or circle.attack
    assert done > 60, "negative control: enough was legal"
    assert any(isinstance(event, TileLaid) and event.card is not None for event in evening.events()), "some were built"
    for seat in evening.state.seats:
        assert explained(evening, seat) == {what: evening.has(seat, what) for what in Resource}
    assert problems(evening.log, registry()) == []
    table, _ = replay_lines(registry(), export_lines(evening.tables, evening.code))
    assert table.play == evening.state


def explained(evening: TownEvening, seat: str) -> Mapping[Resource, int]:
    """Return what a town has by the changes in the log alone."""
    changes = [event for event in evening.events() if isinstance(event, TownChanged) and event.seat == seat]
    return {what: START.count(what) + sum(each.changes.get(what, 0) for each in changes) for what in Resource}
