"""The level of a table may change at any time: nothing is lost by it (rules §18.4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.errors import BadRequest, NotNow
from companion.core.referee.lobby_page import settings as settings_of
from companion.core.referee.lobby_page import start_obstacles
from companion.core.table.commands import ChooseCatalogue, PlayAgain, SetLevel, StartGame
from companion.core.table.table import Level, TablePhase
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, POT, TWO_CITIES, CowNight
from tests.games.unexploded_cow.recordings import SMALL_DECK

SEATS = (ANN, BOB, CID)


def level(night: CowNight, to: Level) -> None:
    night.act(ANN, SetLevel(to))
    night.agree()


def cow(night: CowNight, name: str) -> str:
    return next(each.id for herd in night.state.herds.values() for each in herd if each.name == name)


def in_sudden_death() -> CowNight:
    """Return a game in which Bob, Ann, Cid roll in this order; a cow of Ann and two of Cid
    stand there.
    """
    night = CowNight(deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Alby"))
    night.cow(ANN, "A", 100)
    night.roll(1)
    night.act(BOB, cow_commands.TurnUpCity("Belby"))
    for herd, name in ((BOB, "B"), (ANN, "Late"), (CID, "C"), (CID, "D")):
        night.cow(herd, name, 300)
    night.roll(1)
    assert night.state.sudden
    return night


# --- the cities -------------------------------------------------------------------------------


def test_cities_that_were_won_while_the_box_kept_the_money_only_are_not_asked_for_again() -> None:
    night = CowNight(deck=TWO_CITIES)
    level(night, Level.BANK)
    night.act(ANN, cow_commands.TakeCity("Alby", 3))
    night.act(ANN, cow_commands.EndTurn())
    night.act(BOB, cow_commands.TakeCity("Belby", 5))
    level(night, Level.BOARD)
    night.act(BOB, cow_commands.FollowHerds(0))
    night.cow(BOB, "B", 300)  # he finishes his turn (rules §10.1)
    night.roll(5)
    assert night.state.sudden
    assert night.state.sudden.order == (BOB, ANN, CID)


def test_how_many_cities_are_left_is_asked_and_what_cannot_be_is_refused() -> None:
    night = CowNight(deck=TWO_CITIES)
    night.act(ANN, cow_commands.TurnUpCity("Alby"))
    level(night, Level.BANK)
    level(night, Level.BOARD)
    for wrong in (-1, 3):
        with pytest.raises(BadRequest):
            night.act(ANN, cow_commands.FollowHerds(wrong))
    night.act(ANN, cow_commands.FollowHerds(1))
    assert (night.state.city and night.state.city.name, night.state.cities_left) == ("Alby", 0)


def test_a_game_that_began_at_the_money_only_asks_which_cards_it_has_before_the_herds() -> None:
    night = CowNight(level=Level.BANK)
    game = night.tables.live(CODE).game
    with pytest.raises(NotNow):
        night.act(BOB, ChooseCatalogue(typed=True))
    level(night, Level.BOARD)
    page = game.page(night.table, ANN)
    assert (str(page.headline), page.choices) == ("Which cards are on the table?", ())
    assert [part.name for part in page.parts] == ["herds"], "nothing invented is offered"
    assert not start_obstacles(game, night.table), "the headline says it"
    offered = [c.fixed for c in settings_of(game, night.table, BOB, (), ("ours",)) if c.kind == "choose_catalogue"]
    assert offered == [{"name": ""}, {"typed": True}, {"name": "ours"}]
    night.act(BOB, ChooseCatalogue(typed=True))  # any player may say it, as in the lobby
    assert str(game.page(night.table, ANN).headline) == "Where are the cows?"
    assert not [choice for choice in settings_of(game, night.table, BOB) if choice.kind == "choose_catalogue"]
    with pytest.raises(NotNow):
        night.act(BOB, ChooseCatalogue())
    night.act(ANN, cow_commands.PlayCow(ANN, 200, "Rosa", 700))
    night.act(ANN, cow_commands.FollowHerds(12))
    assert (night.names(ANN), night.state.cities_left) == (["Rosa"], 12)
    level(night, Level.BANK)
    level(night, Level.BOARD)
    assert str(game.page(night.table, ANN).headline) == "Where are the cows?", "it is asked once"


def test_where_no_city_is_left_sudden_death_begins_at_once() -> None:
    night = CowNight(deck=TWO_CITIES, level=Level.BANK)
    level(night, Level.BOARD)
    night.act(ANN, cow_commands.PlayCow(ANN, 200, "A", 300))
    night.act(ANN, cow_commands.FollowHerds(0))
    assert night.state.sudden
    night.roll(1)
    assert night.table.ending
    assert night.has(POT) == (0,)


# --- the herds --------------------------------------------------------------------------------


def test_the_herds_are_asked_for_and_nobody_pays_for_cows_that_lie_there() -> None:
    night = CowNight(deck=SMALL_DECK)
    night.act(ANN, cow_commands.TurnUpCity("Upper Meadow"))
    night.cow(ANN, "Gone", 300)
    night.cow(ANN, "Stays", 300)
    level(night, Level.BANK)
    night.act(ANN, cow_commands.PlayCow(BOB, 100, "New"))
    before = night.has(ANN, BOB, CID, POT)
    level(night, Level.BOARD)
    with pytest.raises(NotNow):
        night.roll(1)
    night.act(ANN, cow_commands.RemoveCow(cow(night, "Gone")))
    night.act(ANN, cow_commands.PlayCard("Sly Susan", BOB, owner=CID))
    night.act(ANN, cow_commands.PlayCow(BOB, 500, "New", 400, at=1))
    night.act(ANN, cow_commands.MoveCow(cow(night, "Stays"), BOB, 2))
    with pytest.raises(BadRequest):
        night.act(ANN, cow_commands.PlayCard("A second roll"))
    night.act(ANN, cow_commands.FollowHerds(2))
    assert [(each.name, each.owner) for each in night.state.herds[BOB]] == [
        ("New", BOB),
        ("Stays", BOB),
        ("Sly Susan", CID),
    ]
    assert night.has(ANN, BOB, CID, POT) == before


def test_in_play_nobody_says_whose_spy_it_is() -> None:
    night = CowNight(deck=SMALL_DECK)
    night.act(ANN, cow_commands.TurnUpCity("Upper Meadow"))
    night.act(ANN, cow_commands.PlayCard("Sly Susan", BOB, owner=CID))
    assert night.state.herds[BOB][0].owner == ANN


# --- sudden death -----------------------------------------------------------------------------


def test_sudden_death_goes_on_where_it_was() -> None:
    night = in_sudden_death()
    level(night, Level.BANK)
    level(night, Level.BOARD)
    assert night.table.phase is TablePhase.PLAYING
    night.act(BOB, cow_commands.FollowHerds())
    assert (night.names(ANN), night.names(CID)) == (["Late"], ["C", "D"])
    night.roll(1)  # Bob, who has no cow: Cid's
    assert night.names(CID) == ["D"]
    assert night.state.turn.active == ANN


def test_in_sudden_death_the_money_alone_goes_round_in_its_order() -> None:
    night = in_sudden_death()
    level(night, Level.BANK)
    night.act(BOB, cow_commands.EndTurn())
    night.act(ANN, cow_commands.EndTurn())
    level(night, Level.BOARD)
    night.act(CID, cow_commands.FollowHerds())
    night.roll(1)
    assert night.state.turn.active == BOB


# --- what is due ------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["a die that was handed on", "a bomb", "a payment", "a city"])
def test_nothing_that_is_due_can_be_forgotten(what: str) -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Kettlebridge"))
    match what:
        case "a die that was handed on":
            night.roll(6)
        case "a bomb":
            night.cow(ANN, "Fixer", 300, Ability.MECHANIC)
            night.roll(1)
        case "a payment":
            night.act(ANN, cow_commands.TakeFromPot(1_500, CID))
            for name, value, *abilities in (("Good", 400), ("Bang", 0, Ability.BOMBER), ("Bad", -200)):
                night.cow(BOB, name, value, *abilities)
            night.roll(2)
            assert night.state.blast
        case _:
            night.cow(ANN, "Plain", 300)
            night.roll(1)
    before = night.table
    with pytest.raises(NotNow):
        night.act(ANN, SetLevel(Level.BANK))
    assert night.table == before


def test_what_the_box_does_already_is_not_begun_again() -> None:
    night = CowNight()
    with pytest.raises(NotNow):
        night.act(ANN, SetLevel(Level.BOARD))


# --- anything, at any time --------------------------------------------------------------------


class Levels(RuleBasedStateMachine):
    """Random play, now with the herds and now without. ``lying``: the cows on the real table."""

    @initialize(seed=st.integers(0, 10_000))
    def sit_down(self, seed: int) -> None:
        self.night = CowNight(deck=SMALL_DECK)
        self.chance = random.Random(seed)
        self.money = self.night.whole()
        self.lying = self.box()
        self.played = 0

    def box(self) -> dict[str, list[tuple[str, str]]]:
        return {seat: [(cow.name, cow.owner) for cow in herd] for seat, herd in self.night.state.herds.items()}

    @property
    def playing(self) -> bool:
        return self.night.table.phase is TablePhase.PLAYING

    @property
    def all_paid(self) -> bool:
        """Ask the box whether the game is over."""
        return self.night.state.sudden is not None and self.night.has(POT) == (0,)

    @property
    def follows(self) -> bool:
        return self.night.table.level is Level.BOARD

    @precondition(lambda self: self.playing and self.follows)
    @rule(steps=st.integers(1, 6))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.playing:
                bots = self.night.tables.live(CODE).game.bots
                assert bots
                commands = ((seat, bots.command(self.night.table, seat, self.chance, None)) for seat in SEATS)
                self.night.act(*next((seat, command) for seat, command in commands if command))
        self.lying = self.box()

    @precondition(lambda self: not self.playing)
    @rule()
    def play_again(self) -> None:
        self.night.act(ANN, PlayAgain())
        self.night.act(ANN, StartGame(None))
        self.lying, self.played = self.box(), 0

    @precondition(lambda self: self.playing and self.follows)
    @rule()
    def keep_the_money_only(self) -> None:
        state = self.night.state
        due = state.blast or state.carrying or (state.roll and (state.roll.faces or not state.sudden))
        try:
            level(self.night, Level.BANK)
            assert not due
        except NotNow:
            assert due
            assert self.night.state == state

    @precondition(lambda self: self.playing and not self.follows)
    @rule(
        action=st.sampled_from(("cow", "gone", "city", "turn")),
        who=st.sampled_from(SEATS),
        herd_owner=st.sampled_from(SEATS),
    )
    def without_the_herds(self, action: str, who: str, herd_owner: str) -> None:
        night, active = self.night, self.night.state.turn.active
        match action:
            case "cow" if not night.state.sudden:
                night.act(active, cow_commands.PlayCow(who, 100))
                self.lying[who].append(("Stray", herd_owner))
            case "gone" if self.lying[who]:
                _, owner = self.lying[who].pop(0)
                night.act(active, cow_commands.CountCow(owner, 300))
            case "city" if self.left() and not night.state.turn.city_won and not night.state.sudden:
                taken = {city.name for won in night.state.won.values() for city in won}
                up = night.state.city.name if night.state.city else min({"Upper Meadow", "Lower Meadow"} - taken)
                night.act(active, cow_commands.TakeCity(up, 3))
            case _ if self.all_paid:
                night.together(active, cow_commands.CloseGame())
            case _:
                night.act(active, cow_commands.EndTurn())

    def left(self) -> int:
        """Return the number of cities that nobody has won."""
        return 2 - sum(map(len, self.night.state.won.values()))

    @precondition(lambda self: self.playing and not self.follows and not self.all_paid)
    @rule()
    def follow_the_herds_again(self) -> None:
        night, before = self.night, self.night.state
        level(night, Level.BOARD)
        teller = night.state.turn.active
        for seat in SEATS:
            for cow in night.state.herds[seat]:
                night.act(teller, cow_commands.RemoveCow(cow.id))
        for seat in SEATS:
            for name, owner in self.lying[seat]:
                spy = (Ability.SPY,) if owner != seat else ()
                night.act(teller, cow_commands.PlayCow(seat, 0, name, 200, spy, owner=owner))
        night.act(teller, cow_commands.FollowHerds(self.left()))
        after = night.state
        assert self.box() == self.lying
        assert after.won == before.won
        if before.sudden and not after.over:
            assert (after.sudden, after.roll) == (before.sudden, before.roll)

    @invariant()
    def no_money_is_lost(self) -> None:
        assert self.night.whole() == self.money

    @invariant()
    def no_city_is_lost(self) -> None:
        state = self.night.state
        if self.follows and not state.over:
            assert state.cities_left + (state.city is not None) == self.left()

    @invariant()
    def no_card_is_forgotten(self) -> None:
        assert self.night.state.played >= self.played
        self.played = self.night.state.played


TestLevels = Levels.TestCase
TestLevels.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
