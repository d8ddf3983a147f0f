"""A camera's observation is judged: legal, illegal, unclear or nothing, and nobody is accused who may be honest."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.boards.verdict import Displacement, Ruling, Umpire
from companion.core.errors import BadRequest
from companion.core.text import Text
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.move_sequences import unclear
from companion.games.abilene.common.camera.observations import observation_of
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.camera.context import JudgeContext, JudgedPosition
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.judge import judge_position
from companion.games.abilene.edition_1993.camera.umpire import umpire
from tests.bench.bench_explain import disturbed, played

BOARD = reference_board("abilene-1993")
SEATS = {"A": "red", "B": "blue", "D": "green", "E": "white"}
START = setup(BOARD, {seat: letter for letter, seat in SEATS.items()})
CONTEXT = JudgeContext(BOARD, {seat: letter for letter, seat in SEATS.items()})


def seen(position: Position, *hidden: str, **doubts: tuple[str, ...]) -> Observation:
    """Return the position through a camera that could not see some cells; ``A6_0`` in ``doubts`` is the cell A6-0."""
    doubtful = {cell.replace("_", "-"): kinds for cell, kinds in doubts.items()}
    clear = observation_of(position, CONTEXT.colours)
    unknown = (*hidden, *doubtful)
    return replace(
        clear,
        cells={cell: kind for cell, kind in clear.cells.items() if cell not in unknown},
        unknown=unknown,
        doubts=doubtful,
    )


def asked(
    after: Position | Observation, cattle: tuple[int, ...], dark: tuple[int, ...], before: Position = START
) -> JudgedPosition:
    observation = after if isinstance(after, Observation) else seen(after)
    return judge_position(CONTEXT, before, TurnContext("red", cattle, dark), observation)


def rode(position: Position, *rides: tuple[str, str]) -> Position:
    for frm, to in rides:
        position = position.move_cowboy(position.cowboys[frm], frm, to)
    return position


NEAR_BLUE = rode(START, ("A5-4", "A7-6"), ("B5-0", "A3-2"))
"""A red cowboy beside the blue ranch, a blue one on the red ranch beside the red one on A4-2."""
STOLEN = NEAR_BLUE.remove_cow("B6-0").move_cowboy("red", "A7-6", "B6-0").place_cow("A7-0")
WON = NEAR_BLUE.to_jail("blue", "A3-2").move_cowboy("red", "A4-2", "A3-2")


def test_no_move_is_proposed_where_others_may_be_hidden_or_in_doubt() -> None:
    """Offer no move: not all cells could be tried, so the move that was seen may be a part of what happened."""
    after, far = (
        START.move_cow("A6-0", "A7-1"),
        ("E7-0", "E7-1", "E7-2", "E7-3", "E7-4", "E7-5", "D7-0", "D7-1", "D7-2"),
    )
    kinds = observation_of(START, CONTEXT.colours).cells
    in_doubt = {cell.replace("-", "_"): (kinds.get(cell, EMPTY), "cowboy:A") for cell in far}
    assert asked(seen(after, *far[:8]), (1, 0), ()).verdict.ruling is Ruling.LEGAL
    assert asked(seen(after, *far), (1, 0), ()).verdict.ruling is Ruling.UNCLEAR
    assert asked(seen(START, *far), (1, 0), ()).verdict.ruling is Ruling.NONE
    assert asked(seen(after, **dict([*in_doubt.items()][:3])), (1, 0), ()).verdict.ruling is Ruling.LEGAL
    assert asked(seen(after, **in_doubt), (1, 0), ()).verdict.ruling is Ruling.UNCLEAR


def test_an_area_is_asked_about_by_its_name() -> None:
    """Say it in the reader's language: the name of an area in an observation is no word for a player."""
    for places in ((JAIL,), (CORRAL, "A6-0"), (TOWN, JAIL, "E7-0")):
        reason = unclear(places).reason
        assert reason is not None
        assert {JAIL, CORRAL, TOWN}.isdisjoint(raw_words(reason))
    assert str(unclear(("A6-0", "E7-0")).reason) == "What is on A6-0, E7-0?"
    assert str(unclear((CORRAL, "A6-0")).reason) == "Which figures are here: Corral, A6-0?"


def raw_words(text: Text) -> Iterator[str]:
    """Yield the parameters of a sentence that no language translates."""
    for value in text.params.values():
        if isinstance(value, Text):
            yield from raw_words(value)
        elif isinstance(value, str):
            yield value


