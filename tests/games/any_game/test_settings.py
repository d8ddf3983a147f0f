"""The settings of a table: lists with commas, pots, seats, shapes; impossible ones are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import LANGUAGES
from companion.core.errors import BadRequest, NotNow
from companion.core.members import Preset
from companion.core.table.commands import SetRule, SetRules, StartGame, TakeSeat
from companion.core.text import Text
from companion.games import any_game
from companion.games.any_game.any_game import AnyGame
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.settings import edition_at
from companion.games.any_game.shapes import FOR_AUCTIONS, FOR_CHIPS, FOR_POINTS, FOR_THE_BANK, PRESETS
from companion.i18n import Translator
from companion.web.app import create_app
from companion.web.view.lobby import presets_of
from tests.support.any_evening import ANN, CODE, NAMES, AnyEvening
from tests.support.phones import Offers, SeatedPhone


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"quick": "10, ten"}, "ten is not an amount"),
        ({"quick": "1, 2, 3, 4, 5, 6, 7"}, "At most 6 quick amounts"),
        ({"quick": "0"}, "none of them zero"),
        ({"quick": "-5"}, "-5 is not an amount"),
        ({"quick": "1.50"}, "1.50 is not an amount"),
        ({"starts": "99999999999"}, "is not an amount"),
        ({"pots": "a, b, c, d, e, f, g"}, "At most 6 pots"),
        ({"pots": "Pot, pot"}, "a name of its own"),
        ({"pots": "x" * 25}, "at most 24 letters"),
        ({"step": 7}, "cannot be paid where the smallest amount is $7"),
        ({"seats": 13}, "cannot have this value"),
        ({"seats": 1}, "cannot have this value"),
        ({"start": -1}, "cannot have this value"),
        ({"sign": "dollar"}, "cannot have this value"),
        ({"evening": "a\nb" * 20}, "cannot have this value"),
        ({"taking": "thieves"}, "cannot have this value"),
        ({"nothing": 1}, "no such house rule"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(rules: dict[str, str | int | bool], expected: str) -> None:
    assert expected in AnyEvening(started=False).refusal(ANN, SetRules(rules), BadRequest)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_every_shape_that_comes_along_can_be_played(preset: Preset, language: str) -> None:
    evening, say = AnyEvening(2 + 2 * bool(preset.rules.get("teams")), started=False), Translator(language).translate
    usual = {rule.name: getattr(Rules(), rule.name) for rule in AnyGame().house_rules if rule.name != "evening"}
    shape = {name: say(value) if isinstance(value, Text) else value for name, value in preset.rules.items()}
    evening.act(ANN, SetRules({**usual, **shape}), StartGame(ANN))
    assert {name: getattr(evening.table.rules, name) for name in shape} == shape


@pytest.mark.parametrize(("language", "pot"), [("en", "The middle"), ("fr", "Le milieu"), ("de", "Die Mitte")])
def test_the_pots_of_a_shape_have_names_in_the_language_of_the_phone_that_chooses_it(language: str, pot: str) -> None:
    """*Streets and houses* brought a pot called "The middle" to French tables."""
    evening = AnyEvening(started=False)
    app = create_app(evening.tables)
    ann = SeatedPhone(app.test_client(), CODE, ANN)
    ann.client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    ann.client.set_cookie("lang", language)
    rules = Offers(ann.client.get(f"/t/{CODE}/s/{ANN}/part?have=rules").text)
    _, first = next(offer for offer in rules.commands if offer[0] == "set_rules")
    evening.act(ANN, SetRules(first["values"]))
    assert evening.table.rules.pots == pot
    assert [shape.chosen for shape in presets_of(evening.tables, evening.tables.live(CODE))][:2] == [True, False]


def test_twelve_play_and_no_thirteenth_sits_down() -> None:
    evening = AnyEvening(12)
    assert len(evening.table.accounts) == 13
    rows = AnyGame().players(evening.table, ANN)
    assert len({row.colour for row in rows}) == 12
    assert [row.mark for row in rows][:4] == ["A", "B", "C", "D"]
    lobby = AnyEvening(12, started=False)
    lobby.refusal(None, TakeSeat("Max", {}), NotNow)
    assert len(NAMES) == 12


def test_hidden_money_is_seen_by_its_owner_alone() -> None:
    evening = AnyEvening(open_cash=False)
    assert [row.cash for row in AnyGame().players(evening.table, ANN)] == [1_500, None, None]
    assert [row.cash for row in AnyGame().players(evening.table, None)] == [None, None, None]
    assert [row.cash for row in AnyGame().players(AnyEvening().table, None)] == [1_500, 1_500, 1_500]


def test_the_edition_of_a_table_follows_its_rules() -> None:
    points = edition_at(Rules(scores=True, pots="A"))
    assert (points.pays, points.accounts, points.points is not None) == (False, {}, True)
    assert edition_at(Rules(sign="€", step=5)).currency.step == 5
    assert edition_at(Rules(quick="")).quick_amounts == ()


def test_a_pot_is_renamed_in_the_middle_of_the_game_with_everybodys_consent() -> None:
    evening = AnyEvening(pots="A")
    evening.act(ANN, SetRule("pots", "The middle"))
    evening.agree()
    assert str(edition_at(evening.table.rules).accounts["pot1"].title) == "The middle"


def test_an_evening_that_is_kept_has_its_name_the_next_time_and_the_player_who_keeps_it_is_told() -> None:
    first = AnyEvening(started=False, evening="Friday", start=900)
    phone = create_app(first.tables).test_client()
    phone.set_cookie(f"seat-{CODE}-{ANN}", phone.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    assert re.search(r'name="name"[^>]*value="Friday"', phone.get(f"/t/{CODE}/s/{ANN}/part?have=rules").text)
    back = phone.post(f"/t/{CODE}/presets", data={"name": " Friday "}).headers["Location"]
    assert "Kept for another evening: Friday" in phone.get(back).text
    assert "Kept for another evening" not in phone.get(f"/t/{CODE}/s/{ANN}?kept=Monday").text
    first.act(ANN, SetRules({"evening": "Saturday", "start": 100}))
    kept = presets_of(first.tables, first.tables.live(CODE))[0]
    assert (kept.values["evening"], kept.values["start"], kept.chosen) == ("Friday", 900, False)
    first.act(ANN, SetRules({name: value for name, value in kept.values.items() if not isinstance(value, Text)}))
    assert (first.table.rules.evening, first.table.rules.start) == ("Friday", 900)
    assert presets_of(first.tables, first.tables.live(CODE))[0].chosen


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_a_preset_promises_no_dice_and_no_timer_that_it_does_not_set_up(preset: Preset) -> None:
    for word in ("dice", "timer"):
        promised = word in str(preset.about) and f"no {word}" not in str(preset.about)
        assert promised <= bool(preset.rules.get(word)), f"{preset.title} promises {word}"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.title))
def test_every_shape_has_a_picture_a_group_and_at_most_two_rules_in_sight(preset: Preset) -> None:
    drawn = (Path(any_game.__file__).parent / "templates" / "symbols.svg").read_text("utf-8")
    assert f'id="g-{preset.picture}"' in drawn
    assert preset.group in (FOR_THE_BANK, FOR_CHIPS, FOR_AUCTIONS, FOR_POINTS)
    assert set(preset.main_rules) <= {rule.name for rule in AnyGame().house_rules}
    assert 0 < len(preset.main_rules) <= 2
    assert str(preset.about).endswith("."), "a sentence says what it will do"


def test_the_shape_that_is_chosen_says_what_it_does_and_has_its_rules_in_sight() -> None:
    evening = AnyEvening(started=False)
    app = create_app(evening.tables)
    ann = SeatedPhone(app.test_client(), CODE, ANN)
    ann.client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    shape = next(each for each in presets_of(evening.tables, evening.tables.live(CODE)) if "Fewest" in str(each.title))
    evening.act(ANN, SetRules({name: value for name, value in shape.values.items() if not isinstance(value, Text)}))
    page = ann.client.get(f"/t/{CODE}/s/{ANN}/part?have=rules").text
    sight, _, folded = page.partition('id="adjust"')
    assert "A score sheet until someone has 500 points" in sight
    assert re.findall(r'id="rule-(\w+)"', sight) == ["target", "own_rows"]
    assert 'id="rule-start"' in folded
    assert 'id="rule-evening"' in folded
    assert len(re.findall(r"<h3>", page)) == 4
