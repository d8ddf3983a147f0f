"""Sitting down with a finger on the picture of the board."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.checks import barriers, below_the_screen, small_targets, too_wide
from tests.browser.house import house
from tests.browser.support import PHONE, SCREEN, Box, Watch, chosen, picture, some_at_a_table
from tests.browser.taps import counted
from tests.support.table import CODE


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


def test_a_player_who_sits_elsewhere_is_dragged_or_moved_by_two_buttons_on_phone_and_television(
    browser: Browser, box: Box, watch: Watch, screen: Page
) -> None:
    """The order round the table was that in which people had sat down."""
    names = ("Ann", "Bob", "Cid", "Dan")
    with some_at_a_table(browser, box, watch, screen, "Unexploded Cow", names) as (ann, *_):
        on_phone, on_screen = ann.page.locator(".seats .name"), screen.locator(".players .name")
        expect(on_phone).to_have_text(["Ann (you)", "Bob", "Cid", "Dan"])
        ann.page.get_by_role("button", name="Cid sits one place before").tap()
        expect(on_screen).to_have_text(["Ann", "Cid", "Bob", "Dan"])
        expect(on_phone).to_have_text(["Ann (you)", "Cid", "Bob", "Dan"])
        drag(ann.page, "#seat-s4 .grip", "#seat-s3")
        expect(on_screen).to_have_text(["Ann", "Dan", "Cid", "Bob"])
        expect(on_phone).to_have_text(["Ann (you)", "Dan", "Cid", "Bob"])
        drag(screen, "#player-s1 .grip", "#player-s3")
        expect(on_phone).to_have_text(["Dan", "Cid", "Ann (you)", "Bob"])
        expect(on_screen).to_have_text(["Dan", "Cid", "Ann", "Bob"])
        later = screen.get_by_role("button", name="Ann sits one place after")
        later.press("Enter")
        expect(on_phone).to_have_text(["Dan", "Cid", "Bob", "Ann (you)"])
        expect(on_screen).to_have_text(["Dan", "Cid", "Bob", "Ann"])
        ann.picture("lobby-order")
        picture(screen, "lobby-order-screen")
        assert not small_targets(ann.page)
        assert not too_wide(ann.page)
        assert not below_the_screen(screen)
        assert not watch.serious()


def drag(page: Page, handle: str, onto: str) -> None:
    """Drag a seat by this handle to the place of another one."""
    page.locator(handle).scroll_into_view_if_needed()
    start, end = page.locator(handle).bounding_box(), page.locator(onto).bounding_box()
    assert start
    assert end
    x = start["x"] + start["width"] / 2  # the handle is round
    page.mouse.move(x, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, end["y"] + (3 if end["y"] < start["y"] else end["height"] - 3), steps=8)
    page.mouse.up()


def test_a_player_who_opens_a_table_on_a_phone_sits_down_there_at_once_and_a_television_becomes_its_screen(
    browser: Browser, box: Box
) -> None:
    """The phone led to the television's page, and *Open a table* lay below 861 of 740 pixels."""
    television = browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
    television.goto(box.address)
    chosen(television, "Any game").get_by_role("button", name="No, this is the table screen").click()
    television.wait_for_url("**/screen")
    television.context.close()
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    for who, taps in (("for the first time", 3), ("again, its name known", 2)):
        page = context.new_page()
        page.goto(box.address)
        with counted(page, f"opening a table and sitting down, {who}", "5 taps + 1 scrolls", taps) as thumb:
            thumb.tap(page.locator(".tiles a", has_text="Any game"))
            page.wait_for_url("**/games/*")  # its script fills in the name that is known
            name = page.locator("input[name=name]")
            if not name.input_value():
                thumb.tap(name)
                name.fill("Ann")
            thumb.tap(page.get_by_role("button", name="Yes, I sit down"))
        page.wait_for_url("**/s/s1")
    context.close()


def test_the_first_page_stands_on_one_screen_with_every_game_and_a_field_for_a_code(
    browser: Browser, box: Box, watch: Watch
) -> None:
    """No button of a game was in sight on a television, one of five on a phone."""
    code = box.call("POST", "/api/tables", {"game": "any_game", "edition": "any", "level": "bank"})["code"]
    for size in (PHONE, SCREEN):
        context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
        watch.over(context)
        page = context.new_page()
        page.goto(box.address)
        picture(page, f"home-{size['width']}")
        for place in (".last-evening", ".to-code input", ".tiles li:last-child a"):
            found = page.locator(place).bounding_box()
            assert found
            assert found["y"] + found["height"] <= size["height"], place
        with counted(page, f"sitting down with a code at {size['width']}", "3 taps", 2) as thumb:
            thumb.tap(page.locator(".to-code input"))
            page.locator(".to-code input").fill(code.lower())
            thumb.tap(page.locator(".to-code button"))
        page.wait_for_url(f"**/j/{code}")
        page.go_back()
        assert not small_targets(page)
        assert not too_wide(page)
        assert not barriers(page)
        page.locator(".tiles a").first.tap()
        page.wait_for_url("**/games/*")
        last = page.locator(".plays button").last.bounding_box()
        assert last
        assert last["y"] + last["height"] <= size["height"]
        assert not small_targets(page)
        assert not barriers(page)
        context.close()
    assert not watch.serious()
