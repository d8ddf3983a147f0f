"""Faults that are planted on purpose (``faults.toml``)."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: code that ``was`` in a function (dotted, with its module) ``becomes`` something else; the tests must
    fail with it.
    """

    name: str
    function: str
    was: str
    becomes: str
    tests: tuple[str, ...]

    @property
    def file(self) -> Path:
        """Return the module's file, from the root. Raise LookupError where there is none."""
        parts = self.function.split(".")
        found = (Path(*parts[:end]).with_suffix(".py") for end in range(len(parts) - 1, 0, -1))
        file = next((file for file in found if (ROOT / file).is_file()), None)
        if file is None:
            raise LookupError(f"{self.name}: no module holds {self.function}")
        return file

    def planted(self, source: str) -> str:
        """Return the module's source with the fault; raise LookupError where the function is gone, or reads
        otherwise.
        """
        names = self.function.split(".")[len(self.file.parts) :]
        node = _function(ast.parse(source), names)
        if node is None:
            raise LookupError(f"{self.name}: no function {'.'.join(names)} in {self.file}")
        lines = source.splitlines(keepends=True)
        first = min(each.lineno for each in (node, *node.decorator_list)) - 1
        last = node.end_lineno
        within = "".join(lines[first:last])
        if within.count(self.was) != 1:
            raise LookupError(f"{self.name}: {names[-1]} in {self.file} has not once: {self.was}")
        return "".join([*lines[:first], within.replace(self.was, self.becomes), *lines[last:]])


def _function(tree: ast.Module, names: list[str]) -> ast.FunctionDef | ast.ClassDef | None:
    """Return a function, with its decorators; None where there is none of this name."""
    inside: list[ast.stmt] = tree.body
    node = None
    for name in names:
        nodes = (node for node in inside if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name)
        node = next(nodes, None)
        if node is None:
            return None
        inside = node.body
    return node


def faults() -> tuple[Fault, ...]:
    """Return all faults."""
    found = tomllib.loads(Path(__file__).with_name("faults.toml").read_text())["fault"]
    return tuple(Fault(**{**each, "tests": tuple(each["tests"])}) for each in found)
