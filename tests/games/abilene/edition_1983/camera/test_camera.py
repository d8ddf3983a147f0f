"""The camera at a game of 1983: every legal step is proposed and every forbidden one noticed, quickly."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from companion.app.bots import play_once
from companion.app.camera.judgement import camera_view, observe
from companion.app.tables import Tables
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.boards.verdict import Judgement, Ruling
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level, Table, TablePhase
from companion.games import registry
from companion.games.abilene.common.board.movement import DEFAULTS, destinations
from companion.games.abilene.common.board.refusals import distance
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1983.messages import ReturnCowboy, RollShots
from companion.store.log import Log
from companion.store.rows import TableRow
from tests.support.abilene import ABILENE
from tests.support.prairie import ANN, BOB, LAYOUT, PrairieNight
from tests.support.table import CODE

GAME = ABILENE["1983"]


def seen(table: Table) -> Observation:
    found = GAME.expected_observation(table)
    assert found is not None
    return replace(found, areas={})


def judged(table: Table, observation: Observation) -> Judgement:
    found = GAME.judge(table, observation)
    assert found is not None
    return found


# --- whole games ------------------------------------------------------------------------------


def games(players: int, seed: str) -> list[Table]:
    """Return a game that simple players play to its end, with the table after every action."""
    log = Log(":memory:")
    log.add_table(TableRow("DEMO", "abilene", "1983", Level.BOARD.value, True, seed, 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(seed))
    for name in ("Annie", "Buck", "Cora")[:players]:
        tables.act("DEMO", None, TakeSeat(name, {}, box=True))
    tables.act("DEMO", "s1", StartGame("s1"))
    states = [tables.table("DEMO")]
    while play_once(tables, "DEMO"):
        states.append(tables.table("DEMO"))
    return states


def moved(before: Table, after: Table) -> tuple[str, str] | None:
    """Return the figure that one action moved on the board, from where to where."""
    now, then = seen(before).cells, seen(after).cells
    left = [cell for cell in now if cell not in then]
    come = [cell for cell in then if now.get(cell) != then[cell]]
    return (left[0], (come or [TOWN])[0]) if len(left) == 1 and len(come) <= 1 else None


@pytest.mark.parametrize(("players", "seed"), [(3, "one"), (2, "two")])
def test_every_step_of_a_whole_game_is_judged_legal_with_the_right_moves(players: int, seed: str) -> None:
    states = games(players, seed)
    assert states[-1].phase is TablePhase.OVER
    checked, rode = 0, states[0]
    for before, after in pairwise(states):
        if after.phase is not TablePhase.PLAYING or before.play.sale:
            continue
        if after.play.pending and not before.play.pending:
            rode = before  # no figure has moved for the box yet: it waits for a steer or for the dice of a duel
        if before.play.position == after.play.position:
            continue
        found = judged(rode if before.play.pending else before, seen(after))
        assert found.ruling is Ruling.LEGAL, (str(found.sentence), moved(before, after))
        if isinstance(before.play.pending, Theft):
            assert judged(before, seen(after)).ruling is Ruling.LEGAL
        elif pair := moved(before, after):
            ways = {(command.frm, command.to) for command in first_commands(found)}
            assert before.play.pending or ways == {pair}, "only the die may be a matter of choice"
        checked += 1
    assert checked > 60


def first_commands(found: Judgement) -> list[MoveCow | MoveCowboy]:
    commands = [proposal.command for proposal in found.proposals]
    return [command for command in commands if isinstance(command, MoveCow | MoveCowboy)]


# --- what is seen in one look -----------------------------------------------------------------


@pytest.fixture
def night() -> PrairieNight:
    return PrairieNight()


def ends(night: PrairieNight, frm: str, die: int) -> dict[str, str]:
    seat = night.state.turn.seat
    found = destinations(LAYOUT, night.board, frm, die, seat, DEFAULTS, night.table.rules.facts)
    return {cell: what.value for cell, what in found.items()}


def far_cell(night: PrairieNight, frm: str, steps: int, region: str | None = None) -> str:
    """Return a free cell at exactly this distance."""
    for cell in LAYOUT.cells:
        if night.board.free(cell.id) and distance(LAYOUT, frm, cell.id) == steps and region in (None, cell.region):
            return cell.id
    raise AssertionError("the board is too small")


def beside_a_steer(night: PrairieNight) -> tuple[str, str]:
    """Give Ann a 1 to ride, beside a steer of Bob's, and a vacant start cell for it; return (her cowboy, the steer)."""
    rider = night.board.cowboys_of(ANN)[0]
    steer = night.board.herd(LAYOUT, BOB)[0]
    beside = next(to for _, to in LAYOUT.neighbours[steer] if to != TOWN and night.board.free(to))
    night.put(cows=(far_cell(night, rider, 1, "A"),), gone=(night.board.herd(LAYOUT, ANN)[0],))
    night.put(**{ANN: (beside, *night.board.cowboys_of(ANN)[1:])})
    night.two_dice(1, 0)
    return beside, steer


