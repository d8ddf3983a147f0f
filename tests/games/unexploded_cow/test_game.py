"""Whole turns at the table: questions, payments, refusals, and the next game of an evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.messages import Command, Message
from companion.core.money.bank_messages import BorrowFromBank, Pay, RepayLoan
from companion.core.referee.parting import StopGame
from companion.core.table.commands import (
    AllowAnyway,
    ChooseCatalogue,
    LeaveSeat,
    PlayAgain,
    SetLevel,
    StartGame,
    TakeSeat,
    Undo,
)
from companion.core.table.table import Level, TablePhase
from companion.core.ui.page import Place
from companion.games import registry
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.pages import players
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from companion.store.log import Log
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, POT, TWO_CITIES, CowNight

SPY, MECHANIC, GENERAL, PFC, BOMBER = Ability.SPY, Ability.MECHANIC, Ability.GENERAL, Ability.PFC, Ability.BOMBER


@pytest.fixture
def night() -> CowNight:
    """Return a game in Ann's turn, the city of Alby face up."""
    night = CowNight()
    night.city(amount=200)
    return night


# --- money ------------------------------------------------------------------------------------


def test_where_people_sit_they_say_which_city_the_pile_shows() -> None:
    night = CowNight()
    with pytest.raises(BadRequest):
        night.act(ANN, cow_commands.TurnUpCity())
    assert night.state.city is None


def test_1_everybody_pays_the_ante() -> None:
    night = CowNight(players=4)
    assert night.has("s1", "s2", "s3", "s4", POT) == (4_500, 4_500, 4_500, 4_500, 2_000)


def test_2_the_owner_of_the_herd_pays_for_a_cow(night: CowNight) -> None:
    night.cow(BOB, "Plain", 300, price=200)
    assert night.has(ANN, BOB, POT) == (4_500, 4_300, 1_700)
    assert night.state.herds[BOB][0].owner == BOB


def test_3_a_spy_is_paid_by_the_herd_and_belongs_to_the_player_who_played_it(night: CowNight) -> None:
    night.cow(BOB, "Mole", 300, SPY, price=100)
    assert (night.has(BOB, POT), night.state.herds[BOB][0].owner) == ((4_400, 1_600), ANN)


def test_4_a_cow_that_an_event_brings_costs_nothing(night: CowNight) -> None:
    night.act(ANN, cow_commands.PlayEvent(200, "A gift"))
    night.act(ANN, cow_commands.PlayCow(ANN, 300, "Gift", 100, free=True))
    assert night.has(ANN, POT) == (4_300, 1_700)


def test_a_player_who_is_short_borrows_by_itself(night: CowNight) -> None:
    night.act(BOB, Pay(ANN, 4_400))
    night.cow(BOB, "Plain", 300, price=300)
    assert (night.has(BOB), night.owes(BOB)) == ((300,), 500)
    assert night.whole() == 15_000


def test_credit_has_no_limit_and_can_be_paid_back(night: CowNight) -> None:
    night.act(CID, BorrowFromBank(20_000))
    assert (night.has(CID), night.owes(CID)) == ((24_500,), 20_000)
    night.act(CID, RepayLoan(next(iter(night.table.loans))))
    assert (night.has(CID), night.owes(CID)) == ((4_500,), 0)


def test_a_card_gives_money_from_the_pot_and_players_pay_each_other_and_into_it(night: CowNight) -> None:
    night.act(ANN, cow_commands.TakeFromPot(300, BOB, "market day"))
    night.act(CID, Pay(ANN, 100))
    night.act(CID, Pay(POT, 200))
    assert night.has(ANN, BOB, CID, POT) == (4_600, 4_800, 4_200, 1_400)


def test_nobody_can_pay_a_bank_that_is_not_in_play(night: CowNight) -> None:
    with pytest.raises(RuleError):
        night.act(ANN, Pay("bank", 100))


# --- the response window ----------------------------------------------------------------------


def asked(night: CowNight) -> str:
    """Return the seat whose phone can answer."""
    game = night.tables.live(CODE).game
    return next(row.seat for row in game.players(night.table, None) if row.active)


