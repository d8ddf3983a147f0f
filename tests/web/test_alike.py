"""A fragment that was rendered for one seat is shown to another only where both have the same value."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.core.money.bank_messages import Pay
from companion.core.table.commands import ChangeSeat
from companion.core.table.table import Level
from companion.web.app import create_app
from companion.web.fragments.fragment import AnyFragment, Rendered, render
from companion.web.fragments.kept import KeptTable
from companion.web.phone.pages import FRAGMENTS
from tests.browser.house import moments
from tests.support.table import ANN, BOB, CID, DAN, Night
from tests.web.test_fragments import fetched, phone

EVERY = ",".join(each.name for each in FRAGMENTS if each.name != "more")  # it says the PIN, new for every phone here


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the fragments that were rendered, as that happens."""
    names: list[str] = []

    def noted(fragment: AnyFragment, value: object) -> object:
        names.append(fragment.name)
        return render(fragment, value)

    monkeypatch.setattr("companion.web.fragments.kept.render", noted)
    return names


def rendered_alone(_: KeptTable, fragment: AnyFragment, seat: str | None, value: object) -> Rendered:
    return render(fragment, value)


def every_phone(app: Flask) -> dict[str, dict[str, tuple[str, str]]]:
    """Return what the phones show when all of them ask."""
    phones = {seat: phone(app, seat) for seat in (DAN, ANN, CID, BOB)}
    return {seat: fetched(client, seat, EVERY) for seat, client in phones.items()}


def test_every_seat_is_shown_what_is_rendered_for_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(level=Level.BOARD, start=False, cowboy_dice_mandatory=False, cows_to_sell=8)
    app = create_app(night.tables)
    for moment, _ in moments(night):
        together = every_phone(app)
        with monkeypatch.context() as alone:
            alone.setattr(KeptTable, "rendered", rendered_alone)
            assert together == every_phone(app), moment


def test_what_looks_the_same_for_those_who_wait_is_rendered_once(rendered: list[str]) -> None:
    night = Night()
    every_phone(create_app(night.tables))
    assert rendered.count("top") == rendered.count("now") == 2, "once for Ann, whose turn it is, once for the others"


def test_what_an_action_leaves_as_it_was_is_not_rendered_again(rendered: list[str]) -> None:
    night = Night()
    app = create_app(night.tables)
    every_phone(app)
    before = rendered.count("now")
    night.act(BOB, Pay(CID, 300))
    every_phone(app)
    assert rendered.count("now") == before


def test_what_is_told_besides_the_view_is_never_shown_as_it_was() -> None:
    """Names are, and in the lobby the board in the small with who sits where."""
    night = Night(start=False)
    app = create_app(night.tables)
    every_phone(app)
    night.act(BOB, ChangeSeat("Roberta", night.table.seat(BOB).picks))
    for found in every_phone(app).values():
        assert "Roberta" in found["now"][1]
        assert "Bob" not in found["now"][1]
