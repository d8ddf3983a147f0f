"""Templates, compiled once for all the applications of a process: a box would compile its thirty for its first page."""

from __future__ import annotations

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """In memory, for all applications that escape alike. A changed text is compiled again."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, object], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        found = self.code.get(_key(bucket))
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[_key(bucket)] = bucket.bytecode_to_string()


def _key(bucket: Bucket) -> tuple[str, object]:
    """Flask decides what to escape by a method of the application: of every one the same."""
    escaping = bucket.environment.autoescape
    return bucket.key, getattr(escaping, "__func__", escaping)


def keep_compiled() -> None:
    """For every application that is made from now on."""
    Flask.jinja_options = {"bytecode_cache": Compiled()}
