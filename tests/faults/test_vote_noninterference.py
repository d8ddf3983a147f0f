"""``vote_noninterference``: no vote is readable before the reveal, by anybody, on any channel.

Combinations of votes are run up to just before the reveal, with the same clock, the same luck and the same nonces.
Two runs may differ only in the commitments; these are masked, and everything that anybody can look at is
compared byte by byte: the files, what the server printed and logged, every answer, every page of every seat and of the
table screen, the API, the exports, the streams.

`make test` runs combinations in which every two voters show every pair of cards (all of them, where two vote): what
tells a card, or two cards beside each other, shows there. `make torture` runs every combination.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import combinations, count, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app.tables import Tables
from companion.core.secrets.ballot import Ballot, Opening, commitment
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.games.abilene.edition_1993.money.herds import CorralCard
from companion.store.log import Log
from companion.testing.secrecy import Seen, addresses
from tests.faults.onlooker import ELSEWHERE, SEED, files_of, listening, looked_at
from tests.faults.sealing import Choices, answered, leaks
from tests.faults.support import (
    Phone,
    app_over,
    figure,
    opening_of,
    phones_of,
    playing,
    refused,
    sealed,
)

FEWEST = 3
CARDS = tuple(card.value for card in CorralCard)


def start_vote(path: Path, players: int, kind: type[Tables] = Tables) -> tuple[Tables, str, Ballot]:
    """Return a table where a sale has just been opened; the clock stands still."""
    tables = kind(Log(path), registry(), clock=lambda: 1_000_000.0, chance=random.Random(SEED))
    code = playing(tables, players, Level.BANK)
    tables.act(code, "s1", RecordTown())
    ballot = tables.table(code).ballot
    assert ballot
    return tables, code, ballot


def run(folder: Path, choices: Choices, kind: type[Tables] = Tables, thorough: bool = False) -> tuple[Seen, list[str]]:
    """Hold a vote up to just before the reveal. Return everything seen on the way, and its commitments.

    ``thorough``: what is everybody's is looked at from every seat, not from one and by the table screen.
    """
    folder.mkdir(parents=True)
    tables, code, ballot = start_vote(folder / "box.sqlite", len(choices) + 1, kind)
    app = app_over(tables)
    phones = phones_of(app, code)
    votes = {seat: opening_of(choice, seat) for seat, choice in zip(ballot.voters, choices, strict=True)}
    seen: Seen = {}
    with listening(tables, app, phones) as screen:
        for seat, opening in votes.items():
            answer = phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening), id=f"seal-{seat}")
            seen |= answered(answer, f"seal of {seat}", screen)
        seen |= files_of(folder, "sealed")
        if len(phones) == FEWEST:  # the box knows nothing but commitments yet, so that one size of table is enough
            last = ballot.voters[-1]
            seen |= looked_at(app, phones if thorough else {last: phones[last]}, "sealed")
        for seat in ballot.voters[:-1]:
            seen |= answered(phones[seat].open(ballot.id, votes[seat]), f"opening of {seat}", screen)
    assert all(lines for name, lines in seen.items() if name.startswith("stream")), "nothing was heard"
    small = len(phones) == FEWEST and not thorough  # larger tables have the same pages
    readers = ballot.voters if thorough else () if small else ballot.voters[-1:]
    seen |= looked_at(app, phones, "opening", readers, of_the_box=not small) | files_of(folder, "opening")
    assert tables.opened(code) == ballot.voters[:-1]
    tables.log.close()
    seen |= files_of(folder, "closed")
    return seen, [commitment(code, ballot.id, seat, opening) for seat, opening in votes.items()]


def every_pair(voters: int) -> list[tuple[str, ...]]:
    """Return combinations for two to four voters in which every two of them show every pair of cards."""
    return [
        tuple(CARDS[each % 3] for each in (a, b, a + b, a + 2 * b)[:voters]) for b, a in product(range(3), repeat=2)
    ]


def test_every_two_voters_show_every_pair_of_cards() -> None:
    for voters in (2, 3, 4):
        chosen = every_pair(voters)
        for one, two in combinations(range(voters), 2):
            assert {(votes[one], votes[two]) for votes in chosen} == set(product(CARDS, repeat=2))


@pytest.mark.logs("a camera with a wrong key")
@pytest.mark.parametrize("players", [3, 4])
def test_nothing_tells_one_vote_from_another(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    chosen = every_pair(players - 1)
    assert list(leaks(tmp_path, run, chosen, monkeypatch, spoken)) == []
    figure(f"vote_noninterference ({players} players)", len(chosen))


@pytest.mark.logs("a camera with a wrong key")
@pytest.mark.torture
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_tells_any_combination_of_votes_from_another(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    chosen = list(product(CARDS, repeat=players - 1))
    thoroughly = partial(run, thorough=True)
    assert list(leaks(tmp_path, thoroughly, chosen, monkeypatch, spoken)) == []
    figure(f"vote_noninterference ({players} players)", len(chosen))


# --- versions of fragments, which are masked above --------------------------------------------


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare versions as well."""
    monkeypatch.setattr("companion.testing.secrecy.VERSION", re.compile(rb"(?!)"))


