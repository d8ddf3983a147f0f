"""The operations of the JSON API: the types of a route's function alone define its request and its answer.

A route that has a parameter ``sent`` is given the request's body as a value of that type; a dataclass that it
returns is the answer. ``companion.web.api.openapi`` describes the same types.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar, cast, get_type_hints

from flask import Response
from pydantic import ValidationError, WithJsonSchema

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.store.codec import adapter
from companion.web.visit.json import answer, body, plain

JSON = "application/json"

Key = Annotated[str | None, WithJsonSchema({"type": ["string", "null"], "minLength": 16, "maxLength": 64})]
"""drawn by the client: the same request with the same key gets the same token, until it is used"""


@dataclass(frozen=True)
class Operation:
    """An operation of the API.

    ``takes`` and ``gives`` are types, or ready schemas; ``form`` is the kind of body, ``seated``: with a token.
    """

    name: str
    what: str
    takes: Any
    gives: Any
    seated: bool
    form: str


Sent = TypeVar("Sent")


def operation(
    name: str, what: str, *, takes: Any = None, gives: Any = None, seated: bool = False, form: str = JSON
) -> Callable[[Callable[..., object]], Callable[..., Response]]:
    """Return a decorator of a route of the API. ``takes`` and ``gives``: where the function's types do not say it."""

    def described(view: Callable[..., object]) -> Callable[..., Response]:
        hints = get_type_hints(view)
        sent, given = hints.get("sent"), hints["return"]

        @wraps(view)
        def asked(**at: str) -> Response:
            found = view(**at, sent=read(sent)) if sent else view(**at)
            return found if isinstance(found, Response) else answer(plain(found))

        asked.__dict__["operation"] = Operation(name, what, takes or sent, gives or given, seated, form)
        return asked

    return described


def read(kind: type[Sent]) -> Sent:
    """Return the body of the request as a value of this type.

    Raise BadRequest with the field that is wrong, or UnsupportedMediaType.
    """
    try:
        return cast(Sent, adapter(kind).validate_json(json.dumps(body()), strict=True))
    except ValidationError as error:
        where = [*error.errors(include_url=False)[0]["loc"], "-"]
        raise BadRequest(say("This request has a mistake at %(field)s.", field=str(where[0]))) from error
