"""Answers to phones in the box's own Wi-Fi that check for an internet connection (captive portal).

They ask by name, and come here where these names are the box (debian/dnsmasq-shared.conf). A phone that has not seen
the first page yet is led there, and shows it as the page of the network; afterwards it gets the expected answer, and
stays. https is not answered: some phones still warn that there is no internet.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, request

from companion.web.visit.services import box_address, services

HOPED_FOR: Mapping[str, tuple[str, int]] = {
    "/generate_204": ("", 204),
    "/gen_204": ("", 204),
    "/hotspot-detect.html": ("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>", 200),
    "/library/test/success.html": ("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>", 200),
    "/connecttest.txt": ("Microsoft Connect Test", 200),
    "/ncsi.txt": ("Microsoft NCSI", 200),
    "/success.txt": ("success\n", 200),
    "/check_network_status.txt": ("NetworkManager is online\n", 200),
    "/nm": ("NetworkManager is online\n", 200),
}
"""path -> body and status that a phone expects: Android, iOS and macOS, Windows, Firefox, GNOME, Debian"""
MAX_GUESTS = 1_000


def answer() -> Response | None:
    """Return the answer to a phone's check; None for anything else, or while the box has no Wi-Fi of its own."""
    box = services()
    if request.path not in HOPED_FOR or not (wifi := box.wifi.now) or not wifi.made_by_box:
        return None
    if request.remote_addr not in box.guests:
        return Response("", 302, {"Location": box_address()})
    body, status = HOPED_FOR[request.path]
    return Response(body, status, mimetype="text/html" if body.startswith("<") else "text/plain")


def welcome() -> None:
    """Note that this phone has seen the first page."""
    guests = services().guests
    if len(guests) < MAX_GUESTS:
        guests.add(request.remote_addr or "")
