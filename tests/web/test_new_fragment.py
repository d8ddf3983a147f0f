"""A stranger adds a fragment as docs/architecture.md shows it: a function, a template, a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.core.money.bank_messages import Pay
from companion.web.app import create_app
from companion.web.fragments.fragment import Public, Sheet
from companion.web.fragments.shown import pieces
from companion.web.phone.pages import SHEET as PHONE
from companion.web.screen.pages import SHEET as SCREEN
from companion.web.view.moment import Moment, moment_of
from companion.web.visit.visit import visit_table
from tests.support.table import ANN, BOB, CODE, Night

RECIPE = (Path(__file__).parents[2] / "docs/architecture.md").read_text("utf-8")


def recipe(language: str, beginning: str) -> str:
    """Return the example of the recipe in this language that begins so."""
    examples: list[str] = re.findall(rf"```{language}\n(.*?)```", RECIPE, re.DOTALL)
    (found,) = [example for example in examples if example.startswith(beginning)]
    return found


@pytest.fixture
def added() -> Public:
    names: dict[str, Any] = {"dataclass": dataclass, "Moment": Moment, "Public": Public}
    exec(recipe("python", "@dataclass"), names)
    names["values"] = type("values", (), {"evenings": staticmethod(names["evenings"])})
    exec(recipe("python", "EVENINGS"), names)
    fragment: Public = names["EVENINGS"]
    return fragment


def test_the_fragment_of_the_recipe_stands_on_phone_and_television(added: Public) -> None:
    night = Night()
    app = create_app(night.tables)
    assert app.jinja_loader
    template = DictLoader({added.template: recipe("html", "<p")})
    app.jinja_loader = ChoiceLoader([app.jinja_loader, template])
    for sheet, seat in ((PHONE, ANN), (SCREEN, None)):
        page = Sheet((*sheet.fragments, added), sheet.main_of)
        with app.test_request_context():
            drawn = pieces(replace(visit_table(CODE), seat=seat), page).rendered([added.name])
        assert drawn[added.name].html == '<p class="fine">Games played here: 0</p>'


def test_what_changes_nothing_of_it_leaves_its_value(added: Public) -> None:
    night = Night()
    before = added.value(moment_of(night.tables, CODE))
    night.act(ANN, Pay(BOB, 100))
    assert added.value(moment_of(night.tables, CODE)) == before
