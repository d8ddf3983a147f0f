"""The OpenAPI document, made from the routes and the same types that they read and answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from flask import Flask
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core.core_schema import DataclassSchema

from companion import __version__
from companion.core.messages import Command, kind_of
from companion.core.plugin import Registry
from companion.core.text import Text
from companion.store.codec import INTERNAL, Codec, adapter
from companion.web.visit.operations import Operation

REF = "#/components/schemas/{model}"
PATTERNS = {"code": "^[A-Z]{4}$", "seat": "^s[1-9][0-9]?$"}
"""of the parts of a path that have a pattern"""
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
REFUSED = {
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

Schemas = dict[str, Any]


def document(app: Flask, games: Registry) -> dict[str, Any]:
    """Return the whole API as OpenAPI 3.1."""
    schemas: Schemas = {"Problem": PROBLEM}
    paths: dict[str, Any] = {}
    for rule in app.url_map.iter_rules():
        found: Operation | None = app.view_functions[rule.endpoint].__dict__.get("operation")
        if found:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            parameters = [_path_parameter(name) for name in re.findall(r"{(\w+)}", path)]
            method = "post" if "POST" in (rule.methods or ()) else "get"
            paths.setdefault(path, {"parameters": parameters})[method] = _operation(found, schemas)
    _fill_in(games, paths, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table companion", "version": __version__, "description": AMOUNTS},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"seatToken": {"type": "http", "scheme": "bearer"}}},
    }


def _path_parameter(name: str) -> Schemas:
    """Return the description of a part of the path."""
    form = {"pattern": PATTERNS[name]} if name in PATTERNS else {}
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", **form}}


def _operation(found: Operation, schemas: Schemas) -> dict[str, Any]:
    problem = {"content": {"application/json": {"schema": {"$ref": REF.format(model="Problem")}}}}
    answer = _schema(found.gives, schemas, "serialization")
    if isinstance(found.gives, type) and is_dataclass(found.gives):
        schemas[found.gives.__name__] = answer
        answer = {"$ref": REF.format(model=found.gives.__name__)}
    given = {"description": found.what, "content": {"application/json": {"schema": answer}}}
    refused = {status: {"description": words, **problem} for status, words in REFUSED.items()}
    described = {"operationId": found.name, "summary": found.what, "responses": {"200": given, **refused}}
    if found.takes is not None:
        schema = _schema(found.takes, schemas)
        described["requestBody"] = {"required": True, "content": {found.form: {"schema": schema}}}
    return {**described, "security": [{"seatToken": []}]} if found.seated else described


class Documented(GenerateJsonSchema):
    """A generator of schemas that describes texts as they are sent: words in the reader's language."""

    def dataclass_schema(self, schema: DataclassSchema) -> Schemas:
        """Return the description of a dataclass."""
        return {"type": "string"} if schema["cls"] is Text else super().dataclass_schema(schema)


def _schema(kind: Any, schemas: Schemas, mode: JsonSchemaMode = "validation") -> dict[str, Any]:
    """Return the schema of a type, and add those that it refers to."""
    found: Schemas = (
        kind
        if isinstance(kind, dict)
        else adapter(kind).json_schema(ref_template=REF, mode=mode, schema_generator=Documented)
    )
    schemas.update(found.pop("$defs", {}))
    return found


def _fill_in(games: Registry, paths: Mapping[str, Any], schemas: Schemas) -> None:
    """Fill in the parts that depend on the installed games: the games that can be opened, and their commands."""

    def taken(path: str) -> dict[str, Any]:
        found: dict[str, Any] = paths[path]["post"]["requestBody"]["content"]["application/json"]
        return found

    table = taken("/api/tables")["schema"]["properties"]
    table["game"] = {"enum": sorted(games)}
    table["edition"] = {"enum": sorted({edition for editions in games.values() for edition in editions})}
    actions, action = [], taken("/api/tables/{code}/actions")
    described = action["schema"].pop("description")
    for cls, model in models(games).items():
        schema = _schema(cls, schemas)
        schemas[model] = {**schema, "additionalProperties": False, "examples": [example_of(schema, schemas)]}
        properties = {"kind": {"const": kind_of(cls)}, "data": {"$ref": REF.format(model=model)}}
        actions.append({**action["schema"], "properties": {**action["schema"]["properties"], **properties}})
    action["schema"] = {"description": described, "anyOf": actions}


def models(games: Registry) -> Mapping[type[Command], str]:
    """Return every command of every game that a screen may give, with its schema: two games may use one name."""
    found: dict[type[Command], str] = {}
    for game in (game for editions in games.values() for game in editions.values()):
        for cls in Codec(game).commands.values():
            if cls not in INTERNAL and cls not in found:
                taken = cls.__name__ in found.values()
                found[cls] = f"{game.name.title().replace('_', '')}{cls.__name__}" if taken else cls.__name__
    return found


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """Return the shortest value of the schema: the required members, and of each the simplest."""
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
