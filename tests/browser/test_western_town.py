"""Western Town on two real phones and the table screen: taps with their reason, tiles, an attack, a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.evenings import RecordedEvening
from tests.browser.support import SCREEN, Box, Phone, Watch, picture, shown, tick, two_at_a_table, unfold
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import RECORDED


@pytest.fixture
def two_phones(browser: Browser, box: Box, watch: Watch, screen: Page) -> Iterator[tuple[Phone, Phone]]:
    """Yield Robin and Theo, who have sat down at a table that was opened on the first page."""
    with two_at_a_table(browser, box, watch, screen, "Western Town", ("Robin", "Theo"), "bank") as phones:
        yield phones


def tap(phone: Phone, what: str, by: int) -> None:
    """Tap the + or − of a resource in the own town."""
    phone.send(phone.page.locator(f"#town .r-{what} button").nth(0 if by < 0 else 1))


@pytest.mark.torture
def test_a_town_is_kept_by_taps_and_attacked(
    two_phones: tuple[Phone, Phone], screen: Page, watch: Watch, box: Box
) -> None:
    robin, theo = two_phones
    robin.act("start_game", first=robin.seat)
    robin.settled()
    assert robin.page.locator(".bar a:visible").count() == 2, "Now and Log; there is no money and no drawn board"
    robin.press("turn_up_card")
    tick(robin.page.locator("#town input[name=reason][value=gains]"))
    tap(robin, "inhabitants", 1)
    tap(robin, "inhabitants", 1)
    expect(robin.page.locator("#town .r-inhabitants .count")).to_have_text("2")
    expect(robin.page.locator("#town input[name=reason][value=gains]")).to_be_checked()
    picture(robin.page, "western-phone")
    robin.tab("log")
    shown(robin.page.locator("#tab-log li", has_text="+1 Inhabitant (gains of phase 4)").first)
    robin.tab("now")

    unfold(robin.page.locator("#lay-tile-form button[value=c1]"))
    robin.page.locator("#lay-tile-form input[data-name=name]").fill("saloon")
    picture(robin.page, "western-build")
    robin.send(robin.page.locator("#lay-tile-form button[value=c1]"))
    shown(screen.locator(".side-by-side li", has_text="saloon"))

    tap(robin, "wood", 1)
    tap(robin, "gold", 1)
    robin.act("change_homes", black=3)
    robin.settled()
    form = robin.page.locator("#build-blacksmith-form")
    unfold(form.locator("button[value=c3]"))
    form.locator("select[data-key=gold]").select_option("1")
    picture(robin.page, "western-construct")
    robin.send(form.locator("button[value=c3]"))
    expect(robin.page.locator("#town .r-wood .count")).to_have_text("0/3")
    shown(screen.locator(".side-by-side li", has_text="blacksmith"))

    for side in ("red_orange", "orange_again"):
        robin.answer(robin.form("throw_die").first, side)
    theo.settled()
    box.kill()
    box.start()
    theo.press("choose_target")
    robin.settled()
    picture(robin.page, "western-attack")
    picture(screen, "western-screen")
    robin.press("defend_target")
    [camp] = robin.view()["page"]["towns"]["camps"]
    assert camp["red"] + camp["orange"] < 3
    assert watch.serious() == []
    assert watch.strangers == []


CUT = """() => {
  const bottom = (each) => each.getBoundingClientRect().bottom;
  const end = bottom(document.getElementById("towns") ?? document.body);
  const found = Array.from(document.querySelectorAll(".side-by-side :is(section, li)"));
  const below = found.map((each) => [each.textContent.trim().slice(0, 20), Math.round(bottom(each) - end)]);
  return below.filter(([, far]) => far > 0).map(([words, far]) => `${words}: ${far} px`);
}"""
"""the part of the towns below the end of a television's picture"""
SMALL_SCREEN: ViewportSize = {"width": 1024, "height": 600}
TOWNS_OF_FOUR = [
    path for path in RECORDED if path.stem in ("western_town_counted_guided_four", "western_town_counted_guided_duels")
]


@pytest.mark.parametrize("path", TOWNS_OF_FOUR, ids=lambda path: path.stem)
def test_the_towns_of_four_are_whole_on_the_television(browser: Browser, path: Path) -> None:
    """The goods and buildings of four were cut off whenever their cards lay above them, or the Indians came."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(ALONE)
    page, evening, found = context.new_page(), RecordedEvening(path), []
    for number in evening.numbers(12)[:-1]:
        evening.stand_at(number)
        evening.watch(page)
        for size in (SCREEN, SMALL_SCREEN):
            page.set_viewport_size(size)
            found += [f"{number}, {size['width']}: {line}" for line in page.evaluate(CUT)]
    context.close()
    assert found == []
