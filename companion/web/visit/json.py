"""JSON in and out: bodies of requests, answers, refusals; values of a view in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import is_dataclass
from functools import cache
from typing import Any, cast

from flask import Response, request
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from pydantic_core import SchemaSerializer, to_json
from pydantic_core.core_schema import plain_serializer_function_ser_schema
from werkzeug.exceptions import UnsupportedMediaType

from companion.core.errors import BadRequest, RuleError, RuleRef
from companion.core.text import Text, say
from companion.store.codec import adapter
from companion.web.words.i18n import rule_words, translate
from companion.web.words.rules import rule_url

MAX_DIGITS = 16


def refusal(error: RuleError) -> Response:
    """Return a refusal as JSON: a code for programs, a sentence for people, the rule, and whether it can be waived."""
    return problem(error.code, translate(error.text), error.rule, error.waivable)


def problem(code: str, message: str, rule: RuleRef | None = None, waivable: bool = False) -> Response:
    """Return the JSON body of everything that was refused; a rule comes with the address of its paragraph."""
    found = {"edition": rule.edition, "section": rule.section, "words": rule_words(rule)} if rule else None
    if rule and found and (url := rule_url(rule)):
        found["url"] = url
    return answer({"code": code, "message": message, "rule": found, "waivable": waivable})


def json_text(body: object) -> str:
    """Return the body as JSON, in one line."""
    return to_json(body).decode()


def answer(body: object) -> Response:
    """Return an answer with this body, without the surprises of a framework's encoder."""
    return Response(to_json(body), mimetype="application/json")


def ready_object(members: Mapping[str, str]) -> str:
    """Return a JSON object of members that are JSON already."""
    return "{" + ",".join([f'"{name}":{value}' for name, value in members.items()]) + "}"


def ready_answer(members: Mapping[str, str]) -> Response:
    """Return an answer of members that are JSON already."""
    return Response(ready_object(members), mimetype="application/json")


def body() -> dict[str, Any]:
    """Return the JSON object of the request. Raise BadRequest or UnsupportedMediaType."""
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        found = json.loads(request.get_data(), parse_int=_whole, parse_float=_number, parse_constant=_nothing)
        json.dumps(found, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded, so not stored
    except (ValueError, RecursionError) as error:
        raise BadRequest(say("This is not JSON.")) from error
    if not isinstance(found, dict):
        raise BadRequest(say("Please send a JSON object."))
    return found


def _whole(text: str) -> int:
    """Return an integer. Raise BadRequest for too many digits: no count needs them, and parsing them takes long."""
    if len(text) > MAX_DIGITS:
        raise BadRequest(say("A number in this request is too large."))
    return int(text)


def _number(text: str) -> float | int:
    """Return the number, as an int where it is whole: JSON has one kind of number, its schema takes 500.0 as 500."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _nothing(name: str) -> None:
    raise ValueError(name)


def plain(value: object) -> Any:
    """Return a value of a view as JSON knows it, texts in the reader's language."""
    match value:
        case Text():
            return translate(value)
        case dict():
            return {str(name): plain(item) for name, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value):
            return _serializer_of(value).to_python(value, mode="json", by_alias=True)
        case _:
            return value


def plain_json(value: object) -> Markup:
    """Return a dataclass of a view as JSON for a script element of a page."""
    return htmlsafe_json_dumps(value, dumps=lambda each: _serializer_of(each).to_json(each, by_alias=True).decode())


def _serializer_of(value: object) -> SchemaSerializer:
    kind: Any = type(value)
    return _serializer(kind)


@cache
def _serializer(kind: Any) -> SchemaSerializer:
    """Return the serializer of this dataclass: as pydantic's, but with texts in the reader's language."""
    schema = deepcopy(adapter(kind).core_schema)
    for each in cast(dict[str, Any], schema).get("definitions", ()):
        if each.get("cls") is Text:
            each["serialization"] = plain_serializer_function_ser_schema(translate)
    return SchemaSerializer(schema)
