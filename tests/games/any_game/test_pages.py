"""The pages of phones and table screen in any game: every page, hidden money, requests, the players of the box."""

from __future__ import annotations

import random
import re

import pytest
from flask import Flask

from companion.app.bots import play_once
from companion.app.history import KEPT_RECORDS
from companion.app.tables import Tables
from companion.core.errors import BadRequest, NotNow
from companion.core.members import Preset
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.secrets.ballot import Opening, SealVote, commitment
from companion.core.table.commands import Agree, SetRules, StartGame
from companion.core.table.events import GameStarted
from companion.core.table.table import TablePhase
from companion.core.ui.choice import Weight
from companion.games import registry
from companion.games.any_game.messages.play import (
    ClockStopped,
    EndTurn,
    FinishGame,
    RequestPayment,
    RollDice,
    Score,
    StartClock,
    StopClock,
    Take,
)
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.messages.votes import AskBids, AskVote, Bid, OpenAuction, Pass
from companion.games.any_game.shapes import PRESETS
from companion.games.any_game.state import MAX_COURSE_ROUNDS
from companion.store.log import Log
from companion.web.app import create_app
from tests.games.any_game.whole_evening import evening as from_shape
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening, pages
from tests.support.phones import SeatedPhone
from tests.support.readers import reader_of


def test_every_page_of_an_evening_can_be_drawn() -> None:
    evening = AnyEvening(12, turns=True, dice=2, timer=60, rounds=3, pots="A, B", taking="banker", bank_limit=50_000)
    assert len(pages(evening, ANN)) == 2
    evening.act(ANN, RollDice(), RequestPayment(BEN, 26, "<b>rent</b>"), OpenAuction("a <mine>", 5))
    shown = pages(evening, BEN, CID)
    assert "<b>rent" not in shown[BEN]
    assert "&lt;b&gt;rent" in shown[BEN]
    assert "a &lt;mine&gt;" in shown[""]
    assert "Round 1 of 3" in shown[""]
    assert "The bank has $32,000." in shown[CID]


def test_hidden_money_stands_on_its_owners_phone_alone_until_the_end() -> None:
    evening = AnyEvening(open_cash=False)
    evening.act(BEN, Take(277))
    shown = pages(evening)
    assert [seat for seat, page in shown.items() if "1,777" in page] == [BEN]
    evening.act(ANN, FinishGame())
    evening.agree()
    assert all("1,777" in page for page in pages(evening).values())


def test_a_player_who_is_asked_for_money_is_called_and_offered_to_pay_it() -> None:
    evening = AnyEvening()
    evening.act(ANN, RequestPayment(BEN, 26, "rent"))
    number = evening.state.requests[0].id
    assert [reader_of(evening.tables, CODE, seat).asked for seat in (ANN, BEN)] == ["", f"request {number}"]
    first = reader_of(evening.tables, CODE, BEN).page.choices[0]
    assert (first.kind, str(first.label), dict(first.fixed)) == (
        "pay_request",
        "Pay s1 $26: rent",
        {"request": number},
    )


def test_what_somebody_is_asked_for_stands_above_the_cards_of_a_vote_that_lie_open() -> None:
    """With large letters nothing of it was in sight: *Ann is to play*, and the cards."""
    evening = AnyEvening(turns=True)
    evening.act(ANN, AskVote("Another round?", "yes, no"))
    evening.vote("yes", "yes", "no")
    evening.act(ANN, RequestPayment(BEN, 26, "rent"))
    page = pages(evening, BEN)[BEN]
    assert page.index('data-kind="pay_request"') < page.index('id="ballot')
    heads = [str(reader_of(evening.tables, CODE, seat).page.headline) for seat in (BEN, CID)]
    assert heads == ["s1 asks you for $26", "s1 plays"]


