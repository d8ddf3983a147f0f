"""The last sale on a page: what it was, who had said what, and every payment with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.messages import Posting
from companion.core.money.ledger import nets
from companion.core.text import Catalogue, Text, worded
from companion.core.ui.page import Part, Place


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Who paid whom how much, and why."""

    frm: str
    to: str
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class SaleView:
    """A sale that has just been settled: what it was, who had said what, and every payment with its reason."""

    title: Text
    sticker: Text
    votes: tuple[tuple[str, str, Text], ...]
    """(seat, symbol of its card, what the card says)"""
    payments: tuple[PaymentView, ...]
    nets: tuple[tuple[str, int], ...] = ()
    """(seat, what the whole sale brought or cost it), the seller first"""
    refused: Text | None = None
    """why the bank pays nothing, if so"""


def sale_parts(sale: SaleView | None) -> tuple[Part, ...]:
    """The last sale, until play goes on."""
    return (Part("sale", Place.STAGE, sale),) if sale else ()


def nets_of(seller: str, voters: Iterable[str], postings: Sequence[Posting]) -> tuple[tuple[str, int], ...]:
    """What the sale brought or cost everybody who took part, in all."""
    change = nets(postings)
    return tuple((seat, change.get(seat, 0)) for seat in (seller, *voters))


def sign(amount: int) -> int:
    """1 for a gain, -1 for a loss, 0 for neither."""
    return (amount > 0) - (amount < 0)


def payments(postings: Iterable[Posting], sentences: Catalogue) -> tuple[PaymentView, ...]:
    """The payments of a sale with their reasons in words."""
    return tuple(PaymentView(each.frm, each.to, each.amount, worded(sentences, each.reason)) for each in postings)
