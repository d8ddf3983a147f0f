"""A won city is carried out before anything else goes on, and cows explode by cards as well (rules §18.1, §18.2)."""

from __future__ import annotations

import random

import pytest

from companion.core.errors import NotNow, RuleError
from companion.core.messages import Command
from companion.core.text import Text
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, POT, TWO_CITIES, CowNight

BOMBER, MECHANIC, SPY = Ability.BOMBER, Ability.MECHANIC, Ability.SPY
ONCE_MORE = "Roll the explosion die once more, now."


@pytest.fixture
def night() -> CowNight:
    """Return a game in Ann's turn, Kettlebridge of our own deck face up, two cows of hers and one
    of Bob's.
    """
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Kettlebridge"))
    night.cow(ANN, "One", 300)
    night.cow(ANN, "Two", 200)
    night.cow(BOB, "Three", 400)
    return night


def cow(night: CowNight, name: str) -> str:
    return next(each.id for herd in night.state.herds.values() for each in herd if each.name == name)


def prompt_text(night: CowNight, seat: str | None) -> str:
    page = night.tables.live(CODE).game.page(night.table, seat)
    return " ".join(map(str, (page.headline, *page.prompt)))


def log_of(night: CowNight) -> list[str]:
    game = night.tables.live(CODE).game
    texts = (game.tell(stored.record.event) for stored in night.tables.history(CODE))
    return [str(line) for line in texts if isinstance(line, Text)]


def test_a_city_won_by_the_closing_roll_is_carried_out_by_its_winner_before_the_turn_ends(night: CowNight) -> None:
    night.roll(1)
    assert (night.state.turn.active, night.state.turn.number) == (ANN, 1)
    with pytest.raises(NotNow):
        night.act(BOB, cow_commands.RollDie(1, extra=True))
    night.act(ANN, cow_commands.RollDie(1))  # for the city, whatever the phone says
    assert (night.names(ANN), night.state.turn.active) == ([], ANN)
    night.act(ANN, cow_commands.CarryOut())
    assert (night.state.turn.active, night.state.turn.number) == (BOB, 2)
    assert night.has(ANN) == (4_500 + 300 + 200,)


def test_the_words_of_a_city_are_said_to_the_others_as_the_citys(night: CowNight) -> None:
    night.roll(1)
    text = prompt_text(night, ANN).removeprefix("You have won Kettlebridge: do what it says ")
    for reader in (BOB, CID, None):
        assert prompt_text(night, reader).endswith(f"The city says: {text}")


def test_what_an_event_says_stands_in_the_log_for_those_who_do_not_hold_the_card(night: CowNight) -> None:
    night.act(ANN, cow_commands.PlayCard("Broken fence", ANN))
    assert log_of(night)[-1] == "s1 plays the event Broken fence: Move one cow from any herd to an end of another."
    evening = CowNight(deck=TWO_CITIES.replace("A trick,200,,,1,,,", "Broken fence,200,,,1,,,Jump."))
    evening.city()
    evening.act(ANN, cow_commands.PlayCard("Broken fence", ANN))
    assert log_of(evening)[-1] == "s1 plays the event Broken fence: Jump."


def test_the_first_turn_counts_among_those_of_the_longest_game(night: CowNight) -> None:
    """A game of two turns stood among the records with one."""
    night.roll(1)
    night.act(ANN, cow_commands.CarryOut())
    game = night.tables.live(CODE).game
    feats = game.feats([stored.record.event for stored in night.tables.history(CODE)])
    assert {feat.kind: feat.amount for feat in feats}["turns"] == 2


def test_its_text_stands_on_every_screen_and_in_the_log_until_it_is_done(night: CowNight) -> None:
    night.roll(1)
    assert all(ONCE_MORE in prompt_text(night, seat) for seat in (ANN, BOB, None))
    night.act(ANN, cow_commands.CarryOut())
    assert not any(ONCE_MORE in prompt_text(night, seat) for seat in (ANN, BOB, None))
    assert any("Kettlebridge" in line and ONCE_MORE in line for line in log_of(night))


