"""The rules as a calculator: JSON lines in, one JSON line out for each of them.

Every game package may hold a module ``calc`` with ``EDITIONS``: edition -> a function that takes one
question as JSON text and returns the answer. The answers are the rules' own; nothing is reckoned here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import NoReturn

from pydantic import ValidationError

from companion import games
from companion.core.errors import RuleError

Answerer = Callable[[str], object]
"""Answers a question given as JSON text; raises RuleError for a refusal, ValidationError for nonsense."""


def answer_lines(lines: Iterable[str]) -> Iterator[str]:
    """One line of JSON, without its newline, for every line read; after a bad line, which gets an error, it goes on."""
    editions = known_editions()
    for line in lines:
        yield json.dumps(_reply(line, editions))


def known_editions() -> Mapping[str, Answerer]:
    """What every game on the shelf can answer, by edition."""
    found: dict[str, Answerer] = {}
    for game in iter_modules(games.__path__, f"{games.__name__}."):
        if game.ispkg and find_spec(f"{game.name}.calc"):
            found.update(import_module(f"{game.name}.calc").EDITIONS)
    return found


def _reply(line: str, editions: Mapping[str, Answerer]) -> Mapping[str, object]:
    try:
        question = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as nonsense:
        return _error(None, "bad_json", f"This line is not JSON: {nonsense}")
    match question:
        case {"id": bool()}:
            return _error(None, "bad_request", "The id of a question is a string or a whole number.")
        case {"id": str() | int() as name, "edition": str() as edition}:
            return _answer(name, line, edition, editions)
        case {"id": str() | int() as name}:
            return _error(name, "bad_request", "A question names its edition.")
        case _:
            return _error(None, "bad_request", "A question is an object with an id: a string or a whole number.")


def _answer(name: str | int, line: str, edition: str, editions: Mapping[str, Answerer]) -> Mapping[str, object]:
    if edition not in editions:
        return _error(name, "not_supported", f"No game on the shelf answers for the edition {edition!r}.")
    try:
        return {"id": name, "answer": editions[edition](line)}
    except ValidationError as nonsense:
        return _error(name, "bad_request", _first_complaint(nonsense))
    except RuleError as refusal:
        return _error(name, refusal.code, str(refusal.text))


def _first_complaint(nonsense: ValidationError) -> str:
    first = nonsense.errors(include_url=False, include_input=False, include_context=False)[0]
    what = first["msg"].removeprefix("Value error, ")
    return ": ".join((".".join(map(str, first["loc"])), what)) if first["loc"] else what


def _error(name: str | int | None, code: str, message: str) -> Mapping[str, object]:
    return {"id": name, "error": {"code": code, "message": message}}


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")
