"""The first page: what is on the shelf, and how it can be played."""

from __future__ import annotations

from pathlib import Path

from companion.app.tables import Tables
from companion.core.plugin import Registry
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.installed import HIGH_CARD, installed

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


def seated_by_the_box(found: Registry, game: str, edition: str) -> list[str]:
    """Who sits at a table of this game that somebody tries alone."""
    tables = Tables(Log(":memory:"), found)
    wishes = {"game": game, "edition": edition, "demo": "1"}
    assert create_app(tables).test_client().post("/tables", data=wishes).status_code == 303
    [row] = tables.log.tables()
    return [seat.name for seat in tables.live(row.code).table.seats]


def test_the_players_of_the_box_are_called_as_the_game_says(tmp_path: Path) -> None:
    assert seated_by_the_box(registry(), "abilene", "1993") == ["Annie", "Buck", "Cole"]
    assert seated_by_the_box(registry(), "abilene", "1983") == ["Annie", "Buck"], "one seat is left for whoever tries"
    with installed(HIGH_CARD, tmp_path, "high_card") as found:
        edition = next(iter(found["high_card"]))
        assert seated_by_the_box(found, "high_card", edition)[:2] == ["Alex", "Kim"]