def offered(night: CowNight) -> list[tuple[str, str]]:
    """Return what stands on Ann's page, and how weighty: the box's roll, and dice that are typed."""
    choices = night.tables.live(CODE).game.page(night.table, ANN).choices
    return [(f"{each.kind}{'' if each.fields else ' by the box'}", each.weight.value) for each in choices]


def test_a_city_that_asks_for_a_roll_has_it_rolled_first_and_once(night: CowNight) -> None:
    """*Done* was the big button, the box offered no roll, and a face could be chosen again and again."""
    night.roll(1)
    before = offered(night)
    assert before[:3] == [
        ("roll_die", "normal"),
        ("roll_die by the box", "primary"),
        ("carry_out by the box", "normal"),
    ]
    assert {weight for _, weight in before[3:]} == {"quiet"}
    night.act(ANN, cow_commands.RollDie(5))
    assert "Rolled for it: 5" in prompt_text(night, ANN)
    assert "Rolled for it: 5" in prompt_text(night, BOB)
    after = offered(night)
    assert after[0] == ("carry_out by the box", "primary")
    assert {weight for _, weight in after[1:]} == {"quiet"}


def test_a_city_of_our_own_that_asks_for_no_roll_offers_only_that_it_is_done() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Dunmarsh"))
    night.cow(ANN, "One", 300)
    night.roll(1)
    first, *later = offered(night)
    assert first == ("carry_out by the box", "primary")
    assert {weight for _, weight in later} == {"quiet"}


def test_of_a_typed_city_everything_is_offered_with_the_roll_of_the_box() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Calais", 3, 0, "Roll, or shoot a cow."))
    night.cow(ANN, "One", 300)
    night.cow(ANN, "Two", 300)
    night.roll(1)
    assert offered(night)[:3] == [
        ("carry_out by the box", "primary"),
        ("roll_die", "normal"),
        ("roll_die by the box", "normal"),
    ]


def test_a_city_of_a_known_deck_without_a_text_needs_no_tap() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Bramblewick"))
    night.cow(ANN, "One", 300)
    night.roll(1)
    assert night.state.turn.active == BOB


def test_the_text_of_a_city_that_is_typed_as_one_goes_is_carried_out_too() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Calais", 3, 200, "Shoot  a cow"))
    night.cow(ANN, "One", 300)
    night.roll(1)
    assert "Shoot a cow" in prompt_text(night, BOB)
    night.act(ANN, cow_commands.CarryOut())
    assert night.has(ANN) == (4_500 + 300 + 200,)


def test_the_winner_moves_and_removes_cows_takes_money_and_plays_a_card_free_meanwhile(night: CowNight) -> None:
    night.roll(1)
    night.act(ANN, cow_commands.MoveCow(cow(night, "Three"), CID))
    night.act(ANN, cow_commands.RemoveCow(cow(night, "Two")))
    night.act(ANN, cow_commands.TakeFromPot(100, ANN))
    night.act(ANN, cow_commands.PlayCow(ANN, 300, "Gift", 100, free=True))
    assert (night.names(ANN), night.names(CID)) == (["Gift"], ["Three"])
    assert night.has(ANN) == (4_500 + 300 + 100,)
    with pytest.raises(NotNow):
        night.act(BOB, cow_commands.CarryOut())
    assert night.state.turn.number == 1


def test_bombs_of_the_same_batch_wait_until_the_city_is_carried_out() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Kettlebridge"))
    for name, value, *abilities in (("Left", 100), ("Bang", 400, BOMBER), ("Right", 200), ("Far", 700)):
        night.cow(ANN, name, value, *abilities)
    night.roll(2)
    assert night.names(ANN) == ["Left", "Right", "Far"]  # nothing of the next batch has exploded
    night.act(ANN, cow_commands.MoveCow(cow(night, "Right"), BOB))
    night.act(ANN, cow_commands.RollDie(2))
    assert night.names(ANN) == ["Left"]
    night.act(ANN, cow_commands.CarryOut())
    assert (night.names(ANN), night.names(BOB)) == ([], ["Right"])  # a player who has left gets no bomb
    assert night.has(ANN, BOB) == (4_500 + 400 + 700 + 100, 4_500)
    assert night.state.turn.active == BOB


