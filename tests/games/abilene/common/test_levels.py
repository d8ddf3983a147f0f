"""The levels *bank* and *board*, and changes between them: *up* to the board, *down* to the bank."""

from dataclasses import replace
from typing import Any

import pytest

from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest, NotNow
from companion.core.referee.lobby_page import settings
from companion.core.table.commands import SetLevel
from companion.core.table.table import Level
from companion.core.ui.board_page import Arranging
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, MoveCow, MoveCowboy, RecordTheft, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1993.messages import (
    GoBankrupt,
    PayJail,
    PlaceReleased,
    RecordJailed,
    RecordTown,
    RollDice,
)
from tests.support.abilene import ABILENE
from tests.support.table import ANN, BOB, CID, DAN, RANCHES, Night

BOARD = reference_board("abilene-1993")
OWN = "OWN"


def as_at_the_start(jail: dict[str, int] | None = None) -> ArrangeBoard:
    """Return the command that puts all figures on their start cells, except cowboys in jail."""
    figures = setup(BOARD, dict(zip((ANN, BOB, CID, DAN), RANCHES[4], strict=True)))
    cowboys = dict(figures.cowboys)
    for seat, count in (jail or {}).items():
        for cell in figures.cowboys_of(seat)[:count]:
            del cowboys[cell]
    return ArrangeBoard(figures.cows, cowboys, {}, jail or {})


def change(night: Night, level: Level) -> None:
    night.together(ANN, SetLevel(level))
    assert night.table.level is level


def test_a_whole_turn_at_the_bank_level_with_jail_theft_and_sale() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordTheft(CID), RecordTown())
    night.vote(OWN, OWN, OWN)
    night.show("A", 1000)
    night.end(Step.TABLE)
    assert night.state.herd == {ANN: 9, BOB: 9, CID: 8, DAN: 9}
    assert night.turn == (BOB, Step.JAIL)
    night.refused(BOB, RecordTown(), NotNow)
    night.act(BOB, PayJail(0))
    assert night.cash() == (12_000, 9_700, 10_000, 10_000)
    assert night.turn == (BOB, Step.TABLE)


def test_releases_are_counted_at_the_bank_level() -> None:
    night = Night(4, Level.BANK)
    night.happened(ANN, *[RecordJailed(BOB)] * 5)
    night.refused(ANN, RecordJailed(BOB), BadRequest)
    night.end(Step.TABLE)
    night.act(BOB, PayJail(2))
    assert night.state.in_jail(BOB) == 3
    assert night.cash(BOB) == (6_400,)


def test_only_the_active_player_reports_the_board_at_the_bank_level() -> None:
    night = Night(4, Level.BANK)
    night.refused(BOB, RecordTheft(ANN), NotNow)
    night.refused(ANN, RecordTheft(ANN), BadRequest)
    night.refused(ANN, RollDice(), NotNow)
    night.refused(ANN, as_at_the_start(), NotNow)
    night.refused(ANN, MoveCow("A5-1", "A4-0", 0), NotNow)


def test_the_level_changes_with_everybodys_consent_and_the_counts_are_those_of_the_board() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A5-1", "A5-2"), "B": BOARD.select("B", Mark.COW_START)[:4]})
    night.act(ANN, SetLevel(Level.BANK))
    assert night.table.level is Level.BOARD
    night.agree()
    assert night.state.position is None
    assert night.state.herd == {ANN: 2, BOB: 4, CID: 9, DAN: 9}
    assert night.turn == (ANN, Step.TABLE)


def test_a_table_that_goes_down_in_the_dice_step_still_owes_the_jail_bill() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1", "A4-1", "A4-2")}, jail={ANN: 2})
    change(night, Level.BANK)
    assert night.turn == (ANN, Step.JAIL)
    night.act(ANN, PayJail(0))
    assert night.cash(ANN) == (9_500,)


def test_a_table_goes_down_while_released_cowboys_wait_to_be_placed() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1",)}, jail={ANN: 4})
    night.roll()
    night.act(ANN, PayJail(3), PlaceReleased("A4-1"))
    change(night, Level.BANK)
    assert night.turn == (ANN, Step.TABLE)
    assert night.state.in_jail(ANN) == 1, "three were released and paid for"
    night.act(ANN, EndStep(Step.TABLE))


