"""Seven windows of a real Chromium, six phones and a table screen: from the POST to the change of the last one's page.

All windows share this machine's cores with the box, and one address, of which the box answers two requests at a time.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from time import time

from playwright.sync_api import Browser, Page, expect

from companion.core.table.table import Level
from tests.bench.actions import RULES, Action, payments, turns
from tests.bench.crowd import Phone, Seated
from tests.bench.length import Length
from tests.bench.rows import Rows, in_rows
from tests.bench.servers import prepared, running, serve_command
from tests.browser.support import PHONE, SCREEN, chromium

NOTE_CHANGES = """
new MutationObserver(() => {
  const seq = document.getElementById("main")?.dataset.seq;
  if (seq) (window.changedAt ??= {})[seq] ??= performance.timeOrigin + performance.now();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
CHANGED = (
    "wanted => Math.min(...Object.entries(changedAt).filter(([seq]) => Number(seq) >= wanted).map(([, at]) => at))"
)
BOARD, BANK = (f"POST to last of 7 Chromium windows changed, {level.value}" for level in (Level.BOARD, Level.BANK))


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99 of some thirty actions at each level."""
    rounds, warm_up = length.of((30, 5), (10, 2), (2, 1))
    times: dict[str, list[float]] = {}
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        browser = stack.enter_context(chromium())
        for name, level in ((BOARD, Level.BOARD), (BANK, Level.BANK)):
            database = directory / f"{level.value}.sqlite"
            (table,) = prepared(database, 1, level=level, rules=RULES)
            actions = turns(database, table) if level is Level.BOARD else payments(table)
            first = next(actions)  # the copy that is played beside the box is made before the box writes
            with running(serve_command(database)) as (port, _):
                pages, phone = windows(browser, port, table), Phone(port, 1)
                played = islice(chain((first,), actions), warm_up + rounds)
                times[name] = [seconds_until_changed(phone, pages, action) for action in played][warm_up:]
                for page in pages:
                    page.context.close()
    return in_rows(times)


def windows(browser: Browser, port: int, table: Seated) -> list[Page]:
    """Return the phone of each seat and the table screen, each with everything it needs."""
    pages, address = [], f"http://127.0.0.1:{port}"
    for seat in (*table.tokens, None):
        context = browser.new_context(viewport=PHONE if seat else SCREEN)
        if seat:
            context.add_cookies([{"name": f"seat-{table.code}-{seat}", "value": table.tokens[seat], "url": address}])
        page = context.new_page()
        page.add_init_script(NOTE_CHANGES)
        page.goto(f"{address}/t/{table.code}" + (f"/s/{seat}" if seat else "/screen"))
        if seat:
            expect(page.locator("body[data-ready]")).to_be_visible()
        pages.append(page)
    return pages


def seconds_until_changed(phone: Phone, pages: list[Page], action: Action) -> float:
    """Return the seconds from the POST to the last window; the clock is that of the machine."""
    start = time()
    phone.post(action.path, action.body, action.headers)
    for page in pages:
        page.locator(f'#main[data-seq="{action.seq}"]').wait_for()
    return max(float(page.evaluate(CHANGED, action.seq)) for page in pages) / 1000 - start
