"""The Wi-Fi that guests join before they scan a table: somebody's own, or one that the box opens where there is none.

Name and password stand in a file of their own beside the games, which only the service reads: no log, export or
backup holds them. NetworkManager makes the box's own network, by its command ``nmcli``.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.core.errors import BadRequest, NotNow
from companion.core.text import say

logger = logging.getLogger(__name__)

NETWORK_NAME = "Table companion"
"""the name of the box's own network"""
PROFILE = "table-companion"
"""as NetworkManager knows it"""
ADDRESS = "10.42.0.1/24"
"""of the box in it, and thus of the names in debian/dnsmasq-shared.conf"""
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeiou"]
MAX_NAME_LENGTH, SHORTEST, LONGEST = 32, 8, 63
"""of a network's name in bytes (IEEE 802.11) and of a WPA password in characters (IEEE 802.11i)"""
PATIENCE_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network; without a password it is open. Raise BadRequest for an impossible one.

    ``made_by_box``: the box opens it itself.
    """

    name: str
    password: str = ""
    made_by_box: bool = False

    def __post_init__(self) -> None:
        if not self.name.isprintable() or not 1 <= len(self.name.encode()) <= MAX_NAME_LENGTH:
            raise BadRequest(say("The name of a Wi-Fi has 1 to %(count)s letters.", count=MAX_NAME_LENGTH))
        fits = SHORTEST <= len(self.password) <= LONGEST and self.password.isascii() and self.password.isprintable()
        if self.password and not fits:
            raise BadRequest(say("The password of a Wi-Fi has 8 to 63 letters, digits and signs."))

    @property
    def code(self) -> str:
        """Return the text of its QR code, as phones understand it (ZXing, *Barcode Contents*)."""
        name, password = (re.sub(r'([\\;,:"])', r"\\\1", text) for text in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if self.password else f"WIFI:T:nopass;S:{name};;"


def new_wifi() -> Wifi:
    """Return the box's own network with a new password that can be read aloud in any language: some 41 bits."""
    words = ("".join(secrets.choice(SYLLABLES) for _ in range(3)) for _ in range(2))
    return Wifi(NETWORK_NAME, "-".join((*words, f"{secrets.randbelow(90) + 10}")), made_by_box=True)


