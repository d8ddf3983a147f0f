"""The secrets of a table of 1983: beliefs before the reveal, fever notes, cards.

As in ``test_vote_noninterference``: the same evening is played with different secrets, the same clock, luck and
nonces. Seals, which must differ, are masked; everything that anybody can look at is compared byte by byte.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.errors import IllegalMove
from companion.core.secrets.ballot import commitment
from companion.core.secrets.exchange import Shown
from companion.core.table.commands import Agree, AllowAnyway, SetRule, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.messages import LayCards, RollTwoDice, SealFever
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.rules.turn import seal_of
from companion.store.log import Log
from companion.testing.secrecy import Seen, masked
from tests.faults.onlooker import SEED, files_of, looked_at
from tests.faults.support import app_over, figure, opening_of, phones_of, predictable_secrets, refused, sealed

FEVERED = ("A5-1", "A5-2", "A5-3")


def nonce(name: str) -> str:
    return random.Random(name).randbytes(32).hex()


def notes(code: str, seat: str, steers: tuple[str, ...], fevered: tuple[str, ...]) -> dict[str, str]:
    return {steer: seal_of(code, seat, steer, steer in fevered, nonce(steer)) for steer in steers}


def evening(path: Path, fevered: tuple[str, ...], kind: type[Tables] = Tables) -> tuple[Tables, str, list[str]]:
    """Return a table of three where all have noted the fever, and the seals of Ann's notes."""
    tables = kind(Log(path), registry(), clock=lambda: 1_000_000.0, chance=random.Random(SEED))
    code = tables.open_table("abilene", "1983", Level.BOARD)
    for name, ranch in zip(("Ann", "Bob", "Cid"), "ABC", strict=True):
        tables.act(code, None, TakeSeat(name, {"ranch": ranch}))
    tables.act(code, "s1", SetRule("duels", "cards"))
    tables.act(code, "s1", StartGame("s1"))
    seals: list[str] = []
    for seat, letter in zip(("s1", "s2", "s3"), "ABC", strict=True):
        steers = tuple(f"{letter}5-{at}" for at in range(1, 10))
        own_notes = notes(code, seat, steers, fevered if seat == "s1" else steers[:3])
        tables.act(code, seat, SealFever(own_notes))
        seals += own_notes.values()
    return tables, code, seals


def arrange(tables: Tables, code: str, change: Callable[[Position], Position]) -> None:
    """Arrange the figures like this; everybody agrees, and allows it where some are out of the game."""
    position = change(tables.table(code).play.position)
    figures = ArrangeBoard(position.cows, position.cowboys, {}, {})
    try:
        tables.act(code, "s1", figures)
    except IllegalMove:
        tables.act(code, "s1", AllowAnyway(tables.live(code).codec.write(figures)))
    for seat in ("s2", "s3"):
        tables.act(code, seat, Agree(tables.table(code).motions[-1].id))


def differing(runs: Mapping[str, Seen]) -> list[str]:
    """Return what tells one run from the first."""
    (first, seen), *other_runs = runs.items()
    found = []
    for name, other in other_runs:
        assert seen.keys() == other.keys()
        found += [f"{channel} tells {name} from {first}" for channel in seen if seen[channel] != other[channel]]
    return found


# --- fever and belief -------------------------------------------------------------------------


def sale(folder: Path, fevered: tuple[str, ...], beliefs: tuple[str, ...], kind: type[Tables] = Tables) -> Seen:
    """Return a sale of a steer that every run says is healthy, up to just before the last vote is opened."""
    folder.mkdir(parents=True)
    tables, code, seals = evening(folder / "box.sqlite", fevered, kind)
    arrange(tables, code, lambda now: replace(now, cows=tuple(sorted({*now.cows} - {"A5-5"} | {"A2-0"}))))
    tables.act(code, "s1", MoveCow("A2-0", "town", 0))
    ballot = tables.table(code).ballot
    assert ballot
    app = app_over(tables)
    phones = phones_of(app, code)
    votes = {seat: opening_of(choice, seat) for seat, choice in zip(ballot.voters, beliefs, strict=True)}
    seals += [commitment(code, ballot.id, seat, opening) for seat, opening in votes.items()]
    seen: Seen = {}
    for seat, opening in votes.items():
        answer = phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening), id=f"seal-{seat}")
        assert answer.status_code == 200
        seen[f"answer to {seat}"] = answer.data
    seen |= files_of(folder, "sealed")
    for seat in ballot.voters[:-1]:
        assert phones[seat].open(ballot.id, votes[seat]).status_code == 200
    seen |= looked_at(app, phones, "opening")
    tables.log.close()
    return masked(seen | files_of(folder, "closed"), seals)


def run_all(
    monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str], runs: Mapping[str, Callable[[], Seen]]
) -> dict[str, Seen]:
    found = {}
    for name, run in runs.items():
        predictable_secrets(monkeypatch, SEED)
        spoken()
        found[name] = {**run()}
        found[name]["printed and logged"] = spoken().encode()
    return found


def test_nothing_tells_belief_from_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    chosen = list(product(map(str, Belief), repeat=2))
    runs = {str(each): lambda each=each: sale(tmp_path / "".join(each), FEVERED, each) for each in chosen}
    assert differing(run_all(monkeypatch, spoken, runs)) == []
    figure("vote_noninterference (1983)", len(chosen))