def test_general_mechanic_and_pfc_are_asked_one_after_the_other_on_their_owners_phones(night: CowNight) -> None:
    night.cow(ANN, "Boss", 100, GENERAL)
    night.cow(ANN, "Mole", 200, SPY, PFC)
    night.act(ANN, cow_commands.RollDie(6, extra=True))
    night.act(BOB, cow_commands.RollDie(6))
    night.act(CID, cow_commands.RollDie(1))  # Cid and Bob have no cows: the count goes on in Ann's herd
    assert asked(night) == ANN
    night.react(ANN, "Boss", False)
    assert asked(night) == ANN  # her own spy, at home
    night.react(ANN, "Mole", True)
    assert night.state.last_exploded == ANN
    assert night.names(ANN) == ["Boss"]


def test_the_bomb_is_asked_about_on_the_phone_of_a_spys_owner(night: CowNight) -> None:
    night.cow(BOB, "Mole", 200, SPY, MECHANIC)
    night.roll(1)
    assert asked(night) == ANN
    night.react(ANN, "Mole", True)
    assert night.has(ANN, POT) == (4_600, 1_400)
    assert night.state.city is not None  # a defused bomb wins nothing


def test_nobody_else_can_answer_and_no_other_cow_is_meant(night: CowNight) -> None:
    night.cow(BOB, "Fixer", 200, MECHANIC)
    night.cow(BOB, "Plain", 200)
    night.roll(1)
    for seat, cow in ((ANN, "Fixer"), (BOB, "Plain")):
        with pytest.raises(NotNow):
            night.react(seat, cow, True)
    assert night.has(BOB, POT) == (4_500, 1_500)


def test_a_bomber_leaves_bombs_and_the_city_is_won_once(night: CowNight) -> None:
    night.cow(ANN, "Left", 300)
    night.cow(ANN, "Bang", 400, BOMBER)
    night.cow(ANN, "Right", -200)
    night.roll(2)
    assert night.names(ANN) == []
    assert night.state.won[ANN][0].name == "Alby"
    assert night.has(ANN, POT) == (4_500 + 400 + 200 + 300 - 200, 1_500 - 700)


def test_the_owner_orders_his_payments_where_the_pot_is_too_small(night: CowNight) -> None:
    night.act(ANN, cow_commands.TakeFromPot(1_300, CID))
    night.cow(ANN, "Good", 400)
    night.cow(ANN, "Bang", 0, BOMBER)
    night.cow(ANN, "Bad", -200)
    night.roll(2)
    assert night.state.blast
    ids = {cow.name: cow.id for cow in night.state.blast.exploded}
    assert asked(night) == ANN
    with pytest.raises(BadRequest):
        night.act(ANN, cow_commands.OrderCows((ids["Good"],)))
    night.act(ANN, cow_commands.OrderCows((ids["Bad"], ids["Good"])))
    assert night.has(ANN, POT) == (4_500 + 200 - 200 + 200, 0)  # the city of Alby first


def test_a_restart_in_the_middle_of_a_response_window_asks_the_same_again(tmp_path: Path) -> None:
    night = CowNight(file=tmp_path / "box.sqlite")
    night.city()
    night.cow(ANN, "Boss", 100, GENERAL)
    night.cow(ANN, "Keen", 200, PFC)
    night.roll(1)
    before = night.table
    night.tables.log.close()
    night.tables = Tables(Log(tmp_path / "box.sqlite"), registry(), clock=lambda: 0.0)
    assert night.table == before
    night.react(ANN, "Boss", True, "Keen")
    assert night.names(ANN) == ["Boss"]


def test_of_more_than_three_cows_any_order_can_be_tapped_and_is_taken(night: CowNight) -> None:
    """A bomber gives its bombs to two generals, who hand them to two bombers with two neighbours each."""
    cows = (("A", 400), ("Bang", 0, BOMBER), ("B", -200), ("Boss", 0, GENERAL), ("Bang", 0, BOMBER))
    for name, value, *abilities in (*cows, ("Chief", 0, GENERAL), ("C", 900), ("Boom", 0, BOMBER), ("D", 300)):
        night.cow(BOB, name, value, *abilities)
    night.act(ANN, cow_commands.TakeFromPot(500, CID))
    night.roll(5)
    first, last = night.state.herds[BOB][1].id, night.state.herds[BOB][6].id
    for general, to in (("Boss", first), ("Chief", last)):
        night.act(
            BOB, cow_commands.React(next(cow.id for cow in night.state.herds[BOB] if cow.name == general), True, to)
        )
    game = night.tables.live(CODE).game
    page = game.page(night.table, BOB)
    [part] = [part for part in page.parts if part.place is Place.PRIVATE]
    ids = {cow.name: cow.id for cow in part.data.cows}  # type: ignore[attr-defined]
    assert (part.name, list(ids)) == ("order", ["A", "B", "C", "D"])
    order = [ids[name] for name in "DBCA"]
    assert order not in [choice.fixed["cows"] for choice in page.choices]
    night.act(BOB, cow_commands.OrderCows(tuple(order)))
    assert night.has(BOB, POT) == (4_500 + 300 - 200 + 900, 0)


