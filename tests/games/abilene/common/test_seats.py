"""Sitting down: what nobody chose always starts, what somebody chose stays his, and nobody is refused for a default."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import pytest

from companion.app.loaded_table import initial_table
from companion.boards.board_file import to_text
from companion.boards.tracing import traced
from companion.core.errors import BadRequest, IllegalMove, RuleError
from companion.core.messages import Command, Event
from companion.core.referee.event_text import Sentences
from companion.core.referee.referee import Referee
from companion.core.table.commands import (
    Agree,
    AllowAnyway,
    ChangeSeat,
    ChooseBoard,
    LeaveSeat,
    SetLevel,
    StartGame,
    TakeSeat,
)
from companion.core.table.events import SeatChanged
from companion.core.table.table import Level, Table, TablePhase
from companion.games.abilene.common.board.reference_boards import RANCHES, check_ranches
from companion.store.codec import Codec
from companion.store.rows import TableRow
from tests.support.abilene import ABILENE
from tests.support.sketches import sketch
from tests.support.table import ANN, BOB, CID, DAN, NAMES

CODECS = {edition: Codec(game) for edition, game in ABILENE.items()}
TABLES = [
    (edition, players)
    for edition, game in ABILENE.items()
    for players in range(game.edition.players[0], game.edition.players[1] + 1)
]


class Lobby:
    """A table at which nobody sits yet; a new player chooses nothing but the named picks."""

    def __init__(self, level: Level = Level.BOARD, edition: str = "1993") -> None:
        self.game, codec = ABILENE[edition], CODECS[edition]
        self.referee = Referee(self.game, codec.read, codec.write)
        self.table = initial_table(TableRow("TEST", "abilene", edition, level.value, False, "", 0.0), self.game)
        self.events: list[Event] = []

    def act(self, seat: str | None, command: Command) -> None:
        records, self.table = self.referee.act(self.table, seat, command)
        self.events += [record.event for record in records]

    def refusal(self, seat: str | None, command: Command, kind: type[RuleError]) -> str:
        with pytest.raises(kind) as caught:
            self.referee.act(self.table, seat, command)
        return str(caught.value.text)

    def sit(self, *ranches: str) -> None:
        """Seat so many more players; "" leaves the ranch open, as an untouched form does."""
        for ranch in ranches:
            self.act(None, TakeSeat(NAMES[len(self.table.seats)], {"ranch": ranch, "colour": ""}))

    def picked(self, name: str) -> str:
        return "".join(seat.picks[name] for seat in self.table.seats)

    def moves(self) -> list[str]:
        """Return who has moved over, as the log says it."""
        sentences = Sentences(self.game, lambda _: None)
        return [str(sentences.event(each)) for each in self.events if isinstance(each, SeatChanged) and each.moved]


def started(lobby: Lobby) -> Table:
    lobby.act(ANN, StartGame(ANN))
    return lobby.table


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("level", Level)
def test_what_the_box_suggests_always_starts(edition: str, players: int, level: Level) -> None:
    lobby = Lobby(level, edition)
    lobby.sit(*[""] * players)
    ranches = lobby.picked("ranch")
    assert started(lobby).phase is TablePhase.PLAYING
    assert lobby.picked("ranch") == "".join(sorted(ranches)), "nobody moves at the start any more"
    if edition == "1993":
        assert lobby.picked("brand") == lobby.picked("ranch"), "whose brand it is *is* the game"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_others_make_room_for_the_player_who_has_chosen(players: int) -> None:
    """The last two of them want a free ranch each, wherever the others sit: nobody is refused for a default."""
    for first, second in permutations(RANCHES, 2):
        lobby = Lobby()
        lobby.sit(*[""] * (players - 2))
        lobby.sit("" if first in lobby.picked("ranch") else first)
        lobby.sit("" if second in lobby.picked("ranch") else second)
        wished = {seat.picks["ranch"] for seat in lobby.table.seats if seat.wished}
        assert wished <= {first, second}
        if any(wished <= {*each} and plays(each) for each in combinations(RANCHES, players)):
            started(lobby)
            assert {seat.picks["ranch"] for seat in lobby.table.seats if seat.wished} == wished
            assert plays(tuple(lobby.picked("ranch")))


def plays(ranches: tuple[str, ...]) -> bool:
    try:
        check_ranches(ranches)
    except IllegalMove:
        return False
    return True


def test_letters_follow_the_order_in_which_people_have_sat_down() -> None:
    """Four who took what was suggested used to sit as A, B, E, D."""
    lobby = Lobby()
    for ranches in ("A", "AC", "ACE", "ABDE", "ABCDE", "ABCDEF"):
        lobby.sit("")
        assert lobby.picked("ranch") == ranches
    before = len(lobby.moves())
    lobby.act(BOB, LeaveSeat())
    assert lobby.picked("ranch") == "ACDEF", "five play with any ranches"
    assert len(lobby.moves()) == before


@pytest.mark.parametrize(
    ("wishes", "ranches"),
    [(("D", "", "", ""), "DEAB"), (("", "D", "", ""), "BDEA"), (("", "", "B"), "DFB"), (("E", "", ""), "EAC")],
)
def test_the_others_sit_round_the_town_from_the_player_who_has_chosen(wishes: tuple[str, ...], ranches: str) -> None:
    lobby = Lobby()
    lobby.sit(*wishes)
    assert lobby.picked("ranch") == ranches


def test_nobody_moves_over_at_a_table_that_plays_again() -> None:
    """There the first player is the first seat, and the figures stand where they stood."""
    lobby = Lobby()
    lobby.sit("", "", "", "")
    lobby.act(BOB, StartGame(CID))
    lobby.table = replace(lobby.table, phase=TablePhase.LOBBY, play=None, games=1)
    moves = lobby.moves()
    lobby.act(BOB, StartGame(BOB))
    assert lobby.moves() == moves
    assert "".join(seat.picks["ranch"] for seat in lobby.table.seats) == "BDEA"


def test_who_moves_over_is_told_to_everybody() -> None:
    lobby = Lobby()
    lobby.sit("", "", "", "")
    assert lobby.moves() == [
        "Bob moves over, so that the game can start: ranch and brand B",
        "Cid moves over, so that the game can start: ranch and brand D",
    ]


def test_three_who_have_chosen_neighbours_are_told_who_could_move_and_may_play_so_all_the_same() -> None:
    lobby = Lobby()
    lobby.sit("A", "B", "D")
    refusal = lobby.refusal(BOB, StartGame(ANN), IllegalMove)
    assert "Three players take every second ranch" in refusal
    assert "s1 could move to F." in refusal
    lobby.act(BOB, AllowAnyway(CODECS["1993"].write(StartGame(ANN))))
    for seat in (ANN, CID):
        lobby.act(seat, Agree(lobby.table.motions[0].id))
    assert lobby.table.phase is TablePhase.PLAYING
    assert lobby.picked("ranch") == "ABD"


def test_where_only_the_money_is_kept_no_ranch_is_wrong_and_nobody_moves() -> None:
    lobby = Lobby(Level.BANK)
    lobby.sit("A", "B", "", "")
    before = lobby.picked("ranch")
    started(lobby)
    assert lobby.picked("ranch") == before
    assert not lobby.moves()


def test_a_table_that_follows_the_board_after_all_moves_those_who_have_not_chosen() -> None:
    lobby = Lobby(Level.BANK)
    lobby.sit("B", "", "", "")
    lobby.act(BOB, ChangeSeat("Bob", {"ranch": "C"}))
    lobby.act(ANN, SetLevel(Level.BOARD))
    assert lobby.picked("ranch")[:2] == "BC"
    started(lobby)


def test_a_ranch_somebody_has_chosen_is_kept_until_he_leaves_it_open_again() -> None:
    lobby = Lobby()
    lobby.sit("", "", "")
    lobby.act(BOB, ChangeSeat("Bob", {"ranch": "B", "colour": "green", "brand": ""}))
    assert lobby.table.seat(BOB).wished == ("ranch", "colour")
    assert lobby.picked("ranch") == "FBD"
    assert lobby.picked("brand") == lobby.picked("ranch")
    lobby.sit("")
    assert lobby.table.seat(BOB).picks["ranch"] == "B"
    lobby.act(BOB, ChangeSeat("Robert", {"ranch": "", "colour": "", "brand": ""}))
    assert lobby.table.seat(BOB).wished == ()
    assert lobby.table.seat(BOB).picks["colour"] == "green", "what he has stays until there is need"


def test_a_brand_that_somebody_wants_is_nobody_elses() -> None:
    lobby = Lobby()
    lobby.act(None, TakeSeat("Ann", {"brand": "C"}))
    lobby.sit("", "")
    assert lobby.picked("ranch") == "ACE"
    assert lobby.picked("brand") == "CAE"
    assert "is taken" in lobby.refusal(None, TakeSeat("Dan", {"brand": "C"}), BadRequest)
    assert "is taken" in lobby.refusal(None, TakeSeat("Dan", {"ranch": "A"}), BadRequest)


def test_choosing_a_board_with_other_ranches_moves_who_sits_where_it_has_none() -> None:
    lobby = Lobby()
    lobby.sit("A", "E", "")
    lobby.act(ANN, ChooseBoard(file=to_text(traced(sketch(letters="ABC")))))
    assert lobby.table.seat(ANN).picks["ranch"] == "A"
    assert {*lobby.picked("ranch")} == {*"ABC"}
    started(lobby)


def test_a_board_with_fewer_ranches_than_players_is_refused_with_both_numbers() -> None:
    lobby = Lobby()
    lobby.sit("", "", "", "")
    refusal = lobby.refusal(ANN, ChooseBoard(file=to_text(traced(sketch(letters="ABC")))), BadRequest)
    assert refusal == "The board has 3 ranches, and 4 players."
    lobby.act(DAN, LeaveSeat())
    lobby.act(ANN, ChooseBoard(file=to_text(traced(sketch(letters="ABC")))))
    assert "3 ranches" in lobby.refusal(None, TakeSeat("Dan", {}), BadRequest)


def test_an_old_table_whose_seats_do_not_go_together_starts_too() -> None:
    """Seats of before the box shared them out: nobody has chosen anything, as far as the log knows."""
    lobby = Lobby()
    lobby.sit("A", "B", "D")
    lobby.table = replace(lobby.table, seats=tuple(replace(seat, wished=()) for seat in lobby.table.seats))
    assert started(lobby).phase is TablePhase.PLAYING
    assert lobby.picked("ranch") == "ACE"