def farther(night: PrairieNight, die: int) -> str:
    """Return a cell that Ann's first cowboy reaches with this die, and nobody of hers with less."""
    cowboys = night.board.cowboys_of(ANN)
    near = {cell for cowboy in cowboys for less in range(1, die) for cell in ends(night, cowboy, less)}
    return next(cell for cell in ends(night, cowboys[0], die) if cell not in near and night.board.free(cell))


def shifted(night: PrairieNight, *moves: tuple[str, str]) -> Observation:
    """Return what the camera sees after these figures went there."""
    now = seen(night.table)
    cells = dict(now.cells)
    for frm, to in moves:
        cells[to] = cells.pop(frm)
    return replace(now, cells=cells)


def test_steers_are_seen_in_their_colours(night: PrairieNight) -> None:
    steers = {kind for kind in seen(night.table).cells.values() if kind.startswith("cow:")}
    assert steers == {"cow:A", "cow:B", "cow:C"}


def test_the_same_board_is_no_news(night: PrairieNight) -> None:
    assert judged(night.table, seen(night.table)).ruling is Ruling.NONE


def steer_and_cell(night: PrairieNight, steps: int) -> tuple[str, str]:
    for steer in night.board.herd(LAYOUT, ANN):
        near = ends(night, steer, steps - 1)
        for cell in ends(night, steer, steps):
            if cell not in near and cell != TOWN:
                return steer, cell
    raise AssertionError("no steer can go so far")


def test_three_steps_of_one_steer_are_proposed_and_count_when_confirmed(night: PrairieNight) -> None:
    frm, to = steer_and_cell(night, 3)
    observation = shifted(night, (frm, to))
    found = judged(night.table, observation)
    assert (found.ruling, found.seat) == (Ruling.LEGAL, ANN)
    night.act(ANN, found.proposals[0].command)
    assert judged(night.table, observation).ruling is Ruling.NONE


def test_the_phone_of_the_player_offers_what_was_seen(night: PrairieNight) -> None:
    observe(night.tables, CODE, shifted(night, steer_and_cell(night, 2)))
    view, other_view = (camera_view(night.tables, night.tables.live(CODE), seat) for seat in (ANN, BOB))
    assert view
    assert other_view
    assert (view.state, len(view.choices), other_view.choices) == ("legal", 1, ())


def test_several_steers_share_the_steps(night: PrairieNight) -> None:
    one, two = [steer for steer in night.board.herd(LAYOUT, ANN) if ends(night, steer, 1)][:2]
    first = next(cell for cell in ends(night, one, 1))
    second = next(cell for cell in ends(night, two, 1) if cell != first)
    observation = shifted(night, (one, first), (two, second))
    found = judged(night.table, observation)
    assert found.ruling is Ruling.LEGAL
    night.act(ANN, found.proposals[0].command)
    assert seen(night.table).cells == observation.cells
    assert night.state.turn.cow_dice == (1,)


def test_a_steer_that_went_four_steps_is_noticed(night: PrairieNight) -> None:
    frm = night.board.herd(LAYOUT, ANN)[0]
    found = judged(night.table, shifted(night, (frm, far_cell(night, frm, 4, "A"))))
    assert found.ruling is Ruling.ILLEGAL
    assert found.rule
    assert found.rule.section in ("4.1", "4.2")


def test_four_steps_of_two_steers_are_noticed(night: PrairieNight) -> None:
    steers = night.board.herd(LAYOUT, ANN)
    pairs = [
        (steer, cell)
        for steer in steers
        for cell in ends(night, steer, 2)
        if cell != TOWN and cell not in (*steers, *ends(night, steer, 1))
    ]

    def steps(steer: str, cell: str) -> int:
        return next((number for number in (1, 2, 3) if cell in ends(night, steer, number)), 4)

    one, two = next(
        (one, two)
        for one, two in combinations(pairs, 2)
        if one[0] != two[0] and one[1] != two[1] and steps(one[0], two[1]) + steps(two[0], one[1]) > 3
    )
    assert judged(night.table, shifted(night, one, two)).ruling is Ruling.ILLEGAL


