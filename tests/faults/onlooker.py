"""Everything that anybody can look at while a secret is kept, so that two runs can be compared byte by byte."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.web.api.stream import KEEP
from companion.web.fragments.open_pages import OpenPage
from companion.web.server.streams import Stream, Streams
from companion.web.tokens import cookie_name
from tests.faults.support import Phone

SEED = 1993
VERSION = re.compile(rb'data-(?:version|state)="\w*"|"\w+":"[0-9a-f]{12}"|\["[0-9a-f]{12}"')
Seen = dict[str, bytes]
"""Where one looks -> what is there."""

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
"""What else an address may name; files of the program are the same whatever is played."""


def addresses(app: Flask, code: str, seats: tuple[str, ...], of_the_box: bool = True) -> Iterator[str]:
    """Every address that can be looked at, from the routes themselves; raises KeyError for a route that names something
    new, so that nobody forgets it. ``of_the_box``: those, too, that name no table."""
    values = {**ELSEWHERE, "code": (code,), "seat": seats}
    for rule in sorted(app.url_map.iter_rules(), key=str):
        if "GET" not in (rule.methods or ()) or not (of_the_box or "code" in rule.arguments):
            continue
        names = sorted(rule.arguments)
        for chosen in product(*(values[name] for name in names)):
            built = rule.build(dict(zip(names, chosen, strict=True)))
            assert built
            yield built[1]


def looked_at(
    app: Flask,
    phones: Mapping[str, Phone],
    stage: str,
    readers: Collection[str] = (),
    of_the_box: bool = False,
) -> Seen:
    """What the table screen and every seat see at this moment: all pages of the table, and each seat its own.

    A seat that is among the ``readers`` looks at the table's pages, too. ``of_the_box``: and the screen at all others.
    """
    code = next(iter(phones.values())).code
    tables_own = tuple(addresses(app, code, (), of_the_box=False))
    of_seats = {seat: set(addresses(app, code, (seat,), of_the_box=False)).difference(tables_own) for seat in phones}
    found: Seen = {}

    def look(who: str, paths: Iterable[str]) -> None:
        client = app.test_client()
        if who in phones:
            client.set_cookie(cookie_name(code, who), phones[who].token)
        for path in paths:
            answer = client.get(path)
            found[f"{stage} {who} {path}"] = answer.status.encode() + str(answer.headers).encode() + answer.data

    look("table", (*addresses(app, code, (), of_the_box), *sorted(set().union(*of_seats.values()))))
    for seat, own in of_seats.items():
        look(seat, (*sorted(own), *(tables_own if seat in readers else ())))
    return found


class Screen:
    """The table screen and every phone: they hear all that the server tells their pages while the table goes on."""

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

    def heard(self) -> Seen:
        """What has been told since the last time somebody asked, by who heard it."""
        return {name: _read(sock) for name, sock in self.near.items()}


def _read(sock: socket.socket) -> bytes:
    told = b""
    with suppress(BlockingIOError):
        while more := sock.recv(65_536):
            told += more
    return told


def open_page(app: Flask, code: str, seat: str | None, token: str = "") -> OpenPage:
    """The page of a seat, or the table screen, as the box knows it once it has fetched all that it shows."""
    client = app.test_client()
    if seat:
        client.set_cookie(cookie_name(code, seat), token)
    page = page_of_stream(client, f"/t/{code}/stream?seat={seat or ''}&page=watched")
    client.get(f"/t/{code}/s/{seat}/part?page=watched" if seat else f"/t/{code}/screen/part?page=watched")
    assert page
    assert page.held
    return page


def page_of_stream(client: FlaskClient, address: str) -> OpenPage | None:
    """The page that a stream of this address is for."""
    kept: list[Any] = []
    client.get(address, environ_overrides={KEEP: lambda *told: kept.append(told)})
    page: OpenPage | None = kept[0][-1]
    return page


@contextmanager
def listening(tables: Tables, app: Flask, phones: Mapping[str, Phone]) -> Iterator[Screen]:
    """Live streams of the table, for as long as they are needed."""
    screen = Screen(tables, app, phones)
    yield screen
    for sock in screen.near.values():
        sock.close()
    screen.streams.close()


def files_of(folder: Path, stage: str) -> Seen:
    """Database, journal and whatever else lies beside them."""
    return {f"{stage} file {file.name}": file.read_bytes() for file in sorted(folder.iterdir())}


def masked(seen: Seen, commitments: list[str]) -> Seen:
    """The commitments, which must differ, replaced by their place in the row of voters."""
    found = {}
    for name, data in seen.items():
        text = data
        for number, one in enumerate(commitments):
            text = text.replace(one.encode(), str(number).encode() * len(one))
            text = text.replace(bytes.fromhex(one), str(number).encode() * (len(one) // 2))
        found[name] = VERSION.sub(b"", text)  # follows from the fragment, which is compared itself
    return found
