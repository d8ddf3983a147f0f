"""The house rules of 1993 §16 as the lobby offers them: one sentence each, every value in words."""

from __future__ import annotations

from functools import cache

from companion.core.errors import RuleRef
from companion.core.plugin import AnyNumber, HouseRule
from companion.core.text import Text, say
from companion.core.ui.choice import Option
from companion.games.abilene.common.board.ranches import MOST_PLAYERS
from companion.games.abilene.common.house_rules import CashVisibility, Transit, auto_confirm, one_of, yes_no
from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.edition_1993.house_rules import Bankrupt, ContestRule, EndCheck

SHORT_GAMES = (0, 8, 12, 16, 20, 24)


def _one_of(name: str, section: str, sentence: Text, *options: Option) -> HouseRule:
    return one_of(name, RuleRef("1993", section), sentence, *options)


def _yes_no(name: str, section: str, sentence: Text, yes: Text, no: Text) -> HouseRule:
    return yes_no(name, RuleRef("1993", section), sentence, yes, no)


def _cows(count: int) -> Text:
    if not count:
        return say("no, the full game")
    return say("%(count)s cows", count=count) if count > 1 else say("1 cow")


@cache
def sale_rules() -> tuple[HouseRule, ...]:
    """Sales and money."""
    return (
        _one_of(
            "contest_rule",
            "16 A1",
            say("Which card makes the bank refuse to pay for a rustled cow?"),
            Option(ContestRule.FOREIGN_CARD.value, say("only somebody else's brand (?)")),
            Option(ContestRule.ANY_DOUBT.value, say("somebody else's brand or no brand")),
        ),
        _yes_no(
            "accuser_split",
            "16 A2",
            say("Several players rightly call a cow rustled: what does the seller pay?"),
            say("they share twice the value"),
            say("twice the value to each of them"),
        ),
        _yes_no(
            "loan_anytime",
            "16 A14",
            say("When does the bank lend money?"),
            say("in your turn, whenever you like"),
            say("only when you cannot pay"),
        ),
        _one_of(
            "bankrupt_player",
            "16 A12",
            say("What becomes of a bankrupt player?"),
            Option(Bankrupt.OUT.value, say("he is out of the game")),
            Option(Bankrupt.STAYS.value, say("he plays on without cowboys")),
        ),
        _one_of(
            "cash_visibility",
            "16 A17",
            say("Who sees how much money you have?"),
            Option(CashVisibility.OWN.value, say("only you")),
            Option(CashVisibility.ALL.value, say("everybody")),
        ),
    )


@cache
def board_rules() -> tuple[HouseRule, ...]:
    """Moves, jail and the end."""
    return (
        _one_of(
            "abilene_transit",
            "16 A4",
            say("A cowboy rides through the town: is leaving it a change of direction?"),
            Option(Transit.STRAIGHT_FREE.value, say("only when he does not ride straight on")),
            Option(Transit.ALWAYS_TURN.value, say("always")),
            Option(Transit.FREE.value, say("never")),
        ),
        _one_of(
            "max_turn_angle",
            "16 A5",
            say("How sharply may a figure turn?"),
            Option(60, say("only slightly (60 degrees)")),
            Option(120, say("any way but straight back")),
        ),
        _yes_no(
            "cowboy_may_stop_in_abilene",
            "16 A6",
            say("May a cowboy end his ride in the town?"),
            say("yes"),
            say("no, he only passes through"),
        ),
        _yes_no(
            "cowboy_dice_mandatory",
            "16 A7",
            say("Must every cowboy die be used if it can be?"),
            say("yes"),
            say("no, as you like"),
        ),
        _yes_no(
            "food_when_releasable",
            "16 A8",
            say("Three or more in jail and you release nobody: is food due?"),
            say("yes"),
            say("no"),
        ),
        _one_of(
            "end_check",
            "16 A13",
            say("A player has no cattle left: when does the game end?"),
            Option(EndCheck.END_OF_TURN.value, say("at the end of the turn")),
            Option(EndCheck.AT_ONCE.value, say("at once")),
            Option(EndCheck.END_OF_ROUND.value, say("at the end of the round")),
        ),
        HouseRule(
            "cows_to_sell",
            say("Shorter game: it also ends when so many cows have been sold."),
            tuple(Option(count, _cows(count)) for count in SHORT_GAMES),
            RuleRef("1993", "13.2"),
            AnyNumber(1, MOST_PLAYERS * COWS_EACH, _cows),
        ),
        _yes_no(
            "memory_mode",
            "16 A15",
            say("May you look at your own cows again?"),
            say("no, remember them"),
            say("yes, at any time"),
        ),
        auto_confirm(RuleRef("1993", "17")),
    )
