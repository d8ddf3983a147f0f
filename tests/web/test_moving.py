"""A seat that moves to another phone: the old phone is told at a moment when it has lost the seat already."""

import pytest

from companion.app.tables import Tables
from companion.core.table.table_messages import PhoneAdmitted
from companion.store import phones
from companion.web.app import create_app
from tests.table import BOB, CODE, Night


def test_the_old_phone_hears_of_the_move_only_when_the_seat_is_no_longer_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise it fetches its page once more, is still let in, and shows it until the next thing happens."""
    app = create_app(Night().tables)
    box = app.extensions["companion"]
    old = {"Authorization": f"Bearer {box.tokens.admit(CODE, BOB, 0.0)}"}
    phones.set_pin(box.tables.log, CODE, BOB, "1234")
    page = f"/api/tables/{CODE}/seats/{BOB}"
    assert app.test_client().get(page, headers=old).status_code == 200
    when_told = []

    def note(tables: Tables, code: str, event: PhoneAdmitted) -> None:
        when_told.append(app.test_client().get(page, headers=old).status_code)

    monkeypatch.setattr(Tables, "note", note)
    assert app.test_client().post(f"{page}/claim", json={"pin": "1234"}).status_code == 200
    assert when_told == [403]
