"""Engines that are not Chromium's, each driven by its own door: Debian's WebKitGTK by WebDriver, Firefox ESR by
WebDriver BiDi.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Error

PATIENCE_SECONDS = 180.0
MINI_BROWSERS = ("webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0")
"""folders of Debian's libraries in which the browser that WebKitGTK is tried with may lie"""
PHONE = (360, 740)
PREFERENCES: dict[str, object] = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "captivedetect.canonicalURL": "",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en",
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
    "ui.prefersReducedMotion": 1,
}
"""a Firefox that calls nobody by itself"""


CRASHED = "WebProcess CRASHED"
"""what MiniBrowser says of WebKitGTK"""


class EngineCrashed(RuntimeError):
    """The engine itself is gone, whatever the page did; nothing it is asked would ever be answered."""


class Engine(Protocol):
    """A browser with one page."""

    name: str

    def open(self, address: str) -> None:
        """Load an address; return when its page is there."""

    def run(self, body: str, *arguments: object) -> Any:
        """Return what the body of an async function of ``given``, a list, returns; raise Error."""

    def tap(self, x: float, y: float) -> None:
        """Press and let go at a place in sight."""

    def type(self, text: str) -> None:
        """Press the keys for this text."""

    def cookies(self) -> list[Mapping[str, Any]]:
        """Return the cookies of the page, those that scripts do not see among them."""

    def forget(self) -> None:
        """Delete all cookies and leave the page."""

    def picture(self, path: Path) -> None:
        """Write a screenshot."""