def test_a_city_won_by_a_roll_for_a_card_is_carried_out_and_the_turn_goes_on(night: CowNight) -> None:
    night.act(ANN, cow_commands.RollDie(1, extra=True))
    night.act(ANN, cow_commands.CarryOut())
    night.cow(ANN, "Four", 100)
    assert night.state.turn.number == 1
    night.roll(6)
    night.roll(6)
    night.act(CID, cow_commands.RollDie(5))  # of three cows the fifth
    assert night.state.turn.active == BOB


def test_a_player_of_the_box_carries_out_what_it_can(night: CowNight) -> None:
    night.roll(1)
    game = night.tables.live(CODE).game
    assert game.bots
    assert game.bots.command(night.table, ANN, random.Random(1), None) == cow_commands.CarryOut()


# --- a cow explodes by a card (rules §18.2) ---------------------------------------------------


def test_a_cow_that_a_card_blows_up_is_paid_and_wins_the_city_and_the_turn_goes_on() -> None:
    night = CowNight()
    night.city(amount=200)
    night.cow(ANN, "Plain", 300)
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Plain")))
    assert night.has(ANN, POT) == (4_500 + 300 + 200, 1_000)
    assert (night.state.won[ANN][0].name, night.state.turn.number) == ("Alby", 1)
    night.cow(ANN, "Late", 100)  # still her turn
    night.roll(1)
    assert night.state.turn.active == BOB


def test_the_cow_of_somebody_else_pays_its_owner_and_wins_no_city() -> None:
    night = CowNight()
    night.city()
    night.cow(BOB, "Bad", -200)
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Bad")))
    assert night.has(BOB, POT) == (4_300, 1_700)
    assert night.state.city


def test_nobody_is_asked_about_a_card_that_explodes_a_cow_unless_it_says_so() -> None:
    night = CowNight()
    night.city()
    night.cow(BOB, "Fixer", 300, MECHANIC)
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Fixer"), asked=True))
    night.react(BOB, "Fixer", True)
    assert (night.names(BOB), night.has(BOB)) == (["Fixer"], (4_600,))
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Fixer")))
    assert (night.names(BOB), night.has(BOB)) == ([], (4_900,))


def test_a_bomber_that_a_card_blows_up_leaves_its_bombs() -> None:
    night = CowNight()
    night.city()
    for name, value, *abilities in (("Left", 100), ("Bang", 400, BOMBER), ("Fixer", 200, MECHANIC)):
        night.cow(BOB, name, value, *abilities)
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Bang")))
    night.react(BOB, "Fixer", False)  # about the bomb that it is given the rules ask as ever
    assert (night.names(BOB), night.has(BOB)) == ([], (4_500 + 400 + 100 + 200,))
    assert night.state.turn.active == ANN


def test_a_citys_text_blows_up_a_cow_and_another_city_is_not_won(night: CowNight) -> None:
    night.roll(1)
    night.act(ANN, cow_commands.ExplodeCow(cow(night, "Two")))
    assert night.has(ANN) == (4_500 + 300 + 200,)
    night.act(ANN, cow_commands.CarryOut())
    assert (len(night.state.won[ANN]), night.state.turn.active) == (1, BOB)


def test_a_cow_that_is_taken_away_pays_nothing(night: CowNight) -> None:
    night.act(ANN, cow_commands.RemoveCow(cow(night, "Two")))
    assert night.has(ANN, POT) == (4_500, 1_500)


@pytest.mark.parametrize(
    "command", [cow_commands.ExplodeCow("c99"), cow_commands.CarryOut(), cow_commands.TurnUpCity()], ids=str
)
def test_nonsense_gets_a_sentence_and_changes_nothing(night: CowNight, command: Command) -> None:
    before = night.table
    with pytest.raises(RuleError):
        night.act(ANN, command)
    assert night.table == before
