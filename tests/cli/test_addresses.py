"""The address that is printed is one that phones reach: not that of a VPN or of containers, and all are told."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from companion.cli.network import Interface, ranked

HOME = Interface("wlan0", "192.168.1.5")
CABLE = Interface("enp3s0", "192.168.1.6")
OTHER = Interface("usb0", "192.168.7.2")
VIRTUAL = [
    Interface(name, f"10.8.0.{number}")
    for number, name in enumerate(
        ("docker0", "br-12ab", "veth1", "tun0", "tap0", "wg0", "virbr0", "utun3", "tailscale0"), 2
    )
]


@pytest.mark.parametrize("first", VIRTUAL, ids=lambda each: each.name)
@pytest.mark.parametrize("real", [HOME, CABLE, OTHER], ids=lambda each: each.name)
@pytest.mark.parametrize("leads_out", [True, False])
def test_what_leads_to_no_phone_comes_last(first: Interface, real: Interface, leads_out: bool) -> None:
    """Also where the way into the internet leads through it."""
    assert ranked([first, real], first.address if leads_out else "")[0] == real


def test_wireless_comes_before_wired_before_others_and_loopback_never() -> None:
    lo = Interface("lo", "127.0.0.1")
    assert ranked([lo, VIRTUAL[0], OTHER, CABLE, HOME], VIRTUAL[0].address) == (HOME, CABLE, OTHER, VIRTUAL[0])
    assert ranked([lo]) == ()


def test_of_two_alike_the_one_that_leads_out_comes_first() -> None:
    second = Interface("wlan1", "10.42.0.1")
    assert ranked([HOME, second], second.address) == (second, HOME)
    assert ranked([HOME, second]) == (HOME, second)


def test_an_address_that_nobody_gave_comes_last() -> None:
    alone = Interface("wlan0", "169.254.3.4")
    assert ranked([alone, CABLE]) == (CABLE, alone)
    assert ranked([alone, VIRTUAL[0]])[0] in (alone, VIRTUAL[0])


def in_a_network_of_its_own(script: str) -> str:
    """Return what the shell prints in a network namespace; skip where this machine makes none."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("needs unshare and ip")
    done = subprocess.run(["unshare", "-Urn", "sh", "-ec", script], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no network namespace here: {done.stderr.strip()}")
    return done.stdout


def test_without_a_default_route_the_home_network_is_found_among_a_vpn_and_containers() -> None:
    ask = "from companion.cli.network import *; print(lan_address(), other_addresses(lan_address()))"
    printed = in_a_network_of_its_own(
        "ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up;"
        "ip tuntap add tun0 mode tun; ip addr add 10.8.0.2/24 dev tun0; ip link set tun0 up;"
        "ip link add eth0 type bridge; ip addr add 192.168.1.5/24 dev eth0; ip link set eth0 up;"
        f"{sys.executable} -c '{ask}'"
    )
    assert printed.split(maxsplit=1)[0] == "192.168.1.5"
    assert "172.17.0.1 (docker0)" in printed
    assert "10.8.0.2 (tun0)" in printed
