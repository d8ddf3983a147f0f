"""Reader of rule questions.

The kind of a question is a function, whose arguments say what is asked, of which types, and what may be left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import BaseModel, BeforeValidator, StringConstraints, create_model, model_validator

from companion.core.errors import BadRequest
from companion.core.plugin import Answer
from companion.core.text import say

Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class Plain(BaseModel):
    """Question as plain data: unknown fields are ignored.

    Fields that are null have their default, unless they have none and null means something.
    """

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        needed = (name for name, each in cls.model_fields.items() if each.is_required())
        nullable = [name for name in needed if type(None) in get_args(cls.model_fields[name].annotation)]
        return {name: each for name, each in value.items() if each is not None or name in nullable}


def known_options(rules: type[Any], null: bool = True) -> BeforeValidator:
    """Return a check of options: a misspelt one must not pass for its default; null is the default where allowed."""
    known = {option.name for option in fields(rules)}

    def check(options: Any) -> Any:
        if not isinstance(options, dict):
            return options
        if strange := options.keys() - known:
            raise ValueError(f"there is no option {min(strange)!r}")
        return {name: value for name, value in options.items() if value is not None or not null}

    return BeforeValidator(check)


def answers(kinds: Mapping[str, Callable[..., object]], shared: type[BaseModel] = Plain) -> Mapping[str, Answer]:
    """Kind of a question -> who answers it; ``shared`` is what all of them say.

    A function that wants that, or a model that says more, takes it as its first argument, ``asked``.
    """
    return {name: _answering(kind, shared) for name, kind in kinds.items()}


def _answering(kind: Callable[..., object], shared: type[BaseModel]) -> Answer:
    hints, parameters = get_type_hints(kind, include_extras=True), dict(inspect.signature(kind).parameters)
    whole = parameters.pop("asked", None) is not None
    described: dict[str, Any] = {
        name: (hints[name], ... if each.default is each.empty else each.default) for name, each in parameters.items()
    }
    model = create_model(kind.__name__, __base__=hints["asked"] if whole else shared, **described)

    def answer(question: str) -> object:
        asked = model.model_validate_json(question, strict=True)
        try:
            return kind(*[asked] * whole, **{name: getattr(asked, name) for name in described})
        except ValueError as nonsense:
            raise BadRequest(say("%(text)s", text=str(nonsense))) from nonsense

    return answer


def unique(names: Sequence[str]) -> Sequence[str]:
    """Return ``names`` if none of them is there twice. Raise ValueError."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is there twice")
    return names


def seated(seats: Sequence[str], *asked: str) -> None:
    """Check that each of these sits there. Raise ValueError."""
    for seat in asked:
        if seat not in seats:
            raise ValueError(f"nobody is called {seat!r} here")


def everybody(seats: Sequence[str], asked: Mapping[str, object]) -> None:
    """Check that every seat is named, and nobody else. Raise ValueError."""
    if asked.keys() != set(seats):
        raise ValueError("every player is named, and nobody else")
