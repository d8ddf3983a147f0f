"""The checks of ``companion.testing``: faults made on purpose are noticed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from companion import testing
from companion.core.messages import Event
from companion.core.plugin import Registry
from companion.core.table.table import Table
from companion.core.text import say
from companion.core.ui.page import Page
from companion.testing import (
    Recordings,
    accepted_numbers,
    check_translations,
    replays,
    seated,
    untranslated,
    visible_to_other_seats,
)
from companion.testing.recorder import usual
from companion.testing.smallest import DieThrown, Smallest, ThrowDie
from tests.support.installed import installed

ANN, BOB = "s1", "s2"
GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Registry]:
    with installed(Path(testing.__path__[0]) / "smallest", tmp_path / "games") as games:
        yield games


@pytest.fixture
def broken(found: Registry) -> type[Smallest]:
    """Return the class of the game that is found, to be broken; it is read anew for every test."""
    return cast(type[Smallest], type(found["smallest"]["house"]))


def test_a_number_that_is_not_refused_is_noticed(broken: type[Smallest]) -> None:
    def careless(self: Smallest, table: Table, seat: str, command: ThrowDie, waived: bool) -> tuple[Event, ...]:
        return (DieThrown(seat, command.face),)

    assert accepted_numbers(seated("smallest")) == []
    broken.decide = careless  # type: ignore[assignment,method-assign]
    broken.events = (DieThrown,)
    assert accepted_numbers(seated("smallest")) == [f"throw_die of s1: face = {face}" for face in (0, 7, 99)]


def test_a_page_that_tells_a_secret_is_noticed(broken: type[Smallest]) -> None:
    def face(evening: testing.Evening) -> Mapping[str, bytes]:
        return visible_to_other_seats(evening, ANN)

    same = [seated("smallest") for _ in range(2)]
    assert face(same[0]) == face(same[1])
    broken.page = lambda self, table, seat: Page(say("%(face)s", face=id(table)))  # type: ignore[method-assign]
    assert face(same[0]) != face(same[1])


def test_a_recording_that_leads_elsewhere_is_noticed(found: Registry, tmp_path: Path) -> None:
    recordings = Recordings(tmp_path / "recorded")
    [(name, path)] = recordings.keep(usual("smallest"))
    assert path == tmp_path / "recorded" / "v1" / "smallest_house_six.jsonl"
    assert [*recordings.keep(usual("smallest"))] == [(name, path)], "the same seed, the same game"
    recordings.assert_intact()
    replays(path)
    head, *lines = path.read_text().splitlines()
    richer = {**json.loads(head), "accounts": {"s1": 1_000}}
    other = path.with_stem("other")
    other.write_text("\n".join([json.dumps(richer), *lines]))
    with pytest.raises(AssertionError):
        replays(other)
    with pytest.raises(AssertionError):
        recordings.assert_intact()


def test_recordings_of_a_game_that_nobody_has_played_can_be_replaced(found: Registry, tmp_path: Path) -> None:
    """An event that got another name could never be read again, and its first recording is not rewritten."""
    recordings = Recordings(tmp_path / "recorded")
    [(_, path)] = recordings.keep(usual("smallest"))
    renamed = path.read_text().replace("die_thrown", "die_rolled")
    [(_, second)] = recordings.keep([(path.stem, renamed)])
    assert second.parent.name == "v2"
    assert [*recordings.keep_only(usual("smallest"))] == [(path.stem, path)]
    assert recordings.kept == [path]
    recordings.assert_intact()
    replays(path)


def test_recordings_are_kept_where_the_game_cannot_be_played(found: Registry, tmp_path: Path) -> None:
    recordings = Recordings(tmp_path / "recorded")
    [(_, path)] = recordings.keep(usual("smallest"))

    def broken() -> Iterator[tuple[str, str]]:
        yield from usual("smallest")
        raise LookupError("no evening ends so")

    with pytest.raises(LookupError):
        [*recordings.keep_only(broken())]
    assert recordings.every == [path]
    recordings.assert_intact()


def test_where_a_checkout_lies_decides_nothing(found: Registry, tmp_path: Path) -> None:
    """A folder above it may be called ``box``, as the one inside that holds a database."""
    recordings = Recordings(tmp_path / "box" / "recorded")
    [(_, path)] = recordings.keep(usual("smallest"))
    assert recordings.every == [path]


def test_a_sentence_that_is_not_translated_is_noticed(found: Registry, tmp_path: Path) -> None:
    assert untranslated("smallest", "de") == []
    catalogue = tmp_path / "games" / "smallest" / "translations" / "de.po"
    catalogue.write_text(catalogue.read_text().replace("Wirf den Würfel", "").replace("hat eine %(face)s", "hat eine"))
    with pytest.raises(AssertionError, match="other parameters"):
        check_translations("smallest", "de")
    catalogue.unlink()
    assert "Let the box throw" in untranslated("smallest", "de")
    with pytest.warns(UserWarning, match="Let the box throw"):
        check_translations("smallest", "de")
