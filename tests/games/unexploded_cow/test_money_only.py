"""The money only: the table ends the game, cities are counted, and sudden death is rolled there too (rules §19)."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, NotNow, RuleRef
from companion.core.table.commands import Agree, ChooseCatalogue, CorrectBooks, Refuse, SetLevel
from companion.core.table.table import Level, TablePhase
from companion.core.ui.page import Page
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.explosion import paid_for
from companion.games.unexploded_cow.records import awards
from companion.games.unexploded_cow.rulebook.cards import Cow
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, POT, TWO_CITIES, CowNight
from tests.support.readers import reader_of


@pytest.fixture
def night() -> CowNight:
    """Return a game of three players in Ann's turn, 1,500 in the pot."""
    return CowNight(level=Level.BANK)


def reason(night: CowNight) -> str:
    assert night.table.ending
    return night.sentence(night.table.ending.reason)


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [False, True])
def test_39_nobody_ends_the_game_alone(night: CowNight, empty: bool) -> None:
    if empty:
        night.act(ANN, cow_commands.CountCow(BOB, 1_500))
    before = night.has(ANN, BOB, CID, POT)
    night.act(ANN, cow_commands.CloseGame("" if empty else ANN))
    [motion] = night.table.motions
    assert motion.asked == (BOB, CID)
    night.act(BOB, Agree(motion.id))
    assert (night.table.phase, night.has(ANN, BOB, CID, POT)) == (TablePhase.PLAYING, before)
    night.act(CID, Agree(motion.id))
    assert night.table.phase is TablePhase.OVER


def test_39_who_refuses_keeps_the_game_going(night: CowNight) -> None:
    night.act(ANN, cow_commands.CloseGame(ANN))
    night.act(CID, Refuse(night.table.motions[0].id))
    assert (night.table.phase, night.table.motions, night.has(POT)) == (TablePhase.PLAYING, (), (1_500,))


def test_the_question_says_whose_the_last_cow_is(night: CowNight) -> None:
    night.act(ANN, cow_commands.CloseGame(CID))
    assert night.titles() == ["The game is over: the last cow is s3's"]
    night.act(ANN, cow_commands.CountCow(BOB, 1_500))
    night.act(ANN, cow_commands.CloseGame())
    assert night.titles() == ["The game is over: the pot is empty"]


def test_40_the_end_names_who_takes_the_rest_and_nobody_else(night: CowNight) -> None:
    night.act(ANN, cow_commands.CountCow(BOB, 500))
    night.together(ANN, cow_commands.CloseGame(CID))
    assert night.has(ANN, BOB, CID, POT) == (4_500, 5_000, 5_500, 0)
    assert reason(night) == "s3 took the rest of the pot with the last cow"


def test_40_the_end_names_somebody_where_nothing_has_exploded(night: CowNight) -> None:
    night.together(ANN, cow_commands.CloseGame(CID))
    assert reason(night) == "s3 took the rest of the pot with the last cow"


def test_an_empty_pot_is_looked_at_before_the_last_cow(night: CowNight) -> None:
    night.act(ANN, cow_commands.CountCow(BOB, 1_500))
    night.together(ANN, cow_commands.CloseGame(CID))
    assert reason(night) == "the pot is empty"


def test_with_money_in_the_pot_somebody_is_named(night: CowNight) -> None:
    with pytest.raises(NotNow):
        night.act(ANN, cow_commands.CloseGame())
    assert not night.table.motions


# --- the cities -------------------------------------------------------------------------------


def take(night: CowNight, name: str, points: int = 0, amount: int = 0) -> None:
    """Take the city for the active player and end the turn."""
    night.act(night.state.turn.active, cow_commands.TakeCity(name, points, amount))
    night.act(night.state.turn.active, cow_commands.EndTurn())


def all_cities(*points: int, pot: int = 1_500) -> CowNight:
    """Win all cities of the game but one, and the last one now, by Cid; so much is left in the pot."""
    night = CowNight(level=Level.BANK)
    for number in range(11):
        take(night, f"City {number}", *points[number : number + 1])
    night.act(CID, cow_commands.TakeCity("Last", 9))
    if pot < 1_500:
        night.act(CID, cow_commands.CountCow(BOB, 1_500 - pot))
    return night


@pytest.mark.parametrize("name", ["Alby", "ALBY", " álby "])
def test_41_a_city_is_won_once(night: CowNight, name: str) -> None:
    take(night, "Alby", 3, 200)
    before = night.table
    with pytest.raises(BadRequest, match="won already"):
        night.act(BOB, cow_commands.TakeCity(name))
    assert night.table == before


