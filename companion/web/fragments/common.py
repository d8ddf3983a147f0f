"""Fragments that phones and the table screen have in common: rendered once for all of them."""

from __future__ import annotations

from companion.web.fragments.fragment import Public
from companion.web.view import values

FIGURES = Public("figures", "parts/figures.html", values.figures)
"""the figures and marks on a drawn board: a move changes them, and not the board"""
CURRENCY = Public("currency", "parts/currency.html", values.currency)
