"""The camera's process beside the box: it comes back, the box does not notice, and it waits for a box that died."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import click
import pytest

from companion.app.camera.session import camera_key
from companion.cli.camera import process as camera_process
from companion.cli.camera.process import Supervisor, camera_file, check_installed, check_source
from companion.store.log import Log
from tests.support.server_process import ServerProcess, kept_port, number_of
from tests.support.table import Night
from vision.runtime.box_client import Link
from vision.runtime.pipeline import Pipeline
from vision.runtime.process import Process
from vision.synthetic.demo import DemoCamera

SECONDS = 600.0
"""the camera gets a processor last of all, and others may want it all the time"""


@pytest.fixture
def port() -> Iterator[int]:
    """Yield a port that no other test is given meanwhile."""
    with kept_port() as kept:
        yield number_of(kept)


def until(true: Callable[[], object], seconds: float = SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.05)


# --- its log ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "levels"), [("debug", {"DEBUG", "WARNING"}), ("info", {"WARNING"})])
def test_the_camera_s_process_logs_each_handled_error_with_its_origin_at_debug(
    level: str, levels: set[str], port: int
) -> None:
    box = f"--box=http://127.0.0.1:{port}"
    done = subprocess.run(
        [sys.executable, "-m", "vision.runtime.process", box, "--source=demo", "--orphan=0.5", f"--log-level={level}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    lines = done.stderr.splitlines()
    assert {line.split()[2] for line in lines} == levels
    assert all(("[vision/runtime/box_client.py:" in line) == (level == "debug") for line in lines if "broke" in line)
    count = sum("the box does not answer" in line for line in lines)
    assert count > 1 if level == "debug" else count == 1, "once is enough for people"


# --- the supervisor ---------------------------------------------------------------------------


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[Supervisor]:
    """Yield the supervisor of a process that writes its key and how many threads NumPy may start, and sleeps."""
    printed = "' '.join(map(os.environ.get, ('COMPANION_CAMERA_KEY', 'OPENBLAS_NUM_THREADS')))"
    script = f"import os, time; open({str(tmp_path / 'key')!r}, 'a').write({printed} + '\\n')"
    made = Supervisor([sys.executable, "-c", f"{script}; time.sleep(60)"], "secret")
    yield made
    made.stop()


@pytest.mark.logs("the camera's process ended")
def test_a_process_that_dies_is_started_again_and_ends_with_the_box(sleeper: Supervisor, tmp_path: Path) -> None:
    def starts() -> int:
        path = tmp_path / "key"
        return path.read_text().splitlines().count("secret 1") if path.exists() else 0

    sleeper.start()
    until(lambda: starts() == 1)
    assert sleeper.process
    os.kill(sleeper.process.pid, signal.SIGKILL)
    until(lambda: starts() == 2)
    process = sleeper.process
    sleeper.stop()
    assert process.poll() is not None
    assert starts() == 2


@pytest.mark.logs("the camera's process ended")
def test_a_process_that_dies_at_once_is_started_again_more_and_more_slowly(caplog: pytest.LogCaptureFixture) -> None:
    def pauses() -> list[str]:
        messages = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
        assert all("process ended (3)" in line for line in messages)
        return [line.split()[-2] for line in messages]

    supervisor = Supervisor([sys.executable, "-c", "raise SystemExit(3)"], "")
    supervisor.start()
    until(lambda: len(pauses()) == 3)
    supervisor.stop()
    assert pauses() == ["0.5", "1", "2"]


def test_without_its_libraries_the_camera_names_the_command_that_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed()
    monkeypatch.setattr(camera_process.importlib.util, "find_spec", lambda name: None)  # type: ignore[attr-defined]
    with pytest.raises(click.ClickException, match="make camera"):
        check_installed()


def test_a_file_that_does_not_exist_is_told_before_the_box_starts(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="no file or folder"):
        check_source(str(tmp_path / "nowhere"))
    for source in ("demo", "csi", "0", "/dev/video9", str(tmp_path)):
        check_source(source)


def test_the_set_up_is_kept_beside_the_games() -> None:
    assert camera_file(Path("/var/lib/companion/companion.sqlite")) == Path(
        "/var/lib/companion/companion.sqlite.camera"
    )


# --- box and camera ---------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "box.sqlite"
    Night(path=path).log.close()
    return path


def cameras(database: Path) -> list[int]:
    """Process of a camera that belongs to this file."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--keep={camera_file(database)}".encode() in line:
            found.append(int(folder.name))
    return found


def works_since(server: ServerProcess) -> float:
    """Return when the camera that finds the board at the table was started; 0 while there is none."""
    answer = server.request("GET", "/api/tables/TEST/camera")[1]
    far = answer["stage"] in ("found", "ready", "misread", "watching")
    return float(answer["report"]["started"]) if far else 0.0


def look_at_the_table(server: ServerProcess) -> None:
    urlopen(Request(f"http://127.0.0.1:{server.port}/t/TEST/camera", b"do=serve"), timeout=60).close()


@pytest.mark.torture
@pytest.mark.logs(
    "the camera's process ended",
    "the camera's process did not end within",
    "the box does not want this camera",
    "the box does not answer",
)
def test_killed_camera_and_killed_box_find_each_other_again(database: Path, port: int) -> None:
    server = ServerProcess(database, "--camera", "demo", port=port)
    try:
        server.start()
        look_at_the_table(server)
        until(lambda: works_since(server))
        first, (process,) = works_since(server), cameras(database)
        os.kill(process, signal.SIGKILL)
        until(lambda: works_since(server) > first)
        second, (process,) = works_since(server), cameras(database)
        server.kill()
        time.sleep(1.0)
        assert cameras(database) == [process]
        server.start()
        until(lambda: works_since(server) > second)  # the new box has a camera of its own
        until(lambda: process not in cameras(database))
    finally:
        server.stop()
    until(lambda: not cameras(database))


@pytest.mark.logs(
    "the box does not answer", "the box does not want this camera", "a camera with a wrong key was refused"
)
def test_a_camera_that_is_run_apart_outlives_the_box(database: Path, port: int) -> None:
    log = Log(database)
    key = camera_key(log)
    log.close()
    server = ServerProcess(database, port=port)
    try:
        server.start()
        look_at_the_table(server)
        link = Link(f"http://127.0.0.1:{server.port}", key)
        process = Process(DemoCamera(), "demo", link, Pipeline(lambda *_: (_ for _ in ()).throw(AssertionError)))

        def found() -> bool:
            process.step()
            return works_since(server) > 0

        def alone() -> bool:
            process.step()
            return process.alone

        until(found)
        server.kill()
        until(alone)
        assert not process.stopped
        server.start()
        until(found)
        assert not process.alone
        process.link.key = "wrong"
        process.link.connection = None
        until(lambda: alone() or process.stopped)
        assert process.stopped
    finally:
        server.kill()
