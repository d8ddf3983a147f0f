"""Seat tokens, by which a phone acts for a seat. Signed by the box, with at least 128 random bits inside."""

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
    """A refusal: there is no token at all."""

    code = "not_seated"


class WrongSeat(RuleError):
    """A refusal: there is a token, but it does not act for this seat (any more)."""

    code = "wrong_seat"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The issuer and verifier of seat tokens. ``secret`` is the box's own, kept in its database."""

    secret: str
    log: Log

    @classmethod
    def of(cls, log: Log) -> Tokens:
        """Return tokens signed with the box's own secret, which is kept with the games."""
        return cls(kept_secret(log, "secret"), log)

    def admit(self, code: str, seat: str, now: float, serving: bool = False, key: str = "") -> str:
        """Register one more phone and return its token; unless serving, revoke the seat's others and renew the PIN.

        ``key``: the one by which ``again`` finds it, should the answer be lost.
        """
        key = key or phones.new_key()
        phones.admit(self.log, code, seat, key, now, serving)
        return self.token(code, seat, key)

    def again(self, code: str, seat: str, key: str) -> str | None:
        """Return the same token again, until its phone has come with it; None for any other key."""
        return self.token(code, seat, key) if phones.is_pending(self.log, code, seat, key) else None

    def token(self, code: str, seat: str, key: str) -> str:
        """Return the token of the phone with this key."""
        return str(_serializer(self.secret).dumps([code, seat, key]))

    def signed(self, token: str | None, code: str, seat: str) -> bool:
        """Return whether the box once gave this token for the seat; ``check`` tells whether it is still valid."""
        return self.holder(token) == (code, seat)

    def holder(self, token: str | None) -> tuple[str, str] | None:
        """Return the table and seat for which the box once gave this token; None for any other text."""
        try:
            return _signed(self.secret, token)[:2] if token else None
        except (BadSignature, ValueError, TypeError):
            return None

    def check(self, token: str | None, code: str, seat: str) -> PhoneRole:
        """Return the role of the token's phone at this seat.

        Raise NotSeated or WrongSeat where it does not act for it.
        """
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
    """Return the content of a token whose signature is right: it never changes (whether it is still valid does)."""
    of, who, key = _serializer(secret).loads(token)
    return of, who, str(key)


def cookie_name(code: str, seat: str) -> str:
    """Return the name of the seat's cookie: one a seat, so that a phone can serve several."""
    return f"seat-{code}-{seat}"


BEARER = "Bearer "


def by_token(request: Request) -> bool:
    """Return whether the request comes from a script, which shows its token itself."""
    return request.headers.get("Authorization", "").startswith(BEARER)


def bearer_token(request: Request) -> str:
    """Return the token that a script shows; "" for a phone."""
    return request.headers["Authorization"].removeprefix(BEARER).strip() if by_token(request) else ""


def token_of(request: Request, code: str, seat: str) -> str | None:
    """Return the token in the ``Authorization`` header of a script, else in the phone's cookie."""
    if by_token(request):
        return bearer_token(request)
    return request.cookies.get(cookie_name(code, seat))


def seats_of(request: Request, code: str) -> tuple[str, ...]:
    """Return the seats that this phone claims to act for; each is checked before it counts."""
    prefix = cookie_name(code, "")
    return tuple(sorted(name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)))


def tables_of(request: Request) -> tuple[str, ...]:
    """Return the tables at which this phone claims to act for a seat."""
    parts = (name.split("-") for name in request.cookies)
    return tuple(sorted({each[1] for each in parts if len(each) == 3 and each[0] == "seat"}))


def give(response: Response, code: str, seat: str, token: str) -> Response:
    """Set the cookie by which the phone keeps its seat through sleep, reload and an empty battery."""
    response.set_cookie(cookie_name(code, seat), token, max_age=A_MONTH, httponly=True, samesite="Lax", path="/")
    return open_seat(response, code, seat)


def open_seat(response: Response, code: str, seat: str) -> Response:
    """Set the cookie that makes this seat the one that is open on a screen that serves several players."""
    response.set_cookie(f"open-{code}", seat, max_age=A_MONTH, httponly=True, samesite="Lax", path="/")
    return response


MAX_TABLES = 20
"""the number of tables at which a phone keeps its seats, each for a month: a request's headers have 16 KiB"""


def forget_old(request: Request, response: Response, newest: Callable[[], Iterable[str]]) -> Response:
    """Delete a phone's seats but for those at the tables played last, ``newest`` first, where it has sat at many."""
    if len(tables_of(request)) > MAX_TABLES:
        tables = {*tables_of(request)}
        kept = {*islice((code for code in newest() if code in tables), MAX_TABLES)}
        for name in request.cookies:
            kind, _, rest = name.partition("-")
            if kind in ("seat", "open") and rest.partition("-")[0] not in kept:
                response.delete_cookie(name, path="/")
    return response


def opened_seat(request: Request, code: str) -> str:
    """Return the seat that is open on a screen that serves several players."""
    return request.cookies.get(f"open-{code}", "")
