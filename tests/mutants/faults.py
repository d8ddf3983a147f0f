"""Faults that are planted on purpose (``faults.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of one file, and the tests that must fail with it. ``harmless``: why none can."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    harmless: str = ""

    def planted(self, source: str) -> str:
        """The source with the fault; raises ValueError where it cannot be planted any more."""
        if source.count(self.before) != 1:
            raise ValueError(f"{self.name}: {source.count(self.before)} places for it in {self.file}")
        return source.replace(self.before, self.after)


def faults() -> tuple[Fault, ...]:
    """All of them."""
    found = tomllib.loads(Path(__file__).with_name("faults.toml").read_text())["fault"]
    return tuple(Fault(**{**each, "tests": tuple(each["tests"])}) for each in found)
