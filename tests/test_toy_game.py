"""The game of the guide, copied from its page into a folder of its own, appears on the shelf and is played.

Whoever follows docs/add-a-game.md must not have to touch another file.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.app.bots import play_once
from companion.app.export import export_lines, replay_lines
from companion.app.tables import Tables
from companion.core.messages import Message
from companion.core.plugin import Registry
from companion.core.table.table import Level, Phase
from companion.core.table.table_messages import SetRule, StartGame, TakeSeat
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app

GUIDE = Path(__file__).parents[1] / "docs" / "add-a-game.md"


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """The shelf with the guide's game beside the others; its folder is not even in the program."""
    source = GUIDE.read_text(encoding="utf-8").split('```python\n"""Fifty', 1)[1].split("```", 1)[0]
    (tmp_path / "fifty").mkdir()
    (tmp_path / "fifty" / "__init__.py").write_text('"""Fifty' + source, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    registry.cache_clear()
    yield registry()
    registry.cache_clear()
    sys.modules.pop("companion.games.fifty", None)


@pytest.mark.parametrize("edition", ["home", "long"])
def test_the_game_of_the_guide_is_on_the_shelf_and_can_be_played(found: Registry, edition: str) -> None:
    tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(50))
    phone = create_app(tables).test_client()
    shown = phone.get("/").text
    assert "Fifty" in shown
    assert "Long evening" in shown

    code = tables.open_table("fifty", edition, Level.BANK)
    for name in ("Ann", "Bob"):
        tables.act(code, None, TakeSeat(name, {}, box=True))
    assert [rule["sentence"] for rule in phone.get(f"/api/tables/{code}").get_json()["rules"]] == ["How much wins?"]
    tables.act(code, "s1", StartGame("s1"))
    assert "It is the turn of Ann" in phone.get(f"/t/{code}/screen").text
    while play_once(tables, code):
        pass
    table = tables.table(code)
    assert table.phase is Phase.OVER
    assert max(table.accounts.values()) >= table.rules.goal == (50 if edition == "home" else 100)
    assert "somebody has enough" in phone.get(f"/t/{code}/screen").text

    again, head = replay_lines(found, export_lines(tables.live(code), tables.history(code)))
    assert dict(again.accounts) == head["accounts"]


@pytest.mark.parametrize("edition", ["home", "long"])
def test_it_can_be_tried_alone_though_it_knows_only_the_bank(found: Registry, edition: str) -> None:
    tables = Tables(Log(":memory:"), found, clock=lambda: 0.0, chance=random.Random(50))
    phone = create_app(tables).test_client()
    begun = phone.post("/tables", data={"game": "fifty", "edition": edition, "level": "bank", "demo": "1"})
    assert begun.status_code == 303
    code = begun.headers["Location"].rpartition("/")[2]
    phone.post(f"/j/{code}", data={"name": "Ann"})
    me = next(seat.id for seat in tables.table(code).seats if not seat.box)
    tables.act(code, me, StartGame(None))
    while tables.table(code).phase is Phase.PLAYING:
        if not play_once(tables, code):
            tables.act(code, me, tables.live(code).codec.public(Message("roll", {})))
    assert tables.table(code).phase is Phase.OVER
    assert phone.get(f"/t/{code}/s/{me}").status_code == 200


def test_its_house_rule_is_offered_and_kept(found: Registry) -> None:
    tables = Tables(Log(":memory:"), found)
    code = tables.open_table("fifty", "home", Level.BANK)
    tables.act(code, None, TakeSeat("Ann", {}))
    tables.act(code, "s1", SetRule("goal", 100))
    assert tables.table(code).rules.goal == 100


def test_without_its_folder_it_is_gone() -> None:
    """Negative control."""
    assert "fifty" not in registry()
