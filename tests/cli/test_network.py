"""The box in a bag: it is carried into another network, and every code to scan says where it is now."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest
from zeroconf import Zeroconf

from companion.cli import network
from companion.cli.addresses import moved
from companion.cli.network import LOOPBACK, OnTheNetwork
from companion.core.table.table import Level
from companion.web.app import create_app
from companion.web.server.server import TableServer
from tests.faults.support import new_tables


class Name:
    """The owner of a name on a network, as zeroconf would."""

    def __init__(self, address: str) -> None:
        self.address, self.closed = address, False

    def close(self) -> None:
        self.closed = True


def test_in_another_network_the_box_claims_its_name_anew_and_says_where_it_is(monkeypatch: Any) -> None:
    claimed: list[Name] = []

    def claim(name: str, address: str, _port: int) -> tuple[Name, str]:
        claimed.append(Name(address))
        return claimed[-1], name

    monkeypatch.setattr(network, "claimed", claim)
    addresses, notes = ["192.168.1.5"], list[str]()
    box = OnTheNetwork("companion", addresses[0], 80, lambda: addresses[-1], notes.append)
    box._look()
    box._look()
    assert ([each.address for each in claimed], notes) == (["192.168.1.5"], [])
    addresses.append("10.42.0.1")
    box._look()
    assert ([each.address for each in claimed], notes) == (["192.168.1.5", "10.42.0.1"], ["10.42.0.1"])
    assert claimed[0].closed
    box.close()
    assert claimed[1].closed


def test_the_code_to_scan_follows_and_the_screens_are_rung_unless_a_proxy_has_the_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tables = new_tables()
    code = tables.open_table("abilene", "1993", Level.BOARD)
    app = create_app(tables, "http://192.168.1.5")
    server = cast(TableServer, SimpleNamespace(app=app, port=80, secure_port=0))
    rung: list[int] = []
    tables.bell.listen(code, rung.append)
    screen = app.test_client().get
    assert "http://192.168.1.5/j/" in screen(f"/t/{code}/screen").text
    moved(server, "", "10.42.0.1")
    assert "http://10.42.0.1/j/" in screen(f"/t/{code}/screen").text
    assert "qr.svg?http%3A//10.42.0.1" in screen(f"/t/{code}/screen").text, "a picture that was kept is another one's"
    assert rung
    assert "open at  http://10.42.0.1\n" in capsys.readouterr().out
    moved(server, "https://games.example", "10.42.0.9")
    assert "http://10.42.0.1/j/" in screen(f"/t/{code}/screen").text


def test_two_boxes_in_one_network_have_two_names_and_the_code_to_scan_says_the_number(
    capfd: pytest.CaptureFixture[str],
) -> None:
    name = f"twins-{secrets.token_hex(4)}"
    places = (LOOPBACK, 8001), ("127.0.0.2", 8002)
    boxes = [OnTheNetwork(name, here, port, lambda here=here: here, lambda _: None) for here, port in places]  # type: ignore[misc]
    with ThreadPoolExecutor(1) as executor:  # as in the program; a test in a browser leaves a loop in this thread
        try:
            for box in boxes:
                executor.submit(box._look).result()
            assert f"this one is {name}-2.local" in capfd.readouterr().err
            for claimed_name, port in ((name, 8001), (f"{name}-2", 8002)):
                assert executor.submit(found, claimed_name).result() == (f"{claimed_name}.local.", port)
        finally:
            for box in boxes:
                executor.submit(box.close).result()
        following, claimed_name = executor.submit(network.claimed, name, "127.0.0.4", 8003).result()
        executor.submit(following.close).result()
    assert claimed_name == name, "its name was given back"


def found(name: str) -> tuple[str, int] | None:
    """Return where a phone finds this box."""
    with Zeroconf(interfaces=["127.0.0.3"]) as phone:
        service = phone.get_service_info("_http._tcp.local.", f"{name}._http._tcp.local.", timeout=60_000)
    return (service.server or "", service.port or 0) if service else None
