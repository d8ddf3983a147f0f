"""Runs of the same evening with different sealed choices, and the same clock, chance and nonces, to be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.app.tables import Tables
from companion.core.secrets.ballot import Ballot, commitment
from companion.testing.secrecy import Seen, masked
from tests.faults.onlooker import SEED, Screen, files_of, listening, looked_at
from tests.faults.support import app_over, opening_of, phones_of, predictable_secrets, sealed

Choices = Sequence[str]
"""the choices of the voters, in their order"""
Start = Callable[[Path, type[Tables]], tuple[Tables, str, Ballot]]
"""(database, class of tables): a table with a new ballot, its code and the ballot; the clock stands still"""
Evening = Callable[[Path, Choices], tuple[Seen, list[str]]]
"""(folder, choices): everything that can be seen during an evening, and its commitments"""


def answered(answer: TestResponse, what: str, screen: Screen) -> Seen:
    """Return the answer to a phone that sealed or opened, and what all streams sent because of it."""
    assert answer.status_code == 200
    body = str(answer.headers).encode() + answer.data
    streams = {f"stream of {name} at the {what}": each for name, each in screen.read_streams().items()}
    return {f"answer to the {what}": body, **streams}


def evening(start: Start, kind: type[Tables] = Tables, bystanders: Choices = ()) -> Evening:
    """Return an evening in which all voters seal and all but the last one open.

    The last voter and the ``bystanders`` also look at all pages of the table.
    """

    def run(folder: Path, choices: Choices) -> tuple[Seen, list[str]]:
        folder.mkdir(parents=True)
        tables, code, ballot = start(folder / "box.sqlite", kind)
        app = app_over(tables)
        phones = phones_of(app, code)
        openings = {seat: opening_of(choice, seat) for seat, choice in zip(ballot.voters, choices, strict=True)}
        assert all(ballot.allows(seat, opening.choice) for seat, opening in openings.items())
        seen: Seen = {}
        with listening(tables, app, phones) as screen:
            for seat, opening in openings.items():
                seal = sealed(code, ballot.id, seat, opening)
                answer = phones[seat].act("seal_vote", seal, id=f"seal-{seat}")
                seen |= answered(answer, f"seal of {seat}", screen)
            seen |= files_of(folder, "sealed")
            for seat in ballot.voters[:-1]:
                seen |= answered(phones[seat].open(ballot.id, openings[seat]), f"opening of {seat}", screen)
        readers = (ballot.voters[-1], *bystanders)
        seen |= looked_at(app, phones, "opening", readers) | files_of(folder, "opening")
        assert tables.opened(code) == ballot.voters[:-1]
        tables.log.close()
        seen |= files_of(folder, "closed")
        return seen, [commitment(code, ballot.id, seat, opening) for seat, opening in openings.items()]

    return run


def leaks(
    folder: Path, run: Evening, chosen: Sequence[Choices], monkeypatch: pytest.MonkeyPatch, spoken: Callable[[], str]
) -> Iterator[str]:
    """Yield a line for everything, except commitments, that differs between the first evening and another one.

    ``spoken`` returns what the process has printed and logged since its last call.
    """
    run(folder / "before", chosen[0])  # files that a process reads only once, such as rules, are read by this run
    first: Seen | None = None
    for number, choices in enumerate(chosen):
        predictable_secrets(monkeypatch, SEED)
        spoken()
        seen, commitments = run(folder / str(number), choices)
        seen["printed and logged"] = spoken().encode()
        now = masked(seen, commitments)
        first = first or now
        assert now.keys() == first.keys()
        yield from (f"{name} tells {choices} from {chosen[0]}" for name in now if now[name] != first[name])
