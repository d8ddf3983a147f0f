"""``vote_noninterference`` in time: how long the box takes to answer tells no card from another.

Two cards are opened in an order of chance, and the answers timed. The medians of the two may differ by no more than the
medians of the same times do when they are dealt into two heaps at random.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from statistics import median

import pytest

from companion.app.tables import Tables
from companion.core.secrets.ballot import Opening
from tests.faults.support import Phone, app_over, figure, phones_of, sealed
from tests.support.stakes import ANN, BOB, CID, CODE, Evening, LayCards

CARDS = ("2", "6")
"""two of Bob's"""
SHUFFLES = 1_000


class Slow(Tables):
    """Broken on purpose: one card takes the box longer than another."""

    def open_vote(self, code: str, seat: str, ballot: int, opening: Opening) -> int:
        if opening.choice == CARDS[1]:
            time.sleep(0.02)
        return super().open_vote(code, seat, ballot, opening)


def vote(evening: Evening, phones: Mapping[str, Phone], card: str, chance: random.Random) -> float:
    """Return the seconds until the box has answered the phone that opens this card."""
    evening.act(ANN, LayCards())
    ballot = evening.table.ballot
    assert ballot
    openings = {
        seat: Opening(choice, chance.randbytes(32).hex()) for seat, choice in ((ANN, "1"), (BOB, card), (CID, "5"))
    }
    for seat, opening in openings.items():
        assert phones[seat].act("seal_vote", sealed(CODE, ballot.id, seat, opening)).status_code == 200
    assert phones[ANN].open(ballot.id, openings[ANN]).status_code == 200
    start = time.perf_counter()
    answer = phones[BOB].open(ballot.id, openings[BOB])
    took = time.perf_counter() - start
    assert answer.status_code == 200
    assert phones[CID].open(ballot.id, openings[CID]).status_code == 200
    return took


def times(votes: int, kind: type[Tables] = Tables) -> list[tuple[str, float]]:
    """Return (card, seconds) of so many votes; the first ones, in which everything is slow, are left out."""
    evening, chance = Evening(), random.Random(6)
    evening.tables = kind(evening.log, evening.games, clock=lambda: 0.0, chance=random.Random(7))
    phones = phones_of(app_over(evening.tables), CODE)
    cards = [chance.choice(CARDS) for _ in range(votes + 20)]
    return [(card, vote(evening, phones, card, chance)) for card in cards][20:]


def differences(measured: list[tuple[str, float]]) -> tuple[float, float]:
    """Return (difference of the two medians, the largest one that chance alone makes of these times), in
    seconds.
    """
    cards, seconds = [card for card, _ in measured], [took for _, took in measured]

    def difference(dealt: list[str]) -> float:
        one, two = (median(took for card, took in zip(dealt, seconds, strict=True) if card == each) for each in CARDS)
        return abs(one - two)

    chance = random.Random(1)
    shuffles = (chance.sample(cards, len(cards)) for _ in range(SHUFFLES))
    return difference(cards), max(map(difference, shuffles))


@pytest.mark.torture
def test_no_card_takes_the_box_longer_than_another() -> None:
    measured = times(2_000)
    found, noise = differences(measured)
    middle = median(took for _, took in measured)
    print(f"medians of {middle * 1e3:.2f} ms are {found * 1e6:.0f} µs apart, by chance up to {noise * 1e6:.0f} µs")
    assert found <= noise
    figure("vote_noninterference (time)", len(measured))


@pytest.mark.torture
def test_a_card_that_takes_longer_is_noticed() -> None:
    """Negative control."""
    found, noise = differences(times(200, Slow))
    assert found > noise
