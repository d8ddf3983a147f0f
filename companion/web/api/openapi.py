"""The OpenAPI document, made from the same dataclasses that the API reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import __version__
from companion.boards.layout import Lattice
from companion.core.messages import Command, kind_of
from companion.core.plugin import Registry
from companion.core.table.table import Level
from companion.store.codec import INTERNAL, Codec, adapter

REF = "#/components/schemas/{model}"
CODE = {"name": "code", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[A-Z]{4}$"}}
SEAT = {"name": "seat", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^s[1-9][0-9]?$"}}
KEY = {"type": ["string", "null"], "minLength": 16, "maxLength": 64}
"""drawn by whoever asks: the same request with the same key gets the same token, until it is used"""
FORM = "multipart/form-data"
TOKEN: list[dict[str, list[str]]] = [{"seatToken": []}]


def document(games: Registry) -> dict[str, Any]:
    """The whole API as OpenAPI 3.1."""
    schemas, kinds = _commands(games)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion", "version": __version__, "description": AMOUNTS},
        "paths": _paths(games, kinds),
        "components": {
            "schemas": {**schemas, "Problem": PROBLEM},
            "securitySchemes": {"seatToken": {"type": "http", "scheme": "bearer"}},
        },
    }


AMOUNTS = (
    "Every amount of money is a whole number of the smallest unit of the table's money, in commands, bids, house rules,"
    " views and exports. `currency.decimals` of a view says how many of its digits people write behind the decimal mark"
    " (250 is 2.50 where it is 2), `currency.step` of which number what is paid is a multiple."
)


PROBLEM = {
    "type": "object",
    "description": "A refusal: a sentence in the reader's language, a stable code, the rule it rests on.",
    "required": ["code", "message", "rule", "waivable"],
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "rule": {"type": ["object", "null"]},
        "waivable": {"type": "boolean"},
    },
}


SPOT = {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "minItems": 2, "maxItems": 2}
OPERATING = {
    "type": "object",
    "required": ["do"],
    "properties": {
        "do": {"enum": ["serve", "leave", "find", "corners", "empty", "start", "accept", "again"]},
        "corners": {"type": "array", "items": SPOT, "minItems": 4, "maxItems": 4},
    },
}


SENDING = {
    "type": "object",
    "required": ["do"],
    "properties": {
        "do": {"enum": ["empty", "figures", "check", "accept", "again"]},
        "photo": {
            "type": "string",
            "contentMediaType": "image/jpeg",
            "description": "JPEG, PNG or WebP, at most 15 megabytes and 40 megapixels; with empty, figures and check.",
        },
        "corners": {
            "type": "string",
            "description": "Where the board's corners are in the photo, if it is not found by itself: x,y 0 to 1, four"
            " of them, apart by blanks, from the upper left, clockwise as printed.",
        },
    },
}


def _commands(games: Registry) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Schemas of every command of every game, and the actions that carry them."""
    schemas: dict[str, Any] = {}
    actions: list[dict[str, Any]] = []
    for cls, model in models(games).items():
        schema = adapter(cls).json_schema(ref_template=REF)
        schemas.update(schema.pop("$defs", {}))
        example = example_of(schema, schemas)
        schemas[model] = {**schema, "additionalProperties": False, "examples": [example]}
        actions.append(_action(kind_of(cls), model))
    return schemas, actions


def models(games: Registry) -> Mapping[type[Command], str]:
    """Every command of every game that a screen may give, and its schema: two games may call theirs the same."""
    found: dict[type[Command], str] = {}
    for game in (game for editions in games.values() for game in editions.values()):
        for cls in Codec(game).commands.values():
            if cls not in INTERNAL and cls not in found:
                taken = cls.__name__ in found.values()
                found[cls] = f"{game.name.title().replace('_', '')}{cls.__name__}" if taken else cls.__name__
    return found


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """The shortest value that has the shape: what must be there, and of each the simplest."""
    if "$ref" in schema:
        return example_of(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], schemas)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    match schema.get("type"):
        case "object":
            required = schema.get("required", ())
            return {name: example_of(schema["properties"][name], schemas) for name in required}
        case "array":
            return [example_of(each, schemas) for each in schema.get("prefixItems", ())]
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case _:
            return "s1"


def _action(kind: str, model: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["seat", "kind", "data"],
        "properties": {
            "seat": {"type": "string"},
            "kind": {"const": kind},
            "data": {"$ref": REF.format(model=model)},
            "id": {"type": ["string", "null"], "minLength": 1, "maxLength": 64},
            "seen": {"type": ["integer", "null"]},
        },
    }


