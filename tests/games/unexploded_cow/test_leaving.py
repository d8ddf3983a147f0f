"""A player leaves the game: the cows stay and pay nobody, the money counts at the end (rules §18.5)."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.money.bank_messages import BorrowFromBank, OfferLoan, Pay
from companion.core.referee.parting import LeaveGame, StopGame
from companion.core.table.commands import Agree, SetLevel
from companion.core.table.table import Level
from companion.core.text import Who
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, DAN, POT, TWO_CITIES, CowNight

MECHANIC, SPY = Ability.MECHANIC, Ability.SPY


def leave(night: CowNight, seat: str) -> None:
    night.act(seat, LeaveGame())
    night.agree()


@pytest.fixture
def night() -> CowNight:
    """Return a game of four players in Ann's turn, the city of Alby face up."""
    night = CowNight(players=4)
    night.city(amount=200)
    return night


def test_the_others_are_asked_before_somebody_leaves(night: CowNight) -> None:
    night.act(BOB, LeaveGame())
    [motion] = night.table.motions
    assert motion.asked == (ANN, CID, DAN)
    night.act(ANN, Agree(motion.id))
    assert not night.state.left
    for seat in (CID, DAN):
        night.act(seat, Agree(motion.id))
    assert night.state.left == (BOB,)


def test_turn_and_die_skip_a_player_who_has_left(night: CowNight) -> None:
    leave(night, BOB)
    night.roll(6)
    assert night.state.roll
    assert night.state.roll.roller == CID
    night.act(CID, cow_commands.RollDie(5))
    assert night.state.turn.active == CID


def test_a_player_who_leaves_in_his_turn_hands_it_on(night: CowNight) -> None:
    leave(night, ANN)
    assert (night.state.turn.active, night.state.turn.number) == (BOB, 2)
    night.cow(BOB, "B", 300)
    night.roll(1)
    assert night.state.won[BOB]


def test_cows_of_a_player_who_has_left_are_counted_and_pay_nobody(night: CowNight) -> None:
    for herd, name, value, *abilities in ((BOB, "Good", 400), (BOB, "Bad", -300), (CID, "Fixer", 500, SPY, MECHANIC)):
        night.cow(herd, name, value, *abilities)
    money = night.has(ANN, BOB, CID, DAN, POT)
    leave(night, BOB)
    night.roll(1)
    night.roll(6)  # Cid, and on to Dan
    night.act(DAN, cow_commands.RollDie(1))
    assert (night.names(BOB), night.has(ANN, BOB, CID, DAN, POT)) == ([], money)
    leave(night, ANN)  # Ann owns the spy: nobody uses its ability, and it pays nobody
    active = night.state.turn.active
    while night.state.turn.active == active:
        seat = night.state.roll.roller if night.state.roll else active
        night.act(seat, cow_commands.RollDie(1))
    assert (night.names(CID), night.has(ANN, BOB, CID, DAN, POT)) == ([], money)
    assert night.state.last_exploded == ""


def test_no_cow_is_played_into_the_herd_of_a_player_who_has_left(night: CowNight) -> None:
    night.cow(ANN, "A", 100)
    leave(night, BOB)
    for command in (
        cow_commands.PlayCow(BOB, 100, "Late", 100),
        cow_commands.MoveCow(night.state.herds[ANN][0].id, BOB),
        cow_commands.TakeFromPot(100, BOB),
    ):
        with pytest.raises(BadRequest, match="has left"):
            night.act(ANN, command)


def test_a_player_who_has_left_does_nothing_and_is_paid_nothing(night: CowNight) -> None:
    leave(night, BOB)
    for seat, command in (
        (BOB, StopGame()),
        (BOB, LeaveGame()),
        (BOB, cow_commands.RollDie(1)),
        (BOB, BorrowFromBank(500)),
        (BOB, Pay(ANN, 100)),
        (ANN, Pay(BOB, 100)),
    ):
        with pytest.raises(RuleError):
            night.act(seat, command)
    for money in (Pay(BOB, 100), OfferLoan(BOB, 100)):
        with pytest.raises(BadRequest, match="is out of the game") as refused:
            night.act(ANN, money)
        assert refused.value.text.params["who"] == Who(BOB)
    game = night.tables.live(CODE).game
    assert [row.seat for row in game.players(night.table, None) if row.out] == [BOB]


def test_money_and_loans_of_a_player_who_has_left_count_at_the_end(night: CowNight) -> None:
    night.lend(BOB, ANN, 1_000, 100)
    leave(night, BOB)
    night.act(ANN, StopGame())
    night.agree()
    assert night.table.ending
    scores = {line.seat: line.score for line in night.table.ending.standings}
    assert scores == {ANN: -600, BOB: -400, CID: -500, DAN: -500}
    assert sum(scores.values()) + night.has(POT)[0] == 0


@pytest.mark.parametrize("who", [ANN, BOB, CID])
def test_sudden_death_goes_on_without_a_player_who_has_left(who: str) -> None:
    night = CowNight(players=4, deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Alby"))
    night.cow(ANN, "A", 100)
    night.roll(1)
    night.act(BOB, cow_commands.TurnUpCity("Belby"))
    for herd, name in ((BOB, "B"), (CID, "C"), (CID, "D"), (CID, "E"), (CID, "F")):
        night.cow(herd, name, 100)
    night.roll(1)
    order = [seat for seat in (BOB, ANN, CID, DAN) if seat != who]
    leave(night, who)
    rolled = []
    for _ in range(3):
        rolled.append(night.state.turn.active)
        night.roll(1)
    assert rolled == order


def test_a_last_cow_without_a_player_leaves_the_pot_to_the_cow_before_it() -> None:
    night = CowNight(players=4, deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Alby"))
    night.cow(ANN, "A", 100)
    night.roll(1)
    night.act(BOB, cow_commands.TurnUpCity("Belby"))
    for herd, name in ((BOB, "B"), (CID, "C")):
        night.cow(herd, name, 100)
    night.roll(1)
    leave(night, CID)
    night.roll(1)
    assert night.table.ending
    assert (night.table.ending.code, night.has(POT)) == ("no_cows", (0,))
    assert night.table.ending.standings[0].seat == BOB


def test_nobody_leaves_two_players_or_a_bomb(night: CowNight) -> None:
    night.cow(ANN, "Fixer", 100, MECHANIC)
    night.roll(1)
    with pytest.raises(NotNow, match="First finish"):
        night.act(BOB, LeaveGame())
    night.react(ANN, "Fixer", True)
    leave(night, ANN)
    leave(night, CID)
    with pytest.raises(NotNow, match="Only two"):
        night.act(BOB, LeaveGame())


def test_a_player_who_has_left_is_skipped_at_the_bank_level_too(night: CowNight) -> None:
    night.act(ANN, SetLevel(Level.BANK))
    night.agree()
    leave(night, ANN)
    leave(night, CID)
    night.act(BOB, cow_commands.EndTurn())
    assert night.state.turn.active == DAN
    with pytest.raises(BadRequest):
        night.act(DAN, cow_commands.CountCow(CID, 300))
