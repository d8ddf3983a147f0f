"""The first page: what is on the shelf, and how it can be played."""

from __future__ import annotations

from pathlib import Path

from companion.app.tables import Tables
from companion.core.plugin import Registry
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.installed import installed

GAMES = Path(__file__).parents[1] / "games"


def shelf_of(found: Registry, name: str) -> str:
    """How the first page offers this game."""
    page = create_app(Tables(Log(":memory:"), found)).test_client().get("/").text
    return next(article for article in page.split("<article")[1:] if f'value="{name}"' in article)


def test_a_game_with_several_levels_asks_how_much_the_box_does() -> None:
    shown = shelf_of(registry(), "abilene")
    assert "How much the box does" in shown
    assert 'name="level" value="bank"' in shown


def test_a_game_with_one_level_does_not_say_that_it_is_the_bank_only(tmp_path: Path) -> None:
    with installed(GAMES / "minimal", tmp_path) as found:
        shown = shelf_of(found, "minimal")
        assert "How much the box does" not in shown
        assert 'name="level"' not in shown
        box = create_app(Tables(Log(":memory:"), found)).test_client()
        opened = box.post("/tables", data={"game": "minimal", "edition": "nine", "demo": "0"})
        assert opened.status_code == 303