def _object(required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": {**required, **(optional or {})}}


TEXT, FLAG, THINGS, VIEW = {"type": "string"}, {"type": "boolean"}, {"type": "array"}, {"type": "object"}
SEQ, SEATED = _object({"seq": {"type": "integer"}}), _object({"seat": TEXT, "token": TEXT})
SITTING = _object({"name": TEXT}, {"picks": {"type": "object", "additionalProperties": TEXT}, "key": KEY})
CLAIM = _object({"pin": TEXT}, {"serving": FLAG, "key": KEY})
OPENING = _object({"seat": TEXT, "ballot": {"type": "integer"}, "choice": TEXT, "nonce": TEXT})
NUMBERS = {"type": "array", "items": {"type": "number"}}
SHAPE = {"lattice": {"enum": [each.value for each in Lattice]}, "size": {"type": "number"}}
PLACES = {"sheet": NUMBERS, "origin": NUMBERS, "cells": THINGS, "town": THINGS, "areas": THINGS}
SKETCH = _object({"name": TEXT, **SHAPE, **PLACES})
PAST = _object({"mine": TEXT, "my_nonce": TEXT}, {"theirs": {"type": ["string", "null"]}, "their_nonce": TEXT})
SHOWING = _object(
    {"seat": TEXT, "showdown": TEXT, "laid": TEXT, "nonce": TEXT},
    {"receipt": TEXT, "past": {"type": ["object", "null"], "additionalProperties": PAST}},
)
OTHER = _object({"other": {"oneOf": [{"type": "null"}, _object({"laid": TEXT, "nonce": TEXT})]}})
STAGE = {"enum": ["empty", "figures", "misread", "ready"]}
WRONG = {"type": "array", "items": TEXT}
PHOTO = {"ok": FLAG, "stage": STAGE, "message": TEXT, "same": FLAG, "tap": FLAG, "wrong": WRONG, "next": TEXT}


def _answers(what: str, schema: dict[str, Any]) -> dict[str, Any]:
    problem = {"content": {"application/json": {"schema": {"$ref": REF.format(model="Problem")}}}}
    refused = {
        "401": "not seated",
        "403": "another seat, or a foreign page",
        "404": "no such table",
        "409": "the table moved: look again",
        "413": "too large",
        "415": "not JSON",
        "422": "refused",
        "429": "too many attempts",
        "503": "the disk is in trouble; send the same again",
    }
    return {
        "200": {"description": what, "content": {"application/json": {"schema": schema}}},
        **{status: {"description": words, **problem} for status, words in refused.items()},
    }


def _operation(
    name: str,
    what: str,
    answer: dict[str, Any],
    sent: dict[str, Any] | None = None,
    seated: bool = False,
    form: str = "application/json",
) -> dict[str, Any]:
    found: dict[str, Any] = {"operationId": name, "summary": what, "responses": _answers(what, answer)}
    if sent is not None:
        found["requestBody"] = {"required": True, "content": {form: {"schema": sent}}}
    if seated:
        found["security"] = TOKEN
    return found


def _paths(games: Registry, kinds: list[dict[str, Any]]) -> dict[str, Any]:
    table = _object(
        {
            "game": {"enum": sorted(games)},
            "edition": {"enum": sorted({edition for editions in games.values() for edition in editions})},
        },
        {"level": {"enum": [level.value for level in Level]}, "demo": FLAG},
    )
    at, one = "/api/tables/{code}", "/api/tables/{code}/seats/{seat}"
    asked = {
        "/api/shelf": _operation("shelf", "The games of this box", THINGS),
        "/api/boards": _operation("boards", "Boards of one's own that this box keeps, by name", THINGS),
        at: _operation("tableScreen", "What the table screen shows", VIEW),
        one: _operation("seatPage", "What this seat's phone shows", VIEW, seated=True),
        f"{at}/camera": _operation("camera", "How far the camera is with this table, and what it sees", VIEW),
    }
    done = {
        "/api/boards": _operation(
            "traceBoard",
            "Keep a board that was painted over a photograph",
            _object({"name": TEXT, "fits": THINGS}),
            SKETCH,
        ),
        "/api/tables": _operation("openTable", "Open a table", _object({"code": TEXT}), table),
        f"{at}/seats": _operation("sitDown", "Sit down", SEATED, SITTING),
        f"{at}/order": _operation(
            "arrangeSeats", "How everybody sits round the table", SEQ, _object({"order": THINGS})
        ),
        f"{one}/claim": _operation("claimSeat", "Another phone for a seat, with its PIN", SEATED, CLAIM),
        f"{one}/photo": _operation(
            "sendPhoto", "A photo of the board, to set up with or to check", _object(PHOTO), SENDING, True, FORM
        ),
        f"{at}/actions": _operation("act", "Give a command", SEQ, {"anyOf": kinds}, seated=True),
        f"{at}/camera": _operation("steerCamera", "A step of the camera's set-up", VIEW, OPERATING),
        f"{at}/presets": _operation(
            "keepPreset",
            "Keep the table's house rules by a name, or forget them",
            VIEW,
            _object({"name": TEXT}, {"keep": FLAG}),
            seated=True,
        ),
        f"{at}/openings": _operation("openVote", "Open a sealed vote", SEQ, OPENING, seated=True),
        f"{at}/showings": _operation("show", "Show a sealed lay-down", OTHER, SHOWING, seated=True),
    }
    return {path: _path(path, asked.get(path), done.get(path)) for path in {**asked, **done}}


def _path(path: str, get: dict[str, Any] | None, post: dict[str, Any] | None) -> dict[str, Any]:
    parameters = [each for each in (CODE, SEAT) if f"{{{each['name']}}}" in path]
    found = {"parameters": parameters, "get": get, "post": post}
    return {name: value for name, value in found.items() if value}
