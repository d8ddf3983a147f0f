"""How much of the board the box follows: the bank only, the whole board, and changing between the two."""

from companion.core.board import Mark
from companion.core.errors import BadRequest, NotNow
from companion.core.lobby_page import settings
from companion.core.table import Level
from companion.core.table_messages import SetLevel
from companion.games.abilene.messages import (
    ArrangeBoard,
    EndStep,
    MoveCow,
    MoveCowboy,
    PayJail,
    PlaceReleased,
    RecordJailed,
    RecordTheft,
    RecordTown,
    RollDice,
    Step,
)
from companion.games.abilene.position import setup
from companion.games.abilene.reference_boards import reference_board
from tests.table import ANN, BOB, CID, DAN, RANCHES, Night

BOARD = reference_board("abilene-1993")
OWN = "OWN"


def as_at_the_start(jail: dict[str, int] | None = None) -> ArrangeBoard:
    """Everybody's figures on their start cells, but for those in jail."""
    figures = setup(BOARD, dict(zip((ANN, BOB, CID, DAN), RANCHES[4], strict=True)))
    cowboys = dict(figures.cowboys)
    for seat, count in (jail or {}).items():
        for cell in figures.cowboys_of(seat)[:count]:
            del cowboys[cell]
    return ArrangeBoard(figures.cows, cowboys, {}, jail or {})


def change(night: Night, level: Level) -> None:
    night.together(ANN, SetLevel(level))
    assert night.table.level is level


def test_the_bank_alone_a_whole_turn_jail_theft_sale() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordTheft(CID), RecordTown())
    night.vote(OWN, OWN, OWN)
    night.show("A", 1000)
    night.end(Step.TABLE)
    assert night.state.herd == {ANN: 9, BOB: 9, CID: 8, DAN: 9}
    assert night.turn == (BOB, Step.JAIL)
    night.refused(BOB, RecordTown(), NotNow)
    night.act(BOB, PayJail(0))
    assert night.cash() == (12_000, 9_700, 10_000, 10_000)
    assert night.turn == (BOB, Step.TABLE)


def test_the_bank_alone_releases_are_counted() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, *[RecordJailed(BOB)] * 5)
    night.refused(ANN, RecordJailed(BOB), BadRequest)
    night.end(Step.TABLE)
    night.act(BOB, PayJail(2))
    assert night.state.in_jail(BOB) == 3
    assert night.cash(BOB) == (6_400,)


def test_the_bank_alone_only_the_active_player_tells_what_happened_on_the_board() -> None:
    night = Night(4, Level.BANK)
    night.refused(BOB, RecordTheft(ANN), NotNow)
    night.refused(ANN, RecordTheft(ANN), BadRequest)
    night.refused(ANN, RollDice(), NotNow)
    night.refused(ANN, as_at_the_start(), NotNow)
    night.refused(ANN, MoveCow("A5-1", "A4-0", 0), NotNow)


def test_the_level_changes_with_everybodys_consent_and_the_counts_are_those_of_the_board() -> None:
    night = Night(4)
    night.arrange(cows={"A": ("A5-1", "A5-2"), "B": BOARD.select("B", Mark.COW_START)[:4]})
    night.act(ANN, SetLevel(Level.BANK))
    assert night.table.level is Level.BOARD
    night.agree()
    assert night.state.position is None
    assert night.state.herd == {ANN: 2, BOB: 4, CID: 9, DAN: 9}
    assert night.turn == (ANN, Step.TABLE)


def test_to_the_bank_in_the_dice_step_the_jail_bill_is_still_due() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1", "A4-1", "A4-2")}, jail={ANN: 2})
    change(night, Level.BANK)
    assert night.turn == (ANN, Step.JAIL)
    night.act(ANN, PayJail(0))
    assert night.cash(ANN) == (9_500,)


