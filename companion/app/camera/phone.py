"""The phone that is the camera: its key, its newest picture, and its last report of itself.

All but the key is in memory only: after a restart of the box the phone, which knows the key, reports again by itself.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.errors import BadRequest, RuleError
from companion.core.text import say
from companion.store.log import Log
from companion.store.settings import keep, setting

SILENT_SECONDS = 6.0
"""a phone that says nothing for so long sleeps, or is away"""
JPEG = b"\xff\xd8\xff"
MAX_ID_LENGTH = 64


class NotTheCamera(RuleError):
    """Refusal of a phone that does not watch the board (any more)."""

    code = "not_the_camera"


@dataclass
class PhoneCamera:
    """The phone that watches: at most one, the latest to begin of those that know the ``key`` ("": none may)."""

    log: Log
    clock: Callable[[], float] = time.monotonic
    key: str = ""
    battery: int | None = None
    """in percent, if its browser says so"""
    picture: bytes = b""
    number: int = field(default_factory=lambda: int(time.time()))
    """of the picture: a reader that outlives the box must not take a new one for an old one"""

    def __post_init__(self) -> None:
        self.key = setting(self.log, "camera_phone")
        self._phone_id, self._reported_at = "", -1e9

    @property
    def there(self) -> bool:
        """Return whether a phone is at work."""
        return bool(self.key) and self.clock() - self._reported_at < SILENT_SECONDS

    @property
    def frame(self) -> int | None:
        """Return the number of its picture; None while no phone is there."""
        return self.number if self.there else None

    def invite(self) -> None:
        """Let a phone that is shown the key begin."""
        self._change(self.key or secrets.token_urlsafe(12))

    def dismiss(self) -> None:
        """Dismiss the phone that watches; its key is void from now on."""
        if self.key:
            self._change("")
        self._phone_id, self._reported_at, self.picture, self.battery = "", -1e9, b"", None

    def _change(self, key: str) -> None:
        if key != self.key:
            keep(self.log, "camera_phone", key)
            self.key = key

    def hear(self, key: str, who: str, begins: bool = False) -> None:
        """Note a report of the phone ``who``; one that ``begins`` takes the place of the one before.

        After a start of the box the first phone that reports goes on. Raise NotTheCamera.
        """
        if not self.key or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise NotTheCamera(say("This phone is no longer the camera. Scan the code again."))
        if not who or len(who) > MAX_ID_LENGTH:
            raise BadRequest(say("The camera's message makes no sense."))
        if begins or not self._phone_id:
            self._phone_id = who
            self.picture = b""
        if who != self._phone_id:
            raise NotTheCamera(say("Another phone watches the board now."))
        self._reported_at = self.clock()

    def take(self, jpeg: bytes) -> None:
        """Store a frame. Raise BadRequest if it is not a JPEG."""
        if not jpeg.startswith(JPEG):
            raise BadRequest(say("This is not a JPEG picture."))
        self.picture, self.number = jpeg, self.number + 1
