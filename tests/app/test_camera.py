"""Observations of a camera at a table in play: proposed, confirmed with one tap, objected to, or asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.camera.judgement import camera_view, forget, observe, set_visibility
from companion.app.photos.judgement import observe_photo, photo_view
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.core.errors import Stale
from companion.core.messages import Message
from companion.core.ui.choice import Choice
from companion.core.ui.page import CameraView
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COW, colours_of, observation_of
from companion.games.abilene.common.messages import MoveCow, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.messages import PayJail, RollDuel
from tests.support.table import ANN, BOB, CID, CODE, Night


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann has rolled 2 and 1 for cattle, 1, 1 and 2 for cowboys."""
    night = Night()
    night.roll((2, 1), (1, 1, 2))
    return night


def clear(night: Night, position: Position) -> Observation:
    return observation_of(position, colours_of(night.table))


def look(night: Night, position: Position, seat: str | None = ANN) -> CameraView:
    """Show the camera this position; what the seat's page says."""
    observe(night.tables, CODE, clear(night, position))
    return shown(night, seat)


def shown(night: Night, seat: str | None = ANN) -> CameraView:
    view = camera_view(night.tables, night.tables.live(CODE), seat)
    assert view is not None
    return view


def tap(night: Night, choice: Choice, seat: str = ANN) -> None:
    live = night.tables.live(CODE)
    night.tables.act(CODE, seat, live.codec.public(Message(choice.kind, choice.fixed)), seen=live.table.seq)


# --- legal ------------------------------------------------------------------------------------


def test_a_move_is_proposed_in_words_and_counts_with_one_tap(night: Night) -> None:
    after = night.board.move_cow("A6-0", "A7-1")
    view = look(night, after)
    assert (view.state, str(view.sentence)) == ("legal", "The camera saw: cow A6-0 to A7-1 with the 1")
    assert set(view.cells) == {"A6-0", "A7-1"}
    assert night.board != after, "never applied unasked"
    tap(night, view.choices[0])
    assert night.board == after
    assert shown(night).state == "same"


def test_only_the_player_is_asked_and_everybody_reads_it(night: Night) -> None:
    after = night.board.move_cow("A6-0", "A7-1")
    assert look(night, after).choices
    for other in (BOB, None):
        assert str(shown(night, other).sentence) == str(shown(night).sentence)
        assert not shown(night, other).choices


def test_a_whole_turn_is_confirmed_with_one_tap_and_undone_as_one(night: Night) -> None:
    before = night.board
    after = before.move_cow("A6-0", "A7-1").move_cowboy(ANN, "A4-1", "A4-0").move_cowboy(ANN, "A3-1", "A2-0")
    view = look(night, after)
    assert "; " in str(view.sentence)
    tap(night, view.choices[0])
    assert night.board == after
    assert night.turn == (ANN, Step.COWBOYS)
    night.undo(ANN)
    assert night.board == before


def test_pairings_that_come_to_the_same_are_not_asked_about(night: Night) -> None:
    """Which of two cows stands where is nobody's question: the herd and the dice are the same."""
    after = night.board.move_cow("A6-0", "A7-0").move_cow("A6-1", "A7-1")
    view = look(night, after)
    assert len(view.choices) == 1
    tap(night, view.choices[0])
    assert night.board == after


def test_a_theft_is_confirmed_with_the_place_of_the_cow(night: Night) -> None:
    night.arrange(cowboys={ANN: ("A7-6", "A4-1", "A4-2", "A5-0", "A3-1")})
    before = night.board
    after = before.remove_cow("B6-0").move_cowboy(ANN, "A7-6", "B6-0").place_cow("A7-0")
    view = look(night, after)
    assert "onto the cow on B6-0" in str(view.sentence)
    tap(night, view.choices[0])
    assert night.board == after


def test_a_cow_in_the_hand_of_its_thief_is_a_theft_already(night: Night) -> None:
    night.arrange(cowboys={ANN: ("A7-6", "A4-1", "A4-2", "A5-0", "A3-1")})
    lifted = night.board.remove_cow("B6-0").move_cowboy(ANN, "A7-6", "B6-0")
    view = look(night, lifted)
    assert str(view.sentence) == "The camera saw: cowboy A7-6 onto the cow on B6-0 with the 1"
    tap(night, view.choices[0])
    assert night.state.pending is not None
    assert not shown(night).choices, "the cow is still in the hand"
    put = look(night, lifted.place_cow("A7-0"))
    assert str(put.sentence) == "The camera saw: the stolen cow to A7-0"
    tap(night, put.choices[0])
    assert night.board == lifted.place_cow("A7-0")


