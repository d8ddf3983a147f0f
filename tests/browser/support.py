"""Support of the browser tests: the box in a process of its own, its address on the network, and phones to tap on.

The box is reached by this machine's own address, because ``127.0.0.1`` hides what a phone has to do without:
``crypto.subtle``, ``randomUUID`` and ``wakeLock`` do not exist on a plain http page (stack.md).
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    FilePayload,
    Locator,
    Page,
    Response,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from companion.cli.network import lan_address
from companion.games import registry
from tests.support.server_process import ServerProcess, kept_port, number_of

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "screenshots"
TAKES_PICTURES = "SCREENSHOTS" in os.environ
"""``SCREENSHOTS=1 make test`` keeps what the tests come past in ``build/screenshots``, for somebody to look at."""
PHONE: ViewportSize = {"width": 360, "height": 740}
SCREEN: ViewportSize = {"width": 1280, "height": 720}
FLAGS = [
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"),
    *("--disable-gpu", "--num-raster-threads=1"),  # a GPU that is emulated costs a tenth more
]
CHROMIA = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""the first that there is; one without a user interface needs half the machine"""
CHROMIUM = next((found for name in CHROMIA if (found := shutil.which(name))), "")
PATIENCE_MS = 180_000
"""a wait ends as soon as it can; only a machine that is busy with other things needs so long"""


