"""Logs in PostgreSQL: a transaction about a table takes a lock of that name, where SQLite locks its whole file.

Every transaction is synchronous (``synchronous_commit=on``, unless the address says otherwise), as a phone is told
that something is done only when it is.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from zlib import crc32

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.core.errors import BadRequest
from companion.core.text import Text, say
from companion.store.lock import InUse
from companion.store.postgresql.schema import SCHEMA, NotOurs, migrate
from companion.store.storage import CANNOT_READ, CANNOT_WRITE, AlreadyKept, StorageError, Transaction, Unusable

MAX_CONNECTIONS = 8
WAIT_SECONDS = 3.0
"""for a connection; after one such wait in vain each call waits NO_WAIT_SECONDS until the database answers again"""
NO_WAIT_SECONDS = 0.2
LOST_SECONDS = 5
"""without an answer after which a connection counts as lost"""
ABOUT = 0x636F6D70
"""The space of the locks about a table (``pg_advisory_xact_lock``): other programs may use others."""

SERVING = ABOUT + 1
"""The space of the lock that all serving processes share, and that one has alone which must be alone."""

logger = logging.getLogger(__name__)


def address_of(where: str, schema: str = SCHEMA) -> str:
    """Return the address with the settings that every connection needs; those in ``where`` take precedence."""
    parameters = conninfo_to_dict(where)
    options = [f"search_path={schema}", "lock_timeout=5s", "statement_timeout=30s", "synchronous_commit=on"]
    defaults: dict[str, Any] = {
        "application_name": "companion",
        "connect_timeout": LOST_SECONDS,
        "keepalives_idle": LOST_SECONDS,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": LOST_SECONDS * 1000,
    }
    settings = " ".join(f"-c {option}" for option in options)
    address: str = make_conninfo(
        "", **{**defaults, **parameters, "options": f"{settings} {parameters.get('options') or ''}".strip()}
    )
    return address


def without_password(where: str) -> str:
    """Return the address as it may be shown and logged. Raise psycopg.Error for an invalid one."""
    parameters = conninfo_to_dict(where)
    return f"postgresql://{parameters.get('host') or ''}/{parameters.get('dbname') or ''}"


@cache
def with_placeholders(sql: str) -> str:
    """Return the statement with psycopg's placeholders for parameters."""
    return sql.replace("%", "%%").replace("?", "%s")


class Statements:
    """The statements of one transaction."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        """Run one statement."""
        return self._connection.execute(with_placeholders(sql), tuple(map(_plain, parameters)))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each row."""
        statement, values = with_placeholders(sql), [tuple(map(_plain, row)) for row in rows]
        if len(values) == 1:  # most actions are one event: no pipeline is worth its two more messages
            return self._connection.execute(statement, values[0])
        with self._connection.cursor() as cursor:
            cursor.executemany(statement, values)
        return None


def _plain(value: Any) -> Any:
    """Return the value. Raise BadRequest for text that PostgreSQL cannot keep."""
    if isinstance(value, str) and "\0" in value:
        raise BadRequest(say("This request cannot be read."))
    return value


class PostgresqlDatabase:
    """A database in PostgreSQL, with a pool of connections to it. Raise Unusable."""

    def __init__(self, where: str, schema: str = SCHEMA) -> None:
        self.schema = schema
        try:
            self.name = without_password(where)
            self.address = address_of(where, schema)
            with psycopg.connect(self.address, autocommit=True) as connection:
                migrate(connection, schema)
        except (psycopg.Error, NotOurs) as error:
            raise Unusable(" ".join(str(error).split())) from error
        self._pool = ConnectionPool(
            self.address,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=MAX_CONNECTIONS,
            reconnect_timeout=1.0,
            name="companion",
            open=True,
        )
        self._unreachable = threading.Event()

    @contextmanager
    def writing(self, about: str = "") -> Iterator[Transaction]:
        """Begin a transaction by taking the lock about this; other processes are notified when it is committed."""
        begin = f"BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock({ABOUT}, {number_of(about)})"
        with self._connected(begin, (), CANNOT_WRITE) as (connection, _):
            try:
                yield Statements(connection)
                connection.execute("COMMIT")
            except psycopg.IntegrityError as error:
                connection.execute("ROLLBACK")
                raise AlreadyKept from error
            except psycopg.Error:
                raise
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one statement. Raise StorageError."""
        values = tuple(map(_plain, parameters))
        with self._connected(with_placeholders(sql), values, CANNOT_READ) as (_, cursor):
            return list(cursor.fetchall()) if cursor.description else []

    def damage(self, thorough: bool = False) -> tuple[str, ...]:
        """Return nothing: a damaged database says so by itself, and its own tools (``pg_amcheck``) look closer."""
        return ()

    def close(self) -> None:
        """Close all connections; nothing acknowledged waits to be written."""
        self._pool.close()

    @contextmanager
    def _connected(
        self, first: str, values: tuple[Any, ...], sentence: Text
    ) -> Iterator[tuple[Connection[Any], psycopg.Cursor[Any]]]:
        """Yield a connection that has executed the first statement. Raise StorageError; then it is not used again."""
        connection: Connection[Any] | None = None
        try:
            connection, cursor = self._execute_first(first, values)
            yield connection, cursor
        except psycopg.Error as error:
            if connection:
                connection.close()  # the outcome of its transaction is unknown
            logger.error("%s: %s", self.name, " ".join(str(error).split()) or type(error).__name__)
            raise StorageError(sentence) from error
        finally:
            if connection:
                self._pool.putconn(connection)

    def _execute_first(self, first: str, values: tuple[Any, ...]) -> tuple[Connection[Any], psycopg.Cursor[Any]]:
        """Run the first statement; connections that broke while idle are thrown away."""
        while True:
            connection = self._take_connection()
            try:
                return connection, connection.execute(first, values or None)
            except BaseException as error:
                broken = connection.closed
                if not broken:
                    connection.close()
                self._pool.putconn(connection)
                if not (broken and isinstance(error, psycopg.OperationalError)):
                    raise
                logger.info("%s: a connection was lost; another one is taken", self.name, exc_info=True)

    def _take_connection(self) -> Connection[Any]:
        try:
            connection = self._pool.getconn(NO_WAIT_SECONDS if self._unreachable.is_set() else WAIT_SECONDS)
        except PoolTimeout:
            self._unreachable.set()
            raise
        self._unreachable.clear()
        return connection


@contextmanager
def served_alone(where: str, schema: str = SCHEMA) -> Iterator[None]:
    """Keep every other process from serving the database meanwhile. Raise InUse or psycopg.Error."""
    with psycopg.connect(address_of(where, schema), autocommit=True) as connection:
        lock = (SERVING, number_of(schema))
        for delay in (0.1, 0.3, 1.0, 0.0):  # the server needs a moment to forget a process that has just ended
            if connection.execute("SELECT pg_try_advisory_lock(%s, %s)", lock).fetchone() == (True,):
                break
            if not delay:
                raise InUse("")
            time.sleep(delay)
        yield


def number_of(about: str) -> int:
    """Return the number of the lock about this, 32 bits with a sign."""
    number = crc32(about.encode())
    return number - (1 << 32) if number >= 1 << 31 else number