# --- turns ------------------------------------------------------------------------------------


def test_a_six_is_thrown_on_by_the_left_neighbour_and_the_turn_stays(night: CowNight) -> None:
    night.cow(ANN, "Plain", 300)
    night.roll(6)
    assert asked(night) == BOB
    with pytest.raises(NotNow):
        night.act(ANN, cow_commands.RollDie(3))
    night.act(BOB, cow_commands.RollDie(1))
    assert night.has(ANN) == (4_500 + 300 + 200,)
    assert asked(night) == BOB


def test_a_roll_for_a_card_does_not_end_the_turn(night: CowNight) -> None:
    night.act(ANN, cow_commands.RollDie(3, extra=True))
    assert asked(night) == ANN
    night.roll(3)
    assert asked(night) == BOB


def test_the_box_throws_where_nobody_has_a_die(night: CowNight) -> None:
    night.act(ANN, cow_commands.RollDie())
    assert night.state.turn.number == 2 or night.state.roll is not None


def test_a_die_that_the_box_has_thrown_is_not_taken_back_alone(night: CowNight) -> None:
    for roll, asked_first in ((cow_commands.RollDie(face=3), False), (cow_commands.RollDie(), True)):
        before, active = night.table.seq, night.state.turn.active
        night.act(active, roll)
        night.act(active, Undo(before))
        assert bool(night.table.motions) is asked_first
        if asked_first:
            night.agree()
        assert (night.state.turn.active, night.state.roll) == (active, None)


def test_a_herd_is_rearranged_by_its_owner(night: CowNight) -> None:
    for name in ("One", "Two", "Three"):
        night.cow(ANN, name, 100)
    ids = [cow.id for cow in night.state.herds[ANN]]
    night.act(ANN, cow_commands.ArrangeHerd((ids[2], ids[0], ids[1])))
    assert night.names(ANN) == ["Three", "One", "Two"]


def test_cards_move_cows_and_take_them_away(night: CowNight) -> None:
    night.cow(ANN, "Plain", 100)
    night.cow(ANN, "Mole", 100, SPY)
    plain, mole = (cow.id for cow in night.state.herds[ANN])
    night.act(ANN, cow_commands.MoveCow(plain, BOB))
    night.act(ANN, cow_commands.MoveCow(mole, BOB, End.RIGHT))
    assert [(cow.name, cow.owner) for cow in night.state.herds[BOB]] == [("Mole", ANN), ("Plain", BOB)]
    night.act(ANN, cow_commands.RemoveCow(plain))
    assert night.names(BOB) == ["Mole"]


def test_an_undo_takes_back_card_and_price(night: CowNight) -> None:
    night.cow(BOB, "Plain", 300, price=200)
    night.act(ANN, Undo(night.table.done[-1].before))
    assert (night.has(BOB, POT), night.names(BOB)) == ((4_500, 1_500), [])


def test_an_empty_pot_is_filled_where_the_table_wants_it() -> None:
    night = CowNight(rules={"reante_when_empty": True})
    night.city()
    night.act(ANN, cow_commands.TakeFromPot(1_500, CID))
    night.roll(1)
    assert night.has(ANN, POT) == (4_000, 1_500)


# --- sudden death and the end -----------------------------------------------------------------


