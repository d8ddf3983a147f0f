"""Games that come from outside: packages that the group of entry points names."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion import games
from companion.games import GROUP, packages, registry
from companion.i18n import catalogue

GAME = Path(__file__).parent / "minimal" / "__init__.py"


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Name -> source of a package that is offered as this game."""
    sources: dict[str, str] = {}

    def points(group: str) -> Iterator[EntryPoint]:
        assert group == GROUP
        for name, source in sources.items():
            folder = tmp_path / f"offers_{name}"
            folder.mkdir(exist_ok=True)
            folder.joinpath("__init__.py").write_text(source)
            yield EntryPoint(name, folder.name, group)

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "entry_points", points)
    packages.cache_clear()
    registry.cache_clear()
    yield sources
    packages.cache_clear()
    registry.cache_clear()


def test_an_installed_game_stands_on_the_shelf(offered: dict[str, str]) -> None:
    offered["minimal"] = GAME.read_text()
    assert str(registry()["minimal"]["nine"].title) == "Nine counters"
    assert "abilene" in registry()


def test_an_installed_game_does_not_replace_one_that_is_here(offered: dict[str, str]) -> None:
    offered["abilene"] = GAME.read_text()
    assert packages()["abilene"] == "companion.games.abilene"


@pytest.mark.logs("the game other cannot be loaded")
def test_nobody_misses_a_page_for_one_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "entry_points", lambda group: [EntryPoint("other", "nothing.there:games", group)])
    for cached in (packages, registry):
        cached.cache_clear()
    try:
        assert catalogue.__wrapped__("de").gettext("Sit down") == "Hinsetzen"
        assert packages()["other"] == "nothing.there"
    finally:
        for cached in (packages, registry):
            cached.cache_clear()


@pytest.mark.logs("the game other cannot be loaded")
@pytest.mark.parametrize("source", ["import nothing_of_this_name", GAME.read_text()], ids=["broken", "another name"])
def test_one_that_cannot_be_loaded_is_left_out_and_said(offered: dict[str, str], source: str) -> None:
    offered["other"] = source
    assert "other" not in registry()
    assert "abilene" in registry()
