"""Sealed votes with free answers and sealed bids: opened together, ties told, the winner pays if the table likes."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import BallotStage, EnterVotes, VoidBallot
from companion.games.any_game.messages.play import Take
from companion.games.any_game.messages.votes import AskBids, AskVote, OpenAuction, Outcome, Price, PutAway
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening
from tests.support.readers import reader_of

POT = "pot1"


def test_everybody_answers_a_question_in_secret() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskVote("Pizza or soup?", "pizza, soup"))
    assert (evening.ballot.choices, evening.ballot.voters) == (("pizza", "soup"), (ANN, BEN, CID))
    evening.vote("pizza", "soup", "pizza")
    assert dict(evening.ballot.votes) == {ANN: "pizza", BEN: "soup", CID: "pizza"}
    assert "Vote: Pizza or soup?" in evening.report()
    assert evening.state.shown
    evening.act(BEN, PutAway())
    assert not evening.state.shown
    assert "no result" in evening.refusal(BEN, PutAway(), NotNow)


@pytest.mark.parametrize("answers", ["", "yes", "yes, yes", ",,", ", ".join("abcdefghi"), f"yes, {'x' * 31}"])
def test_a_question_without_a_choice_is_refused(answers: str) -> None:
    AnyEvening().refusal(ANN, AskVote("Really?", answers), BadRequest)


def test_nothing_is_asked_about_nothing() -> None:
    for command in (AskVote(" ", "yes, no"), AskBids(" "), OpenAuction("")):
        assert AnyEvening().refusal(ANN, command, BadRequest) == "Please say what it is about."


def test_one_thing_at_a_time() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station"))
    for command in (AskVote("Now?", "yes, no"), AskBids("the harbour"), OpenAuction("the harbour")):
        assert "One thing at a time" in evening.refusal(BEN, command, NotNow)


def test_bids_are_opened_together_and_nobody_pays_unless_the_table_says_so() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station"))
    evening.vote(120, 90, 0)
    assert evening.state.outcome == Outcome((ANN,), "the station", 120)
    assert evening.has(ANN, BEN, CID) == (1_500, 1_500, 1_500)
    assert evening.report()[-1] == "s1 wins the station with $120"


@pytest.mark.parametrize(
    ("price", "paid", "ending"), [(Price.FIRST, 120, "for $120"), (Price.SECOND, 90, "with $120 and pays $90")]
)
def test_the_winner_pays_his_bid_or_that_of_the_second(price: Price, paid: int, ending: str) -> None:
    evening = AnyEvening(pots="Bids")
    evening.act(BEN, AskBids("the station", price, POT))
    evening.vote(90, 120, 0)
    assert evening.has(ANN, BEN, CID, POT) == (1_500, 1_500 - paid, 1_500, paid)
    assert evening.report()[-1] == f"s2 wins the station {ending}"
    evening.sound()


def test_a_player_who_bids_alone_pays_his_own_bid() -> None:
    evening = AnyEvening()
    evening.act(BEN, AskBids("the station", Price.SECOND))
    evening.vote(0, 120, 0)
    assert evening.has(BEN) == (1_380,)


def test_a_tie_is_told_and_nobody_pays() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST))
    evening.vote(120, 120, 90)
    assert evening.state.outcome == Outcome((ANN, BEN), "the station", 120)
    assert evening.has(ANN, BEN) == (1_500, 1_500)
    assert evening.report()[-1] == "A tie for the station: 2 bid $120, and nobody pays"


def test_where_nobody_bids_nothing_is_won() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST))
    evening.vote(0, 0, 0)
    assert evening.report()[-1] == "Nobody bids for the station"


def test_a_winner_who_has_less_than_he_bid_pays_nothing_and_all_are_told() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST))
    evening.vote(1_501, 10, 0)
    assert evening.has(ANN) == (1_500,)
    assert evening.report()[-1] == "s1 wins the station with $1,501 and cannot pay it"


def test_a_bid_is_a_multiple_of_the_smallest_amount() -> None:
    evening = AnyEvening(step=5)
    evening.act(ANN, AskBids("the station"))
    evening.seal({ANN: "12", BEN: "10", CID: "0"})
    with pytest.raises(BadRequest, match="not a revealed vote"):
        evening.open({ANN: "12"})


def test_bids_survive_a_restart_and_go_on_as_they_were_sealed() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST, BANK))
    evening.seal({ANN: "120", BEN: "90"})
    evening.restarted()
    evening.seal({CID: "0"})
    assert evening.ballot.stage is BallotStage.OPENING
    evening.open({CID: "0", ANN: "120"})
    evening.restarted()
    evening.open({ANN: "120", BEN: "90", CID: "0"})
    assert evening.has(ANN) == (1_380,)
    evening.sound()


def test_bids_that_are_held_again_are_for_the_same_thing() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST))
    evening.act(ANN, VoidBallot(evening.ballot.id))
    evening.agree()
    evening.vote(50, 0, 0)
    assert evening.report()[-1] == "s1 wins the station for $50"


def test_bids_on_paper_are_typed_in_and_confirmed() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station", Price.FIRST))
    typed = {ANN: "5", BEN: "7", CID: "0"}
    evening.refusal(ANN, EnterVotes(evening.ballot.id, {**typed, CID: "a lot"}), BadRequest)
    evening.act(ANN, EnterVotes(evening.ballot.id, typed))
    evening.agree()
    assert evening.has(BEN) == (1_493,)


def test_money_is_paid_and_taken_while_bids_are_sealed() -> None:
    evening = AnyEvening()
    evening.act(ANN, AskBids("the station"))
    evening.seal({ANN: "120"})
    evening.act(BEN, Pay(CID, 5), Take(10))
    assert not evening.table.motions
    assert set(evening.ballot.sealed) == {ANN}


def test_what_became_of_a_vote_is_told_and_whose_cards_won() -> None:
    evening = AnyEvening(4)
    evening.act(ANN, AskVote("Pizza or sushi?", "Pizza, Sushi, Both"))
    asked = reader_of(evening.tables, CODE, BEN).page.ballot
    assert asked
    assert asked.waiting == evening.table.ids
    evening.vote("Pizza", "Pizza", "Both", "Sushi")
    page = reader_of(evening.tables, CODE).page
    assert [str(line) for line in page.prompt] == ["Pizza wins with 2 of 4"]
    assert page.ballot
    assert page.ballot.won == (ANN, BEN)
    evening.act(ANN, AskVote("And now?", "yes, no"))
    evening.vote("yes", "no", "no", "yes")
    page = reader_of(evening.tables, CODE).page
    assert [str(line) for line in page.prompt] == ["A tie: yes, no, with 2 of 4"]
    assert page.ballot
    assert page.ballot.won == ()


def test_a_bid_says_what_it_costs_while_one_bids_and_whose_card_won_afterwards() -> None:
    evening = AnyEvening(3, pots="The middle")
    evening.act(ANN, AskBids("the station", Price.SECOND, "pot1"))
    page = reader_of(evening.tables, CODE, BEN).page
    assert [str(line) for line in page.prompt] == ["The winner pays the second highest bid to pot1."]
    evening.vote("120", "250", "90")
    ballot = reader_of(evening.tables, CODE).page.ballot
    assert ballot
    assert (ballot.won, ballot.waiting) == ((BEN,), ())
