"""Every house rule of every game survives every odd value: it is refused in a sentence, or every page shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.tables import Tables
from companion.core.edition import HouseRule
from companion.core.errors import RuleError
from companion.core.plugin import Game
from companion.core.referee import house_rules as referee_house_rules
from companion.core.table.commands import SetRule, StartGame, TakeSeat
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.words import i18n

GAMES: dict[str, Game] = {
    f"{game.name}-{game.edition.id}": game for editions in registry().values() for game in editions.values()
}
EMPTY: tuple[Any, ...] = ("", " ", "\N{NO-BREAK SPACE}", None, [], {})
NUMBERS: tuple[Any, ...] = (0, -1, 1, 7, 2**31, 2**63, 10**40, -(10**40), 0.5, 1e300, True, False)
DIGITS = ("0", "-5", "00", "007", "9" * 11, "9" * 160, "9" * 400, "1e3", "1_000", "²", "٣٤", "１０", "½")
SEPARATORS = (
    "10;20",
    "10; 20;",
    "10,20",
    "1,5;2,5",
    ";",
    ",,;,",
    "; 10",
    "10 20",
    "10|20",
    "10;20,30;40",
    "1;2;3;4;5;6;7",
)
DECIMALS = ("1.5", "1,50", "10.00; 20.00", ".5", "5.")
LETTERS = (
    "ten",
    "A;B",
    "A, B; C",
    "<b>&amp;",
    "%(who)s",
    "{{7*7}}",
    "=1+1",
    "a\nb",
    "\x00",
    "\ud800",
    "x" * 1_000,
    "€",
)
TO_THE_LEFT = ("אבג", "العب", "\u202eabc", "\u2067abc\u2069", "קופה; אמצע", "١٠؛٢٠")
ODD: tuple[Any, ...] = (*EMPTY, *NUMBERS, *DIGITS, *SEPARATORS, *DECIMALS, *LETTERS, *TO_THE_LEFT)


@dataclass
class Lobby:
    """A table of a game in the lobby, and the phone of its first player."""

    game: Game
    tables: Tables = field(default_factory=lambda: Tables(Log(":memory:"), registry(), clock=lambda: 1e9))
    tried: int = 0
    shown: int = 0

    def __post_init__(self) -> None:
        self.app: Flask = create_app(self.tables)
        self.app.config["PROPAGATE_EXCEPTIONS"] = False
        self.open()

    def open(self) -> None:
        """Open a new table."""
        self.code = self.tables.open_table(self.game.name, self.game.edition.id, self.game.edition.levels[-1])
        for name in ("Ann", "Bob", "Cid", "Dan", "Eve")[: max(3, self.game.edition.players[0])]:
            self.tables.act(self.code, None, TakeSeat(name, {}))
        token = self.app.extensions["companion"].tokens.admit(self.code, "s1", 0.0)
        self.phone: FlaskClient = self.app.test_client()
        self.phone.set_cookie(f"seat-{self.code}-s1", token)

    @property
    def rules(self) -> Any:
        return self.tables.table(self.code).rules

    def set(self, name: str, value: Any) -> TestResponse:
        """Return what a script is answered that sets the rule."""
        body = {"seat": "s1", "kind": "set_rule", "data": {"name": name, "value": value}}
        self.tried += 1
        return self.phone.post(f"/api/tables/{self.code}/actions", json=body)

    def check_pages(self, *more: str) -> None:
        """Check that all fragments of phone, screen and API can be shown."""
        here = f"/t/{self.code}"
        for path in (f"{here}/s/s1/part", f"{here}/screen", f"/api/tables/{self.code}/seats/s1", *more):
            answer = self.phone.get(path)
            assert answer.status_code == 200, (path, self.rules, answer.text[:300])
        self.shown += 1

    def try_out(self, rule: HouseRule) -> list[Any]:
        """Set every odd value: it is refused and nothing changed, or shown. Return those that can be had."""
        usual, kept = getattr(self.rules, rule.name), []
        for value in ODD:
            before = self.tables.table(self.code)
            answer = self.set(rule.name, value)
            assert answer.status_code in (200, 422), (rule.name, value, answer.text[:300])
            if answer.status_code == 422:
                assert answer.json
                assert self.tables.table(self.code) == before
            elif self.rules != before.rules:
                self.check_pages(*([f"/t/{self.code}/shape.txt"] if self.game.presets else []))
                kept.append(getattr(self.rules, rule.name))
        if self.game.presets:
            self.check_pages(f"/t/{self.code}/shape", f"/t/{self.code}/s/s1")
        self.tables.act(self.code, "s1", SetRule(rule.name, getattr(usual, "value", usual)))
        return kept


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.house_rules])
def test_every_odd_value_of_every_house_rule_is_refused_or_shown(name: str) -> None:
    """In the lobby, then in games that begin with the odd values of all rules that take any number or text."""
    lobby = Lobby(GAMES[name])
    kept = [(rule, lobby.try_out(rule)) for rule in lobby.game.house_rules]
    odd = {rule.name: values for rule, values in kept if values and (rule.number or rule.words)}
    begun = 0
    for turn in range(max(map(len, odd.values()), default=0)):
        lobby.open()
        for rule, values in odd.items():  # what does not go with the others is left out
            lobby.set(rule, values[turn % len(values)])
        try:
            lobby.tables.act(lobby.code, "s1", StartGame("s1"))
        except RuleError:
            continue
        lobby.check_pages(f"/t/{lobby.code}/s/s1/account")
        begun += 1
    print(f"{name}: {lobby.tried} values tried, shown {lobby.shown} times, {begun} games begun")
    assert lobby.tried >= len(ODD)
    assert begun or not odd


@pytest.mark.parametrize("typed", ["10;20", " 10 ; 20 ;", "10,20"])
@pytest.mark.parametrize("rule", ["quick", "starts"])
def test_a_list_of_amounts_is_kept_in_one_form_however_it_was_typed(rule: str, typed: str) -> None:
    lobby = Lobby(GAMES["any_game-any"])
    assert lobby.set(rule, typed).status_code == 200
    assert getattr(lobby.tables.table(lobby.code).rules, rule) == "10, 20"
    assert 'value="10; 20"' in lobby.phone.get(f"/t/{lobby.code}/s/s1/part?have=rules").text


def test_what_was_kept_with_semicolons_before_is_shown() -> None:
    """Logs and shapes of before have lists as they were typed."""
    with create_app(Tables(Log(":memory:"), registry())).test_request_context():
        assert i18n.typed_list("10;20, 30;") == "10; 20; 30"


@pytest.mark.logs("Exception on /t/")
def test_a_page_that_splits_a_list_at_commas_alone_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a list is kept as it was typed, and read otherwise than it was checked."""
    monkeypatch.setattr(referee_house_rules, "as_kept", lambda rule, value: value)
    monkeypatch.setattr(i18n, "split_list", lambda text: [part for part in text.split(",") if part.strip()])
    lobby = Lobby(GAMES["any_game-any"])
    quick = next(rule for rule in lobby.game.house_rules if rule.name == "quick")
    with pytest.raises(AssertionError, match="s1/part"):
        lobby.try_out(quick)
