"""Shapes to begin with: house rules that go together, in four groups. Another shape is another entry here.

The headings under which the form of set-up has the rules stand here, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.members import Preset
from companion.core.text import Text, say
from companion.games.any_game.house_rules import Sheet, Taking

Values = dict[str, str | int | bool | Text]

FOR_THE_BANK, FOR_CHIPS = say("A bank"), say("Chips and stakes")
FOR_AUCTIONS, FOR_POINTS = say("Auctions"), say("Points")

HEADINGS: Mapping[str, Text] = {
    **dict.fromkeys(("1", "2"), say("The table")),
    **dict.fromkeys(("3", "10"), say("Money")),
    **dict.fromkeys(("4", "5", "14"), say("Bank and pots")),
    "15": say("Shares and goods"),
    **dict.fromkeys(("8", "9"), say("Turns, clocks and dice")),
    "13": say("Bets in turns"),
    "11": say("Score sheet"),
    "12": say("Announced tricks"),
}
"""by section of the rules; those of one heading stand together in ``Rules``"""

POINTS: Values = {"scores": True, "bank": False}
ROUNDS: Values = {**POINTS, "sheet": Sheet.ROUNDS.value}
LINES: Values = {**POINTS, "sheet": Sheet.LINES.value}


def _bank(title: Text, about: Text, picture: str, main_rules: tuple[str, ...], rules: Values) -> Preset:
    return Preset(title, about, rules, FOR_THE_BANK, picture, main_rules)


def _chips(title: Text, about: Text, picture: str, main_rules: tuple[str, ...], rules: Values) -> Preset:
    return Preset(title, about, rules, FOR_CHIPS, picture, main_rules)


def _points(title: Text, about: Text, picture: str, main_rules: tuple[str, ...], rules: Values) -> Preset:
    return Preset(title, about, rules, FOR_POINTS, picture, main_rules)


PRESETS = (
    _bank(
        say("Streets and houses"),
        say("Everyone has the same money; a bank, a pot in the middle, rents by request, two dice."),
        "house",
        ("start", "incomes"),
        {
            "start": 1_500,
            "quick": "1, 5, 10, 50, 100, 200",
            "pots": say("The middle"),
            "dice": 2,
            "incomes": say("Once round 200"),
        },
    ),
    _bank(
        say("Shares and railways"),
        say("A pot for each company, counted shares with prices and dividends; one other agrees to what is taken."),
        "train",
        ("start", "units"),
        {
            "start": 400,
            "quick": "5, 10, 20, 50, 100",
            "bank_limit": 12_000,
            "pots": say("Red, Blue, Green, Yellow, Black, White"),
            "taking": Taking.CONSENT.value,
            "units": say("Red, Blue, Green, Yellow, Black, White"),
            "unit_price": 100,
        },
    ),
    _bank(
        say("Income every round"),
        say("Everyone gets an income when a round begins; how much you have only you see."),
        "income",
        ("start", "round_income"),
        {"start": 50, "quick": "1, 5, 10, 50", "open_cash": False, "round_income": 10},
    ),
    _bank(
        say("Stock exchange"),
        say("A bank that lends at 10 %%, and ten rounds; how much you have only you see."),
        "curve",
        ("start", "interest"),
        {"start": 1_000, "quick": "10, 50, 100, 500", "interest": 10, "open_cash": False, "rounds": 10},
    ),
    _bank(
        say("Together against the game"),
        say("One purse for all, votes on what is done, eight rounds."),
        "together",
        ("pots", "rounds"),
        {"start": 0, "quick": "1, 2, 5, 10", "pots": say("Our purse"), "rounds": 8},
    ),
    _bank(
        say("A campaign"),
        say("Everyone has their own gold, which goes on into the next game; a coin that is found is one tap."),
        "chest",
        ("start", "incomes"),
        {
            "sign": "",
            "start": 30,
            "quick": "1, 2, 5, 10",
            "turns": False,
            "carry": True,
            "incomes": say("Coin 2"),
        },
    ),
    _chips(
        say("Cards for chips"),
        say("Blinds of 10 and 20, call, raise and fold, automatic side pots; the cards are on your table."),
        "chip",
        ("start", "blind"),
        {"sign": "", "start": 1_000, "quick": "5, 10, 25, 50, 100", "bank": False, "betting": True, "blind": 20},
    ),
    _chips(
        say("Stakes in a pot"),
        say("Chips instead of money, one pot into which you put what you like; no bank."),
        "pot",
        ("start", "pots"),
        {"sign": "", "start": 1_000, "quick": "5, 10, 25, 50, 100", "bank": False, "pots": say("Pot")},
    ),
    _chips(
        say("Small change"),
        say("Coins and cents, a pot, no bank: card games for small stakes."),
        "coin",
        ("step", "start"),
        {"step": 5, "decimals": 2, "start": 500, "quick": "5, 10, 50, 100", "bank": False, "pots": say("Pot")},
    ),
    _chips(
        say("Bets on a race"),
        say("Stakes in a pot, a bank that pays out, sealed bids; nobody waits for a turn."),
        "flag",
        ("start", "pots"),
        {"start": 500, "quick": "5, 10, 20, 50, 100", "pots": say("Stakes"), "turns": False},
    ),
    Preset(
        say("Auctions"),
        say("No bank; how much you have only you see; sealed bids, and bids in turns."),
        {"sign": "", "start": 100, "quick": "1, 2, 5, 10", "open_cash": False, "bank": False, "pots": say("Bids")},
        FOR_AUCTIONS,
        "hammer",
        ("start", "open_cash"),
    ),
    Preset(
        say("Buying and selling"),
        say("The bank pays and is paid; how much you have only you see; whatever is on sale is auctioned."),
        {"start": 100, "quick": "1, 5, 10, 50", "open_cash": False},
        FOR_AUCTIONS,
        "frame",
        ("start", "open_cash"),
    ),
    _points(
        say("Score sheet"),
        say("A row for each round, totals, and who begins."),
        "sheet",
        ("rounds", "target"),
        ROUNDS,
    ),
    _points(
        say("Fewest points win"),
        say("A score sheet until someone has 500 points: dominoes, rummy."),
        "fewest",
        ("target", "own_rows"),
        {**ROUNDS, "low": True, "target": 500},
    ),
    _points(
        say("Tricks with minus points"),
        say("A score sheet to 100 points; a round adds up to 26, or to 78 where someone takes all. Fewest win."),
        "heart",
        ("target", "row_sum"),
        {**ROUNDS, "low": True, "target": 100, "row_sum": "26, 78"},
    ),
    _points(
        say("Two teams"),
        say("A score sheet for partners who sit opposite each other, to 1000 points."),
        "teams",
        ("target", "row_sum"),
        {**ROUNDS, "teams": 2, "target": 1_000},
    ),
    _points(
        say("Announced tricks"),
        say("Everyone seals how many they will make; all are revealed together, and the box counts the points."),
        "said",
        ("tricks", "formula"),
        {**POINTS, "sheet": Sheet.ANNOUNCED.value},
    ),
    _points(
        say("Dice sheet"),
        say("Five dice, thirteen rows, a bonus; everyone fills in their own column."),
        "dice",
        ("lines", "bonus"),
        {
            **LINES,
            "own_rows": True,
            "dice": 5,
            "lines": say(
                "Ones, Twos, Threes, Fours, Fives, Sixes, Three alike, Four alike, Full house, Short run, Long run, "
                "All alike, Chance"
            ),
            "bonus": "6, 63, 35",
        },
    ),
    _points(
        say("Counting at the end"),
        say("A row for everything that counts: enter what it is called in your game."),
        "sum",
        ("lines", "teams"),
        {**LINES, "turns": False, "lines": say("On the board, Cards, Goods, Coins, Bonus")},
    ),
    _points(
        say("Clock for each player"),
        say("Ten minutes for everyone, which run during their own turn; anyone stops the clock for all."),
        "clock",
        ("stock", "increment"),
        {**POINTS, "stock": 10},
    ),
    _points(
        say("Points only"),
        say("Points one by one, votes, and whose turn it is."),
        "points",
        ("rounds", "target"),
        POINTS,
    ),
)