@dataclass(frozen=True, slots=True)
class GuestWifi:
    """The guests' Wi-Fi as kept in the file ``path``; None: nothing is, the games are not in a file."""

    path: Path | None = None

    @classmethod
    def of_games(cls, games: Path | str) -> GuestWifi:
        """Return that of the box which keeps its games there."""
        return cls(games.with_suffix(".wifi") if isinstance(games, Path) else None)

    @property
    def now(self) -> Wifi | None:
        """Return the network to join: the box's own while it is on, else the one that was typed."""
        kept = self._read()
        return kept.get("own") or kept.get("typed")

    def keep(self, wifi: Wifi) -> None:
        """Keep this as the network to join from now on. Raise NotNow where nothing can be kept."""
        self._write({**self._read(), "own" if wifi.made_by_box else "typed": wifi})

    def forget(self, made_by_box: bool = False) -> None:
        """Forget the network that was typed, or the one ``made_by_box``, which is off."""
        kept, source = self._read(), "own" if made_by_box else "typed"
        if kept.pop(source, None):
            self._write(kept)

    def _read(self) -> dict[str, Wifi]:
        if self.path is None or not self.path.exists():
            return {}
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            return {slot: Wifi(each["name"], each["password"], slot == "own") for slot, each in kept.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, BadRequest):
            logger.warning("%s cannot be read: the Wi-Fi has to be typed again", self.path, exc_info=True)
            return {}

    def _write(self, kept: dict[str, Wifi]) -> None:
        if self.path is None:
            raise NotNow(say("This box keeps its games in a database, and has no place for a Wi-Fi."))
        new_file = self.path.with_suffix(".wifi-new")
        try:
            with open(new_file, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                json.dump({slot: {"name": wifi.name, "password": wifi.password} for slot, wifi in kept.items()}, file)
            if os.geteuid() == 0:  # typed by the administrator, read by the service
                owner = self.path.parent.stat()
                os.chown(new_file, owner.st_uid, owner.st_gid)
            new_file.replace(self.path)
        except OSError as error:
            logger.warning("%s cannot be written", self.path, exc_info=True)
            raise NotNow(say("The Wi-Fi could not be kept: the disk is full or read-only.")) from error


@dataclass(frozen=True, slots=True)
class Hotspot:
    """The box's own network. Once on, it comes back by itself at every start of the machine, until it is off."""

    guests: GuestWifi
    nmcli: Callable[[Sequence[str]], str] | None = None
    """runs it with these arguments, for a test"""

    def on(self) -> Wifi:
        """Open the network, with the same name and password as last time. Raise NotNow where that cannot be."""
        radio = self.radio()
        kept = self._run("-s", "-g", "802-11-wireless-security.psk", "connection", "show", PROFILE, missing="").strip()
        wifi = Wifi(NETWORK_NAME, kept, made_by_box=True) if kept else new_wifi()
        if not kept:
            self._run(
                *("connection", "add", "type", "wifi", "ifname", radio, "con-name", PROFILE, "autoconnect", "no"),
                *("ssid", wifi.name, "mode", "ap", "ipv4.method", "shared", "ipv4.addresses", ADDRESS),
                *("ipv6.method", "disabled", "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", wifi.password),
                *("wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp", "wifi-sec.group", "ccmp"),  # WPA2 alone
            )
        self._run("connection", "up", PROFILE)
        self._run("connection", "modify", PROFILE, "connection.autoconnect", "yes")
        self.guests.keep(wifi)
        return wifi

    def off(self) -> None:
        """Close the network, now and for the next start. Raise NotNow where NetworkManager cannot do that."""
        self._run("connection", "modify", PROFILE, "connection.autoconnect", "no", missing="")
        self._run("connection", "down", PROFILE, missing="")
        self.guests.forget(made_by_box=True)

    def switch(self, on: bool) -> None:
        """Open or close the network. Raise NotNow where that cannot be."""
        if on:
            self.on()
        else:
            self.off()

    def radio(self) -> str:
        """Return the device that can make a network. Raise NotNow where there is none."""
        devices = [line.split(":") for line in self._run("-t", "-f", "DEVICE,TYPE", "device").splitlines()]
        found = next((device for device, kind, *_ in devices if kind == "wifi"), "")
        if not found:
            raise NotNow(say("This machine has no Wi-Fi of its own that could be opened."))
        return found

    def _run(self, *arguments: str, missing: str | None = None) -> str:
        """Return nmcli's answer; ``missing`` for an unknown network. Raise NotNow with NetworkManager's reason."""
        try:
            return (self.nmcli or _nmcli)(arguments)
        except FileNotFoundError as error:
            raise NotNow(say("There is no NetworkManager on this machine that could open a Wi-Fi.")) from error
        except subprocess.TimeoutExpired as error:
            raise NotNow(say("NetworkManager did not answer. Please try again.")) from error
        except subprocess.CalledProcessError as error:
            if missing is not None and error.returncode == NO_SUCH:
                return missing
            logger.warning("NetworkManager refused (%d): %s", error.returncode, error.stderr.strip())
            reason = error.stderr.strip().removeprefix("Error: ") or str(error.returncode)
            raise NotNow(say("NetworkManager refuses: %(reason)s", reason=reason)) from error


NO_SUCH = 10
"""nmcli(1), EXIT STATUS: connection, device, or access point does not exist"""


def _nmcli(arguments: Sequence[str]) -> str:
    command = ["nmcli", *arguments]
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True, env=environment
    )
    return done.stdout