# --- legal ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "cattle", "dark", "moves", "words"),
    [
        (
            START,
            START.move_cow("A6-0", "A7-1"),
            (1, 0),
            (),
            {("cow", "A6-0", "A7-1")},
            "cow A6-0 to A7-1 with the 1",
        ),
        (START, START.move_cow("A5-1", TOWN), (5,), (), {("cow", "A5-1", TOWN)}, "cow A5-1 to the town with the 5"),
        (
            NEAR_BLUE,
            STOLEN,
            (),
            (1,),
            {("cowboy:A", "A7-6", "B6-0"), ("cow", "B6-0", "A7-0")},
            "cowboy A7-6 onto the cow on B6-0 with the 1, and the cow goes to A7-0",
        ),
        (
            NEAR_BLUE,
            WON,
            (),
            (1,),
            {("cowboy:A", "A4-2", "A3-2"), ("cowboy:B", "A3-2", "jail")},
            "duel; red wins, blue's cowboy goes to jail",
        ),
        (
            rode(START, ("A3-1", "B2-0")),
            rode(START, ("A3-1", "B2-0")).to_jail("red", "B2-0"),
            (),
            (1,),
            {("cowboy:A", "B2-0", "jail")},
            "blue wins, red's cowboy goes to jail",
        ),
    ],
    ids=["cow", "town", "theft", "duel won", "duel lost"],
)
def test_a_legal_move_is_told_with_its_dice(
    before: Position,
    after: Position,
    cattle: tuple[int, ...],
    dark: tuple[int, ...],
    moves: set[tuple[str, str, str]],
    words: str,
) -> None:
    found = asked(after, cattle, dark, before)
    assert found.verdict.ruling is Ruling.LEGAL
    assert {(one.piece, one.frm, one.to) for one in found.verdict.moves} == moves
    assert words in str(found.verdict.reason)
    assert found.position == after


def test_a_whole_turn_at_once_is_legal() -> None:
    chance = random.Random(5)
    for _ in range(60):
        context = TurnContext("red", tuple(chance.choices(range(6), k=2)), tuple(chance.choices((1, 2, 3, 4), k=3)))
        after = played(BOARD, START, context, chance)
        found = judge_position(CONTEXT, START, context, seen(after))
        assert found.verdict.ruling in (Ruling.LEGAL, Ruling.NONE)
        assert found.position == after
        assert arrived(START, found.verdict.moves) == seen(after).cells


def arrived(before: Position, moves: tuple[Displacement, ...]) -> dict[str, str]:
    """Return what stands on the cells when the moves are made: they must account for every figure."""
    cells = dict(seen(before).cells)
    for move in moves:
        assert cells.pop(move.frm) == move.piece
    for move in moves:
        if move.to not in (TOWN, "jail"):
            assert move.to not in cells
            cells[move.to] = move.piece
    return cells


# --- nothing ----------------------------------------------------------------------------------


def test_nothing_moved() -> None:
    assert asked(START, (5, 5), (1, 2, 3)).verdict.ruling is Ruling.NONE


@pytest.mark.parametrize("status", [ObservationStatus.COVERED, ObservationStatus.NO_BOARD])
def test_a_hand_over_the_board_changes_nothing(status: ObservationStatus) -> None:
    found = asked(Observation(status), (5, 5), (1, 2, 3))
    assert (found.verdict.ruling, found.position) == (Ruling.NONE, START)


def test_a_cell_that_cannot_be_seen_keeps_its_figure() -> None:
    assert asked(seen(START, "A6-0", "A7-0"), (5, 5), (1, 2, 3)).verdict.ruling is Ruling.NONE


# --- illegal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "cattle", "dark", "section", "cells"),
    [
        (rode(START, ("A4-1", "A2-1")), (), (3,), "9.2", ("A4-1", "A2-1")),
        (rode(START, ("A3-1", "A2-0"), ("A4-1", "A4-0")), (), (1,), "9.1", None),
        (START.move_cow("A6-0", "F6-5"), (5,), (), "8.3", ("A6-0", "F6-5")),
        (START.move_cow("B6-1", "B7-1"), (5, 1), (), "8.3", ("B6-1", "B7-1")),
        (START.move_cow("A6-0", TOWN), (3, 1), (), "8.2", ("A6-0", TOWN)),
        (rode(START, ("B3-1", "B3-0")), (), (1,), "9.6", ("B3-1", "B3-0")),
    ],
    ids=["wrong count", "two with one die", "foreign ranch", "foreign cow", "too far", "another's cowboy"],
)
def test_an_illegal_move_names_the_rule_and_the_squares(
    after: Position, cattle: tuple[int, ...], dark: tuple[int, ...], section: str, cells: tuple[str, str] | None
) -> None:
    found = asked(after, cattle, dark)
    assert found.verdict.ruling is Ruling.ILLEGAL
    assert found.verdict.rule
    assert found.verdict.rule.section == section
    assert cells is None or found.verdict.cells == cells
    assert arrived(START, found.verdict.moves) == seen(after).cells
    assert found.position == after, "the game goes on from the position as it stands"


