"""Whole evenings of money, from the shape to the result: a property bank, chips, shares, auctions, power, a legacy."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from companion.core.errors import CannotAfford
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.money.ledger import BANK
from companion.core.table.commands import PlayAgain, SetRules, StartGame, TakeSeat
from companion.games.any_game.betting import least_raise, may_raise, most_raise, to_act, to_call
from companion.games.any_game.decisions.stakes import has_everything, open_pots
from companion.games.any_game.house_rules import STAKES
from companion.games.any_game.messages.bank import (
    AcceptDeal,
    BuyUnits,
    MoveMoney,
    OfferDeal,
    PayDividend,
    SellUnits,
    SetPrice,
)
from companion.games.any_game.messages.betting import AwardPot, Call, DealHand, Fold, RaiseBlinds, RaiseTo
from companion.games.any_game.messages.play import EndTurn, PayRequest, RequestPayment, RollDice, Take
from companion.games.any_game.messages.seats import GoBankrupt
from companion.games.any_game.messages.votes import AskBids, Bid, OpenAuction, Pass, Price, PutAway
from companion.games.any_game.settings import incomes
from tests.games.any_game.whole_evening import ended, evening, finish
from tests.support.any_evening import ANN, BEN, CID, DOT, AnyEvening

# --- a property bank --------------------------------------------------------------------------------------------------

PRICES = {
    **dict.fromkeys((1, 3), 60),
    **dict.fromkeys((6, 8), 100),
    9: 120,
    **dict.fromkeys((11, 13), 140),
    14: 160,
    **dict.fromkeys((16, 18), 180),
    19: 200,
    **dict.fromkeys((21, 23), 220),
    24: 240,
    **dict.fromkeys((26, 27), 260),
    29: 280,
    **dict.fromkeys((31, 32), 300),
    34: 320,
    37: 350,
    39: 400,
    **dict.fromkeys((5, 15, 25, 35), 200),
    **dict.fromkeys((12, 28), 150),
}
"""field -> what it costs: streets in eight colours, four stations, two works"""
STATIONS, WORKS = (5, 15, 25, 35), (12, 28)
COLOURS = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29), (31, 32, 34), (37, 39))
TAXES = {4: 200, 38: 100}
HOUSE_RENT = (1, 5, 15, 45, 65, 90)
"""by the houses that stand there, how many times the rent of the bare street"""
FIELDS, JAIL, TO_JAIL = 40, 10, 30


@dataclass
class Board:
    """Figures, deeds and houses on the table. The box knows none of it."""

    at: dict[str, int]
    deeds: dict[int, str]
    houses: Counter[int]
    mortgaged: set[int]

    def rent(self, field: int, eyes: int) -> int:
        owner = self.deeds[field]
        if field in self.mortgaged:
            return 0
        if field in STATIONS:
            return 25 << (sum(self.deeds.get(each) == owner for each in STATIONS) - 1)
        if field in WORKS:
            return eyes * (10 if all(self.deeds.get(each) == owner for each in WORKS) else 4)
        whole = self.whole_colour(field)
        return PRICES[field] // 10 * HOUSE_RENT[self.houses[field]] * (2 if whole and not self.houses[field] else 1)

    def whole_colour(self, field: int) -> bool:
        colour = next(each for each in COLOURS if field in each)
        return all(self.deeds.get(each) == self.deeds.get(field) for each in colour)

    def owned(self, seat: str) -> list[int]:
        return [field for field, owner in self.deeds.items() if owner == seat]

    def leaves(self, seat: str, heir: str) -> list[int]:
        """Move what a bankrupt has to the creditor; return what goes back to the bank."""
        left = self.owned(seat)
        del self.at[seat]
        if heir in self.at:
            self.deeds |= dict.fromkeys(left, heir)
            return []
        for field in left:
            del self.deeds[field]
            self.mortgaged.discard(field)
        return left


def house_price(street: int) -> int:
    return 50 * (1 + street // 10)


def raises_money(night: AnyEvening, board: Board, seat: str, amount: int) -> None:
    """Sell houses evenly at half their price, then mortgage streets at half theirs, until the player has that much."""
    while night.has(seat)[0] < amount:
        built = [field for field in board.owned(seat) if board.houses[field]]
        free = [field for field in board.owned(seat) if field not in board.mortgaged]
        if built:
            tallest = max(built, key=lambda field: board.houses[field])
            board.houses[tallest] -= 1
            night.act(seat, Take(house_price(tallest) // 2, words="a house is sold"))
        elif free:
            board.mortgaged.add(free[0])
            night.act(seat, Take(PRICES[free[0]] // 2, words="a mortgage"))
        else:
            return


def lifts_mortgages(night: AnyEvening, board: Board, seat: str) -> None:
    """Pay back with a tenth more what can be paid easily."""
    for field in board.owned(seat):
        due = PRICES[field] // 2 * 11 // 10
        if field in board.mortgaged and night.has(seat)[0] > due + 150:
            night.act(seat, Pay(BANK, due, "a mortgage is lifted"))
            board.mortgaged.discard(field)


def owes(night: AnyEvening, board: Board, seat: str, amount: int, to: str, words: str) -> bool:
    """Pay a rent or a tax, or go bankrupt to whom it is owed; return whether the player is still in the game."""
    raises_money(night, board, seat, amount)
    if night.has(seat)[0] < amount:
        left = board.leaves(seat, to)
        night.act(seat, GoBankrupt(to))
        for field in left if not night.is_over() else ():  # the bank sells them again at once
            if buyer := street_auction(night, night.state.turn, field, random.Random(field)):
                board.deeds[field] = buyer
        return False
    if not amount:
        return True
    if to in board.at:
        night.act(to, RequestPayment(seat, amount, words))
        night.act(seat, PayRequest(night.state.requests[-1].id))
    else:
        night.act(seat, Pay(to, amount, words))
    return True


def moves(night: AnyEvening, board: Board, seat: str, chance: random.Random) -> None:
    """Play a turn by the rules that are printed in such a game: doubles throw again, the third ones go to jail."""
    for throw in range(1, 4):
        faces = (chance.randint(1, 6), chance.randint(1, 6))
        night.act(seat, RollDice(faces=faces))
        doubles = faces[0] == faces[1]
        if not lands(night, board, seat, sum(faces), chance, jailed=doubles and throw == 3):
            return
        if not doubles or board.at[seat] == JAIL:
            break
    lifts_mortgages(night, board, seat)
    builds(night, board, seat)
    night.act(seat, EndTurn())


def lands(night: AnyEvening, board: Board, seat: str, eyes: int, chance: random.Random, jailed: bool) -> bool:
    """Do what the field asks for; return whether the player is still in the game."""
    before = board.at[seat]
    field = board.at[seat] = (before + eyes) % FIELDS
    if jailed or field == TO_JAIL:
        board.at[seat] = JAIL  # and nothing for the start on the way
        return owes(night, board, seat, 50, BANK, "out of jail")
    if field < before:
        night.act(seat, Take(200, words="Once round"))
    if field in TAXES:
        return owes(night, board, seat, TAXES[field], "pot1", "a tax")
    if field == 20 and night.has("pot1")[0]:
        night.act(seat, Take(night.has("pot1")[0], "pot1"))
    elif field in PRICES and field not in board.deeds:
        if night.has(seat)[0] >= PRICES[field]:
            night.act(seat, Pay(BANK, PRICES[field], "a street"))
            board.deeds[field] = seat
        elif buyer := street_auction(night, seat, field, chance):
            board.deeds[field] = buyer
    elif board.deeds.get(field, seat) != seat:
        return owes(night, board, seat, board.rent(field, eyes), board.deeds[field], "rent")
    return True


def street_auction(night: AnyEvening, seat: str, field: int, chance: random.Random) -> str:
    """Sell a street that its visitor does not buy to the player who bids most; return the buyer, "" for none."""
    night.act(seat, OpenAuction("a street", 10))
    while auction := night.state.auction:
        bidder = auction.bidders[0]
        limit = min(night.has(bidder)[0], PRICES[field] - chance.randint(0, 60))
        bid = max(10, auction.best + 10)
        night.act(bidder, Bid(bid) if bid <= limit else Pass())
    assert night.state.outcome
    buyer = next(iter(night.state.outcome.winners), "")
    night.act(seat, PutAway())
    return buyer


def builds(night: AnyEvening, board: Board, seat: str) -> None:
    """Build on whole colours, evenly: no street has two houses more than another of its colour."""
    for colour in COLOURS:
        for street in colour:
            cost, houses = house_price(street), board.houses[street]
            may_build = board.deeds.get(street) == seat and board.whole_colour(street)
            even = houses == min(board.houses[each] for each in colour)
            whole = not board.mortgaged & set(colour)
            if may_build and whole and even and houses < len(HOUSE_RENT) - 1 and night.has(seat)[0] > cost + 150:
                night.act(seat, Pay(BANK, cost, "a house"))
                board.houses[street] += 1


def trades(night: AnyEvening, board: Board) -> None:
    """Let the owner of most streets of a colour buy the others and build: a deal that both agree to."""
    for colour in COLOURS:
        owners = Counter(board.deeds[field] for field in colour if field in board.deeds)
        if len(owners) < 2 or sum(owners.values()) < len(colour):
            continue
        buyer = owners.most_common(1)[0][0]
        for field in colour:
            if (seller := board.deeds[field]) != buyer and night.has(buyer)[0] >= PRICES[field]:
                night.act(buyer, OfferDeal(seller, gets="a street", pays=PRICES[field]))
                night.act(seller, AcceptDeal(night.state.deals[0].id))
                board.deeds[field] = buyer


def test_a_property_bank_until_one_is_left() -> None:
    """Four players; streets change hands by deals, so that somebody can build; three go bankrupt.

    As printed: what streets, stations, works, taxes and houses cost, rents of stations and works, twice the rent for a
    whole colour, 200 for the start, 50 for the jail, doubles, auctions of what is not bought and of what a bankrupt
    leaves to the bank; houses are sold at half their price, streets are mortgaged at half theirs, for a tenth more.
    Rents of streets are rounded to a tenth of the price and its multiples. Taxes lie in the middle, as most families
    play it: in print they are the bank's.
    """
    night, chance = evening("Streets and houses"), random.Random(8)
    board = Board(dict.fromkeys(night.table.ids, 0), {}, Counter(), set())
    turns = 0
    while not night.is_over() and turns < 1_000:
        moves(night, board, night.state.turn, chance)
        turns += 1
        assert sum(night.table.accounts.values()) == 0
        if turns % 80 == 0 and not night.is_over():
            trades(night, board)
    (first, *losers) = ended(night)
    assert (first[0], losers) == (1, [])
    assert night.state.players == (first[1],)
    assert turns > 100, "it took an evening"
    assert any("is auctioned" in line for line in night.report())
    assert sum("is bankrupt" in line or "leaves the game" in line for line in night.report()) == 3


# --- chips ------------------------------------------------------------------------------------------------------------


def bets(night: AnyEvening, chance: random.Random) -> None:
    """Play one hand: the next bettor folds, calls or raises; who has the best cards is told at the showdown."""
    night.act(night.state.turn, DealHand())
    while (hand := night.state.hand) is not None:
        if hand.showdown:
            pot = open_pots(hand)[0]
            best = pot.seats[:2] if len(pot.seats) > 1 and chance.random() < 0.1 else (chance.choice(pot.seats),)
            night.act(ANN, AwardPot(best))
            continue
        seat = to_act(hand)
        has, missing, wish = night.has(seat)[0], to_call(hand, seat), chance.random()
        least, most = least_raise(hand), most_raise(hand, seat, has, night.table.rules.limit_of_bets)
        if wish > 0.85 and may_raise(hand, seat, has) and least <= most:
            night.act(seat, RaiseTo(most if wish > 0.995 else least))
        elif missing and wish < (0.8 if missing > has // 4 else 0.3):
            night.act(seat, Fold())
        else:
            night.act(seat, Call())


def test_a_tournament_until_one_has_all_the_chips() -> None:
    """Four players; the blinds double every eight hands, as printed in the tables of such tournaments."""
    night, chance = evening("Cards for chips"), random.Random(11)
    hands = 0
    while not has_everything(night.table):
        bets(night, chance)
        hands += 1
        assert sum(night.has(ANN, BEN, CID, DOT)) == 4_000
        assert night.has(STAKES) == (0,)
        if hands % 8 == 0:
            night.act(night.state.turn, RaiseBlinds())
    assert hands > 10
    winner = has_everything(night.table)
    night.refusal(winner, DealHand())
    places = finish(night, winner)
    assert places[0] == (1, winner, 4_000)
    assert [score for _, _, score in places[1:]] == [0, 0, 0]


def test_an_evening_with_three_all_ins_of_different_height() -> None:
    """A player wins at most his own stake from each opponent, as the printed rules say; the rest makes side pots.

    Ann has 300, Ben 600, Cid 900 and Dot 1,200; all but Dot go all in, and she calls. Each of the three wins the pot
    that ends where he is all in; the next hand is played for what is left.
    """
    night = evening("Cards for chips", starts="300, 600, 900, 1200")
    night.act(ANN, DealHand())
    night.act(DOT, Call())
    for seat, has in ((ANN, 300), (BEN, 600), (CID, 900)):
        night.act(seat, RaiseTo(has))
    night.act(DOT, Call())
    hand = night.state.hand
    assert hand
    assert hand.showdown, "nobody is left to bet against Dot"
    assert [(pot.amount, pot.seats) for pot in open_pots(hand)] == [
        (1_200, (BEN, CID, DOT, ANN)),
        (900, (BEN, CID, DOT)),
        (600, (CID, DOT)),
    ]
    for winner in (ANN, BEN, CID):
        night.act(ANN, AwardPot((winner,)))
    assert night.has(ANN, BEN, CID, DOT) == (1_200, 900, 600, 300)
    night.act(BEN, DealHand())
    for seat in (ANN, BEN, CID):
        night.act(seat, Fold())
    assert finish(night) == [(1, ANN, 1_200), (2, BEN, 900), (3, CID, 590), (4, DOT, 310)]


# --- trains and shares ------------------------------------------------------------------------------------------------


def test_trains_and_shares_a_stock_round_and_three_operating_rounds() -> None:
    """Two companies of ten shares: par 100, floated with six sold, the treasury gets ten times par.

    As printed: 12,000 in the bank and 800 for each of three players, 2,400 in all; a train of the first kind costs 80;
    a tenth of what a company earns is paid for each share, into its treasury for shares that were sold again; its price
    rises then, falls where it keeps the money, and falls for each share sold; the first operating round is one, then a
    stock round, then two; at the end shares count at their prices, and treasuries do not. Steps of the price are tens.
    """
    night = evening("Shares and railways", 3, taking="everybody", start=800)
    buys = {"Red": (ANN, ANN, BEN, BEN, CID, CID, ANN), "Blue": (CID, BEN, CID, BEN, CID, ANN)}
    for kind, buyers in buys.items():
        for buyer in buyers:
            night.act(buyer, BuyUnits(kind))
    night.act(ANN, MoveMoney(1_000, BANK, "pot1", "Red is floated"))
    night.act(CID, MoveMoney(1_000, BANK, "pot2", "Blue is floated"))
    assert night.has(ANN, BEN, CID) == (400, 400, 300)
    prices = {"Red": 100, "Blue": 100}
    for number, (red, blue) in enumerate(((60, 40), (120, 110), (200, 180)), 1):
        if number == 2:  # the second stock round
            night.act(BEN, SellUnits("Blue", 2))
            prices["Blue"] -= 20
            night.act(BEN, SetPrice("Blue", prices["Blue"]))
        for president, kind, pot, revenue in ((ANN, "Red", "pot1", red), (CID, "Blue", "pot2", blue)):
            night.act(president, MoveMoney(80, pot, BANK, "a train"), MoveMoney(20, pot, BANK, "track over a hill"))
            if number == 1 and kind == "Blue":  # the company keeps what it has earned, and its price falls
                night.act(president, MoveMoney(revenue, BANK, pot, "kept"))
                prices[kind] -= 10
            else:
                night.act(president, PayDividend(kind, revenue // 10))
                if kind == "Blue":
                    night.act(president, MoveMoney(2 * revenue // 10, BANK, pot, "two shares that were sold"))
                prices[kind] += 10
            night.act(president, SetPrice(kind, prices[kind]))
        assert sum(night.table.accounts.values()) == 0
    held = {kind: sum(owners.values()) for kind, owners in night.state.held.items()}
    assert held == {"Red": 7, "Blue": 4}
    cash = dict(zip((ANN, BEN, CID), night.has(ANN, BEN, CID), strict=True))
    worth = {
        seat: cash[seat] + sum(prices[kind] * owners.get(seat, 0) for kind, owners in night.state.held.items())
        for seat in cash
    }
    assert night.has("pot1", "pot2") == (700, 798)
    assert {seat: score for _, seat, score in finish(night)} == worth


# --- auctions ---------------------------------------------------------------------------------------------------------

ARTISTS = ("Blue", "Green", "Red", "White", "Yellow")


def test_an_auction_of_paintings_over_four_seasons() -> None:
    """Sellers get what is paid; after each season the bank pays 30, 20, 10 more for the artists who sold most.

    As printed: five artists, 100 to begin with, in secret; four seasons; an artist's fifth picture ends one unsold;
    a picture is worth what its artist has gathered, if he is among the three of this season; four ways to sell, and who
    buys his own pays the bank. Open calls become bids in turns here; two pictures at once are left out.
    """
    night, chance = evening("Buying and selling", 3), random.Random(3)
    seats, worth, ways = (ANN, BEN, CID), Counter[str](), Counter[str]()
    for _season in range(4):
        sold, hangs = Counter[str](), {seat: Counter[str]() for seat in seats}
        while max(sold.values(), default=0) < 5:
            at, artist, way = sum(sold.values()) % 3, chance.choice(ARTISTS), chance.choice(tuple(WAYS))
            sold[artist] += 1
            if max(sold.values()) == 5:
                break  # the fifth painting of an artist ends the season and is not sold
            ways[way] += 1
            buyer = WAYS[way](night, chance, (*seats[at:], *seats[:at]), f"a painting: {artist}")
            hangs[buyer][artist] += 1
        best = sorted(
            sold, key=lambda artist: (-sold[artist], ARTISTS.index(artist))
        )  # of equals the first on the board
        for artist, pays in zip(best, (30, 20, 10), strict=False):
            worth[artist] += pays
            for seat in seats:
                if count := hangs[seat][artist]:
                    night.act(seat, Take(count * worth[artist], words=f"{count} × {artist}"))
        assert sum(night.table.accounts.values()) == 0
    assert set(ways) == set(WAYS)
    assert len(finish(night)) == 3


def wish(night: AnyEvening, chance: random.Random, seat: str) -> int:
    """Return the most that this player gives for a painting."""
    return min(night.has(seat)[0], 25 + chance.randint(-10, 10))


def sold_in_turns(night: AnyEvening, chance: random.Random, order: tuple[str, ...], what: str) -> str:
    """Sell to the last one who still bids; the seller, who is first of the order, bids first."""
    seller, limits = order[0], {seat: wish(night, chance, seat) for seat in order}
    night.act(seller, OpenAuction(what, to=seller))
    while auction := night.state.auction:
        seat = auction.bidders[0]
        night.act(seat, Bid(min(auction.best + 5, limits[seat])) if limits[seat] > auction.best else Pass())
    assert night.state.outcome
    (buyer,) = night.state.outcome.winners or (seller,)
    night.act(seller, PutAway())
    return buyer


def sold_once_around(night: AnyEvening, chance: random.Random, order: tuple[str, ...], what: str) -> str:
    """Sell to the highest of one bid each, the seller's last; the next player opens it, so that the bank is paid."""
    seller, *bidders = order
    night.act(bidders[0], OpenAuction(what))
    asked: set[str] = set()
    while auction := night.state.auction:
        seat = auction.bidders[0]
        limit = 0 if seat in asked else wish(night, chance, seat)
        asked.add(seat)
        night.act(seat, Bid(limit) if limit > auction.best else Pass())
    assert night.state.outcome
    (buyer,) = night.state.outcome.winners or (seller,)
    if buyer != seller:
        night.act(seller, Take(night.state.outcome.price, words="sold"))
    night.act(seller, PutAway())
    return buyer


