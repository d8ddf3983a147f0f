"""The questions that the set-up form asks, and shapes to begin with."""

from __future__ import annotations

from companion.core.capabilities import Preset
from companion.core.errors import RuleRef
from companion.core.money.ledger import LARGEST
from companion.core.plugin import AnyNumber, AnyWords, HouseRule
from companion.core.text import Money, Text, say
from companion.core.ui.choice import Option
from companion.games.any_game.settings import FEWEST_SEATS, MOST_SEATS, Taking, listed_amounts

LONGEST_LIST = 160
LONGEST_EVENING = 40
LONGEST_SIGN = 4
LARGEST_STEP = 1_000_000


def _typed(text: str) -> Text:
    return say("%(words)s", words=text or "–")


def _counted(number: int) -> Text:
    return say("%(number)s", number=number)


def _money(number: int) -> Text:
    return say("%(amount)s", amount=Money(number))


def _rule(name: str, sentence: Text, section: str, *options: Option) -> HouseRule:
    return HouseRule(name, sentence, options, RuleRef("any", section))


def _words(name: str, sentence: Text, section: str, most: int) -> HouseRule:
    return HouseRule(name, sentence, (), RuleRef("any", section), words=AnyWords(most, _typed))


def _number(name: str, sentence: Text, section: str, least: int, most: int) -> HouseRule:
    return HouseRule(name, sentence, (), RuleRef("any", section), AnyNumber(least, most, _counted))


def _amount(name: str, sentence: Text, section: str, least: int, most: int) -> HouseRule:
    return HouseRule(name, sentence, (), RuleRef("any", section), AnyNumber(least, most, _money, money=True))


def _amounts(name: str, sentence: Text, section: str) -> HouseRule:
    words = AnyWords(LONGEST_LIST, listed_amounts, amounts=True)
    return HouseRule(name, sentence, (), RuleRef("any", section), words=words)


NO, YES = Option(False, say("no")), Option(True, say("yes"))

HOUSE_RULES = (
    _words("evening", say("What is the evening called?"), "1", LONGEST_EVENING),
    _rule(
        "scores",
        say("What is counted?"),
        "2",
        Option(False, say("money")),
        Option(True, say("points only")),
    ),
    _number("seats", say("How many seats at most?"), "1", FEWEST_SEATS, MOST_SEATS),
    _words("sign", say("Sign of the money"), "3", LONGEST_SIGN),
    _amount("step", say("Smallest amount there is (0.01 with cents)"), "3", 1, LARGEST_STEP),
    HouseRule(
        "decimals",
        say("Digits behind the decimal mark"),
        tuple(Option(count, say("%(count)s", count=count)) for count in range(3)),
        RuleRef("any", "3"),
        digits_of="step",
    ),
    _amount("start", say("Starting money"), "3", 0, LARGEST),
    _amounts("starts", say("Starting money seat by seat, if it differs (with semicolons)"), "3"),
    _amounts("quick", say("Quick amounts (with semicolons)"), "3"),
    _rule(
        "open_cash",
        say("Who sees how much somebody has?"),
        "3",
        Option(True, say("everybody")),
        Option(False, say("only he himself")),
    ),
    _rule("bank", say("Is there a bank?"), "4", YES, NO),
    _rule(
        "taking",
        say("Who may take money out of the bank or a pot?"),
        "4",
        Option(Taking.EVERYBODY.value, say("everybody, and all see it")),
        Option(Taking.BANKER.value, say("whoever is the banker; he is asked by the others")),
        Option(Taking.CONSENT.value, say("whoever has the consent of one other")),
    ),
    _amount("bank_limit", say("How much does the bank have? (0: without limit)"), "4", 0, LARGEST),
    _rule(
        "interest",
        say("Does the bank lend?"),
        "5",
        Option(-1, say("no")),
        Option(0, say("yes, without interest")),
        Option(5, say("yes, at 5 %%")),
        Option(10, say("yes, at 10 %%")),
        Option(20, say("yes, at 20 %%")),
        Option(50, say("yes, at 50 %%")),
    ),
    _words("pots", say("Pots by name, if any (with commas)"), "4", LONGEST_LIST),
    _rule("turns", say("Is there a marker that says whose turn it is?"), "8", YES, NO),
    _number("rounds", say("How many rounds? (0: until you end the game)"), "8", 0, 100),
    _rule(
        "timer",
        say("Is there a timer for a turn?"),
        "8",
        Option(0, say("no")),
        Option(30, say("30 seconds")),
        Option(60, say("one minute")),
        Option(90, say("a minute and a half")),
        Option(120, say("two minutes")),
        Option(180, say("three minutes")),
        Option(300, say("five minutes")),
    ),
    _rule(
        "dice",
        say("Does the box roll dice?"),
        "9",
        Option(0, say("no")),
        *(Option(count, say("dice at once: %(count)s", count=count)) for count in range(1, 7)),
    ),
    _rule("carry", say("Does the money go on into the next game?"), "10", NO, YES),
)

PRESETS = (
    Preset(
        say("Streets and houses"),
        say("a bank, a pot in the middle, two dice, rents by request"),
        {"start": 1_500, "quick": "1, 5, 10, 20, 50, 100", "pots": "The middle", "dice": 2},
    ),
    Preset(
        say("Shares and railways"),
        say("a bank that can run out, a pot for each company, no dice"),
        {
            "start": 400,
            "quick": "5, 10, 20, 50, 100",
            "bank_limit": 12_000,
            "pots": "Red, Blue, Green, Yellow, Black, White",
            "taking": Taking.CONSENT.value,
        },
    ),
    Preset(
        say("Auctions"),
        say("no bank, hidden money, sealed and open bids"),
        {"sign": "", "start": 100, "quick": "1, 2, 5, 10", "open_cash": False, "bank": False, "pots": "Bids"},
    ),
    Preset(
        say("Small change"),
        say("coins and cents, a pot, no bank: card games for small stakes"),
        {"step": 5, "decimals": 2, "start": 500, "quick": "5, 10, 50, 100", "bank": False, "pots": "Pot"},
    ),
    Preset(
        say("Points only"),
        say("no money: points, votes, and whose turn it is"),
        {"scores": True, "bank": False},
    ),
)