def test_a_stolen_cow_on_a_wrong_cell_is_objected_to(night: Night) -> None:
    night.arrange(cowboys={ANN: ("A7-6", "A4-1", "A4-2", "A5-0", "A3-1")})
    lifted = night.board.remove_cow("B6-0").move_cowboy(ANN, "A7-6", "B6-0")
    tap(night, look(night, lifted).choices[0])
    view = look(night, lifted.place_cow("A2-1"))
    assert (view.state, view.cells) == ("illegal", ("A2-1",))
    assert view.rule
    assert view.rule.section == "10.2"


def duel_night() -> Night:
    """Return a table on which a blue cowboy stands beside a red one on the red ranch; Ann may move with ones."""
    night = Night()
    night.arrange(cowboys={BOB: ("A3-2", "B4-1", "B4-2", "B5-4", "B3-1")})
    night.roll((0, 0), (1, 1, 1))
    night.end(Step.CATTLE)
    return night


def test_the_dice_of_a_duel_are_asked_for_and_the_loser_is_read_afterwards() -> None:
    night = duel_night()
    won = night.board.to_jail(BOB, "A3-2").move_cowboy(ANN, "A4-2", "A3-2")
    view = look(night, won)
    assert str(view.sentence) == "The camera saw: cowboy A4-2 onto A3-2 with the 1: duel"
    tap(night, view.choices[0])
    assert not shown(night).choices, "first the dice"
    night.act(ANN, RollDuel(4, 1))
    assert shown(night).state == "same", "the board looks as the dice decided"
    assert night.board == won


def test_the_loser_is_put_where_the_camera_saw_him() -> None:
    night = duel_night()
    night.arrange(
        cowboys={ANN: ("B2-0", "A4-1", "A4-2", "A5-0", "A3-1"), BOB: ("B3-0", "B4-1", "B4-2", "B5-4", "B3-1")}
    )
    fought = night.board.remove_cowboy(BOB, "B3-0").move_cowboy(ANN, "B2-0", "B3-0")
    after = fought.place_cowboy(BOB, "B7-1")
    view = look(night, after)
    assert "B2-0 onto B3-0" in str(view.sentence)
    tap(night, view.choices[0])
    night.act(ANN, RollDuel(4, 1))
    view = shown(night)
    assert str(view.sentence) == "The camera saw: the loser's cowboy to B7-1"
    tap(night, view.choices[0])
    assert night.board == after


def test_a_cow_that_reaches_the_town_is_sold_after_the_cowboys(night: Night) -> None:
    night.arrange(cows={"A": ("A3-0", "A5-1", "A5-2", "A5-3", "A6-0", "A6-1", "A6-2", "A6-3", "A6-4")})
    after = night.board.move_cow("A3-0", TOWN)
    view = look(night, after)
    assert str(view.sentence) == "The camera saw: cow A3-0 to the town with the 2"
    tap(night, view.choices[0])
    assert night.board == after


@pytest.mark.parametrize("auto_confirm", [False, True])
def test_several_explanations_are_there_to_pick_from(auto_confirm: bool) -> None:
    """A red cowboy went to jail: he may have lost to either of two enemies. None of them counts unasked."""
    night = Night(auto_confirm=auto_confirm)
    night.arrange(
        cowboys={ANN: ("B2-0", "A4-1", "A4-2", "A5-0", "A3-1"), BOB: ("B3-0", "B3-1", "B4-1", "B4-2", "B5-4")}
    )
    night.roll((0, 0), (1, 1, 1))
    before = night.board
    view = look(night, before.to_jail(ANN, "B2-0"))
    assert night.board == before
    assert view.state == "legal"
    assert len(view.choices) == 2
    assert {"B3-0", "B3-1"} == {word for c in view.choices for word in str(c.label).split() if word.startswith("B3")}


def test_the_table_may_want_legal_moves_applied_at_once() -> None:
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    before = night.board
    after = before.move_cow("A6-0", "A7-1")
    assert look(night, after).state == "same"
    assert night.board == after
    night.undo(ANN)
    assert night.board == before
    assert shown(night).state == "legal", "what was undone is not applied again by itself"
    look(night, before.move_cow("A6-0", "A2-0"))
    assert night.board == before, "nothing illegal is"


