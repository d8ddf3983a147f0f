"""Phones without a browser: only the buttons that their pages offer can be pressed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.web.words.i18n import CELL


class Offers(HTMLParser):
    """The forms of a page that give a command, and the number of the table at which it was drawn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.commands: list[tuple[str, dict[str, Any]]] = []
        self.seq = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form" and "data-kind" in found:
            self.commands.append((found["data-kind"], json.loads(found.get("data-fixed") or "{}")))
        if "data-payee" in found:  # a badge opens the sheet in which its player is paid
            self.commands.append(("pay", {"to": found["data-payee"]}))
        if found.get("id") == "main":
            self.seq = int(found["data-seq"])


def as_read(page: str) -> str:
    """Return a page without the elements that keep its names apart."""
    return page.replace('<bdi translate="no">', "").replace("</bdi>", "")


def whole(client: FlaskClient, path: str) -> str:
    """Return a page as it comes, and every fragment of it."""
    page, fragments = client.get(path), client.get(f"{path}/part")
    assert page.status_code == fragments.status_code == 200
    return as_read(page.text + fragments.text)


def unbroken(words: str) -> str:
    """Return the text as pages show it: no cell's name breaks at its hyphen."""
    return CELL.sub("\N{NON-BREAKING HYPHEN}", words)


@dataclass
class SeatedPhone:
    """A phone that has sat down by the join page, with the cookie it was given."""

    client: FlaskClient
    code: str
    seat: str

    @classmethod
    def take_seat(cls, app: Flask, code: str, name: str, **picks: str) -> SeatedPhone:
        client = app.test_client()
        answer = client.post(f"/j/{code}", data={"name": name, **picks})
        assert answer.status_code == 303, answer.text
        return cls(client, code, answer.headers["Location"].rpartition("/")[2])

    @property
    def page(self) -> str:
        """Return all fragments of the phone's page as it is now."""
        answer = self.client.get(f"/t/{self.code}/s/{self.seat}/part")
        assert answer.status_code == 200
        return as_read(answer.text)

    def offers(self, kind: str) -> list[dict[str, Any]]:
        """Return the parts already decided of every button for this command."""
        return [fixed for offered, fixed in Offers(self.page).commands if offered == kind]

    def press(self, kind: str, **filled: Any) -> None:
        """Press the first button for this command, with what was filled in."""
        found = Offers(self.page)
        fixed = next(fixed for offered, fixed in found.commands if offered == kind)
        body = {"seat": self.seat, "kind": kind, "data": {**fixed, **filled}, "seen": found.seq}
        answer = self.client.post(f"/api/tables/{self.code}/actions", json=body)
        assert answer.status_code == 200, answer.text
