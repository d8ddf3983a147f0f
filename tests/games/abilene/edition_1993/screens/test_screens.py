"""The screens at the moments that matter: a vote that opens, a sale that is settled, a loan being typed."""

import re
from collections.abc import Sequence

import pytest

from companion.core.table.table import Level
from companion.core.text import Text
from companion.core.ui.choice import Field, Interest
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.screens.parts import SaleView
from companion.games.abilene.edition_1993.messages import CowSold, RollDice, RollDuel
from companion.games.abilene.edition_1993.money.prices import repayment
from companion.games.abilene.edition_1993.rules.sales import possible_stickers
from companion.web.app import create_app
from companion.web.view.reader import Reader
from tests.support.phones import whole
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

CARDS = {BOB: "OWN", CID: "NONE", DAN: "FOREIGN"}


def screen(night: Night, seat: str | None = None) -> Reader:
    return reader_of(night.tables, CODE, seat)


def sale_on(view: Reader) -> SaleView | None:
    """Return the settled sale that the page shows."""
    return next((part.data for part in view.page.parts if isinstance(part.data, SaleView)), None)


def test_a_player_who_is_attacked_is_asked_though_it_is_not_his_turn() -> None:
    """His phone made no sound, and showed the board where he had to roll."""
    night = Night()
    night.arrange(cowboys={ANN: ("A4-3",), BOB: ("B4-0",), CID: (), DAN: ()}, jail={CID: 5, DAN: 5})
    night.roll()
    night.end(Step.CATTLE)
    assert (screen(night, BOB).asked, screen(night, CID).asked) == ("", "")
    night.act(ANN, MoveCowboy("A4-3", "B4-0", 0))
    assert [screen(night, seat).asked for seat in (ANN, BOB, CID)] == ["turn", "roll_duel", ""]