def test_somebody_else_s_steer_is_noticed(night: PrairieNight) -> None:
    frm = night.board.herd(LAYOUT, BOB)[0]
    found = judged(night.table, shifted(night, (frm, far_cell(night, frm, 1, "B"))))
    assert (found.ruling, str(found.sentence)) == (Ruling.ILLEGAL, f"The cow on {frm} is not in your herd.")


def test_a_cowboy_that_moves_before_the_dice_are_known_leads_to_a_question_or_an_objection(night: PrairieNight) -> None:
    frm = night.board.cowboys_of(ANN)[0]
    to = farther(night, 4)
    early = judged(night.table, shifted(night, (frm, to)))
    assert (early.ruling, early.rule and early.rule.section) == (Ruling.ILLEGAL, "4.1")
    night.act(ANN, EndStep(Step.CATTLE))
    asked = judged(night.table, shifted(night, (frm, to)))
    assert asked.ruling is Ruling.UNCLEAR
    assert "This would fit: 4" in str(asked.sentence)


def test_two_cowboys_ride_one_with_each_die(night: PrairieNight) -> None:
    one, two, three = night.board.cowboys_of(ANN)
    night.two_dice(2, 3)
    first = next(cell for cell, what in ends(night, one, 2).items() if what == "move")
    second = next(cell for cell, what in ends(night, two, 3).items() if what == "move" and cell != first)
    observation = shifted(night, (one, first), (two, second))
    found = judged(night.table, observation)
    assert found.ruling is Ruling.LEGAL
    third = next(cell for cell in ends(night, three, 2) if night.board.free(cell) and cell not in (first, second))
    assert judged(night.table, shifted(night, (one, first), (two, second), (three, third))).ruling is Ruling.ILLEGAL
    night.act(ANN, found.proposals[0].command)
    assert seen(night.table).cells == observation.cells


def test_the_wrong_distance_is_noticed(night: PrairieNight) -> None:
    frm = night.board.cowboys_of(ANN)[0]
    night.two_dice(2, 2)
    found = judged(night.table, shifted(night, (frm, farther(night, 4))))
    assert (found.ruling, found.rule and found.rule.section) == (Ruling.ILLEGAL, "4.4")
    assert found.allow


def test_of_two_figures_alike_the_one_that_went_too_far_is_blamed_and_not_the_nearer_pair(night: PrairieNight) -> None:
    steers = judged(night.table, shifted(night, ("A5-2", "A3-2"), ("A5-1", "A3-5")))
    assert steers.cells == ("A5-1", "A3-5")
    night.two_dice(2, 3)
    cowboys = judged(night.table, shifted(night, ("A3-3", "A4-6"), ("A3-1", "A6-8")))
    assert cowboys.cells == ("A3-1", "A6-8")
    assert set(cowboys.moves) == {("A3-3", "A4-6"), ("A3-1", "A6-8")}


def test_another_player_s_cowboy_is_noticed(night: PrairieNight) -> None:
    frm = night.board.cowboys_of(BOB)[0]
    night.two_dice(2, 2)
    found = judged(night.table, shifted(night, (frm, far_cell(night, frm, 2))))
    assert (found.ruling, str(found.sentence)) == (Ruling.ILLEGAL, f"The cowboy on {frm} is not yours.")


def test_a_figure_that_hides_another_is_asked_about_and_nobody_is_accused(night: PrairieNight) -> None:
    """Two on one cell look like one: a figure is missing."""
    steer, other = night.board.herd(LAYOUT, ANN)[:2]
    found = judged(night.table, shifted(night, (steer, other)))
    assert found.ruling is Ruling.UNCLEAR
    assert steer in found.cells


def test_nobody_is_accused_while_a_cell_is_hidden(night: PrairieNight) -> None:
    frm = night.board.herd(LAYOUT, BOB)[0]
    observation = shifted(night, (frm, far_cell(night, frm, 1, "B")))
    hidden = night.board.herd(LAYOUT, ANN)[0]
    cells = {cell: kind for cell, kind in observation.cells.items() if cell != hidden}
    assert judged(night.table, replace(observation, cells=cells, unknown=(hidden,))).ruling is Ruling.UNCLEAR


def test_no_step_is_proposed_where_others_may_be_hidden(night: PrairieNight) -> None:
    moved = steer_and_cell(night, 2)
    observation = shifted(night, moved)
    hidden = [cell for cell in LAYOUT.by_id if cell not in observation.cells and cell not in moved]
    few, many = (replace(observation, unknown=tuple(sorted(hidden[:count]))) for count in (8, 9))
    assert judged(night.table, few).ruling is Ruling.LEGAL
    assert judged(night.table, many).ruling is Ruling.UNCLEAR
    assert judged(night.table, replace(seen(night.table), unknown=many.unknown)).ruling is Ruling.NONE


