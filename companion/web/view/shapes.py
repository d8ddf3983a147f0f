"""A preset of house rules to give away: a code that is scanned, entered or sent in a file."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import BadRequest
from companion.core.referee.house_rules import Value
from companion.core.text import Text, say

BEGIN = "SHAPE1"
MAX_CODE_LENGTH = 4_000
MAX_TEXT_LENGTH = 20_000
"""bytes that a code may hold: it comes from anywhere"""


@dataclass(frozen=True, slots=True)
class RuleShape:
    """The content of a code: the game, the preset's name, and the house rules that differ from the usual ones."""

    game: str
    name: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ShapeView:
    """A preset on a card: the rules that are not as usual in words, and its code."""

    name: str
    rules: tuple[tuple[Text, Text], ...]
    code: str


def code_of(shape: RuleShape) -> str:
    """Return the preset as letters and digits, so that its QR code is small and it can be entered by hand."""
    text = json.dumps([shape.game, shape.name, dict(shape.values)], ensure_ascii=False, sort_keys=True)
    packed = base64.b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return f"{BEGIN}{packed}"


def shape_of(code: str) -> RuleShape:
    """Return the preset of a code, in any case and with any spaces. Raise BadRequest for anything else."""
    letters = "".join(code.split()).upper()
    if len(letters) > MAX_CODE_LENGTH or not letters.startswith(BEGIN):
        raise _no_shape()
    packed = letters.removeprefix(BEGIN)
    opened = zlib.decompressobj()
    try:
        text = opened.decompress(base64.b32decode(packed + "=" * (-len(packed) % 8)), MAX_TEXT_LENGTH)
        found = json.loads(text) if opened.eof else None
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise _no_shape() from error
    match found:
        case [str(game), str(name), dict(values)] if all(isinstance(value, str | int) for value in values.values()):
            return RuleShape(game, name, values)
    raise _no_shape()


def _no_shape() -> BadRequest:
    return BadRequest(say("That is not the code of a shape: it begins with %(begin)s.", begin=BEGIN))
