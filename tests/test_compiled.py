"""The shared work of the tests: a second application compiles no template and writes no route of a first one."""

import pytest
from jinja2 import Environment
from werkzeug.routing import Rule

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app


def first_page() -> int:
    """Return the status of the first page of a new application."""
    log = Log(":memory:")
    try:
        return create_app(Tables(log, registry())).test_client().get("/").status_code
    finally:
        log.close()


@pytest.mark.parametrize(("of", "name"), [(Environment, "compile"), (Rule, "_get_func_code")])
def test_what_is_compiled_for_one_application_is_for_no_other(
    of: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first_page() == 200
    monkeypatch.setattr(of, name, lambda *_: pytest.fail("compiled again"))
    assert first_page() == 200
