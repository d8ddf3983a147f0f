"""Every page of the television, over recorded evenings, on screens of any shape: nothing is cut, under anything else or
too small to be read from four metres, and no more than a third of it is empty while a game is on.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion.core.table.table import TablePhase
from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import SCREEN
from tests.support.recordings import OF_EACH_KIND, RECORDED, name_of
from tests.support.timing import LONGEST

MOMENTS = 5
"""of each evening, spread over it; the last is its end"""
SIZES: tuple[ViewportSize, ...] = (SCREEN, {"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
STANDS = "#line { display: none !important }"
"""no stream comes from a game without a server"""
CROWDED = ("western_town_counted_guided_duels", "unexploded_cow_agreed_own_deck", "unexploded_cow_last_cow")
"""with two camps, with six cows in one of five herds, and with a cow of a long name: what has the most to show"""
OF_SIX = "v1/abilene_no_cattle_bank"
"""a game of six with a vote by five, a sale with five payments, and four awards at its end"""
LOOKED_AT = [path for path in RECORDED if path in OF_EACH_KIND or path.stem in CROWDED or name_of(path) == OF_SIX]
KIB = 1024


def looked_at(browser: Browser, path: Path, language: str, moments: int) -> list[str]:
    """Return what is wrong on any screen at so many moments of the evening."""
    evening, found = RecordedEvening(path, language), list[str]()
    page = browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
    for number in evening.numbers(moments):
        playing = evening.stand_at(number).phase is TablePhase.PLAYING
        evening.watch(page)
        page.add_style_tag(content=STANDS)
        page.locator("h1").wait_for()
        found += [f"{number}: {line}" for line in checks.pale_drawings(page)]
        for size in (*SIZES, UPRIGHT):
            page.set_viewport_size(size)
            asked = [checks.misfits, checks.below_the_screen, checks.illegible]
            if playing and size is not UPRIGHT:
                asked.append(checks.empty)
            where = f"{number} at {size['width']}"
            found += [f"{where}: {line}" for check in asked for line in check(page)]
    page.context.close()
    return found


@pytest.mark.parametrize("path", LOOKED_AT, ids=name_of)
def test_a_television_shows_one_subject_whole(browser: Browser, path: Path) -> None:
    assert looked_at(browser, path, LONGEST, MOMENTS) == []


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_so_it_does_all_evening_in_every_game(browser: Browser, path: Path) -> None:
    assert looked_at(browser, path, LONGEST, 4 * MOMENTS) == []


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=name_of)
def test_the_first_page_of_a_television_weighs_150_kibibytes_at_most(path: Path) -> None:
    """Of all that its page names: sheets, scripts, the face and the scene, as they are sent."""
    evening = RecordedEvening(path)
    evening.stand_at(evening.numbers(2)[0])
    static = evening.app.extensions["companion.static"].files
    page = evening.client(None).get(f"/t/{evening.row.code}/screen", headers={"Accept-Encoding": "gzip"})
    scripts = [name for name in static if name.endswith(".js") and "games/" not in name and "joined" not in name]
    names = [f"screen-{evening.row.game}.css", f"games/{evening.row.game}/scene.svg", "look/fonts/display-latin.woff2"]
    sent = sum(len(static[name].gzipped) for name in (*names, *scripts) if name in static)
    assert (len(page.data) + sent) / KIB <= 150
