"""Refusals: a sentence for the player, a code for programs, the rule it rests on.

Every refusal of the program is one of these types (design.md, habit 1). ``waivable`` says
whether the table may allow the thing anyway: rules of the game are waivable, the arithmetic
of money and the question who somebody is are not.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Money, Text, Who, say


@dataclass(frozen=True, slots=True)
class RuleRef:
    """Where a rule stands: the edition's rule specification and its section, e.g. ("1993", "12.9")."""

    edition: str
    section: str


class RuleError(Exception):
    """A refusal. ``text`` is the sentence, ``code`` is stable for programs, ``rule`` its source."""

    code = "refused"
    waivable = False

    def __init__(self, text: Text, rule: RuleRef | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.rule = rule


class IllegalMove(RuleError):
    """The rules of the game forbid it; the table may allow it anyway."""

    code = "illegal"
    waivable = True


class NotNow(RuleError):
    """Not this seat's turn, or not in this step."""

    code = "not_now"


class BadRequest(RuleError):
    """The request itself makes no sense: an unknown seat, cell, loan, or an amount out of range."""

    code = "bad_request"


class Stale(RuleError):
    """The page was drawn before something that concerns this seat happened."""

    code = "stale"


class CannotAfford(RuleError):
    """The payer has less than the amount."""

    code = "cannot_afford"

    def __init__(self, payer: str, has: int, needs: int, rule: RuleRef | None = None) -> None:
        super().__init__(
            say("%(who)s has %(has)s and cannot pay %(needs)s.", who=Who(payer), has=Money(has), needs=Money(needs)),
            rule,
        )
        self.payer, self.has, self.needs = payer, has, needs