@contextmanager
def ended(command: Sequence[str], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process, and end it afterwards with all its children."""
    with subprocess.Popen(command, text=True, start_new_session=True, **how) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def keys(text: str) -> list[dict[str, str]]:
    return [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]


def touch(x: float, y: float) -> list[dict[str, Any]]:
    return [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]


# --- WebKitGTK ------------------------------------------------------------------------------------

ASYNC = """
const [given, done] = arguments;
(async () => { %s })().then(
  (value) => done({ value: value === undefined ? null : value }),
  (error) => done({ error: String(error) }),
);
"""


class WebKit:
    """MiniBrowser through WebKitWebDriver: https://www.w3.org/TR/webdriver2/."""

    name = "webkit"

    def __init__(self, port: int, browser: Path, log: Path) -> None:
        self.port, self.session, self.log = port, "", log
        options = {"binary": str(browser), "args": ["--automation"]}
        request = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self._call('POST', '/session', request)['sessionId']}"
        self._call("POST", "/timeouts", {"script": int(1000 * PATIENCE_SECONDS)})
        self._call("POST", "/window/rect", {"x": 0, "y": 0, "width": PHONE[0], "height": PHONE[1]})

    def open(self, address: str) -> None:
        self._call("POST", "/url", {"url": address})

    def run(self, body: str, *arguments: object) -> Any:
        answer = self._call("POST", "/execute/async", {"script": ASYNC % body, "args": [list(arguments)]})
        if "error" in answer:
            raise Error(answer["error"])
        return answer["value"]

    def tap(self, x: float, y: float) -> None:
        pointer = {"type": "pointer", "id": "thumb", "parameters": {"pointerType": "mouse"}, "actions": touch(x, y)}
        self._call("POST", "/actions", {"actions": [pointer]})

    def type(self, text: str) -> None:
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys(text)}]})

    def cookies(self) -> list[Mapping[str, Any]]:
        return list(self._call("GET", "/cookie"))

    def forget(self) -> None:
        self._call("DELETE", "/cookie")
        self.open("about:blank")

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def close(self) -> None:
        self._call("DELETE", "")

    def _call(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            sent = json.dumps(body if body is not None else {}) if method == "POST" else None
            connection.request(method, self.session + path, sent, {"Content-Type": "application/json"})
            self._wait(connection.sock)
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and answer.get("error") == "invalid session id":
            raise EngineCrashed
        if isinstance(answer, dict) and "stacktrace" in answer:
            self._check_alive()
            raise Error(f"{answer['error']}: {answer['message']}")
        return answer

    def _wait(self, answer: socket.socket) -> None:
        """Wait until the answer begins; raise EngineCrashed where none will come."""
        while not select.select([answer], [], [], 1.0)[0]:
            self._check_alive()

    def _check_alive(self) -> None:
        """Raise EngineCrashed where the process that draws the page is gone: all later answers are errors."""
        if CRASHED in self.log.read_text(errors="replace"):
            raise EngineCrashed


def mini_browser() -> Path | None:
    found = (path for name in MINI_BROWSERS for path in Path("/usr/lib").glob(f"*/{name}/MiniBrowser"))
    return next(found, None)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Yield a MiniBrowser on a screen that nobody sees."""
    browser = mini_browser()
    assert browser, "WebKitGTK is missing: .ci/packages browsers installs webkit2gtk-driver"
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    port = free_port()
    with (
        (folder / "webkit.log").open("w") as log,
        ended(screen, stdout=subprocess.PIPE, stderr=log) as display,
    ):
        assert display.stdout
        home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
        environment = {**os.environ, **home, "DISPLAY": f":{display.stdout.readline().strip()}"}
        with ended(["WebKitWebDriver", f"--port={port}"], env=environment, stdout=log, stderr=log):
            until_true(lambda: listens(port), "WebKitWebDriver does not listen")
            engine = WebKit(port, browser, folder / "webkit.log")
            yield engine
            engine.close()


def until_true(true: Callable[[], bool], otherwise: str) -> None:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < PATIENCE_SECONDS, otherwise
        time.sleep(0.02)


# --- Firefox --------------------------------------------------------------------------------------

FIREFOXES = ("firefox-esr", "firefox")


class Firefox:
    """Firefox through WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/."""

    name = "firefox"

    def __init__(self, address: str) -> None:
        import websocket

        self._door = websocket.create_connection(address, timeout=PATIENCE_SECONDS, suppress_origin=True)
        self._last = 0
        self._call("session.new", capabilities={"alwaysMatch": {}})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]
        width, height = PHONE
        self._call("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, body: str, *arguments: object) -> Any:
        function = (
            "async (text) => { const given = JSON.parse(text);"
            f" return JSON.stringify(await (async () => {{ {body} }})()); }}"
        )
        answer = self._call(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._page},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise Error(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def tap(self, x: float, y: float) -> None:
        self._act({"type": "pointer", "id": "thumb", "parameters": {"pointerType": "touch"}, "actions": touch(x, y)})

    def type(self, text: str) -> None:
        self._act({"type": "key", "id": "keys", "actions": keys(text)})

    def cookies(self) -> list[Mapping[str, Any]]:
        found = self._call("storage.getCookies")["cookies"]
        return [{"name": each["name"], "value": each["value"]["value"]} for each in found]

    def forget(self) -> None:
        self._call("storage.deleteCookies")
        self.open("about:blank")

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("browsingContext.captureScreenshot", context=self._page)["data"]))

    def close(self) -> None:
        self._call("browser.close")
        self._door.close()

    def _act(self, source: Mapping[str, Any]) -> None:
        self._call("input.performActions", context=self._page, actions=[source])

    def _call(self, method: str, **parameters: object) -> Any:
        self._last += 1
        self._door.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while (answer := json.loads(self._door.recv())).get("id") != self._last:
            pass  # an event
        if answer["type"] == "error":
            raise Error(f"{answer['error']}: {answer['message']}")
        return answer["result"]


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Yield a Firefox without a window."""
    program = next((found for name in FIREFOXES if (found := shutil.which(name))), "")
    assert program, "Firefox is missing: .ci/packages browsers installs firefox-esr"
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = folder / "firefox.log"
    with (
        log.open("w") as out,
        ended([*command, "about:blank"], stdout=out, stderr=out, env={**os.environ, "HOME": str(folder)}),
    ):
        address: list[str] = []

        def listening() -> bool:
            address[:] = re.findall(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(errors="replace"))
            return bool(address)

        until_true(listening, "Firefox does not listen")
        engine = Firefox(f"{address[0]}/session")
        yield engine
        engine.close()


ENGINES: dict[str, Callable[[Path], AbstractContextManager[Engine]]] = {"webkit": webkit, "firefox": firefox}
