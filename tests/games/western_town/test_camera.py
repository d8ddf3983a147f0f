"""What a camera over printed town boards proposes: corrections for each town's owner, for one tap, never unasked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.app.camera_judgement import camera_view, observe
from companion.boards.marked_sheets import HIDDEN, STRANGE, TOUCHING
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation
from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Message
from companion.core.table.table import Level
from companion.core.ui.page import CameraState, CameraView
from companion.games.western_town.camera.table import board_name, boards_of, expected_observation, printed_sheets
from companion.games.western_town.camera.words import read_on_sheets
from companion.games.western_town.commands import (
    ChangeTown,
    ChooseTarget,
    LayTile,
    LeaveBuilding,
    LeaveCount,
    MarkBuilding,
    Reason,
    Side,
    TurnUpCard,
)
from companion.games.western_town.events import CountLeft, TownChanged
from companion.games.western_town.house_rules import TownBoards
from companion.games.western_town.printing.marks import tile_numbers
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from tests.western import ALEXANDRE, ROBIN, THEO, TownEvening

GOLD, LURE, PIPES, PEOPLE = Resource.GOLD, Resource.LURE, Resource.PIPES, Resource.INHABITANTS


def evening(level: Level = Level.BANK, boards: TownBoards = TownBoards.BOTH_CUBES) -> TownEvening:
    return TownEvening(3, level, town_boards=boards.value).starts()


def seen(
    at: TownEvening, areas: Mapping[str, tuple[str, ...]], unknown: Mapping[str, str] | None = None
) -> Observation:
    """The table as the box believes it, but for these."""
    right = expected_observation(at.table)
    assert right
    doubts = unknown or {}
    kept = {name: kinds for name, kinds in {**right.areas, **areas}.items() if name not in doubts}
    return replace(right, areas=kept, unknown=tuple(doubts), doubts={name: (why,) for name, why in doubts.items()})


def looks(at: TownEvening, areas: Mapping[str, tuple[str, ...]], unknown: Mapping[str, str] | None = None) -> None:
    observe(at.tables, at.code, seen(at, areas, unknown))


def says(at: TownEvening, seat: str | None = ROBIN) -> CameraView | None:
    return camera_view(at.tables, at.code, seat)


def asked(at: TownEvening, seat: str = ROBIN) -> tuple[str, list[str]]:
    """The sentence on this phone, and its buttons."""
    view = says(at, seat)
    assert view
    return str(view.sentence), [str(choice.label) for choice in view.choices]


def tap(at: TownEvening, label: str, seat: str = ROBIN) -> None:
    """The button with these words."""
    view = says(at, seat)
    assert view
    choice = next(each for each in view.choices if str(each.label) == label)
    command: Command = at.tables.live(at.code).codec.public(Message(choice.kind, dict(choice.fixed)))
    at.act(seat, command)


def test_the_camera_is_offered_only_where_printed_boards_lie() -> None:
    without = TownEvening(3).starts()
    game = without.tables.live(without.code).game
    assert game.marked_table(without.table) is None  # type: ignore[attr-defined]
    assert expected_observation(without.table) is None
    at = evening()
    marked: MarkedTable = game.marked_table(at.table)  # type: ignore[attr-defined]
    assert [sheet.name for sheet in marked.sheets.sheets] == list(boards_of(at.table).values())
    assert MarkedTable.parse(marked.plain()) == marked


def test_every_number_on_our_prints_is_its_own() -> None:
    numbers = [
        *printed_sheets(True).corners,
        *printed_sheets(True).kinds,
        printed_sheets(True).sheets[0].places[0].bare,
    ]
    assert len(numbers) == len(set(numbers)) == 16 + len(tile_numbers()) + 2


def test_a_count_that_differs_is_asked_on_the_phone_of_the_owner_alone() -> None:
    at = evening()
    at.gets(ROBIN, {GOLD: 4})
    looks(at, {"board1/gold": ("gold:large", "gold")})
    assert asked(at) == ("The camera counts 5 Gold, the box says 4.", ["Take 5 Gold", "Leave 4 Gold"])
    assert says(at, ALEXANDRE) is None
    assert says(at, None) is None
    assert at.has(ROBIN, GOLD) == 4, "nothing happens unasked"


def test_one_tap_takes_it_over_with_its_reason_and_the_question_is_gone() -> None:
    at = evening()
    looks(at, {"board1/gold": ("gold",)})
    tap(at, "Take 1 Gold")
    assert at.has(ROBIN, GOLD) == 1
    assert at.events(TownChanged)[-1].changes == {GOLD: 1}
    assert at.report()[-1] == "s1: +1 Gold (counted by the camera)"
    view = says(at)
    assert view
    assert view.state is CameraState.SAME


def test_what_was_left_is_not_asked_again_until_one_of_the_numbers_is_another() -> None:
    at = evening()
    looks(at, {"board1/gold": ("gold",)})
    tap(at, "Leave 0 Gold")
    assert at.events(CountLeft)
    assert "the camera counts 1" in at.report()[-1]
    view = says(at)
    assert view
    assert not view.choices
    looks(at, {"board1/gold": ("gold", "gold")})
    assert asked(at)[1] == ["Take 2 Gold", "Leave 0 Gold"]
    looks(at, {"board1/gold": ("gold",)})
    at.gets(ROBIN, {GOLD: 3})
    assert asked(at)[1] == ["Take 1 Gold", "Leave 3 Gold"]


def test_lure_is_asked_before_the_pipes_that_it_is_made_of() -> None:
    at = evening()
    looks(at, {"board1/lure": ("lure", "lure"), "board1/pipes": ("pipes",) * 5})
    assert asked(at) == ("The camera counts 2 Lure, the box says 0.", ["Take 2 Lure", "Leave 0 Lure"])
    tap(at, "Take 2 Lure")
    assert (at.has(ROBIN, LURE), at.has(ROBIN, PIPES)) == (2, 5)
    view = says(at)
    assert view
    assert view.state is CameraState.SAME


def test_lure_without_a_pipe_to_make_it_of_is_taken_over_too() -> None:
    at = evening()
    at.gets(ROBIN, {PIPES: -7})
    looks(at, {"board1/lure": ("lure",)})
    tap(at, "Take 1 Lure")
    assert (at.has(ROBIN, LURE), at.has(ROBIN, PIPES)) == (1, 0)


def test_two_boxes_are_asked_at_once_and_the_rest_after_them() -> None:
    at = evening()
    looks(at, {"board1/gold": ("gold",), "board1/wood": ("wood",), "board1/inhabitants": ("inhabitants",)})
    sentence, labels = asked(at)
    assert sentence.startswith("The camera counts 1 Gold")
    assert labels == ["Take 1 Gold", "Leave 0 Gold", "Take 1 Wood", "Leave 0 Wood"]


def test_a_box_under_a_hand_is_no_news_and_one_with_touching_cubes_says_what_helps() -> None:
    at = evening()
    looks(at, {}, {"board1/pipes": HIDDEN})
    view = says(at)
    assert view
    assert (view.state, view.choices) == (CameraState.SAME, ())
    looks(at, {}, {"board1/pipes": TOUCHING, "board1/cowboys": STRANGE})
    sentence, labels = asked(at)
    assert "something else" in sentence
    assert not labels
    assert "Push them apart" in str(says(at).hints[0])  # type: ignore[union-attr]


def test_a_board_out_of_sight_is_said_to_its_owner() -> None:
    at = evening()
    looks(at, {}, {board_name(1): HIDDEN})
    assert asked(at, ALEXANDRE)[0].startswith("Your town board is not in the camera's picture")
    assert says(at, THEO) is None


def test_a_destroyed_marker_that_lies_otherwise_is_asked() -> None:
    at = evening()
    looks(at, {"board1/marshal": ("destroyed",)})
    assert asked(at)[1] == ["Destroyed: marshal's office", "Leave it: marshal's office"]
    tap(at, "Destroyed: marshal's office")
    assert at.board(ROBIN).building("marshal").destroyed
    looks(at, {"board1/marshal": ()})
    tap(at, "Leave it: marshal's office")
    view = says(at)
    assert view
    assert not view.choices
    looks(at, {"board1/marshal": ("destroyed",)})
    assert at.board(ROBIN).building("marshal").destroyed


def test_a_tile_that_the_box_does_not_have_is_laid_with_one_tap_where_towns_are_only_counted() -> None:
    at = evening()
    looks(at, {"board1/c4": ("saloon",)})
    assert asked(at)[0] == "The camera sees a tile on cell c4: saloon. The box has none there."
    tap(at, "It is built: saloon")
    board = at.board(ROBIN)
    assert (board.buildings[-1].name, board.buildings[-1].number, board.black) == ("saloon", 5, 2)
    view = says(at)
    assert view
    assert not view.choices, "of the saloon only the number of its cell is known"
    looks(at, {"board1/c4": ("saloon", "destroyed")})
    assert asked(at)[1][0] == "Destroyed: saloon"


def test_with_the_guide_tiles_are_built_not_corrected_and_cubes_still_are() -> None:
    at = evening(Level.BOARD)
    looks(at, {"board1/c4": ("saloon",), "board1/gold": ("gold",)})
    assert asked(at)[1] == ["Take 1 Gold", "Leave 0 Gold"]


def test_what_the_table_would_refuse_now_is_not_asked() -> None:
    at = evening()
    looks(at, {"board1/inhabitants": ("inhabitants",)})
    at.gets(ROBIN, {PEOPLE: 4})
    at.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    at.throws(ROBIN, Side.ORANGE_AGAIN, Side.RED_ORANGE)
    at.act(THEO, ChooseTarget(Indian.ORANGE, "inhabitants"))
    at.refused(ROBIN, ChangeTown({PEOPLE: -1}, Reason.CAMERA), NotNow)
    view = says(at)
    assert view is None or not view.choices


@pytest.mark.parametrize(
    "nonsense",
    [LeaveCount(GOLD, -1), LeaveCount(GOLD, 999), LeaveBuilding("c99", ()), LeaveBuilding("c1", ("x" * 99,))],
)
def test_nonsense_is_refused(nonsense: Command) -> None:
    evening().refused(ROBIN, nonsense, BadRequest)


def test_what_is_read_on_a_board_is_told_in_words() -> None:
    at = evening()
    at.act(ROBIN, LayTile("saloon", 4), MarkBuilding("b1", True))
    [(name, words), *_] = read_on_sheets(at.table, seen(at, {}, {"board1/gold": TOUCHING}))
    assert name == "Robin"
    assert str(words).startswith("? Gold, 0 Wood, 0 Inhabitants, 3 Cowboys, 7 Peace pipes")
    assert "saloon" in str(words)
    assert "destroyed" in str(words)