def test_nothing_tells_which_steers_have_the_fever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    steers = tuple(f"A5-{at}" for at in (1, 2, 3, 4, 6, 7, 8, 9))
    chosen = list(combinations(steers, 3))[::9]
    runs = {str(each): lambda each=each: sale(tmp_path / "".join(each), each, ("b", "n")) for each in chosen}
    assert differing(run_all(monkeypatch, spoken, runs)) == []
    figure("fever_noninterference", len(chosen))


class Remembers(Tables):
    """Broken on purpose: says in the log for the box's owner what came in."""

    def show(self, code: str, seat: str, showdown: str, shown: Shown) -> Shown | None:
        logging.getLogger("companion").debug("%s laid %s", seat, shown.laid)
        return super().show(code, seat, showdown, shown)


# --- cards ------------------------------------------------------------------------------------


def duel(folder: Path, attacker: str, defender: str, kind: type[Tables] = Tables) -> Seen:
    """Return a duel that the attacker wins: all that is seen until it is over, but for what each phone was shown."""
    folder.mkdir(parents=True)
    tables, code, seals = evening(folder / "box.sqlite", FEVERED, kind)
    arrange(tables, code, lambda now: replace(now, cowboys={"B4-1": "s1", "A3-3": "s1", "B4-2": "s2", "C3-1": "s3"}))
    for command in (EndStep(Step.CATTLE), RollTwoDice((1, 0)), MoveCowboy("B4-1", "B4-2", 0)):
        tables.act(code, "s1", command)
    app = app_over(tables)
    phones = phones_of(app, code)
    laid = {"s1": attacker, "s2": defender}
    seen: Seen = {}
    for seat, cards in laid.items():
        seal = cardplay.seal_of(code, "1", seat, cards, nonce(seat))
        seals.append(seal)
        tables.act(code, seat, LayCards("1", len(cards.split()), seal))
    seen |= looked_at(app, phones, "both have laid")
    for receipt in (False, True):
        for seat, cards in laid.items():
            other = "s2" if seat == "s1" else "s1"
            body = {"seat": seat, "showdown": "1", "laid": cards, "nonce": nonce(seat), "past": {}}
            body["receipt"] = nonce(other) if receipt else ""
            address, phone = f"/api/tables/{code}/showings", phones[seat]
            assert phone.client.post(address, json=body, headers=phone.headers()).status_code == 200
            seen |= files_of(folder, f"{seat} {receipt}")
            if not receipt:
                seen |= looked_at(app, phones, f"{seat} has shown")
    seen |= looked_at(app, phones, "both know")
    assert tables.table(code).play.duels
    assert tables.live(code).disclosed.shown == {}
    tables.log.close()
    return masked(seen | files_of(folder, "closed"), seals)


HANDS = (("C10 CK", "H9"), ("C9 C10", "H2"), ("C2 C3", "HQ"), ("C8 CQ", "HA"))


def test_nothing_tells_one_card_from_another_before_during_and_after_a_duel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    runs = {
        f"{one} against {two}": lambda at=at, one=one, two=two: duel(tmp_path / str(at), one, two)
        for at, (one, two) in enumerate(HANDS)
    }
    assert differing(run_all(monkeypatch, spoken, runs)) == []
    figure("hand_noninterference", len(HANDS))


def test_a_box_that_talks_about_cards_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control."""
    runs = {
        one: lambda at=at, one=one, two=two: duel(tmp_path / str(at), one, two, Remembers)
        for at, (one, two) in enumerate(HANDS[:2])
    }
    assert any("printed and logged" in leak for leak in differing(run_all(monkeypatch, spoken, runs)))


# --- what the box refuses ---------------------------------------------------------------------

BAD_SHOWINGS: tuple[dict[str, object], ...] = (
    {},
    {"showdown": 1},
    {"laid": ["C10"]},
    {"laid": "C10 C10"},
    {"laid": "\u0000"},
    {"laid": "C10" * 10_000},
    {"nonce": ""},
    {"nonce": "zz" * 32},
    {"nonce": 7},
    {"receipt": None},
    {"past": []},
    {"past": {"1": None}},
    {"past": {"1": {"mine": "C10"}}},
    {"past": {"x" * 10_000: {"mine": "", "my_nonce": ""}}},
    {"seat": "s3"},
    {"seat": "s9"},
)


def test_a_showing_that_is_none_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    tables, code, _ = evening(tmp_path / "box.sqlite", FEVERED)
    arrange(tables, code, lambda now: replace(now, cowboys={"B4-1": "s1", "A3-3": "s1", "B4-2": "s2", "C3-1": "s3"}))
    for command in (EndStep(Step.CATTLE), RollTwoDice((1, 0)), MoveCowboy("B4-1", "B4-2", 0)):
        tables.act(code, "s1", command)
    for seat, cards in (("s1", "C10"), ("s2", "H2")):
        tables.act(code, seat, LayCards("1", 1, cardplay.seal_of(code, "1", seat, cards, nonce("other"))))
    phone = phones_of(app_over(tables), code)["s1"]
    good = {"seat": "s1", "showdown": "1", "laid": "C10", "nonce": nonce("s1"), "receipt": "", "past": {}}
    before = tables.table(code)
    for wrong in BAD_SHOWINGS:
        answer = phone.client.post(f"/api/tables/{code}/showings", json={**good, **wrong}, headers=phone.headers())
        refused(answer, 403, 404, 413, 422)
    assert tables.table(code) == before
    assert tables.live(code).disclosed.shown == {}
