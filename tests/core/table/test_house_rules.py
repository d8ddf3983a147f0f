"""House rules that decide what is played for: money, pots and seats of a table; many at once; and presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.edition import AnyNumber, AnyWords, Edition, HouseRule
from companion.core.errors import BadRequest, NotNow, RuleError, RuleRef
from companion.core.members import Preset, Presets
from companion.core.messages import Command
from companion.core.money.bank_messages import OfferLoan, Pay
from companion.core.money.currency import Currency
from companion.core.money.ledger import BANK, EVERYBODY, Account, Payee
from companion.core.plugin import Registry
from companion.core.table.commands import CorrectBooks, SetRule, SetRules, StartGame, TakeSeat
from companion.core.table.events import RulesChanged
from companion.core.text import Text, say
from companion.core.ui.choice import Option
from companion.store.log import Log
from companion.store.rows import TableRow
from companion.web.app import create_app
from tests.support.phones import SeatedPhone, whole
from tests.support.readers import reader_of
from tests.support.stakes import ANN, BOB, CID, CODE, POT, Stakes


@dataclass(frozen=True, slots=True)
class Rules:
    sign: str = "$"
    pots: int = 1
    seats: int = 3
    bank: bool = True
    evening: str = ""


def words(text: str) -> Text:
    return say("%(words)s", words=text)


def number(count: int) -> Text:
    return say("%(count)s", count=count)


REF = RuleRef("home", "1")
OPTIONS = (Option(True, say("yes")), Option(False, say("no")))


class Shaped(Stakes):
    """The game with a pot, whose tables choose sign, pots, seats and whether there is a bank."""

    edition = replace(Stakes.edition, rules=Rules())
    edition_varies = True
    presets = Presets(shapes=(Preset(say("Large"), say("many pots"), {"pots": 3, "sign": "€"}),), named_by="evening")

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        return (
            HouseRule("sign", say("Sign"), (), REF, words=AnyWords(3, words)),
            HouseRule("pots", say("Pots"), (), REF, AnyNumber(1, 3, number)),
            HouseRule("seats", say("Seats"), (), REF, AnyNumber(2, 6, number)),
            HouseRule("bank", say("Bank"), OPTIONS, REF),
            HouseRule("evening", say("Evening"), (), REF, words=AnyWords(20, words)),
        )

    def check_rules(self, rules: Rules) -> None:
        if rules.sign == "?":
            raise BadRequest(say("That is no sign."))

    def edition_at(self, rules: Rules) -> Edition:
        pots = {
            POT: Account(say("the pot"), True),
            "pot2": Account(say("the other"), True),
            "pot3": Account(say("third")),
        }
        return replace(
            self.edition,
            players=(2, rules.seats),
            accounts=dict([*pots.items()][: rules.pots]),
            currency=Currency("money", rules.sign, step=5),
            payees=frozenset(Payee) if rules.bank else frozenset(),
        )


class House:
    def __init__(self, start: bool = False, **rules: str | int | bool) -> None:
        self.games: Registry = {"stakes": {"home": Shaped()}}
        self.log = Log(":memory:")
        self.log.add_table(TableRow(CODE, "stakes", "home", "bank", False, "", 0.0))
        self.tables = Tables(self.log, self.games, clock=lambda: 0.0)
        for name in ("Ann", "Bob", "Cid"):
            self.act(None, TakeSeat(name, {}))
        self.act(ANN, SetRules(rules))
        if start:
            self.act(ANN, StartGame(ANN))

    def act(self, seat: str | None, command: Command) -> None:
        self.tables.act(CODE, seat, command)

    def refused(self, seat: str, command: Command, kind: type[RuleError] = BadRequest) -> str:
        before = self.tables.table(CODE)
        with pytest.raises(kind) as caught:
            self.act(seat, command)
        assert self.tables.table(CODE) == before
        return str(caught.value)

    @property
    def accounts(self) -> Mapping[str, int]:
        return self.tables.table(CODE).accounts


def test_several_rules_are_set_together_in_one_line_of_the_log() -> None:
    house = House(sign="€", pots=2)
    assert house.tables.table(CODE).rules == Rules("€", 2)
    (changed,) = [s.record.event for s in house.tables.history(CODE) if isinstance(s.record.event, RulesChanged)]
    assert dict(changed.values) == {"sign": "€", "pots": 2}
    before = house.tables.table(CODE).seq
    house.act(ANN, SetRules({"sign": " €  ", "pots": 2}))
    assert house.tables.table(CODE).seq == before, "nothing is new"


@pytest.mark.parametrize(
    "values",
    [
        {"sign": "long"},
        {"sign": 1},
        {"pots": "2"},
        {"pots": True},
        {"pots": 4},
        {"bank": 1},
        {"none": 1},
        {"sign": "?"},
    ],
)
def test_one_value_that_cannot_be_leaves_all_as_they_were(values: dict[str, str | int | bool]) -> None:
    house = House()
    house.refused(ANN, SetRules({"seats": 4, **values}))
    house.refused(ANN, SetRule(*next(iter(values.items()))))


def test_several_rules_at_once_are_for_the_lobby() -> None:
    house = House(start=True)
    house.refused(ANN, SetRules({"sign": "€"}), NotNow)
    house.act(ANN, SetRule("sign", "€"))
    assert house.tables.table(CODE).motions, "one by one, with everybody's consent"


def test_accounts_are_opened_and_closed_with_the_rules() -> None:
    house = House(pots=3)
    assert {*house.accounts} == {BANK, POT, "pot2", "pot3", ANN, BOB, CID}
    house.act(ANN, SetRule("pots", 1))
    assert {*house.accounts} == {BANK, POT, ANN, BOB, CID}


def test_no_account_with_money_in_it_is_closed() -> None:
    house = House(start=True, pots=2)
    house.act(ANN, Pay("pot2", 100))
    assert "a pot with money in it" in house.refused(ANN, SetRule("pots", 1))


def test_there_are_no_fewer_seats_than_players_and_no_more_players_than_seats() -> None:
    house = House()
    assert "3 players are seated" in house.refused(ANN, SetRule("seats", 2))
    house.refused(ANN, TakeSeat("Dan", {}), NotNow)
    house.act(ANN, SetRule("seats", 4))
    house.act(None, TakeSeat("Dan", {}))


def test_whom_one_can_pay_and_with_what_the_rules_say() -> None:
    house = House(start=True)
    house.act(ANN, Pay(EVERYBODY, 100))
    assert [house.accounts[seat] for seat in (ANN, BOB, CID)] == [4_300, 4_600, 4_600]
    for command in (Pay(BOB, 12), OfferLoan(BOB, 10, 1), CorrectBooks(BANK, ANN, 1)):
        assert "The smallest amount here is $5" in house.refused(ANN, command)
    poor = House(start=True, bank=False)
    for command in (Pay(BOB, 10), Pay(BANK, 10), OfferLoan(BOB, 10)):
        assert poor.refused(ANN, command, NotNow) == "This game is not played for money."
    assert reader_of(poor.tables, CODE, ANN).cash is None
    assert reader_of(poor.tables, CODE, ANN).page.money == ()


def test_nobody_can_pay_everybody_where_the_edition_does_not_say_so() -> None:
    plain = Tables(Log(":memory:"), {"stakes": {"home": Stakes()}}, clock=lambda: 0.0)
    code = plain.open_table("stakes", "home", Stakes.edition.levels[0])
    for name in ("Ann", "Bob"):
        plain.act(code, None, TakeSeat(name, {}))
    plain.act(code, ANN, StartGame(ANN))
    with pytest.raises(BadRequest):
        plain.act(code, ANN, Pay(EVERYBODY, 1))


def test_the_file_of_such_a_table_is_sound_and_read_again() -> None:
    house = House(start=True, pots=2, sign="€")
    house.act(ANN, Pay("pot2", 50))
    assert problems(house.log, house.games) == []
    again = Tables(house.log, house.games, clock=lambda: 0.0)
    assert again.table(CODE) == house.tables.table(CODE)


# --- on a phone ---------------------------------------------------------------------------------


def test_a_game_is_set_up_in_one_form_from_a_preset() -> None:
    tables = Tables(Log(":memory:"), House().games, clock=lambda: 0.0)
    code = tables.open_table("stakes", "home", Shaped.edition.levels[0])
    ann = SeatedPhone.take_seat(create_app(tables), code, "Ann")
    assert ann.offers("set_rules")[0] == {"values": {"sign": "€", "pots": 3, "seats": 3, "bank": True}}
    ann.press("set_rules")
    assert tables.table(code).rules == Rules("€", 3)
    assert 'aria-pressed="true"' in whole(ann.client, f"/t/{code}/s/{ann.seat}")


def test_rules_are_kept_by_name_for_another_table_and_forgotten() -> None:
    house = House()
    tables = Tables(Log(":memory:"), house.games, clock=lambda: 0.0)
    app = create_app(tables)
    one, two = (tables.open_table("stakes", "home", Shaped.edition.levels[0]) for _ in range(2))
    ann, bob = SeatedPhone.take_seat(app, one, "Ann"), SeatedPhone.take_seat(app, two, "Bob")
    tables.act(one, ann.seat, SetRules({"sign": "£", "evening": "Friday"}))
    assert ann.client.post(f"/t/{one}/presets", data={"name": " Ours "}).status_code == 303
    assert {"values": {"sign": "£", "pots": 1, "seats": 3, "bank": True, "evening": "Ours"}} in bob.offers("set_rules")
    assert "Ours" in bob.page
    assert bob.client.post(f"/t/{two}/presets", data={"name": "Ours", "forget": "1"}).status_code == 303
    assert "Ours" not in bob.page
    assert bob.client.post(f"/api/tables/{two}/presets", json={"name": ""}).status_code == 422
    assert app.test_client().post(f"/api/tables/{two}/presets", json={"name": "Ours"}).status_code == 401