def sold_sealed(night: AnyEvening, chance: random.Random, order: tuple[str, ...], what: str) -> str:
    """Sell for the highest sealed bid; of equals it is the seller's, or that of the next one round the table."""
    seller = order[0]
    night.act(seller, AskBids(what, Price.FIRST, seller))
    night.vote(*(wish(night, chance, seat) for seat in night.table.ids))
    outcome = night.state.outcome
    assert outcome
    buyer = next(seat for seat in order if seat in outcome.winners)
    if len(outcome.winners) > 1 and outcome.amount:
        night.act(buyer, Pay(BANK if buyer == seller else seller, outcome.amount, what))
    night.act(seller, PutAway())
    return buyer


def sold_at_a_price(night: AnyEvening, chance: random.Random, order: tuple[str, ...], what: str) -> str:
    """Sell to the first after the seller who gives the price; else the seller buys it, and can pay it."""
    seller, *bidders = order
    price = min(night.has(seller)[0], chance.randint(15, 30))
    buyer = next((seat for seat in bidders if wish(night, chance, seat) >= price), seller)
    if price:
        night.act(buyer, Pay(BANK if buyer == seller else seller, price, what))
    return buyer


WAYS = {"turns": sold_in_turns, "once": sold_once_around, "sealed": sold_sealed, "price": sold_at_a_price}


