"""Everything that other seats can see while one has a secret, so that two evenings can be compared byte by byte."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import Any
from unittest.mock import patch

from flask import Flask

from companion.testing.evening import Evening
from companion.web.app import create_app
from companion.web.fragments.shown import seen_now
from companion.web.phone.pages import FRAGMENTS
from companion.web.screen.pages import FRAGMENTS as SCREENS
from companion.web.view.reader import Reader
from companion.web.visit.tokens import Tokens, cookie_name

VERSION = re.compile(rb'data-(?:version|state)="[\w-]*"|"state":"[\w-]{8}"|"versions":\{[^}]*\}|:\["[\w-]{8}",(?=\[\d)')
Seen = dict[str, bytes]
"""address -> its content"""


def visible_to_other_seats(evening: Evening, seat: str) -> Seen:
    """Return all that the table screen and every seat but this one can see now.

    Two evenings that differ in nothing but this seat's secrets must look the same.
    """
    with patch.dict(vars(secrets), seeded(1)):
        app = create_app(evening.tables)
        tokens = Tokens.of(evening.log)
        other_tokens = {each: tokens.admit(evening.code, each, 0.0) for each in evening.table.ids if each != seat}
        seen = looked_at(app, evening.code, other_tokens, {"key": ("f" * 32,)})
    ballot = evening.table.ballot
    return masked(seen, [*ballot.sealed.values()] if ballot else [])


def seeded(seed: int) -> Mapping[str, Callable[..., Any]]:
    """Return a seeded source of codes, keys, PINs and secrets: functions of the module ``secrets`` by name."""
    chance = random.Random(seed)

    def token(size: int = 32) -> str:
        return chance.randbytes(size).hex()

    return {"token_hex": token, "token_urlsafe": token, "choice": chance.choice, "randbelow": chance.randrange}


def addresses(
    app: Flask, code: str, seats: tuple[str, ...], elsewhere: Mapping[str, tuple[str, ...]], of_the_box: bool = True
) -> Iterator[str]:
    """Yield every address that can be requested, from the routes themselves.

    Raise KeyError for a route with a parameter that is not in ``elsewhere``, so that none is forgotten.
    ``of_the_box``: those, too, that name no table.
    """
    values = {**elsewhere, "code": (code,), "seat": seats}
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
    code: str,
    tokens: Mapping[str, str],
    elsewhere: Mapping[str, tuple[str, ...]],
    readers: Collection[str] = (),
    of_the_box: bool = False,
) -> Seen:
    """Return all that the table screen and seats with a token see: the table's pages, and each seat its own.

    A seat that is among the ``readers`` looks at the table's pages, too. ``of_the_box``: and the screen at all
    others.
    """
    shared_paths = tuple(addresses(app, code, (), elsewhere, of_the_box=False))
    of_seats = {
        seat: set(addresses(app, code, (seat,), elsewhere, of_the_box=False)).difference(shared_paths)
        for seat in tokens
    }
    seen: Seen = {}

    def fetch(reader: str, paths: Iterable[str]) -> None:
        client = app.test_client()
        if reader in tokens:
            client.set_cookie(cookie_name(code, reader), tokens[reader])
        for path in paths:
            answer = client.get(path)
            seen[f"{reader} {path}"] = answer.status.encode() + str(answer.headers).encode() + answer.data

    fetch("table", (*addresses(app, code, (), elsewhere, of_the_box), *sorted(set().union(*of_seats.values()))))
    for seat, seat_paths in of_seats.items():
        fetch(seat, (*sorted(seat_paths), *(shared_paths if seat in readers else ())))
    return {**seen, **values_of(app, code, tokens)}


def values_of(app: Flask, code: str, seats: Iterable[str]) -> Seen:
    """Return the value of every fragment of the table screen and of these seats' pages, also where it is not drawn."""
    with app.test_request_context():
        moment = seen_now(code, "").moment
        readers = [(Reader(moment), SCREENS), *((Reader(moment, seat), FRAGMENTS) for seat in seats)]
        return {
            f"{each.name} of {reader.seat or 'the table screen'}": repr(each.value_for(reader)).encode()
            for reader, fragments in readers
            for each in fragments
        }


def masked(seen: Seen, commitments: list[str]) -> Seen:
    """Return the pages with the commitments, which must differ, replaced by their place in the row of voters."""
    result = {}
    for name, data in seen.items():
        text = data
        for number, sealed in enumerate(commitments):
            text = text.replace(sealed.encode(), str(number).encode() * len(sealed))
            text = text.replace(bytes.fromhex(sealed), str(number).encode() * (len(sealed) // 2))
        result[name] = VERSION.sub(b"", text)  # follows from the fragment, which is compared itself
    return result