@pytest.mark.usefixtures("versions")
def test_no_version_of_a_fragment_depends_on_a_sealed_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Commitments that are made of the nonce alone are the same whatever is chosen, and so is every version."""

    def of_nothing(table: str, ballot: int, seat: str, opening: Opening) -> str:
        return commitment(table, ballot, seat, Opening("", opening.nonce))

    for module in ("companion.core.secrets.opening", "tests.faults.support"):
        monkeypatch.setattr(f"{module}.commitment", of_nothing)
    assert list(leaks(tmp_path, run, every_pair(2), monkeypatch, spoken)) == []


@pytest.mark.usefixtures("versions")
def test_versions_of_equal_choices_differ_with_their_commitments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control, and why the pages of two tables differ: the same cards, sealed with other nonces."""
    drawn, as_ever = count(), opening_of

    def opening(choice: str, seat: str) -> Opening:
        return as_ever(choice, f"{seat} {next(drawn) // 2}")

    monkeypatch.setattr("tests.faults.test_vote_noninterference.opening_of", opening)
    found = list(leaks(tmp_path, run, [(CARDS[0], CARDS[0])] * 2, monkeypatch, spoken))
    assert any("/part tells" in leak for leak in found)


# --- negative controls: boxes that cannot keep a secret ---------------------------------------


class Writes(Tables):
    """Broken on purpose: keeps what it was shown in the file, for after a restart."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        seq = super().open_vote(code, seat, ballot, opening)
        with self.log.writing() as database:
            database.execute("REPLACE INTO settings (name, value) VALUES (?, ?)", (f"vote {seat}", opening.choice))
        return seq


class Logs(Tables):
    """Broken on purpose: a line in the box's log."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        logging.getLogger("companion").debug("%s opened %s", seat, opening.choice)
        return super().open_vote(code, seat, ballot, opening)


class Hints(Tables):
    """Broken on purpose: the answer depends on the choice, by one."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        return super().open_vote(code, seat, ballot, opening) + CARDS.index(opening.choice)


class RingsTwice(Tables):
    """Broken on purpose: the listeners of the table hear one more ring for one card."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        seq = super().open_vote(code, seat, ballot, opening)
        if opening.choice == CARDS[1]:
            self.bell.notify(code, seq)
        return seq


