"""The command line: ``companion serve`` and what goes with it. Every command has help."""

from __future__ import annotations

import io
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion import __version__
from companion.camera_command import camera
from companion.camera_tools import SOURCES
from companion.printing.command import print_command

if TYPE_CHECKING:
    from zeroconf import Zeroconf

    from companion.server import TableServer
    from companion.session.camera_link import CameraLink
    from companion.session.tables import Tables
    from companion.store.log import Log

DEFAULT_PORT = 8000
DEFAULT_FILE = "companion.sqlite"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """The table companion: money, secret votes and the tally of a board-game night."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without the QR code's blocks still gets its words


database_option = click.option(
    "--database",
    "-d",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_FILE,
    show_default=True,
    envvar="COMPANION_DATABASE",
    help="The file that keeps all games.",
)


@main.command()
@database_option
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", "-p", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True)
@click.option("--name", default="companion", show_default=True, help="Name on the home network: NAME.local.")
@click.option(
    "--pace", type=click.FloatRange(min=0), default=1.6, show_default=True, help="Seconds between moves of the box."
)
@click.option("--camera", metavar="SOURCE", default="", help=f"The camera above the table: {SOURCES}.")
def serve(database: Path, host: str, port: int, name: str, pace: float, camera: str) -> None:
    """Start the box: phones on the same network open the printed address."""
    from companion.camera_process import check_installed, check_source
    from companion.games import shelf
    from companion.session.box import BoxPlayers
    from companion.session.camera_link import CameraLink, camera_key
    from companion.session.demo_table import Hands
    from companion.session.tables import Tables

    if camera:
        check_installed()
        check_source(camera)
    with opened(database) as log:
        tables = Tables(log, shelf())
        link = CameraLink(tables, camera, camera_key(log))
        address = lan_address() if host in ("0.0.0.0", "::") else host
        box = BoxPlayers(tables, pace, Hands(link))
        server = listening(tables, link, host, port, address)
        announce(f"http://{address}:{server.port}", name)
        stop_on_signals(server)
        box.start()
        with on_the_network(name, address, server.port), with_camera(link, host, server.port, database):
            server.serve()
        box.stop()


def listening(tables: Tables, link: CameraLink, host: str, port: int, address: str) -> TableServer:
    """A server on this port or, if it is taken, on one of the next; raises ClickException."""
    from companion.server import TableServer
    from companion.web.app import create_app

    names = frozenset({socket.gethostname().lower()})
    for candidate in (port, *(range(port + 1, port + 10) if port else ())):
        app = create_app(tables, f"http://{address}:{candidate}" if candidate else "", names, link)
        server = TableServer(app, tables.bell, host, candidate)
        try:
            server.prepare()
        except OSError as error:
            if candidate == port + 9 or not port:
                raise click.ClickException(f"Cannot listen on port {port}: {error.strerror or error}.") from error
            click.echo(f"Port {candidate} is in use; trying the next one.", err=True)
        else:
            return server
    raise AssertionError("the last candidate returns or raises")


@contextmanager
def with_camera(link: CameraLink, host: str, port: int, database: Path) -> Iterator[None]:
    """The camera's process beside the box, if the box was started with one."""
    from companion.camera_process import Supervisor, camera_file, command

    if not link.source:
        yield
        return
    box = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    supervisor = Supervisor(command(link.source, box, camera_file(database)), link.key, partial(click.echo, err=True))
    supervisor.start()
    try:
        yield
    finally:
        supervisor.stop()


@main.command()
def calc() -> None:
    """Answer rule questions: JSON lines in, JSON lines out."""
    from companion.calc import answer_lines

    questions = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    for line in answer_lines(questions):
        click.echo(line)


@main.command()
def shelf() -> None:
    """List the games and editions on the shelf."""
    from companion.games import shelf as games

    for game in games().values():
        for edition in game.editions.values():
            least, most = edition.players
            levels = ", ".join(level.value for level in edition.levels)
            click.echo(f"{game.name} {edition.id}: {edition.title} ({least}-{most} players; levels: {levels})")