def test_an_auction_of_houses_that_are_sold_again() -> None:
    """Each player gets one of three houses in each round: a player who stops pays half the bid and takes the cheapest.

    As printed for three players: 18 coins, 30 houses less 6; a player who stops takes back half his coins, rounded up;
    the last one pays all. Then houses are sold in secret for cheques of 0 to 15 but 1, twice each, less 6; the bank
    pays them here. The coins that are left count.
    """
    night, chance = evening("Auctions", 3, bank=True, start=18), random.Random(8)
    seats, starts = (ANN, BEN, CID), ANN
    houses, hands = chance.sample(range(1, 31), 24), {seat: list[int]() for seat in (ANN, BEN, CID)}
    for round_ in range(8):
        starts = houses_bought(night, chance, starts, sorted(houses[3 * round_ : 3 * round_ + 3]), hands)
        assert sum(night.has(*seats, "pot1")) == 54
    assert all(len(hand) == 8 for hand in hands.values())
    coins = dict(zip(seats, night.has(*seats), strict=True))
    cheques = chance.sample([*range(2, 16), 0] * 2, 24)
    paid = Counter[str]()
    for round_ in range(8):
        played = sorted(((hands[seat].pop(chance.randrange(len(hands[seat]))), seat) for seat in seats), reverse=True)
        for (_, seat), cheque in zip(played, sorted(cheques[3 * round_ : 3 * round_ + 3], reverse=True), strict=True):
            paid[seat] += cheque
            if cheque:
                night.act(seat, Take(cheque, words="a cheque"))
    assert {seat: score for _, seat, score in finish(night)} == {seat: coins[seat] + paid[seat] for seat in seats}


