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


def _sending_photos() -> dict[str, Any]:
    text, flag = {"type": "string"}, {"type": "boolean"}
    stage: dict[str, Any] = {"enum": ["empty", "figures", "misread", "ready"]}
    wrong = {"type": "array", "items": text}
    told = {"ok": flag, "stage": stage, "message": text, "same": flag, "tap": flag, "wrong": wrong, "next": text}
    what = "A photo of the board, to set up with or to check"
    return _operation("sendPhoto", what, _object(told), SENDING, seated=True, form="multipart/form-data")


def _paths(games: Registry, kinds: list[dict[str, Any]]) -> dict[str, Any]:
    text, flag, view = {"type": "string"}, {"type": "boolean"}, {"type": "object"}
    seq = _object({"seq": {"type": "integer"}})
    seated = _object({"seat": text, "token": text})
    table = _object(
        {
            "game": {"enum": sorted(games)},
            "edition": {"enum": sorted({edition for editions in games.values() for edition in editions})},
        },
        {"level": {"enum": [level.value for level in Level]}, "demo": flag},
    )
    sitting = _object({"name": text}, {"picks": {"type": "object", "additionalProperties": text}, "key": KEY})
    claim = _object({"pin": text}, {"serving": flag, "key": KEY})
    opening = _object({"seat": text, "ballot": {"type": "integer"}, "choice": text, "nonce": text})
    preset = _object({"name": text}, {"keep": flag})
    numbers, things = {"type": "array", "items": {"type": "number"}}, {"type": "array"}
    shape = {"lattice": {"enum": [each.value for each in Lattice]}, "size": {"type": "number"}}
    places = {"sheet": numbers, "origin": numbers, "cells": things, "town": things, "areas": things}
    sketch = _object({"name": text, **shape, **places})
    traced = _object({"name": text, "fits": things})
    past = _object({"mine": text, "my_nonce": text}, {"theirs": {"type": ["string", "null"]}, "their_nonce": text})
    showing = _object(
        {"seat": text, "showdown": text, "laid": text, "nonce": text},
        {"receipt": text, "past": {"type": ["object", "null"], "additionalProperties": past}},
    )
    other = {"oneOf": [{"type": "null"}, _object({"laid": text, "nonce": text})]}
    return {
        "/api/shelf": {"get": _operation("shelf", "The games of this box", {"type": "array"})},
        "/api/boards": {
            "get": _operation("boards", "Boards of one's own that this box keeps, by name", {"type": "array"}),
            "post": _operation("traceBoard", "Keep a board that was painted over a photograph", traced, sketch),
        },
        "/api/tables": {"post": _operation("openTable", "Open a table", _object({"code": text}), table)},
        "/api/tables/{code}": {
            "parameters": [CODE],
            "get": _operation("tableScreen", "What the table screen shows", view),
        },
        "/api/tables/{code}/seats": {"parameters": [CODE], "post": _operation("sitDown", "Sit down", seated, sitting)},
        "/api/tables/{code}/order": {
            "parameters": [CODE],
            "post": _operation(
                "arrangeSeats", "How everybody sits round the table", seq, _object({"order": {"type": "array"}})
            ),
        },
        "/api/tables/{code}/seats/{seat}": {
            "parameters": [CODE, SEAT],
            "get": _operation("seatPage", "What this seat's phone shows", view, seated=True),
        },
        "/api/tables/{code}/seats/{seat}/claim": {
            "parameters": [CODE, SEAT],
            "post": _operation("claimSeat", "Another phone for a seat, with its PIN", seated, claim),
        },
        "/api/tables/{code}/seats/{seat}/photo": {
            "parameters": [CODE, SEAT],
            "post": _sending_photos(),
        },
        "/api/tables/{code}/actions": {
            "parameters": [CODE],
            "post": _operation("act", "Give a command", seq, {"anyOf": kinds}, seated=True),
        },
        "/api/tables/{code}/camera": {
            "parameters": [CODE],
            "get": _operation("camera", "How far the camera is with this table, and what it sees", view),
            "post": _operation("steerCamera", "A step of the camera's set-up", view, OPERATING),
        },
        "/api/tables/{code}/presets": {
            "parameters": [CODE],
            "post": _operation(
                "keepPreset", "Keep the table's house rules by a name, or forget them", view, preset, True
            ),
        },
        "/api/tables/{code}/openings": {
            "parameters": [CODE],
            "post": _operation("openVote", "Open a sealed vote", seq, opening, seated=True),
        },
        "/api/tables/{code}/showings": {
            "parameters": [CODE],
            "post": _operation("show", "Show a sealed lay-down", _object({"other": other}), showing, seated=True),
        },
    }
