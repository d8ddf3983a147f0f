"""Sitting down with a finger on the picture of the board."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.house import house
from tests.browser.support import PHONE
from tests.table import CODE


def test_a_tap_on_the_board_chooses_the_place_and_name_and_button_are_on_one_screen(browser: Browser) -> None:
    with house() as at:
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{at.address}/j/{CODE}")
        button = page.locator("form.join-form button[type=submit]").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= PHONE["height"], "without scrolling"
        page.locator(".plot[data-value=F] path").tap()
        expect(page.locator("input[name=ranch][value=F]")).to_be_checked()
        expect(page.locator(".plot[data-value=F]")).to_contain_class("chosen")
        page.locator("input[name=name]").fill("Fay")
        page.locator("form.join-form button[type=submit]").tap()
        page.wait_for_url("**/s/*")
        assert at.night.table.seats[-1].picks["ranch"] == "F"
        context.close()
