"""The end of a game and its winner (rules 1993 §13, §14, §18), at the level *bank*."""

from companion.core.errors import BadRequest, NotNow
from companion.core.money.bank_messages import AcceptLoan, BorrowFromBank, OfferLoan, Pay
from companion.core.table.commands import SetRule
from companion.core.table.table import Level
from companion.games.abilene.common.messages import RecordTheft, Step
from companion.games.abilene.edition_1993.messages import GoBankrupt, RecordJailed, RecordTown
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN = "OWN"


def sell_own(night: Night) -> None:
    """Sell the active player's dearest cow of his own brand that is left."""
    seller = night.turn[0]
    night.act(seller, RecordTown())
    night.vote(*[OWN] * len(night.ballot.voters))
    values = (1000, 600, 600, 600, 300, 300, 100)
    night.show(night.state.brands[seller], values[sum(who == seller for who, _ in night.state.sold)])


def test_vector_44_four_players_sold_sixteen_cows_and_the_game_ends_with_the_turn() -> None:
    night = Night(4, Level.BANK, cows_to_sell=16)
    for sold in range(16):
        assert not night.is_over(), f"over after {sold} sales already"
        sell_own(night)
        if sold < 15:
            night.end(Step.TABLE)
    assert not night.is_over(), "the turn is finished first (A16)"
    night.end(Step.TABLE)
    assert night.is_over()
    assert night.table.ending is not None
    assert night.table.ending.code == "cows_sold"


def test_vector_45_the_last_cow_to_town_and_one_rustled_and_the_game_goes_on() -> None:
    night = Night(4, Level.BANK)
    night.end(Step.TABLE)
    night.happened(BOB, *[RecordTheft(ANN)] * 8)
    night.end(Step.TABLE, Step.TABLE, Step.TABLE)
    sell_own(night)
    assert night.state.herd[ANN] == 0
    night.act(ANN, RecordTheft(DAN))
    night.end(Step.TABLE)
    assert not night.is_over()


def test_vector_46_an_opponents_only_cow_is_rustled_and_the_game_ends_with_the_turn() -> None:
    night = Night(4, Level.BANK)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    assert not night.is_over()
    night.end(Step.TABLE)
    assert night.table.ending is not None
    assert night.table.ending.code == "no_cattle"
    assert night.sentence(night.table.ending.reason) == "s2 has no cattle left on the ranch"


def test_with_the_house_rule_the_game_ends_at_once() -> None:
    night = Night(4, Level.BANK, end_check="at_once")
    night.happened(ANN, *[RecordTheft(BOB)] * 8)
    assert not night.is_over()
    night.happened(ANN, RecordTheft(BOB))
    assert night.is_over()


def test_at_once_still_sells_the_last_cow_that_stands_in_town() -> None:
    night = Night(4, Level.BANK, end_check="at_once")
    night.end(Step.TABLE)
    night.happened(BOB, *[RecordTheft(ANN)] * 8)
    night.end(Step.TABLE, Step.TABLE, Step.TABLE)
    night.act(ANN, RecordTown())
    assert not night.is_over()
    night.vote(OWN, OWN, OWN)
    night.show("A", 100)
    assert night.is_over()
    assert night.cash(ANN) == (11_100,)


def test_with_the_house_rule_the_round_is_finished() -> None:
    night = Night(4, Level.BANK, end_check="end_of_round")
    night.end(Step.TABLE)
    night.happened(BOB, *[RecordTheft(CID)] * 9)
    night.end(Step.TABLE, Step.TABLE)
    assert not night.is_over()
    night.end(Step.TABLE)
    assert night.is_over()


def test_an_emptied_ranch_that_got_a_cow_back_within_the_round_ends_nothing() -> None:
    night = Night(4, Level.BANK, end_check="end_of_round")
    night.happened(ANN, *[RecordTheft(CID)] * 9)
    night.end(Step.TABLE, Step.TABLE)
    night.act(CID, RecordTheft(ANN))
    night.end(Step.TABLE, Step.TABLE)
    assert not night.is_over()


def test_the_last_solvent_player_wins_at_once() -> None:
    night = Night(3, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordJailed(CID))
    night.hand(BOB, 0)
    night.hand(CID, 0)
    night.end(Step.TABLE)
    night.act(BOB, GoBankrupt())
    assert not night.is_over()
    night.act(CID, GoBankrupt())
    ending = night.table.ending
    assert ending is not None
    assert ending.code == "last_solvent"
    assert [(line.rank, line.seat, line.score) for line in ending.standings] == [(1, ANN, 10_000)]


def test_vector_26_debts_are_settled_before_the_ranking_and_the_balances_are_the_scores() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1_000))
    night.hand(ANN, 8_000)
    night.act(BOB, OfferLoan(CID, 2_000, 500))
    night.act(CID, AcceptLoan(max(night.table.loans)))
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    ending = night.table.ending
    assert ending is not None
    assert {line.seat: line.score for line in ending.standings} == {ANN: 6_700, BOB: 10_500, CID: 9_500, DAN: 10_000}
    assert night.cash() == (6_700, 10_500, 9_500, 10_000)
    assert [line.seat for line in ending.standings] == [BOB, DAN, CID, ANN]
    lines = {line.seat: (line.cash, line.debts) for line in ending.standings}
    assert lines == {ANN: (8_000, 1_300), BOB: (10_500, 0), CID: (12_000, 2_500), DAN: (10_000, 0)}
    night.refused(BOB, Pay(ANN, 100), NotNow)


def test_a_debt_may_make_a_score_negative_and_equal_scores_share_a_rank() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1_000))
    night.hand(ANN, 300)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    ending = night.table.ending
    assert ending is not None
    assert [(line.rank, line.score) for line in ending.standings] == [
        (1, 10_000),
        (1, 10_000),
        (1, 10_000),
        (4, -1_000),
    ]


def test_any_number_of_cows_can_be_agreed_on() -> None:
    night = Night(4, Level.BANK, cows_to_sell=3)
    for _ in range(3):
        assert not night.is_over()
        sell_own(night)
        night.end(Step.TABLE)
    assert night.is_over()
    for value in (-1, 55, True, "12"):
        Night(4, start=False).refused(ANN, SetRule("cows_to_sell", value), BadRequest)
    lobby = Night(4, start=False, cows_to_sell=17)
    assert lobby.report()[-1].endswith("so many cows have been sold. – 17 cows")
    [rule] = [rule for rule in reader_of(lobby.tables, CODE, ANN).moment.rules if rule.name == "cows_to_sell"]
    assert (str(rule.words), rule.numbers, rule.value) == ("17 cows", (1, 54), 17)
