"""The last sale on a page: what it was, who had said what, and every payment with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.messages import Posting
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


def sale_parts(sale: SaleView | None) -> tuple[Part, ...]:
    """The last sale, until play goes on."""
    return (Part("sale", Place.STAGE, sale),) if sale else ()


def payments(postings: Iterable[Posting], sentences: Catalogue) -> tuple[PaymentView, ...]:
    """The payments of a sale with their reasons in words."""
    return tuple(PaymentView(each.frm, each.to, each.amount, worded(sentences, each.reason)) for each in postings)
