"""The tables of the database in PostgreSQL: the same as in the file, in a schema of their own.

The one row of ``version`` tells it from a schema of another program, or of a newer version of this one.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection, sql

from companion.store.versions import Versions

SCHEMA = "companion"


class NotOurs(Exception):
    """Refusal of a schema that is there and holds something else, or something newer."""


FIRST = """
CREATE DOMAIN word AS text COLLATE "C";
CREATE TABLE version (number integer NOT NULL);
CREATE TABLE tables (
    code word PRIMARY KEY, game word NOT NULL, edition word NOT NULL, level word NOT NULL, demo integer NOT NULL,
    seed text NOT NULL, made double precision NOT NULL, defaults integer NOT NULL DEFAULT 0
);
CREATE INDEX tables_by_age ON tables (made);
CREATE TABLE events (
    code word NOT NULL REFERENCES tables (code), seq bigint NOT NULL, at double precision NOT NULL, actor text,
    action bigint NOT NULL, kind text NOT NULL, data text NOT NULL, action_id text, command text,
    PRIMARY KEY (code, seq)
);
CREATE UNIQUE INDEX one_action_once ON events (code, action_id) WHERE action_id IS NOT NULL;
CREATE TABLE snapshots (code word PRIMARY KEY, seq bigint NOT NULL, data text NOT NULL);
CREATE TABLE phones (
    code word NOT NULL, seat word NOT NULL, key word NOT NULL, serving integer NOT NULL,
    made double precision NOT NULL, came integer NOT NULL DEFAULT 1, PRIMARY KEY (code, seat, key)
);
CREATE TABLE pins (
    code word NOT NULL, seat word NOT NULL, pin text NOT NULL, tries integer NOT NULL DEFAULT 0,
    PRIMARY KEY (code, seat)
);
CREATE TABLE used_claims (code word NOT NULL, claim word NOT NULL, PRIMARY KEY (code, claim));
CREATE TABLE results (
    code word NOT NULL, seq bigint NOT NULL, game text NOT NULL, edition text NOT NULL, ended double precision NOT NULL,
    ending text NOT NULL, standings text NOT NULL, sign text, decimals integer NOT NULL DEFAULT 0,
    feats text NOT NULL DEFAULT '[]', PRIMARY KEY (code, seq)
);
CREATE TABLE settings (name word PRIMARY KEY, value text NOT NULL);
CREATE TABLE named (
    kind word NOT NULL, name word NOT NULL, text text NOT NULL, made double precision NOT NULL, PRIMARY KEY (kind, name)
);
CREATE TABLE closed (code word PRIMARY KEY, at double precision NOT NULL);

-- Where the process is that has a table's lock; means nothing where nobody has it.
CREATE TABLE owners (code word PRIMARY KEY, address text NOT NULL);
-- How often each process has counted: see heartbeats.
CREATE TABLE processes (address text PRIMARY KEY, beats bigint NOT NULL);
INSERT INTO settings (name, value) VALUES ('file', gen_random_uuid()::text);
INSERT INTO version VALUES (0);

-- What SQLite brings of its own, under its names: the statements of the program are the same for both.
CREATE FUNCTION json_valid(told text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
    $$ BEGIN PERFORM told::json; RETURN true; EXCEPTION WHEN others THEN RETURN false; END $$;
CREATE FUNCTION json_quote(told text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT to_json(told)::text $$;
"""

EVENINGS = """
ALTER TABLE results ADD COLUMN evening text NOT NULL DEFAULT '';
"""
"""The name that the table gave a finished game."""

VERSIONS: Versions[str] = Versions(5, (FIRST, EVENINGS))


def migrate(connection: Connection[Any], schema: str = SCHEMA) -> None:
    """Bring the schema up to date, all or nothing, one process at a time. Raise NotOurs or psycopg.Error."""
    if _version(connection, schema) == VERSIONS.newest:
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"schema {schema}",))
        version = _version(connection, schema)
        if version is None:
            if connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = %s LIMIT 1", (schema,)).fetchone():
                raise NotOurs(f"its schema {schema} holds tables of another program")
            connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
            version = 0
        if writer := VERSIONS.unreadable(version):
            raise NotOurs(f"it was written by {writer}")
        for step in VERSIONS.missing(version):
            connection.execute(step)
        connection.execute("UPDATE version SET number = %s", (VERSIONS.newest,))


def _version(connection: Connection[Any], schema: str) -> int | None:
    """Return the version of the schema; None where it has none."""
    has_table = "SELECT 1 FROM pg_tables WHERE schemaname = %s AND tablename = 'version'"
    has_events = "SELECT 1 FROM pg_tables WHERE schemaname = %s AND tablename = 'events'"
    if not all(connection.execute(each, (schema,)).fetchone() for each in (has_table, has_events)):
        return None
    (number,) = connection.execute("SELECT max(number) FROM version").fetchone() or (None,)
    return None if number is None else int(number)