def test_what_was_not_seen_clearly_does_not_count_unasked() -> None:
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    after = night.board.move_cow("A6-0", "A7-1")
    seen = clear(night, after)
    cells = {cell: kind for cell, kind in seen.cells.items() if cell != "A7-1"}
    observe(night.tables, CODE, replace(seen, cells=cells, unknown=("A7-1",), doubts={"A7-1": (COW, EMPTY)}))
    assert night.board != after
    assert shown(night).state == "legal"
    tap(night, shown(night).choices[0])
    assert night.board == after


def test_what_may_stand_elsewhere_does_not_count_unasked() -> None:
    """Something like a cow has come to A7-1, but another may stand on A7-0: one of them is none."""
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    after = night.board.move_cow("A6-0", "A7-1")
    observe(night.tables, CODE, replace(clear(night, after), unknown=("A7-0",), doubts={"A7-0": (COW, EMPTY)}))
    assert night.board != after
    assert shown(night).state == "legal"
    tap(night, shown(night).choices[0])
    assert night.board == after


def test_what_was_read_and_not_for_sure_does_not_count_unasked() -> None:
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    after = night.board.move_cow("A6-0", "A7-1")
    for unsure in ({"A7-1": ("cowboy:A", EMPTY)}, {"A6-0": (COW,)}):
        observe(night.tables, CODE, replace(clear(night, after), alternatives=unsure))
        assert night.board != after
        assert shown(night).state == "legal"
    observe(night.tables, CODE, replace(clear(night, after), alternatives={"A7-0": ("cowboy:B",)}))
    assert night.board == after, "what else may be unsure"


def test_a_doubt_about_others_does_not_keep_a_move_from_counting_unasked() -> None:
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    after = night.board.move_cow("A6-0", "A7-1")
    seen = clear(night, after)
    doubts = {"A7-0": ("cowboy:B", EMPTY), "A6-1": (COW, EMPTY)}
    cells = {cell: kind for cell, kind in seen.cells.items() if cell not in doubts}
    observe(night.tables, CODE, replace(seen, cells=cells, unknown=tuple(sorted(doubts)), doubts=doubts))
    assert night.board == after


def test_released_cowboys_are_read_one_by_one_or_all_at_once() -> None:
    for together in (False, True):
        night = Night()
        night.arrange(cowboys={ANN: ("A4-1", "A4-2")}, jail={ANN: 3})
        night.roll((2, 1), (1, 1, 2))
        night.act(ANN, PayJail(3))
        free = [night.board.release(ANN, "A3-1")]
        free.append(free[0].release(ANN, "A5-0"))
        free.append(free[1].release(ANN, "A5-4"))
        for places in free[2:] if together else free:
            view = look(night, places)
            assert "the released cowboy to" in str(view.sentence)
            tap(night, view.choices[0])
            assert night.board == places
        assert night.turn == (ANN, Step.CATTLE)


# --- illegal ----------------------------------------------------------------------------------


def test_an_illegal_move_has_a_rule_two_lit_squares_and_ways_on(night: Night) -> None:
    view = look(night, night.board.move_cow("A6-0", "A3-0"))
    assert view.state == "illegal"
    assert "Too far" in str(view.sentence)
    assert view.rule
    assert view.rule.section == "8.2"
    assert view.cells == ("A6-0", "A3-0")
    assert str(view.hints[0]) == "Put it back (A3-0 → A6-0) and this message disappears."
    assert view.arrange
    assert [choice.kind for choice in view.choices] == ["undo", "allow_anyway"]
    assert not shown(night, BOB).choices


def test_a_legal_move_before_an_illegal_one_is_not_to_be_undone(night: Night) -> None:
    night.act(ANN, MoveCow("A6-0", "A7-1", 1))
    view = look(night, night.board.move_cow("A6-1", "A3-0"))
    assert view.state == "illegal"
    assert "A3-0 → A6-1" in str(view.hints[0])
    assert [choice.kind for choice in view.choices] == ["allow_anyway"]


def test_of_two_moves_the_wrong_one_is_to_be_put_back(night: Night) -> None:
    view = look(night, night.board.move_cow("A6-0", "A7-1").move_cow("A6-2", "B2-0"))
    assert view.state == "illegal"
    assert len(view.moves) == 2
    assert "B2-0 → A6-" in str(view.hints[0])


def test_nobody_is_accused_of_what_was_not_read_for_sure(night: Night) -> None:
    after = night.board.move_cow("A6-0", "A7-1")
    misread = clear(night, night.board.move_cow("A6-0", "A3-0"))
    observe(night.tables, CODE, replace(misread, alternatives={"A3-0": (EMPTY,), "A7-1": (COW,)}))
    view = shown(night)
    assert (view.state, str(view.sentence)) == ("legal", "The camera saw: cow A6-0 to A7-1 with the 1")
    tap(night, view.choices[0])
    assert night.board == after


