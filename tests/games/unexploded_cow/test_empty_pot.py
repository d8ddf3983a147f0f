"""Sudden death with an empty pot in the middle of a batch: played on, or saved by a house rule (rules §19.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.table.table import Level, TablePhase
from companion.games.unexploded_cow import commands as cow_commands
from tests.games.unexploded_cow.night import ANN, BOB, POT, TWO_CITIES, CowNight
from tests.games.unexploded_cow.test_vectors import SEATS, ask, cow, gains


def exploded(*beside: Any, pot: int, saves: bool, decisions: tuple[Any, ...] = ()) -> Any:
    # a bomber of Angel between the two cows explodes first and brings nothing
    right, left = beside
    herds = {"angel": [right, cow("bang", 0, "bomber"), left], "dunkirk": [cow("far", 100)]}
    options = {"empty_pot_saves": saves}
    return ask(
        "cow_sudden_run", order=SEATS, herds=herds, dice=[2], pot=pot, decisions=list(decisions), options=options
    )


SPY = cow("spy", -200, "spy", owner="buddy")


def test_44_play_goes_on_where_a_later_cow_fills_the_pot_again() -> None:
    answer = exploded(cow("own", 900), SPY, pot=800, saves=False)
    assert (answer["end"], answer["pot"], gains(answer)) == ("open", 200, {"angel": 800, "buddy": -200})


def test_44_by_the_house_rule_the_payment_that_empties_the_pot_ends_the_game() -> None:
    answer = exploded(cow("own", 900), SPY, pot=800, saves=True)
    assert (answer["end"], answer["pot"], gains(answer)) == ("pot_empty", 0, {"angel": 800})
    assert answer["rolls"][0]["exploded"][-1] == ["own"], "the spy is discarded unpaid"


@pytest.mark.parametrize(("saves", "asked"), [(False, 0), (True, 1)])
def test_the_owner_is_asked_for_his_order_where_his_cows_just_reach_the_pot(saves: bool, asked: int) -> None:
    decisions = (["good", "bad"],) if asked else ()
    answer = exploded(cow("good", 800), cow("bad", -200), pot=800, saves=saves, decisions=decisions)
    assert len(answer["asked"]) == asked
    assert gains(answer) == {"angel": 800 if saves else 600}


def test_in_the_main_game_the_house_rule_changes_nothing() -> None:
    cows = [cow("good", 800), cow("bad", -200)]
    for saves in (False, True):
        answer = ask("cow_pay", herd_owner="angel", cows=cows, pot=800, options={"empty_pot_saves": saves})
        assert (answer["asked"], gains(answer)) == ([], {"angel": 600})


@pytest.mark.parametrize(("saves", "phase"), [(False, TablePhase.PLAYING), (True, TablePhase.OVER)])
def test_at_the_money_only_the_box_ends_the_game_by_this_house_rule(saves: bool, phase: TablePhase) -> None:
    night = CowNight(level=Level.BANK, deck=TWO_CITIES, rules={"empty_pot_saves": saves})
    night.act(ANN, cow_commands.TakeCity("Alby", 3), cow_commands.EndTurn())
    night.act(BOB, cow_commands.TakeCity("Belby", 5), cow_commands.CountCow(BOB, 700), cow_commands.EndTurn())
    night.act(BOB, cow_commands.CountCow(ANN, 900))
    assert (night.table.phase, night.has(POT)) == (phase, (0,))
