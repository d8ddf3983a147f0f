"""The edition of 1983 at the level *bank*, when figures are set up by hand, and with its options."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import BadRequest
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.table.commands import AllowAnyway, SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, RecordTheft, Step
from companion.games.abilene.edition_1983.messages import (
    ArrangeSteers,
    HireCowboy,
    RecordKilled,
    RecordSteer,
    RollTwoDice,
    SealFever,
)
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.reducer import in_play
from tests.support.abilene import ABILENE
from tests.support.prairie import ANN, BOB, CID, PrairieNight
from tests.support.readers import reader_of
from tests.support.table import CODE

N = Belief.DOUBTS


class TestArranging:
    def herds(self, night: PrairieNight, **moved: str) -> ArrangeSteers:
        """Return the command that leaves all figures, but for these steers (from=to)."""
        herds = {moved.get(cell.replace("-", "_"), cell): seat for cell, seat in night.state.colours.items()}
        return ArrangeSteers(cowboys=dict(night.board.cowboys), herds=herds)

    def test_steers_are_set_up_with_their_colours_and_still_known_where_one_of_a_colour_moved(
        self, night: PrairieNight
    ) -> None:
        night.together(ANN, self.herds(night, A5_1="A2-0", B5_1="A2-2"))
        assert (night.state.colours["A2-0"], night.state.colours["A2-2"]) == (ANN, BOB)
        assert night.state.steers["A2-2"] == "B5-1"
        night.drive("A2-2", "town")
        assert night.state.sale is not None
        assert (night.state.sale.owner, night.state.sale.steer) == (BOB, "B5-1")

    def test_of_several_that_moved_only_the_colour_is_known(self, night: PrairieNight) -> None:
        night.together(ANN, self.herds(night, A5_1="A2-0", A5_2="A2-2"))
        assert night.state.colours["A2-0"] == ANN
        assert "A2-0" not in night.state.steers

    def test_no_colour_has_more_steers_than_are_left(self, night: PrairieNight) -> None:
        many = self.herds(night)
        first = next(cell for cell, seat in many.herds.items() if seat == BOB)
        night.refused(ANN, replace(many, herds={**many.herds, first: ANN}), BadRequest)
        night.refused(ANN, replace(many, herds={**many.herds, first: "s9"}), BadRequest)

    def test_after_a_while_with_the_bank_only_a_colour_that_nobody_says_is_unknown(self, night: PrairieNight) -> None:
        figures = night.board
        night.together(ANN, SetLevel(Level.BANK))
        night.together(ANN, SetLevel(Level.BOARD))
        night.together(ANN, ArrangeBoard(figures.cows, dict(figures.cowboys), {}, {}))
        assert night.state.colours == night.state.steers == {}
        assert night.turn == (ANN, Step.CATTLE)
        night.drive("A5-2", "A4-2")

    def test_the_page_offers_steers_by_colour_and_neither_town_nor_jail(self, night: PrairieNight) -> None:
        arranging = ABILENE["1983"].arranging(night.table, ANN)
        assert arranging is not None
        assert [(piece.name, piece.left) for piece in arranging.pieces if piece.field == "herds"] == [
            ("cow:s1", 9),
            ("cow:s2", 9),
            ("cow:s3", 9),
        ]
        assert arranging.places == {}
        assert set(arranging.settings[0].figures.values()) >= {("cow:s1",), ("cow:s2",), ("cow:s3",)}


class TestBankOnly:
    def test_the_bank_counts_steers_cowboys_and_thefts(self) -> None:
        night = PrairieNight(level=Level.BANK)
        night.happened(ANN, RecordTheft(BOB), RecordKilled(BOB), RecordKilled(BOB))
        assert (night.state.herd[ANN], night.state.herd[BOB]) == (10, 8)
        assert in_play(night.state, BOB) == 1
        night.act(ANN, RecordSteer(BOB))
        night.believe(N, N)
        night.turn_over(False)
        assert night.cash() == (6000, 1000, 1000)
        night.end(Step.TABLE)
        night.hand(BOB, 2000)
        night.act(BOB, HireCowboy())
        assert in_play(night.state, BOB) == 2
        night.refused(BOB, RecordTheft(BOB), BadRequest)
        night.refused(BOB, RecordSteer("s9"), BadRequest)

    def test_a_table_goes_down_to_the_bank_with_its_counts(self, night: PrairieNight) -> None:
        night.put(s2=("B3-1",))
        night.together(ANN, SetLevel(Level.BANK))
        assert night.turn == (ANN, Step.TABLE)
        assert in_play(night.state, BOB) == 1
        assert night.state.herd == {ANN: 9, BOB: 9, CID: 9}
        night.together(ANN, SetLevel(Level.BOARD))
        assert night.turn == (ANN, Step.TABLE)

    def test_down_to_the_bank_and_up_again_within_a_turn_the_turn_begins_anew_on_the_board(
        self, night: PrairieNight
    ) -> None:
        figures = self.as_they_stand(night)
        night.two_dice(0, 0)
        night.together(ANN, SetLevel(Level.BANK))
        night.together(ANN, SetLevel(Level.BOARD))
        night.together(ANN, figures)
        assert night.turn == (ANN, Step.CATTLE)
        assert night.state.turn.cow_dice == (3,)
        night.next_turn()
        assert night.turn[0] == BOB

    def as_they_stand(self, night: PrairieNight) -> ArrangeSteers:
        return ArrangeSteers(herds=dict(night.state.colours), cowboys=dict(night.board.cowboys))

    def test_what_the_rules_refuse_the_table_may_allow(self, night: PrairieNight) -> None:
        night.end(Step.CATTLE)
        night.act(ANN, RollTwoDice((1, 2)))
        message = night.tables.live("TEST").codec.write(EndStep(Step.COWBOYS))
        night.act(ANN, AllowAnyway(message))
        night.agree()
        assert night.turn == (BOB, Step.CATTLE)


def test_every_option_of_the_rules_is_offered_with_its_default() -> None:
    game = ABILENE["1983"]
    offered = {rule.name: [option.value for option in rule.options] for rule in game.house_rules}
    defaults = game.edition.rules
    sections = {
        "votes_total",
        "interest_4000_inclusive",
        "interest_6000",
        "fever_memo",
        "unowned_duel",
        "third_prairie",
        "cowboys",
        "hire_once",
    }
    assert sections <= set(offered)
    for name, values in offered.items():
        assert getattr(defaults, name) in values, name
    assert set(offered) == set(type(defaults).__dataclass_fields__)


def test_a_player_who_has_still_to_note_the_fever_is_named() -> None:
    """The television named the first of them alone."""
    night = PrairieNight(noted=False)
    night.act(ANN, SealFever(night.notes(ANN)))
    for seat, expected in ((None, True), (ANN, True), (BOB, False)):
        prompt = [str(line) for line in ABILENE["1983"].page(night.table, seat).prompt]
        assert ("Still to note which steers have the fever: s2, s3" in prompt) is expected, seat


def test_the_button_that_repays_the_bank_says_why_not_yet() -> None:
    night = PrairieNight()
    night.act(ANN, BorrowFromBank(500))
    [loan] = reader_of(night.tables, CODE, ANN).loans
    [button] = loan.choices
    assert [str(line) for line in button.details] == ["A bank loan is repaid at the end of the game."]
