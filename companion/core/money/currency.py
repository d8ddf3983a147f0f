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

    Amounts are integers in the smallest unit of the game (a dollar, or a cent); ``decimals`` digits of them are written
    behind the decimal mark. Every amount that players type is a multiple of ``step``, the smallest note or coin. The
    reader's language decides on which side of the number the sign stands.
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
        """Return the amount as people write it, such as 2.50 for 250 cents."""
        return Decimal(amount).scaleb(-self.decimals)


DOLLARS = Currency("dollars", "$")
EUROS = Currency("euros", "€")
PLAIN = Currency("money", "")


@dataclass(frozen=True, slots=True)
class Points:
    """The unit of scores that are not money, with the words for one and for several points.

    A score is an integer number of parts; one point has so many ``parts``: 2 where halves are counted.
    """

    name: str
    one: Text
    many: Text
    parts: int = 1

    @property
    def decimals(self) -> int:
        """Return how many decimals write one part exactly: 1 for halves, 2 for quarters."""
        return next(digits for digits in range(self.parts) if 10**digits % self.parts == 0)

    def written(self, score: int) -> Decimal:
        """Return the score in points, such as 42.5 for 85 halves."""
        return Decimal(score) / self.parts


POINTS = Points("points", say("point"), say("points"))

Unit = Currency | Points


def check_step(currency: Currency, amount: int) -> None:
    """Check that the amount is a multiple of the currency's step. Raise BadRequest otherwise."""
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
    """Return an amount or score with its unit, for a sentence: ``Money``, or a text such as "42½ points"."""
    if isinstance(unit, Currency):
        return Money(amount)
    number = str(number_of_units(amount, unit)).replace("-", "−")
    return say("%(number)s %(unit)s", number=number, unit=unit.one if 0 < abs(amount) <= unit.parts else unit.many)


def number_of_units(score: int, unit: Unit) -> int | str:
    """Return a score in points as people read it: 42½ for 85 halves. Money is returned as it is."""
    if isinstance(unit, Currency):
        return score
    return with_halves(Fraction(score, unit.parts)) if score % unit.parts else score // unit.parts


def with_halves(points: Fraction) -> str:
    """Return a number of points as text, with ½ for a half."""
    whole = points.numerator // points.denominator
    number = str(whole) if points.denominator == 1 else f"{whole or ''}½" if whole >= 0 else f"{float(points):g}"
    return number.replace("-", "−")
