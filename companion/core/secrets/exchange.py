"""Two seats show each other what they have sealed, and nobody else: a duel with cards.

The table keeps seals only. The laid cards pass through the box's memory to the other phone, and are never written
down; the log learns who won. The exchange is settled as soon as both have shown, so that nobody who has seen that he
loses can hold it up; what was shown waits in memory until both phones have stored it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.messages import Command


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier showdown as this seat's phone remembers it; empty for the other side where this phone never saw it."""

    mine: str
    my_nonce: str
    theirs: str | None = None
    their_nonce: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The hand that a phone shows to the box: what it laid, and what it holds after earlier showdowns.

    ``receipt`` is the nonce of what the other phone showed, once this one has stored it. ``past`` goes by the ids of
    earlier showdowns.
    """

    laid: str
    nonce: str
    receipt: str = ""
    past: Mapping[str, Past] | None = None

    def is_shown_by(self, again: Shown) -> bool:
        """Return whether the same is shown again, whatever has been received meanwhile."""
        return (self.laid, self.nonce) == (again.laid, again.nonce)


@dataclass(frozen=True, slots=True)
class Showdown:
    """A showdown: both have sealed, and the phones show now. ``seals`` go by seat."""

    id: str
    seals: Mapping[str, str]

    def other(self, seat: str) -> str:
        """Return the seat opposite."""
        return next(one for one in self.seals if one != seat)


@dataclass(frozen=True, slots=True)
class SettleShowdown(Command):
    """Command that names the winner, "" for a tie; given by the box itself when both phones have shown."""

    showdown: str
    winner: str


def received(showdown: Showdown, shown: Mapping[str, Shown]) -> bool:
    """Return whether both have shown and both have stored what the other one showed."""
    return set(shown) == set(showdown.seals) and all(
        cards.receipt == shown[showdown.other(seat)].nonce for seat, cards in shown.items()
    )


def sealed(tag: str, parts: Sequence[str], nonce: str) -> str:
    """Return SHA-256 over tag, parts and nonce (hex), each with its length; ``seal`` in static/seal.js is the same.

    The lengths keep two different secrets from ever reading as the same bytes.
    """
    digest = hashlib.sha256()
    for part in [*(part.encode() for part in (tag, *parts)), bytes.fromhex(nonce)]:
        digest.update(len(part).to_bytes(4, "big"))
        digest.update(part)
    return digest.hexdigest()


def is_hex(text: str, size: int) -> bool:
    """Return whether the text is so many bytes in small hexadecimal digits."""
    return len(text) == 2 * size and set(text) <= set("0123456789abcdef")