def test_votes_bids_and_auctions_are_offered_on_the_page_not_under_more() -> None:
    """A game of auctions had an empty page, and its auctions under *More*."""
    offered = reader_of(AnyEvening(bank=False, pots="Bids").tables, CODE, ANN).page.choices
    asked = {
        each.kind: (each.folded, each.weight)
        for each in offered
        if each.kind in ("ask_vote", "ask_bids", "open_auction")
    }
    assert asked == dict.fromkeys(("ask_vote", "ask_bids", "open_auction"), (True, Weight.NORMAL))


@pytest.mark.parametrize("scores", [False, True])
def test_only_what_can_be_done_is_offered(scores: bool) -> None:
    evening = AnyEvening(scores=scores)
    view = reader_of(evening.tables, CODE, ANN)
    offered = {choice.kind for choice in (*view.page.choices, *view.money)}
    assert ("take" in offered, "pay" in offered, "score" in offered) == (not scores, not scores, scores)
    assert (view.cash is None, bool(view.payees)) == (scores, not scores)


def test_what_is_offered_is_understood() -> None:
    """Press all buttons without fields, at whatever moment of the evening."""
    for begin in (None, AskVote("Now?", "yes, no"), AskBids("it"), OpenAuction("it")):
        evening = AnyEvening(dice=1, turns=True, taking="banker")
        if begin:
            evening.act(ANN, begin)
        for seat in evening.table.ids:
            for choice in reader_of(evening.tables, CODE, seat).page.choices:
                live = evening.tables.live(CODE)
                if not choice.fields:
                    live.referee.decide(live.table, seat, live.codec.commands[choice.kind](**choice.fixed))


def test_points_are_told_as_points_in_the_history_and_money_with_its_sign() -> None:
    for rules, expected in (({"sign": "£"}, "£1,500"), ({"scores": True}, "0 points")):
        evening = AnyEvening(**rules)
        evening.act(ANN, FinishGame())
        evening.agree()
        client = create_app(evening.tables).test_client()
        assert expected in client.get("/history").text
        assert "$" not in client.get("/history").text


# --- tried alone --------------------------------------------------------------------------------


def alone(**rules: str | int | bool) -> tuple[Tables, str, Flask]:
    tables = Tables(Log(":memory:"), registry(), clock=lambda: 0.0, chance=random.Random(3))
    app = create_app(tables)
    opened = app.test_client().post("/tables", data={"game": "any_game", "edition": "any", "demo": "1"})
    code = opened.headers["Location"].rpartition("/")[2]
    ann = SeatedPhone.take_seat(app, code, "Ann").seat
    tables.act(code, ann, SetRules(dict(rules)))
    tables.act(code, ann, StartGame(ann))
    return tables, code, app


@pytest.mark.parametrize("rules", [{"rounds": 2, "dice": 2}, {"rounds": 2, "scores": True}])
def test_it_is_tried_alone(rules: dict[str, str | int | bool]) -> None:
    tables, code, _ = alone(**rules)
    ann = tables.table(code).ids[0]
    bots = tables.live(code).game.bots
    assert bots
    for _ in range(200):
        if tables.table(code).phase is not TablePhase.PLAYING:
            break
        if not play_once(tables, code):
            command = bots.command(tables.table(code), ann, random.Random(1), None)
            assert command
            tables.act(code, ann, command)
    assert tables.table(code).phase is TablePhase.OVER


def test_the_box_bids_pays_what_it_is_asked_and_agrees() -> None:
    tables, code, _ = alone(rounds=1)
    seats = tables.table(code).ids
    ann = next(seat.id for seat in tables.table(code).seats if not seat.box)
    tables.act(code, ann, AskBids("the station"))
    ballot = tables.table(code).ballot
    assert ballot
    opening = Opening("5", "0c" * 32)
    tables.act(code, ann, SealVote(ballot.id, commitment(code, ballot.id, ann, opening)))
    while play_once(tables, code):
        pass
    tables.open_vote(code, ann, ballot.id, opening)
    assert tables.table(code).play.outcome
    tables.act(code, ann, RequestPayment(next(seat for seat in seats if seat != ann), 10))
    assert play_once(tables, code)
    assert tables.table(code).play.requests == ()
    tables.act(code, ann, FinishGame())
    for motion in tables.table(code).motions:
        tables.act(code, motion.asked[0], Agree(motion.id))
    assert tables.table(code).phase is TablePhase.OVER


