"""Faults that are planted on purpose (``faults.toml``)."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Fault:
    """What ``was`` in a function (dotted, with its module) ``becomes`` something else; the tests must fail with it."""

    name: str
    function: str
    was: str
    becomes: str
    tests: tuple[str, ...]

    @property
    def file(self) -> Path:
        """The module's file, from the root; raises LookupError where there is none."""
        parts = self.function.split(".")
        found = (Path(*parts[:end]).with_suffix(".py") for end in range(len(parts) - 1, 0, -1))
        file = next((file for file in found if (ROOT / file).is_file()), None)
        if file is None:
            raise LookupError(f"{self.name}: no module holds {self.function}")
        return file

    def planted(self, source: str) -> str:
        """The module's source with the fault; raises LookupError where the function is gone, or reads otherwise."""
        names = self.function.split(".")[len(self.file.parts) :]
        body = _body(ast.parse(source), names)
        if body is None:
            raise LookupError(f"{self.name}: no function {'.'.join(names)} in {self.file}")
        lines = source.splitlines(keepends=True)
        first, last = body[0].lineno - 1, body[-1].end_lineno
        within = "".join(lines[first:last])
        if within.count(self.was) != 1:
            raise LookupError(f"{self.name}: {names[-1]} in {self.file} has not once: {self.was}")
        return "".join([*lines[:first], within.replace(self.was, self.becomes), *lines[last:]])


def _body(tree: ast.Module, names: list[str]) -> list[ast.stmt] | None:
    """The statements of a function, without its docstring."""
    inside: list[ast.stmt] = tree.body
    for name in names:
        nodes = (node for node in inside if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name)
        node = next(nodes, None)
        if node is None:
            return None
        inside = node.body
    told = isinstance(inside[0], ast.Expr) and isinstance(inside[0].value, ast.Constant)
    return inside[told:]


def faults() -> tuple[Fault, ...]:
    """All of them."""
    found = tomllib.loads(Path(__file__).with_name("faults.toml").read_text())["fault"]
    return tuple(Fault(**{**each, "tests": tuple(each["tests"])}) for each in found)
