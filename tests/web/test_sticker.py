"""The QR code under a cow: what a phone shows that reads it."""

from __future__ import annotations

import pytest

from companion.games import shelf
from companion.session.tables import Tables
from companion.store.log import Log
from companion.web.app import create_app


@pytest.mark.parametrize(
    ("code", "words"), [("A1000", "brand A, $1,000"), ("f100", "brand F, $100"), ("N500", "no brand, $500")]
)
def test_a_phone_that_reads_a_sticker_says_brand_and_value(code: str, words: str) -> None:
    answer = create_app(Tables(Log(":memory:"), shelf())).test_client().get(f"/K/{code}")
    assert answer.status_code == 200
    assert words in answer.get_data(as_text=True)


@pytest.mark.parametrize("code", ["A500", "G100", "A1000x", "<b>"])
def test_a_sticker_that_no_cow_has_is_not_found(code: str) -> None:
    assert create_app(Tables(Log(":memory:"), shelf())).test_client().get(f"/K/{code}").status_code == 404
