"""The news of a phone about its owner's money and pieces: undone events are gone from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.core.money.bank_messages import AcceptLoan, OfferLoan, Pay
from companion.core.money.ledger import BANK
from companion.core.referee.parting import StopGame
from companion.core.table.commands import PlayAgain, SetRule, StartGame
from companion.core.table.events import PinReplaced
from companion.core.table.table import Level
from companion.games.abilene.common.messages import MoveCow, RecordTheft
from companion.games.abilene.edition_1983.messages import RecordSteer
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1993.messages import RecordJailed, RecordTown, RollDice
from companion.web.view.moment import moment_of
from companion.web.view.news import money_line
from tests.faults.support import app_over, phones_of
from tests.support.phones import whole
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, BOB, CID, CODE, DAN, AnyNight, Night

JAILED = "Your cowboy lost a duel and is in jail."
STOLEN = "Ann stole one of your cows."


def lines(night: AnyNight[Any], seat: str, part: str) -> list[str]:
    view: Any = phones_of(app_over(night.tables), night.table.code)[seat].view()
    return [line["text"] for line in view[part]]


def test_money_is_told_though_its_event_has_left_the_memory() -> None:
    """Eighty events later the page was an error."""
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 300, "a bet"))
    moment = moment_of(night.tables, night.table.code)
    line = [each for each in moment.lines if BOB in each.gains][-1]
    later = replace(moment, live=replace(moment.live, history=replace(moment.live.history, records=())))
    assert money_line(later, line, BOB).amount == 300


def test_a_payment_that_was_undone_is_no_news_to_either_side() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 300, "a bet"))
    assert lines(night, BOB, "news") == ["Ann paid you: a bet"]
    night.undo(ANN)
    for seat in (ANN, BOB):
        assert lines(night, seat, "news") == [], seat


def test_money_is_told_to_you_and_what_a_game_begins_with_is_no_news() -> None:
    """It said "Ann paid Bob $300" on the phones of both, after "+ $10,000 from the bank: starting money"."""
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 300, "a bet"), Pay(BOB, 5), Pay(BANK, 7), OfferLoan(BOB, 100, 10))
    night.act(BOB, AcceptLoan(*night.table.loans))
    assert lines(night, BOB, "news") == ["Ann paid you: a bet", "Ann paid you", "Ann paid you: loan"]
    assert lines(night, ANN, "news")[-2:] == ["to the bank", "You paid Bob: loan"]


def test_what_can_be_borrowed_stands_above_what_has_happened_and_no_cell_breaks_at_its_hyphen() -> None:
    """With letters twice as large the loan was two screens down, and B7- ended a line."""
    night = Night(4, Level.BOARD)
    night.act(ANN, Pay(BOB, 300), RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    client = app_over(night.tables).test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    page = whole(client, f"/t/{CODE}/s/{ANN}")
    assert page.index("Borrow, correct") < page.index("What happened to it")
    assert "A6\N{NON-BREAKING HYPHEN}0" in page


def test_a_duel_that_was_undone_is_told_to_nobody() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    assert lines(night, BOB, "ended") == [JAILED]
    assert lines(night, CID, "ended") == ["One of Bob's cowboys went to jail"]
    night.undo(ANN)
    assert lines(night, BOB, "ended") == lines(night, CID, "ended") == []


def test_how_something_ended_in_the_last_game_is_not_told_in_the_next() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.together(ANN, StopGame())
    night.act(ANN, PlayAgain(), StartGame(ANN))
    assert lines(night, BOB, "ended") == []
    night.act(ANN, RecordJailed(CID))
    assert lines(night, BOB, "ended") == ["One of Cid's cowboys went to jail"]


def test_what_was_told_stays_until_its_reader_does_something() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTheft(BOB))
    night.act(CID, Pay(ANN, 100))
    assert lines(night, BOB, "private_news") == [STOLEN]
    night.act(BOB, Pay(ANN, 100))
    assert lines(night, BOB, "private_news") == []


def test_what_happens_to_somebody_twice_is_told_in_one_line() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTheft(BOB), RecordTheft(CID), RecordTheft(BOB))
    assert lines(night, BOB, "private_news") == [f"{STOLEN} ×2"]
    assert lines(night, CID, "private_news") == [STOLEN]


def test_a_changed_house_rule_that_was_undone_is_no_notice() -> None:
    night = Night(4, Level.BANK)
    night.together(ANN, SetRule("loan_anytime", True))
    assert any("House rule changed" in line for line in notices(night, BOB))
    night.undo(ANN)
    if night.table.motions:
        night.agree()
    assert not any("House rule changed" in line for line in notices(night, BOB))


def test_what_concerns_everybody_stands_below_a_vote_and_all_but_two_lines_of_it_in_a_fold() -> None:
    """Five notices stood above the cards, which were out of sight."""
    night = Night(4, Level.BANK)
    for seat in (ANN, BOB, CID, DAN):
        night.tables.note(CODE, PinReplaced(seat))
    night.act(ANN, RecordTown())
    page = phone_page(night, BOB)
    assert page.index("Seal my vote") < page.index("Too many wrong PINs")
    above, _, folded = page.partition('id="notices"')
    assert above.count("Too many wrong PINs") == 2
    assert folded.count("Too many wrong PINs") == 2


def phone_page(night: Night, seat: str) -> str:
    """Return the page of this seat under *Now*, as far as it is sent at once."""
    client = app_over(night.tables).test_client()
    client.set_cookie(f"seat-{CODE}-{seat}", client.application.extensions["companion"].tokens.admit(CODE, seat, 0.0))
    text = client.get(f"/t/{CODE}/s/{seat}").text
    return text[text.index('id="tab-now"') : text.index('id="tab-money"')]


def test_news_of_money_fold_into_one_line_once_much_later_news_come() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 100, "first"), Pay(BOB, 200, "second"))
    assert "older-news" not in phone_page(night, BOB)
    pay_elsewhere(night)
    night.act(ANN, Pay(BOB, 400, "third"))
    page = phone_page(night, BOB)
    assert page.index("$400") < page.index('id="older-news"') < page.index("$200") < page.index("$100")


def test_news_of_money_stay_as_they_are_while_others_play() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 100, "first"), Pay(BOB, 200, "second"))
    before = drawn_news(phone_page(night, BOB))
    pay_elsewhere(night)
    assert drawn_news(phone_page(night, BOB)) == before, "Bob's phone fetches nothing that he need not read"


def pay_elsewhere(night: Night) -> None:
    """Let two other players pay each other for longer than any event is new."""
    for _ in range(6):
        night.act(CID, Pay(DAN, 100))
        night.act(DAN, Pay(CID, 100))


def drawn_news(page: str) -> str:
    """Return the news of a page as they are drawn."""
    return page[page.index('<div id="news"') : page.index("</div>", page.index('<div id="news"'))]


def notices(night: Night, seat: str) -> list[str]:
    view: Any = phones_of(app_over(night.tables), night.table.code)[seat].view()
    return list(view["notices"])


def sold_1983(fever: bool, stolen: bool) -> PrairieNight:
    """Return Ann's sale with one who believes and one who does not."""
    night = PrairieNight(level=Level.BANK)
    night.act(ANN, RecordSteer(BOB if stolen else ANN))
    night.believe(Belief.BELIEVES, Belief.DOUBTS)
    night.turn_over(fever, BOB if stolen else ANN)
    return night


