"""Libraries that are loaded before the C library (LD_PRELOAD): a disk that fails, a disk that remembers."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"),
    reason="a C compiler on Linux builds the disk that fails",
)


def built(name: str, folder: Path) -> Path:
    """Return the library of this name, compiled from ``NAME.c`` beside this file into the folder."""
    source, library = Path(__file__).with_name(f"{name}.c"), folder / f"{name}.so"
    subprocess.run([str(COMPILER), "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library
