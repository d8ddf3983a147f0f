"""House rules that a table sets up before the evening, and shapes to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.edition import NO_YES, YES_NO, AnyNumber, AnyWords, offered, offered_amount
from companion.core.errors import BadRequest
from companion.core.money.ledger import LARGEST
from companion.core.text import Money, Text, listed, say, split_list

MAX_POTS = 6
MAX_CHIPS = 6
MAX_POT_LENGTH = 24
MAX_SEATS = 12
MIN_SEATS = 2
STAKES = "stakes"
"""the account in which bets lie"""


class Taking(StrEnum):
    """Players who may take money out of the bank or a pot."""

    EVERYBODY = "everybody"
    BANKER = "banker"
    CONSENT = "consent"


class Sheet(StrEnum):
    """Ways of writing points down."""

    SINGLE = "single"
    """one player at a time"""
    ROUNDS = "rounds"
    """a row for each round"""
    ANNOUNCED = "announced"
    """the same, of what was announced before and what was made"""
    LINES = "lines"
    """a row for each name of a list"""


class Formula(StrEnum):
    """Formulas from announced and made to points (``formulas``)."""

    TWENTY = "twenty"
    TEN = "ten"
    MADE = "made"
    CONTRACT = "contract"
    NOTHING = "nothing"


class Limit(StrEnum):
    """Limits of a raise."""

    NONE = "none"
    POT = "pot"
    FIXED = "fixed"


def _is_amount(part: str) -> bool:
    return part.isascii() and part.isdigit() and int(part) <= LARGEST


def amounts(text: str) -> tuple[int, ...]:
    """Return the amounts of a list. Raise BadRequest for what is no amount."""
    found = split_list(text)
    for part in found:
        if not _is_amount(part):
            raise BadRequest(say("%(part)s is not an amount: enter whole numbers with commas between them.", part=part))
    return tuple(map(int, found))


def listed_amounts(text: str) -> Text:
    """Return the amounts of a list in a sentence."""
    found = split_list(text)
    if not found or not all(map(_is_amount, found)):
        return say("%(words)s", words=text or "–")
    return listed(say("%(amount)s", amount=Money(int(part))) for part in found)


MAX_LIST_LENGTH = 160
MAX_EVENING_LENGTH = 40
MAX_LINES_LENGTH = 400
MAX_SIGN_LENGTH = 4
LARGEST_STEP = 1_000_000


def _typed(text: str) -> Text:
    return say("%(words)s", words=text or "–")


def _counted(number: int) -> Text:
    return say("%(number)s", number=number)


def _words(default: str, section: str, sentence: Text, most: int) -> Any:
    return offered(default, section, sentence, words=AnyWords(most, _typed))


def _numbers(default: str, section: str, sentence: Text) -> Any:
    return offered(default, section, sentence, words=AnyWords(MAX_LIST_LENGTH, _typed))


def _number(default: int, section: str, sentence: Text, least: int, most: int) -> Any:
    return offered(default, section, sentence, number=AnyNumber(least, most, _counted))


def _amounts(default: str, section: str, sentence: Text) -> Any:
    return offered(default, section, sentence, words=AnyWords(MAX_LIST_LENGTH, listed_amounts, amounts=True))


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules. Lists are texts with commas; amounts are whole numbers of the table's smallest unit.

    The last ``decimals`` digits of an amount stand behind the decimal mark; ``step`` is the smallest amount there is.

    ``starts`` is the starting money seat by seat where it differs, ``interest`` per cent on bank loans (below zero: the
    bank does not lend), ``bank_limit`` what the bank has (0: without limit), ``timer`` seconds a turn.

    Of a score sheet: ``target`` and ``limit`` are points, 0 for none; ``row_sum`` are the sums that a row may have, ""
    for any.
    """

    evening: str = _words("", "1", say("What is the evening called?"), MAX_EVENING_LENGTH)
    scores: bool = offered(False, "2", say("What is counted?"), {False: say("money"), True: say("points only")})
    seats: int = _number(MAX_SEATS, "1", say("How many seats at most?"), MIN_SEATS, MAX_SEATS)
    sign: str = _words("$", "3", say("Sign of the money"), MAX_SIGN_LENGTH)
    step: int = offered_amount(1, "3", say("Smallest amount there is (0.01 with cents)"), 1, LARGEST_STEP)
    decimals: int = offered(
        0,
        "3",
        say("Digits behind the decimal mark"),
        {count: say("%(count)s", count=count) for count in range(3)},
        digits_of="step",
    )
    start: int = offered_amount(1_500, "3", say("Starting money"), 0, LARGEST)
    starts: str = _amounts("", "3", say("Starting money seat by seat, if it differs (with semicolons)"))
    quick: str = _amounts("10, 50, 100, 500", "3", say("Quick amounts (with semicolons)"))
    open_cash: bool = offered(
        True,
        "3",
        say("Who sees how much someone has?"),
        {True: say("everyone"), False: say("only that player")},
    )
    carry: bool = offered(False, "10", say("Does the money go on into the next game?"), NO_YES)
    bank: bool = offered(True, "4", say("Is there a bank?"), YES_NO)
    taking: Taking = offered(
        Taking.EVERYBODY,
        "4",
        say("Who may take money out of the bank or a pot?"),
        {
            Taking.EVERYBODY: say("everyone, and all see it"),
            Taking.BANKER: say("the banker; the others ask"),
            Taking.CONSENT: say("a player with the consent of one other"),
        },
    )
    bank_limit: int = offered_amount(0, "4", say("How much does the bank have? (0: without limit)"), 0, LARGEST)
    interest: int = offered(
        -1,
        "5",
        say("Does the bank lend?"),
        {
            -1: say("no"),
            0: say("yes, without interest"),
            5: say("yes, at 5 %%"),
            10: say("yes, at 10 %%"),
            20: say("yes, at 20 %%"),
            50: say("yes, at 50 %%"),
        },
    )
    pots: str = _words("", "4", say("Pots by name, if any (with semicolons)"), MAX_LIST_LENGTH)
    pot_starts: str = _amounts("", "4", say("What is in the pots at first, one after the other (with semicolons)"))
    incomes: str = _words(
        "", "14", say("What the bank pays in one tap, if anything (start 200, salary 50)"), MAX_LIST_LENGTH
    )
    round_income: int = offered_amount(0, "14", say("What does everyone get from the bank each round?"), 0, LARGEST)
    units: str = _words("", "15", say("Shares or goods that are counted, by name (with commas)"), MAX_LIST_LENGTH)
    unit_count: int = _number(10, "15", say("How many of each are there?"), 1, 1_000)
    unit_price: int = offered_amount(0, "15", say("What does one cost at first?"), 0, LARGEST)
    turns: bool = offered(True, "8", say("Is there a marker that says whose turn it is?"), YES_NO)
    rounds: int = _number(0, "8", say("How many rounds? (0: until you end the game)"), 0, 100)
    timer: int = offered(
        0,
        "8",
        say("Is there a timer for a turn?"),
        {
            0: say("no"),
            30: say("30 seconds"),
            60: say("one minute"),
            90: say("a minute and a half"),
            120: say("two minutes"),
            180: say("three minutes"),
            300: say("five minutes"),
        },
    )
    stock: int = offered(
        0,
        "8",
        say("Has everyone a stock of time for the whole game?"),
        {
            0: say("no"),
            **{count: say("minutes each: %(count)s", count=count) for count in (3, 5, 10, 15, 20, 30, 60, 90)},
        },
    )
    increment: int = offered(
        0,
        "8",
        say("And more time for each turn?"),
        {0: say("no"), **{count: say("seconds: %(count)s", count=count) for count in (2, 3, 5, 10, 20, 30)}},
    )
    dice: int = offered(
        0,
        "9",
        say("Does the box roll dice?"),
        {0: say("no"), **{count: say("dice at once: %(count)s", count=count) for count in range(1, 7)}},
    )
    betting: bool = offered(False, "13", say("Are bets made in turns, with call, raise and fold?"), NO_YES)
    blind: int = offered_amount(0, "13", say("Big blind; the small one is half of it (0: none)"), 0, LARGEST)
    ante: int = offered_amount(0, "13", say("Ante of everyone (0: none)"), 0, LARGEST)
    limit_of_bets: Limit = offered(
        Limit.NONE,
        "13",
        say("How high may someone raise?"),
        {
            Limit.NONE: say("as high as you can"),
            Limit.POT: say("by what is in the pot"),
            Limit.FIXED: say("by the big blind, later by twice that"),
        },
    )
    streets: int = _number(4, "13", say("How many rounds of bets has a hand?"), 1, 8)
    rise: int = offered(
        0,
        "13",
        say("Do the blinds rise by the clock?"),
        {0: say("no"), **{count: say("every %(count)s minutes", count=count) for count in (5, 10, 15, 20, 30)}},
    )
    sheet: Sheet = offered(
        Sheet.SINGLE,
        "11",
        say("How are points written down?"),
        {
            Sheet.SINGLE: say("one player at a time"),
            Sheet.ROUNDS: say("on a sheet, a row for each round"),
            Sheet.ANNOUNCED: say("on a sheet, of what was announced and made"),
            Sheet.LINES: say("on a sheet, a row for each name of a list"),
        },
    )
    low: bool = offered(
        False,
        "11",
        say("Who wins on points?"),
        {False: say("the player with most"), True: say("the player with fewest")},
    )
    target: int = _number(0, "11", say("From how many points on is the game over? (0: it is not)"), 0, LARGEST)
    limit: int = _number(0, "11", say("Above how many points is someone out? (0: never)"), 0, LARGEST)
    row_sum: str = _numbers("", "11", say("What can a round add up to? (26, or 26, 78; nothing: to anything)"))
    own_rows: bool = offered(
        False,
        "11",
        say("Who enters the points?"),
        {False: say("one phone, for all"), True: say("everyone their own")},
    )
    teams: int = offered(
        0,
        "11",
        say("Are there teams that share their points?"),
        {0: say("no"), **{count: say("yes, teams round the table: %(count)s", count=count) for count in range(2, 5)}},
    )
    lines: str = _words("", "11", say("Rows by name, if any (with commas)"), MAX_LINES_LENGTH)
    bonus: str = _numbers("", "11", say("Bonus: so many first rows, reaching so many points, bring (6, 63, 35)"))
    tricks: str = _numbers("", "12", say("How much can be made in a round? (nothing: as much as its number says)"))
    formula: Formula = offered(
        Formula.TWENTY,
        "12",
        say("What does an announcement bring?"),
        {
            Formula.TWENTY: say("kept: 20 and 10 for each made; missed: −10 for each too many or too few"),
            Formula.TEN: say("kept: 10 and 1 for each made; missed: nothing"),
            Formula.MADE: say("1 for each made, and 10 if it is kept"),
            Formula.CONTRACT: say("reached: 10 for each announced, 1 for each more; missed: −10 for each announced"),
            Formula.NOTHING: say("kept: 20 for each, of nothing 10 for each card; missed: −10 for each off"),
        },
    )
    no_fit: bool = offered(
        False,
        "12",
        say("May announcements add up to what can be made?"),
        {False: say("yes"), True: say("no: the dealer announces anew")},
    )
