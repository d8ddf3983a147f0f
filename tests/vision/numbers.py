"""The tuned numbers of ``vision/``: numeric literals that decide how a picture is read, found in its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = sorted(ROOT.glob("vision/**/*.py"))
READING = ("geometry", "localisation", "cells", "evidence", "inference", "dice")
"""The rooms whose module constants decide something; those of the others are devices, protocols and drawings."""
LIMITS = ("_SECONDS", "_BYTES", "_PIXELS")
"""the endings of limits of time, memory or size, which are not tuned"""
SIZES = {
    *("AT_ONCE", "BINS", "BLOCK", "COARSE", "COARSER", "EDGE", "GREYS", "HALF", "MIDDLE", "OPPONENT"),
    *("AROUND", "KEPT_SIDES", "PATCH", "SIDE", "STEP", "STEPS", "STRIP"),
}
"""Constants that say how finely something is sampled, or what a colour space is: they change time and memory."""


@dataclass(frozen=True)
class TunedNumber:
    """A literal: ``module`` is dotted, ``name`` the field or constant, ``line`` and ``column`` where it stands."""

    module: str
    name: str
    value: float
    line: int
    column: int
    explained: bool
    """whether a docstring follows what it belongs to"""


def numbers_in(module: str, source: str) -> Iterator[TunedNumber]:
    """Yield the defaults of fields of ``Tuning``, and the constants of modules that read."""
    tree = ast.parse(source)
    yield from _of(module, tree.body, constants=any(room in module.split(".")[1:2] for room in READING))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "Tuning":
            yield from _of(module, node.body, constants=True)


def _of(module: str, body: list[ast.stmt], constants: bool) -> Iterator[TunedNumber]:
    for at, node in enumerate(body):
        if not constants or not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        if target in SIZES or target.endswith(LIMITS):
            continue
        after = body[at + 1] if at + 1 < len(body) else None
        explained = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        for part in ast.walk(node.value):
            if isinstance(part, ast.Constant) and type(part.value) in (int, float):
                assert isinstance(part.value, int | float)
                yield TunedNumber(module, target, part.value, part.lineno, part.col_offset, explained)


def tuned_numbers() -> list[TunedNumber]:
    """Return all tuned numbers."""
    return [found for path in SOURCES for found in numbers_in(dotted(path), path.read_text())]


def dotted(path: Path) -> str:
    """Return the module in this file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)
