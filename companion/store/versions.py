"""The versions of a database: that of its first schema, and one more for each change since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Versions(Generic[T]):
    """The versions that this program reads, with the statements that make each from the one before.

    ``oldest`` is what the first of ``steps`` makes, from nothing (version 0): that of 2026-11-28.
    """

    oldest: int
    steps: tuple[T, ...]

    @property
    def newest(self) -> int:
        """Return the version that this program writes."""
        return self.oldest + len(self.steps) - 1

    def missing(self, version: int) -> tuple[T, ...]:
        """Return the steps from this version to the newest."""
        return self.steps[max(0, version - self.oldest + 1) :]

    def unreadable(self, version: int) -> str:
        """Return a description of the program that writes this version; "" if this program can read it."""
        if version > self.newest:
            return "a newer version of the program: update this one"
        if 0 < version < self.oldest:
            return "a version of the program from before 28 November 2026, which this one does not read: begin anew"
        return ""
