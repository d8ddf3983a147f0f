"""What makes every test faster: templates compiled once, and files that share what is dear on one worker.

Beside each other (``make test``) run the browser, whose tests all share one worker, so that no two of them fight for
the machine, and the other files on the other worker and, when the browser is done, on both.
"""

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Templates, compiled once for all the applications of a test run that escape alike. A changed text is compiled
    again."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, object], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        found = self.code.get((bucket.key, bucket.environment.autoescape))
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key, bucket.environment.autoescape] = bucket.bytecode_to_string()


@pytest.fixture(autouse=True, scope="session")
def compiled_templates() -> None:
    Flask.jinja_options = {"bytecode_cache": Compiled()}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: "browser" not in item.path.parts)  # the longest group first
        for item in items:
            group = "browser" if "browser" in item.path.parts else item.path.as_posix()
            item.add_marker(pytest.mark.xdist_group(group))