def test_of_two_cows_the_one_that_went_too_far_is_blamed_and_not_the_nearer_pair() -> None:
    after = START.move_cow("A5-2", "A3-2").move_cow("A5-1", "A7-6")
    found = asked(after, (2, 1), ())
    assert found.verdict.ruling is Ruling.ILLEGAL
    assert found.verdict.cells == ("A5-1", "A7-6")
    assert {(moved.frm, moved.to) for moved in found.verdict.moves} == {("A5-1", "A7-6"), ("A5-2", "A3-2")}


def test_a_figure_elsewhere_is_told_with_its_reason() -> None:
    chance = random.Random(11)
    for _ in range(40):
        context = TurnContext("red", tuple(chance.choices(range(6), k=2)), tuple(chance.choices((1, 2, 3, 4), k=3)))
        after = disturbed(BOARD, played(BOARD, START, context, chance), chance)
        found = judge_position(CONTEXT, START, context, seen(after))
        if found.verdict.ruling is Ruling.ILLEGAL:
            assert found.verdict.reason
            assert arrived(START, found.verdict.moves) == seen(after).cells


# --- doubts -----------------------------------------------------------------------------------

COW, RED = "cow", "cowboy:A"


def test_a_doubtful_cell_is_believed_to_bear_what_the_count_asks_for() -> None:
    """The cow left A6-0; whether A7-1 is empty is not sure, but there are 36 cows in the game."""
    found = asked(seen(START.move_cow("A6-0", "A7-1"), A7_1=(EMPTY, COW)), (1, 0), ())
    assert found.verdict.ruling is Ruling.LEGAL
    assert found.verdict.moves == (Displacement(COW, "A6-0", "A7-1"),)


def test_a_legal_reading_is_believed_before_a_likelier_illegal_one() -> None:
    """A7-1 is one step away, A7-3 three: the die shows 1."""
    after = seen(START.move_cow("A6-0", "A7-1"), A7_1=(EMPTY, COW), A7_3=(COW, EMPTY))
    found = asked(after, (1, 0), ())
    assert (found.verdict.ruling, found.verdict.moves) == (Ruling.LEGAL, (Displacement(COW, "A6-0", "A7-1"),))


def test_nobody_is_accused_where_nothing_may_have_moved() -> None:
    after = seen(START.move_cow("A6-0", "A7-3"), A6_0=(EMPTY, COW), A7_3=(COW, EMPTY))
    assert asked(after, (1, 0), ()).verdict.ruling is Ruling.NONE


def test_a_doubt_that_cannot_make_it_legal_excuses_nobody() -> None:
    after = seen(rode(START, ("A4-1", "A2-1")), A7_1=(EMPTY, COW))
    assert asked(after, (), (3,)).verdict.ruling is Ruling.ILLEGAL


def test_two_legal_readings_as_good_are_asked_about() -> None:
    """The likeliest would be too far, and two others are a step away."""
    after = seen(START.remove_cow("A6-0"), A7_3=(COW, EMPTY), A7_1=(EMPTY, COW), A7_0=(EMPTY, COW))
    found = asked(after, (1, 0), ())
    assert found.verdict.ruling is Ruling.UNCLEAR
    assert found.verdict.cells == ("A7-0", "A7-1")
    assert "A7-0, A7-1" in str(found.verdict.reason)


def test_whether_a_figure_has_moved_is_asked_where_either_of_its_cells_may_bear_it() -> None:
    doubtful = seen(START.move_cow("A6-0", "A7-1"), A6_0=("cow", EMPTY), A7_1=("cow", EMPTY))
    finding = asked(doubtful, (1, 0), ())
    assert finding.verdict.ruling is Ruling.UNCLEAR
    assert finding.verdict.cells == ("A6-0", "A7-1")


