"""A moment is immutable: whatever happens to its table, it has the same values and renders the same bytes."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from typing import Any

import pytest
from flask import Flask

from companion.app.disclosed import Disclosed
from companion.app.loaded_table import LoadedTable
from companion.app.seen import SeenDice, SeenPhoto
from companion.boards.dice import DieReading
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Judgement, Ruling
from companion.core.money.bank_messages import Pay
from companion.core.secrets.ballot import Opening
from companion.core.table.table import Level
from companion.core.text import say
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.edition_1993.messages import RollDice
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.fragments.fragment import render
from companion.web.fragments.kept import KeptFragments
from companion.web.fragments.shown import seen_now
from companion.web.phone.pages import FRAGMENTS
from companion.web.screen.pages import FRAGMENTS as SCREENS
from companion.web.view.moment import Moment, Surroundings, moment_of
from companion.web.view.reader import Reader
from companion.web.words.i18n import speak_of
from tests.support.table import ANN, BOB, CODE, Night

PATIENCE_SECONDS = 30.0
SAME_FOR_EVER = {"row", "game", "codec", "referee", "lock", "changing", "loaded", "seen", "box"}
"""fields of a loaded table that nothing changes, or no screen shows"""
KEPT_FOR_SPEED = {"derived", "hidden", "judged"}
"""fields that are computed from the others"""


@pytest.fixture
def night() -> Night:
    night = Night(level=Level.BOARD, cowboy_dice_mandatory=False)
    night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    return night


@pytest.fixture
def app(night: Night) -> Flask:
    return create_app(night.tables)


def drawn(moment: Moment) -> dict[tuple[str | None, str], str]:
    """Return all fragments of all screens at this moment, rendered without caches."""
    speak_of(moment.live)
    readers = [Reader(moment, seat) for seat in (None, *moment.live.table.ids)]
    return {
        (reader.seat, each.name): render(each, each.value_for(reader)).html
        for reader in readers
        for each in (FRAGMENTS if reader.seat else SCREENS)
    }


def change_everything(night: Night, live: LoadedTable) -> set[str]:
    """Change every field of a loaded table that may change. Return their names."""
    before = values_of(live)
    night.act(ANN, EndStep(Step.CATTLE), Pay(BOB, 100, "a hat"))
    seq, seen = live.table.seq, Observation(ObservationStatus.OK, {"A6-0": "cow"})
    showdown: Any = object()
    live.disclosed = Disclosed(7, {ANN: Opening("OWN", "nonce")}, showdown, {ANN: showdown})
    live.seen.observation, live.seen.visibility, live.seen.stickers = seen, ObservationStatus.COVERED, ("s1",)
    live.seen.photo = SeenPhoto(seq, ANN, seen, Judgement(Ruling.NONE), None, ObservationStatus.OK)
    live.seen.dice = SeenDice(seq, ANN, tuple(map(DieReading, (1, 2))), photo=True)
    live.box.reasons, live.box.vote_reasons = {seq: say("because")}, {7: {ANN: say("at a guess")}}
    now = values_of(live)
    return {name for name in before if now[name] is not before[name]}


def values_of(live: LoadedTable) -> dict[str, Any]:
    """Return the fields of a loaded table and of its changing parts, by name."""
    parts = (live, live.seen, live.box)
    return {field.name: getattr(part, field.name) for part in parts for field in fields(part)}


def test_whatever_changes_at_a_table_changes_nothing_of_a_moment(app: Flask, night: Night) -> None:
    with app.test_request_context():
        moment = seen_now(CODE, "http://box/j/TEST").moment
        before = drawn(moment)
        live = night.tables.live(CODE)
        changed = change_everything(night, live)
        assert changed >= {*values_of(live)} - SAME_FOR_EVER - KEPT_FOR_SPEED
        assert drawn(moment) == before


def test_there_is_one_moment_for_each_state_of_a_table(app: Flask, night: Night) -> None:
    with app.test_request_context():
        first = seen_now(CODE, "http://box/j/TEST")
        assert seen_now(CODE, "http://box/j/TEST") is first
        night.act(ANN, Pay(BOB, 100))
        second = seen_now(CODE, "http://box/j/TEST")
        assert second.moment.seq == first.moment.seq + 1
        night.tables.bell.notify(CODE, second.moment.seq)
        assert seen_now(CODE, "http://box/j/TEST") is not second, "something else may be another one"


def test_a_page_does_not_wait_for_an_action_that_is_being_stored(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    written, looked, real = threading.Event(), threading.Event(), Log.append

    def slow(*given: Any) -> None:
        written.set()
        assert looked.wait(PATIENCE_SECONDS), "the page waits for the disk"
        real(*given)

    monkeypatch.setattr(Log, "append", slow)
    before = night.table.seq
    with ThreadPoolExecutor(1) as pool:
        acting = pool.submit(night.tables.act, CODE, ANN, Pay(BOB, 100))
        assert written.wait(PATIENCE_SECONDS)
        assert moment_of(night.tables, CODE).seq == before, "it shows the table as it stands on the disk"
        looked.set()
        assert acting.result() == before + 1
    assert moment_of(night.tables, CODE).seq == before + 1


def test_the_oldest_moment_is_dropped_when_too_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.fragments.kept.MAX_KEPT", 2)
    night, kept = Night(), KeptFragments(shown=lambda code: True)
    moment, looks = moment_of(night.tables, CODE), list[str]()

    def looked_at(url: str) -> None:
        def look() -> Moment:
            looks.append(url)
            return replace(moment, surroundings=Surroundings(url))

        kept.seen(CODE, moment.stamp, Surroundings(url), look)

    for url in "aabbcca":
        looked_at(url)
    assert looks == [*"abca"]
