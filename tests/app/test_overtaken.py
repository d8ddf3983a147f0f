"""Two processes that both took a table to be their own in the very second in which somebody tapped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.money.bank_messages import Pay
from companion.store.log import ConcurrencyConflict, Log
from tests.faults.support import new_tables, playing, purse


class Mine:
    """A lease by which every box that asks owns the table."""

    def take(self, code: str) -> str:
        return ""

    def owns(self, code: str) -> bool:
        return True

    def invalidate(self, code: str) -> None:
        """Doubt nothing: the owner answers."""

    def release(self, code: str) -> None:
        """Do nothing: there is no other process."""

    def runs(self, address: str) -> bool:
        return True

    def tell(self, code: str, seq: int) -> None:
        """Do nothing: there is no listener."""


@dataclass
class TwoAtOnce:
    """Two processes over one file, each of which takes the table to be its own."""

    one: Tables
    other: Tables
    code: str

    def __post_init__(self) -> None:
        self.one.ownership = self.other.ownership = Mine()
        self.other.table(self.code)

    def cash(self) -> int:
        return purse(self.one, self.code)["s2"]


@pytest.fixture
def at_once(tmp_path: Path) -> Iterator[TwoAtOnce]:
    with closing(Log(tmp_path / "box.sqlite")) as first, closing(Log(tmp_path / "box.sqlite")) as second:
        one = new_tables(log=first)
        yield TwoAtOnce(one, new_tables(log=second), playing(one))


@pytest.mark.logs("an action was not stored (stale)")
def test_a_tap_that_another_process_overtook_is_tried_again_by_itself_and_counts_once(at_once: TwoAtOnce) -> None:
    before, code = at_once.cash(), at_once.code
    at_once.one.act(code, "s1", Pay("s2", 100), action_id="a tap")
    seq = at_once.other.act(code, "s1", Pay("s2", 100), action_id="another")
    assert at_once.one.log.newest(code) == seq
    with pytest.raises(ConcurrencyConflict):
        at_once.one.act(code, "s1", Pay("s2", 1))  # without an id nobody can say whether it has counted
    assert at_once.one.act(code, "s1", Pay("s2", 100), action_id="another") == seq
    assert at_once.cash() == before + 200


@pytest.mark.logs("an action was not stored (stale)")
def test_what_cannot_be_done_any_more_after_being_overtaken_is_refused_for_that_reason(at_once: TwoAtOnce) -> None:
    before, all_of_it = at_once.cash(), purse(at_once.one, at_once.code)["s1"]
    at_once.one.act(at_once.code, "s1", Pay("s2", all_of_it), action_id="a tap")
    with pytest.raises(RuleError) as refused:
        at_once.other.act(at_once.code, "s1", Pay("s2", all_of_it), action_id="another")
    assert not isinstance(refused.value, ConcurrencyConflict)
    assert at_once.cash() == before + all_of_it


@pytest.mark.logs("an action was not stored (stale)")
def test_a_tap_that_is_overtaken_twice_is_left_to_the_player_who_tapped(
    at_once: TwoAtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def overtaken(*_: object) -> None:
        tries.append(1)
        raise ConcurrencyConflict

    monkeypatch.setattr(at_once.other.log, "append", overtaken)
    with pytest.raises(ConcurrencyConflict):
        at_once.other.act(at_once.code, "s1", Pay("s2", 100), action_id="a tap")
    assert len(tries) == 2
