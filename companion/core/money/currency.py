"""The unit of amounts and scores: the money of an edition, or points."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from companion.core.errors import BadRequest
from companion.core.text import Money, Text, say


@dataclass(frozen=True, slots=True)
class Currency:
    """The money of an edition: ``name`` for programs, ``sign`` for people, "" for plain numbers.

    Amounts are whole numbers of its smallest unit that is in the game (a dollar; a cent, where it is played with
    cents): people write the last ``decimals`` digits of one behind the decimal mark. On which side of the number the
    sign stands, and which mark that is, is the business of the reader's language. ``step``: what players type is a
    multiple of it, the smallest note or coin there is.
    """

    name: str
    sign: str
    step: int = 1
    decimals: int = 0

    @property
    def unit(self) -> int:
        """Return the amount that is written as 1."""
        return int(10**self.decimals)

    def written(self, amount: int) -> Decimal:
        """Return the number that people write for the amount, digits behind the decimal mark included: 2.50."""
        return Decimal(amount).scaleb(-self.decimals)


DOLLARS = Currency("dollars", "$")
EUROS = Currency("euros", "€")
PLAIN = Currency("money", "")


@dataclass(frozen=True, slots=True)
class Points:
    """The unit of scores that are no money: the word for one point and for any other number.

    Scores are whole numbers of its ``parts``: of halves, where one point has two.
    """

    name: str
    one: Text
    many: Text
    parts: int = 1

    @property
    def decimals(self) -> int:
        """Return how many digits behind the decimal mark write each part exactly."""
        return next(digits for digits in range(self.parts) if 10**digits % self.parts == 0)

    def written(self, score: int) -> Decimal:
        """Return the number that programs write for the score: 42.5 for 85 halves."""
        return Decimal(score) / self.parts


POINTS = Points("points", say("point"), say("points"))

Unit = Currency | Points


def check_step(currency: Currency, amount: int) -> None:
    """Check that the amount can be paid in the smallest notes there are. Raise BadRequest otherwise."""
    if amount % currency.step:
        step = Money(currency.step)
        raise BadRequest(
            say(
                "The smallest amount here is %(step)s: %(amount)s is none of its multiples.",
                step=step,
                amount=Money(amount),
            )
        )


def amount_with_unit(amount: int, unit: Unit) -> Money | Text:
    """Return so much of the unit in words; money is written in the currency of the table in question."""
    if isinstance(unit, Currency):
        return Money(amount)
    number = str(number_of_units(amount, unit)).replace("-", "−")
    return say("%(number)s %(unit)s", number=number, unit=unit.one if 0 < abs(amount) <= unit.parts else unit.many)


def number_of_units(score: int, unit: Unit) -> int | str:
    """Return the number that people read for points: 42½ for 85 halves. Money stays as it is."""
    if isinstance(unit, Currency):
        return score
    return with_halves(Fraction(score, unit.parts)) if score % unit.parts else score // unit.parts


def with_halves(points: Fraction) -> str:
    """Return a number of points, which may end in a half."""
    whole = points.numerator // points.denominator
    number = str(whole) if points.denominator == 1 else f"{whole or ''}½" if whole >= 0 else f"{float(points):g}"
    return number.replace("-", "−")
