"""The screen of a phone stays on for an evening: by the wake lock with https, by a film of nothing on plain http."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.support import Box
from tests.browsers.page import ThinPage
from tests.support.server_process import ServerProcess

ALIVE = "return document.body.dataset.ready === 'yes';"
FILM = """
const film = document.querySelector("video.awake");
return film && [film.paused, film.muted, film.loop, film.readyState >= 2, film.videoWidth > 0];
"""
KEEPS_AWAKE = [False, False, False, True, True]
MORE_ASKED = """
const before = window.locks.length;
document.dispatchEvent(new Event("visibilitychange"));
return window.locks.length > before;
"""
"""the count of the locks that the page asks for when it comes into sight again: it has none then"""
NOTE_LOCKS = """
window.locks = [];
const ask = WakeLock.prototype.request;
WakeLock.prototype.request = function (kind) {
  const asked = ask.call(this, kind);
  window.locks.push(asked.then(() => "held", (error) => error.name));
  return asked;
};
"""


@pytest.fixture
def box_itself(tmp_path: Path) -> Iterator[ServerProcess]:
    """Yield a box under an address that browsers trust as they trust https."""
    with ServerProcess.serving(tmp_path / "here.sqlite") as box:
        yield box


def sit_down(box: ServerProcess, page: ThinPage) -> None:
    """Take a seat by typing code and name; nothing on the page of the seat is tapped."""
    code = box.request("POST", "/api/tables", {"game": "any_game", "edition": "any"})[1]["code"]
    page.goto(f"http://{box.host}:{box.port}/j/{code}")
    page.locator("input[name=name]").fill("Ann")
    page.locator("form.join-form button[type=submit]").tap()
    page.wait_for_url("*/s/*")
    page.until(lambda: page.engine.run(ALIVE), "the scripts do not come")


def tap(page: ThinPage) -> None:
    page.locator(".bar a[data-tab=log]").tap()
    page.locator(".bar a[data-tab=now]").tap()


def test_on_plain_http_a_film_with_sound_plays_from_the_first_tap(box: Box, page: ThinPage) -> None:
    sit_down(box, page)
    assert not page.engine.run("return 'wakeLock' in navigator;")
    tap(page)
    page.until(lambda: page.engine.run(FILM) == KEEPS_AWAKE, f"the film is {page.engine.run(FILM)}")
    page.engine.run("document.querySelector('video.awake').currentTime = 21;")
    back = "return document.querySelector('video.awake').currentTime < 15;"
    page.until(lambda: page.engine.run(back), "it is not sent back before its end")
    assert page.engine.run(FILM) == KEEPS_AWAKE
    assert not page.locator("#goes-dark").is_visible()


def test_a_phone_that_goes_dark_all_the_same_says_so_once(box: Box, page: ThinPage) -> None:
    sit_down(box, page)
    page.engine.run("""
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "NotAllowedError"));
      document.querySelector("video.awake").pause();
    """)
    notice = page.locator("#goes-dark")
    tap(page)
    notice.wait_for()
    page.reload()
    page.until(lambda: page.engine.run(ALIVE), "the scripts do not come")
    assert page.engine.run("return localStorage.getItem('companion display');") == "yes"
    assert not notice.is_visible()


def test_a_lock_that_is_refused_before_the_first_tap_is_asked_for_again(
    box_itself: ServerProcess, page: ThinPage
) -> None:
    """WebKit grants none before; Firefox does."""
    sit_down(box_itself, page)
    page.engine.run(NOTE_LOCKS)
    tap(page)
    page.until(lambda: not page.engine.run(MORE_ASKED), "no lock is held after a tap")
    asked = page.engine.run("return Promise.all(window.locks);")
    assert set(asked) <= {"held"}
    assert asked or page.engine.name != "webkit"
    assert page.engine.run("return document.querySelector('video.awake') === null;")
