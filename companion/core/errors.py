"""Refusals: a sentence for the player, a code for programs, the rule it rests on.

Every refusal of the program is one of these types. ``waivable`` says
whether the table may allow the thing anyway: rules of the game are waivable, the arithmetic
of money and the question who somebody is are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from companion.core.sentences import SENTENCES
from companion.core.text import Catalogue, Fact, Money, Text, Who, fact, say, worded


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The place of a rule: the edition's rule specification and its section, e.g. ("1993", "12.9")."""

    edition: str
    section: str


class RuleError(Exception):
    """A refusal. ``text`` is the sentence, ``code`` is stable for programs, ``rule`` its source.

    ``fact`` is what is kept of it where it is kept: in proposals and in the log. Refusals that can be kept (those that
    the table may waive, above all) say theirs; of the others only the kind is kept.
    """

    code = "refused"
    waivable = False

    def __init__(self, text: Text, rule: RuleRef | None = None, kept: Fact | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.rule = rule
        self.fact = kept or Fact(self.code)

    @classmethod
    def saying(cls, catalogue: Catalogue, kept: Fact, rule: RuleRef | None = None) -> Self:
        """Return the refusal that says this fact."""
        return cls(worded(catalogue, kept), rule, kept)


class IllegalMove(RuleError):
    """Refusal of what the rules of the game forbid; the other players may allow it anyway."""

    code = "illegal"
    waivable = True


class NotNow(RuleError):
    """Refusal of what is not this seat's turn, or not possible in this step."""

    code = "not_now"


class BadRequest(RuleError):
    """Refusal of a request that makes no sense: an unknown seat, cell, loan, or an amount out of range."""

    code = "bad_request"


class Stale(RuleError):
    """Refusal of a page that was drawn before something that concerns this seat happened."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(say("Something changed meanwhile. Please check again."))


class CannotAfford(RuleError):
    """Refusal of a payment for which the payer has too little."""

    code = "cannot_afford"

    def __init__(self, payer: str, has: int, needs: int, rule: RuleRef | None = None) -> None:
        kept = fact("cannot_afford", who=Who(payer), needs=Money(needs))  # the balance of the payer is private
        super().__init__(worded(SENTENCES, kept), rule, kept)
        self.payer, self.has, self.needs = payer, has, needs
