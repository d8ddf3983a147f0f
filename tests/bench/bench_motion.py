"""Frames of the table screen while something moves on it, at a processor slowed to a sixth; and what it does at rest.

Each movement is watched from its first frame to its last; "at rest" is how long the page's own thread worked in five
seconds in which nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from playwright.sync_api import CDPSession, Page

from companion.core.money.bank_messages import Pay
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.any_game.messages import RollDice
from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.browser.house import house, served
from tests.browser.support import SCREEN, chromium
from tests.support.any_evening import ANN, BEN, AnyEvening

SLOWER = 6
REST_MS = 5_000
SETTLED_MS = 1_500
PATIENCE_MS = 60_000
WATCH = """
window.movements = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const movement = animate.call(this, frames, how);
  const found = { frames: 0, seconds: 0 };
  const begun = performance.now();
  const tick = () => {
    found.frames += 1;
    if (movement.playState === "running") requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  movement.finished.then(() => { found.seconds = (performance.now() - begun) / 1000; window.movements.push(found); });
  return movement;
};
"""


def run(length: Length = Length.FULL) -> Rows:
    """Frames a second of each movement, and the work at rest."""
    rounds = length.of(10, 3, 1)
    rows: Rows = {}
    with chromium() as browser:
        page = browser.new_page(viewport=SCREEN)
        page.add_init_script(WATCH)
        chrome = page.context.new_cdp_session(page)
        night = AnyEvening(players=4, turns=True, dice=2)
        with served(night) as at:
            _come(page, chrome, at.screen)
            rows |= _moved(page, "a coin", lambda: night.act(ANN, Pay(BEN, 10)), rounds)
            rows |= _moved(page, "two dice", lambda: night.act(ANN, RollDice()), 1)
            rows |= _at_rest(page, chrome, "any game")
        with house(start=True) as inn:
            inn.night.arrange(cows={"A": ("A2-0",)}, cowboys={ANN: ("C6-0",)})
            inn.night.roll(cow=(1, 3))
            _come(page, chrome, inn.screen)
            act = inn.night.act
            rows |= _moved(page, "a cow walks", lambda: act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE)), 1)
            rows |= _moved(page, "a cowboy walks", lambda: act(ANN, MoveCowboy("C6-0", "B6-5", 0)), 1)
            rows |= _moved(page, "a stolen cow is led away", lambda: act(ANN, PlaceCow("A6-0")), 1)
            rows |= _at_rest(page, chrome, "a board")
    return rows


def _come(page: Page, chrome: CDPSession, address: str) -> None:
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.goto(address)
    page.wait_for_timeout(2 * SETTLED_MS)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _moved(page: Page, what: str, act: Callable[[], object], rounds: int) -> Rows:
    found = []
    for _ in range(rounds):
        page.evaluate("window.movements = []")
        act()
        page.wait_for_function("() => window.movements.length", timeout=PATIENCE_MS)
        page.wait_for_timeout(SETTLED_MS)
        found += page.evaluate("window.movements")
    rate = median(each["frames"] / each["seconds"] for each in found)
    return {f"television, {what}, processor / {SLOWER}": row(rate, "frames/s", target=">= 30")}


def _at_rest(page: Page, chrome: CDPSession, what: str) -> Rows:
    page.wait_for_timeout(2 * REST_MS)  # till the last line of the log has been read
    moving = page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length")
    chrome.send("Performance.enable")
    before = _worked(chrome)
    page.wait_for_timeout(REST_MS)
    share = 100_000 * (_worked(chrome) - before) / REST_MS
    return {
        f"television at rest, {what}: what still moves": row(moving, "animations", target="<= 0"),
        f"television at rest, {what}: its thread, processor / {SLOWER}": row(share, "% of a core"),
    }


def _worked(chrome: CDPSession) -> float:
    metrics = chrome.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))
