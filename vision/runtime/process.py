"""The camera's own process, ``python -m vision.runtime.process``, which ``companion serve --camera`` starts.

It takes pictures, reads them, and tells the box. A failure of the camera, the box or a picture is reported and tried
again; only a wrong key and a newer camera end it, and, when a box had started it, a box that stays away.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import cv2

from companion.boards.camera_messages import PHONE, Orders, Show
from companion.logs import LEVELS, configure
from vision.capture.network import PhoneSource, without_password
from vision.capture.sources import ReconnectingSource, Source, open_source
from vision.errors import NoCamera, VisionTrouble
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE as HANDHELD
from vision.geometry.camera_pose import WEBCAM
from vision.runtime import overlay
from vision.runtime.box_client import Link, NoBox, NotWanted
from vision.runtime.pipeline import Pipeline
from vision.synthetic.demo import DEMO, DemoCamera

logger = logging.getLogger("vision.runtime.process")  # run as a program, the module has another ``__name__``

KEY_VARIABLE = "COMPANION_CAMERA_KEY"

PERIOD_SECONDS, IDLE_SECONDS = 0.14, 0.4
"""between two pictures: seven a second are enough to see a hand leave"""
TELL_SECONDS, SHOW_SECONDS = 0.4, 0.35
"""the box hears something, and gets the picture somebody looks at, at least this often"""
NICE = 5
"""the phones come first"""


@dataclass
class Process:
    """A camera at work. ``orphan``: the seconds for which it goes on without a box (None: for ever)."""

    source: Source
    name: str
    link: Link
    pipeline: Pipeline
    orphan: float | None = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    started: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        self.orders = Orders()
        self.stopped = self.missing = False
        self.alone = True
        """the box does not answer: nobody is there to tell"""
        self.picture: Picture | None = None
        self._reported_at = self._shown = -1e9
        self._answered = self.clock()
        self._times: deque[float] = deque(maxlen=20)
        self._last = ""

    def run(self) -> None:
        """Run until stopped, or not wanted any more."""
        while not self.stopped:
            begun = self.clock()
            self.step()
            period = PERIOD_SECONDS if self.orders.table and not self.alone else IDLE_SECONDS
            self.sleep(max(0.01, period - (self.clock() - begun)))
        self.source.close()

    def step(self) -> None:
        """Read one picture, and report what there is to tell of it."""
        self._take()
        try:
            self._tell()
            self._show()
        except NotWanted:
            logger.warning("the box does not want this camera (any more)", exc_info=True)
            self.stopped = True
        except NoBox:
            known = self.alone and self._reported_at > 0
            logger.log(logging.DEBUG if known else logging.WARNING, "the box does not answer", exc_info=True)
            self.alone, self._reported_at = True, self.clock()
            away = self.clock() - self._answered
            self.stopped = self.stopped or (self.orphan is not None and away > self.orphan)

    def stop(self, number: int = 0, frame: FrameType | None = None) -> None:
        """End ``run`` after the picture at hand."""
        self.stopped = True

    def _take(self) -> None:
        try:
            picture = self.source.read()
        except NoCamera as trouble:
            logger.log(logging.DEBUG if self.missing else logging.WARNING, "no picture of %s", self.name, exc_info=True)
            self.missing, self.picture = True, None
            self.pipeline.failed(trouble)
            return
        except NoBox:  # the phone's pictures come from there; the next report says so
            logger.debug("no picture of %s: the box does not answer", self.name, exc_info=True)
            return
        except VisionTrouble as trouble:
            logger.debug("a picture of %s cannot be used", self.name, exc_info=True)
            self.pipeline.failed(trouble)
            return
        if picture is None:
            return
        if self.missing:
            self.missing, self.pipeline.trouble = False, None
        self.picture = picture
        self._times.append(self.clock())
        if self.orders.table and not self.alone:
            self.pipeline.see(picture)

    def _tell(self) -> None:
        """Send a report when something has changed or it is time, and obey the orders that come back."""
        now = f"{self.pipeline.stage} {self.pipeline.done} {self.pipeline.trouble} {self.missing}"
        due = self.clock() - self._reported_at >= TELL_SECONDS
        if not due and now == self._last and self.pipeline.unsent is None:
            return
        report = self.pipeline.report(self.started, self.name, self._rate(), self.missing)
        self.orders = self.link.exchange(report)
        if self.alone:
            logger.info("the box answers")
        self._answered = self._reported_at = self.clock()
        self._last, self.alone = now, False
        if report.observation is self.pipeline.unsent:
            self.pipeline.unsent = None
        self.source.apply_orders(self.orders, self.pipeline.stage)
        self.pipeline.apply_orders(self.orders)

    def _show(self) -> None:
        if self.orders.show is Show.NOTHING or self.picture is None or self.clock() - self._shown < SHOW_SECONDS:
            return
        self._shown = self.clock()
        plain = self.orders.show is Show.PLAIN
        self.link.show(overlay.jpeg(self.picture if plain else self.pipeline.drawn(self.picture, self.orders.marks)))

    def _rate(self) -> float:
        span = self._times[-1] - self._times[0] if len(self._times) > 1 else 0.0
        return (len(self._times) - 1) / span if span else 0.0


def main() -> None:
    """Run the command line; the key is in the environment, where other users of the machine cannot read it."""
    parser = argparse.ArgumentParser(prog="python -m vision.runtime.process", description=__doc__)
    parser.add_argument(
        "--source", default=DEMO, help="demo, phone, a camera's number, path or address, csi, a video, a folder"
    )
    parser.add_argument("--box", default="http://127.0.0.1:8000", help="where the box listens")
    parser.add_argument("--keep", type=Path, help="the file that keeps the set-up for next time")
    parser.add_argument("--orphan", type=float, help="seconds to go on without a box")
    parser.add_argument("--log-level", choices=LEVELS, default="info", help="what is written to the error output")
    wish = parser.parse_args()
    configure(wish.log_level)
    os.nice(NICE)
    cv2.setNumThreads(1)  # the other cores belong to the phones
    sys.exit(run(wish.source, wish.box, os.environ.get(KEY_VARIABLE, ""), wish.keep, wish.orphan))


def source_of(name: str, link: Link | None = None) -> Source:
    """Return the source of this name.

    ``demo``, which is rendered, ``phone``, whose pictures come by the box, or one of ``vision.capture.sources``. Raise
    NoCamera.
    """
    if name == PHONE and link is not None:
        return PhoneSource(link.frame)
    return DemoCamera() if name == DEMO else open_source(name)


def run(source: str, box: str, key: str, keep: Path | None, orphan: float | None = None) -> int:
    """Return a camera until it is stopped. A source that cannot be opened is told to the box and tried again."""
    link = Link(box, key)
    try:
        camera = source_of(source, link)
    except NoCamera as trouble:
        logger.warning("%s", trouble.text, exc_info=True)
        camera = ReconnectingSource(lambda: source_of(source))
    pipeline = Pipeline(file=keep, lens=HANDHELD if source == PHONE else WEBCAM)
    process = Process(camera, without_password(source), link, pipeline, orphan)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, process.stop)
    process.run()
    return 0


if __name__ == "__main__":
    main()