def own_name() -> str:
    """Return this machine's address on its network. Without a network its host name: not 127.0.0.1, which is another
    world.
    """
    address = lan_address()
    if not address.startswith("127."):
        return address
    name = socket.gethostname().lower()
    socket.gethostbyname(name)  # raises OSError when this machine has neither a network nor a name
    print(f"This machine has no network: the browser tests call it {name}.")
    return name


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a Chromium that calls nobody by itself."""
    expect.set_options(timeout=PATIENCE_MS)  # a machine may be busy with other tests
    assert CHROMIUM, "The browser tests need a Chromium: `make test` installs it."
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        started.on("context", lambda context: context.set_default_timeout(PATIENCE_MS))
        with_known_games(started)
        yield started
        started.close()


KNOWN = """for (const game of %s) {
  try { localStorage[`companion lessons ${game}`] ??= '{"on":false,"answered":true}'; } catch { /* a page of nobody */ }
}"""
"""The phones of this context know these games: nothing is explained to them."""


def with_known_games(browser: Browser) -> None:
    """Make the phones of new contexts know every game; ``learner`` makes one that does not."""
    games = [f"{name} {edition}" for name, editions in registry().items() for edition in editions]
    make = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = make(**options)
        context.add_init_script(KNOWN % json.dumps(games))
        return context

    browser.new_context = new_context  # type: ignore[method-assign]


def learner(browser: Browser, **options: Any) -> BrowserContext:
    """Return the context of a phone that knows no game yet."""
    return Browser.new_context(browser, **options)


class Box(ServerProcess):
    """The box at this machine's own address, on two ports, of http and of https, that it keeps when it comes back."""

    def __init__(self, database: Path, *options: str, server: str = "") -> None:
        self.kept = kept_port()
        self.kept_for_https = kept_port()
        https = ("--https-port", str(number_of(self.kept_for_https)))
        super().__init__(database, *https, *options, host=own_name(), port=number_of(self.kept), server=server)

    @property
    def sites(self) -> list[str]:
        """Return its host and port, by http and by https."""
        return [f"{self.host}:{number_of(port)}" for port in (self.kept, self.kept_for_https)]

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def call(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """Send a request as a script does; the answer must be good."""
        status, answer = self.request(method, path, body, token)
        assert status == 200, (method, path, body, status, str(answer)[:400])
        return answer


serving = Box.serving


def until(true: Callable[[], object], seconds: float, otherwise: str) -> float:
    """Wait until it is true and return how long that took; raise AssertionError."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < seconds, otherwise
        time.sleep(0.05)
    return time.monotonic() - start


def shown(place: Locator) -> None:
    """Wait until it can be seen. ``expect`` does so as well, at the cost of a description of the page every time it
    looks in vain.
    """
    place.wait_for(timeout=PATIENCE_MS)


def tick(choice: Locator) -> None:
    """Choose it; again, as a person would, when the page that just came has moved it away from under the finger."""

    def ticked() -> bool:
        try:
            choice.check(force=True)
        except Error:
            return False
        return True

    until(ticked, PATIENCE_MS / 1000, f"{choice} cannot be chosen")


@dataclass
class Watch:
    """Everything a browser complained about, and every request that left the box."""

    own: Sequence[str]
    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Listen to every page of this phone."""
        context.on("console", lambda message: self._listen(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", lambda request: self._look(request.url))

    def _listen(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _look(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc not in self.own:
            self.strangers.append(url)

    def serious(self) -> list[str]:
        """Return the complaints without those that browsers make about a box that was killed on purpose."""
        harmless = ("net::ERR_", "the server responded with a status of 4")
        return [complaint for complaint in self.complaints if not any(words in complaint for words in harmless)]


DRAWN = """() => [
  location.pathname, document.getElementById("main")?.dataset.seq,
  Boolean(document.querySelector("[data-fragment=asked][inert]")),
]"""
"""Which page this is, the number it is drawn at, and whether what is asked is still to come."""


def is_of_an_action(answer: Response) -> bool:
    """Return whether the box answers to what somebody did."""
    return urlsplit(answer.url).path.endswith("/actions")


@dataclass
class Phone:
    """A phone in somebody's hand: what its owner taps, and, for the boring turns, the same by script."""

    box: Box
    page: Page
    code: str
    seat: str
    token: str

    @property
    def path(self) -> str:
        return f"/t/{self.code}/s/{self.seat}"

    # --- by script -------------------------------------------------------------------------------

    def view(self) -> Any:
        """Return what the page shows, as data."""
        return self.box.call("GET", f"/api/tables/{self.code}/seats/{self.seat}", token=self.token)

    def act(self, kind: str, **data: Any) -> None:
        """Send a command as any script may send it."""
        body = {"seat": self.seat, "kind": kind, "data": data}
        self.box.call("POST", f"/api/tables/{self.code}/actions", body, self.token)

    def arrange(self, **figures: Any) -> None:
        """Set where the figures are; where some are left out for the test, the others are asked to allow it."""
        body = {"seat": self.seat, "kind": "arrange_board", "data": figures}
        status, _ = self.box.request("POST", f"/api/tables/{self.code}/actions", body, self.token)
        if status != 200:
            self.act("allow_anyway", message={"kind": "arrange_board", "data": figures})

    # --- by hand ---------------------------------------------------------------------------------

    def tab(self, name: str) -> None:
        self.page.locator(f".bar a[data-tab={name}]").tap()

    def form(self, kind: str, **fixed: Any) -> Locator:
        """Return the visible form of a command; ``fixed`` tells forms of one kind apart."""
        forms = self.page.locator(f"form.choice[data-kind={kind}]")
        for name, value in fixed.items():
            forms = forms.and_(self.page.locator(f"[data-fixed*='\"{name}\": {json.dumps(value)}']"))
        return forms

    def press(self, kind: str, **fixed: Any) -> None:
        """Press the button of a command, after opening the folds around it."""
        button = self.form(kind, **fixed).first.locator("button[type=submit]").first
        unfold(button)
        self.send(button)

    def play_again(self) -> None:
        """Choose *Once more*, and answer the question whether the result may go."""
        self.settled()
        self.form("play_again").locator("button[type=submit]").tap()
        self.send(self.page.locator("#sure-yes"))

    def send(self, button: Locator) -> None:
        """Tap a control that sends an action, on a page that shows the action before; wait for the answer and its page.

        Faster than any thumb, a tap on the page from before an action at another phone would be refused as too old.
        """
        self.settled()
        with self.page.expect_response(is_of_an_action):
            button.tap()
        self.settled()

    def pick(self, form: Locator, name: str, value: object, index: int | None = None) -> None:
        """Press one of the large buttons of a form, or the face of a die."""
        place = f"[data-name={name}]" + (f"[data-index='{index}']" if index is not None else "")
        if (die := form.locator(f"select{place}")).count():
            die.select_option(json.dumps(value))
            return
        tick(form.locator(f"input{place}[value='{json.dumps(value)}']"))

    def answer(self, form: Locator, value: object) -> None:
        """Press one of the buttons that are the answer."""
        self.send(form.locator(f"button[value='{json.dumps(value)}']"))

    def ready(self) -> None:
        """Wait until the scripts of the page have taken over."""
        shown(self.page.locator("body[data-ready]"))

    def stands_at(self, seq: int) -> bool:
        """Return whether the page of this seat is drawn, at this number of the table or a later one."""
        try:
            path, at, coming = self.page.evaluate(DRAWN)
        except Error:  # between two pages
            return False
        return bool(path == self.path and int(at or 0) >= seq and not coming)

    def settled(self) -> None:
        """Wait until the page is drawn at the newest state of the table, and its scripts hear a tap."""
        wanted = self.view()["seq"]
        self.ready()
        until(lambda: self.stands_at(wanted), PATIENCE_MS / 1000, f"{self.seat} does not show number {wanted}")

    def picture(self, name: str) -> None:
        """Take a screenshot for somebody to look at."""
        picture(self.page, name)


AN_HOUR = 3_600_000


def clock_at_0(page: Page) -> None:
    """Give the page, before anything is loaded into it, a clock of its own, which begins at 0."""
    page.clock.install(time=0)


def stand_still(page: Page) -> None:
    """Stop the time of this page but for what a test lets pass, however long a busy machine takes."""
    page.clock.pause_at(AN_HOUR)


def picture(page: Page, name: str, **how: Any) -> None:
    """Take a screenshot for somebody to look at, when somebody wants one."""
    if TAKES_PICTURES:
        page.screenshot(path=PICTURES / f"{name}.png", **how)


FETCHED = "#main details:has([data-fragment])"


def tap_open(fold: Locator) -> None:
    """Tap a fold open; once more after five seconds, where the page that just came moved it from under the finger."""
    for seconds in (5, PATIENCE_MS / 1000):
        fold.locator("summary").first.tap()
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up:
            if fold.evaluate("fold => fold.open"):
                return
            time.sleep(0.05)
    raise AssertionError(f"{fold} does not open")


def unfold(place: Locator) -> None:
    """Open every fold around a place that may be hidden in one, or is only fetched when one is opened."""

    def there() -> int:
        if not (found := place.count()):
            place.page.locator(FETCHED).evaluate_all("folds => folds.forEach(fold => fold.open = true)")
        return found

    until(there, PATIENCE_MS / 1000, f"{place} does not come")
    place.evaluate("""place => {
      for (let fold = place.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    }""")


def chosen(page: Page, game: str) -> Locator:
    """Return the form that opens a table, behind the tile of this game on the first page, which is shown."""
    page.locator(".tiles a", has_text=game).click()
    return page.locator(".open-form")


def sit_down(box: Box, context: BrowserContext, code: str, name: str) -> Phone:
    """Open the address of the code, type a name, and take a seat."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{box.address}/j/{code}")
    page.locator("input[name=name]").fill(name)
    page.locator("form.join-form button[type=submit]").tap()
    page.wait_for_url("**/s/*")
    return seated(box, page)


def tries_it_alone(box: Box, page: Page) -> Phone:
    """Start a game of Abilene alone from the first page, and stop in its lobby."""
    form = chosen(page, "Abilene")
    form.locator("input[name=name]").fill("Zoe")
    form.get_by_role("button", name="Try it alone").tap()
    page.wait_for_url("**/s/*")
    zoe = seated(box, page)
    zoe.ready()
    return zoe


@contextmanager
def two_at_a_table(
    browser: Browser, box: Box, watch: Watch, screen: Page, game: str, names: tuple[str, str], level: str = ""
) -> Iterator[tuple[Phone, Phone]]:
    """Yield two phones whose people have sat down at a table that the screen has opened on the first page."""
    with some_at_a_table(browser, box, watch, screen, game, names, level) as phones:
        yield phones[0], phones[1]


@contextmanager
def some_at_a_table(
    browser: Browser, box: Box, watch: Watch, screen: Page, game: str, names: tuple[str, ...], level: str = ""
) -> Iterator[list[Phone]]:
    """Yield phones whose people have sat down at a table that the screen has opened on the first page.

    ``level``: the one that is picked there, where it is not the usual one.
    """
    screen.goto(box.address)
    form = chosen(screen, game)
    if level:
        tick(form.locator(f"input[name=level][value={level}]"))
    form.get_by_role("button", name="No, this is the table screen").click()
    screen.wait_for_url("**/screen")
    code = screen.url.split("/")[-2]
    with ExitStack() as stack:
        phones = []
        for name in names:
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            stack.callback(context.close)
            watch.over(context)
            phones.append(sit_down(box, context, code, name))
            phones[-1].ready()
        yield phones


def seated(box: Box, page: Page) -> Phone:
    """Return the phone that shows this page, with the seat its cookie is for."""
    *_, code, _, seat = urlsplit(page.url).path.split("/")
    cookies = {cookie.get("name"): cookie.get("value", "") for cookie in page.context.cookies()}
    return Phone(box, page, code, seat, str(cookies[f"seat-{code}-{seat}"]))


def seats_by_script(
    box: Box, names: Mapping[str, str], level: str = "bank", **rules: Any
) -> tuple[str, dict[str, str]]:
    """Return a started game whose seats (name -> ranch) were taken by a script: its code, and seat -> token."""
    code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993", "level": level})["code"]
    tokens = {}
    for name, ranch in names.items():
        taken = box.call("POST", f"/api/tables/{code}/seats", {"name": name, "picks": {"ranch": ranch}})
        tokens[taken["seat"]] = taken["token"]
    commands = [{"kind": "set_rule", "data": {"name": rule, "value": value}} for rule, value in rules.items()]
    for command in (*commands, {"kind": "start_game", "data": {"first": "s1"}}):
        box.call("POST", f"/api/tables/{code}/actions", {"seat": "s1", **command}, tokens["s1"])
    return code, tokens


def open_phone(box: Box, context: BrowserContext, code: str, seat: str, token: str, address: str = "") -> Phone:
    """Return a phone that has this seat; ``address`` may be a way round the box."""
    at = address or box.address
    context.add_cookies([{"name": f"seat-{code}-{seat}", "value": token, "url": at}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    phone = Phone(box, page, code, seat, token)
    page.goto(at + phone.path)
    phone.ready()
    return phone


UNWATCHED = ("setInterval(watch, LOOK);", "")
"""A change of live.js: no page fetches because it has heard nothing for long, however long a busy machine takes."""


def patched(context: BrowserContext, script: str, *changes: tuple[str, str]) -> None:
    """Give this phone one of our scripts with changes: the broken variant of a negative control, or one for which no
    time passes.
    """
    source = (ROOT / "companion" / "static" / script).read_text(encoding="utf-8")
    for old, _ in changes:
        assert old in source, f"{script} has changed: {old}"

    def answer(route: Route) -> None:
        text = route.fetch().text()
        for old, new in changes:
            text = text.replace(old, new)
        route.fulfill(body=text, content_type="text/javascript")

    context.route("**/static/*/*.js", answer)


def choose(page: Page, form: Locator, photo: FilePayload) -> None:
    """Press the form's button, as for the phone's camera, and hand it a photo."""
    with page.expect_file_chooser() as chooser:
        form.locator("label.snap").tap()
    chooser.value.set_files(photo)