def texts(lines: Sequence[Text]) -> list[str]:
    return [str(line) for line in lines]


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann's first turn is over but for the sale of the cow she brought
    to town.
    """
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-1")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    return night


def test_nobody_is_told_to_choose_a_card_while_the_phones_open_the_votes(night: Night) -> None:
    night.seal({BOB: "OWN", CID: "NONE"})
    assert texts(screen(night).page.prompt) == []
    assert str(screen(night, DAN).page.headline) == f"{ANN} sells a cow: whose is it?"
    night.seal({DAN: "FOREIGN"})
    for seat in (None, ANN, BOB, DAN):
        assert "choosing" not in " ".join(texts(screen(night, seat).page.prompt))
        assert "whose" not in str(screen(night, seat).page.headline)


def test_a_vote_says_on_every_screen_which_sale_it_is_about(night: Night) -> None:
    app = create_app(night.tables)
    for seat in ("", BOB, DAN):
        client, page = app.test_client(), f"/t/{CODE}/s/{seat}" if seat else f"/t/{CODE}/screen"
        if seat:
            client.set_cookie(f"seat-{CODE}-{seat}", app.extensions["companion"].tokens.admit(CODE, seat, 0.0))
        said_as = re.findall(r"<(h[12])\b[^>]*>[^<]* sells a cow: whose is it\?</", whole(client, page))
        assert len(set(said_as)) == 1, "once, as the headline or above the cards"


def test_a_sealed_vote_pushes_nothing_out_of_the_log(night: Night) -> None:
    before = texts([line.text for line in screen(night).log])
    night.seal(CARDS)
    assert texts([line.text for line in screen(night).log]) == before


def test_a_settled_sale_is_shown_to_everybody_until_the_next_roll(night: Night) -> None:
    assert sale_on(screen(night)) is None
    night.vote("OWN", "NONE", "FOREIGN")
    assert sale_on(screen(night)) is None, "the sticker is still hidden"
    night.show("A", 600)
    for seat in (None, ANN, BOB, CID, DAN):
        sale = sale_on(screen(night, seat))
        assert sale is not None
        assert [(vote[0], vote[1]) for vote in sale.votes] == [(BOB, "own"), (CID, "none"), (DAN, "foreign")]
        assert [(one.frm, one.to, one.amount) for one in sale.payments] == [
            ("bank", ANN, 1600),
            (CID, ANN, 600),
            (DAN, ANN, 1200),
        ]
        paid = [(one.frm, one.to, one.amount) for one in night.events(CowSold)[-1].postings]
        assert [(one.frm, one.to, one.amount) for one in sale.payments] == paid, "every payment that was made, no other"
    night.act(BOB, RollDice((0, 0), (1, 1, 1)))
    assert sale_on(screen(night)) is None


def test_the_ballot_says_in_three_words_what_each_card_wins_or_costs(night: Night) -> None:
    ballot = screen(night, BOB).page.ballot
    assert ballot is not None
    own_card, none, foreign = ballot.cards
    assert texts(own_card.cases) == [f"{ANN}'s", "unbranded", "rustled"] == texts(foreign.cases)
    assert texts(own_card.outcomes) == ["$0", "−$500", "−2×"]
    assert texts(none.outcomes) == ["−1×", "+$500", "−1×"]
    assert texts(foreign.outcomes) == ["−2×", "−$500", "+2×"]
    assert [card.signs for card in ballot.cards] == [(0, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    assert [(card.seat, card.mark) for card in ballot.cards] == [(ANN, "A"), ("", ""), ("", "")], "the seller's brand"
    assert str(own_card.label) == f"{ANN}'s own brand"
    assert all(not card.outcomes and not card.signs for cards in ballot.choices.values() for card in cards)


def test_after_a_sale_everybody_reads_what_it_brought_in_all(night: Night) -> None:
    before = night.cash()
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 600)
    sale = sale_on(screen(night))
    assert sale is not None
    assert sale.nets == ((ANN, 3400), (BOB, 0), (CID, -600), (DAN, -1200))
    assert [now - then for then, now in zip(before, night.cash(), strict=True)] == [net for _, net in sale.nets]
    assert sale.refused is None


def test_the_card_with_the_sellers_own_brand_is_the_same_badge_in_the_result(night: Night) -> None:
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 1000)
    page = whole(create_app(night.tables).test_client(), f"/t/{CODE}/screen")
    sale = page[page.index('id="sale"') :]
    assert "card-own" not in sale
    results = sale[sale.index("What the cards said") :]
    badge = r'<span class="badge c-\w+" aria-hidden="true"><span>A</span></span>'
    assert re.match(rf"[^<]*<li>{badge} <span><b>\w+</b>: ", results.partition(">")[2])


def test_when_the_bank_pays_nothing_the_sale_says_why(night: Night) -> None:
    night.vote("OWN", "FOREIGN", "FOREIGN")
    night.show("B", 600)
    sale = sale_on(screen(night))
    assert sale is not None
    assert "bank" not in {one.frm for one in sale.payments}
    assert str(sale.refused) == (
        f"The bank pays nothing for a rustled cow, because {CID} and 1 more did not take it for the seller's own."
    )


def lines_to_move(night: Night, seat: str) -> list[str]:
    return [str(line.text) for line in screen(night, seat).private_news]


def ended(night: Night, seat: str | None) -> list[str]:
    return [str(each.text) for each in screen(night, seat).ended]


@pytest.fixture
def riding() -> Night:
    """Return a game in which Ann has rolled; a cowboy of hers stands beside a cow of Bob's,
    another beside his cowboy.
    """
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A6-1", "A6-2")}, cowboys={ANN: ("C6-0", "C5-0", "A5-0", "A5-4", "A3-1")})
    night.roll()
    night.act(ANN, EndStep(Step.CATTLE))
    return night


def test_whose_cow_was_stolen_is_told_so_until_it_is_old_or_undone(riding: Night) -> None:
    riding.act(ANN, MoveCowboy("C6-0", "B6-5", 0))
    stolen = [f"{ANN} stole your cow on B6-5 with the dark 1."]
    assert lines_to_move(riding, BOB) == stolen
    riding.act(ANN, PlaceCow("A6-0"))
    assert lines_to_move(riding, BOB) == stolen, "once, and by which die"
    assert [lines_to_move(riding, seat) for seat in (ANN, CID, DAN)] == [[], [], []], "it concerns nobody else's pieces"
    riding.undo(ANN)
    riding.undo(ANN)
    assert lines_to_move(riding, BOB) == []


def test_everybody_reads_how_a_duel_ended_and_both_duellists_what_it_means_for_them(riding: Night) -> None:
    """The others learnt it from the log."""
    riding.act(ANN, MoveCowboy("C5-0", "B5-4", 0))
    riding.act(BOB, RollDuel(2, 2))
    tie = f"Duel: {ANN} rolled 2, {BOB} rolled 2: roll again"
    assert ended(riding, ANN) == ended(riding, None) == [tie]
    riding.act(BOB, RollDuel(4, 1))
    dice = f"Duel: {ANN} rolled 4, {BOB} rolled 1"
    assert ended(riding, ANN) == [tie, dice, f"You won the duel against {BOB}."]
    assert ended(riding, BOB) == [tie, dice, f"You lost the duel: {ANN} says where your cowboy goes."]
    for seat in (CID, DAN, None):
        assert ended(riding, seat) == [tie, dice, f"{ANN} won the duel against {BOB}"]
    assert [lines_to_move(riding, seat) for seat in (ANN, BOB)] == [[], []], "and not a second time"


def first_of_two_cows_sold() -> Night:
    """Return an evening whose first cow of two has been voted on and shown; the vote on the second one waits."""
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A2-1", "A6-1")})
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A2-0", "town", 0), MoveCow("A2-1", "town", 1), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    night.vote("OWN", "NONE", "FOREIGN")
    night.show(None, 500)
    return night


def test_everybody_reads_what_the_first_of_two_cows_was_and_brought_while_the_next_vote_waits() -> None:
    """The phones jumped to the next vote."""
    night = first_of_two_cows_sold()
    assert screen(night, BOB).asked.startswith("vote")
    lines = [f"{ANN}'s cow was turned over: no brand, $500", f"{ANN} sold the cow"]
    for seat in (ANN, BOB, CID, DAN, None):
        assert ended(night, seat) == lines
        nets = screen(night, seat).ended[-1].nets
        assert dict(nets) == dict(screen(night).ended[-1].nets)
        assert not seat or nets[0][0] == seat, "one's own first"


def test_the_television_shows_what_a_cow_brought_until_somebody_has_answered_about_the_next_one() -> None:
    """Of two cows the first one's sale was seen by nobody: the next vote came at once."""
    night = first_of_two_cows_sold()
    client = create_app(night.tables).test_client()

    def seen() -> list[bool]:
        page = client.get(f"/t/{CODE}/screen").text
        return [words in page for words in ('id="sale"', 'class="vote ')]

    assert seen() == [True, False], "one subject at a time"
    sale = sale_on(screen(night))
    assert sale is not None
    assert str(sale.sticker) == "no brand, $500", "and not once more that it has none"
    night.seal({BOB: "OWN"})
    assert seen() == [False, True]


