"""The box on the network: its address, its name, and the Wi-Fi by which guests get there."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import click

from companion.app.background import BackgroundWork
from companion.cli.database import Where, database_option

if TYPE_CHECKING:
    from zeroconf import Zeroconf

logger = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""between two looks at which network the box is in"""
AGAIN_SECONDS = 60.0
"""between two attempts to claim a name"""
LOOPBACK = "127.0.0.1"
HTTP = 80


@dataclass(frozen=True, slots=True)
class Interface:
    """A way into a network, by the system's name for it, and this machine's address there."""

    name: str
    address: str


KINDS = (
    ("wl", "ath", "ra", "Wi-Fi", "WLAN"),
    ("en", "eth", "em", "Ethernet"),
    ("",),
    ("docker", "br-", "veth", "tun", "utun", "tap", "wg", "virbr", "vmnet", "vboxnet", "zt", "tailscale", "ppp"),
)
"""Beginnings of their names: wireless, wired, others, and those that lead to no phone."""
UNREACHABLE = len(KINDS) - 1


def kind_of_interface(found: Interface) -> int:
    """Return the place in ``KINDS``; a link-local address (169.254) comes last."""
    if found.address.startswith("169.254."):
        return UNREACHABLE
    by_name = (UNREACHABLE, 0, 1)
    return next((kind for kind in by_name if found.name.startswith(KINDS[kind])), 2)


def ranked(interfaces: Iterable[Interface], way_out: str = "") -> tuple[Interface, ...]:
    """Return the interfaces that phones may reach, the likeliest first; of two alike that with the ``way_out``."""
    found = [each for each in interfaces if not each.address.startswith("127.")]
    return tuple(sorted(found, key=lambda each: (kind_of_interface(each), each.address != way_out)))


def way_out() -> str:
    """Return the address by which this machine reaches other networks, without sending anything; "" for none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            logger.debug("there is no way out: perhaps the box is a network of its own", exc_info=True)
            return ""


def interfaces_here() -> tuple[Interface, ...]:
    """Return the interfaces of this machine that have an address, the likeliest for phones first."""
    import ifaddr

    every = (
        Interface(adapter.nice_name, str(each.ip))
        for adapter in ifaddr.get_adapters()
        for each in adapter.ips
        if each.is_IPv4
    )
    return ranked(every, way_out())


def lan_address() -> str:
    """Return the address at which phones most likely reach this machine; 127.0.0.1 without a network."""
    return next((each.address for each in interfaces_here()), LOOPBACK)


def other_addresses(address: str) -> str:
    """Return the other addresses of this machine in words, "" where there are none."""
    return ", ".join(f"{each.address} ({each.name})" for each in interfaces_here() if each.address != address)


def site(host: str, port: int) -> str:
    """Return ``http://HOST``, as it is shown and entered: with its port where that is not the usual one."""
    return f"http://{host}" if port == HTTP else f"http://{host}:{port}"


class OnTheNetwork:
    """The announcement of ``NAME.local`` while the box runs, in any network; ``moved`` is called with a new address.

    Claiming a name takes seconds, and no first page waits for it; in a network without multicast the box runs all
    the same: the fault is logged once, and the claim repeated. ``here``: the box's address at its start,
    ``address``: its address now.
    """

    def __init__(
        self, name: str, here: str, port: int, address: Callable[[], str], moved: Callable[[str], None]
    ) -> None:
        self.name, self.here, self.port, self.address, self.moved = name, here, port, address, moved
        self.network: Zeroconf | None = None
        self.background = BackgroundWork("network", self._look)
        self._again = 0.0
        self._reported = False

    def close(self) -> None:
        """Release the name."""
        self.background.stop()
        self._leave()

    def _leave(self) -> None:
        if self.network:
            self.network.close()
        self.network, self._again = None, 0.0

    def _look(self) -> float:
        address = self.address()
        if address != self.here:
            logger.info("the box is reached at %s now, no longer at %s", address, self.here)
            self._leave()
            self.here = address
            self.moved(address)
        if not self.network and time.monotonic() >= self._again:
            self._claim()
        return LOOK_SECONDS

    def _claim(self) -> None:
        try:
            self.network, unique_name = claimed(self.name, self.here, self.port)
            click.echo(f"  Its name on this network:  {site(f'{unique_name}.local', self.port)}")
            if unique_name != self.name:
                click.echo(f"  (Another box here is {self.name}.local: this one is {unique_name}.local.)", err=True)
        except Exception as error:
            logger.debug("the name %s.local is not available (%s)", self.name, type(error).__name__, exc_info=True)
            self._again = time.monotonic() + AGAIN_SECONDS
            if not self._reported:
                why = error or type(error).__name__
                click.echo(f"  (The name {self.name}.local is not available: {why}.)", err=True)
            self._reported = True


@contextmanager
def on_the_network(
    name: str, here: str, port: int, address: Callable[[], str], moved: Callable[[str], None]
) -> Iterator[BackgroundWork]:
    """Announce the box by its name, and again in every other network."""
    network = OnTheNetwork(name, here, port, address, moved)
    network.background.start()
    try:
        yield network.background
    finally:
        network.close()


def claimed(name: str, address: str, port: int) -> tuple[Zeroconf, str]:
    """Announce the box and return its name: NAME, or where another box has it NAME-2, NAME-3 and so on.

    Raise OSError and zeroconf's own errors where that fails.
    """
    from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

    network = Zeroconf(interfaces=[address])
    try:
        for number in count(1):
            unique_name = name if number == 1 else f"{name}-{number}"
            service, kind = f"{unique_name}._http._tcp.local.", "_http._tcp.local."
            packed = [socket.inet_aton(address)]
            with suppress(NonUniqueNameException):
                network.register_service(
                    ServiceInfo(kind, service, port, addresses=packed, server=f"{unique_name}.local.")
                )
                return network, unique_name
    except BaseException:
        network.close()
        raise
    raise AssertionError("there is always another number")


@click.command()
@click.argument("state", type=click.Choice(["on", "off"]))
@database_option
def hotspot(state: str, database: Where) -> None:
    """Open a Wi-Fi where there is none, or close it again."""
    from companion.app.hosting.wifi import GuestWifi, Hotspot
    from companion.core.errors import RuleError

    try:
        access_point = Hotspot(GuestWifi.of_games(database))
        if state == "off":
            access_point.off()
            click.echo("The box's own Wi-Fi is off.")
        else:
            wifi = access_point.on()
            click.echo(f"Wi-Fi:     {wifi.name}\nPassword:  {wifi.password}")
    except RuleError as error:
        raise click.ClickException(str(error.text)) from error


@click.command()
@click.argument("name", required=False)
@click.option("--forget", is_flag=True, help="The screens show no Wi-Fi any more.")
@database_option
def wifi(name: str | None, forget: bool, database: Where) -> None:
    """Keep the name and password of your Wi-Fi, so that the screens show its code to guests."""
    from companion.app.hosting.wifi import GuestWifi, Wifi
    from companion.core.errors import RuleError

    guests = GuestWifi.of_games(database)
    try:
        if forget:
            guests.forget()
        elif name:
            password = click.prompt("Its password (empty: it is open)", "", hide_input=True, show_default=False)
            guests.keep(Wifi(name, password))
    except RuleError as error:
        raise click.ClickException(str(error.text)) from error
    now = guests.now
    click.echo(f"Guests are shown the Wi-Fi {now.name}." if now else "Guests are shown no Wi-Fi.")
