"""Evenings of any game, written down move by move:
``companion record-game any_game --script tests/games/any_game/recordings.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.app.export import export_lines
from companion.core.messages import Message
from companion.core.money.bank_messages import AcceptLoan, BorrowFromBank, OfferLoan, Pay
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.secrets.ballot import VoidBallot
from companion.core.secrets.ways import Way
from companion.core.table.commands import AllowAnyway, PlayAgain, SetRules, StartGame, TakeIn, Undo
from companion.games.any_game.decisions import stakes
from companion.games.any_game.messages.bank import (
    AcceptDeal,
    BuyUnits,
    DropDeal,
    GiveUnits,
    MoveMoney,
    OfferDeal,
    PayDividend,
    SellUnits,
    SetPrice,
)
from companion.games.any_game.messages.betting import AwardPot, Call, DealHand, Fold, RaiseBlinds, RaiseTo, Rebuy
from companion.games.any_game.messages.play import (
    DropRequest,
    EndTurn,
    FinishGame,
    NameBanker,
    PayRequest,
    RequestPayment,
    RollDice,
    Score,
    StartClock,
    StopClock,
    Take,
)
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.messages.votes import AskBids, AskVote, Bid, OpenAuction, Pass, Price, PutAway
from tests.support.any_evening import ANN, BEN, CID, CODE, DOT, AnyEvening

POT = "pot1"


def _streets() -> Iterator[str]:
    """Play with four players, a banker, a pot, two dice, a bank that runs out, a bankruptcy; everybody agrees to the
    end.
    """
    evening = AnyEvening(
        4,
        evening="Streets",
        sign="€",
        turns=True,
        dice=2,
        pots="The middle",
        taking="banker",
        bank_limit=8_000,
        interest=10,
        quick="1, 5, 10, 50, 100",
    )
    evening.act(ANN, RollDice(), Pay(BANK, 60, "a street"), Pay(POT, 50), Pay(EVERYBODY, 10), EndTurn())
    evening.act(BEN, RollDice(), RequestPayment(CID, 26, "rent"), RequestPayment(EVERYBODY, 5), EndTurn())
    first, *later = evening.state.requests
    evening.act(CID, PayRequest(first.id))
    for request in later:
        evening.act(request.of, PayRequest(request.id) if request.of == CID else DropRequest(request.id))
    evening.act(CID, RollDice(), Take(200, words="passed the start"))
    evening.agree(ANN)
    evening.act(ANN, Take(50, POT, DOT), NameBanker(BEN))
    evening.act(CID, EndTurn())
    evening.act(DOT, AskBids("the station", Price.SECOND))
    evening.vote(120, 90, 0, 40)
    evening.act(CID, PutAway(), AskBids("the harbour", Price.FIRST, POT))
    evening.act(ANN, VoidBallot(evening.ballot.id))
    evening.agree()
    evening.vote(70, 70, 0, 0)
    evening.act(DOT, AskVote("May Dot roll again?", "yes, no, later"))
    evening.vote("yes", "no", "yes", "yes")
    evening.act(DOT, OpenAuction("the mine", 20), Bid(20))
    evening.act(ANN, Bid(35))
    evening.act(BEN, Pass())
    evening.act(CID, Pass())
    evening.act(DOT, Pass(), RollDice(), EndTurn())
    evening.act(BEN, OfferLoan(DOT, 300, 30, "next evening"))
    evening.act(DOT, AcceptLoan(*evening.table.loans), BorrowFromBank(100), Pay(ANN, 1_900))
    evening.act(BEN, Take(1_000))
    evening.act(BEN, Undo(evening.table.done[-1].before), Take(1_600))
    evening.act(BEN, AllowAnyway(Message("take", {"amount": 1_900})))
    evening.agree()
    evening.act(DOT, GoBankrupt(ANN))
    evening.act(ANN, FinishGame())
    evening.agree()
    yield from export_lines(evening.tables, CODE)


def _points() -> Iterator[str]:
    """Play with three players who count points for two rounds, with a timer and a die."""
    evening = AnyEvening(scores=True, bank=False, turns=True, rounds=2, timer=60, dice=1, evening="Cards")
    for seat, points in ((ANN, 3), (BEN, 5), (CID, -1), (ANN, 4), (BEN, -2), (CID, 10)):
        evening.act(seat, RollDice(), Score(seat, points, "a trick"), EndTurn())
    yield from export_lines(evening.tables, CODE)


def _paused() -> Iterator[str]:
    """Play one round of two players against the clock, which is stopped during a vote and goes on afterwards."""
    evening = AnyEvening(2, scores=True, bank=False, turns=True, rounds=1, timer=60)
    evening.act(BEN, StopClock(), AskVote("Does it count?", "yes, no"))
    evening.vote("yes", "yes")
    evening.act(BEN, StartClock())
    evening.act(ANN, Score(ANN, 2), EndTurn())
    evening.act(BEN, EndTurn())
    yield from export_lines(evening.tables, CODE)


def _last_one() -> Iterator[str]:
    """Play without marker and bank; money is hidden and goes on into a second game, in which one is left."""
    evening = AnyEvening(bank=False, open_cash=False, carry=True, pots="Bids", sign="", start=100, taking="consent")
    evening.act(ANN, Pay(POT, 10), OfferLoan(BEN, 20))
    evening.act(BEN, AcceptLoan(*evening.table.loans), Take(10, POT))
    evening.agree(CID)
    evening.act(ANN, FinishGame())
    evening.agree()
    evening.act(BEN, PlayAgain(), StartGame(BEN))
    evening.act(CID, Pay(ANN, 90), GoBankrupt(BEN))
    evening.act(ANN, GoBankrupt(BEN))
    yield from export_lines(evening.tables, CODE)


def _announced() -> Iterator[str]:
    """Play with four players in two teams who announce tricks; one of them anew, a row is corrected, another allowed
    anyway.
    """
    evening = AnyEvening(
        4,
        scores=True,
        bank=False,
        turns=True,
        sheet="announced",
        tricks="5",
        teams=2,
        no_fit=True,
        formula="contract",
        target=100,
        evening="Partners",
    )
    evening.vote(2, 1, 1, 1)
    evening.vote(0)
    evening.act(ANN, WriteRow({ANN: 3, BEN: 2}))
    evening.vote(1, 1, 1, 0)
    evening.act(BEN, AllowAnyway(Message("write_row", {"numbers": {ANN: 2, BEN: 2}})))
    evening.agree()
    evening.act(CID, WriteRow({ANN: 3, BEN: 2}, 2))
    evening.agree()
    for _ in range(2):
        evening.vote(2, 0, 2, 0)
        evening.act(DOT, WriteRow({ANN: 5, BEN: 0}))
    yield from export_lines(evening.tables, CODE)


def _dice_sheet() -> Iterator[str]:
    """Play with three until one is left below a limit; then they fill in rows with names, each player the own ones."""
    evening = AnyEvening(3, scores=True, bank=False, turns=True, sheet="rounds", limit=50, low=True)
    for typed in ((51, 20, 0), (0, 10, 10), (0, 45, 5)):
        evening.act(BEN, WriteRow({seat: typed[int(seat[1]) - 1] for seat in evening.state.players}))
    lines: dict[str, str | int | bool] = {
        "sheet": "lines",
        "lines": "Sixes, Full house, Chance",
        "bonus": "1, 18, 35",
        "own_rows": True,
        "dice": 5,
    }
    evening.act(BEN, PlayAgain(), SetRules({**lines, "limit": 0, "low": False}), StartGame(BEN))
    for number, typed in ((1, (18, 6, 24)), (3, (20, 11, 9)), (2, (0, 25, 25))):
        for seat in (BEN, CID, ANN):
            evening.act(seat, RollDice(), WriteRow({seat: typed[int(seat[1]) - 1]}, number))
    yield from export_lines(evening.tables, CODE)


def _chips() -> Iterator[str]:
    """Play three hands: one folds, three are all in at different heights, a pot is shared; blinds rise, one begins
    again.
    """
    evening = AnyEvening(
        4,
        turns=True,
        bank=False,
        sign="",
        betting=True,
        blind=20,
        ante=5,
        rise=15,
        starts="50, 120, 300, 500",
        streets=2,
    )
    evening.act(ANN, DealHand())
    evening.act(DOT, Call())
    evening.act(ANN, Fold())
    evening.act(BEN, Call())
    evening.act(CID, Call())
    evening.act(BEN, RaiseTo(40))
    evening.act(CID, Call())
    evening.act(DOT, RaiseTo(100))
    evening.act(BEN, Fold())
    evening.act(CID, Fold())
    evening.act(BEN, RaiseBlinds(), DealHand())
    evening.act(ANN, Call())
    evening.act(BEN, RaiseTo(evening.table.accounts[BEN]))
    evening.act(CID, Call())
    evening.act(DOT, RaiseTo(evening.table.accounts[DOT] + 40))
    evening.act(CID, Call())
    while evening.state.hand:
        evening.act(BEN, AwardPot(stakes.open_pots(evening.state.hand)[0].seats))
    evening.act(ANN, Rebuy())
    evening.agree()
    evening.act(CID, DealHand(), FinishGame())
    evening.agree()
    yield from export_lines(evening.tables, CODE)


def _bank() -> Iterator[str]:
    """Play with three players: incomes, pots that begin with money, deals made and dropped, shares bought, given and
    sold.
    """
    evening = AnyEvening(
        3,
        turns=True,
        pots="Red line, Blue line",
        pot_starts="400, 300",
        incomes="once round 200",
        round_income=30,
        units="Red, Blue",
        unit_price=100,
    )
    evening.act(
        ANN, BuyUnits("Red", 2), Take(200, words="once round"), OfferDeal(BEN, "the corner", "a horse", earns=50)
    )
    evening.act(BEN, AcceptDeal(evening.state.deals[0].id), BuyUnits("Blue"), OfferDeal(CID, pays=20))
    evening.act(CID, DropDeal(evening.state.deals[0].id), MoveMoney(100, "pot1", "pot2", "track"))
    evening.act(ANN, SetPrice("Red", 120), PayDividend("Red", 15), GiveUnits("Red", CID), EndTurn())
    evening.act(BEN, EndTurn())
    evening.act(CID, SellUnits("Red"), EndTurn())
    evening.act(ANN, FinishGame())
    evening.agree()
    yield from export_lines(evening.tables, CODE)


def _club() -> Iterator[str]:
    """Play a club night: two come later, one leaves and comes back; votes in three ways, and one of which only the
    tally is told.
    """
    evening = AnyEvening(3, turns=True, units="Red", unit_price=100)
    evening.together(ANN, TakeIn("Dot", 900))
    evening.act(BEN, AskVote("What do we eat?", "Pizza, Sushi, Soup", Way.SEVERAL))
    evening.vote("Pizza, Soup", "", "Soup", "Sushi")
    evening.act(BEN, AskVote("In which order?", "Pizza, Sushi, Soup", Way.ORDER))
    evening.vote("Soup, Pizza, Sushi", "Pizza, Sushi, Soup", "Soup, Sushi, Pizza", "Sushi, Soup, Pizza")
    evening.act(CID, AskVote("Does the mission succeed?", "succeeds, fails", tallied=True))
    evening.vote("succeeds", "fails", "succeeds", "succeeds")
    evening.act(DOT, BuyUnits("Red"), PayDividend("Red", 20), PayDividend("Red"))
    evening.act(DOT, GoBankrupt(), TakeIn("Dot", 840))
    evening.agree()
    evening.together(BEN, TakeIn("Eve", 500, after=ANN))
    evening.together(ANN, FinishGame())
    yield from export_lines(evening.tables, CODE)


SCRIPTED: Mapping[str, Callable[[], Iterator[str]]] = {
    "any_game_finished": _streets,
    "any_game_rounds_over": _points,
    "any_game_last_standing": _last_one,
    "any_game_rounds_over_paused": _paused,
    "any_game_target_reached": _announced,
    "any_game_sheet_full": _dice_sheet,
    "any_game_finished_chips": _chips,
    "any_game_finished_bank": _bank,
    "any_game_finished_club": _club,
}
"""Name of a recording -> the evening that it is."""


def recordings() -> Iterator[tuple[str, str]]:
    """Name and export of each."""
    return ((name, "".join(play())) for name, play in SCRIPTED.items())
