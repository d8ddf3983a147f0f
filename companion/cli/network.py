"""The box on the home network: its address, and its name."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from companion.app.background import BackgroundWork

if TYPE_CHECKING:
    from zeroconf import Zeroconf

logger = logging.getLogger(__name__)

AGAIN_SECONDS, KEPT_SECONDS = 60.0, 3600.0
"""between two attempts to claim a name, and between two looks at one that was claimed"""


def lan_address() -> str:
    """The address of this machine on the home network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            logger.warning("no network: the box is reached on this machine only", exc_info=True)
            return "127.0.0.1"


@contextmanager
def on_the_network(name: str, address: str, port: int) -> Iterator[BackgroundWork]:
    """``NAME.local`` while the box runs. Claiming a name takes seconds, and no first page waits for it."""
    claim = NameClaim(name, address, port)
    claim.background.start()
    try:
        yield claim.background
    finally:
        claim.close()


class NameClaim:
    """Claims the name beside the box until the network takes it: it may be up later than the box."""

    def __init__(self, name: str, address: str, port: int) -> None:
        self.name, self.address, self.port = name, address, port
        self.network: Zeroconf | None = None
        self.background = BackgroundWork("network-name", self._claim)
        self._said = False

    def close(self) -> None:
        """Gives the name back."""
        self.background.stop()
        if self.network:
            self.network.close()

    def _claim(self) -> float:
        """A network without multicast is no reason not to play: it is said once, and tried again."""
        if self.network:
            return KEPT_SECONDS
        try:
            self.network = claimed(self.name, self.address, self.port)
        except Exception as error:
            logger.debug("the name %s.local is not available (%s)", self.name, type(error).__name__, exc_info=True)
            if not self._said:
                why = error or type(error).__name__
                click.echo(f"  (The name {self.name}.local is not available: {why}.)", err=True)
            self._said = True
            return AGAIN_SECONDS
        return KEPT_SECONDS


def claimed(name: str, address: str, port: int) -> Zeroconf:
    """Says on the network who we are; raises OSError and what else zeroconf raises where that cannot be."""
    from zeroconf import ServiceInfo, Zeroconf

    info = ServiceInfo(
        "_http._tcp.local.",
        f"{name}._http._tcp.local.",
        addresses=[socket.inet_aton(address)],
        port=port,
        server=f"{name}.local.",
    )
    network = Zeroconf(interfaces=[address])
    try:
        network.register_service(info, allow_name_change=True)
    except BaseException:
        network.close()
        raise
    return network
