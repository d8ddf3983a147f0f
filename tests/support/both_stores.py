"""The same tests over both databases: every file that a test opens is a schema of PostgreSQL, the second time."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.store import log
from companion.store.database import MEMORY
from companion.store.storage import Storage

if TYPE_CHECKING:
    from companion.store.postgresql.database import PostgresqlDatabase
    from tests.support.postgresql import Cluster

SQLITE, POSTGRESQL = "sqlite", "postgresql"


class Schemas:
    """A schema for each file; one in memory is another each time."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.opened: list[PostgresqlDatabase] = []
        self._names: dict[str, str] = {}

    def storage_at(self, where: Path | str) -> Storage:
        from companion.store.postgresql.database import PostgresqlDatabase

        name = f"box_{secrets.token_hex(8)}"
        if str(where) != MEMORY:
            name = self._names.setdefault(str(where), name)
        database = PostgresqlDatabase(self.cluster.address, name)
        self.opened.append(database)
        return database

    def forget(self) -> None:
        """Delete it, so that the server stays small."""
        for database in self.opened:
            database.close()


def both(metafunc: pytest.Metafunc, modules: tuple[str, ...]) -> None:
    """Run the tests of these modules over both databases; for ``pytest_generate_tests``."""
    if metafunc.module.__name__.rpartition(".")[2] in modules and "both_stores" in metafunc.fixturenames:
        only = metafunc.definition.get_closest_marker("file_only")
        metafunc.parametrize("both_stores", [SQLITE] if only else [SQLITE, POSTGRESQL], indirect=True)


@pytest.fixture(autouse=True)
def both_stores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield the database of this test; the file, where nobody asks for the other."""
    if getattr(request, "param", SQLITE) == SQLITE:
        yield
        return
    schemas = Schemas(request.getfixturevalue("postgresql"))
    monkeypatch.setattr(log, "storage_at", schemas.storage_at)
    yield
    schemas.forget()
