"""The house rules of 1983 §13 as the lobby offers them: one sentence each, every value in words."""

from __future__ import annotations

from functools import cache

from companion.core.errors import RuleRef
from companion.core.plugin import HouseRule
from companion.core.text import Money, Text, say
from companion.core.ui.choice import Option
from companion.games.abilene.common.house_rules import CashVisibility, auto_confirm, one_of, yes_no
from companion.games.abilene.edition_1983.house_rules import Duels, ThirdPrairie, UnownedDuel
from companion.games.abilene.edition_1983.prices import NOTE, STEP


def _one_of(name: str, section: str, sentence: Text, *options: Option) -> HouseRule:
    return one_of(name, RuleRef("1983", section), sentence, *options)


def _yes_no(name: str, section: str, sentence: Text, yes: Text, no: Text) -> HouseRule:
    return yes_no(name, RuleRef("1983", section), sentence, yes, no)


@cache
def steer_rules() -> tuple[HouseRule, ...]:
    """Every option of the edition."""
    return (*_sales(), *_cowboys(), *_loans(), auto_confirm(RuleRef("1983", "14")))


def _sales() -> tuple[HouseRule, ...]:
    return (
        _yes_no(
            "votes_total",
            "13 H1",
            say("Several players guessed wrong, or several were right to doubt: how much money moves?"),
            say("one stake, shared"),
            say("the whole stake for each"),
        ),
        _yes_no(
            "fever_memo",
            "13 H4",
            say("May you read your fever notes again?"),
            say("yes, on your own phone"),
            say("no, remember them"),
        ),
        _one_of(
            "cash_visibility",
            "3.2",
            say("Who sees how much money you have?"),
            Option(CashVisibility.OWN.value, say("only you")),
            Option(CashVisibility.ALL.value, say("everybody")),
        ),
    )


def _cowboys() -> tuple[HouseRule, ...]:
    return (
        _one_of(
            "cowboys",
            "13 H10",
            say("With how many cowboys does everybody begin?"),
            *(Option(count, say("%(count)s cowboys", count=count)) for count in (3, 2)),
        ),
        _one_of(
            "unowned_duel",
            "13 H6",
            say("Two players: who loses a duel on the prairie of nobody …"),
            Option(UnownedDuel.KILLED.value, say("is killed")),
            Option(UnownedDuel.ESCAPES.value, say("escapes")),
        ),
        _one_of(
            "third_prairie",
            "13 H8",
            say("Two players: may cowboys ride on the prairie of nobody?"),
            Option(ThirdPrairie.OPEN.value, say("yes")),
            Option(ThirdPrairie.CLOSED.value, say("no, it is closed")),
        ),
        _yes_no(
            "hire_once",
            "13 H12",
            say("How often may a player hire a cowboy?"),
            say("once in the game"),
            say("as long as figures are left"),
        ),
        _yes_no(
            "killed_again",
            "13 H12",
            say("Can killed cowboys be hired again?"),
            say("yes, as often as fewer than two ride"),
            say("no, they are out of the game"),
        ),
        _one_of(
            "duels",
            "11",
            say("How are duels fought?"),
            Option(Duels.DICE.value, say("with a die each")),
            Option(Duels.CARDS.value, say("with cards, on the phones")),
        ),
    )


def _loans() -> tuple[HouseRule, ...]:
    """The table of interest, line by line (H2, H3)."""
    lines = ((6000, "interest_6000"), (8000, "interest_8000"), (10_000, "interest_10000"))
    costs = tuple(range(NOTE, 10 * NOTE + 1, NOTE))
    return (
        _yes_no(
            "interest_each",
            "9.2",
            say("On what does the bank reckon its interest?"),
            say("on each loan by itself"),
            say("on all that you owe it"),
        ),
        _yes_no(
            "repay_early",
            "9.2",
            say("When is a bank loan repaid?"),
            say("in your own turn, whenever you like"),
            say("at the end of the game"),
        ),
        _yes_no(
            "interest_4000_inclusive",
            "13 H2",
            say("A debt to the bank of exactly %(limit)s: what is the interest?", limit=Money(4000)),
            say("%(cost)s, like less", cost=Money(1000)),
            say("that of the next line"),
        ),
        *(
            _one_of(
                name,
                "13 H3",
                say("Interest on a debt to the bank of up to %(limit)s:", limit=Money(limit)),
                *(Option(cost, say("%(cost)s", cost=Money(cost))) for cost in costs),
            )
            for limit, name in lines
        ),
        _one_of(
            "interest_further",
            "13 H3",
            say("… and for every further %(step)s or a part of it:", step=Money(STEP)),
            *(Option(cost, say("%(cost)s", cost=Money(cost))) for cost in costs[:4]),
        ),
    )
