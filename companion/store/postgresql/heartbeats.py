"""Heartbeats of processes: each counts in the database, and one whose number no longer changes has stopped.

A process that is frozen, or whose machine is, keeps its connections and with them its locks: only its silence
tells. The others count their own looks at its number, so that no clock matters, and a process that was frozen itself
takes no other process for frozen.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection

STOPPED_LOOKS = 4
"""looks, about a second apart, between which a process that runs has counted at least once"""

BEAT = (
    "INSERT INTO processes (address, beats) VALUES (%s, 1)"
    " ON CONFLICT (address) DO UPDATE SET beats = processes.beats + 1"
)
BEATS = "SELECT address, beats FROM processes"


class Heartbeats:
    """The signs of life of the other processes, as this one knows them; ``here`` is its own address."""

    def __init__(self, here: str) -> None:
        self.here = here
        self._still: dict[str, tuple[int, int]] = {}

    def look(self, connection: Connection[Any]) -> None:
        """Count on for this process, and note which others have counted since the last look. Raise psycopg.Error."""
        connection.execute(BEAT, (self.here,))
        found = dict(connection.execute(BEATS).fetchall())
        before = self._still
        self._still = {
            address: (beats, unchanged_looks(before.get(address), beats)) for address, beats in found.items()
        }

    def stopped(self, address: str) -> bool:
        """Return whether the process at this address has not counted for some seconds."""
        _, count = self._still.get(address, (0, 0))
        return count >= STOPPED_LOOKS


def unchanged_looks(before: tuple[int, int] | None, beats: int) -> int:
    """Return for how many looks the number has been the same."""
    return before[1] + 1 if before and before[0] == beats else 0