def test_a_move_that_was_not_read_for_sure_and_that_nothing_legal_explains_is_asked_about(night: Night) -> None:
    misread = clear(night, night.board.move_cow("A6-0", "A3-0"))
    observe(night.tables, CODE, replace(misread, alternatives={"A3-0": ("cowboy:B", EMPTY)}))
    view = shown(night)
    assert view.state == "unclear"
    assert "A3-0" in str(view.sentence)


def test_what_is_put_back_is_forgiven(night: Night) -> None:
    before = night.board
    assert look(night, before.move_cow("A6-0", "A3-0")).state == "illegal"
    assert look(night, before).state == "same"


def test_the_table_allows_it_anyway_and_the_log_says_so(night: Night) -> None:
    after = night.board.move_cow("A6-0", "A3-0")
    (allow,) = [choice for choice in look(night, after).choices if choice.kind == "allow_anyway"]
    tap(night, allow)
    assert night.board != after
    night.agree()
    assert night.board == after
    assert any("The others allowed" in line and "Too far" in line for line in night.report())
    assert shown(night).state == "same"


def test_what_no_single_move_explains_can_be_let_stand_as_it_is(night: Night) -> None:
    after = night.board.move_cow("B6-0", "C6-5").move_cowboy(CID, "D3-1", "A7-0")
    view = look(night, after)
    assert view.state == "illegal"
    (allow,) = [choice for choice in view.choices if choice.kind == "arrange_board"]
    tap(night, allow)
    night.agree()
    assert night.board == after


def test_dice_typed_wrong_are_taken_back(night: Night) -> None:
    view = look(night, night.board.move_cow("A6-0", "A3-0"))
    tap(night, next(choice for choice in view.choices if choice.kind == "undo"))
    assert night.turn == (ANN, Step.DICE)
    view = shown(night)
    assert view.state == "unclear"
    assert "a light die of 3 or more" in str(view.sentence)
    night.roll((3, 1), (1, 1, 2))
    assert shown(night).state == "legal"


# --- unclear, covered, overtaken --------------------------------------------------------------


def test_before_the_dice_are_known_they_are_asked_for() -> None:
    night = Night()
    view = look(night, night.board.move_cowboy(ANN, "A4-1", "A4-0"))
    assert view.state == "unclear"
    assert "a dark die of 1" in str(view.sentence)


def test_a_figure_that_is_nowhere_is_asked_about(night: Night) -> None:
    view = look(night, night.board.remove_cow("B6-0"))
    assert view.state == "unclear"
    assert view.cells == ("B6-0",)


def test_a_hand_over_the_board_is_waited_for(night: Night) -> None:
    look(night, night.board)
    set_visibility(night.tables, CODE, ObservationStatus.COVERED)
    assert str(shown(night).sentence) == "A hand is over the board: the camera waits."
    set_visibility(night.tables, CODE, ObservationStatus.OK)
    assert shown(night).state == "same"
    set_visibility(night.tables, CODE, ObservationStatus.NO_BOARD)
    assert shown(night).state == "lost"
    look(night, night.board)
    assert shown(night).state == "same"
    observe(night.tables, CODE, Observation(ObservationStatus.NO_BOARD))
    assert shown(night).state == "lost"


@pytest.mark.parametrize("status", [ObservationStatus.COVERED, ObservationStatus.NO_BOARD])
def test_what_is_seen_under_a_hand_is_neither_proposed_nor_objected_to_nor_applied(status: ObservationStatus) -> None:
    night = Night(auto_confirm=True)
    night.roll((2, 1), (1, 1, 2))
    before = night.board
    for after in (before.move_cow("A6-0", "A7-1"), before.move_cow("A6-0", "A2-0")):
        observe(night.tables, CODE, replace(clear(night, after), status=status))
        assert night.board == before
        assert shown(night).choices == ()
        assert shown(night).state in ("covered", "lost")


def test_a_newer_observation_replaces_what_nobody_answered(night: Night) -> None:
    before = night.board
    look(night, before.move_cow("A6-0", "A7-1"))
    view = look(night, before.move_cow("A6-0", "A7-0"))
    assert len(view.choices) == 1
    assert "A7-0" in str(view.sentence)
    assert night.table.motions == (), "what was only seen leaves no trace in the log"