def test_the_vote_goes_on_when_a_table_goes_down_during_a_sale() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-0")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0))
    night.end(Step.CATTLE, Step.COWBOYS)
    night.seal({BOB: OWN})
    change(night, Level.BANK)
    night.seal({CID: OWN, DAN: OWN})
    night.open({BOB: OWN, CID: OWN, DAN: OWN})
    night.show("A", 100)
    assert night.cash(ANN) == (11_100,)
    assert night.state.herd[ANN] == 1
    assert night.turn == (BOB, Step.TABLE)


def test_a_table_that_goes_up_arranges_the_figures_and_begins_with_the_dice() -> None:
    night = Night(4, Level.BANK)
    change(night, Level.BOARD)
    assert night.state.position is None
    night.act(CID, as_at_the_start())
    assert night.state.position is None, "everybody looks whether the figures stand like that"
    night.agree()
    assert night.turn == (ANN, Step.DICE)
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-1", "A3-0", 0))


def test_a_jail_bill_is_not_due_again_when_a_table_goes_up() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.end(Step.TABLE)
    night.act(BOB, PayJail(0))
    change(night, Level.BOARD)
    night.together(BOB, as_at_the_start({BOB: 1}))
    night.roll()
    assert night.turn == (BOB, Step.CATTLE)
    assert night.cash(BOB) == (9_700,)


def test_a_table_that_goes_down_and_up_in_a_turn_can_use_the_new_dice() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A5-1", "A6-0")})
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-1", "A3-0", 0))
    change(night, Level.BANK)
    change(night, Level.BOARD)
    night.together(ANN, as_at_the_start())
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-1", "A3-0", 0))


def test_a_table_goes_up_and_down_before_the_figures_are_arranged() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, *[RecordJailed(BOB)] * 3)
    change(night, Level.BOARD)
    night.end(Step.TABLE)
    night.act(BOB, PayJail(3))  # there are no figures to roll for yet: the bill comes first, as at the bank
    change(night, Level.BANK)
    assert night.turn == (BOB, Step.TABLE)
    assert night.state.in_jail(BOB) == 0
    night.end(Step.TABLE)


