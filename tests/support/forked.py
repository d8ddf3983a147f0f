"""Processes that begin with the program loaded: forked from one that has read its modules and does nothing else.

Reading them takes more than a second of a core, and tests start a box a hundred times.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

LOADED = (
    *(
        "companion.cli.main",
        "companion.cli.serve",
        "companion.web.app",
        "companion.web.server.loop",
        "qrcode",
        "zeroconf",
    ),
    *("tests.support.loaded", "tests.faults.payer", "pytest"),
)


@cache
def context() -> ForkServerContext:
    """Return where new processes come from."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload([*LOADED])
    return found


def forked(work: Callable[..., None], *arguments: object) -> ForkServerProcess:
    """Return a new process that does this work, and is gone when the tests are."""
    process = context().Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def command_line(arguments: list[str], out: Connection, errors: Path, games: Path | None) -> None:
    """Run ``companion`` with these arguments in this process: its output goes to the reader of ``out``.

    Games in a folder ``games`` stand beside those of the program.
    """
    _print_to(out, errors)
    import companion.games
    from companion.cli.main import main

    if games:
        companion.games.__path__.append(str(games))
        companion.games.packages.cache_clear()
        companion.games.registry.cache_clear()
    main(arguments)


def installed_line(arguments: list[str], out: Connection, errors: Path, games: Path | None) -> None:
    """Run the same with the ``companion`` that is installed in the environment ``games``; the folder beside it is its
    home.

    No file of this checkout is in reach, and no variable of this process.
    """
    assert games
    _print_to(out, errors)
    home = games.with_name("home")
    home.mkdir(exist_ok=True)
    os.chdir(home)
    command = str(games / "bin" / "companion")
    os.execve(command, [command, *arguments], {"HOME": str(home), "PATH": os.environ["PATH"]})


def _print_to(out: Connection, errors: Path) -> None:
    with errors.open("ab") as log:
        for there, (name, here) in ((out, ("stdout", 1)), (log, ("stderr", 2))):
            os.dup2(there.fileno(), here)
            setattr(sys, name, os.fdopen(here, "w", closefd=False))
    out.close()
