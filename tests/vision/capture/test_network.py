"""Cameras in the network: films that break off and come back, what is said of them, and the phone's pictures."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from companion.boards.camera_messages import LARGEST_FRAME, Orders, Stage
from tests.support.server_process import kept_port, number_of
from vision.capture.network import PhoneSource, is_stream, without_password
from vision.capture.sources import Source, open_source
from vision.errors import BadPicture, NoCamera
from vision.geometry.board_pose import Picture

SECONDS = 120.0
"""others may have the processor"""


def jpeg(grey: int = 90, size: tuple[int, int] = (320, 240)) -> bytes:
    picture = np.full((size[1], size[0], 3), grey, np.uint8)
    cv2.circle(picture, (size[0] // 2, size[1] // 2), 40, (0, 0, 255), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


class App(BaseHTTPRequestHandler):
    """A camera app for phones: MJPEG at /video, a page elsewhere."""

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path != "/video":
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<html>Welcome to the camera</html>")
            return
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while not self.server.__dict__["over"]:
            picture = jpeg()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n".encode()
            try:
                self.wfile.write(head + picture + b"\r\n")
            except OSError:
                return
            time.sleep(0.05)

    def log_message(self, format: str, *parts: object) -> None:
        """Log nothing."""


@contextmanager
def app(port: int) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", port), App)
    server.daemon_threads = True
    server.__dict__["over"] = False
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.__dict__["over"] = True
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def port() -> Iterator[int]:
    with kept_port() as kept:
        yield number_of(kept)


def first_picture(source: Source) -> Picture:
    """Return the next picture; a camera that does not answer yet is waited for."""
    deadline, refusal = time.monotonic() + SECONDS, "nothing"
    while time.monotonic() < deadline:
        try:
            if (picture := source.read()) is not None:
                return picture
        except NoCamera as error:
            refusal = str(error.text)
        time.sleep(0.02)
    raise AssertionError(f"no picture comes; the camera last said: {refusal}")


def trouble(source: Source) -> str:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            source.read()
        except NoCamera as found:
            return str(found.text)
        time.sleep(0.02)
    raise AssertionError("all is well")


def test_the_film_of_a_camera_app_is_read_and_found_again_after_it_broke_off(port: int) -> None:
    source = open_source(f"http://127.0.0.1:{port}/video")
    try:
        assert "Nobody answers at http://127.0.0.1" in trouble(source)
        for _ in range(2):
            with app(port):
                assert first_picture(source).shape == (240, 320, 3)
            assert "127.0.0.1" in trouble(source)
    finally:
        source.close()


def test_what_is_no_film_is_said_and_no_password_with_it(port: int) -> None:
    with app(port):
        source = open_source(f"http://ann:secret@127.0.0.1:{port}/")
        sentence = trouble(source)
        source.close()
    assert "answers, but not with a film" in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://ann:pa:ss@10.0.0.9:554/live?x=@", "rtsp://10.0.0.9:554/live?x=@"),
        ("http://10.0.0.9/video", "http://10.0.0.9/video"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert is_stream(address)
    assert without_password(address) == shown
    assert not is_stream("/dev/video0")
    assert not is_stream("folder/of:pictures")


class Phone:
    """The pictures of a phone as the box has them."""

    def __init__(self, *pictures: bytes) -> None:
        self.pictures, self.asked = pictures, list[int]()
        self.source = PhoneSource(self.fetch)

    def fetch(self, number: int) -> bytes:
        self.asked.append(number)
        return self.pictures[number]

    def read(self, frame: int | None) -> Picture | None:
        self.source.apply_orders(Orders(frame=frame), Stage.WATCHING)
        return self.source.read()


def test_a_picture_of_the_phone_comes_again_until_the_next_and_is_fetched_once() -> None:
    phone = Phone(b"", jpeg(90), jpeg(200))
    assert phone.read(0) is None
    first, again, other = (phone.read(number) for number in (1, 1, 2))
    assert first is not None
    assert other is not None
    assert again is first
    assert (int(first[0, 0, 0]), int(other[0, 0, 0])) == (90, 200)
    assert phone.asked == [0, 1, 2]


def test_a_phone_that_sleeps_is_said_to_and_wakes() -> None:
    phone = Phone(jpeg())
    with pytest.raises(NoCamera, match="asleep"):
        phone.source.read()
    assert phone.read(0) is not None
    with pytest.raises(NoCamera, match="asleep"):
        phone.read(None)
    assert phone.read(0) is not None


@pytest.mark.parametrize(
    "bad", [b"GIF89a", b"\xff\xd8\xff", jpeg()[:300], jpeg(size=(3000, 2000)), jpeg() + bytes(LARGEST_FRAME)]
)
def test_a_bad_picture_is_a_sentence_and_the_next_one_is_read(bad: bytes) -> None:
    phone = Phone(bad, jpeg())
    with pytest.raises(BadPicture):
        phone.read(0)
    assert phone.read(0) is None
    assert phone.read(1) is not None
