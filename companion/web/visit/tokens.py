"""Seat tokens: which phone may act for which seat. Signed by the box, with at least 128 random bits inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from flask import Request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from companion.core.errors import RuleError
from companion.core.text import say
from companion.store import phones
from companion.store.log import Log
from companion.store.phones import PhoneRole
from companion.store.settings import kept_secret

A_MONTH = 30 * 24 * 3600


class NotSeated(RuleError):
    """No token at all: sit down first."""

    code = "not_seated"


class WrongSeat(RuleError):
    """A token, but not one that acts for this seat (any more)."""

    code = "wrong_seat"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Makes and checks tokens. ``secret`` is the box's own, kept in its database."""

    secret: str
    log: Log

    @classmethod
    def of(cls, log: Log) -> Tokens:
        """Signed with the box's own secret, which is kept with the games."""
        return cls(kept_secret(log, "secret"), log)

    def admit(self, code: str, seat: str, now: float, serving: bool = False, key: str = "") -> str:
        """A token for one more phone; unless it only serves, the seat's other phones lose theirs, and its PIN is new.

        ``key``: the one that ``again`` will know it by, should the answer be lost.
        """
        key = key or phones.new_key()
        phones.admit(self.log, code, seat, key, now, serving)
        return self.token(code, seat, key)

    def again(self, code: str, seat: str, key: str) -> str | None:
        """The same token again, until its phone has come with it; None for any other key."""
        return self.token(code, seat, key) if phones.awaited(self.log, code, seat, key) else None

    def token(self, code: str, seat: str, key: str) -> str:
        """The token of the phone with this key."""
        return str(_serializer(self.secret).dumps([code, seat, key]))

    def signed(self, token: str | None, code: str, seat: str) -> bool:
        """Whether the box once gave this token for the seat; whether it still counts, ``check`` knows."""
        return self.holder(token) == (code, seat)

    def holder(self, token: str | None) -> tuple[str, str] | None:
        """The table and seat for which the box once gave this token; None for what is not a token of this box."""
        try:
            return _signed(self.secret, token)[:2] if token else None
        except (BadSignature, ValueError, TypeError):
            return None

    def check(self, token: str | None, code: str, seat: str) -> PhoneRole:
        """What the token's phone is to this seat; raises NotSeated or WrongSeat when it does not act for it."""
        if not token:
            raise NotSeated(say("This phone has no seat at this table: please sit down first."))
        try:
            of, who, key = _signed(self.secret, token)
        except (BadSignature, ValueError, TypeError) as error:
            raise WrongSeat(say("This phone's seat is not known here.")) from error
        role = phones.role(self.log, code, seat, key) if (of, who) == (code, seat) else PhoneRole.NONE
        if role is PhoneRole.NONE:
            raise WrongSeat(say("This phone does not act for that seat (any more)."))
        return role


def _serializer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="seat")


@lru_cache(maxsize=1_000)
def _signed(secret: str, token: str) -> tuple[str, str, str]:
    """What a token says, once its signature was found right: that never changes (whether it still counts does)."""
    of, who, key = _serializer(secret).loads(token)
    return of, who, str(key)


def cookie_name(code: str, seat: str) -> str:
    """One cookie a seat, so that a phone can serve several."""
    return f"seat-{code}-{seat}"


BEARER = "Bearer "


def by_token(request: Request) -> bool:
    """Whether a script asks, which shows its token itself."""
    return request.headers.get("Authorization", "").startswith(BEARER)


def bearer_token(request: Request) -> str:
    """The token that a script shows; "" for a phone."""
    return request.headers["Authorization"].removeprefix(BEARER).strip() if by_token(request) else ""


def token_of(request: Request, code: str, seat: str) -> str | None:
    """From the ``Authorization`` header of a script, else from the phone's cookie."""
    if by_token(request):
        return bearer_token(request)
    return request.cookies.get(cookie_name(code, seat))


def seats_of(request: Request, code: str) -> tuple[str, ...]:
    """The seats that this phone says it acts for; each is checked before it counts."""
    prefix = cookie_name(code, "")
    return tuple(sorted(name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)))


def tables_of(request: Request) -> tuple[str, ...]:
    """The tables at which this phone says it acts for a seat."""
    parts = (name.split("-") for name in request.cookies)
    return tuple(sorted({each[1] for each in parts if len(each) == 3 and each[0] == "seat"}))


def give(response: Response, code: str, seat: str, token: str) -> Response:
    """The phone keeps its seat through sleep, reload and an empty battery."""
    response.set_cookie(cookie_name(code, seat), token, max_age=A_MONTH, httponly=True, samesite="Lax", path="/")
    return open_seat(response, code, seat)


def open_seat(response: Response, code: str, seat: str) -> Response:
    """On a screen that serves several people this seat is the one that is open now."""
    response.set_cookie(f"open-{code}", seat, max_age=A_MONTH, httponly=True, samesite="Lax", path="/")
    return response


MOST_TABLES = 20
"""of which a phone keeps its seats: a request's headers have 16 KiB, and a seat's cookie stays for a month"""


def forget_old(request: Request, response: Response, newest: Callable[[], Iterable[str]]) -> Response:
    """A phone that has sat at many tables keeps its seats at those that were played last, ``newest`` first."""
    if len(tables_of(request)) > MOST_TABLES:
        mine = {*tables_of(request)}
        kept = {*islice((code for code in newest() if code in mine), MOST_TABLES)}
        for name in request.cookies:
            kind, _, rest = name.partition("-")
            if kind in ("seat", "open") and rest.partition("-")[0] not in kept:
                response.delete_cookie(name, path="/")
    return response


def opened_seat(request: Request, code: str) -> str:
    """The seat that is open on a screen that serves several people."""
    return request.cookies.get(f"open-{code}", "")
