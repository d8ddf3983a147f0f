"""A box whose camera reports what the test wants, with a table in its first turn, and a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient

from companion.app.camera.session import CameraSession
from companion.boards.camera_messages import Orders, Report, Stage
from companion.core.table.table import Level
from companion.web.app import create_app
from tests.support.table import CODE, AnyNight, Night

KEY = "secret"
HELLO = Report(100.0, "demo", Stage.IDLE)
JPEG = b"\xff\xd8 a picture"


class House:
    """A box with a scripted camera, a table, and a browser."""

    def __init__(self, source: str = "0", level: Level = Level.BOARD, night: AnyNight[Any] | None = None) -> None:
        self.night: AnyNight[Any] = night or Night(level=level)
        self.now = 1000.0
        self.link = CameraSession(self.night.tables, source, KEY, clock=lambda: self.now)
        self.client: FlaskClient = create_app(self.night.tables, camera=self.link).test_client()
        self.last = HELLO

    def tell(self, key: str = KEY, **changes: Any) -> Orders:
        """Send the camera's last report with these changes, and return the box's orders for it."""
        self.last = replace(self.last, **changes)
        answer = self.client.post("/camera/report", json=self.last.plain(), headers={"X-Camera-Key": key})
        assert answer.status_code == 200, answer.text
        orders = Orders.understood(answer.get_json())
        self.last = replace(self.last, known=orders.revision, observation=None)
        return orders

    def press(self, what: str, **more: str) -> int:
        return self.client.post(f"/t/{CODE}/camera", data={"do": what, **more}).status_code

    def page(self, path: str = "camera") -> str:
        answer = self.client.get(f"/t/{CODE}/{path}")
        assert answer.status_code == 200
        return answer.text

    def at(self, stage: Stage, **more: Any) -> None:
        """Let the camera serve the table, and report this stage."""
        self.press("serve")
        self.tell()
        self.tell(stage=stage, **more)
