"""Nobody agrees to what he cannot read: every question tells what it would make true, on the page and in the API."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.app.tables import Tables
from companion.core.messages import Command, Message, kind_of
from companion.core.money.bank_messages import AcceptLoan, OfferLoan, Pay
from companion.core.referee.consent import ASKING
from companion.core.referee.parting import PARTINGS, LeaveGame, StopGame
from companion.core.secrets.ballot import VoidBallot
from companion.core.table.commands import AdmitPhone, AllowAnyway, CorrectBooks, RemoveSeat, SetLevel, SetRule, TakeIn
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import ArrangeBoard, MoveCowboy
from companion.games.abilene.edition_1983.messages import OpenFever, TellDuel, TurnSteer
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1993.messages import RecordTown, ShowSticker
from companion.games.any_game.messages.bank import MoveMoney
from companion.games.any_game.messages.betting import AwardPot, DealHand, Rebuy
from companion.games.any_game.messages.play import FinishGame, NameBanker, Take
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.unexploded_cow import commands as cow
from companion.games.western_town.lincoln.count import CountUp
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.store import phones
from tests.faults.support import app_over, phones_of
from tests.games.unexploded_cow.night import CowNight
from tests.support.any_evening import AnyEvening
from tests.support.phones import as_read, unbroken
from tests.support.prairie import PrairieNight
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CID, DAN, Night
from tests.support.western import ROBIN, TownEvening

LAST_TURN = 4

Asked = tuple[Tables, str]
"""tables of which one waits for an answer, and its code"""


def asked(night: Any) -> Asked:
    return night.tables, night.table.code


def paid(seat: str, command: Any, level: Level = Level.BANK) -> Asked:
    night = Night(4, level)
    night.act(ANN, Pay(BOB, 500, "a bet"))
    night.act(BOB, Pay(CID, 300))
    night.act(seat, command)
    return asked(night)


def two_undone() -> Asked:
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 500, "a bet"))
    night.act(BOB, Pay(CID, 300))
    night.undo(DAN, 2)
    return asked(night)


def on_sale(*votes: str) -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    if votes:
        night.vote(*votes)
    return night


def typed(*cards: str) -> Asked:
    night = on_sale()
    night.cards_on_the_table(BOB, *cards)
    return asked(night)


def voted_again() -> Asked:
    night = on_sale()
    night.act(BOB, VoidBallot(night.ballot.id))
    return asked(night)


def sticker() -> Asked:
    night = on_sale("OWN", "NONE", "FOREIGN")
    night.act(BOB, ShowSticker("A", 600))
    return asked(night)


def arranged() -> Asked:
    night = Night()
    now = night.board.move_cow("A6-0", "A7-1")
    night.act(ANN, ArrangeBoard(now.cows, dict(now.cowboys), dict(now.town), dict(now.jail)))
    return asked(night)


def in_a_lobby() -> Asked:
    night = Night(3, start=False)
    for seat in night.table.ids:
        phones.admit(night.log, night.code, seat, "a phone", 0.0, serving=False)
        phones.role(night.log, night.code, seat, "a phone")
    night.act(ANN, RemoveSeat(CID))
    return asked(night)


def steer(command: Any, seat: str) -> Asked:
    """Return the moment when Ann sells a steer of Bob's."""
    night = PrairieNight()
    night.put(cows=("A2-0",), gone=("B5-5",))
    night.drive("A2-0", "town")
    night.believe(Belief.DOUBTS, Belief.DOUBTS)
    night.act(seat, command)
    return asked(night)


def duel() -> Asked:
    night = PrairieNight(duels="cards")
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2", "B3-3"))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(ANN, TellDuel(ANN))
    return asked(night)


def any_evening(command: Any, seat: str = ANN, **rules: Any) -> Asked:
    evening = AnyEvening(3, **rules)
    evening.act(seat, command)
    return asked(evening)


def corrected() -> Asked:
    evening = AnyEvening(3, scores=True, bank=False, sheet="rounds", turns=True)
    evening.act(ANN, WriteRow({ANN: 1, BOB: 2, CID: 3}))
    evening.act(ANN, WriteRow({BOB: 20}, 1))
    return asked(evening)


def broke() -> Asked:
    evening = AnyEvening(2, turns=True, bank=False, sign="", start=20, betting=True, blind=40)
    evening.act(ANN, DealHand())
    evening.act(BOB, AwardPot((BOB,)))
    evening.act(ANN, Rebuy())
    return asked(evening)


def cows(command: Any, level: Level = Level.BOARD) -> Asked:
    night = CowNight(level=level)
    night.act(ANN, command)
    return asked(night)


