"""What the box keeps of one's own by name: each kind on a shelf of its own, in one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import BadRequest
from companion.store import database, named, presets
from companion.store.database import MIGRATIONS, connect
from companion.store.log import Log


def test_what_is_kept_is_found_by_its_kind_and_name() -> None:
    log = Log(":memory:")
    named.keep(log, "board", "ours", "a board", 0.0)
    named.keep(log, "list", "ours", "a list", 0.0)
    named.keep(log, "list", "ours", "a better list", 1.0)
    assert [named.text(log, kind, "ours") for kind in ("board", "list", "song")] == ["a board", "a better list", None]
    named.forget(log, "list", "ours")
    assert (named.names(log, "list"), named.names(log, "board")) == ((), ("ours",))


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    log = Log(":memory:")
    with pytest.raises(BadRequest):
        named.keep(log, "list", name, "a list", 0.0)
    assert named.names(log, "list") == ()


def test_a_full_shelf_says_so_and_what_is_on_it_can_still_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named, "MOST_KEPT", 2)
    log = Log(":memory:")
    for name in ("one", "two"):
        named.keep(log, "list", name, "a list", 0.0)
    with pytest.raises(BadRequest, match="2 of these already"):
        named.keep(log, "list", "three", "a list", 0.0)
    named.keep(log, "list", "two", "changed", 1.0)
    assert named.text(log, "list", "two") == "changed"


@pytest.mark.file_only
def test_boards_of_before_are_there_in_the_new_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.sqlite"
    with monkeypatch.context() as before:
        before.setattr(database, "MIGRATIONS", MIGRATIONS[:6])
        old = connect(path)
        old.execute("INSERT INTO boards VALUES ('ours', 'a board', 5.0)")
        old.conn.close()
    log = Log(path)
    assert (named.names(log, "board"), named.text(log, "board", "ours")) == (("ours",), "a board")


@pytest.mark.logs("house rules that cannot be read are left out")
def test_house_rules_are_kept_for_their_game_alone_and_a_damaged_text_is_none() -> None:
    log = Log(":memory:")
    presets.keep(log, "bridge", "fridays", {"stake": 5, "open": True}, 0.0)
    assert presets.values(log, "bridge", "fridays") == {"stake": 5, "open": True}
    assert presets.values(log, "whist", "fridays") == {}
    named.keep(log, "rules of bridge", "fridays", "{", 1.0)
    assert presets.values(log, "bridge", "fridays") == {}
