"""Instructions for moving real pieces are on the phone of the player who moves them, above everything else."""

from __future__ import annotations

from dataclasses import replace

from companion.core.referee.parting import StopGame
from companion.core.table.commands import Undo
from companion.games.abilene.common.messages import MoveCowboy
from companion.games.abilene.edition_1983.messages import RollShots
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.camp import Indian, Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import ChangeTown, Reason
from companion.web.visit.tokens import cookie_name
from tests.faults.support import app_over, phones_of
from tests.games.unexploded_cow.night import CowNight
from tests.support.phones import whole
from tests.support.prairie import ANN, BOB, CID, PrairieNight
from tests.support.to_move import all_to_move, to_move
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

LOST = "Lay a destroyed marker on gold mine"


def attacked() -> TownEvening:
    """Return a game in which Robin's gold mine has been destroyed."""
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.INHABITANTS,)))
    evening.throw(ROBIN, Side.ORANGE_AGAIN, Side.ORANGE_AGAIN)
    evening.strike(THEO, Indian.ORANGE, "gold mine", ROBIN, defend=False)
    return evening


def test_a_piece_to_move_is_on_its_owners_page_only_and_above_every_question() -> None:
    evening = attacked()
    app = app_over(evening.tables)
    phones = phones_of(app, evening.code)
    for phone in phones.values():
        phone.client.set_cookie(cookie_name(evening.code, phone.seat), phone.token)
    assert phones[ROBIN].view()["to_move"][0] == LOST
    page = whole(phones[ROBIN].client, f"/t/{evening.code}/s/{ROBIN}")
    assert page.index(LOST) < page.index("throw_die")
    for seat in (ALEXANDRE, THEO):
        assert phones[seat].view()["to_move"] == []
        assert LOST not in whole(phones[seat].client, f"/t/{evening.code}/s/{seat}")
    assert LOST not in whole(app.test_client(), f"/t/{evening.code}/screen")


def test_pieces_to_move_are_shown_again_after_a_restart() -> None:
    evening = attacked()
    to_move = all_to_move(evening)
    assert to_move[ROBIN]
    assert all_to_move(evening.restarted()) == to_move


def test_an_undo_withdraws_pieces_to_move_and_says_so() -> None:
    evening = attacked()
    before = to_move(evening, ROBIN)
    evening.act(ROBIN, Undo(evening.table.done[-1].before))
    first, *gone = to_move(evening, ROBIN)
    assert first.startswith("Undone: ")
    assert first.endswith(". Put back what you moved for it.")
    assert gone == [f"No longer: {line}" for line in before]


def lost_duel() -> PrairieNight:
    """Return a game in which Ann has won a duel against Bob's cowboy on Bob's ranch, and the turn is over."""
    night = PrairieNight()
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2",), s3=("C3-3",))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(BOB, RollShots(5, 0))
    return night


UNDONE = "Undone: Duel: s1 rolled 5, s2 rolled 0. Put back what you moved for it."


def test_every_player_reads_what_to_put_back_until_the_next_act() -> None:
    night = lost_duel()
    moves = all_to_move(night)
    night.undo(BOB)
    assert all_to_move(night) == {
        ANN: [UNDONE, f"No longer: {moves[ANN][0]}"],
        BOB: [UNDONE, f"No longer: {moves[BOB][0]}"],
    }
    night.act(BOB, RollShots(5, 0))
    assert all_to_move(night) == moves, "it has come about again"
    night.undo(BOB)
    night.act(BOB, RollShots(0, 5))
    assert to_move(night, ANN) == [
        UNDONE,
        "No longer: Put your cowboy on B4-2",
        "Take your cowboy who lost the duel off the board",
    ]
    assert [line for line in to_move(night, BOB) if "No longer" in line or "Undone" in line] == []


def test_a_player_whose_move_another_undoes_puts_the_piece_back() -> None:
    night = PrairieNight()
    night.drive("A5-3", "A4-2")
    night.together(CID, Undo(night.table.done[-1].before))
    assert all_to_move(night) == {
        ANN: [f"Undone: {ANN} moved a steer A5-3 → A4-2. Put back what you moved for it."],
    }
    night.drive("A5-3", "A4-2")
    night.undo(ANN)
    assert all_to_move(night) == {}, "players know what they have undone themselves"


def test_a_card_that_lay_in_a_herd_meanwhile_is_put_back() -> None:
    night = CowNight()
    night.city()
    night.cow(BOB, "Buck", 500, price=200)
    lay = to_move(night, ANN)
    night.undo(ANN)
    assert to_move(night, ANN)[1:] == [f"No longer: {line}" for line in lay]
    assert to_move(night, BOB)[1] == f"No longer: {ANN} lays Buck in your herd, at the left end"


def test_nothing_is_to_be_moved_where_a_game_is_tried_without_anything_real() -> None:
    evening = attacked()
    live = evening.tables.live(evening.code)
    live.row = replace(live.row, demo=True)
    assert all_to_move(evening) == {}


def test_no_piece_is_to_be_moved_after_the_game() -> None:
    evening = attacked()
    evening.act(ALEXANDRE, ChangeTown({Resource.GOLD: 1}, Reason.CORRECTION))
    evening.together(ALEXANDRE, StopGame())
    assert all_to_move(evening) == {}