def towns(command: Any, turns: int) -> Asked:
    evening = TownEvening().start()
    evening.give(ROBIN, {Resource.LURE: 7})
    for turn in range(turns):
        evening.turn(*(() if turn == LAST_TURN else (Expectation.LURE,)))
    evening.act(ROBIN, command)
    return asked(evening)


CASES: dict[str, tuple[Callable[[], Asked], str, tuple[str, ...]]] = {
    "undo": (two_undone, BOB, ("Ann paid Bob $500: a bet", "Bob paid Cid $300")),
    "set_rule": (lambda: paid(ANN, SetRule("loan_anytime", True)), BOB, ("House rule changed:",)),
    "set_level": (lambda: paid(ANN, SetLevel(Level.BANK), Level.BOARD), BOB, ("The box does from now on:",)),
    "correct_books": (lambda: paid(ANN, CorrectBooks(BOB, CID, 700, "forgotten")), BOB, ("$700 from Bob to Cid",)),
    "admit_phone": (lambda: paid(ANN, AdmitPhone(BOB, "claim")), CID, ("Bob",)),
    "remove_seat": (in_a_lobby, BOB, ("Cid",)),
    "take_in": (lambda: any_evening(TakeIn("Dot", 900)), BOB, ("Dot",)),
    "enter_votes": (
        lambda: typed("OWN", "NONE", "FOREIGN"),
        CID,
        ("Bob: Ann's own brand", "Cid: no brand", "Dan: rustled"),
    ),
    "void_ballot": (voted_again, CID, ("The vote is held again",)),
    "allow_anyway": (
        lambda: paid(ANN, AllowAnyway(Message("borrow_from_bank", {"amount": 100}))),
        BOB,
        ("Ann borrowed $100 from the bank",),
    ),
    "abilene arrange_board": (arranged, BOB, ("Cattle: A6-0 → A7-1",)),
    "abilene leave_game": (lambda: paid(ANN, LeaveGame(), Level.BOARD), BOB, ("Ann",)),
    "abilene stop_game": (lambda: paid(ANN, StopGame()), BOB, ("The game ended",)),
    "abilene show_sticker": (sticker, CID, ("600",)),
    "abilene turn_steer": (lambda: steer(TurnSteer(False), CID), BOB, ("healthy",)),
    "abilene open_fever": (
        lambda: steer(OpenFever("B5-5", False, PrairieNight().nonce("B5-5")), BOB),
        ANN,
        ("healthy",),
    ),
    "abilene tell_duel": (duel, BOB, ("Ann",)),
    "any_game take": (
        lambda: any_evening(Take(50, words="passed the start"), taking="consent"),
        BOB,
        ("passed the start",),
    ),
    "any_game move_money": (
        lambda: any_evening(
            MoveMoney(50, "pot1", "pot2", "a station"), taking="consent", pots="Red, Blue", pot_starts="500, 300"
        ),
        BOB,
        ("a station",),
    ),
    "any_game write_row": (corrected, BOB, ("20",)),
    "any_game rebuy": (broke, BOB, ("20",)),
    "any_game finish_game": (lambda: any_evening(FinishGame()), BOB, ("The game ended",)),
    "any_game name_banker": (lambda: any_evening(NameBanker(BOB), CID), BOB, ("Ben",)),
    "unexploded_cow leave_game": (lambda: cows(LeaveGame()), BOB, ("Ann",)),
    "unexploded_cow stop_game": (lambda: cows(StopGame()), BOB, ("The game ended",)),
    "unexploded_cow close_game": (lambda: cows(cow.CloseGame("s1"), Level.BANK), BOB, ("Ann",)),
    "western_town stop_game": (lambda: towns(StopGame(), 0), BOB, ("The game ended",)),
    "western_town count_up": (lambda: towns(CountUp(), 5), BOB, ("The game ended",)),
}


def asking_commands() -> set[str]:
    """Return all commands that others are asked about: those of all tables, and those of a game's ``consent``."""
    found = {kind_of(command) for command in (*ASKING, AllowAnyway)}
    folder = Path(companion.games.__file__).parent
    for editions in registry().values():
        for game in editions.values():
            named = {name for file in (folder / game.name).rglob("*.py") for name in _named(file)}
            asking = [each for each in game.commands if each in PARTINGS or each.__name__ in named]
            found |= {f"{game.name} {kind_of(each)}" for each in asking}
    return found


def _named(file: Path) -> set[str]:
    """Return what stands in the functions of a module that say whose consent is needed."""
    tree = ast.parse(file.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and "consent" in node.name]
    inside = [node for function in functions for node in ast.walk(function)]
    return {node.id for node in inside if isinstance(node, ast.Name)} | {
        node.attr for node in inside if isinstance(node, ast.Attribute)
    }


