"""The Wi-Fi for guests: kept where only the service reads it; opened by NetworkManager where there is none."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.app.hosting import wifi
from companion.app.hosting.wifi import GuestWifi, Hotspot, Wifi, new_wifi
from companion.core.errors import BadRequest, NotNow

HOME = Wifi("Café; 2", 'a\\b"c,d:e;f')


@pytest.fixture
def guests(tmp_path: Path) -> GuestWifi:
    return GuestWifi.of_games(tmp_path / "companion.sqlite")


class NetworkManager:
    """nmcli with one radio (or none) and one profile at most.

    All but the radio and what ``up`` says with one was recorded with NetworkManager 1.52.1, as the service's user
    """

    def __init__(self, radio: bool = True) -> None:
        self.radio, self.password, self.up, self.autoconnect = radio, "", False, False

    def __call__(self, arguments: Sequence[str]) -> str:
        match list(arguments):
            case ["-t", "-f", "DEVICE,TYPE", "device"]:
                return ("wlan0:wifi\n" if self.radio else "") + "eth0:ethernet\nlo:loopback\n"
            case ["connection", "add", *told]:
                self.password = told[told.index("wifi-sec.psk") + 1]
            case _ if not self.password:
                raise subprocess.CalledProcessError(
                    10, "nmcli", "", "Error: table-companion - no such connection profile.\n"
                )
            case [*_, "connection", "show", _]:
                return self.password + "\n"
            case ["connection", "up", _]:
                self.up = True
            case ["connection", "down", _] if not self.up:
                why = "Error: 'table-companion' is not an active connection.\nError: no active connection provided.\n"
                raise subprocess.CalledProcessError(10, "nmcli", "", why)
            case ["connection", "down", _]:
                self.up = False
            case ["connection", "modify", _, "connection.autoconnect", yes]:
                self.autoconnect = yes == "yes"
            case other:
                raise AssertionError(other)
        return ""


def test_what_was_typed_is_shown_until_it_is_forgotten_and_only_its_owner_reads_the_file(guests: GuestWifi) -> None:
    assert guests.now is None
    guests.keep(HOME)
    assert guests.now == HOME
    assert guests.path
    assert guests.path.stat().st_mode & 0o777 == 0o600
    guests.forget()
    assert guests.now is None


def test_where_nothing_is_kept_forgetting_leaves_no_file(guests: GuestWifi) -> None:
    """``companion hotspot off`` in somebody's folder left one there."""
    for kept in (True, False):
        guests.forget(kept)
    assert guests.path
    assert not guests.path.exists()


def test_the_code_is_as_phones_read_it() -> None:
    assert HOME.code == r"WIFI:T:WPA;S:Café\; 2;P:a\\b\"c\,d\:e\;f;;"
    assert Wifi("Guests").code == "WIFI:T:nopass;S:Guests;;"


@pytest.mark.parametrize(("name", "password"), [("", "12345678"), ("x" * 33, ""), ("Home", "short"), ("Home", "ö" * 9)])
def test_what_cannot_be_a_wifi_is_refused(name: str, password: str) -> None:
    with pytest.raises(BadRequest):
        Wifi(name, password)


@pytest.mark.logs("cannot be read")
def test_a_damaged_file_is_no_wifi_and_a_box_without_a_file_keeps_none(guests: GuestWifi) -> None:
    assert guests.path
    guests.path.write_text('{"typed": {"name": 7}}')
    assert guests.now is None
    with pytest.raises(NotNow):
        GuestWifi.of_games("postgresql://there").keep(HOME)


def test_the_box_opens_its_own_wifi_with_the_same_password_every_time_and_closes_it(guests: GuestWifi) -> None:
    manager = NetworkManager()
    hotspot = Hotspot(guests, manager)
    guests.keep(HOME)
    opened = hotspot.on()
    assert re.fullmatch(r"[a-z]{6}-[a-z]{6}-\d\d", opened.password), "it is read aloud"
    assert (guests.now, manager.up, manager.autoconnect) == (opened, True, True)
    for _ in range(2):
        hotspot.off()
        assert (guests.now, manager.up, manager.autoconnect) == (HOME, False, False)
    assert hotspot.on() == opened


def test_without_a_radio_or_networkmanager_a_sentence_says_so(
    guests: GuestWifi, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotNow, match="no Wi-Fi of its own"):
        Hotspot(guests, NetworkManager(radio=False)).on()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotNow, match="no NetworkManager"):
        Hotspot(guests).on()
    assert guests.now is None


@pytest.mark.logs("NetworkManager refused")
def test_what_networkmanager_refuses_is_told_and_nothing_is_shown_to_guests(guests: GuestWifi) -> None:
    def refuses(arguments: Sequence[str]) -> str:
        if arguments[:2] == ("connection", "up"):
            raise subprocess.CalledProcessError(4, "nmcli", "", "Error: Connection activation failed: no secrets\n")
        return NetworkManager()(arguments)

    manager = NetworkManager()
    with pytest.raises(NotNow, match="activation failed"):
        Hotspot(guests, lambda args: refuses(args) if args[:2] == ("connection", "up") else manager(args)).on()
    assert guests.now is None


def test_two_boxes_do_not_share_a_password() -> None:
    assert len({new_wifi().password for _ in range(50)}) == 50
    assert new_wifi().name == wifi.NETWORK_NAME
