"""Level *bank*: more than a turn can bring is refused, unless the table allows it (rules 1993 §20.2, 1983 §17.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import IllegalMove, NotNow, RuleRef
from companion.core.messages import Command
from companion.core.table.commands import AllowAnyway, SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, RecordTheft, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.messages import HireCowboy, RecordKilled, RecordSteer
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1993.messages import PayJail, RecordJailed, RecordTown
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, BOB, CID, DAN, AnyNight, Night


def allowed(night: AnyNight[Any], command: Command) -> None:
    night.together(ANN, AllowAnyway(night.tables.live(night.code).codec.write(command)))


class TestOf1993:
    @pytest.fixture
    def night(self) -> Night:
        return Night(4, Level.BANK)

    def sell(self, night: Night) -> None:
        night.act(ANN, RecordTown())
        night.vote("OWN", "OWN", "OWN")
        night.show("A", 600)

    def test_vector_49_a_fourth_theft_and_a_third_cow_need_the_consent_of_the_table(self, night: Night) -> None:
        night.act(ANN, RecordTheft(BOB), RecordTheft(BOB), RecordTheft(CID))
        for more in (RecordTheft(BOB), RecordJailed(BOB), RecordJailed(ANN)):
            assert night.refused(ANN, more, IllegalMove).rule == RuleRef("1993", "20.2")
        allowed(night, RecordTheft(BOB))
        assert night.state.herd[BOB] == 6
        self.sell(night)
        self.sell(night)
        night.refused(ANN, RecordTown(), IllegalMove)
        allowed(night, RecordTown())

    def test_thefts_and_lost_duels_share_the_three_dice(self, night: Night) -> None:
        night.act(ANN, RecordTheft(BOB), RecordJailed(BOB), RecordJailed(ANN))
        night.refused(ANN, RecordJailed(BOB), IllegalMove)
        night.end(Step.TABLE)
        night.act(BOB, PayJail(0), RecordTheft(ANN), RecordTheft(ANN), RecordTheft(ANN))

    def jailed(self, night: Night, count: int) -> None:
        """Play until so many cowboys of Ann are in jail when her next turn begins."""
        night.end(Step.TABLE)
        for seat, more in zip((BOB, CID, DAN), (2, 2, 1), strict=True):
            for _ in range(min(count, more)):
                night.act(seat, RecordJailed(ANN))
            count -= min(count, more)
            night.end(Step.TABLE)

    @pytest.mark.parametrize(("jailed", "released", "rides"), [(5, 0, 0), (4, 0, 1), (3, 0, 2), (2, 0, 3), (5, 2, 2)])
    def test_vector_48_as_many_as_he_has_cowboys_out_of_jail(
        self, night: Night, jailed: int, released: int, rides: int
    ) -> None:
        self.jailed(night, jailed)
        night.act(ANN, PayJail(released))
        night.act(ANN, *[RecordTheft(BOB)] * rides)
        night.refused(ANN, RecordTheft(BOB), IllegalMove)
        night.refused(ANN, RecordJailed(BOB), IllegalMove)

    def test_a_player_who_has_no_rider_is_told_so(self, night: Night) -> None:
        self.jailed(night, 5)
        night.act(ANN, PayJail(0))
        assert "No cowboy of" in night.refusal(ANN, RecordTheft(BOB))

    def test_a_cowboy_lost_in_a_duel_has_used_his_die(self, night: Night) -> None:
        self.jailed(night, 3)
        night.act(ANN, PayJail(0), RecordJailed(ANN), RecordTheft(BOB))
        night.refused(ANN, RecordTheft(BOB), IllegalMove)

    def test_what_was_moved_on_the_board_counts_when_the_table_goes_down_to_the_bank(self) -> None:
        night = Night(4)
        night.arrange(cows={"A": ("A2-0", "A6-0")}, cowboys={ANN: ("A3-1", "A4-2")})
        night.roll((1, 1), (1, 1, 1))
        night.act(ANN, MoveCow("A2-0", TOWN, 0), EndStep(Step.CATTLE), MoveCowboy("A3-1", "A3-0", 0))
        night.together(ANN, SetLevel(Level.BANK))
        assert (night.state.turn.driven, night.state.turn.ridden) == (1, 1)


class TestOf1983:
    @pytest.fixture
    def night(self) -> PrairieNight:
        return PrairieNight(level=Level.BANK)

    def sell(self, night: PrairieNight) -> None:
        night.act(ANN, RecordSteer(ANN))
        night.believe(Belief.BELIEVES, Belief.BELIEVES)
        night.turn_over(False)

    def test_three_steps_bring_three_steers_at_most(self, night: PrairieNight) -> None:
        for _ in range(3):
            self.sell(night)
        night.refused(ANN, RecordSteer(ANN), IllegalMove)
        allowed(night, RecordSteer(ANN))

    def test_two_dice_bring_two_thefts_and_killed_cowboys_at_most(self, night: PrairieNight) -> None:
        night.act(ANN, RecordTheft(BOB), RecordKilled(ANN))
        for more in (RecordTheft(BOB), RecordKilled(BOB)):
            night.refused(ANN, more, IllegalMove)
        allowed(night, RecordTheft(BOB))

    @pytest.mark.parametrize("riders", [0, 1])
    def test_no_more_than_he_has_cowboys_and_none_without(self, night: PrairieNight, riders: int) -> None:
        night.end(Step.TABLE)
        night.act(BOB, RecordKilled(ANN), RecordKilled(ANN))
        night.end(Step.TABLE)
        if not riders:
            night.act(CID, RecordKilled(ANN))
        night.end(Step.TABLE)
        night.act(ANN, *[RecordTheft(BOB)] * riders)
        night.refused(ANN, RecordTheft(BOB), IllegalMove)

    def test_a_hired_cowboy_rides_but_nobody_is_hired_once_the_dice_were_thrown(self, night: PrairieNight) -> None:
        night.end(Step.TABLE)
        night.act(BOB, RecordKilled(ANN), RecordKilled(ANN))
        night.end(Step.TABLE)
        night.end(Step.TABLE)
        night.hand(ANN, 4_000)
        night.act(ANN, HireCowboy(), RecordTheft(BOB), RecordKilled(ANN))
        night.refused(ANN, HireCowboy(), IllegalMove)
        night.refused(ANN, RecordTheft(BOB), IllegalMove)

    def test_steps_used_on_the_board_count_when_the_table_goes_down_to_the_bank(self) -> None:
        night = PrairieNight()
        night.drive("A5-2", "A4-2")
        night.together(ANN, SetLevel(Level.BANK))
        assert night.state.turn.driven == 1


def test_nobody_but_the_active_player_tells_what_happened_or_ends_the_turn() -> None:
    for night, other_seats in (
        (Night(4, Level.BANK), (RecordTown(),)),
        (PrairieNight(level=Level.BANK), (RecordSteer(ANN),)),
    ):
        for command in (*other_seats, RecordTheft(ANN), EndStep(Step.TABLE)):
            night.refused(BOB, command, NotNow)


@pytest.mark.parametrize(
    ("night", "command"),
    [(Night(3, Level.BANK), RecordJailed(BOB)), (PrairieNight(3, Level.BANK), RecordKilled(BOB))],
    ids=["1993", "1983"],
)
def test_a_player_who_tells_something_reads_that_it_was_heard(night: AnyNight[Any], command: Command) -> None:
    """On a small phone nothing in sight changed after a theft was told, and it was told again."""

    def lines(seat: str) -> list[str]:
        return [str(line) for line in night.tables.live(night.code).referee.game.page(night.table, seat).prompt]

    assert not any(line.startswith("Entered in this turn") for line in lines(ANN))
    night.act(ANN, RecordTheft(BOB))
    assert "Entered in this turn: cattle to Abilene 0, thefts and duels 1." in lines(ANN)
    night.act(ANN, command)
    assert "Entered in this turn: cattle to Abilene 0, thefts and duels 2." in lines(ANN)
    assert not any(line.startswith("Entered in this turn") for line in lines(BOB))
    night.end(Step.TABLE)
    assert not any(line.startswith("Entered in this turn") for line in lines(BOB))