def test_every_command_that_asks_is_among_them() -> None:
    assert set(CASES) == asking_commands()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_a_question_would_make_true_stands_on_the_page_and_in_the_api(
    case: tuple[Callable[[], Asked], str, tuple[str, ...]],
) -> None:
    ask, reader, facts = case
    tables, code = ask()
    phone = phones_of(app_over(tables), code)[reader]
    phone.client.set_cookie(f"seat-{code}-{reader}", phone.token)
    page = phone.client.get(f"/t/{code}/s/{reader}/part?have=asked").text
    (motion,) = phone.view()["motions"]
    lines = [line["text"] for line in motion["meant"]]
    shown = re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", as_read(page))))
    assert lines, "nothing is told"
    for fact in facts:
        assert any(fact in line for line in lines), (fact, lines)
    for line in lines:
        assert unbroken(line) in shown, (line, shown)


def test_what_the_question_says_is_not_said_again_below_it() -> None:
    """A line more said that Ann had arranged the figures."""
    tables, code = arranged()
    (motion,) = phones_of(app_over(tables), code)[BOB].view()["motions"]
    assert [line["text"] for line in motion["meant"]] == ["Cattle: A6-0 → A7-1"]


def test_what_is_asked_already_is_not_offered_to_be_asked_again() -> None:
    """The button stood below the question, and pushed out of sight what a seller waits for."""
    night = on_sale()
    night.seal(dict.fromkeys(night.ballot.voters, "OWN"))

    def offered() -> set[str]:
        code, found = night.table.code, set()
        for seat, phone in phones_of(app_over(night.tables), code).items():
            phone.client.set_cookie(f"seat-{code}-{seat}", phone.token)
            if 'data-kind="void_ballot"' in phone.client.get(f"/t/{code}/s/{seat}").text:
                found.add(seat)
        return found

    assert offered() == set(night.table.ids)
    night.act(BOB, VoidBallot(night.ballot.id))
    assert offered() == set()


def test_ones_own_card_comes_first_and_only_ones_own_phone_can_compare_it() -> None:
    night = on_sale()
    night.seal(dict.fromkeys(night.ballot.voters, "OWN"))
    night.cards_on_the_table(BOB, "OWN", "OWN", "NONE")
    seats = phones_of(app_over(night.tables), night.table.code)
    for seat in (CID, DAN):
        first, *later = seats[seat].view()["motions"][0]["meant"]
        card = "NONE" if seat == DAN else "OWN"
        assert (first["concerns_reader"], first["card"], first["sealed"]) == (True, card, night.ballot.sealed[seat])
        assert [(line["concerns_reader"], line["card"], line["sealed"]) for line in later] == [(False, "", "")] * 2


def test_an_undo_names_everything_that_it_takes_back_and_nothing_that_stays() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, Pay(BOB, 500))
    night.act(ANN, RecordTown())
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 600)
    night.act(BOB, Pay(CID, 100))
    for number in range(30):
        night.act(CID, Pay(DAN, 100 + number))
    night.undo(DAN, 33)
    view = phones_of(app_over(night.tables), night.table.code)[ANN].view()
    lines = [line["text"] for line in view["motions"][0]["meant"]]
    assert view["motions"][0]["meant"][0]["amount"] == 0
    bobs = phones_of(app_over(night.tables), night.table.code)[BOB].view()["motions"][0]["meant"][0]
    assert (bobs["text"], bobs["amount"]) == ("Bob paid Cid $100", 100), "it comes back to him"
    taken = [line["text"] for line in view["log"] if line["seq"] > night.table.done[-33].before]
    assert "Ann paid Bob $500" not in lines
    assert sorted(lines) == sorted(line for line in taken if not line.startswith("Asked: "))


def test_what_a_question_settles_tells_nobody_what_another_has() -> None:
    evening = AnyEvening(3, open_cash=False)
    evening.act(ANN, OfferLoan(BOB, 1_000, 100))
    evening.act(BOB, AcceptLoan(*evening.table.loans))
    evening.act(BOB, Pay(CID, 2_437))
    evening.act(ANN, FinishGame())
    lines = phones_of(app_over(evening.tables), evening.table.code)[CID].view()["motions"][0]["meant"]
    assert [line["text"] for line in lines] == ["The game ended: you ended it together"]


@pytest.mark.parametrize("question", [OfferLoan(ANN, 500, 0), SetLevel(Level.BOARD)])
def test_beside_a_question_of_somebody_else_nothing_of_ones_own_is_meant_first(question: Command) -> None:
    night = Night(4, Level.BANK)
    first, offered = choices_of(night)
    assert first
    night.act(BOB, question)
    assert choices_of(night) == ([], offered)


def choices_of(night: Night) -> tuple[list[str], list[str]]:
    """Return the kinds of what Ann's page means first, and of all that it offers."""
    view = reader_of(night.tables, night.table.code, ANN)
    return [each.kind for each in view.main], [each.kind for each in view.choices]