@pytest.mark.parametrize("name", ["", "  ", "-"])
def test_41_a_city_has_a_name(night: CowNight, name: str) -> None:
    with pytest.raises(BadRequest, match="name of the city"):
        night.act(ANN, cow_commands.TakeCity(name))


def test_41_there_is_no_thirteenth_city() -> None:
    night = all_cities()
    with pytest.raises(NotNow):
        night.act(CID, cow_commands.TakeCity("Beyond"))
    night.act(CID, cow_commands.EndTurn())
    for seat in night.table.ids:
        with pytest.raises(NotNow):
            night.act(seat, cow_commands.TakeCity("Beyond"))


def test_41_there_are_no_more_cities_than_the_catalogue_has() -> None:
    night = CowNight(level=Level.BANK, deck=TWO_CITIES)
    take(night, "Alby", 3)
    take(night, "Belby", 5)
    assert night.state.sudden
    assert night.state.sudden.order == (BOB, ANN, CID)


def test_after_a_city_is_won_no_second_one_is_offered_in_that_turn() -> None:
    """*I win the city* was still offered after the last city, and refused."""
    night = all_cities()
    assert "take_city" not in [choice.kind for choice in page(night, CID).choices]
    first = CowNight(level=Level.BANK)
    assert "take_city" in [choice.kind for choice in page(first, ANN).choices]


# --- what is paid for -------------------------------------------------------------------------


def test_what_nobody_has_named_is_paid_for_without_a_colon(night: CowNight) -> None:
    """The money line read "a cow has exploded: "."""
    night.act(
        ANN,
        cow_commands.PlayCow(BOB, 100),
        cow_commands.PlayEvent(100),
        cow_commands.CountCow(BOB, 300),
        cow_commands.CountMechanic(CID),
    )
    night.act(ANN, cow_commands.TakeFromPot(100, CID))
    night.act(ANN, CorrectBooks(ANN, BOB, 100))
    lines = [night.sentence(posting.reason) for event in night.events() for posting in event.postings]
    assert lines[-6:-1] == [
        "price of a card",
        "price of a card",
        "a cow has exploded",
        "a bomb defused",
        "a card says so",
    ]
    assert not [line for line in lines if line.rstrip().endswith(":")]


def test_what_was_asked_is_not_offered_again_to_the_one_who_waits(sudden: CowNight) -> None:
    """*Yes, all are paid* stood on the page of the player who had tapped it."""
    active = sudden.state.turn.active
    sudden.act(active, cow_commands.CountCow(active, 9_000))
    sudden.act(active, cow_commands.CloseGame())
    assert [choice.kind for choice in reader_of(sudden.tables, CODE, active).page.choices] == [
        "count_cow",
        "count_mechanic",
    ]
    sudden.act(sudden.table.motions[0].asked[0], Refuse(sudden.table.motions[0].id))
    assert "close_game" in [choice.kind for choice in reader_of(sudden.tables, CODE, active).page.choices]


def page(night: CowNight, seat: str | None) -> Page:
    return night.tables.live(CODE).game.page(night.table, seat)


def prompts(night: CowNight, seat: str | None) -> str:
    return " ".join(map(str, page(night, seat).prompt))


def test_after_the_last_city_everybody_is_told_what_follows() -> None:
    night = all_cities(4, 0, 0, 3)  # Ann has 7 points, Cid 9, Bob none
    for seat in (*night.table.ids, None):
        assert "sudden death: s3, s1, s2" in prompts(night, seat)
    night.act(CID, cow_commands.EndTurn())
    assert "Sudden death begins: s3, s1, s2" in night.report()


def test_with_an_empty_pot_the_game_is_over_after_the_last_city() -> None:
    night = all_cities(pot=0)
    assert "the game is over" in prompts(night, ANN)
    night.act(CID, cow_commands.EndTurn())
    assert reason(night) == "the pot is empty"


# --- sudden death -----------------------------------------------------------------------------


def sudden_death(pot: int = 1_500) -> CowNight:
    """Return a game in which Cid rolls first, then Ann, then Bob."""
    night = all_cities(4, 0, 0, 3, pot=pot)
    night.act(CID, cow_commands.EndTurn())
    return night


def changed_in_sudden_death() -> CowNight:
    """Return a game in which sudden death began when the box followed the herds; the active player has a cow."""
    night = CowNight(deck=TWO_CITIES)
    for name in ("Alby", "Belby"):
        active = night.state.turn.active
        night.act(active, cow_commands.TurnUpCity(name))
        for into in (active, CID):
            night.cow(into, "Cow", 0)
        night.roll(1)
    night.act(ANN, SetLevel(Level.BANK))
    night.agree()
    return night


@pytest.fixture(params=[sudden_death, changed_in_sudden_death])
def sudden(request: pytest.FixtureRequest) -> CowNight:
    """Return a game in sudden death, 1,500 in the pot."""
    night: CowNight = request.param()
    return night