def test_figures_that_nobody_has_cannot_be_arranged() -> None:
    night = Night(4)
    good = as_at_the_start()
    night.refused(ANN, ArrangeBoard((*good.cows, "A2-0"), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, {**good.cowboys, "A2-0": ANN}, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {ANN: 1}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {}, {ANN: 1}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {}, {ANN: -1}), BadRequest)
    night.refused(ANN, ArrangeBoard((*good.cows[1:], good.cows[1]), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard((*good.cows[1:], "Z9-9"), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, {**good.cowboys, "A2-0": "s9"}, {}, {}), BadRequest)


def test_until_the_figures_are_arranged_the_table_plays_on_as_before() -> None:
    night = Night(level=Level.BANK)
    night.together(ANN, SetLevel(Level.BOARD))
    game = ABILENE["1993"]
    for seat in (ANN, BOB, None):
        assert game.page(night.table, seat).board is None
    night.act(ANN, EndStep(Step.TABLE))
    assert night.turn == (BOB, Step.TABLE)
    assert [choice.kind for choice in game.page(night.table, BOB).choices][-1] == "end_step"


def test_a_phone_offers_both_ways_before_the_game_and_in_the_middle_of_it() -> None:
    def offered(night: Night) -> list[str]:
        game = ABILENE["1993"]
        return [choice.fixed["level"] for choice in settings(game, night.table, ANN) if choice.kind == "set_level"]

    for start in (True, False):
        assert offered(Night(level=Level.BOARD, start=start)) == ["bank"]
        assert offered(Night(level=Level.BANK, start=start)) == ["board"]


# --- arranging figures on a phone -------------------------------------------------------------


def arranging_of(night: Night, seat: str = ANN, proposal: ArrangeBoard | Observation | None = None) -> Arranging:
    found = ABILENE["1993"].arranging(night.table, seat, proposal)
    assert found is not None
    return found


def command_of(arranging_of: Arranging, number: int = 0) -> ArrangeBoard:
    """Return the command that a phone would send for one of the settings; see ``Piece``."""
    parts: dict[str, Any] = {"cows": [], "cowboys": {}, "town": {}, "jail": {}}
    pieces = {piece.name: piece for piece in arranging_of.pieces}
    for place, names in arranging_of.settings[number].figures.items():
        for piece in (pieces[name] for name in names):
            if place in arranging_of.places:
                parts[place][piece.value] = parts[place].get(piece.value, 0) + 1
            elif piece.value is None:
                parts[piece.field].append(place)
            else:
                parts[piece.field][place] = piece.value
    return ArrangeBoard(tuple(parts["cows"]), parts["cowboys"], parts["town"], parts["jail"])


def test_what_the_box_has_is_where_correcting_begins_and_sending_it_back_changes_nothing() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1", "A4-1")}, jail={ANN: 2}, town={ANN: 1})
    before = night.board
    assert not arranging_of(night).needed
    night.together(ANN, command_of(arranging_of(night)))
    assert night.board == before


def test_arranging_begins_where_the_figures_stood_less_what_the_bank_knows_to_be_gone() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A5-1", "A5-2", "A2-0")})
    change(night, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordJailed(BOB), RecordTown())
    night.vote(OWN, OWN, OWN)
    night.show("A", 1000)
    change(night, Level.BOARD)
    asked = arranging_of(night)
    assert asked.needed
    assert [str(each.label) for each in asked.settings] == ["As before money only", "As at the start"]
    for number in range(2):
        command = command_of(asked, number)
        assert sum(cow[0] == "A" for cow in command.cows) == 2
        assert command.jail == {BOB: 2}
        assert sum(seat == BOB for seat in command.cowboys.values()) == 3
    night.together(ANN, command_of(asked))
    assert night.board.jail == {BOB: 2}


def test_a_figure_in_the_corral_is_shown_but_not_arranged() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-0")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0))
    asked = arranging_of(night)
    assert asked.board.figures["corral"][0].count == 1
    assert asked.pieces[0].left == 35
    night.together(ANN, command_of(asked))
    assert night.board.corral == 1


def test_a_proposal_is_where_the_others_look_and_what_has_changed_is_marked() -> None:
    night = Night(4)
    command = as_at_the_start({BOB: 1})
    asked = arranging_of(night, CID, command)
    assert command_of(asked) == replace(command, cows=tuple(sorted(command.cows)))
    assert set(asked.board.lit) == {"jail", *(set(night.board.cowboys) - set(command.cowboys))}
    with pytest.raises(BadRequest):
        arranging_of(night, CID, ArrangeBoard(("Z9-9",), {}, {}, {}))


def test_what_a_camera_sees_can_be_taken_over_its_hidden_cells_as_they_were() -> None:
    """A cow has moved from A5-1 to A4-0, and a hand hides D's ranch."""
    night = Night(4)
    colours = colours_of(night.table)
    there = observation_of(night.board.move_cow("A5-1", "A4-0"), colours)
    hidden = tuple(cell for cell in there.cells if cell.startswith("D"))
    shown = {cell: kind for cell, kind in there.cells.items() if cell not in hidden}
    asked = arranging_of(night, BOB, replace(there, cells=shown, unknown=hidden))
    assert str(asked.settings[0].label) == "As the camera sees it"
    assert set(asked.board.lit) == {"A5-1", "A4-0"}
    night.together(BOB, command_of(asked))
    assert "A4-0" in night.board.cows
    assert len(night.board.cows) == 36
    assert len(arranging_of(night, BOB, Observation(ObservationStatus.COVERED)).settings) == 2


def test_a_player_who_has_left_the_game_has_no_figures_but_his_cattle_stays() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ()}, jail={ANN: 5})
    night.hand(ANN, 0)
    night.roll()
    night.act(ANN, GoBankrupt())
    asked = arranging_of(night, BOB)
    assert [piece.value for piece in asked.pieces] == [None, BOB, CID, DAN]
    assert len(command_of(asked, 1).cows) == 36
    assert ANN not in command_of(asked, 1).cowboys.values()
    assert ABILENE["1993"].arranging(night.table, ANN) is None


def test_nobody_arranges_a_board_that_the_table_does_not_follow() -> None:
    for night in (Night(level=Level.BANK), Night(start=False)):
        assert ABILENE["1993"].arranging(night.table, ANN) is None
