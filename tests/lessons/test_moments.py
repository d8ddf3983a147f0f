"""Each lesson of each game appears at its first occasion, on the right screens, in words that are quickly read."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from companion.core.lessons import Anchor
from companion.core.plugin import Game
from companion.core.text import Text
from companion.games import folder_of, registry
from companion.i18n import catalogue
from tests.lessons.moments import Moment, games, moments

LANGUAGES = ("en", "fr", "de")
LONGEST = 140
NAMED = {"card": "someone else's brand", "truth": "the seller's own brand"}
"""values of parameters that may be longer than a name or an amount"""
ROOT = Path(__file__).resolve().parents[2]


class Who(StrEnum):
    """The screens on which a lesson appears."""

    ALL = "every phone and the television"
    ONE = "the phone of one seat"
    SOME = "some phones, and not the television"


ALL, ONE, SOME = Who.ALL, Who.ONE, Who.SOME
MOMENTS: dict[tuple[str, str], dict[str, tuple[str, Who]]] = {
    ("abilene", "1993"): {
        "goal": ("HerdsPlaced", ALL),
        "herd": ("TurnBegan", ONE),
        "dice": ("TurnBegan", ALL),
        "cattle": ("DiceRolled", ONE),
        "zero": ("DiceRolled", ONE),
        "cowboys": ("StepEnded", ONE),
        "theft": ("CowboyMoved", ONE),
        "robbed": ("CowboyMoved", ONE),
        "duel": ("CowboyMoved", ALL),
        "jail": ("DiceRolled", ONE),
        "vote": ("BallotOpened", SOME),
        "selling": ("SaleOpened", ONE),
        "voted": ("CowSold", SOME),
        "sold": ("CowSold", ONE),
        "refused": ("CowSold", ALL),
        "loan": ("StickerShown", ONE),
        "last_cow": ("SaleOpened", ALL),
        "last_sales": ("CowSold", ALL),
        "end": ("GameEnded", ALL),
    },
    ("abilene", "1983"): {
        "goal": ("HerdsPlaced", ALL),
        "fever": ("HerdsPlaced", SOME),
        "steers": ("FeverSealed", ONE),
        "cowboys": ("DiceRolled", ONE),
        "theft": ("CowboyMoved", ONE),
        "duel": ("CowboyMoved", ALL),
        "vote": ("BallotOpened", SOME),
        "voted": ("SteerSold", SOME),
        "loan": ("SteerTurned", ONE),
        "last_sale": ("SteerSold", ALL),
        "end": ("GameEnded", ALL),
    },
    ("unexploded_cow", "2011"): {
        "goal": ("GameStarted", ALL),
        "city": ("GameStarted", ONE),
        "cards": ("CityTurnedUp", ONE),
        "count": ("DieRolled", ALL),
        "six": ("DieRolled", ALL),
        "general": ("DieRolled", ONE),
        "mechanic": ("BombLaid", ONE),
        "pfc": ("DieRolled", ONE),
        "bomber": ("BombsGiven", ALL),
        "spy": ("CowPlayed", ALL),
        "paid": ("CowsPaid", ONE),
        "lent": ("BankLoanTaken", ONE),
        "sudden_death": ("SuddenDeathBegan", ALL),
        "end": ("GameEnded", ALL),
    },
    ("western_town", "2012"): {
        "goal": ("GameStarted", ALL),
        "lincoln": ("CardTurnedUp", ALL),
        "cards": ("CardsKept", ONE),
        "building": ("CardLaid", ONE),
        "exploit": ("CardCarriedOut", ONE),
        "pass": ("CardLaid", ONE),
        "indians": ("IndiansAdded", ALL),
        "defence": ("TargetChosen", ONE),
        "gains": ("PlayerPassed", SOME),
        "visit": ("LincolnVisited", ALL),
        "last_turn": ("TurnEnded", ALL),
        "count": ("TurnEnded", ALL),
    },
    ("any_game", "any"): {
        "pay": ("GameStarted", SOME),
        "paid": ("Paid", SOME),
        "asked": ("PaymentRequested", ONE),
        "vote": ("BallotOpened", SOME),
        "loan": ("BankLoanTaken", ONE),
        "end": ("GameEnded", ALL),
    },
}
"""Every lesson of every game, the event after which it matters first in the recorded games, and to whom."""


@pytest.mark.parametrize("key", MOMENTS, ids=" ".join)
def test_each_lesson_appears_at_its_first_occasion(key: tuple[str, str]) -> None:
    found: dict[str, Moment] = {}
    for game in games()[key]:
        found = {**moments(game), **found}
    assert found.keys() == MOMENTS[key].keys()
    for name, (event, who) in MOMENTS[key].items():
        moment = found[name]
        assert event in moment.event.split(), f"{name}: {moment.event}"
        seen = Who.ALL if None in moment.seats else Who.ONE if len(moment.seats) == 1 else Who.SOME
        assert seen is who, f"{name}: {moment.seats}"


def every_game() -> list[Game]:
    return [game for editions in registry().values() for game in editions.values()]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.name} {game.edition.id}")
def test_every_lesson_of_a_game_is_in_the_table(game: Game) -> None:
    names = [lesson.id for lesson in game.lessons]
    assert len(set(names)) == len(names)
    assert set(names) == set(MOMENTS.get((game.name, game.edition.id), {}))


def lines(text: Text) -> dict[str, str]:
    """Return the sentence in each language, with something in the place of its parameters."""
    names = dict.fromkeys(re.findall(r"%\((\w+)\)s", text.message), "Katharina") | NAMED
    return {each: catalogue(each).gettext(text.message) % names for each in LANGUAGES}


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.name} {game.edition.id}")
def test_a_lesson_is_short(game: Game) -> None:
    for lesson in game.lessons:
        for language, words in lines(lesson.text).items():
            assert len(words) <= LONGEST, f"{lesson.id} in {language}: {words}"
            assert len(re.findall(r"(?<!\d)[.!?](?: |$)", words)) <= 2, f"{lesson.id} in {language}: {words}"


@pytest.mark.parametrize("game", every_game(), ids=lambda game: f"{game.name} {game.edition.id}")
def test_a_lesson_stands_beside_something(game: Game) -> None:
    """An anchor is one of those that all pages have, or named in the game's own templates."""
    anchors = {lesson.anchor for lesson in game.lessons} - {*Anchor}
    folder = folder_of(game.name)
    templates = " ".join(path.read_text() for path in folder.rglob("templates/**/*.html")) if folder else ""
    assert anchors == {name for name in anchors if f'data-anchor="{name}"' in templates}


def test_the_script_knows_every_anchor() -> None:
    script = (ROOT / "companion" / "static" / "lessons.js").read_text()
    assert set(re.findall(r"^  (\w+): \[", script, re.MULTILINE)) == {*Anchor}