# --- what is asked ------------------------------------------------------------------------------

ABOUT = {"Pizza or sushi?": AskVote("Pizza or sushi?", "Pizza, sushi"), "the station": AskBids("the station")}


@pytest.mark.parametrize("about", ABOUT)
def test_a_vote_and_a_sealed_bid_say_what_they_are_about_where_they_are_asked(about: str) -> None:
    evening = AnyEvening()
    evening.act(ANN, ABOUT[about])
    for page in pages(evening).values():
        assert re.search(rf"<h2>[^<]*{re.escape(about)}</h2>", page), "it stands there for all to read"
    ballot = reader_of(evening.tables, CODE, ANN).page.ballot
    assert ballot
    assert about in str(ballot.title)


def test_a_bid_is_asked_for_below_what_it_is_for_the_highest_one_and_whose_it_is() -> None:
    evening = AnyEvening()
    evening.act(ANN, OpenAuction("the station"), Bid(60))
    for seat, page in pages(evening, ANN, BEN).items():
        assert re.search(r'the station</h2>\s*<p class="best"><strong class="money">\$60</strong> Ann leads', page)
        form = page.find('data-kind="bid"')
        assert (form > page.index("the station</h2>")) is (seat == BEN)


def test_who_won_stands_on_every_screen_until_the_turn_ends_and_no_time_above_an_auction() -> None:
    evening = AnyEvening(turns=True, timer=60)
    evening.act(BEN, OpenAuction("the mine", 20))
    screens = (None, ANN, BEN, CID)
    assert not any(reader_of(evening.tables, CODE, seat).page.timer for seat in screens)
    evening.act(BEN, Bid(20))
    evening.act(CID, Pass())
    evening.act(ANN, Pass())
    pages_seen = [reader_of(evening.tables, CODE, seat).page for seat in screens]
    assert [[str(line) for line in page.prompt] for page in pages_seen] == [["s2 wins the mine for $20"]] * 4
    assert all(page.timer for page in pages_seen)
    evening.act(ANN, EndTurn())
    assert not any(reader_of(evening.tables, CODE, seat).page.prompt for seat in screens)


def test_borrowed_money_is_no_lead_in_the_race() -> None:
    evening = AnyEvening(2, interest=10)
    evening.act(ANN, BorrowFromBank(1_000))
    for seat in (None, BEN):
        (race,) = reader_of(evening.tables, CODE, seat).page.parts
        assert [(lane.amount, lane.share, lane.owed) for lane in race.data.lanes] == [  # type: ignore[attr-defined]
            (2_500, 93, 1_100),
            (1_500, 100, 0),
        ]


# --- the time of a turn -------------------------------------------------------------------------


def test_the_time_of_a_turn_is_the_boxs_own_and_does_not_begin_anew_with_a_reload_or_a_screen() -> None:
    evening = AnyEvening(turns=True, timer=60)
    began = evening.tables.live(CODE).records[-1].at
    for later in (0.0, 44.0, 90.0):
        evening.tables.clock = lambda later=later: began + later  # type: ignore[misc]
        for page in pages(evening).values():
            assert set(re.findall(r'data-ends="([^"]+)"', page)) == {str(began + 60)}
            assert set(re.findall(r'data-now="([^"]+)"', page)) == {f"{began + later:.3f}"}
            assert "The time is up" in page
    evening.act(ANN, EndTurn())
    timer = reader_of(evening.tables, CODE, BEN).page.timer
    assert timer
    assert timer.ends == evening.tables.live(CODE).records[-1].at + 60, "the next turn has its own"


