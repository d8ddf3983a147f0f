"""A seat that moves to another phone: the old phone is told at a moment when it has lost the seat already."""

import pytest

from companion.core.text import say
from companion.store import phones
from companion.store.storage import StorageError
from companion.web.app import create_app
from tests.support.table import BOB, CODE, Night


def test_the_old_phone_hears_of_the_move_only_when_the_seat_is_no_longer_its_own() -> None:
    """Otherwise it fetches its page once more, is still let in, and shows it until the next thing happens."""
    app = create_app(Night().tables)
    box = app.extensions["companion"]
    old = {"Authorization": f"Bearer {box.tokens.admit(CODE, BOB, 0.0)}"}
    phones.set_pin(box.tables.log, CODE, BOB, "1234")
    page = f"/api/tables/{CODE}/seats/{BOB}"
    assert app.test_client().get(page, headers=old).status_code == 200
    when_told = []
    box.tables.bell.listen(CODE, lambda seq: when_told.append(app.test_client().get(page, headers=old).status_code))
    assert app.test_client().post(f"{page}/claim", json={"pin": "1234"}).status_code == 200
    assert when_told == [403]


@pytest.mark.logs("an action was not stored")
def test_a_move_that_the_disk_refuses_changes_neither_phone_nor_pin_nor_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Event, notice and new PIN used to be several steps: with the plug pulled between them somebody had a seat
    unseen.
    """
    night = Night()
    app = create_app(night.tables)
    box = app.extensions["companion"]
    old = {"Authorization": f"Bearer {box.tokens.admit(CODE, BOB, 0.0)}"}
    phones.set_pin(box.tables.log, CODE, BOB, "1234")
    page, before = f"/api/tables/{CODE}/seats/{BOB}", night.table

    def full(*_: object) -> None:
        raise StorageError(say("no room"))

    with monkeypatch.context() as broken:
        broken.setattr("companion.store.tally.note", full)
        assert app.test_client().post(f"{page}/claim", json={"pin": "1234"}).status_code == 503
        broken.setattr("companion.store.phones._add", full)
        assert app.test_client().post(f"{page}/claim", json={"pin": "1234"}).status_code == 503
    assert app.test_client().get(page, headers=old).status_code == 200
    assert night.table == before
    assert phones.pin_of(box.tables.log, CODE, BOB) == "1234"