def test_42_in_sudden_death_nothing_but_explosions_is_booked(sudden: CowNight) -> None:
    active, pot = sudden.state.turn.active, sudden.has(POT)
    for command in (
        cow_commands.PlayCow(BOB, 100),
        cow_commands.PlayEvent(100),
        cow_commands.TakeFromPot(100),
        cow_commands.TakeCity("Beyond"),
    ):
        refused = sudden.refused(active, command, NotNow)
        assert refused.rule == RuleRef("2011", "10.3"), command
    sudden.act(active, cow_commands.CountCow(ANN, 300))
    sudden.act(active, cow_commands.CountMechanic(BOB))
    assert sudden.has(POT) == (pot[0] - 400,)


def test_in_sudden_death_only_what_can_be_booked_is_offered_and_it_is_told(sudden: CowNight) -> None:
    active = sudden.state.turn.active
    offered = [choice.kind for choice in page(sudden, active).choices]
    assert offered == ["count_cow", "count_mechanic", "end_turn", "close_game"]
    for seat in (*sudden.table.ids, None):
        assert "Sudden death" in prompts(sudden, seat)


def test_each_rolls_in_the_order_of_sudden_death_again_and_again() -> None:
    night, order = sudden_death(), []
    for _ in range(5):
        order.append(night.state.turn.active)
        night.act(order[-1], cow_commands.EndTurn())
    assert order == [CID, ANN, BOB, CID, ANN]
    assert night.report().count("s1 rolls in sudden death") == 2


def test_42_an_explosion_pays_what_the_pot_has() -> None:
    night = sudden_death(pot=400)
    before = night.has(BOB)[0]
    night.act(CID, cow_commands.CountCow(BOB, 300))
    assert night.has(BOB, POT) == (before + 300, 100)
    night.act(CID, cow_commands.CountCow(BOB, 300))
    assert night.has(BOB, POT) == (before + 400, 0)


def test_with_an_empty_pot_it_is_asked_whether_all_cows_are_paid(sudden: CowNight) -> None:
    active = sudden.state.turn.active
    sudden.act(active, cow_commands.CountCow(active, 9_000))
    assert str(page(sudden, active).headline) == "The pot is empty: are all cows of this roll paid?"
    offered = [choice.kind for choice in page(sudden, active).choices]
    assert offered == ["close_game", "count_cow", "count_mechanic"]
    for command in (cow_commands.EndTurn(), SetLevel(Level.BOARD)):
        with pytest.raises(NotNow, match="The pot is empty"):
            sudden.act(active, command)
    sudden.together(active, cow_commands.CloseGame())
    assert reason(sudden) == "the pot is empty"


def test_a_cow_that_costs_goes_on_with_the_game_though_the_pot_was_empty(sudden: CowNight) -> None:
    active = sudden.state.turn.active
    sudden.act(active, cow_commands.CountCow(active, 9_000), cow_commands.CountCow(BOB, -200), cow_commands.EndTurn())
    assert (sudden.table.phase, sudden.has(POT)) == (TablePhase.PLAYING, (200,))


def test_the_last_cow_of_sudden_death_is_asked_of_all(sudden: CowNight) -> None:
    active = sudden.state.turn.active
    sudden.act(active, cow_commands.CloseGame(BOB))
    assert len(sudden.table.motions[0].asked) == 2
    sudden.agree()
    assert reason(sudden) == "s2 took the rest of the pot with the last cow"


def test_where_abilities_are_off_in_sudden_death_no_mechanic_defuses() -> None:
    night = CowNight(level=Level.BANK, deck=TWO_CITIES, rules={"sudden_death_abilities": False})
    take(night, "Alby", 3)
    night.act(BOB, cow_commands.CountMechanic(ANN))
    take(night, "Belby", 5)
    with pytest.raises(NotNow):
        night.act(BOB, cow_commands.CountMechanic(ANN))
    assert "count_mechanic" not in [choice.kind for choice in page(night, BOB).choices]


def test_19_7_where_nobody_has_a_city_the_first_player_rolls_first() -> None:
    night = CowNight(level=Level.BANK)
    night.act(ANN, SetLevel(Level.BOARD))
    night.agree()
    night.act(BOB, ChooseCatalogue(typed=True))
    night.act(ANN, cow_commands.FollowHerds(0))
    assert night.state.sudden
    assert night.state.sudden.order == (ANN, BOB, CID)


def test_the_loudest_bang_of_a_cow_without_a_name_says_its_sum_once() -> None:
    paid = paid_for(ANN, (Cow("c1", "", 500, ANN),), pot=1_500)
    assert awards((paid,))[0].message == "Loudest bang: %(who)s, %(amount)s"