def test_a_move_tapped_meanwhile_is_not_applied_twice(night: Night) -> None:
    after = night.board.move_cow("A6-0", "A7-1")
    (choice,) = look(night, after).choices
    seen = night.table.seq
    night.act(ANN, MoveCow("A6-0", "A7-1", 1))
    assert shown(night).state == "same"
    live = night.tables.live(CODE)
    with pytest.raises(Stale):
        night.tables.act(CODE, ANN, live.codec.public(Message(choice.kind, choice.fixed)), seen=seen)
    assert night.board == after


def test_a_board_that_lags_behind_the_taps_accuses_nobody(night: Night) -> None:
    before = night.board
    night.act(ANN, MoveCow("A6-0", "A7-1", 1))
    view = look(night, before)
    assert view.state == "behind"
    assert "now move the figures" in str(view.sentence)
    tap(night, view.choices[0])
    assert night.board == before


def test_a_move_thought_better_of_offers_to_take_the_first_one_back(night: Night) -> None:
    before = night.board
    tap(night, look(night, before.move_cow("A6-0", "A7-1")).choices[0])
    other = before.move_cow("A6-0", "A7-0")
    view = look(night, other)
    assert view.state == "behind"
    tap(night, view.choices[0])
    tap(night, shown(night).choices[0])
    assert night.board == other


def test_a_move_that_nobody_confirmed_before_the_turn_ended_accuses_nobody() -> None:
    night = Night(cowboy_dice_mandatory=False)
    night.roll((2, 1), (1, 1, 2))
    night.end(Step.CATTLE)
    after = night.board.move_cowboy(ANN, "A4-1", "A4-0")
    look(night, after)
    night.end(Step.COWBOYS)
    assert night.turn == (BOB, Step.DICE)
    view = shown(night)
    assert view.state == "behind"
    tap(night, view.choices[0])
    assert shown(night).state == "legal"


def test_a_camera_that_is_turned_away_says_nothing(night: Night) -> None:
    look(night, night.board)
    forget(night.tables, CODE)
    assert camera_view(night.tables, night.tables.live(CODE), ANN) is None


def test_phones_are_rung_when_something_new_is_seen_and_only_then(night: Night) -> None:
    rings: list[int] = []
    night.tables.bell.listen(CODE, rings.append)
    look(night, night.board)
    look(night, night.board)
    assert len(rings) == 1


def test_phones_are_rung_when_a_hand_comes_over_the_board_and_when_it_goes(night: Night) -> None:
    look(night, night.board)
    rings: list[int] = []
    night.tables.bell.listen(CODE, rings.append)
    for visibility in (ObservationStatus.COVERED, ObservationStatus.COVERED, ObservationStatus.OK):
        set_visibility(night.tables, CODE, visibility)
    assert len(rings) == 2


@pytest.mark.logs("cannot judge what a camera saw")
@pytest.mark.parametrize("photo", [False, True], ids=["camera", "photo"])
def test_a_game_that_fails_at_a_picture_takes_no_page_away(
    night: Night, monkeypatch: pytest.MonkeyPatch, photo: bool
) -> None:
    """A mistake in a game's judge is logged with the table; its players read that the picture is not understood."""

    def failing(*_: object) -> None:
        raise ValueError("a mistake")

    game = night.tables.live(CODE).game
    assert game.camera
    failing_camera = replace(game.camera, judge=failing)
    monkeypatch.setattr(type(game), "camera", property(lambda _: failing_camera))
    seen = clear(night, night.board)
    if photo:
        observe_photo(night.tables, CODE, ANN, night.table.seq, seen)
        view = photo_view(night.tables.live(CODE), ANN)
    else:
        observe(night.tables, CODE, replace(seen, alternatives={"A6-0": (EMPTY,)}))
        view = shown(night)
    assert view is not None
    assert (view.state, str(view.sentence)) == ("unclear", "The camera does not understand what happened.")


def test_several_commands_at_once_are_only_those_that_one_seat_may_give_alone(night: Night) -> None:
    from companion.core.table.commands import Batch

    night.refused(ANN, Batch(()))
    night.refused(ANN, Batch((Message("roll_dice", {}),)))
    night.refused(ANN, Batch((Message("undo", {"to": 1}),)))
    night.refused(ANN, Batch((Message("move_cow", {"frm": "A6-0", "to": "A7-1", "die": 1}),) * 2))
    board = night.board
    arrange = {"cows": list(board.cows), "cowboys": dict(board.cowboys), "town": {}, "jail": {}}
    night.refused(ANN, Batch((Message("arrange_board", arrange),)))
    night.refused(BOB, Batch((Message("move_cow", {"frm": "A6-0", "to": "A7-1", "die": 1}),)))
