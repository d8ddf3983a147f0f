"""The description of the API is a valid document: what its paths, references and operations name is declared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from companion.web.api.openapi import document
from companion.web.app import create_app

TYPES = {"string", "integer", "number", "boolean", "array", "object", "null"}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document(create_app(Tables(Log(":memory:"), registry())), registry())


def faults(described: dict[str, Any]) -> list[str]:
    """Return what the document lacks, by the OpenAPI specification 3.1."""
    return [*_of_paths(described["paths"]), *_of_schemas(described)]


def _of_paths(paths: dict[str, Any]) -> Iterator[str]:
    names: Counter[str] = Counter()
    for path, item in paths.items():
        declared = [each["name"] for each in item["parameters"] if each["in"] == "path"]
        if sorted(declared) != sorted(re.findall(r"{(\w+)}", path)) or "<" in path:
            yield f"{path} declares {declared}"
        for each in item["parameters"]:
            if each["required"] is not True or each["schema"].get("type") not in TYPES:
                yield f"{path}: {each['name']} is not described"
        for method, operation in item.items():
            if method == "parameters":
                continue
            names[operation["operationId"]] += 1
            if not operation["responses"] or not all("description" in each for each in operation["responses"].values()):
                yield f"{method} {path} does not describe its answers"
    yield from (f"{name} is the name of {count} operations" for name, count in names.items() if count > 1)


def _of_schemas(described: dict[str, Any]) -> Iterator[str]:
    for part in _parts(described):
        reference = part.get("$ref")
        if isinstance(reference, str):
            found: Any = described
            for step in reference.removeprefix("#/").split("/"):
                found = found.get(step, {})
            if not found:
                yield f"{reference} leads nowhere"
        if isinstance(part.get("type"), str) and "in" not in part and part["type"] not in TYPES | {"http"}:
            yield f"{part['type']} is not a type"


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(each)


def test_the_document_is_valid(described: dict[str, Any]) -> None:
    assert faults(described) == []
    assert len(described["paths"]) > 12


def test_a_path_parameter_that_is_not_declared_is_found(described: dict[str, Any]) -> None:
    """Negative control."""
    path, item = next((path, item) for path, item in described["paths"].items() if "{" in path)
    assert list(_of_paths({path: {**item, "parameters": []}}))
    assert list(_of_schemas({"schema": {"$ref": "#/components/schemas/Nothing"}}))