def test_nobody_is_accused_of_a_step_whose_end_was_not_read_for_sure(night: PrairieNight) -> None:
    frm = night.board.herd(LAYOUT, BOB)[0]
    to = far_cell(night, frm, 1, "B")
    observation = shifted(night, (frm, to))
    assert judged(night.table, observation).ruling is Ruling.ILLEGAL
    found = judged(night.table, replace(observation, alternatives={to: (EMPTY,)}))
    assert (found.ruling, found.cells) == (Ruling.UNCLEAR, tuple(sorted((frm, to))))


def test_a_doubtful_cell_is_believed_to_bear_what_makes_the_step_legal(night: PrairieNight) -> None:
    frm, to = steer_and_cell(night, 2)
    observation = shifted(night, (frm, to))
    cells = {cell: kind for cell, kind in observation.cells.items() if cell != to}
    doubtful = replace(observation, cells=cells, unknown=(to,), doubts={to: ("cow:B", "cow:A")})
    assert judged(night.table, doubtful).ruling is Ruling.LEGAL


def test_a_steer_in_the_wrong_colour_is_asked_about(night: PrairieNight) -> None:
    now = seen(night.table)
    steer = night.board.herd(LAYOUT, ANN)[0]
    assert judged(night.table, replace(now, cells={**now.cells, steer: "cow:B"})).ruling is Ruling.UNCLEAR


def test_a_hand_over_the_board_says_nothing(night: PrairieNight) -> None:
    assert GAME.judge(night.table, Observation(ObservationStatus.COVERED)) is None


def test_a_steer_that_reaches_abilene_is_sold_and_the_rest_waits_for_the_sale(night: PrairieNight) -> None:
    gate = next(cell for cell in LAYOUT.select("A") if TOWN in {to for _, to in LAYOUT.neighbours[cell]})
    steer = night.board.herd(LAYOUT, ANN)[0]
    night.put(cows=(gate,), gone=(steer,))
    now = seen(night.table)
    found = judged(night.table, replace(now, cells={cell: kind for cell, kind in now.cells.items() if cell != gate}))
    assert found.ruling is Ruling.LEGAL
    night.act(ANN, found.proposals[0].command)
    assert night.state.sale
    assert GAME.judge(night.table, now) is None


def test_a_rustled_steer_may_still_be_in_the_captor_s_hand(night: PrairieNight) -> None:
    beside, steer = beside_a_steer(night)
    before = night.table
    held = shifted(night, (beside, steer))
    found = judged(before, held)
    assert found.ruling is Ruling.LEGAL
    night.act(ANN, found.proposals[0].command)
    assert judged(night.table, held).ruling is Ruling.NONE
    colour = seen(before).cells[steer]
    wrong = replace(held, cells={**held.cells, far_cell(night, steer, 2, "B"): colour})
    assert judged(night.table, wrong).ruling is Ruling.ILLEGAL
    start = next(cell for cell in LAYOUT.select("A", Mark.COW_START) if night.board.free(cell))
    put = replace(held, cells={**held.cells, start: colour})
    assert judged(before, put).ruling is Ruling.LEGAL
    placed = judged(night.table, put)
    assert placed.proposals[0].command == PlaceCow(start)


def test_an_escaped_cowboy_that_was_put_back_is_proposed_to_his_owner(night: PrairieNight) -> None:
    night.put(**{ANN: ("B4-1", "A3-3"), BOB: ("B4-2",)})
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(BOB, RollShots(5, 0))
    away = seen(night.table)
    assert judged(night.table, away).ruling is Ruling.NONE, "he is in a hand"
    found = judged(night.table, replace(away, cells={**away.cells, "B3-3": "cowboy:B"}))
    assert (found.ruling, found.seat) == (Ruling.LEGAL, BOB)
    assert found.proposals[0].command == ReturnCowboy("B3-3")


