"""House rules as every edition offers them in the lobby."""

from __future__ import annotations

from companion.core.errors import RuleRef
from companion.core.plugin import HouseRule
from companion.core.text import Text, say
from companion.core.ui.choice import Option


def one_of(name: str, rule: RuleRef, sentence: Text, *options: Option) -> HouseRule:
    """One of several values."""
    return HouseRule(name, sentence, options, rule)


def yes_no(name: str, rule: RuleRef, sentence: Text, yes: Text, no: Text) -> HouseRule:
    """Yes or no, each in its own words."""
    return one_of(name, rule, sentence, Option(True, yes), Option(False, no))


def auto_confirm(rule: RuleRef) -> HouseRule:
    """The option of every edition that a camera can follow."""
    sentence = say("With a camera: must the player confirm a legal move that it has read?")
    return yes_no("auto_confirm", rule, sentence, say("no, it counts at once"), say("yes, with one tap"))
