"""The things that the box keeps by name: each kind on a shelf of its own, in one place."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.store import named
from companion.store.log import Log
from companion.store.named import Shelf, presets, values


def test_what_is_kept_is_found_by_its_kind_and_name() -> None:
    log = Log(":memory:")
    Shelf(log, "board").keep("ours", "a board", 0.0)
    Shelf(log, "list").keep("ours", "a list", 0.0)
    Shelf(log, "list").keep("ours", "a better list", 1.0)
    assert [Shelf(log, kind).find("ours") for kind in ("board", "list", "song")] == ["a board", "a better list", None]
    Shelf(log, "list").forget("ours")
    assert (Shelf(log, "list").names(), Shelf(log, "board").names()) == ((), ("ours",))


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    log = Log(":memory:")
    with pytest.raises(BadRequest):
        Shelf(log, "list").keep(name, "a list", 0.0)
    assert Shelf(log, "list").names() == ()


def test_a_full_shelf_says_so_and_what_is_on_it_can_still_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named, "MAX_KEPT", 2)
    log = Log(":memory:")
    for name in ("one", "two"):
        Shelf(log, "list").keep(name, "a list", 0.0)
    with pytest.raises(BadRequest, match="2 of these already"):
        Shelf(log, "list").keep("three", "a list", 0.0)
    Shelf(log, "list").keep("two", "changed", 1.0)
    assert Shelf(log, "list").text("two") == "changed"


@pytest.mark.logs("house rules that cannot be read are left out")
def test_house_rules_are_kept_for_their_game_alone_and_a_damaged_text_is_none() -> None:
    log = Log(":memory:")
    presets(log, "bridge").keep("fridays", '{"stake": 5, "open": true}', 0.0)
    assert values(presets(log, "bridge"), "fridays") == {"stake": 5, "open": True}
    assert values(presets(log, "whist"), "fridays") == {}
    Shelf(log, "rules of bridge").keep("fridays", "{", 1.0)
    assert values(presets(log, "bridge"), "fridays") == {}
