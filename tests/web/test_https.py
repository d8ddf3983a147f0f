"""The second door: https with a certificate that the box has made itself."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from companion.web.app import create_app
from companion.web.server.certificate import VALID, OwnCertificate
from companion.web.server.server import TableServer
from tests.support.table import CODE, Night

HERE = "127.0.0.1"
NAMES = ("companion.local",)


@contextmanager
def serving(certificate: OwnCertificate) -> Iterator[TableServer]:
    night = Night()
    server = TableServer(create_app(night.tables), night.tables.bell, HERE, 0)
    server.prepare()
    server.secure(0, certificate.context)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


@pytest.fixture
def certificate(tmp_path: Path) -> OwnCertificate:
    return OwnCertificate(tmp_path / "box.sqlite.https", NAMES, lambda: HERE)


def trusting(certificate: OwnCertificate) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate.file))


def test_both_doors_answer_alike_and_each_says_how_it_was_reached(certificate: OwnCertificate) -> None:
    with serving(certificate) as server:
        by_https = HTTPSConnection(HERE, server.secure_port, context=trusting(certificate), timeout=60)
        for connection in (by_https, HTTPConnection(HERE, server.port, timeout=60)):
            for _ in range(3):
                connection.request("GET", f"/t/{CODE}/screen")
                answer = connection.getresponse()
                assert (answer.status, b"</html>" in answer.read()) == (200, True)
        by_https.request("POST", f"/t/{CODE}/camera", body=b"x" * 200_000)
        assert by_https.getresponse().status in (413, 422)
        by_https.close()


def test_a_stream_by_https_ends_after_its_first_event(certificate: OwnCertificate) -> None:
    """A sealed connection cannot be handed over; players use http."""
    with serving(certificate) as server:
        connection = HTTPSConnection(HERE, server.secure_port, context=trusting(certificate), timeout=60)
        connection.request("GET", f"/t/{CODE}/stream?after=0")
        assert b"event: " in connection.getresponse().read()
        connection.close()


def test_what_is_no_handshake_or_half_of_one_holds_nobody_up(certificate: OwnCertificate) -> None:
    with serving(certificate) as server:
        half = socket.create_connection((HERE, server.secure_port))
        half.sendall(b"\x16\x03\x01\x02\x00\x01")
        plain = socket.create_connection((HERE, server.secure_port))
        plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        gone = socket.create_connection((HERE, server.secure_port))
        gone.close()
        connection = HTTPSConnection(HERE, server.secure_port, context=trusting(certificate), timeout=60)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        for each in (half, plain, connection):
            each.close()


def test_it_is_made_once_and_for_its_owner_alone(certificate: OwnCertificate) -> None:
    made = certificate.file.read_bytes()
    assert certificate.file.stat().st_mode & 0o777 == 0o600
    assert OwnCertificate(certificate.file, NAMES, lambda: HERE).file.read_bytes() == made
    assert list(certificate.file.parent.iterdir()) == [certificate.file]


def test_it_is_made_anew_where_the_box_is_reached_elsewhere_or_it_runs_out(certificate: OwnCertificate) -> None:
    before = certificate.file.read_bytes()
    moved = OwnCertificate(certificate.file, NAMES, lambda: "192.0.2.9")
    assert certificate.file.read_bytes() != before
    assert moved._kept() == {*NAMES, HERE, "192.0.2.9"}
    assert not certificate.renew()
    much_later = datetime.now(UTC) + VALID - timedelta(days=20)
    assert OwnCertificate(certificate.file, NAMES, lambda: HERE, now=lambda: much_later)._kept() == {*NAMES, HERE}


@pytest.mark.logs("cannot be used: another one is made")
@pytest.mark.parametrize("left", [0, 60, 300])
def test_a_damaged_file_is_replaced(certificate: OwnCertificate, left: int) -> None:
    certificate.file.write_bytes(certificate.file.read_bytes()[:left])
    assert OwnCertificate(certificate.file, NAMES, lambda: HERE).context
    assert certificate._kept() == {*NAMES, HERE}
    assert len(certificate.file.read_bytes()) > 800


def test_what_signs_certificates_is_never_in_the_memory_of_the_box(tmp_path: Path) -> None:
    script = (
        "import pathlib, sys; from companion.web.server.certificate import OwnCertificate;"
        "OwnCertificate(pathlib.Path(sys.argv[1]), ('companion.local',), lambda: '127.0.0.1'); print(*sys.modules)"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "box.https")]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "ssl" in loaded
    assert "cryptography" not in loaded


def test_a_certificate_that_cannot_be_made_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no certificate was made"):
        OwnCertificate(tmp_path / "box.https", ("no name of a machine: \N{SNOWMAN}",), lambda: HERE)
    assert list(tmp_path.iterdir()) == []
