"""Too many attempts are refused, in words that a player understands."""

from companion.app.tables import Tables
from companion.web.app import create_app
from tests.support.table import CODE, Night


def test_too_many_attempts_get_a_sentence_that_says_what_to_do() -> None:
    tables: Tables = Night(start=False).tables
    client = create_app(tables).test_client()
    answers = [client.post(f"/api/tables/{CODE}/seats", json={"name": ""}) for _ in range(40)]
    assert {answer.status_code for answer in answers} == {422, 429}
    assert answers[-1].json is not None
    assert "wait a minute" in answers[-1].json["message"]
