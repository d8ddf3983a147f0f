"""The lobby on a phone: whoever waits for others is told so, and how they come."""

from __future__ import annotations

from companion.app.tables import Tables
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app

NEEDED = "At least 3 play. Let the others scan the code below."


def test_too_few_players_are_told_what_they_wait_for_and_see_the_code() -> None:
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BOARD)
    client = create_app(tables).test_client()
    for seat, name in enumerate(("Ana", "Ben", "Cid"), 1):
        client.post(f"/j/{code}?another=1", data={"name": name})
        page = client.get(f"/t/{code}/s/s{seat}").get_data(as_text=True)
        alone = seat < 3
        assert (NEEDED in page) is alone
        assert ('id="invite" open' in page) is alone
        assert ('data-kind="start_game"' in page) is not alone
