"""The rules as a calculator: JSON lines in, one JSON line out for each of them.

Games answer them (``Game.answers``); nothing is computed here. A question names its edition and its kind and goes to
the game that knows both; where two games do, it names its ``game``, too.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from pydantic import ValidationError

from companion.core.errors import RuleError
from companion.core.plugin import Answer
from companion.games import registry

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answering:
    """An edition that answers questions: its names in questions, and a function for each kind."""

    game: str
    editions: frozenset[str]
    answers: Mapping[str, Answer]


def answer_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield one line of JSON, without its newline, for every line read; a bad line gets an error."""
    known = answering()
    for line in lines:
        yield json.dumps(_reply(line, known))


def answering() -> tuple[Answering, ...]:
    """Return every installed edition that answers questions."""
    return tuple(
        Answering(name, frozenset((edition, *game.question_editions)), answers)
        for name, editions in registry().items()
        for edition, game in editions.items()
        if (answers := game.answers())
    )


def _reply(line: str, known: tuple[Answering, ...]) -> Mapping[str, object]:
    try:
        question = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        logger.debug("a question that is no JSON", exc_info=True)
        return _error(None, "bad_json", f"This line is not JSON: {error}")
    match question:
        case {"id": bool()}:
            return _error(None, "bad_request", "The id of a question is a string or a whole number.")
        case {"id": str() | int() as name, "edition": str() as edition, "kind": str() as kind}:
            game = question.get("game")
            askable = [each for each in known if edition in each.editions and game in (None, each.game)]
            return _answer(name, line, edition, [each.answers[kind] for each in askable if kind in each.answers])
        case {"id": str() | int() as name}:
            return _error(name, "bad_request", "A question names its edition and its kind.")
        case _:
            return _error(None, "bad_request", "A question is an object with an id: a string or a whole number.")


def _answer(name: str | int, line: str, edition: str, answers: Sequence[Answer]) -> Mapping[str, object]:
    if not answers:
        return _error(
            name, "not_supported", f"No game on the shelf answers such a question for the edition {edition!r}."
        )
    if len(answers) > 1:
        return _error(name, "bad_request", f"More than one game has an edition {edition!r}: name the game, too.")
    try:
        return {"id": name, "answer": answers[0](line)}
    except ValidationError as error:
        logger.debug("a question that cannot be read", exc_info=True)
        return _error(name, "bad_request", _first_complaint(error))
    except RuleError as refusal:
        logger.debug("a question was refused (%s)", refusal.code, exc_info=True)
        return _error(name, refusal.code, str(refusal.text))


def _first_complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    what = first["msg"].removeprefix("Value error, ")
    return ": ".join((".".join(map(str, first["loc"])), what)) if first["loc"] else what


def _error(name: str | int | None, code: str, message: str) -> Mapping[str, object]:
    return {"id": name, "error": {"code": code, "message": message}}


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")