@main.command()
@click.argument("code")
@database_option
def export(code: str, database: Path) -> None:
    """Write a table's game as JSON lines."""
    from companion.games import shelf as games
    from companion.session.export import export_lines
    from companion.session.tables import NoSuchTable, Tables

    with opened(database, must_exist=True) as log:
        tables = Tables(log, games())
        try:
            live = tables.live(code.upper())
        except NoSuchTable as error:
            raise click.ClickException(str(error.text)) from error
        for line in export_lines(live, tables.history(live.table.code)):
            click.echo(line, nl=False)


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: io.TextIOBase) -> None:
    """Replay an exported game and print how it stands."""
    from companion.games import shelf as games
    from companion.session.export import replay_lines

    try:
        table, _ = replay_lines(dict(games()), file)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise click.ClickException(f"This is not an exported game: {error}.") from error
    names = {seat.id: seat.name for seat in table.seats}
    click.echo(f"{table.game} {table.edition}, {table.phase.value}, {table.seq} events")
    for seat, cash in table.accounts.items():
        click.echo(f"  {names.get(seat, seat)}: {cash}")


@main.command()
@database_option
def check(database: Path) -> None:
    """Check the file: SQLite's own test, every log replayed, every table's money in balance."""
    from companion.games import shelf as games
    from companion.session.check import problems

    with opened(database, must_exist=True) as log:
        found = problems(log, games())
    for line in found:
        click.echo(line, err=True)
    if found:
        raise click.ClickException(f"{len(found)} problem(s) found.")
    click.echo("Everything is in order.")


main.add_command(camera)
main.add_command(print_command)


@contextmanager
def opened(database: Path, must_exist: bool = False) -> Iterator[Log]:
    """The log in this file; a sentence instead of a traceback when it cannot be used."""
    import sqlite3

    from companion.store.log import Log

    if must_exist and not database.exists():
        raise click.ClickException(f"There is no file {database}.")
    try:
        log = Log(database)
    except sqlite3.Error as error:
        raise click.ClickException(f"The file {database} cannot be used: {error}.") from error
    try:
        yield log
    finally:
        log.close()


def lan_address() -> str:
    """The address of this machine on the home network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def announce(address: str, name: str) -> None:
    """Prints where the phones find the box, as words and as a QR code."""
    import qrcode

    code = qrcode.QRCode(border=1)
    code.add_data(address)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    click.echo(drawn.getvalue())
    click.echo(f"  The table is open at  {address}  (or http://{name}.local:{address.rsplit(':', 1)[1]})")
    click.echo("  Open it on the table screen and scan the code with the phones. Stop with Ctrl+C.")


@contextmanager
def on_the_network(name: str, address: str, port: int) -> Iterator[None]:
    """``NAME.local`` while the box runs. Claiming a name takes seconds, and no first page waits for it."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as beside:
        claim = beside.submit(claim_name, name, address, port)
        try:
            yield
        finally:
            network = claim.result()
            if network:
                network.close()


def claim_name(name: str, address: str, port: int) -> Zeroconf | None:
    """Says on the network who we are; a network without multicast is no reason not to play."""
    from zeroconf import ServiceInfo, Zeroconf

    try:
        network = Zeroconf(interfaces=[address])
        info = ServiceInfo(
            "_http._tcp.local.",
            f"{name}._http._tcp.local.",
            addresses=[socket.inet_aton(address)],
            port=port,
            server=f"{name}.local.",
        )
        network.register_service(info, allow_name_change=True)
    except Exception as error:
        click.echo(f"  (The name {name}.local is not available: {error or type(error).__name__}.)", err=True)
        return None
    return network


def stop_on_signals(server: TableServer) -> None:
    """Ctrl+C and ``systemctl stop`` end the box; everything acknowledged is on the disk already."""

    def stop(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=server.stop).start()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