def test_the_time_of_a_turn_stands_during_a_secret_vote_and_goes_on_after_it() -> None:
    """It was gone for the rest of the turn, as long as the result lay there."""
    evening = AnyEvening(turns=True, timer=60)
    evening.act(ANN, AskVote("Pizza?", "yes, no"))
    assert reader_of(evening.tables, CODE, ANN).page.timer is None
    began, opened = (evening.tables.live(CODE).records[at].at for at in (-2, -1))
    votes = dict.fromkeys(evening.ballot.voters, "yes")
    evening.now += 45
    evening.seal(votes)
    evening.open(votes)
    shown = reader_of(evening.tables, CODE, ANN).page.timer
    assert shown
    revealed = evening.tables.live(CODE).records[-1].at
    assert shown.ends == began + 60 + (revealed - opened)
    evening.act(ANN, EndTurn())
    assert reader_of(evening.tables, CODE, BEN).page.timer.stood == ()  # type: ignore[union-attr]


def test_anybody_stops_the_clock_for_all_and_lets_it_go_on() -> None:
    evening = AnyEvening(turns=True, timer=60)
    evening.refused(BEN, StartClock())
    evening.act(BEN, StopClock())
    page = reader_of(evening.tables, CODE, ANN).page
    assert page.timer
    assert (page.timer.since, page.timer.ends) == (0, 58), "a second passes with every action"
    assert [str(line) for line in page.prompt] == ["The clock is stopped."]
    evening.refused(CID, StopClock())
    evening.act(ANN, AskVote("Pizza?", "yes, no"))
    evening.vote("yes", "yes", "no")
    halted = reader_of(evening.tables, CODE, ANN).page.timer
    assert halted
    assert halted.since == 0, "a vote does not start it again"
    began, stopped = (evening.tables.live(CODE).records[at].at for at in _seen(evening))
    evening.act(CID, StartClock())
    started = evening.tables.live(CODE).records[-1].at
    timer = reader_of(evening.tables, CODE, ANN).page.timer
    assert timer
    assert timer.ends == began + 60 + started - stopped


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_the_name_of_a_fold_is_one_piece_whatever_names_stand_in_it(
    preset: Preset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row of a fold lays its pieces side by side: *The middle* stood between two others, a letter a line."""
    monkeypatch.setattr("tests.support.phones.as_read", str)  # with the marks of names
    evening = from_shape(str(preset.title))
    if evening.table.pots and evening.table.accounts[ANN]:
        evening.act(ANN, Pay("pot1" if "pot1" in evening.table.pots else BEN, 100))
    for page in pages(evening).values():
        assert re.search(r"<summary>(?!<span>)[^<]*<bdi", page) is None


def test_dice_that_are_tapped_stay_and_the_others_are_rolled_again() -> None:
    evening = AnyEvening(2, turns=True, dice=5)
    evening.act(ANN, RollDice())
    page = pages(evening, ANN, BEN)
    stay, real = page[ANN].count('data-name="kept"'), page[ANN].count('select id="c-roll_dice')
    assert stay == real == page[ANN].count('class="die number"') - real, "no die stands there twice"
    assert "Tap the dice that stay" in page[ANN]
    assert "Roll again" not in page[ANN]
    assert "Tap the dice that stay" not in page[BEN]
    assert 'class="die number"' in page[BEN]
    first, fourth = evening.state.dice[0], evening.state.dice[3]
    for _ in range(5):
        evening.act(ANN, RollDice(kept={"0": first, "3": fourth}))
        assert (evening.state.dice[0], evening.state.dice[3]) == (first, fourth)
    for kept in ({"0": first % 6 + 1}, {"7": 4}, {"x": 4}):
        assert evening.refusal(ANN, RollDice(kept=kept), BadRequest) == "These dice have been rolled again meanwhile."


def test_real_dice_stay_in_the_hand_of_who_typed_them() -> None:
    """Real dice are typed anew, or the box rolls all of them: it cannot keep a real die."""
    on_a_sheet = AnyEvening(2, turns=True, dice=5, scores=True, bank=False, sheet="lines", lines="Ones, Chance")
    for evening in (AnyEvening(2, turns=True, dice=5), on_a_sheet):
        evening.act(ANN, RollDice(), RollDice(faces=(4, 4, 1, 4, 6)))
        page = pages(evening, ANN)[ANN]
        assert "Tap the dice that stay" not in page
        assert "Roll again" in page
        assert "Or tap what you rolled" in page
        evening.act(ANN, RollDice())
        assert "Tap the dice that stay" in pages(evening, ANN)[ANN]


def solid(page: str) -> set[str]:
    """Return which of these two have a solid button."""
    return {"Roll the dice", "Write it down"} & {*re.findall(r'<button type="submit" class="primary">([^<]*)', page)}


def test_on_a_sheet_with_dice_the_roll_comes_before_the_row() -> None:
    """The row, for which nothing has fallen yet, stood above the roll, and both had a solid button."""
    for dice in (1, 2, 5):
        evening = AnyEvening(2, turns=True, dice=dice, scores=True, bank=False, sheet="lines", lines="Ones, Chance")
        page = pages(evening, ANN, BEN)
        assert solid(page[ANN]) == {"Roll the dice"}
        assert page[ANN].index("Roll the dice") < page[ANN].index('id="row-form"')
        assert solid(page[BEN]) == {"Write it down"}
        for roll in (RollDice(), RollDice(faces=(6,) * dice)):
            evening.act(ANN, roll)
            assert solid(pages(evening, ANN)[ANN]) == {"Write it down"}


def test_in_a_round_that_all_write_into_everybody_rolls() -> None:
    """The marker says who begins: the others could not roll at all."""
    evening = AnyEvening(2, turns=True, dice=6, scores=True, bank=False, sheet="rounds")
    for seat in (ANN, BEN):
        evening.act(seat, RollDice())
        assert evening.state.rolled == seat
        page = pages(evening, seat)[seat]
        assert "Tap the dice that stay" in page
        assert solid(page) == {"Write it down"}
    one_after_the_other = AnyEvening(2, turns=True, dice=6, scores=True, bank=False, sheet="lines", lines="Ones, Twos")
    assert one_after_the_other.refusal(BEN, RollDice(), NotNow) == "It is the turn of s1."


def test_a_phone_says_how_many_points_its_player_has_and_the_form_what_all_have() -> None:
    evening = from_shape("Score sheet")
    assert ">points: 0</b>" in pages(evening, ANN)[ANN]
    assert 'class="so-far"' not in pages(evening, ANN)[ANN], "before there is anything to tell"
    evening.act(ANN, WriteRow({ANN: 7, BEN: -3, CID: 0, "s4": 12}))
    page = pages(evening, BEN)[BEN]
    assert ">points: −3</b>" in page
    assert re.findall(r'class="so-far">.*?</span>(.*?)</b>', page)[:4] == ["7", "−3", "0", "12"]


def test_announcements_are_numbers_and_may_be_said_aloud() -> None:
    announced, voted = from_shape("Announced tricks"), from_shape("Points only")
    voted.act(ANN, AskVote("Tea?", "yes, no"))
    announcing, asked = pages(announced, ANN)[ANN], pages(voted, ANN)[ANN]
    for number, card in (
        ("Seal my number", "Seal my vote"),
        ("We say it aloud", "We vote with the cards"),
        ("This is what they say", "These cards were there"),
    ):
        assert (number in announcing, card in announcing) == (True, False)
        assert (number in asked, card in asked) == (False, True)


@pytest.mark.parametrize(("shape", "in_sight"), [("Auctions", True), ("Streets and houses", False)])
def test_where_money_is_hidden_the_ways_to_bid_are_in_sight_of_the_player_on_turn(shape: str, in_sight: bool) -> None:
    evening = from_shape(shape)
    for seat, seen in ((ANN, in_sight), (BEN, False)):
        choices = reader_of(evening.tables, CODE, seat).page.choices
        assert [each.folded for each in choices if each.kind in ("ask_bids", "open_auction")] == [not seen] * 2


def test_the_screen_tells_what_happened_and_not_each_payment_of_it() -> None:
    evening = from_shape("Streets and houses")
    assert "starting money" not in pages(evening, ANN)[""]
    assert "The game began; Ann goes first" in pages(evening, ANN)[""]
    assert "starting money" in pages(evening, ANN)[ANN], "the log has all"


def test_two_dice_are_rolled_together() -> None:
    evening = AnyEvening(2, turns=True, dice=2)
    evening.act(ANN, RollDice())
    assert "Roll again" in pages(evening, ANN)[ANN]


def test_a_stock_of_time_runs_in_ones_own_turns_and_grows_with_each() -> None:
    evening = AnyEvening(2, turns=True, stock=3, increment=5)
    clock = Stopwatch(evening)

    def left() -> float:
        timer = reader_of(evening.tables, CODE, ANN).page.timer
        assert timer
        return timer.ends - clock.now

    assert left() == 185, "as on a chess clock the first turn adds as well"
    clock.passes(20)
    assert left() == 165
    evening.act(ANN, EndTurn())
    clock.passes(100)
    assert left() == 85, "Ben has used his own"
    evening.act(BEN, EndTurn())
    assert left() == 170, "20 seconds were used, 5 are added"
    clock.passes(15)
    evening.act(BEN, StopClock())
    clock.passes(500)
    evening.act(BEN, StartClock())
    assert left() == 155
    evening.act(ANN, EndTurn())
    assert left() == 90
    evening.act(BEN, EndTurn())
    assert left() == 160, "what passed while the clock stood was not used"


def test_the_clocks_of_all_players_stand_on_every_screen_and_that_of_the_player_on_turn_runs() -> None:
    evening = AnyEvening(3, turns=True, stock=3, increment=5)
    clock = Stopwatch(evening)
    clock.passes(20)
    evening.act(ANN, EndTurn())
    for seat in (None, ANN, BEN, CID):
        ann, ben, cid = (row.clock for row in reader_of(evening.tables, CODE, seat).players)
        assert ann
        assert ben
        assert cid
        assert (ann.since, ann.ends) == (0, 170), "20 seconds were used, 5 are added"
        assert (ben.since, ben.ends) == (evening.table.seq, clock.now + 185)
        assert (cid.since, cid.ends) == (0, 185)
    clock.passes(30)
    evening.act(CID, AskVote("A break?", "yes, no"))
    clock.passes(99)
    assert reader_of(evening.tables, CODE, None).players[1].clock.ends == 155  # type: ignore[union-attr]
    for page in pages(evening).values():
        assert page.count("2:50") == page.count("2:35") >= 1


def test_a_player_who_plays_against_a_stock_of_time_ends_his_turn_first_of_all() -> None:
    page = reader_of(AnyEvening(2, turns=True, scores=True, bank=False, stock=3).tables, CODE, ANN).page
    offered = {choice.kind: (choice.weight, choice.folded) for choice in page.choices}
    assert next(iter(offered)) == "end_turn"
    assert offered["end_turn"] == (Weight.PRIMARY, False)
    assert (offered["score"][1], offered["stop_clock"][0]) == (True, Weight.NORMAL)


class Stopwatch:
    """The box's clock, which goes on only as the test says."""

    def __init__(self, evening: AnyEvening) -> None:
        self.now = evening.tables.live(CODE).records[-1].at
        evening.tables.clock = lambda: self.now

    def passes(self, seconds: float) -> None:
        self.now += seconds


def _seen(evening: AnyEvening) -> tuple[int, int]:
    """Return where among the records the turn began, and the clock was stopped."""
    kinds = [type(record.event) for record in evening.tables.live(CODE).records]
    return kinds.index(GameStarted), kinds.index(ClockStopped)


def test_a_long_turn_knows_when_it_began() -> None:
    evening = AnyEvening(turns=True, timer=60)
    view = reader_of(evening.tables, CODE, ANN)
    for number in range(KEPT_RECORDS + 5):
        evening.act(BEN, Take(number + 1))
    assert reader_of(evening.tables, CODE, ANN).page.timer == view.page.timer


def test_points_are_typed_like_money_above_all_else() -> None:
    evening = AnyEvening(scores=True, turns=True, dice=1)
    view = reader_of(evening.tables, CODE, ANN)
    assert [choice.kind for choice in view.main] == ["score"]
    page = pages(evening, ANN)[ANN]
    form = page[page.index('data-kind="score"') :]
    assert form.index('data-key="7"') < form.index("</form>")
    evening.act(ANN, Score(BEN, 37), Score(CID, -12))
    assert dict(evening.state.points) == {ANN: 0, BEN: 37, CID: -12}
    (choice,) = reader_of(evening.tables, CODE, ANN).main
    lines = [str(option.detail) for option in choice.fields[0].options]
    assert lines == ["0", "37", "−12"], "what was written down is seen where it was"


def test_where_one_alone_can_be_picked_he_is() -> None:
    evening = AnyEvening(2, taking="banker", bank=True)
    page = pages(evening, ANN)[ANN]
    form = page[page.index('data-kind="name_banker"') :]
    assert " checked>" in form[: form.index("</form>")]


# --- the race as lines --------------------------------------------------------------------------


def test_the_table_screen_draws_the_race_once_a_round_is_over_and_phones_have_no_room_for_it() -> None:
    evening = AnyEvening(2, turns=True)
    assert 'class="chart"' not in pages(evening)[""]
    evening.act(ANN, Pay(BEN, 100), EndTurn())
    evening.act(BEN, EndTurn())
    evening.act(ANN, Pay(BEN, 50))
    shown = pages(evening)
    assert [seat for seat, page in shown.items() if 'aria-label="The race so far"' in page] == [""]
    (race,) = reader_of(evening.tables, CODE, None).page.parts
    assert race.data.course == {ANN: (1_500, 1_400, 1_350), BEN: (1_500, 1_600, 1_650)}  # type: ignore[attr-defined]


def test_of_a_long_game_the_race_keeps_every_second_round_then_every_fourth() -> None:
    evening, kept = AnyEvening(2, turns=True), []
    while evening.state.round <= 2 * MAX_COURSE_ROUNDS:
        if evening.state.round % MAX_COURSE_ROUNDS == 0:
            kept.append((evening.state.course_every, len(evening.state.course)))
        evening.act(ANN, Pay(BEN, 1), EndTurn())
        evening.act(BEN, EndTurn())
    assert kept == [(1, MAX_COURSE_ROUNDS), (2, MAX_COURSE_ROUNDS)]
    assert [then[BEN] - 1_500 for then in evening.state.course] == [*range(0, 2 * MAX_COURSE_ROUNDS + 1, 4)]
    (race,) = reader_of(evening.tables, CODE, None).page.parts
    assert race.data.every == 4  # type: ignore[attr-defined]


def test_hidden_money_has_no_line_and_is_kept_nowhere() -> None:
    evening = AnyEvening(2, turns=True, open_cash=False)
    for seat in (ANN, BEN, ANN, BEN):
        evening.act(seat, EndTurn())
    assert evening.state.course == ()
    assert 'class="chart"' not in "".join(pages(evening).values())


def test_a_score_sheet_draws_the_totals_after_each_round() -> None:
    evening = AnyEvening(2, scores=True, bank=False, sheet="rounds")
    evening.act(ANN, WriteRow({ANN: 5, BEN: -3}), WriteRow({ANN: 1, BEN: 10}))
    sheet, _paper = reader_of(evening.tables, CODE, None).page.parts
    assert sheet.data.course == {ANN: (0, 5, 6), BEN: (0, -3, 7)}  # type: ignore[attr-defined]
    assert "The race so far" in pages(evening)[""]
    evening.act(ANN, FinishGame())
    evening.agree()
    sheet, _paper = reader_of(evening.tables, CODE, ANN).page.parts
    assert sheet.data.course == {}, "the result draws them"  # type: ignore[attr-defined]
