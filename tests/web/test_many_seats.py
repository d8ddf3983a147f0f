"""A phone that has sat at many tables: its cookies stay within what the headers of a request may have."""

from __future__ import annotations

from itertools import count

from companion.app.tables import Tables
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.server.limits import Limits
from companion.web.visit.tokens import MAX_TABLES, cookie_name, give
from tests.faults.support import box_of, no_limits

EVENINGS, SEATS = 200, 4


def test_a_phone_that_has_sat_at_200_tables_can_still_load_pages() -> None:
    moment = count(1_000_000)
    tables = Tables(Log(":memory:"), registry(), clock=lambda: float(next(moment)))
    app = create_app(tables)
    no_limits(app)
    phone = app.test_client()
    kept: list[str] = []
    for _ in range(EVENINGS):
        code = tables.open_table("any_game", "any", Level.BANK)
        for number in range(1, SEATS + 1):
            token = box_of(app).tokens.token(code, f"s{number}", "k" * 32)
            for header in give(app.response_class(), code, f"s{number}", token).headers.getlist("Set-Cookie"):
                name, _, value = header.partition(";")[0].partition("=")
                phone.set_cookie(name, value)
        kept.append(code)
        assert phone.get(f"/j/{code}").status_code == 200
        sent = phone.get("/health").request.headers["Cookie"]
        assert len(sent) < Limits().header_bytes // 4 * 3
    for code in kept[-MAX_TABLES:]:
        assert phone.get_cookie(cookie_name(code, "s1"))
    assert not phone.get_cookie(cookie_name(kept[0], "s1"))
    assert not phone.get_cookie(f"open-{kept[0]}")


def test_a_phone_with_few_tables_forgets_none() -> None:
    app = create_app(Tables(Log(":memory:"), registry()))
    phone = app.test_client()
    for number in range(MAX_TABLES):
        phone.set_cookie(cookie_name(f"OL{number:02}", "s1"), "token")
    assert phone.get("/").headers.getlist("Set-Cookie") == []
