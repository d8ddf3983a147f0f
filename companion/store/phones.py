"""The phones that act for each seat. Keys are kept as hashes: nobody takes a seat with a copy of the file."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Iterable
from enum import StrEnum

from companion.store.log import Log
from companion.store.storage import StorageError, Transaction

KEY_BYTES = 24
MAX_TRIES = 15
"""wrong tries, over its whole life, after which a PIN is replaced"""
PIN_DIGITS, MORE_DIGITS, MAX_DIGITS = 4, 2, 12
"""digits of a seat's first PIN, digits more of one that replaces another, and the most"""

logger = logging.getLogger(__name__)


class PinAnswer(StrEnum):
    """The outcome of a try; ``DEAD``: it was wrong once too often, and another PIN has replaced it."""

    RIGHT = "right"
    WRONG = "wrong"
    DEAD = "dead"


def new_key() -> str:
    """Return 192 random bits for one phone at one seat."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_pin(digits: int = PIN_DIGITS) -> str:
    """Return digits that a player reads from the seat's own phone."""
    return f"{secrets.randbelow(10**digits):0{digits}d}"


def admit(log: Log, code: str, seat: str, key: str, now: float, serving: bool) -> None:
    """Register a phone in a transaction of its own, without telling the table."""
    with log.writing(code) as database:
        register(database, code, seat, key, now, serving)


def register(database: Transaction, code: str, seat: str, key: str, now: float, serving: bool) -> None:
    """Register a phone for the seat; unless it only serves, revoke the seat's other phones and renew its PIN."""
    if not serving:
        database.execute("DELETE FROM phones WHERE code = ? AND seat = ?", (code, seat))
        _set_pin(database, code, seat, new_pin())
    _add(database, code, seat, key, now, serving)


def forget(database: Transaction, code: str, seats: Iterable[str]) -> None:
    """Forget the phones of these seats, which somebody else takes now."""
    for seat in seats:
        database.execute("DELETE FROM phones WHERE code = ? AND seat = ?", (code, seat))


def admit_first(log: Log, code: str, seat: str, key: str, now: float) -> None:
    """Register the first phone of a seat, and its PIN; nothing if it has one already."""
    with log.writing(code) as database:
        seated = database.execute("SELECT 1 FROM phones WHERE code = ? AND seat = ?", (code, seat)).fetchone()
        if not seated:
            _set_pin(database, code, seat, new_pin())
            _add(database, code, seat, key, now, serving=False)


def _add(database: Transaction, code: str, seat: str, key: str, now: float, serving: bool) -> None:
    database.execute(
        "INSERT INTO phones (code, seat, key, serving, made, came) VALUES (?, ?, ?, ?, ?, 0)"
        " ON CONFLICT (code, seat, key) DO UPDATE SET serving = excluded.serving, made = excluded.made, came = 0",
        (code, seat, hashed(key), int(serving), now),
    )


class PhoneRole(StrEnum):
    """The relation of a phone to a seat: its own, a neighbour's that serves it, or none (any more)."""

    OWNER = "own"
    SERVING = "serving"
    NONE = "none"


def role(log: Log, code: str, seat: str, key: str) -> PhoneRole:
    """Return what the phone with this key is to the seat; note the first time it shows its key."""
    found = log.rows(
        "SELECT serving, came FROM phones WHERE code = ? AND seat = ? AND key = ?", _phone(code, seat, key)
    )
    if not found:
        return PhoneRole.NONE
    serving, has_arrived = found[0]
    if not has_arrived:
        _note_arrival(log, code, seat, key)
    return PhoneRole.SERVING if serving else PhoneRole.OWNER


def _note_arrival(log: Log, code: str, seat: str, key: str) -> None:
    """Note that the phone has come. Until then it may ask once more for its token: a full disk stops no reader."""
    try:
        with log.writing(code) as database:
            statement = "UPDATE phones SET came = 1 WHERE code = ? AND seat = ? AND key = ?"
            database.execute(statement, _phone(code, seat, key))
    except StorageError:
        logger.warning("table %s: the phone of seat %s has come, and that cannot be noted", code, seat, exc_info=True)


def is_pending(log: Log, code: str, seat: str, key: str) -> bool:
    """Return whether the phone with this key was let in and has not come yet: the answer may have been lost."""
    statement = "SELECT 1 FROM phones WHERE code = ? AND seat = ? AND key = ? AND came = 0"
    return bool(log.rows(statement, _phone(code, seat, key)))


def seat_of(log: Log, code: str, key: str) -> str:
    """Return the seat that the phone with this key acts for; "" for a key that opens nothing (any more)."""
    found = log.rows("SELECT seat FROM phones WHERE code = ? AND key = ?", (code, hashed(key)))
    return str(found[0][0]) if found else ""


def is_awaited(log: Log, code: str, seat: str) -> bool:
    """Return whether no phone has a part in this seat yet: that of a newcomer, whom the others have taken in."""
    return not log.rows("SELECT 1 FROM phones WHERE code = ? AND seat = ?", (code, seat))


def was_ever_used(log: Log, code: str, seat: str) -> bool:
    """Return whether any phone that acts for the seat has ever shown itself."""
    return bool(log.rows("SELECT 1 FROM phones WHERE code = ? AND seat = ? AND came = 1", (code, seat)))


def set_pin(log: Log, code: str, seat: str, pin: str) -> None:
    """Set the seat's PIN, not tried yet."""
    with log.writing(code) as database:
        _set_pin(database, code, seat, pin)


def pin_of(log: Log, code: str, seat: str) -> str:
    """Return the seat's PIN, empty when it has none."""
    found = log.rows("SELECT pin FROM pins WHERE code = ? AND seat = ?", (code, seat))
    return str(found[0][0]) if found else ""


def try_pin(log: Log, code: str, seat: str, pin: str) -> PinAnswer:
    """Return whether this is the seat's PIN. A PIN that was tried too often in vain is replaced by a longer one.

    Endless guessing finds a PIN with a chance of 15/10,000 + 15/1,000,000 + …, or one in 650.
    """
    with log.writing(code) as database:  # counted and compared at once: tries at the same time are counted, too
        found = database.execute("SELECT pin, tries FROM pins WHERE code = ? AND seat = ?", (code, seat)).fetchone()
        if found is None:
            return PinAnswer.WRONG
        right, tries = found
        if hmac.compare_digest(right.encode(), pin.encode()):
            return PinAnswer.RIGHT
        if tries + 1 >= MAX_TRIES:
            _set_pin(database, code, seat, new_pin(min(len(right) + MORE_DIGITS, MAX_DIGITS)))
            return PinAnswer.DEAD
        wrong = "UPDATE pins SET tries = tries + 1 WHERE code = ? AND seat = ?"
        database.execute(wrong, (code, seat))
        return PinAnswer.WRONG


def _set_pin(database: Transaction, code: str, seat: str, pin: str) -> None:
    database.execute(
        "INSERT INTO pins (code, seat, pin, tries) VALUES (?, ?, ?, 0)"
        " ON CONFLICT (code, seat) DO UPDATE SET pin = excluded.pin, tries = 0",
        (code, seat, pin),
    )


def _phone(code: str, seat: str, key: str) -> tuple[str, str, str]:
    return code, seat, hashed(key)


def hashed(key: str) -> str:
    """Return the hash by which a key is stored and logged: with it nobody can act."""
    return hashlib.sha256(key.encode()).hexdigest()