def test_nobody_is_accused_of_a_move_whose_end_was_not_seen_clearly() -> None:
    strayed = START.move_cow("A6-0", "A7-6")
    assert asked(strayed, (1, 0), ()).verdict.ruling is Ruling.ILLEGAL
    finding = asked(seen(strayed, A7_6=("cow", "cowboy:A")), (1, 0), ())
    assert finding.verdict.ruling is Ruling.UNCLEAR
    assert "A7-6" in finding.verdict.cells


def test_nobody_is_accused_of_a_move_whose_end_was_not_read_for_sure() -> None:
    weak = replace(seen(START.move_cow("A6-0", "A7-6")), alternatives={"A7-6": (EMPTY,)})
    found = asked(weak, (1, 0), ()).verdict
    assert (found.ruling, found.cells) == (Ruling.UNCLEAR, ("A7-6",))
    elsewhere = replace(weak, alternatives={"B6-0": (EMPTY,)})
    assert asked(elsewhere, (1, 0), ()).verdict.ruling is Ruling.ILLEGAL


def test_nobody_is_accused_of_having_gone_to_a_jail_that_could_not_be_seen() -> None:
    gone = seen(START.to_jail("red", "A4-1"))
    finding = asked(replace(gone.with_area("jail", ()), unknown=("jail",)), (), (1,))
    assert finding.verdict.ruling is Ruling.UNCLEAR


SOLD = START.move_cow("A5-1", TOWN)


def test_a_cow_that_may_stand_on_a_doubtful_cell_is_not_silently_sold() -> None:
    """It left A5-1, and the 5 would bring it to the town, but something like a cow is on B7-4 and nobody sees the
    corral.
    """
    strayed = seen(START.remove_cow("A5-1"), "corral", B7_4=(COW, EMPTY))
    found = asked(strayed, (5,), ())
    assert (found.verdict.ruling, found.verdict.cells) == (Ruling.UNCLEAR, ("B7-4",))
    assert asked(replace(strayed, doubts={"B7-4": (EMPTY, COW)}), (5,), ()).verdict.ruling is Ruling.UNCLEAR


def test_a_cow_that_may_be_under_the_hand_is_not_silently_sold() -> None:
    found = asked(seen(START.remove_cow("A5-1"), "corral", "B7-4"), (5,), ())
    assert (found.verdict.ruling, found.verdict.cells) == (Ruling.UNCLEAR, ("B7-4",))


def test_a_cow_that_rather_stands_on_a_doubtful_cell_is_not_silently_sold_for_one_in_the_corral() -> None:
    """A die in the corral looks like a cow: the sale is proposed, and the player who moved is asked."""
    observation = seen(SOLD, B7_4=(COW, EMPTY))
    assert asked(observation, (5,), ()).verdict.ruling is Ruling.LEGAL
    assert observation.leaves_open(("A5-1", TOWN), seen(START))


def test_a_cow_that_was_seen_in_the_corral_is_sold_where_a_cell_is_rather_empty() -> None:
    assert asked(seen(SOLD, B7_4=(EMPTY, COW)), (5,), ()).verdict.ruling is Ruling.LEGAL
    assert asked(seen(SOLD, "corral"), (5,), ()).verdict.ruling is Ruling.LEGAL


def test_a_figure_too_many_that_was_not_seen_clearly_is_none() -> None:
    more = replace(seen(START.move_cow("A6-0", "A7-1")), unknown=("A7-3",), doubts={"A7-3": ("cow", "cowboy:A")})
    assert asked(more, (1, 0), ()).verdict.ruling is Ruling.LEGAL


def test_a_figure_under_the_hand_is_believed_where_only_one_place_is_legal() -> None:
    after = seen(START.remove_cow("A6-0"), "A7-1", "F6-5")
    found = asked(after, (1, 0), ())
    assert (found.verdict.ruling, found.verdict.moves) == (Ruling.LEGAL, (Displacement(COW, "A6-0", "A7-1"),))


def test_a_figure_that_may_be_anywhere_under_the_hand_is_asked_about() -> None:
    after = seen(START.remove_cow("A6-0"), "A7-0", "A7-1")
    found = asked(after, (1, 0), ())
    assert (found.verdict.ruling, found.verdict.cells) == (Ruling.UNCLEAR, ("A7-0", "A7-1"))


def test_a_figure_that_came_from_under_the_hand_left_its_cell() -> None:
    after = seen(START.move_cow("A6-0", "A7-1"), "A6-0", "B6-0")
    found = asked(after, (1, 0), ())
    assert (found.verdict.ruling, found.verdict.moves) == (Ruling.LEGAL, (Displacement(COW, "A6-0", "A7-1"),))


