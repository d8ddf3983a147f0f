"""Everything that anybody can look at while a secret is kept, as bytes that two runs can be compared by."""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.testing import secrecy
from companion.testing.secrecy import Seen
from companion.web.fragments.open_pages import OpenPage
from companion.web.server.door import KEEP
from companion.web.server.streams import Stream, Streams
from companion.web.visit.tokens import cookie_name
from tests.faults.support import Phone

SEED = 1993
ELSEWHERE = {
    "filename": (),
    "version": (),
    "name": (),
    "game": ("abilene",),
    "edition": ("1983", "1993"),
    "section": ("7.1", "12.1"),
    "what": ("board", "all"),
    "key": ("f" * 32,),
    "place": ("7",),
}
"""variable of a path -> its values; no values for files of the program, which are the same in every game"""


def looked_at(
    app: Flask,
    phones: Mapping[str, Phone],
    stage: str,
    readers: Collection[str] = (),
    of_the_box: bool = False,
) -> Seen:
    """Return what the table screen and every seat see at this stage; see ``companion.testing.secrecy``."""
    code = next(iter(phones.values())).code
    tokens = {seat: phone.token for seat, phone in phones.items()}
    seen = secrecy.looked_at(app, code, tokens, ELSEWHERE, readers, of_the_box)
    return {f"{stage} {where}": there for where, there in seen.items()}


class Screen:
    """The streams of the table screen and of every phone, with all that the server sends to them."""

    def __init__(self, tables: Tables, app: Flask, phones: Mapping[str, Phone]) -> None:
        code = next(iter(phones.values())).code
        tokens = {seat: phone.token for seat, phone in phones.items()}
        self.near: dict[str, socket.socket] = {}
        self.streams = Streams(tables.bell, most=len(tokens) + 2, most_of_one=len(tokens) + 2)
        self.streams.soon = lambda client, service: service()
        pages = {"numbers": None, "screen": open_page(app, code, None)}
        pages |= {seat: open_page(app, code, seat, token) for seat, token in tokens.items()}
        for name, page in pages.items():
            self.near[name], far = socket.socketpair()
            self.near[name].setblocking(False)
            self.streams.add(Stream(far, chunked=False, page=page), code, 0, lambda: tables.table(code).seq)

    def read_streams(self) -> Seen:
        """Return the bytes that each stream has received since the last call, by name."""
        return {name: _read(sock) for name, sock in self.near.items()}


def _read(sock: socket.socket) -> bytes:
    received = b""
    with suppress(BlockingIOError):
        while more := sock.recv(65_536):
            received += more
    return received


def open_page(app: Flask, code: str, seat: str | None, token: str = "") -> OpenPage:
    """Return the server's record of a seat's page, or of the table screen, after it has fetched all its fragments."""
    client = app.test_client()
    if seat:
        client.set_cookie(cookie_name(code, seat), token)
    page = page_of_stream(client, f"/t/{code}/stream?seat={seat or ''}&page=watched")
    client.get(f"/t/{code}/s/{seat}/part?page=watched" if seat else f"/t/{code}/screen/part?page=watched")
    assert page
    assert page.held
    return page


def page_of_stream(client: FlaskClient, address: str) -> OpenPage | None:
    """Return the server's record of the page that opens a stream at this address."""
    kept: list[Any] = []
    client.get(address, environ_overrides={KEEP: lambda *args: kept.append(args)})
    page: OpenPage | None = kept[0][-1]
    return page


@contextmanager
def listening(tables: Tables, app: Flask, phones: Mapping[str, Phone]) -> Iterator[Screen]:
    """Open the streams of the table, and close them at the end."""
    screen = Screen(tables, app, phones)
    yield screen
    for sock in screen.near.values():
        sock.close()
    screen.streams.close()


def files_of(folder: Path, stage: str) -> Seen:
    """Return the contents of the database, its journal and all other files of the folder."""
    return {f"{stage} file {file.name}": file.read_bytes() for file in sorted(folder.iterdir())}