def test_his_owner_is_asked_about_the_escaped_cowboy_alone_where_somebody_else_rode_on(night: PrairieNight) -> None:
    night.put(**{ANN: ("B4-1", "A3-3"), BOB: ("B4-2",)})
    night.two_dice(1, 1)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(BOB, RollShots(5, 0))
    cells = dict(seen(night.table).cells)
    cells["A4-4"] = cells.pop("A3-3")
    both = replace(seen(night.table), cells={**cells, "B3-3": "cowboy:B"})
    found = judged(night.table, both)
    assert (found.seat, [each.command for each in found.proposals]) == (BOB, [ReturnCowboy("B3-3")])
    night.act(BOB, found.proposals[0].command)
    found = judged(night.table, both)
    assert (found.seat, [each.command for each in found.proposals]) == (ANN, [MoveCowboy("A3-3", "A4-4", 1)])


def test_what_the_camera_sees_can_be_arranged_with_the_colours_it_sees(night: PrairieNight) -> None:
    one, two = night.board.herd(LAYOUT, ANN)[0], night.board.herd(LAYOUT, BOB)[0]
    now = seen(night.table)
    swapped = replace(now, cells={**now.cells, one: "cow:B", two: "cow:A"})
    work = GAME.arranging(night.table, ANN, swapped)
    assert work
    assert work.settings[0].figures[one] == (f"cow:{BOB}",)
    assert work.settings[0].figures[two] == (f"cow:{ANN}",)


def test_an_illegal_move_can_be_allowed_as_it_stands(night: PrairieNight) -> None:
    frm = night.board.herd(LAYOUT, ANN)[0]
    observation = shifted(night, (frm, far_cell(night, frm, 4, "A")))
    *_, as_seen = judged(night.table, observation).allow
    night.together(ANN, as_seen)
    assert seen(night.table).cells == observation.cells


# --- counted at once --------------------------------------------------------------------------


@pytest.fixture
def hasty() -> PrairieNight:
    """Return a table that wants a single legal explanation applied unasked."""
    return PrairieNight(auto_confirm=True)


def gate_of_ann() -> str:
    return next(cell for cell in LAYOUT.select("A") if TOWN in {to for _, to in LAYOUT.neighbours[cell]})


def test_the_table_may_want_legal_steps_applied_at_once(hasty: PrairieNight) -> None:
    before, observation = hasty.table, shifted(hasty, steer_and_cell(hasty, 2))
    observe(hasty.tables, CODE, observation)
    view = camera_view(hasty.tables, hasty.tables.live(CODE), None)
    assert view
    assert view.state == "same"
    assert seen(hasty.table).cells == observation.cells
    hasty.undo(ANN)
    assert seen(hasty.table).cells == seen(before).cells
    frm = hasty.board.herd(LAYOUT, ANN)[0]
    observe(hasty.tables, CODE, shifted(hasty, (frm, far_cell(hasty, frm, 4, "A"))))
    assert seen(hasty.table).cells == seen(before).cells, "nothing illegal is"


def test_of_several_explanations_none_is_applied_unasked(hasty: PrairieNight) -> None:
    """The two dice show the same distance, or either cowboy may have gone there."""
    rider, other = hasty.board.cowboys_of(ANN)[:2]
    hasty.two_dice(1, 2)
    both = next(cell for cell in ends(hasty, rider, 1) if cell in ends(hasty, rider, 2) and hasty.board.free(cell))
    observe(hasty.tables, CODE, shifted(hasty, (rider, both)))
    view = camera_view(hasty.tables, hasty.tables.live(CODE), None)
    assert view
    assert view.state == "legal"
    assert other in hasty.board.cowboys
    assert rider in hasty.board.cowboys


@pytest.mark.parametrize("lies_there", [True, False])
def test_a_steer_that_may_only_be_in_a_hand_is_not_sold_unasked(hasty: PrairieNight, lies_there: bool) -> None:
    gate, steer = gate_of_ann(), hasty.board.herd(LAYOUT, ANN)[0]
    hasty.put(cows=(gate,), gone=(steer,))
    now = seen(hasty.table)
    gone = replace(now, cells={cell: kind for cell, kind in now.cells.items() if cell != gate})
    observe(hasty.tables, CODE, gone.with_area("corral", ("cow:A",) if lies_there else ()))
    assert bool(hasty.state.sale) == lies_there


def test_a_rustled_steer_that_was_put_down_counts_at_once(hasty: PrairieNight) -> None:
    beside, steer = beside_a_steer(hasty)
    held, colour = shifted(hasty, (beside, steer)), seen(hasty.table).cells[steer]
    observe(hasty.tables, CODE, held)
    assert isinstance(hasty.state.pending, Theft)
    start = next(cell for cell in LAYOUT.select("A", Mark.COW_START) if hasty.board.free(cell))
    observe(hasty.tables, CODE, replace(held, cells={**held.cells, start: colour}))
    assert hasty.state.pending is None
    assert start in hasty.board.cows
