"""Frames of the table screen and of a phone while something moves on them, at a processor slowed to a quarter.

Each movement is watched from its first frame to its last, as a script of the page or a style sheet moves it; "at rest"
is how long the page's own thread worked in five seconds in which nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from playwright.sync_api import CDPSession, Page

from companion.core.money.bank_messages import Pay
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.any_game.messages.play import RollDice
from companion.games.any_game.messages.votes import AskVote
from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.browser.house import house, served
from tests.browser.support import PHONE, SCREEN, chromium
from tests.support.any_evening import ANN, BEN, AnyEvening

SLOWER = 4
SMOOTH = ">= 58"
REST_MS = 5_000
SETTLED_MS = 1_500
WATCH = """() => {
  const frame = () => new Promise(requestAnimationFrame);
  const moving = () => document.getAnimations().filter((each) => each.playState === "running");
  const watched = async () => {
    while (!moving().length) await frame();
    const begun = performance.now();
    let [frames, over] = [0, false];
    const count = () => { frames += 1; if (!over) requestAnimationFrame(count); };
    requestAnimationFrame(count);
    for (let now = moving(); now.length; now = moving()) await Promise.allSettled(now.map((each) => each.finished));
    over = true;
    return 1000 * frames / (performance.now() - begun);
  };
  window.rate = watched();
}"""
"""Counts the frames from the first of a movement until nothing moves any more."""


def run(length: Length = Length.FULL) -> Rows:
    """Return the frames a second of each movement, and the work at rest."""
    rounds = length.of(10, 3, 1)
    rows: Rows = {}
    with chromium() as browser:
        page = browser.new_page(viewport=SCREEN)
        chrome = page.context.new_cdp_session(page)
        night = AnyEvening(players=4, turns=True, dice=2)
        with served(night) as at:
            _come(page, chrome, at.screen)
            rows |= _moved(page, "television, a coin", lambda: night.act(ANN, Pay(BEN, 10)), rounds)
            rows |= _moved(page, "television, two dice", lambda: night.act(ANN, RollDice()), 1)
            rows |= _moved(page, "television, votes", lambda: _revealed(night), rounds, lambda: _sealed(night))
            rows |= _at_rest(page, chrome, "any game")
            page.set_viewport_size(PHONE)
            _come(page, chrome, at.seat(page.context, BEN))
            rows |= _moved(page, "phone, a payment", lambda: night.act(ANN, Pay(BEN, 10)), rounds)
            rows |= _moved(page, "phone, votes", lambda: _revealed(night), rounds, lambda: _sealed(night))
            page.set_viewport_size(SCREEN)
        with house(start=True) as inn:
            inn.night.arrange(cows={"A": ("A2-0",)}, cowboys={ANN: ("C6-0",)})
            inn.night.roll(cow=(1, 3))
            _come(page, chrome, inn.screen)
            act = inn.night.act
            rows |= _moved(
                page, "television, a cow walks", lambda: act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE)), 1
            )
            rows |= _moved(page, "television, a cowboy walks", lambda: act(ANN, MoveCowboy("C6-0", "B6-5", 0)), 1)
            rows |= _moved(page, "television, a stolen cow is led away", lambda: act(ANN, PlaceCow("A6-0")), 1)
            rows |= _at_rest(page, chrome, "a board")
    return rows


def _come(page: Page, chrome: CDPSession, address: str) -> None:
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.goto(address)
    page.wait_for_timeout(2 * SETTLED_MS)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _sealed(night: AnyEvening) -> None:
    night.act(ANN, AskVote("Shall we play on?", "yes, no"))
    night.seal(dict.fromkeys(night.ballot.voters, "yes"))


def _revealed(night: AnyEvening) -> None:
    night.open(dict.fromkeys(night.ballot.voters, "yes"))


def _moved(
    page: Page, what: str, act: Callable[[], object], rounds: int, before: Callable[[], object] = lambda: None
) -> Rows:
    """Return the frames a second of a movement, each time after what comes ``before`` it has come to rest."""
    found = []
    for _ in range(rounds):
        before()
        page.wait_for_timeout(SETTLED_MS)
        page.evaluate(WATCH)
        act()
        found.append(page.evaluate("window.rate"))
        page.wait_for_timeout(SETTLED_MS)
    return {f"{what}, processor / {SLOWER}": row(median(found), "frames/s", target=SMOOTH)}


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