def houses_bought(
    night: AnyEvening, chance: random.Random, starts: str, lots: list[int], hands: dict[str, list[int]]
) -> str:
    """Auction one round of houses into the pot; return the player who paid most, who begins the next one."""
    limits = {seat: min(night.has(seat)[0], chance.randint(0, 5)) for seat in hands}
    bids = dict.fromkeys(hands, 0)
    night.act(starts, OpenAuction("the best house", to="pot1"))
    while auction := night.state.auction:
        seat = auction.bidders[0]
        last = auction.bidders == (seat,)
        if auction.best < limits[seat] or (last and limits[seat] and not auction.best):
            bids[seat] = auction.best + 1
            night.act(seat, Bid(bids[seat]))
            continue
        night.act(seat, Pass())
        if lots:
            hands[seat].append(lots.pop(0))
        if half := bids[seat] // 2:
            night.act(seat, Pay("pot1", half, "half of the bid"))
    assert night.state.outcome
    (best,) = night.state.outcome.winners or (seat,)
    if lots:
        hands[best].append(lots.pop(0))
    night.act(starts, PutAway())
    return best


# --- power ------------------------------------------------------------------------------------------------------------

INCOME = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142)
"""by how many cities somebody supplies"""
CITIES_AT_THE_END = 17


def test_a_power_and_income_game_until_somebody_has_seventeen_cities() -> None:
    """A round: an auction for a plant, coal, cities, then what they bring; then they pay.

    As printed: 50 to begin with, a plant costs its number at least, a house 10, the payments for 0 to 17 cities, and
    the end with 17 where three play. The player who supplies most has won there; the box counts the money, which
    decides a tie.
    """
    night, chance = evening("Income every round", 3, round_income=0), random.Random(2)
    seats = (ANN, BEN, CID)
    cities, plants = dict.fromkeys(seats, 0), dict.fromkeys(seats, 2)
    rounds = 0
    while max(cities.values()) < CITIES_AT_THE_END:
        rounds += 1
        buyer = min(seats, key=lambda seat: (plants[seat], seat))
        if night.has(buyer)[0] > 20:
            night.act(buyer, OpenAuction(f"plant {rounds}", 3), Bid(chance.randint(3, 15)))
            while night.state.auction:
                night.act(night.state.auction.bidders[0], Pass())
            plants[buyer] += 2
            night.act(buyer, PutAway())
        for seat in seats:
            supplied = min(cities[seat], plants[seat])
            night.act(seat, Pay(BANK, min(night.has(seat)[0], 2 + supplied), "coal"))
            while night.has(seat)[0] >= 18 and cities[seat] < min(CITIES_AT_THE_END, plants[seat] + 1):
                night.act(seat, Pay(BANK, 10 + chance.randint(0, 8), "a city"))
                cities[seat] += 1
            night.act(seat, Take(INCOME[min(cities[seat], plants[seat])], words="cities"), EndTurn())
        assert sum(night.table.accounts.values()) == 0
    assert rounds > 5
    assert night.state.round == rounds + 1
    assert len(finish(night)) == 3


