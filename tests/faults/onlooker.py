"""Everything that anybody can look at while a secret is kept, so that two runs can be compared byte by byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from flask import Flask

from tests.faults.support import Phone

SEED = 1993
Seen = dict[str, bytes]
"""Where one looks -> what is there."""


def pages_of(code: str, seats: tuple[str, ...]) -> Iterator[str]:
    """Every address that shows anything of a table."""
    yield from ("/", "/trust", "/health", "/api/shelf", f"/j/{code}", f"/api/tables/{code}")
    shown = ("screen", "screen/part", "export.jsonl", "transfers.csv", "qr.svg", "stream")
    yield from (f"/t/{code}/{page}" for page in shown)
    for seat in seats:
        yield from (f"/t/{code}/s/{seat}", f"/t/{code}/s/{seat}/part", f"/api/tables/{code}/seats/{seat}")


def looked_at(app: Flask, phones: Mapping[str, Phone], stage: str) -> Seen:
    """What every seat and the table screen see at this moment, their streams included."""
    code = next(iter(phones.values())).code
    found: Seen = {}
    readers: dict[str, dict[str, str]] = {"table": {}, **{seat: phone.headers() for seat, phone in phones.items()}}
    for who, headers in readers.items():
        client = app.test_client()
        for path in pages_of(code, (who,) if who in phones else tuple(phones)):
            answer = client.get(path, headers=headers)
            found[f"{stage} {who} {path}"] = answer.status.encode() + str(answer.headers).encode() + answer.data
    return found


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
        found[name] = text
    return found
