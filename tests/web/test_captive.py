"""A phone in the box's own Wi-Fi asks for the internet: it is led to the first page, then stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.app.hosting.wifi import ADDRESS, GuestWifi, Wifi
from companion.web.admin.captive import HOPED_FOR
from companion.web.app import create_app
from tests.faults.support import new_tables

ROOT = Path(__file__).resolve().parents[2]
BOX = "http://10.42.0.1"
ANDROID = "http://connectivitycheck.gstatic.com"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = create_app(new_tables(), BOX)
    app.extensions["companion"].wifi = GuestWifi(tmp_path / "box.wifi")
    return app


def test_a_phone_is_led_to_the_first_page_once_and_then_hears_what_it_hopes_for(app: Flask) -> None:
    app.extensions["companion"].wifi.keep(Wifi("Table companion", "tolami-brekas-47", made_by_box=True))
    phone = app.test_client()
    led = phone.get("/generate_204", base_url=ANDROID)
    assert (led.status_code, led.location) == (302, BOX)
    assert phone.get("/", base_url=BOX).status_code == 200
    for path, (body, status) in HOPED_FOR.items():
        answer = phone.get(path, base_url=ANDROID)
        assert (answer.text, answer.status_code) == (body, status)
    other = app.test_client().get("/generate_204", base_url=ANDROID, environ_base={"REMOTE_ADDR": "10.42.0.77"})
    assert other.status_code == 302


ASKED = """
connectivitycheck.gstatic.com/generate_204 connectivitycheck.android.com/generate_204 clients3.google.com/generate_204
play.googleapis.com/generate_204 connectivitycheck.platform.hicloud.com/generate_204 connect.rom.miui.com/generate_204
captive.apple.com/hotspot-detect.html www.msftconnecttest.com/connecttest.txt www.msftncsi.com/ncsi.txt
detectportal.firefox.com/success.txt nmcheck.gnome.org/check_network_status.txt network-test.debian.org/nm
"""


def test_the_package_makes_every_name_that_is_asked_the_box_at_the_address_of_its_own_wifi(app: Flask) -> None:
    app.extensions["companion"].wifi.keep(Wifi("Table companion", "tolami-brekas-47", made_by_box=True))
    lines = (ROOT / "debian/dnsmasq-shared.conf").read_text("utf-8").splitlines()
    kept = [line.removeprefix("address=/").split("/") for line in lines if not line.startswith("#")]
    assert {address for *_, address in kept} == {ADDRESS.partition("/")[0]}
    assert {name for *names, _ in kept for name in names} == {
        "companion.local",
        *(each.split("/")[0] for each in ASKED.split()),
    }
    for asked in ASKED.split():
        name, _, path = asked.partition("/")
        assert app.test_client().get(f"/{path}", base_url=f"http://{name}").status_code == 302, asked


def test_without_a_wifi_of_its_own_a_foreign_name_is_refused_as_ever_and_so_is_any_other_page(app: Flask) -> None:
    assert app.test_client().get("/generate_204", base_url=ANDROID).status_code == 403
    app.extensions["companion"].wifi.keep(Wifi("Table companion", "tolami-brekas-47", made_by_box=True))
    assert app.test_client().get("/", base_url="http://evil.example").status_code == 403
    assert app.test_client().post("/tables", base_url=ANDROID).status_code == 403