# --- a legacy ---------------------------------------------------------------------------------------------------------

COIN = (2, 2, 3, 3, 4, 4, 5, 6)
"""by the level of a scenario: the gold that a coin of it is worth"""
DONATION = 10


@dataclass
class Hero:
    """A player's hero: level, gold and what the items that he owns cost."""

    level: int = 1
    gold: int = 30
    items: tuple[int, ...] = ()


def scenario(heroes: dict[str, Hero]) -> int:
    """Return the usual level of a scenario: half the average level of the heroes, rounded up."""
    return -(-sum(hero.level for hero in heroes.values()) // (2 * len(heroes)))


def in_town(night: AnyEvening, chance: random.Random, seat: str, hero: Hero, prices: tuple[int, ...]) -> None:
    """Sell, buy and donate, as far as the gold goes: once between two scenarios, before the next one begins."""
    if hero.items and chance.random() < 0.5:
        old, *kept = hero.items
        night.act(seat, Take(old // 2, words="an item, sold"))
        hero.gold, hero.items = hero.gold + old // 2, tuple(kept)
    for price in prices:
        if price > hero.gold:
            night.refusal(seat, Pay(BANK, price, "an item"), CannotAfford)
        elif chance.random() < 0.7:
            night.act(seat, Pay(BANK, price, "an item"))
            hero.gold, hero.items = hero.gold - price, (*hero.items, price)
    if hero.gold >= DONATION:
        night.act(seat, Pay(BANK, DONATION, "the temple"))
        hero.gold -= DONATION


def found(night: AnyEvening, chance: random.Random, heroes: dict[str, Hero], level: int) -> None:
    """Play a scenario: everyone takes what the coins are worth that he picked up; one finds a treasure of 15."""
    (coin,) = incomes(night.table.rules)
    assert coin == ("Coin", COIN[level])
    for seat, hero in heroes.items():
        for _ in range(chance.randint(2, 6)):
            night.act(seat, Take(coin[1], words=coin[0]))
            hero.gold += coin[1]
    lucky = chance.choice([*heroes])
    night.act(lucky, Take(15, words="a treasure"))
    heroes[lucky].gold += 15


def test_a_campaign_of_three_evenings_whose_heroes_keep_their_gold() -> None:
    """Gold is everyone's own and stays from evening to evening; between scenarios there are a shop and a temple.

    As printed: 30 to begin with, a coin is worth 2 to 6 by the level of the scenario, items are sold for half, rounded
    down, 10 are given to the temple once each time, nobody has less than nothing, and no gold changes hands between
    heroes. A hero who retires takes his gold with him; the next one begins with 15, and 15 more for each level of the
    town's wealth, here the first. A later player begins likewise.
    """
    night, chance = evening("A campaign", 3), random.Random(5)
    heroes = {seat: Hero() for seat in (ANN, BEN, CID)}
    assert night.has(*heroes) == (30, 30, 30)
    for number, prices in enumerate(((10, 20, 30), (20, 30, 50), (30, 40, 60)), 1):
        level = scenario(heroes)
        if number > 1:
            night.act(ANN, PlayAgain(), SetRules({"incomes": f"Coin {COIN[level]}"}))
            if number == 3:
                night.act(None, TakeSeat("Dot", {}))
                heroes[DOT] = Hero()
            night.act(ANN, StartGame(ANN))
            assert night.has(*heroes) == tuple(hero.gold for hero in heroes.values()), "as the last evening ended"
        if number == 3:
            night.act(CID, Pay(BANK, heroes[CID].gold, "retired"), Take(30, words="a new hero"))
            heroes[CID] = Hero()
        for seat, hero in heroes.items():
            in_town(night, chance, seat, hero, prices)
        found(night, chance, heroes, level)
        assert {seat: score for _, seat, score in finish(night)} == {seat: hero.gold for seat, hero in heroes.items()}
        for hero in heroes.values():
            hero.level += 1 + (number == 1)
    assert level == 2
    assert any(hero.items for hero in heroes.values())


def test_a_debt_and_a_purse_go_on_over_three_evenings() -> None:
    """Debts and the common purse return on the next evening, which the last player begins."""
    night = evening("Together against the game", 3, carry=True, interest=10, rounds=4, start=20, turns=True)
    bank = night.has(BANK)[0]
    night.act(BEN, BorrowFromBank(50))
    for number in range(1, 4):
        for _ in range(4):
            for _seat in (ANN, BEN, CID):
                seat = night.state.turn
                night.act(seat, Take(6, words="a quest"), Pay("pot1", 4, "supplies"))
                night.act(seat, EndTurn())
        places = ended(night)
        had = night.has(ANN, BEN, CID, "pot1")
        assert sum(night.table.accounts.values()) == 0
        assert had[3] == 48 * number
        assert [loan.repay for loan in night.table.loans.values()] == [55], "it is still owed"
        if number < 3:
            last = places[-1][1]
            night.act(BEN, PlayAgain(), StartGame(last))
            assert night.has(ANN, BEN, CID, "pot1") == had
            assert night.state.turn == last
    assert night.has(ANN, BEN, CID) == (44, 94, 44)
    assert night.has(BANK)[0] == bank - 50 - 3 * 72