def test_sudden_death_runs_in_its_order_until_the_pot_is_empty() -> None:
    night = CowNight(deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Alby"))
    night.cow(ANN, "A", 100)
    night.roll(1)
    night.act(BOB, cow_commands.TurnUpCity("Belby"))
    for herd, name, value in ((BOB, "B", 100), (CID, "C", 900), (CID, "D", 900), (CID, "E", 900)):
        night.cow(herd, name, value)
    night.roll(1)
    assert night.state.sudden
    assert night.state.sudden.order == (BOB, ANN, CID)
    with pytest.raises(NotNow):
        night.act(BOB, cow_commands.PlayCow(BOB, 100, "Late", 100))
    assert night.has(POT) == (1_500 - 100 - 200 - 100,)
    night.roll(2)
    assert asked(night) == ANN
    night.roll(1)
    ending = night.table.ending
    assert ending
    assert ending.code == "pot_empty"
    assert [(line.seat, line.score) for line in ending.standings] == [(CID, 600), (ANN, -200), (BOB, -400)]
    assert night.names(CID) == ["E"]


def test_the_last_cow_takes_the_rest_of_the_pot() -> None:
    night = CowNight(deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Belby"))
    night.cow(ANN, "A", 100)
    night.roll(1)
    night.act(BOB, cow_commands.TurnUpCity("Alby"))
    night.cow(BOB, "B", 100)
    night.cow(CID, "C", 200)
    night.roll(1)
    assert asked(night) == ANN  # the most points
    night.roll(1)
    ending = night.table.ending
    assert ending
    assert ending.code == "last_cow"
    assert night.has(POT) == (0,)
    assert [(line.seat, line.score) for line in ending.standings] == [(CID, 600), (BOB, -200), (ANN, -400)]


def test_money_debts_and_results_go_on_to_the_next_game() -> None:
    night = CowNight(deck=TWO_CITIES)
    night.act(ANN, BorrowFromBank(1_000))
    night.act(ANN, StopGame())
    night.agree()
    assert night.table.phase is TablePhase.OVER
    assert night.has(ANN, BOB, POT) == (5_500, 4_500, 1_500)
    night.act(BOB, PlayAgain())
    night.act(BOB, StartGame(BOB))
    assert (night.has(ANN, BOB, POT), night.owes(ANN)) == ((5_000, 4_000, 3_000), 1_000)
    assert night.state.began == {ANN: 4_500, BOB: 4_500, CID: 4_500}
    assert night.whole() == 15_000


def test_what_was_lent_to_another_player_counts_for_the_lender_with_its_interest() -> None:
    night = CowNight()
    night.city()
    night.lend(BOB, ANN, 500, 500)
    night.act(ANN, cow_commands.TakeFromPot(1_500, BOB))
    night.act(ANN, StopGame())
    night.agree()
    assert night.table.ending
    lines = {line.seat: (line.rank, line.cash, line.debts, line.score) for line in night.table.ending.standings}
    assert lines == {BOB: (1, 6_500, 0, 1_500), CID: (2, 4_500, 0, -500), ANN: (3, 5_000, 1_000, -1_000)}


def test_two_play_by_a_house_rule_only() -> None:
    with pytest.raises(RuleError, match="3"):
        CowNight(players=2)
    assert CowNight(players=2, rules={"allow_two": True}).has(ANN, POT) == (4_500, 1_000)


# --- the money only ---------------------------------------------------------------------------


def test_the_ledger_keeps_who_paid_what_and_names_the_winner() -> None:
    night = CowNight(level=Level.BANK)
    night.act(ANN, cow_commands.PlayCow(BOB, 200))
    night.act(ANN, cow_commands.CountCow(BOB, 500))
    night.act(ANN, cow_commands.CountMechanic(CID))
    night.act(ANN, cow_commands.TakeCity("Alby", 3, 200))
    with pytest.raises(NotNow):
        night.act(ANN, cow_commands.TakeCity("Belby", 3))
    with pytest.raises(NotNow):
        night.act(ANN, cow_commands.RollDie(3))
    night.act(ANN, cow_commands.EndTurn())
    assert night.has(ANN, BOB, CID, POT) == (4_700, 4_800, 4_600, 900)
    with pytest.raises(NotNow):
        night.act(BOB, cow_commands.CloseGame())
    night.together(BOB, cow_commands.CloseGame(CID))
    assert night.table.ending
    assert night.table.ending.standings[0].seat == CID
    assert night.whole() == 15_000


def test_the_table_may_go_on_with_the_money_only_and_come_back() -> None:
    night = CowNight()
    night.city()
    night.cow(ANN, "Plain", 300)
    night.act(ANN, SetLevel(Level.BANK))
    night.agree()
    assert night.state.cows == 0
    night.act(ANN, SetLevel(Level.BOARD))
    night.agree()
    assert night.names(ANN) == ["Plain"]
    night.act(ANN, cow_commands.FollowHerds(12))
    night.roll(1)
    assert night.state.won[ANN]


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        cow_commands.PlayCow(BOB, -100),
        cow_commands.PlayCow(BOB, 10**9),
        cow_commands.PlayCow("s9", 100),
        cow_commands.PlayCow("pot", 100),
        cow_commands.PlayCow(BOB, 100, "x" * 41),
        cow_commands.PlayCow(BOB, 100, "a\x00b"),
        cow_commands.PlayCow(BOB, 100, value=10**9),
        cow_commands.PlayCow(BOB, 100, at=2),
        cow_commands.PlayCow(ANN, 100, at=0),
        cow_commands.PlayCow(ANN, 100, at=9),
        cow_commands.PlayCard("Nobody", BOB),
        cow_commands.PlayCard("Clover", "s9"),
        cow_commands.PlayEvent(-1),
        cow_commands.ArrangeHerd(("c1",)),
        cow_commands.MoveCow("c99", BOB),
        cow_commands.RemoveCow("c99"),
        cow_commands.TakeFromPot(1_600, ANN),
        cow_commands.TakeFromPot(0, ANN),
        cow_commands.TakeFromPot(-5, ANN),
        cow_commands.TakeFromPot(100, "s9"),
        cow_commands.RollDie(7),
        cow_commands.RollDie(-1),
        cow_commands.React("c1", True),
        cow_commands.OrderCows(("c1",)),
        cow_commands.TurnUpCity("Belby"),
        cow_commands.EndTurn(),
        cow_commands.CountCow(ANN, 100),
        cow_commands.CloseGame(ANN),
        ChooseCatalogue("late", ""),
        Pay(BOB, -1),
        BorrowFromBank(0),
        BorrowFromBank(10**9),
    ],
    ids=str,
)
def test_what_makes_no_sense_gets_a_sentence_and_changes_nothing(night: CowNight, command: Command) -> None:
    before = night.table
    with pytest.raises(RuleError) as refused:
        night.act(ANN, command)
    assert len(str(refused.value.text)) > 10
    assert night.table == before


