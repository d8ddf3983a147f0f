"""Installations for a test: games beside those of the program for a while, and packages in empty environments."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.core.plugin import Registry
from companion.games import packages, registry
from companion.i18n import catalogue

ROOT = Path(__file__).resolve().parents[2]
HIGH_CARD = Path(__file__).parents[1] / "outside" / "high_card" / "table_companion_high_card"
"""A game in a package of its own."""


@contextmanager
def installed(source: Path, into: Path, name: str = "") -> Iterator[Registry]:
    """Yield the registry with the game that is kept in the folder ``source``, of which ``into`` gets a copy.

    The folder is called ``name`` there, as the game calls itself; like the source, if not told.
    """
    name = name or source.name
    shutil.copytree(source, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    before = games.__path__
    games.__path__ = [*before, str(into)]
    _clear_caches()
    try:
        yield registry()
    finally:
        games.__path__ = before
        _clear_caches()
        for module in [each for each in sys.modules if f"{each}.".startswith(f"companion.games.{name}.")]:
            del sys.modules[module]


def _clear_caches() -> None:
    for known in (packages, registry, catalogue):
        known.cache_clear()


def uv(*arguments: str | Path) -> str:
    """Return what uv says, which sets up the environments of this project (``.ci/environment``)."""
    command = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    done = subprocess.run([command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def new_environment(folder: Path, *packages: Path) -> Path:
    """Install packages, with the locked versions of what they need, into ``folder/environment``, and return that."""
    constraints = folder / "constraints.txt"
    constraints.write_text(uv("export", "--quiet", "--frozen", "--no-emit-project", "--no-hashes"))
    environment = folder / "environment"
    uv("venv", "--quiet", "--python", sys.executable, environment)
    python = environment / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", python, "--constraints", constraints, *packages)
    return environment
