"""JSON that comes from elsewhere, read by one model with a bound on every number, count and name.

A model is a class of pydantic or a plain dataclass whose fields are made of the types below. Of files that people bring
``read`` gives an instance, or refuses the file in a sentence that names the field; what the box and
its cameras say to each other is a ``CameraMessage``.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Self, TypeVar, cast

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, TypeAdapter, ValidationError

from companion.core.errors import BadRequest
from companion.core.text import Text, say

LARGEST_FILE = 256 * 1024
"""Letters; the largest board has about 40,000."""

Model = TypeVar("Model")

MAX_PATH_LENGTH = 60
"""A refusal names the field that is wrong, but repeats no more of a file than can be read."""


def printable(word: str) -> str:
    """Return the word. Raise ValueError for one that cannot be read on a page or on paper."""
    if not word.isprintable() or not word.strip():
        raise ValueError
    return word


Word = Annotated[str, Field(strict=True), AfterValidator(printable)]
Whole = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Base64 = Annotated[
    bytes,
    BeforeValidator(lambda text: b64decode(text, validate=True)),
    PlainSerializer(lambda data: b64encode(data).decode()),
]


def at_most(count: int) -> Any:
    """Return the bound of a word of so many letters, or a list of so many entries."""
    return Field(max_length=count)


def some(most: int) -> Any:
    """Return the bound of a list of one entry or more."""
    return Field(min_length=1, max_length=most)


def between(least: int, most: int) -> Any:
    """Return the bound of a number from ``least`` to ``most``."""
    return Field(ge=least, le=most)


def read(model: type[Model], file: str | Mapping[str, Any], refused: Callable[[Text], Text]) -> Model:
    """Return the file (its text, or its data) as an instance of the model.

    Raise BadRequest; ``refused`` makes the sentence from what is wrong ("there is no “x” in it").
    """
    if isinstance(file, str) and len(file) > LARGEST_FILE:
        raise BadRequest(refused(say("it is longer than %(count)s letters", count=LARGEST_FILE)))
    reader = adapter(model)
    try:
        return cast(Model, reader.validate_json(file) if isinstance(file, str) else reader.validate_python(file))
    except ValidationError as error:
        raise BadRequest(refused(_mistake(error))) from error


def adapter(model: Any) -> TypeAdapter[Any]:
    """Return the adapter of a model, made once: building one costs more than reading a file, or a hundred messages."""
    return _adapter(model)


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


class CameraMessage:
    """A frozen dataclass, or a part of one, that crosses to the process of a camera or back as JSON."""

    __slots__ = ()

    def plain(self) -> dict[str, Any]:
        """Return the message as JSON data, for ``parse``."""
        return cast(dict[str, Any], adapter(type(self)).dump_python(self, mode="json", by_alias=True))

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """Return what ``plain`` wrote; missing fields have their defaults, unknown ones are ignored.

        Raise ValueError for what makes no sense.
        """
        return cast(Self, adapter(cls).validate_python(data)).checked()

    @classmethod
    def understood(cls, data: Mapping[str, Any]) -> Self:
        """Return what ``plain`` wrote. Raise BadRequest for what makes no sense."""
        try:
            return cls.parse(data)
        except ValueError as wrong:
            raise BadRequest(say("The camera's message makes no sense.")) from wrong

    def checked(self) -> Self:
        """Return the message if its parts go together. Raise ValueError otherwise. A message checks those within it."""
        return self


def _mistake(error: ValidationError) -> Text:
    """Return what is wrong first, and where."""
    first = error.errors(include_url=False)[0]
    path = ".".join(map(str, first["loc"]))[:MAX_PATH_LENGTH]
    field, limits = "".join(letter if letter.isprintable() else "?" for letter in path), first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            return say("it is not JSON")
        case "missing":
            return say("there is no “%(field)s” in it", field=field)
        case "too_long" if isinstance(first["input"], str):
            return say("“%(field)s” has more than %(count)s letters", field=field, count=limits["max_length"])
        case "too_long":
            return say("“%(field)s” has more than %(count)s entries", field=field, count=limits["max_length"])
        case "too_short":
            return say("“%(field)s” has no entries", field=field)
        case "value_error" | "string_unicode":
            return say("“%(field)s” is empty or cannot be printed", field=field)
        case "greater_than_equal":
            return say("“%(field)s” must be at least %(count)s", field=field, count=limits["ge"])
        case "less_than_equal":
            return say("“%(field)s” must be at most %(count)s", field=field, count=limits["le"])
        case "finite_number":
            return say("“%(field)s” is not a sensible number", field=field)
        case _:
            return say("“%(field)s” is not what belongs there", field=field or "{}")