def test_a_cow_in_the_middle_of_another_herd_can_be_allowed_by_the_table(night: CowNight) -> None:
    for name in ("One", "Two"):
        night.cow(BOB, name, 100)
    into_the_middle = {"into": BOB, "price": 100, "name": "Odd", "at": 2}
    night.act(ANN, AllowAnyway(Message("play_cow", into_the_middle)))
    night.agree()
    assert night.names(BOB) == ["One", "Odd", "Two"]


def test_a_seventh_cow_explodes_only_where_one_is_counted(night: CowNight) -> None:
    for number in range(6):
        night.cow(ANN, f"Cow {number}", 100)
    night.roll(5)
    assert "Cow 4" not in night.names(ANN)
    assert night.state.cows == 5


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "\x07"])
def test_a_city_needs_a_name(name: str) -> None:
    night = CowNight()
    with pytest.raises(BadRequest):
        night.act(ANN, cow_commands.TurnUpCity(name, 1))
    assert night.state.city is None


def test_a_city_is_won_once_in_a_game() -> None:
    night = CowNight()
    night.city("Alby")
    night.cow(ANN, "Plain", 100)
    night.roll(1)
    with pytest.raises(BadRequest):
        night.act(BOB, cow_commands.TurnUpCity("ALBY", 1))


def test_what_the_last_roll_did_stays_to_be_read_until_the_next_one() -> None:
    night = CowNight()
    night.city(amount=200)
    night.cow(ANN, "Clover", 300)
    night.cow(ANN, "Daisy", 400)
    night.roll(2)
    thrown = night.state.thrown
    assert thrown
    assert (thrown.seat, thrown.face, thrown.way, thrown.city) == (ANN, 2, ("c1", "c2"), "Alby")
    assert ([cow.name for cow in thrown.cows], dict(thrown.gains)) == (["Daisy"], {ANN: 400})
    night.city("Belby")
    assert night.state.thrown == thrown
    night.roll(5)
    assert night.state.thrown != thrown


def test_everybody_keeps_his_colour_no_matter_who_leaves_and_who_goes_first() -> None:
    night = CowNight(started=False)
    night.act(None, TakeSeat("Dan", {}))
    in_the_lobby = {row.seat: row.colour for row in players(night.table, None)}
    night.act(ANN, LeaveSeat())
    night.act(BOB, StartGame(CID))
    assert night.table.ids[0] == CID
    assert {row.seat: row.colour for row in players(night.table, None)}.items() <= in_the_lobby.items()
