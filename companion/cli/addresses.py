"""The addresses of the box: those phones are told, and the names it answers to when its network changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import click

from companion.cli.network import lan_address, other_addresses, site
from companion.qr import draw_letters

if TYPE_CHECKING:
    from flask import Flask

    from companion.web.server.server import TableServer
    from companion.web.visit.services import Services


def address_finder(host: str, address: str) -> Callable[[], str]:
    """Return a function for the box's address: the given one, else where it listens, else that in the network."""
    known = address or ("" if host in ("0.0.0.0", "::") else host)
    return partial(str, known) if known else lan_address


def reached_at(server: TableServer, url: str, address: str) -> None:
    """Put the address into every QR code, unless phones know the box by its ``url``."""
    box: Services = cast("Flask", server.app).extensions["companion"]
    secure_site = f"https://{address}:{server.secure_port}" if server.secure_port else ""
    box.secure = url if url.startswith("https:") else secure_site
    if not url:
        box.address = site(address, server.port)
        box.tables.ring_all()


def moved(server: TableServer, url: str, address: str) -> None:
    """Announce the box's address in another network."""
    reached_at(server, url, address)
    if not url:
        announce(site(address, server.port), other_addresses(address))


@dataclass(frozen=True, slots=True)
class Reached:
    """The box's addresses: its own ``address``, the ``url`` that phones know (empty: that address), its proxies."""

    address: str
    url: str = ""
    behind: tuple[str, ...] = ()
    name: str = ""
    """on the home network, without ``.local``"""


def box_names(machine: str, reached: Reached) -> frozenset[str]:
    """Return the host names by which phones may request the box: its own, those of the machine, that of its ``url``."""
    short = machine.partition(".")[0]
    local = (f"{each}.local" for each in (short, reached.name) if each)
    return frozenset(each.lower() for each in (machine, *local, urlsplit(reached.url).hostname) if each)


def announce(address: str, other_addresses: str = "", host_key: str = "") -> None:
    """Print the address for phones, as words and as a QR code; ``other_addresses``: those of the machine besides it.

    With ``host_key`` also the address of the host's page.
    """
    click.echo(draw_letters(address))
    click.echo(f"  The table is open at  {address}")
    if other_addresses:
        click.echo(
            f"  No phone gets there? This machine is {other_addresses}, too: start it with --address and one of these."
        )
    click.echo("  Open it on the table screen and scan the code with the phones. Stop with Ctrl+C.")
    if host_key:
        click.echo(f"  For the host alone:  {address}/host?key={host_key}")
