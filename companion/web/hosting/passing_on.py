"""Proxying: requests about a table of another process are passed on to it, and its answers passed back.

No sticky sessions are needed: whichever process a phone reaches, the table's owner answers. Streams are not passed
on: every process notifies its own screens.
"""

from __future__ import annotations

import hmac
import http.client
import logging
import socket
import time
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from companion.app.tables import Tables
from companion.store.ownership import Ownership, TakenOver
from companion.web.visit.guard import mark_slow

PROOF: Final = "X-Companion-Passed-On"
"""The header with the secret that the processes of one database share."""
FORWARDED: Final = "X-Forwarded-For"
PATIENCE_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 0.5
"""between two checks of a waiting request whether the owner still runs"""
ATTEMPTS: Final = 2
LARGEST_BODY: Final = 4 * 1024 * 1024
ABOUT_TABLES: Final = ("/t/", "/j/", "/api/tables/", "/host/")
STREAM: Final = "stream.stream"
OF_ONE_CONNECTION: Final = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server", "via")

logger = logging.getLogger(__name__)


def install(app: Flask, tables: Tables, secret: str) -> None:
    """Pass requests on to the owners of their tables, before anything of the table is looked at."""

    @app.before_request
    def pass_on() -> Response | None:
        rule = request.url_rule.rule if request.url_rule else ""
        code = str((request.view_args or {}).get("code", "")).upper()
        if not rule.startswith(ABOUT_TABLES) or request.endpoint == STREAM or not (code.isascii() and code.isalpha()):
            return None
        for _ in range(ATTEMPTS):
            owner = tables.owner(code)
            if not owner:
                return None
            if passed_on(request.headers.get(PROOF, ""), secret):
                break  # its owner has changed meanwhile, and a request is passed on only once
            mark_slow()
            assert tables.ownership
            if answer := answered_by(owner, secret, tables.ownership):
                return answer
            tables.ownership.invalidate(code)  # a process that has died owns no tables: this one takes them
        raise TakenOver


def passed_on(proof: str, secret: str) -> bool:
    """Return whether another process of this database has passed the request on."""
    return bool(secret) and hmac.compare_digest(proof.encode(), secret.encode())


def answered_by(owner: str, secret: str, ownership: Ownership) -> Response | None:
    """Return the owner's answer to this request; None where it gives none, or has stopped."""
    request.max_content_length = LARGEST_BODY  # the owner knows what the page allows
    body = request.get_data()
    if len(body) > LARGEST_BODY:
        abort(413)
    headers = {name: value for name, value in request.headers if name.lower() not in (*OF_ONE_CONNECTION, "host")}
    headers |= {"Host": request.host, FORWARDED: request.remote_addr or "", PROOF: secret, "Connection": "close"}
    at = urlsplit(owner)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request(request.method, request.full_path.removesuffix("?"), body or None, headers)
        await_answer(connection, owner, ownership)
        answer = connection.getresponse()
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in OF_ONE_CONNECTION]
        return Response(answer.read(), answer.status, kept)
    except (OSError, http.client.HTTPException):
        logger.warning("the owner of a table at %s does not answer", owner, exc_info=True)
        return None
    finally:
        connection.close()


def await_answer(connection: http.client.HTTPConnection, owner: str, ownership: Ownership) -> None:
    """Wait until the answer begins. Raise TimeoutError for one that is not to be expected any more."""
    end = time.monotonic() + PATIENCE_SECONDS
    connection.sock.settimeout(LOOK_SECONDS)
    while True:
        try:
            connection.sock.recv(1, socket.MSG_PEEK)
            break
        except TimeoutError:
            if time.monotonic() > end or not ownership.runs(owner):
                raise
            logger.debug("the owner of a table at %s still works", owner, exc_info=True)
    connection.sock.settimeout(PATIENCE_SECONDS)
