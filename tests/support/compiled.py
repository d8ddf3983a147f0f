"""Caches of compiled templates and routes for all applications of a test process.

Each test makes its own application, which would otherwise compile its templates for the first page, and generate two
functions for every route.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class Compiled(BytecodeCache):
    """A cache of compiled templates in memory, shared by applications with the same escaping."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, object], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        found = self.code.get(_key(bucket))
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[_key(bucket)] = bucket.bytecode_to_string()


def _key(bucket: Bucket) -> tuple[str, object]:
    """Return the key of a template: its name and text, and the function that decides what to escape.

    In Flask that is a method bound to the application; the function itself is the same for all.
    """
    escaping = bucket.environment.autoescape
    return bucket.key, getattr(escaping, "__func__", escaping)


def keep_compiled() -> None:
    """Install both caches for every application that is made from now on."""
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    Rule._compile_builder = _once(Rule._compile_builder)  # type: ignore[assignment, method-assign]


Builder = Callable[..., tuple[str, str]]


def _once(write: Callable[[Rule, bool], Builder]) -> Callable[[Rule, bool], Builder]:
    """Return ``write`` with a cache: equal rules share one builder, which gets the rule as an argument."""
    known: dict[Any, Builder] = {}

    def written(self: Rule, append_unknown: bool = True) -> Builder:
        types = tuple((name, type(each)) for name, each in self._converters.items())
        key = self.rule, tuple(self._trace), types, repr(self.defaults), append_unknown
        if key not in known:
            known[key] = write(self, append_unknown)
        return known[key]

    return written
