"""Which phones act for which seat. Keys are kept as hashes: the file does not let anybody sit down."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from enum import StrEnum

from companion.store.log import Log

KEY_BYTES = 24


def new_key() -> str:
    """192 random bits for one phone at one seat."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_pin() -> str:
    """Four digits that a player reads from his own phone."""
    return f"{secrets.randbelow(10_000):04d}"


def admit(log: Log, code: str, seat: str, key: str, now: float, serving: bool) -> None:
    """This phone acts for the seat; unless it only serves it, the seat's other phones no longer do."""
    with log.writing() as database:
        if not serving:
            database.execute("DELETE FROM phones WHERE code = ? AND seat = ?", (code, seat))
        database.execute(
            "INSERT INTO phones (code, seat, key, serving, made) VALUES (?, ?, ?, ?, ?)",
            (code, seat, hashed(key), int(serving), now),
        )


class PhoneRole(StrEnum):
    """What a phone is to a seat: its own, a neighbour's that serves it, or nothing (any more)."""

    OWN = "own"
    SERVING = "serving"
    NONE = "none"


def role(log: Log, code: str, seat: str, key: str) -> PhoneRole:
    """What the phone with this key is to the seat."""
    found = log.rows("SELECT serving FROM phones WHERE code = ? AND seat = ? AND key = ?", (code, seat, hashed(key)))
    if not found:
        return PhoneRole.NONE
    return PhoneRole.SERVING if found[0][0] else PhoneRole.OWN


def set_pin(log: Log, code: str, seat: str, pin: str) -> None:
    """The seat's PIN from now on."""
    with log.writing() as database:
        database.execute("REPLACE INTO pins (code, seat, pin) VALUES (?, ?, ?)", (code, seat, pin))


def pin_of(log: Log, code: str, seat: str) -> str:
    """The seat's PIN, empty when it has none."""
    found = log.rows("SELECT pin FROM pins WHERE code = ? AND seat = ?", (code, seat))
    return str(found[0][0]) if found else ""


def pin_fits(log: Log, code: str, seat: str, pin: str) -> bool:
    """Whether this is the seat's PIN."""
    right = pin_of(log, code, seat)
    return bool(right) and hmac.compare_digest(right.encode(), pin.encode())


def use_claim(log: Log, code: str, claim: str) -> bool:
    """Whether a permission of the table had not been used yet; it is used from now on, restarts or not."""
    with log.writing() as database:
        fresh = "INSERT OR IGNORE INTO used_claims (code, claim) VALUES (?, ?)"
        return int(database.execute(fresh, (code, claim)).rowcount) == 1


def hashed(key: str) -> str:
    """How a key is kept and told: it proves nothing to whoever reads it."""
    return hashlib.sha256(key.encode()).hexdigest()