@pytest.mark.parametrize(
    ("after", "words", "cells"),
    [
        (START.remove_cow("A6-0"), "There were 36 cows", ("A6-0",)),
        (START.place_cow("A7-1"), "There were 36 cows", ("A7-1",)),
        (START.remove_cowboy("blue", "B3-1"), "blue had 5 cowboys", ("B3-1",)),
    ],
    ids=["a cow is missing", "a cow too many", "a cowboy is missing"],
)
def test_a_count_that_cannot_be_is_no_accusation(after: Position, words: str, cells: tuple[str, ...]) -> None:
    found = asked(after, (5, 5), (1, 2, 3))
    assert found.verdict.ruling is Ruling.UNCLEAR
    assert words in str(found.verdict.reason)
    assert found.verdict.cells == cells


def test_a_figure_of_a_colour_nobody_plays_is_asked_about() -> None:
    clear = seen(START)
    found = asked(replace(clear, cells={**clear.cells, "A7-1": "cowboy:C"}), (5, 5), (1, 2, 3))
    assert (found.verdict.ruling, found.verdict.cells) == (Ruling.UNCLEAR, ("A7-1",))


def test_cows_of_earlier_sales_may_lie_in_the_corral() -> None:
    clear = seen(START.move_cow("A6-0", "A7-1"))
    found = asked(clear.with_area(CORRAL, (COW, COW)), (1, 0), ())
    assert (found.verdict.ruling, found.position.corral) == (Ruling.LEGAL, 0)


def test_a_cow_seen_in_the_town_itself_is_as_good_as_in_the_corral() -> None:
    clear = seen(START.move_cow("A5-1", TOWN))
    found = asked(replace(clear, areas={TOWN: (COW,)}), (5,), ())
    assert found.verdict.moves == (Displacement(COW, "A5-1", TOWN),)


@pytest.mark.thorough
def test_random_doubts_never_turn_an_honest_turn_into_an_accusation() -> None:
    chance = random.Random(23)
    asked_back = 0
    for _ in range(150):
        context = TurnContext("red", tuple(chance.choices(range(6), k=2)), tuple(chance.choices((1, 2, 3, 4), k=3)))
        after = played(BOARD, START, context, chance)
        cells, clear = sorted(BOARD.by_id), seen(after).cells
        doubts = {}
        for cell in chance.sample(cells, 3):
            truth = clear.get(cell, EMPTY)
            kinds = [truth, chance.choice([kind for kind in (EMPTY, COW, RED, "cowboy:B") if kind != truth])]
            chance.shuffle(kinds)
            doubts[cell] = tuple(kinds)
        hidden = chance.sample([cell for cell in cells if cell not in doubts], 4)
        found = judge_position(CONTEXT, START, context, seen(after, *hidden, **doubts))
        assert found.verdict.ruling is not Ruling.ILLEGAL
        asked_back += found.verdict.ruling is Ruling.UNCLEAR
    assert asked_back < 15


# --- pictures of an evening -------------------------------------------------------------------


def play(frames: Umpire, after: Position, turn: int, seat: str, **dice: tuple[int, ...]) -> Ruling:
    """Return one picture of the colours' own table, where a seat is called by its letter."""
    return frames.play(seen(after), turn, seat, dice).ruling


def evening() -> Umpire:
    frames = umpire(BOARD, ("A", "B", "D", "E"))
    frames.start(seen(START))
    return frames


def test_a_turn_in_several_pictures_with_the_dice_of_each_step() -> None:
    frames = evening()
    driven = START.move_cow("A6-0", "A7-1").move_cow("A5-1", TOWN)
    ridden = rode(driven, ("A4-1", "A4-0"), ("A3-1", "A2-0"))
    assert play(frames, driven, 1, "A", cattle=(5, 5)) is Ruling.LEGAL
    assert frames.play(Observation(ObservationStatus.COVERED), 1, "A", {"cowboys": (1, 1)}).ruling is Ruling.NONE
    assert play(frames, ridden, 1, "A", cowboys=(1, 1)) is Ruling.LEGAL
    again = replace(rode(ridden, ("B3-1", "B2-0")), corral=0)
    assert play(frames, again, 2, "B", cattle=(5, 5), cowboys=(1,)) is Ruling.LEGAL, "the cow has been sold"


