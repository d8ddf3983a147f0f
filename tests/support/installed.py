"""Installations for tests: a game that is registered for a while, and packages in empty environments."""

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
"""A game that is installed as a package of its own."""


@contextmanager
def installed(source: Path, into: Path, name: str = "") -> Iterator[Registry]:
    """Copy the game in the folder ``source`` to ``into``, and yield the registry with it.

    ``name`` is the game's own name, and that of the copied folder; by default the name of ``source``.
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
    """Run uv, with which the project's environments are set up (``.ci/environment``). Return its output."""
    command = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    done = subprocess.run([command, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def new_environment(folder: Path, *packages: Path) -> Path:
    """Install packages, with locked versions of their dependencies, into ``folder/environment``. Return its path."""
    constraints = folder / "constraints.txt"
    constraints.write_text(uv("export", "--quiet", "--frozen", "--no-emit-project", "--no-hashes"))
    environment = folder / "environment"
    uv("venv", "--quiet", "--python", sys.executable, environment)
    python = environment / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", python, "--constraints", constraints, *packages)
    return environment