def test_a_player_who_duels_last_in_a_turn_reads_how_it_ended_when_the_turn_has_ended(riding: Night) -> None:
    """By itself, five seconds later: the cards or dice of both were gone before they could be read."""
    riding.act(ANN, MoveCowboy("C5-0", "B5-4", 0))
    riding.act(BOB, RollDuel(1, 4))
    lost = ended(riding, ANN)
    assert len(lost) == 2
    riding.act(ANN, EndStep(Step.COWBOYS))
    assert riding.turn[0] == BOB
    assert ended(riding, ANN) == lost
    riding.roll()
    assert ended(riding, ANN) == lost


def test_a_sale_that_is_undone_is_shown_no_longer(night: Night) -> None:
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 600)
    assert sale_on(screen(night)) is not None
    night.undo(ANN)
    assert sale_on(screen(night)) is None


def test_the_screen_that_asks_for_a_loan_knows_what_every_amount_will_cost() -> None:
    night = Night(level=Level.BANK, loan_anytime=True)
    choice = next(one for one in screen(night, ANN).page.money if one.kind == "borrow_from_bank")
    amount: Field = choice.fields[0]
    assert isinstance(amount.interest, Interest)
    assert amount.initial is None, "one tap on 1,000 is a thousand"
    for loan in range(100, 20_001, 100):
        rounded = -(-loan * amount.interest.percent // (100 * amount.interest.step)) * amount.interest.step
        assert loan + rounded == repayment(loan)
    assert "repay" not in " ".join(texts(choice.details)), "a fixed example would contradict what is typed"


def test_no_sticker_is_offered_that_no_cow_has(night: Night) -> None:
    """Brand A with $500 used to be on offer, and "no brand ($500)" still asked for a value."""
    night.vote("OWN", "NONE", "FOREIGN")
    brand, value = next(c for c in screen(night, ANN).page.choices if c.kind == "show_sticker").fields
    offered = {(each, worth.value) for worth in value.options for each in worth.given["brand"]}
    assert {each.value for each in brand.options} == {each for each, _ in offered}
    assert offered == {(s.brand, s.value) for s in possible_stickers(night.state)}
    assert [worth for each, worth in offered if each is None] == [500]


def test_the_jail_page_says_the_tariff_once() -> None:
    """It used to stand under each of four bills."""
    night = Night()
    night.arrange(cowboys={ANN: ("A4-1", "A3-0")}, jail={ANN: 3})
    night.roll()
    bills = [choice for choice in screen(night, ANN).page.choices if choice.kind == "pay_jail"]
    assert len(bills) > 1
    assert " ".join(str(line) for bill in bills for line in bill.details).count("Food:") == 1
