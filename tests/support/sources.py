"""The program's sources as syntax trees, parsed once in a process however many tests ask."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@cache
def tree(source: str) -> ast.Module:
    """Return the syntax tree of the source."""
    with without_collector():
        return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Return the syntax tree of the source, node by node."""
    found = tree(source)
    with without_collector():
        return tuple(ast.walk(found))


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector from looking through 600,000 nodes again and again; they stay to the end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