def test_a_cowboy_who_has_moved_in_a_turn_does_not_move_again_in_it() -> None:
    frames = evening()
    first_ride = rode(START, ("A4-1", "A4-0"))
    twice = rode(first_ride, ("A4-0", "F4-3"))
    assert play(frames, first_ride, 1, "A", cowboys=(1,)) is Ruling.LEGAL
    assert play(frames, twice, 1, "A", cowboys=(1,)) is Ruling.ILLEGAL
    assert play(frames, rode(twice, ("B3-1", "B2-0")), 2, "B", cowboys=(1,)) is Ruling.LEGAL, "on from where it stands"
    assert play(frames, rode(twice, ("B3-1", "B2-0"), ("F4-3", "F4-2")), 3, "A", cowboys=(1,)) is Ruling.LEGAL


def test_a_picture_that_was_not_read_for_sure_accuses_nobody_if_it_may_be_a_legal_move() -> None:
    frames, misread = evening(), seen(START.move_cow("A6-0", "A3-0"))
    assert frames.play(misread, 1, "A", {"cattle": (1, 1)}).ruling is Ruling.ILLEGAL
    frames.start(seen(START))
    weak = replace(misread, alternatives={"A3-0": (EMPTY,), "A7-1": (COW,)})
    verdict = frames.play(weak, 2, "A", {"cattle": (1, 1)})
    assert (verdict.ruling, verdict.moves) == (Ruling.LEGAL, (Displacement(COW, "A6-0", "A7-1"),))
    assert frames.believed == seen(START.move_cow("A6-0", "A7-1"))


def test_dice_of_a_picture_without_a_board_belong_to_the_next_one() -> None:
    frames = evening()
    frames.play(Observation(ObservationStatus.NO_BOARD), 1, "A", {"cattle": (1, 0)})
    both = rode(START.move_cow("A6-0", "A7-1"), ("A4-1", "A4-0"))
    assert play(frames, both, 1, "A", cowboys=(1,)) is Ruling.LEGAL


def test_a_picture_that_seemed_to_be_under_a_hand_gives_its_dice_to_the_next_one() -> None:
    frames = evening()
    frames.play(Observation(ObservationStatus.COVERED), 1, "A", {"cattle": (1, 0)})
    both = rode(START.move_cow("A6-0", "A7-1"), ("A4-1", "A4-0"))
    assert play(frames, both, 1, "A", cowboys=(1,)) is Ruling.LEGAL


def test_nobody_answers_for_a_turn_whose_last_picture_could_not_be_read() -> None:
    frames = evening()
    frames.play(Observation(ObservationStatus.COVERED), 1, "A", {"cowboys": (1,)})
    both = rode(START, ("A4-1", "A4-0"), ("B3-1", "B2-0"))
    assert play(frames, both, 2, "B", cowboys=(1,)) is Ruling.UNCLEAR
    assert play(frames, rode(both, ("D3-1", "D2-1")), 3, "D", cowboys=(4,)) is Ruling.ILLEGAL, "seen well again"


def test_moves_of_a_whole_evening_account_for_every_figure() -> None:
    chance, frames, position = random.Random(3), evening(), START
    rulings: Counter[Ruling] = Counter()
    for turn in range(1, 25):
        letter, seat = list(SEATS.items())[turn % 4]
        position = replace(position, corral=0)
        context = TurnContext(seat, tuple(chance.choices(range(6), k=2)), tuple(chance.choices((1, 2, 3, 4), k=3)))
        position = played(BOARD, position, context, chance)
        verdict = frames.play(
            seen(position), turn, letter, {"cattle": context.cow_dice, "cowboys": context.cowboy_dice}
        )
        rulings[verdict.ruling] += 1
    assert rulings[Ruling.LEGAL] + rulings[Ruling.NONE] == 24


def test_a_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadRequest):
        evening().play(seen(START), 1, "C", {})


@pytest.mark.parametrize(
    ("strange", "area"),
    [
        (seen(START).with_area("jail", ("cow",)), "jail"),
        (seen(START).with_area("jail", ("cowboy:F",)), "jail"),
        (seen(START).with_area("town", ("cowboy:F",)), "town"),
    ],
    ids=["cow in jail", "stranger in jail", "stranger in town"],
)
def test_what_does_not_belong_beside_the_board_is_asked_about(strange: Observation, area: str) -> None:
    finding = asked(strange, (1, 1), (1, 1, 1))
    assert finding.verdict.ruling is Ruling.UNCLEAR
    assert area in finding.verdict.cells
