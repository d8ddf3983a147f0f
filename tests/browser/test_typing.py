"""Typed text stays while the table moves, and is replaced by the box's once it was sent."""

from __future__ import annotations

import time

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.support import UNWATCHED, Box, open_phone, patched, unfold

LATE_SECONDS = 0.6
NO_HEARTBEAT = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, ear) { if (kind !== "beat") listen.call(this, kind, ear); };
"""
"""Nothing is drawn anew but for what has happened."""


def late(route: Route) -> None:
    """Let the answer to an action come after the page that shows it."""
    answer = route.fetch()
    time.sleep(LATE_SECONDS)
    route.fulfill(response=answer)


def test_a_form_is_drawn_anew_after_what_was_typed_into_it_was_sent(box: Box, phone: BrowserContext) -> None:
    code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993", "level": "bank"})["code"]
    taken = box.call("POST", f"/api/tables/{code}/seats", {"name": "Ann", "picks": {"ranch": "A"}})
    patched(phone, "live.js", UNWATCHED)
    phone.add_init_script(NO_HEARTBEAT)
    ann = open_phone(box, phone, code, taken["seat"], taken["token"])
    ann.page.route("**/actions?*", late)
    form = ann.form("change_seat").first
    unfold(form)
    name = form.locator("[data-name=name]")
    expect(name).to_have_attribute("value", "Ann")
    name.fill("Annabel")
    ann.send(form.locator("button[type=submit]"))
    expect(name).to_have_attribute("value", "Annabel")
    expect(name).to_have_value("Annabel")