def sold_1993(brand: str | None, value: int, *cards: str) -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(*cards)
    night.show(brand, value)
    return night


SALES = [
    *(partial(sold_1983, fever, stolen) for fever in (False, True) for stolen in (False, True)),
    *(partial(sold_1993, *cow, "OWN", "NONE", "FOREIGN") for cow in (("A", 600), (None, 500), ("B", 300))),
    partial(sold_1993, "B", 300, "OWN", "NONE", "NONE"),
]


@pytest.mark.parametrize("sale", SALES)
def test_news_of_money_name_their_reader_you(sale: Callable[[], AnyNight[Any]]) -> None:
    """*You paid Bob: Ann believed Bob* stood on Ann's own phone."""
    night = sale()
    found = {seat.name: lines(night, seat.id, "news") for seat in night.table.seats}
    assert found["Ann"]
    for name, news in found.items():
        assert [line for line in news if name in line] == []


def test_news_of_money_are_said_to_their_reader() -> None:
    night = sold_1993("B", 300, "OWN", "NONE", "FOREIGN")
    assert lines(night, BOB, "news") == ["You paid Ann: You took a rustled cow for Ann's own and pay twice its value."]
    assert lines(night, ANN, "news")[-1] == "You paid Dan: Dan saw that your cow was rustled and gets twice its value."


def test_what_was_told_wrong_can_be_taken_back_when_the_votes_lie_open() -> None:
    """Of a steer of the wrong colour there was no *Undo* on the seller's page before the steer was shown."""
    night = PrairieNight(level=Level.BANK)
    night.act(ANN, RecordSteer(BOB))
    night.believe(Belief.BELIEVES, Belief.DOUBTS)
    client = app_over(night.tables).test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    page = whole(client, f"/t/{CODE}/s/{ANN}")
    assert "Ask the others to undo: A steer of Ann reached Abilene" in page
    night.undo(ANN, actions=2)
    night.agree()
    assert night.state.sale is None
