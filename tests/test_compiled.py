"""What makes the tests faster works: a second application compiles no template that a first one has compiled."""

import pytest
from jinja2 import Environment

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app


def first_page() -> int:
    """The status of the first page of a new application."""
    log = Log(":memory:")
    try:
        return create_app(Tables(log, registry())).test_client().get("/").status_code
    finally:
        log.close()


def test_a_template_is_compiled_for_one_application_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_page() == 200
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert first_page() == 200