def test_to_the_bank_while_released_cowboys_wait_to_be_placed() -> None:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A3-1",)}, jail={ANN: 4})
    night.roll()
    night.act(ANN, PayJail(3), PlaceReleased("A4-1"))
    change(night, Level.BANK)
    assert night.turn == (ANN, Step.TABLE)
    assert night.state.in_jail(ANN) == 1, "three were released and paid for"
    night.act(ANN, EndStep(Step.TABLE))


def test_to_the_bank_in_the_middle_of_a_sale_the_vote_goes_on() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-0")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0))
    night.end(Step.CATTLE, Step.COWBOYS)
    night.seal({BOB: OWN})
    change(night, Level.BANK)
    night.seal({CID: OWN, DAN: OWN})
    night.open({BOB: OWN, CID: OWN, DAN: OWN})
    night.show("A", 100)
    assert night.cash(ANN) == (11_100,)
    assert night.state.herd[ANN] == 1
    assert night.turn == (BOB, Step.TABLE)


def test_to_the_board_the_figures_are_arranged_and_the_turn_begins_with_the_dice() -> None:
    night = Night(4, Level.BANK)
    change(night, Level.BOARD)
    assert night.state.position is None
    night.act(CID, as_at_the_start())
    assert night.state.position is None, "everybody looks whether the figures stand like that"
    night.agree()
    assert night.turn == (ANN, Step.DICE)
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("A4-1", "A3-0", 0))


def test_to_the_board_after_the_jail_bill_it_is_not_due_again() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.end(Step.TABLE)
    night.act(BOB, PayJail(0))
    change(night, Level.BOARD)
    night.together(BOB, as_at_the_start({BOB: 1}))
    night.roll()
    assert night.turn == (BOB, Step.CATTLE)
    assert night.cash(BOB) == (9_700,)


def test_to_the_board_and_back_before_the_figures_are_arranged() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, *[RecordJailed(BOB)] * 3)
    change(night, Level.BOARD)
    night.end(Step.TABLE)
    night.act(BOB, PayJail(3))  # there are no figures to roll for yet: the bill comes first, as at the bank
    change(night, Level.BANK)
    assert night.turn == (BOB, Step.TABLE)
    assert night.state.in_jail(BOB) == 0
    night.end(Step.TABLE)


def test_figures_that_nobody_has_cannot_be_arranged() -> None:
    night = Night(4)
    good = as_at_the_start()
    night.refused(ANN, ArrangeBoard((*good.cows, "A2-0"), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, {**good.cowboys, "A2-0": ANN}, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {ANN: 1}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {}, {ANN: 1}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, good.cowboys, {}, {ANN: -1}), BadRequest)
    night.refused(ANN, ArrangeBoard((*good.cows[1:], good.cows[1]), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard((*good.cows[1:], "Z9-9"), good.cowboys, {}, {}), BadRequest)
    night.refused(ANN, ArrangeBoard(good.cows, {**good.cowboys, "A2-0": "s9"}, {}, {}), BadRequest)


def test_until_the_figures_are_arranged_the_table_plays_on_as_before() -> None:
    night = Night(level=Level.BANK)
    night.together(ANN, SetLevel(Level.BOARD))
    game = night.tables.games["abilene"]
    for seat in (ANN, BOB, None):
        assert game.page(night.table, seat).board is None
    night.act(ANN, EndStep(Step.TABLE))
    assert night.turn == (BOB, Step.TABLE)
    assert [choice.kind for choice in game.page(night.table, BOB).choices][-1] == "end_step"


def test_a_phone_offers_the_way_down_in_mid_game_and_both_ways_before_it() -> None:
    def offered(night: Night) -> list[str]:
        game = night.tables.games["abilene"]
        return [choice.fixed["level"] for choice in settings(game, night.table, ANN) if choice.kind == "set_level"]

    assert offered(Night(level=Level.BOARD)) == ["bank"]
    assert offered(Night(level=Level.BANK)) == []
    assert offered(Night(level=Level.BANK, start=False)) == ["board"]