@pytest.mark.parametrize(
    ("kind", "channel"),
    [
        (Writes, "file box.sqlite"),
        (Logs, "printed and logged"),
        (Hints, "answer to the opening"),
        (RingsTwice, "stream of numbers at the opening"),
    ],
)
def test_a_box_that_cannot_keep_a_secret_is_caught(
    kind: type[Tables], channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control."""
    found = leaks(tmp_path, partial(run, kind=kind), every_pair(2), monkeypatch, spoken)
    assert any(channel in leak for leak in found)


def whispering(tables: Tables, app_over: Callable[[Tables], Flask] = app_over) -> Flask:
    """Return the application with a page whose author did not think of votes: broken on purpose."""
    app = app_over(tables)
    app.add_url_rule("/t/<code>/whisper", view_func=lambda code: str(tables.live(code).disclosed.openings))
    return app


def test_a_new_page_that_tells_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> None:
    """Negative control: the pages are those that there are, and not a list that somebody keeps."""
    monkeypatch.setattr("tests.faults.test_vote_noninterference.app_over", whispering)
    assert any("/whisper tells" in leak for leak in leaks(tmp_path, run, every_pair(2), monkeypatch, spoken))


def test_every_page_is_looked_at(tmp_path: Path) -> None:
    tables, code, _ = start_vote(tmp_path / "box.sqlite", FEWEST)
    found = set(addresses(app_over(tables), code, ("s1",), ELSEWHERE))
    table, phone = f"/t/{code}", f"/t/{code}/s/s1"
    assert found >= {"/", "/history", "/print", "/boards", f"/j/{code}", f"{table}/camera", f"{table}/stream"}
    assert found >= {phone, f"{phone}/part", f"{phone}/account", f"{phone}/arrange", f"/api/tables/{code}/seats/s1"}


# --- what the box refuses ---------------------------------------------------------------------


@pytest.fixture
def vote(tmp_path: Path) -> tuple[Tables, str, Ballot, dict[str, Phone]]:
    tables, code, ballot = start_vote(tmp_path / "box.sqlite", 4)
    return tables, code, ballot, phones_of(app_over(tables), code)


Vote = tuple[Tables, str, Ballot, dict[str, Phone]]


def votes_of(ballot: Ballot) -> dict[str, Opening]:
    return {seat: opening_of(card, seat) for seat, card in zip(ballot.voters, CARDS, strict=True)}


def test_an_opening_before_everybody_has_sealed_is_refused_and_forgotten(vote: Vote, tmp_path: Path) -> None:
    tables, code, ballot, phones = vote
    votes = votes_of(ballot)
    for seat in ballot.voters[:-1]:
        assert phones[seat].act("seal_vote", sealed(code, ballot.id, seat, votes[seat])).status_code == 200
        assert refused(phones[seat].open(ballot.id, votes[seat]), 422) == "not_now"
    assert tables.live(code).disclosed.openings == {}
    for file in tmp_path.iterdir():
        assert not any(opening.nonce.encode() in file.read_bytes() for opening in votes.values())


def test_a_second_commitment_is_refused(vote: Vote) -> None:
    _, code, ballot, phones = vote
    seat = ballot.voters[0]
    assert phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening_of("OWN", seat))).status_code == 200
    for again in ("OWN", "FOREIGN"):
        answer = phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening_of(again, seat)))
        assert refused(answer, 422) == "already_sealed"


def test_an_opening_that_was_not_sealed_is_refused_and_reveals_nothing(vote: Vote) -> None:
    """Another card, another nonce, somebody else's opening, another vote's number: none of them opens anything."""
    tables, code, ballot, phones = vote
    votes = votes_of(ballot)
    for seat, opening in votes.items():
        assert phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening)).status_code == 200
    one, two = ballot.voters[:2]
    other = next(card for card in CARDS if card != votes[one].choice)
    for wrong in (
        Opening(other, votes[one].nonce),
        Opening(votes[one].choice, votes[two].nonce),
        votes[two],
        Opening(votes[one].choice, votes[one].nonce.upper()),
        Opening(votes[one].choice, ""),
        Opening("own", votes[one].nonce),
        Opening("", ""),
    ):
        refused(phones[one].open(ballot.id, wrong), 422)
    for number in (ballot.id + 1, 0, -1, 2**70):
        refused(phones[one].open(number, votes[one]), 422)
    refused(phones["s1"].open(ballot.id, votes[one]), 422)  # the seller takes no part
    assert tables.opened(code) == ()
    for seat in ballot.voters:
        assert phones[seat].open(ballot.id, votes[seat]).status_code == 200
    revealed = tables.table(code).ballot
    assert revealed
    assert dict(revealed.votes) == {seat: opening.choice for seat, opening in votes.items()}


def test_a_vote_cannot_be_copied_from_a_neighbour(vote: Vote) -> None:
    """A commitment is bound to its seat: a seat that seals another's commitment cannot open it."""
    _, code, ballot, phones = vote
    one, two, three = ballot.voters
    votes = votes_of(ballot)
    for seat, owner in ((one, one), (two, one), (three, three)):
        data: dict[str, Any] = sealed(code, ballot.id, owner, votes[owner])
        assert phones[seat].act("seal_vote", data).status_code == 200
    refused(phones[two].open(ballot.id, votes[one]), 422)


def test_the_memory_of_a_page_holds_no_opening(vote: Vote) -> None:
    """The page of a seat that has opened shows what it showed before: that it sealed, and the count."""
    _, code, ballot, phones = vote
    votes = votes_of(ballot)
    for seat, opening in votes.items():
        assert phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening)).status_code == 200
    seat = ballot.voters[0]
    assert phones[seat].open(ballot.id, votes[seat]).status_code == 200
    shown = phones[seat].view()["page"]["ballot"]
    assert (shown["mine"], shown["votes"], shown["opened"]) == ("sealed", {}, [seat])
    assert votes[seat].nonce not in str(phones[seat].view())
