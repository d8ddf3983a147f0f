"""``companion serve``: the box with its server, its bots, its name on the network and its camera."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion import __version__
from companion.cli.addresses import Reached, address_finder, announce, moved, reached_at
from companion.cli.camera.tools import SOURCES
from companion.cli.database import Where, bare, database_option, log_level_option, served, shown
from companion.cli.hosting import sharing_database
from companion.cli.listening import Https, answer_https, collect_rarely, listening
from companion.cli.network import lan_address, on_the_network, other_addresses, site
from companion.cli.photo_process import can_read_photos
from companion.logs import configure, keep_newest

if TYPE_CHECKING:
    from companion.app.background import BackgroundWork
    from companion.app.bots import BotRunner
    from companion.app.camera.session import CameraSession
    from companion.app.tables import Tables
    from companion.store.log import Log
    from companion.web.hosting.desk import Desk

DEFAULT_PORT = 8000
READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)

logger = logging.getLogger(__name__)


@click.command()
@database_option
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", "-p", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True)
@click.option("--address", metavar="ADDRESS", default="", help="What phones are told, where this machine has several.")
@click.option("--name", default="companion", show_default=True, help="Name on the home network: NAME.local.")
@click.option(
    "--pace", type=click.FloatRange(min=0), default=1.6, show_default=True, help="Seconds between moves of the box."
)
@log_level_option
@click.option("--url", metavar="URL", default="", help="How phones reach it through a proxy: https://NAME.")
@click.option(
    "--behind", metavar="ADDRESS", multiple=True, help="A proxy, or another machine that serves the same database."
)
@click.option("--host-page", is_flag=True, help="Print the address of a page about all tables, with its key.")
@click.option("--camera", metavar="SOURCE", default="", help=f"The camera above the table: {SOURCES}.")
@click.option("--https-port", type=click.IntRange(0, 65535), help="For a phone as the camera.  [default: 363 more]")
@click.option("--tls-cert", type=READABLE, help="A certificate for https, in place of the box's own.")
@click.option("--tls-key", type=READABLE, help="Its key, where that is in a file of its own.")
def serve(
    database: Where,
    host: str,
    port: int,
    address: str,
    name: str,
    pace: float,
    log_level: str,
    url: str,
    behind: tuple[str, ...],
    host_page: bool,
    camera: str,
    https_port: int | None,
    tls_cert: Path | None,
    tls_key: Path | None,
) -> None:
    """Start the box: phones on the same network open the printed address."""
    from companion.app.photos.desk import PhotoDesk
    from companion.cli.camera.process import check_source
    from companion.cli.photo_process import PhotoProcess

    configure(log_level)
    if camera:
        check_source(camera)
    with served(database, alone=False) as log:
        tables, link, players = tables_with_players(log, camera, pace)
        here = address_finder(host, address)
        background: list[BackgroundWork] = [players.background]
        desk = desk_of(log, database, log_level) if host_page else None
        photos = PhotoProcess() if can_read_photos() else None
        reached = Reached(here(), url.rstrip("/"), behind, name)
        reading = PhotoDesk(tables, photos, lambda: link.recording) if photos else None
        server = listening(tables, link, host, port, reached, background, desk, reading)
        local_site = site(reached.address, server.port)
        https_work = answer_https(server, Https(https_port, tls_cert, tls_key), database, name, here)
        reached_at(server, url, reached.address)
        logger.info("version %s at %s keeps its games in %s", __version__, local_site, shown(database))
        announce(
            url or local_site,
            other_addresses(reached.address) if here is lan_address and not url else "",
            desk.key if desk else "",
        )
        ending = [server.stop]
        stop_on_signals(ending)
        players.start()
        with (
            sharing_database(tables, local_site) as shared_work,
            on_the_network(name, reached.address, server.port, here, partial(moved, server, url)) as network,
            with_camera(link, host, server.port, database, log_level, ending) as minding,
        ):
            background += [server.streams.background, network, *minding, *https_work, *shared_work]
            collect_rarely()
            server.serve()
        players.stop()
        if photos:
            photos.stop()
    logger.info("stopped")


def tables_with_players(log: Log, camera: str, pace: float) -> tuple[Tables, CameraSession, BotRunner]:
    """Return the tables of this database, the session of their camera, and what plays for the box at them."""
    from companion.app.bots import BotRunner
    from companion.app.camera.demo_hands import DemoHands
    from companion.app.camera.session import CameraSession, camera_key
    from companion.app.tables import Tables
    from companion.games import registry

    tables = Tables(log, registry())
    link = CameraSession(tables, camera, camera_key(log))
    return tables, link, BotRunner(tables, pace, DemoHands(link))


def desk_of(log: Log, database: Where, log_level: str) -> Desk:
    """Return the host's page; its key is the same at every start."""
    from companion.store.settings import kept_secret
    from companion.web.hosting.desk import Desk, Meter

    return Desk(kept_secret(log, "host_key"), Meter(), keep_newest(log_level), kept_in=bare(database))


@contextmanager
def with_camera(
    link: CameraSession, host: str, port: int, database: Where, log_level: str, ending: list[Callable[[], None]]
) -> Iterator[tuple[BackgroundWork, ...]]:
    """Run the camera's process, if the box has a camera or a phone becomes it; yield the task that supervises it.

    It ends before everything else of the box, or it would call in vain and log errors.
    """
    from companion.boards.camera_messages import PHONE
    from companion.cli.camera.process import Supervisor, camera_file, command

    if not link.source and not can_read_photos():
        yield ()
        return
    box = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    supervisor = Supervisor(command(link.source or PHONE, box, camera_file(database), log_level), link.key)
    if link.source:
        supervisor.start()
    else:
        link.start_reader = supervisor.start  # once a phone is there to send pictures
    ending.insert(0, supervisor.stop)
    try:
        yield (supervisor.background,) if link.source else ()
    finally:
        supervisor.stop()


def stop_on_signals(ending: Sequence[Callable[[], None]]) -> None:
    """End the box at Ctrl+C and ``systemctl stop``, in this order; everything acknowledged is on the disk already."""

    def end() -> None:
        for each in ending:
            each()

    def stop(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=end).start()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
