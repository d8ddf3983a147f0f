"""The box on the home network: its address, and its name."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from zeroconf import Zeroconf

logger = logging.getLogger(__name__)


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
        logger.debug("the name %s.local is not available (%s)", name, type(error).__name__, exc_info=True)
        click.echo(f"  (The name {name}.local is not available: {error or type(error).__name__}.)", err=True)
        return None
    return network
